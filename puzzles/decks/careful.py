"""A careful player of the dice game, simulated: how many rounds does an area take?

The model. So many black and white dice lie on the table, by default two of each colour, as
when two play; this player takes first. Of all pairs of one black and one white die, and of
all ways to enter both shapes, one of them or none, the one is taken that leaves the least
trouble: every free square counts 1; a free square with at most one free neighbour counts 1
more, since few shapes can fill it; one without any counts 3 more, since only a single square
can. Of equals the first in a fixed order is taken. Nothing is foreseen beyond that.

A rest can never become impossible to fill, since white dice show single squares; the marks
above are what keeps the rest from becoming slow to fill.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Final

from puzzles.decks.chance import Chance
from puzzles.decks.dice import BLACK_DIE, PIECES, WHITE_DIE
from puzzles.decks.walled import BITS, bits_of, lonely, placements

GAMES: Final = 400
DICE: Final = 2
"""Dice of each colour to choose from."""

_EVERY_SQUARE: Final = (1 << BITS) - 1


@dataclass(frozen=True)
class Expectation:
    """The mean number of rounds over simulated games, and its standard error."""

    mean: float
    error: float
    games: int


@dataclass(frozen=True)
class Move:
    """What is taken in a round, and the squares that stay free."""

    black: str
    white: str
    left: int


class CarefulPlayer:
    """Plays one area; remembers every situation it has thought through."""

    def __init__(self, rows: Sequence[str]) -> None:
        self.area = bits_of(rows)
        self._placements = {code: placements(self.area, PIECES[code]) for code in PIECES}
        self._rank = cache(_rank)
        self._best_rest = cache(self._enter)
        self._best_move = cache(self._take)

    def move(self, left: int, *, black: Sequence[str], white: Sequence[str]) -> Move:
        """The best round with these dice on the table, when ``left`` is still free."""
        return self._best_move(left, tuple(sorted(set(black))), tuple(sorted(set(white))))

    def _take(self, left: int, black: tuple[str, ...], white: tuple[str, ...]) -> Move:
        moves = [Move(b, w, self._best_rest(left, b, w)) for b in black for w in white]
        return min(moves, key=lambda move: self._rank(move.left))

    def _enter(self, left: int, black: str, white: str) -> int:
        """The best rest after none, one or both of two shapes were entered."""
        free = ~left
        blacks = [bits for bits in self._placements[black] if not bits & free]
        rests = [left, *(left ^ bits for bits in blacks)]
        for bits in self._placements[white]:
            if not bits & free:
                rest = left ^ bits
                rests.append(rest)
                rests += [rest ^ more for more in blacks if not more & bits]
        return min(map(self._rank, rests)) & _EVERY_SQUARE


def _rank(left: int) -> int:
    """How bad it is that these squares are still free, then the squares themselves."""
    alone, hanging = lonely(left)
    trouble = left.bit_count() + hanging.bit_count() + 2 * alone.bit_count()
    return trouble << BITS | left


def expected_rounds(
    rows: Sequence[str], *, games: int = GAMES, dice: int = DICE, name: str = "rounds"
) -> Expectation:
    """How many rounds the careful player needs for an area: the same answer every time.

    Another ``name`` gives other games.
    """
    chance = Chance(f"{name} {'/'.join(rows)}")
    player = CarefulPlayer(rows)
    total = squares = 0
    for _ in range(games):
        rounds = 0
        left = player.area
        while left:
            black = [chance.choice(BLACK_DIE) for _ in range(dice)]
            white = [chance.choice(WHITE_DIE) for _ in range(dice)]
            left = player.move(left, black=black, white=white).left
            rounds += 1
        total += rounds
        squares += rounds * rounds
    variance = (squares - total * total / games) / (games - 1)
    return Expectation(total / games, sqrt(variance / games), games)
