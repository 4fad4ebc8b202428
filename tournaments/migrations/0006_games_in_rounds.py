"""Every table that was drawn so far belongs to the first round; its result is noted."""

from django.db import migrations

from tournaments import rules


def put_games_into_rounds(apps, schema_editor):
    for tournament in apps.get_model("tournaments", "Tournament").objects.all():
        games = list(tournament.games.all())
        if not games:
            continue
        first = tournament.rounds.create(
            number=1,
            variant=tournament.variant,
            config=tournament.config,
            seed=tournament.seed,
            drawn_at=tournament.created,
        )
        for game in games:
            game.round = first
            game.result = _result(tournament.variant, game)
            game.save(update_fields=["round", "result"])


def _result(variant, game):
    played = rules.rules_of(variant)
    entries = game.entries.filter(retired_at__isnull=True).order_by("index")
    events = [entry.event for entry in entries]
    config = played.parse_config(game.config)
    state = rules.replay(played, config, game.seats.count(), events)
    if not played.finished(state):
        return None
    places = [standing.place for standing in played.ranking(state)]
    return {"scores": played.scores(state), "places": places}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_rounds")]

    operations = [migrations.RunPython(put_games_into_rounds, migrations.RunPython.noop)]
