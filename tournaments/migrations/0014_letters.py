from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_sides_of_boards"),
    ]

    operations = [
        migrations.AddField(
            model_name="registration",
            name="mails_each_round",
            field=models.BooleanField(
                default=False, verbose_name="an e-mail with the table of each round"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="is_told",
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
