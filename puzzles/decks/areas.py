"""Areas for boards: all that there are of a size, or grown ones no two of which are alike."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from puzzles.decks.chance import Chance
from puzzles.decks.growing import grow, has_arm, has_hole
from puzzles.solver import Region, canonical

Rows = tuple[str, ...]


def looks(rows: Rows) -> Rows:
    """The same for areas that are alike when turned or turned over."""
    region = canonical(Region.from_area(rows), dimension=2, flip=True)
    return region.layers()[0]


@lru_cache(maxsize=16)
def every_area(size: int) -> tuple[Rows, ...]:
    """All areas of ``size`` squares that hang together and have no hole, each once however it
    is turned, in a fixed order."""
    return tuple(rows for rows in _free_polyominoes(size) if not has_hole(rows))


@lru_cache(maxsize=16)
def _free_polyominoes(size: int) -> tuple[Rows, ...]:
    """Each grown from one that is smaller by a square (Redelmeier counts them, 1981)."""
    if size == 1:
        return (("#",),)
    found = {looks(grown) for rows in _free_polyominoes(size - 1) for grown in _with_one_more(rows)}
    return tuple(sorted(found))


def _with_one_more(rows: Rows) -> Iterator[Rows]:
    wide = "." * (len(rows[0]) + 2)
    framed = [wide, *(f".{row}." for row in rows), wide]
    for y, row in enumerate(framed):
        for x, mark in enumerate(row):
            beside = (
                row[max(x - 1, 0) : x]
                + row[x + 1 : x + 2]
                + "".join(framed[other][x] for other in (y - 1, y + 1) if 0 <= other < len(framed))
            )
            if mark == "." and "#" in beside:
                yield tuple(
                    line if index != y else f"{line[:x]}#{line[x + 1 :]}"
                    for index, line in enumerate(framed)
                )


class Grower:
    """Grows areas without arms by chance, each of them unlike all those before."""

    def __init__(self, chance: Chance, *, columns: int, rows: int) -> None:
        self._chance = chance
        self._columns = columns
        self._rows = rows
        self._seen: set[Rows] = set()

    def grow(self, size: int) -> Rows:
        """A new area of ``size`` squares."""
        while True:
            rows = grow(size, columns=self._columns, rows=self._rows, chance=self._chance)
            if has_arm(rows):
                continue
            look = looks(rows)
            if look not in self._seen:
                self._seen.add(look)
                return rows
