"""A name consists of visible characters: checked by Python, nothing changes in the database."""

from django.db import migrations, models

import puzzles.models.people


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_boards"),
    ]

    operations = [
        migrations.AlterField(
            model_name="entry",
            name="reason",
            field=models.CharField(
                blank=True,
                max_length=200,
                validators=[puzzles.models.people.PlainName()],
                verbose_name="reason",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="dispute",
            field=models.CharField(
                blank=True,
                max_length=200,
                validators=[puzzles.models.people.PlainName()],
                verbose_name="what is wrong",
            ),
        ),
        migrations.AlterField(
            model_name="registration",
            name="guest_name",
            field=models.CharField(
                blank=True,
                max_length=40,
                validators=[puzzles.models.people.PlainName()],
                verbose_name="name",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="early_reason",
            field=models.CharField(
                blank=True,
                max_length=200,
                validators=[puzzles.models.people.PlainName()],
                verbose_name="why before all results were in",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="name",
            field=models.CharField(
                max_length=80, validators=[puzzles.models.people.PlainName()], verbose_name="name"
            ),
        ),
    ]
