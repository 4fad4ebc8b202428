from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_games_in_rounds")]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="round",
            field=models.ForeignKey(
                on_delete=models.deletion.CASCADE, related_name="games", to="tournaments.round"
            ),
        ),
    ]
