"""What the public page shows of a tournament."""

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.models import Registration, Tournament
from tournaments.services.games import GameView
from tournaments.standings.table import Line, Result, standings


@dataclass(frozen=True)
class Overview:
    """Who plays, how each table stands, and how everybody stands."""

    tournament: Tournament
    players: list[str]
    waiting: list[str]
    tables: list[GameView]
    standings: list[Line]


def overview_of(tournament: Tournament, *, names_for_all: bool) -> Overview:
    """Everything at once, in a constant number of queries.

    People who want to be left out have no name unless ``names_for_all`` (the desk).
    """
    registrations = tournament.registrations.select_related("user")
    tables = [
        GameView(
            game=game,
            names=tuple(
                public_name(seat.registration, names_for_all=names_for_all)
                for seat in game.seats.all()
            ),
        )
        for game in tournament.games.with_everything()
        # Somebody may have drawn the tables anew since the games were read.
        if game.seats.all()
    ]
    results = [
        Result(player=name, points=score, best=max(table.scores))
        for table in tables
        for name, score in zip(table.names, table.scores, strict=True)
    ]
    return Overview(
        tournament=tournament,
        players=[
            public_name(one, names_for_all=names_for_all)
            for one in registrations
            if one.state in Registration.HOLDS_A_PLACE
        ],
        waiting=[
            public_name(one, names_for_all=names_for_all)
            for one in registrations
            if one.state == Registration.State.WAITING
        ],
        tables=tables,
        standings=standings(results),
    )


def public_name(registration: Registration, *, names_for_all: bool = False) -> str:
    """The nickname, or that somebody wants to stay unnamed (with the number, to tell apart)."""
    if names_for_all or registration.is_listed:
        return registration.name
    return gettext("Player %(number)s") % {"number": registration.number}
