"""Text grids: "#" is a cell and "." is none; rows top first, layers bottom first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from puzzles.solver.errors import MalformedTask

Cell = tuple[int, int, int]
"""x = column, y = row (top first), z = layer (bottom first)."""

MAX_CELLS: Final = 400
MAX_SIDE: Final = 400
MAX_HEIGHT: Final = 20


def cells_of_rows(rows: object, field: str, z: int = 0) -> list[Cell]:
    """The cells of one grid of rows, in layer ``z``; MalformedTask at ``field`` otherwise."""
    if not isinstance(rows, (list, tuple)):
        raise MalformedTask(field, "rows_not_a_list", value=rows)
    if len(rows) > MAX_SIDE:
        raise MalformedTask(field, "too_long", value=len(rows), limit=MAX_SIDE)
    cells: list[Cell] = []
    for y, row in enumerate(rows):
        if not isinstance(row, str):
            raise MalformedTask(field, "row_not_text", value=row)
        if len(row) > MAX_SIDE:
            raise MalformedTask(field, "too_long", value=len(row), limit=MAX_SIDE)
        if len(row) != len(rows[0]):
            raise MalformedTask(
                field, "ragged", value=y + 1, length=len(row), expected=len(rows[0])
            )
        if row.strip("#."):
            raise MalformedTask(field, "unknown_character", value=row)
        cells += [(x, y, z) for x, mark in enumerate(row) if mark == "#"]
    if len(cells) > MAX_CELLS:
        raise MalformedTask(field, "too_many_cells", value=len(cells), limit=MAX_CELLS)
    return cells


def cells_of_layers(layers: object, field: str) -> list[Cell]:
    """The cells of a stack of equally large grids; MalformedTask at ``field`` otherwise."""
    if not isinstance(layers, (list, tuple)):
        raise MalformedTask(field, "layers_not_a_list", value=layers)
    if len(layers) > MAX_HEIGHT:
        raise MalformedTask(field, "too_many_layers", value=len(layers), limit=MAX_HEIGHT)
    cells: list[Cell] = []
    for z, rows in enumerate(layers):
        cells += cells_of_rows(rows, field, z)
        if len(rows) != len(layers[0]):
            raise MalformedTask(
                field, "ragged_layers", value=z + 1, length=len(rows), expected=len(layers[0])
            )
        if rows and len(rows[0]) != len(layers[0][0]):
            raise MalformedTask(
                field, "ragged", value=1, length=len(rows[0]), expected=len(layers[0][0])
            )
    if len(cells) > MAX_CELLS:
        raise MalformedTask(field, "too_many_cells", value=len(cells), limit=MAX_CELLS)
    return cells


def at_origin(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The same cells moved so that their bounding box starts at (0, 0, 0), sorted."""
    cells = sorted(cells)
    x0 = cells[0][0]
    y0 = min(y for _, y, _ in cells)
    z0 = min(z for _, _, z in cells)
    if x0 or y0 or z0:
        return tuple([(x - x0, y - y0, z - z0) for x, y, z in cells])
    return tuple(cells)


def extents(cells: Sequence[Cell]) -> Cell:
    """Columns, rows and layers of the bounding box of cells that lie at the origin."""
    xs, ys, zs = zip(*cells, strict=True)
    return max(xs) + 1, max(ys) + 1, max(zs) + 1


def layers_of_cells(cells: Sequence[Cell]) -> tuple[tuple[str, ...], ...]:
    """The text layers of cells that lie at the origin, bottom first."""
    width, depth, height = extents(cells)
    filled = frozenset(cells)
    return tuple(
        tuple(
            "".join("#" if (x, y, z) in filled else "." for x in range(width)) for y in range(depth)
        )
        for z in range(height)
    )
