"""A tournament for other programs: standings, pairings and results as tables, and its date.

Names are those of the public page: who wants to be left out has none.
"""

import csv
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

from django.conf import settings
from icalendar import Calendar, Event

from tournaments.models import Tournament
from tournaments.services.overview import names_of
from tournaments.services.results import games_with_seats, results_of

Row = Mapping[str, Any]
# With one of these a cell would be taken for a formula by a spreadsheet (by some in full width).
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
# How long a round is taken to last where nobody said so.
USUAL_ROUND = timedelta(minutes=45)


def standings_rows(tournament: Tournament) -> list[Row]:
    """A row for each player: place, name, the exact figure of each metric as a decimal."""
    lines = results_of(tournament).standings(tournament.metrics)
    names = _names(tournament)
    return [
        {
            "place": line.place,
            "player": names[line.player],
            **{
                key: None if value is None else round(float(value), 6)
                for key, value in line.values.items()
            },
        }
        for line in lines
    ]


def pairings_rows(tournament: Tournament) -> list[Row]:
    """A row for each seat of each round."""
    games = list(games_with_seats(tournament))
    names = _names(tournament)
    return [
        {
            "round": game.round.number,
            "kind": game.round.kind,
            "variant": game.round.variant,
            "table": game.table,
            "seat": seat.number + 1,
            "player": names[seat.registration_id],
        }
        for game in games
        for seat in game.seats.all()
    ]


def results_rows(tournament: Tournament) -> list[Row]:
    """A row for each player of each finished game: score and place."""
    games = list(games_with_seats(tournament))
    names = _names(tournament)
    return [
        {
            "round": game.round.number,
            "variant": game.round.variant,
            "table": game.table,
            "player": names[seat.registration_id],
            "score": game.result["scores"][seat.number],
            "place": game.result["places"][seat.number],
        }
        for game in games
        if game.result is not None
        for seat in game.seats.all()
    ]


TABLES: Mapping[str, Callable[[Tournament], list[Row]]] = {
    "standings": standings_rows,
    "pairings": pairings_rows,
    "results": results_rows,
}


def as_csv(rows: Sequence[Row]) -> str:
    """The rows with a heading, safe to be opened in a spreadsheet."""
    out = StringIO()
    if rows:
        writer = csv.DictWriter(out, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows({name: _as_cell(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def calendar(tournament: Tournament, *, now: datetime) -> bytes:
    """The tournament as an iCalendar file (RFC 5545)."""
    rounds = tournament.planned_rounds
    event = Event()
    event.add("uid", f"tournament-{tournament.pk}@{settings.SITE_URL.partition('://')[2]}")
    event.add("summary", tournament.name)
    event.add("dtstamp", now)
    event.add("dtstart", tournament.starts_at)
    event.add("dtend", tournament.starts_at + rounds * USUAL_ROUND)
    if tournament.venue:
        event.add("location", tournament.venue)
    if tournament.about:
        event.add("description", tournament.about)
    event.add("url", settings.SITE_URL + tournament.get_absolute_url())
    is_off = tournament.state == Tournament.State.CALLED_OFF
    event.add("status", "CANCELLED" if is_off else "CONFIRMED")
    event.add("sequence", tournament.version)
    file = Calendar()
    file.add("prodid", "-//Ubongo//Tournaments//EN")
    file.add("version", "2.0")
    file.add_component(event)
    content: bytes = file.to_ical()
    return content


def _as_cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return f"'{value}"
    return value


def _names(tournament: Tournament) -> dict[int, str]:
    """To be asked for after the games: whoever sits at a new table has a name then."""
    return names_of(tournament.registrations.select_related("user"))
