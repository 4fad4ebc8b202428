"""What came of the tables: the only thing that standings are made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True)
class TableResult(Generic[Player]):
    """A finished game: who played, each one's place by the variant's own rules, and score."""

    players: tuple[Player, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]

    def place_of(self, player: Player) -> int:
        """The player's place at this table, from 1."""
        return self.places[self.players.index(player)]

    def duel(self, player: Player, opponent: Player) -> Fraction:
        """1 for the better place of the two, ½ for the same."""
        own, theirs = self.place_of(player), self.place_of(opponent)
        return Fraction(int(own < theirs) * 2 + int(own == theirs), 2)

    def table_points(self, player: Player) -> Fraction:
        """The share of the opponents that were beaten, from 0 to 1, whatever the table's size."""
        if len(self.players) == 1:
            return Fraction(0)
        own = self.place_of(player)
        beaten = sum(place > own for place in self.places)
        level = self.places.count(own) - 1
        return Fraction(2 * beaten + level, 2 * (len(self.players) - 1))

    def share_of_best(self, player: Player) -> Fraction:
        """The score as a share of the table's best."""
        best = max(self.scores)
        return Fraction(self.scores[self.players.index(player)], best) if best else Fraction(0)

    def opponents_of(self, player: Player) -> tuple[Player, ...]:
        """The others at the table."""
        return tuple(other for other in self.players if other != player)


class Record(Generic[Player]):
    """The results of a tournament by player, and the table points that all else builds on.

    Play-offs stand apart: they count for nothing else.
    """

    def __init__(
        self,
        results: Iterable[TableResult[Player]],
        playoffs: Sequence[TableResult[Player]],
    ) -> None:
        self.playoffs = playoffs
        games: defaultdict[Player, list[TableResult[Player]]] = defaultdict(list)
        for result in results:
            for player in result.players:
                games[player].append(result)
        self._games: Mapping[Player, list[TableResult[Player]]] = games
        self._table_points = {
            player: sum((result.table_points(player) for result in played), Fraction(0))
            for player, played in games.items()
        }
        self._points_a_game = {
            player: points / len(games[player]) for player, points in self._table_points.items()
        }

    def games_of(self, player: Player) -> list[TableResult[Player]]:
        """The games that the player took part in; rounds that were missed are simply not there."""
        return self._games.get(player, [])

    def table_points(self, player: Player) -> Fraction:
        """The sum over all games."""
        return self._table_points.get(player, Fraction(0))

    def points_a_game(self, player: Player) -> Fraction:
        """The mean over the player's games: how strong an opponent this is."""
        return self._points_a_game.get(player, Fraction(0))

    def duels(self, player: Player, opponent: Player) -> Iterator[Fraction]:
        """How the player fared against this opponent, game by game."""
        for result in self.games_of(player):
            if opponent in result.players:
                yield result.duel(player, opponent)
