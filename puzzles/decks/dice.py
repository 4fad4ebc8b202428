"""Pads for the dice game: six areas that the dice can fill, drawn from a seed.

The id ``dice1#77`` names the variant, the version of this generator and the seed. It stands
on every sheet and gives the same areas for ever; whoever changes what is drawn raises VERSION.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.decks.chance import Chance
from puzzles.decks.growing import grow
from puzzles.decks.walled import bits_of, placements, squares_of
from puzzles.solver import BUILT_IN

VARIANT: Final = "dice"
VERSION: Final = 1
PREFIX: Final = f"{VARIANT}{VERSION}#"
MOST_SEED: Final = 999_999_999

PIECES: Final = BUILT_IN["dice"].pieces

# The six faces of every die of a colour (the house set), in the order of an ordinary die's pips.
WHITE_DIE: Final = ("I1", "I1", "I2", "I2", "I3", "V3")
BLACK_DIE: Final = ("L4", "T4", "S4", "O4", "P5", "L5")

AREAS: Final = 6
FEWEST_SQUARES: Final = 14
MOST_SQUARES: Final = 21
MOST_COLUMNS: Final = 6
MOST_ROWS: Final = 5

# No round can fill more than the largest black and the largest white shape.
MOST_A_ROUND: Final = max(PIECES[code].size for code in BLACK_DIE) + max(
    PIECES[code].size for code in WHITE_DIE
)


@dataclass(frozen=True)
class Laid:
    """A shape of the dice where it lies: column and row of each square."""

    code: str
    squares: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Area:
    """An area as rows of text, and the proof that the dice can fill it.

    The filling takes at most ``rounds`` black and as many white shapes, so a lucky player
    could fill the area in so many rounds, and nobody could in fewer.
    """

    rows: tuple[str, ...]
    filling: tuple[Laid, ...]
    rounds: int

    @property
    def size(self) -> int:
        """The number of squares."""
        return sum(row.count("#") for row in self.rows)


@dataclass(frozen=True)
class Pad:
    """A set of areas of rising size."""

    seed: int
    areas: tuple[Area, ...]

    @property
    def id(self) -> str:
        """What reproduces the pad."""
        return id_of(self.seed)


def id_of(seed: int) -> str:
    """The id of the pad with this seed."""
    return f"{PREFIX}{seed}"


def generate(seed: int) -> Pad:
    """The pad with this seed, 0 to ``MOST_SEED``."""
    if not 0 <= seed <= MOST_SEED:
        raise ValueError(f"A seed lies between 0 and {MOST_SEED}.")
    chance = Chance(id_of(seed))
    areas = []
    for size in _sizes(chance):
        rows = grow(size, columns=MOST_COLUMNS, rows=MOST_ROWS, chance=chance)
        rounds, filling = fewest_rounds(rows)
        areas.append(Area(rows, filling, rounds))
    return Pad(seed, tuple(areas))


def _sizes(chance: Chance) -> list[int]:
    """The smallest size first, the largest last, and between them some of the others."""
    between = list(range(FEWEST_SQUARES + 1, MOST_SQUARES))
    while len(between) > AREAS - 2:
        between.remove(chance.choice(between))
    return [FEWEST_SQUARES, *between, MOST_SQUARES]


def fewest_rounds(rows: Sequence[str]) -> tuple[int, tuple[Laid, ...]]:
    """In how many rounds the dice can fill an area at best, and a filling that does it.

    There always is one: white dice show single squares.
    """
    area = bits_of(rows)
    rounds = -(-area.bit_count() // MOST_A_ROUND)
    while (filling := _filling(area, rounds)) is None:
        rounds += 1
    return rounds, tuple(Laid(code, squares_of(bits)) for code, bits in filling)


@dataclass(frozen=True)
class _Placement:
    code: str
    bits: int
    black: int
    white: int


def _filling(area: int, rounds: int) -> list[tuple[str, int]] | None:
    """An exact cover by at most ``rounds`` black and ``rounds`` white shapes."""
    by_lowest: dict[int, list[_Placement]] = {}
    for placement in _every_placement(area):
        by_lowest.setdefault(placement.bits & -placement.bits, []).append(placement)
    most_black = max(PIECES[code].size for code in BLACK_DIE)
    most_white = max(PIECES[code].size for code in WHITE_DIE)

    def fill(left: int, black: int, white: int) -> list[tuple[str, int]] | None:
        if not left:
            return []
        if left.bit_count() > black * most_black + white * most_white:
            return None
        for placed in by_lowest[left & -left]:
            if placed.bits & ~left or placed.black > black or placed.white > white:
                continue
            rest = fill(left ^ placed.bits, black - placed.black, white - placed.white)
            if rest is not None:
                return [(placed.code, placed.bits), *rest]
        return None

    return fill(area, rounds, rounds)


def _every_placement(area: int) -> Iterator[_Placement]:
    """All that the dice can lay, larger shapes first."""
    for code in sorted(PIECES, key=lambda code: -PIECES[code].size):
        black = int(code in BLACK_DIE)
        for bits in placements(area, PIECES[code]):
            yield _Placement(code, bits, black, 1 - black)
