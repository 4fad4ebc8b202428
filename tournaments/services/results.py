"""What came of the finished games, and how everybody stands by it: in a few queries, for all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Game, Playoff, Round, Tournament
from tournaments.standings.ranking import Line, standings
from tournaments.standings.results import TableResult

# Players are told apart by the key of their registration.
Result = TableResult[int]


@dataclass(frozen=True)
class Results:
    """The finished games of a tournament: those of the rounds, those of each stage after them."""

    players: Sequence[int]
    """Everybody who sat at a table, in a fixed order."""
    rounds: Sequence[Result]
    finals: Sequence[Sequence[Result | None]]
    """By stage; None for a table that is still playing."""
    playoffs: Sequence[Result]

    def standings(self, order: Sequence[str]) -> list[Line[int]]:
        """Everybody's line by these metrics.

        A stage after the rounds counts as soon as all its tables are over: who still plays has
        not come less far than who has lost there.
        """
        return self._standings(order, [tables for tables in self.finals if None not in tables])

    def at_the_cut(self, order: Sequence[str]) -> list[Line[int]]:
        """The same, but each table counts that is over: for who doesn't wait for the others."""
        return self._standings(order, self.finals)

    def _standings(
        self, order: Sequence[str], finals: Sequence[Sequence[Result | None]]
    ) -> list[Line[int]]:
        return standings(
            self.players,
            self.rounds,
            order=order,
            playoffs=self.playoffs,
            finals=[[one for one in tables if one is not None] for tables in finals],
        )


def results_of(tournament: Tournament) -> Results:
    """All results that are in."""
    return results_from(games_with_seats(tournament), playoffs_of(tournament))


def games_with_seats(tournament: Tournament) -> QuerySet[Game]:
    """Its games in the order of rounds and tables, each with its round and who sits there."""
    games = Game.objects.filter(tournament=tournament)
    return games.select_related("round").prefetch_related("seats")


def results_from(games: Iterable[Game], playoffs: Sequence[Result]) -> Results:
    """What these games of a tournament came to."""
    rounds: list[Result] = []
    finals: dict[int, list[Result | None]] = {}
    players: set[int] = set()
    for game in games:
        players |= {seat.registration_id for seat in game.seats.all()}
        result = result_of(game)
        if game.round.kind != Round.Kind.ROUND:
            finals.setdefault(game.round.number, []).append(result)
        elif result is not None:
            rounds.append(result)
    return Results(
        players=sorted(players),
        rounds=rounds,
        finals=[finals[number] for number in sorted(finals)],
        playoffs=playoffs,
    )


def playoffs_of(tournament: Tournament) -> list[Result]:
    """What was played out among players who were level, as it was entered last."""
    playoffs = [_playoff(one) for one in Playoff.objects.filter(tournament=tournament)]
    return list({frozenset(one.players): one for one in playoffs}.values())


def result_of(game: Game) -> Result | None:
    """The result of a finished game; None while it goes on."""
    if game.result is None:
        return None
    return TableResult(
        players=tuple(seat.registration_id for seat in game.seats.all()),
        places=tuple(game.result["places"]),
        scores=tuple(game.result["scores"]),
    )


def _playoff(playoff: Playoff) -> Result:
    places = tuple(range(1, len(playoff.order) + 1))
    return TableResult(tuple(playoff.order), places, tuple(-place for place in places))
