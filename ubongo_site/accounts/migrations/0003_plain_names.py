"""A name consists of visible characters: checked by Python, nothing changes in the database."""

from django.db import migrations, models

import puzzles.models.people


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_nickname_of_ones_own"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="nickname",
            field=models.CharField(
                blank=True,
                help_text="What others read of you. Your username, if you leave it empty.",
                max_length=40,
                validators=[puzzles.models.people.PlainName()],
                verbose_name="nickname",
            ),
        ),
    ]
