"""A name consists of visible characters: checked by Python, nothing changes in the database."""

from django.db import migrations, models

import puzzles.models.people


class Migration(migrations.Migration):
    dependencies = [
        ("puzzles", "0004_prints"),
    ]

    operations = [
        migrations.AlterField(
            model_name="deck",
            name="name",
            field=models.CharField(
                max_length=80, validators=[puzzles.models.people.PlainName()], verbose_name="name"
            ),
        ),
        migrations.AlterField(
            model_name="deckgeneration",
            name="name",
            field=models.CharField(
                blank=True,
                max_length=80,
                validators=[puzzles.models.people.PlainName()],
                verbose_name="name",
            ),
        ),
        migrations.AlterField(
            model_name="piece",
            name="code",
            field=models.CharField(
                max_length=20, validators=[puzzles.models.people.PlainName()], verbose_name="code"
            ),
        ),
        migrations.AlterField(
            model_name="piece",
            name="name",
            field=models.CharField(
                blank=True,
                max_length=80,
                validators=[puzzles.models.people.PlainName()],
                verbose_name="name",
            ),
        ),
        migrations.AlterField(
            model_name="pieceset",
            name="name",
            field=models.CharField(
                max_length=80, validators=[puzzles.models.people.PlainName()], verbose_name="name"
            ),
        ),
        migrations.AlterField(
            model_name="task",
            name="name",
            field=models.CharField(
                blank=True,
                max_length=80,
                validators=[puzzles.models.people.PlainName()],
                verbose_name="name",
            ),
        ),
    ]
