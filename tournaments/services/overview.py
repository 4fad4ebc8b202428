"""What the public page shows of a tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Exists, OuterRef, prefetch_related_objects
from django.utils import formats
from django.utils.translation import gettext

from tournaments.models import Entry, Game, Registration, Round, Tournament
from tournaments.services.games import GameView
from tournaments.services.results import (
    Result,
    Results,
    games_with_seats,
    playoffs_of,
    result_of,
    results_from,
)
from tournaments.standings.metrics import Metric, metrics_of
from tournaments.standings.results import TableResult


@dataclass(frozen=True)
class Standing:
    """A line of the standings as people read it."""

    place: int
    player: str
    number: int
    """That of the player's registration."""
    points: int | None
    """The score of the game, where each player plays a single one."""
    figures: list[str]
    """The figure of each metric, in the tournament's order."""
    why: tuple[str, ...]


@dataclass(frozen=True)
class Overview:
    """Who plays, how each table of the latest round stands, and how everybody stands."""

    tournament: Tournament
    players: list[str]
    waiting: list[str]
    round: Round | None
    """The latest one."""
    earlier: list[Round]
    tables: list[GameView]
    metrics: tuple[Metric, ...]
    standings: list[Standing]


def overview_of(tournament: Tournament, *, names_for_all: bool) -> Overview:
    """Everything at once, in a constant number of queries.

    People who want to be left out have no name unless ``names_for_all`` (the desk).
    """
    registrations = list(tournament.registrations.select_related("user"))
    names = {one.pk: public_name(one, names_for_all=names_for_all) for one in registrations}
    numbers = {one.pk: one.number for one in registrations}
    # Somebody may draw the tables anew while they are read.
    games = [game for game in games_with_seats(tournament) if game.seats.all()]
    rounds = list({game.round_id: game.round for game in games}.values())
    latest = [game for game in games if game.round == rounds[-1]]
    prefetch_related_objects(latest, "entries")
    tables = [
        GameView(game=game, names=tuple(names[seat.registration_id] for seat in game.seats.all()))
        for game in latest
    ]
    return Overview(
        tournament=tournament,
        players=[names[one.pk] for one in registrations if one.state in one.HOLDS_A_PLACE],
        waiting=[names[one.pk] for one in registrations if one.state == Registration.State.WAITING],
        round=rounds[-1] if rounds else None,
        earlier=rounds[:-1],
        tables=tables,
        metrics=metrics_of(tournament.metrics),
        standings=_standings(tournament, names, numbers, games, tables),
    )


def _standings(
    tournament: Tournament,
    names: Mapping[int, str],
    numbers: Mapping[int, int],
    games: Sequence[Game],
    tables: Sequence[GameView],
) -> list[Standing]:
    """How everybody stands: by finished games, but a single round is followed as it is played."""
    points: dict[int, int] = {}
    if tournament.is_one_game:
        running = [_as_it_stands(view) for view in tables]
        points = {
            player: score
            for result in running
            for player, score in zip(result.players, result.scores, strict=True)
        }
        results = Results(sorted(points), running, (), playoffs_of(tournament))
    else:
        results = results_from(games, playoffs_of(tournament))
    lines = results.standings(tournament.metrics)
    return [
        Standing(
            place=line.place,
            player=names[line.player],
            number=numbers[line.player],
            points=points.get(line.player),
            figures=[
                "–" if (value := line.values[key]) is None else in_figures(value)
                for key in tournament.metrics
            ],
            why=line.said(names, translate=gettext, number=in_figures),
        )
        for line in lines
    ]


def _as_it_stands(view: GameView) -> Result:
    """The game as if it ended now."""
    return TableResult(
        players=tuple(seat.registration_id for seat in view.game.seats.all()),
        places=tuple(standing.place for standing in view.rules.ranking(view.state)),
        scores=tuple(view.scores),
    )


@dataclass(frozen=True)
class TableOfRound:
    """How a table of a round ended."""

    number: int
    people: list[tuple[int | None, str, int | None]]
    """Place, name and score, best first; without places and scores while there is no result."""
    is_corrected: bool


def tables_of_round(drawn: Round) -> list[TableOfRound]:
    """Who sat where in a round and what came of it, as everybody may see it."""
    registrations = drawn.tournament.registrations.select_related("user")
    names = {one.pk: public_name(one) for one in registrations}
    corrected = Entry.objects.filter(game=OuterRef("pk"), retirement=Entry.Retirement.CORRECTED)
    games = games_with_seats(drawn.tournament).filter(round=drawn)
    return [
        TableOfRound(game.table, _people(game, names), game.is_corrected)
        for game in games.annotate(is_corrected=Exists(corrected))
    ]


def _people(game: Game, names: Mapping[int, str]) -> list[tuple[int | None, str, int | None]]:
    result = result_of(game)
    if result is None:
        return [(None, names[seat.registration_id], None) for seat in game.seats.all()]
    seated = zip(result.places, result.players, result.scores, strict=True)
    return [(place, names[player], score) for place, player, score in sorted(seated)]


def in_figures(value: Fraction, decimals: int = 2) -> str:
    """A figure as people read it: at most so many decimals, none that are nothing."""
    rounded = f"{float(round(value, decimals)):.{decimals}f}".rstrip("0").rstrip(".")
    return formats.number_format(rounded, use_l10n=True)


def public_name(registration: Registration, *, names_for_all: bool = False) -> str:
    """The nickname, or that somebody wants to stay unnamed (with the number, to tell apart)."""
    if names_for_all or registration.is_listed:
        return registration.name
    return gettext("Player %(number)s") % {"number": registration.number}
