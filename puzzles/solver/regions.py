"""Regions that are to be filled: any set of cells within limits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from puzzles.solver.errors import MalformedTask
from puzzles.solver.grids import (
    MAX_CELLS,
    MAX_HEIGHT,
    MAX_SIDE,
    Cell,
    at_origin,
    cells_of_layers,
    cells_of_rows,
    extents,
    layers_of_cells,
)
from puzzles.solver.shapes import motions

__all__ = ["MAX_CELLS", "MAX_HEIGHT", "MAX_SIDE", "Region", "canonical", "symmetries"]


@dataclass(frozen=True)
class Region:
    """A set of cells, sorted, its bounding box at the origin."""

    cells: tuple[Cell, ...]

    @classmethod
    def from_area(cls, rows: object, height: object = 1) -> Region:
        """The area drawn by ``rows``, ``height`` levels high.

        MalformedTask names the field area or height.
        """
        if isinstance(height, bool) or not isinstance(height, int):
            raise MalformedTask("height", "height_not_a_number", value=height)
        if not 1 <= height <= MAX_HEIGHT:
            raise MalformedTask("height", "height_out_of_range", value=height, limit=MAX_HEIGHT)
        ground = cells_of_rows(rows, "area")
        if not ground:
            raise MalformedTask("area", "no_cells", value=rows)
        if len(ground) * height > MAX_CELLS:
            raise MalformedTask(
                "area", "too_many_cells", value=len(ground) * height, limit=MAX_CELLS
            )
        return cls(at_origin([(x, y, z) for x, y, _ in ground for z in range(height)]))

    @classmethod
    def from_layers(cls, layers: object) -> Region:
        """The region drawn by layers of rows, bottom first; MalformedTask at layers."""
        cells = cells_of_layers(layers, "layers")
        if not cells:
            raise MalformedTask("layers", "no_cells", value=layers)
        return cls(at_origin(cells))

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.cells)

    @cached_property
    def extents(self) -> Cell:
        """Columns, rows and layers of the bounding box."""
        return extents(self.cells)

    @property
    def height(self) -> int:
        """The number of layers."""
        return self.extents[2]

    def layers(self) -> tuple[tuple[str, ...], ...]:
        """Text layers of the bounding box, bottom first."""
        return layers_of_cells(self.cells)

    def area_and_height(self) -> tuple[tuple[str, ...], int] | None:
        """The rows and the height if every layer is the same, else None."""
        layers = self.layers()
        return (layers[0], len(layers)) if len(set(layers)) == 1 else None


def symmetries(region: Region, *, dimension: int, flip: bool) -> tuple[tuple[Cell, ...], ...]:
    """The motions of the pieces that map the region to itself, the identity first.

    Each is given by the images of ``region.cells``, in their order.
    """
    filled = frozenset(region.cells)
    found: list[tuple[Cell, ...]] = []
    for (a, b, c), (i, j, k), (p, q, r) in _box_symmetries(region.extents, dimension, flip):
        images: list[Cell] = []
        for cell in region.cells:
            image = (i * cell[a] + p, j * cell[b] + q, k * cell[c] + r)
            if image not in filled:
                break
            images.append(image)
        else:
            found.append(tuple(images))
    return tuple(found)


@lru_cache(maxsize=1024)
def _box_symmetries(box: Cell, dimension: int, flip: bool) -> tuple[tuple[Cell, Cell, Cell], ...]:
    """The motions that map a box to itself: axes, signs, and the way back to the origin
    along each axis that was reversed."""
    found: list[tuple[Cell, Cell, Cell]] = []
    for motion in motions(dimension=dimension, flip=flip):
        a, b, c = motion.axes
        if (box[a], box[b], box[c]) == box:
            i, j, k = motion.signs
            back = ((i < 0) * (box[0] - 1), (j < 0) * (box[1] - 1), (k < 0) * (box[2] - 1))
            found.append((motion.axes, motion.signs, back))
    return tuple(found)


def canonical(region: Region, *, dimension: int, flip: bool) -> Region:
    """The same region for all that the pieces' motions carry into each other."""
    return Region(
        min(
            at_origin(motion.turn(region.cells))
            for motion in motions(dimension=dimension, flip=flip)
        )
    )
