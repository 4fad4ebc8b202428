"""By what players are ranked: small measures that an organiser puts in order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from puzzles.wording import N_
from tournaments.standings.results import Player, Record


class Metric(ABC):
    """One measure; more is better. None where it says nothing about this group."""

    key: ClassVar[str]
    label: ClassVar[str]
    rule: ClassVar[str]
    """The measure in words."""
    is_within_group: ClassVar[bool] = False
    """Whether it compares just the players who are level, so that the group changes it."""

    @abstractmethod
    def values(
        self, group: Sequence[Player], record: Record[Player]
    ) -> Mapping[Player, Fraction] | None:
        """The measure of each of a group of players who are level so far."""


class TablePoints(Metric):
    key = "table_points"
    label = N_("Table points")
    rule = N_("For each game the share of the opponents who were beaten; a tie counts half.")

    def values(self, group: Sequence[Player], record: Record[Player]) -> Mapping[Player, Fraction]:
        return {player: record.table_points(player) for player in group}


class ShareOfBest(Metric):
    key = "share_of_best"
    label = N_("Share of the best")
    rule = N_("For each game one's own score as a share of the best score at the table.")

    def values(self, group: Sequence[Player], record: Record[Player]) -> Mapping[Player, Fraction]:
        return {
            player: sum(
                (result.share_of_best(player) for result in record.games_of(player)), Fraction(0)
            )
            for player in group
        }


class Wins(Metric):
    key = "wins"
    label = N_("Wins")
    rule = N_("Games won; who shares the first place has won, too.")

    def values(self, group: Sequence[Player], record: Record[Player]) -> Mapping[Player, Fraction]:
        return {
            player: Fraction(sum(game.place_of(player) == 1 for game in record.games_of(player)))
            for player in group
        }


class OpponentsStrength(Metric):
    key = "opponents"
    label = N_("Opponents' strength")
    rule = N_("The mean of what all opponents won a game, in table points.")

    def values(self, group: Sequence[Player], record: Record[Player]) -> Mapping[Player, Fraction]:
        return {player: self._strength(player, record) for player in group}

    def _strength(self, player: Player, record: Record[Player]) -> Fraction:
        strengths = [
            record.points_a_game(opponent)
            for result in record.games_of(player)
            for opponent in result.opponents_of(player)
        ]
        return sum(strengths, Fraction(0)) / len(strengths) if strengths else Fraction(0)


class DirectMeeting(Metric):
    key = "direct"
    is_within_group = True
    label = N_("Direct meeting")
    rule = N_(
        "Among players who are level: the share of their games against each other that they won."
        " It counts only if each of them has met each other one."
    )

    def values(
        self, group: Sequence[Player], record: Record[Player]
    ) -> Mapping[Player, Fraction] | None:
        won: dict[Player, Fraction] = {}
        for player in group:
            shares = []
            for opponent in group:
                if opponent == player:
                    continue
                duels = list(record.duels(player, opponent))
                if not duels:
                    return None
                shares.append(sum(duels, Fraction(0)) / len(duels))
            won[player] = sum(shares, Fraction(0))
        return won


class Playoff(Metric):
    key = "playoff"
    is_within_group = True
    label = N_("Play-off")
    rule = N_(
        "Among players who are level: how many of them were beaten in a game that just these"
        " players played for it."
    )

    def values(
        self, group: Sequence[Player], record: Record[Player]
    ) -> Mapping[Player, Fraction] | None:
        for result in record.playoffs:
            if set(result.players) == set(group):
                places = {player: result.place_of(player) for player in group}
                return {
                    player: Fraction(sum(other > own for other in places.values()))
                    for player, own in places.items()
                }
        return None


METRICS: Final[Mapping[str, Metric]] = {
    metric.key: metric
    for metric in (
        TablePoints(),
        ShareOfBest(),
        Wins(),
        OpponentsStrength(),
        DirectMeeting(),
        Playoff(),
    )
}

USUAL_ORDER: Final = ("table_points", "share_of_best", "wins", "opponents", "direct", "playoff")
"""What decides, unless an organiser arranges it otherwise."""


class UnknownMetric(ValueError):
    """A key that no metric has, or one that is named twice."""


def metrics_of(keys: Sequence[str]) -> tuple[Metric, ...]:
    """The measures of these keys, in this order; UnknownMetric names the wrong one."""
    for place, key in enumerate(keys):
        if key not in METRICS or key in keys[:place]:
            raise UnknownMetric(key)
    return tuple(METRICS[key] for key in keys)
