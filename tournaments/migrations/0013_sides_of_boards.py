"""Of a box all boards were played on the same side; now each says on which."""

from django.db import migrations


def name_sides(apps, schema_editor):
    for game in apps.get_model("tournaments", "Game").objects.filter(boards__isnull=False):
        side = game.boards.pop("side")
        game.boards["seats"] = [
            [f"{number}{side}" for number in numbers] for numbers in game.boards["seats"]
        ]
        game.save(update_fields=["boards"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_plain_names")]

    operations = [migrations.RunPython(name_sides, migrations.RunPython.noop)]
