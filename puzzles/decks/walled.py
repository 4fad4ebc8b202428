"""A small flat area as the bits of a number, with a wall around it.

Because a column and a row stay free, shifting the bits by 1 and by ``STRIDE`` gives the
neighbours of all squares at once, and nothing comes in again on the other side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from puzzles.solver.shapes import Shape, orientations

STRIDE: Final = 8
LONGEST_SIDE: Final = STRIDE - 2
BITS: Final = STRIDE * STRIDE


def bits_of(area: Sequence[str]) -> int:
    """The squares of an area, given as rows of text."""
    if len(area) > LONGEST_SIDE or max(map(len, area)) > LONGEST_SIDE:
        raise ValueError(f"Neither side may be longer than {LONGEST_SIDE} squares.")
    return sum(
        1 << (y * STRIDE + x)
        for y, row in enumerate(area, start=1)
        for x, mark in enumerate(row, start=1)
        if mark == "#"
    )


def squares_of(bits: int) -> tuple[tuple[int, int], ...]:
    """Column and row of each square, from the top left corner of the area."""
    places = (place for place in range(bits.bit_length()) if bits >> place & 1)
    return tuple((place % STRIDE - 1, place // STRIDE - 1) for place in places)


def placements(area: int, shape: Shape) -> tuple[int, ...]:
    """Every way to lay a shape into the area, turned and turned over."""
    found: list[int] = []
    for way in orientations(shape, dimension=2, flip=True):
        distances = [x + STRIDE * y for x, y, _ in way.cells]
        corners = area >> distances[0]
        for distance in distances[1:]:
            corners &= area >> distance
        laid = sum(1 << distance for distance in distances)
        while corners:
            corner = corners & -corners
            found.append(laid * corner)
            corners ^= corner
    return tuple(found)


def lonely(area: int) -> tuple[int, int]:
    """The squares with no neighbour, and those with at most one."""
    right, left, above, below = area << 1, area >> 1, area << STRIDE, area >> STRIDE
    beside, over = right | left, above | below
    several = right & left | above & below | beside & over
    return area & ~(beside | over), area & ~several
