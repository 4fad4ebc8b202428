"""What the public page shows of a tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils import formats
from django.utils.translation import gettext

from tournaments.models import Entry, Game, Registration, Round, Tournament
from tournaments.services.games import GameView
from tournaments.services.results import Result, Results, playoffs_of, results_of
from tournaments.standings.metrics import Metric, metrics_of
from tournaments.standings.results import TableResult


@dataclass(frozen=True)
class Standing:
    """A line of the standings as people read it."""

    place: int
    player: str
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
    tables: list[GameView]
    corrected_earlier: list[Game]
    """Tables of the rounds before, where something was corrected."""
    metrics: tuple[Metric, ...]
    standings: list[Standing]


def overview_of(tournament: Tournament, *, names_for_all: bool) -> Overview:
    """Everything at once, in a constant number of queries.

    People who want to be left out have no name unless ``names_for_all`` (the desk).
    """
    registrations = list(tournament.registrations.select_related("user"))
    names = {one.pk: public_name(one, names_for_all=names_for_all) for one in registrations}
    latest = Round.objects.filter(tournament=tournament).order_by("-number").values("pk")[:1]
    earlier = tournament.games.exclude(round__in=latest).select_related("round")
    corrected = earlier.filter(entries__retirement=Entry.Retirement.CORRECTED).distinct()
    games = tournament.games.filter(round__in=latest).select_related("round")
    tables = [
        GameView(game=game, names=tuple(names[seat.registration_id] for seat in game.seats.all()))
        for game in games.prefetch_related("seats", "entries")
        # Somebody may have drawn the tables anew since the games were read.
        if game.seats.all()
    ]
    return Overview(
        tournament=tournament,
        players=[names[one.pk] for one in registrations if one.state in one.HOLDS_A_PLACE],
        waiting=[names[one.pk] for one in registrations if one.state == Registration.State.WAITING],
        round=tables[0].game.round if tables else None,
        tables=tables,
        corrected_earlier=[] if tournament.is_one_game else list(corrected),
        metrics=metrics_of(tournament.metrics),
        standings=_standings(tournament, names, tables),
    )


def _standings(
    tournament: Tournament, names: Mapping[int, str], tables: Sequence[GameView]
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
        results = results_of(tournament)
    lines = results.standings(tournament.metrics)
    return [
        Standing(
            place=line.place,
            player=names[line.player],
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


def in_figures(value: Fraction) -> str:
    """A figure as people read it: at most two decimals, none that are nothing."""
    rounded = round(float(value), 2)
    return formats.number_format(f"{rounded:.2f}".rstrip("0").rstrip("."), use_l10n=True)


def public_name(registration: Registration, *, names_for_all: bool = False) -> str:
    """The nickname, or that somebody wants to stay unnamed (with the number, to tell apart)."""
    if names_for_all or registration.is_listed:
        return registration.name
    return gettext("Player %(number)s") % {"number": registration.number}
