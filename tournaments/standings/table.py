"""The standings over all tables of a tournament."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Result:
    """What a player brought from the table: points, and the best that anybody had there."""

    player: str
    points: int
    best: int

    @property
    def share(self) -> Fraction:
        """The part of the best score at the table: fair across tables of different size."""
        return Fraction(self.points, self.best) if self.best else Fraction(0)


@dataclass(frozen=True)
class Line:
    """A line of the standings; equal shares share the place, and the next place skips."""

    place: int
    player: str
    points: int
    share: Fraction

    @property
    def percent(self) -> int:
        """The share in whole per cent, for people to read."""
        return round(100 * self.share)


def standings(results: Sequence[Result]) -> list[Line]:
    """Everybody by the share of the best score at the own table; equal is never decided."""
    shares = sorted(result.share for result in results)
    lines = [
        Line(
            place=1 + len(shares) - bisect_right(shares, result.share),
            player=result.player,
            points=result.points,
            share=result.share,
        )
        for result in results
    ]
    return sorted(lines, key=lambda line: (line.place, line.player.casefold()))
