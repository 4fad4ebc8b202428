"""Nicknames are unique, capitals or not; whoever has none gets one."""

import unicodedata

import django.core.validators
from django.db import migrations, models


def fold(nickname):
    compatible = unicodedata.normalize("NFKC", nickname).casefold()
    return unicodedata.normalize("NFKC", compatible)[:255]


def name_everybody(apps, schema_editor):
    taken = set()
    for user in apps.get_model("accounts", "User").objects.order_by("pk"):
        stem = user.nickname or user.username.split("@")[0][:32] or "player"
        number, nickname = 1, stem
        while fold(nickname) in taken:
            number += 1
            nickname = f"{stem[:32]}-{number}"
        taken.add(fold(nickname))
        user.nickname, user.nickname_key = nickname, fold(nickname)
        user.save(update_fields=["nickname", "nickname_key"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="nickname_key",
            field=models.CharField(
                blank=True, editable=False, max_length=255, null=True, unique=True
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="nickname",
            field=models.CharField(
                blank=True,
                help_text="What others read of you. Your username, if you leave it empty.",
                max_length=40,
                validators=[
                    django.core.validators.RegexValidator(
                        "^[^\\x00-\\x1f\\x7f<>]*$", "Names may not contain < or >."
                    )
                ],
                verbose_name="nickname",
            ),
        ),
        migrations.RunPython(name_everybody, migrations.RunPython.noop),
    ]
