"""What everybody sees of a tournament: people who want to be left out have no name there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import compress
from types import MappingProxyType

from django.db.models import prefetch_related_objects
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
from tournaments.standings.ranking import Line
from tournaments.standings.results import TableResult

# What stands where a metric says nothing of a player.
NOTHING = "–"


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
    corrected_earlier: list[Game]
    """Tables of the rounds before, where something was corrected."""
    metrics: tuple[Metric, ...]
    standings: list[Standing]
    has_standings: bool
    """Whether they say anything yet: before the first result all are level."""

    @property
    def columns(self) -> list[Metric]:
        """The metrics that say something of somebody."""
        return list(compress(self.metrics, self._told))

    @property
    def rows(self) -> list[tuple[Standing, list[str]]]:
        """The standings, each line with its figures of ``columns``."""
        return [(line, list(compress(line.figures, self._told))) for line in self.standings]

    @cached_property
    def _told(self) -> list[bool]:
        """Of each metric."""
        figures = (line.figures for line in self.standings)
        return [any(one != NOTHING for one in column) for column in zip(*figures, strict=True)]


def overview_of(tournament: Tournament) -> Overview:
    """Everything at once, in a constant number of queries."""
    # Before the people: whoever sits at a table that was just drawn has a name then.
    games = _games(tournament)
    registrations = list(tournament.registrations.select_related("user"))
    names = names_of(registrations)
    numbers = {one.pk: one.number for one in registrations}
    rounds = list({game.round_id: game.round for game in games}.values())
    tables = _latest_tables(games, names)
    corrected = _corrected(tournament)
    running = [_as_it_stands(view) for view in tables] if tournament.is_one_game else []
    points = {
        player: score
        for result in running
        for player, score in zip(result.players, result.scores, strict=True)
    }
    return Overview(
        tournament=tournament,
        players=[names[one.pk] for one in registrations if one.state in one.HOLDS_A_PLACE],
        waiting=[names[one.pk] for one in registrations if one.state == Registration.State.WAITING],
        round=rounds[-1] if rounds else None,
        earlier=rounds[:-1],
        tables=tables,
        corrected_earlier=[
            game for game in games if game.pk in corrected and game.round_id != rounds[-1].pk
        ],
        metrics=metrics_of(tournament.metrics),
        standings=[
            told_of(line, tournament, names, number=numbers[line.player], points=points)
            for line in _lines(tournament, games, running)
        ],
        has_standings=bool(running) or any(game.result is not None for game in games),
    )


def lines_of(tournament: Tournament) -> list[Line[int]]:
    """Everybody's line of the standings, in no language, by registrations' keys."""
    games = _games(tournament)
    if not tournament.is_one_game:
        return _lines(tournament, games, [])
    registrations = tournament.registrations.select_related("user")
    running = [_as_it_stands(view) for view in _latest_tables(games, names_of(registrations))]
    return _lines(tournament, games, running)


def told_of(
    line: Line[int],
    tournament: Tournament,
    names: Mapping[int, str],
    *,
    number: int,
    points: Mapping[int, int] = MappingProxyType({}),
) -> Standing:
    """A line in the reader's language; ``names`` has at least those of ``line.mentioned``.

    ``number`` is that of the player's registration.
    """
    return Standing(
        place=line.place,
        player=names[line.player],
        number=number,
        points=points.get(line.player),
        figures=[
            NOTHING if (value := line.values[key]) is None else in_figures(value)
            for key in tournament.metrics
        ],
        why=line.said(names, translate=gettext, number=in_figures),
    )


def _games(tournament: Tournament) -> list[Game]:
    """Round by round; somebody may draw the tables anew while they are read."""
    return [game for game in games_with_seats(tournament) if game.seats.all()]


def _corrected(tournament: Tournament) -> set[int]:
    """The games in which something was corrected."""
    entries = Entry.objects.filter(game__tournament=tournament)
    corrected = entries.filter(retirement=Entry.Retirement.CORRECTED)
    return set(corrected.values_list("game_id", flat=True))


def _latest_tables(games: Sequence[Game], names: Mapping[int, str]) -> list[GameView]:
    latest = [game for game in games if game.round_id == games[-1].round_id]
    prefetch_related_objects(latest, "entries")
    return [
        GameView(game=game, names=tuple(names[seat.registration_id] for seat in game.seats.all()))
        for game in latest
    ]


def _lines(
    tournament: Tournament, games: Sequence[Game], running: Sequence[Result]
) -> list[Line[int]]:
    """By finished games, but a single round is followed as it is played."""
    playoffs = playoffs_of(tournament)
    if tournament.is_one_game:
        players = sorted(player for result in running for player in result.players)
        return Results(players, running, (), playoffs).standings(tournament.metrics)
    return results_from(games, playoffs).standings(tournament.metrics)


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
    games = list(games_with_seats(drawn.tournament).filter(round=drawn))
    names = names_of(drawn.tournament.registrations.select_related("user"))
    corrected = _corrected(drawn.tournament)
    return [TableOfRound(game.table, _people(game, names), game.pk in corrected) for game in games]


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


def names_of(registrations: Iterable[Registration]) -> dict[int, str]:
    """What everybody may call these people, by their registrations' keys."""
    return {one.pk: public_name(one) for one in registrations}


def public_name(registration: Registration) -> str:
    """The nickname, or that somebody wants to stay unnamed (with the number, to tell apart)."""
    if registration.is_listed:
        return registration.name
    return gettext("Player %(number)s") % {"number": registration.number}
