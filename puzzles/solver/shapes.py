"""Shapes of pieces, and the motions that a piece may make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations, product

from puzzles.solver.errors import MalformedTask
from puzzles.solver.grids import (
    MAX_CELLS,
    Cell,
    at_origin,
    cells_of_layers,
    cells_of_rows,
    extents,
    layers_of_cells,
)

__all__ = ["Cell", "Motion", "Shape", "motions", "orientations", "parse_grid", "parse_layers"]


@dataclass(frozen=True)
class Motion:
    """A turn (or a turn and reflection) of the lattice: new axis i is ``signs[i]`` times
    old axis ``axes[i]``."""

    axes: tuple[int, int, int]
    signs: tuple[int, int, int]

    def turn(self, cells: Iterable[Cell]) -> list[Cell]:
        """The cells after the motion, in the given order, not moved back to the origin."""
        a, b, c = self.axes
        i, j, k = self.signs
        return [(i * cell[a], j * cell[b], k * cell[c]) for cell in cells]

    @property
    def is_proper(self) -> bool:
        """Whether it is a rotation of space, the sign of its permutation times its signs."""
        a, b, c = self.axes
        parity = -1 if (a > b) ^ (a > c) ^ (b > c) else 1
        i, j, k = self.signs
        return parity * i * j * k == 1


@lru_cache(maxsize=8)
def motions(*, dimension: int, flip: bool) -> tuple[Motion, ...]:
    """The motions of a piece, the identity first.

    In the plane the 4 rotations, with ``flip`` also the 4 reflections (turning a flat
    piece over). In space the 24 rotations; ``flip`` has no say there.
    """
    every = [
        Motion((a, b, c), (i, j, k))
        for a, b, c in permutations((0, 1, 2))
        for i, j, k in product((1, -1), repeat=3)
    ]
    if dimension == 3:
        return tuple(motion for motion in every if motion.is_proper)
    flat = [motion for motion in every if motion.axes[2] == 2 and motion.signs[2] == 1]
    return tuple(motion for motion in flat if flip or motion.is_proper)


@dataclass(frozen=True)
class Shape:
    """A polyomino or polycube: its cells sorted, the bounding box at the origin."""

    cells: tuple[Cell, ...]

    @classmethod
    def of(cls, cells: Iterable[Cell], field: str = "piece_set") -> Shape:
        """The shape of cells anywhere; MalformedTask if there are none, too many, or one
        is given twice."""
        cells = list(cells)
        if not cells:
            raise MalformedTask(field, "no_cells", value=[])
        if len(cells) > MAX_CELLS:
            raise MalformedTask(field, "too_many_cells", value=len(cells), limit=MAX_CELLS)
        seen: set[Cell] = set()
        for cell in cells:
            if cell in seen:
                raise MalformedTask(field, "overlapping_cells", value=cell)
            seen.add(cell)
        return cls(at_origin(cells))

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.cells)

    @cached_property
    def extents(self) -> Cell:
        """Columns, rows and layers of the bounding box."""
        return extents(self.cells)

    @cached_property
    def imbalance(self) -> int:
        """By how many cells one checkerboard colour outnumbers the other, 0 or more."""
        return abs(sum(1 - 2 * ((x + y + z) & 1) for x, y, z in self.cells))

    @cached_property
    def connected(self) -> bool:
        """Whether it hangs together face to face."""
        left = set(self.cells)
        front = [left.pop()]
        while front:
            x, y, z = front.pop()
            for cell in (
                (x - 1, y, z),
                (x + 1, y, z),
                (x, y - 1, z),
                (x, y + 1, z),
                (x, y, z - 1),
                (x, y, z + 1),
            ):
                if cell in left:
                    left.remove(cell)
                    front.append(cell)
        return not left

    def layers(self) -> tuple[tuple[str, ...], ...]:
        """Text layers of the bounding box, bottom first."""
        return layers_of_cells(self.cells)


@lru_cache(maxsize=4096)
def orientations(shape: Shape, *, dimension: int, flip: bool) -> tuple[Shape, ...]:
    """The different ways a piece can lie, the given one first, then in the motions' order."""
    ways = {
        Shape(at_origin(motion.turn(shape.cells))): None
        for motion in motions(dimension=dimension, flip=flip)
    }
    return tuple(ways)


@lru_cache(maxsize=4096)
def representative(shape: Shape, *, dimension: int, flip: bool) -> Shape:
    """The same shape for all congruent ones: the least of its orientations."""
    ways = orientations(shape, dimension=dimension, flip=flip)
    return min(ways, key=lambda way: way.cells)


def parse_grid(grid: object, field: str) -> Shape:
    """A flat shape from rows such as ``["#.", "##"]``; MalformedTask at ``field``."""
    cells = cells_of_rows(grid, field)
    if not cells:
        raise MalformedTask(field, "no_cells", value=grid)
    return Shape(at_origin(cells))


def parse_layers(layers: object, field: str) -> Shape:
    """A shape from layers of rows, bottom first; MalformedTask at ``field``."""
    cells = cells_of_layers(layers, field)
    if not cells:
        raise MalformedTask(field, "no_cells", value=layers)
    return Shape(at_origin(cells))
