"""Pieces: flat ones as their squares, solid ones as cubes seen from above."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

from puzzles.printing import fonts
from puzzles.printing.boards import outlines_around
from puzzles.printing.deck import Cell, Piece
from puzzles.printing.looks import Look, shade
from puzzles.printing.pen import INK, MM, WHITE, Pen, Point
from puzzles.printing.scripts import laid_out
from puzzles.solver import Shape
from puzzles.solver.shapes import orientations

Square = tuple[int, int]

# A cube's edges as they are seen, by the length of the edge.
ACROSS: Final = sqrt(3) / 2
DOWN: Final = 0.5

SHORT: Final = 2
"""A longer name is written over several squares."""

HATCH: Final = 0.3
"""How thick a hatch is, in points; it is paler than the lines between the squares."""
HATCHED: Final = (0.38, 0.36, 0.34)


def draw_flat(
    pen: Pen,
    x: float,
    y: float,
    squares: Iterable[Square],
    *,
    side: float,
    look: Look,
    grid: float = 0.4,
    edge: float = 0.9,
) -> None:
    """Squares of one piece, filled and hatched; the corner of column 0, row 0 is at ``x, y``."""
    squares = list(squares)
    with pen.at(x, y, side):
        pen.squares(0, 0, squares, 1, thick=grid, fill=look.colour, colour=INK)
        pen.lines(
            (
                ((column + a, -row - b), (column + c, -row - d))
                for column, row in squares
                for (a, b), (c, d) in look.strokes
            ),
            thick=HATCH,
            colour=HATCHED,
        )
        for outline in outlines_around(squares):
            pen.path([(column, -row) for column, row in outline], thick=edge)


def draw_name(
    pen: Pen, x: float, y: float, squares: Sequence[Square], name: str, *, side: float
) -> None:
    """The name on the squares beside each other that lie nearest to the middle of a piece."""
    column, row = middle_of(squares)
    first, last = column, column
    if len(name) > SHORT:
        while (first - 1, row) in squares:
            first -= 1
        while (last + 1, row) in squares:
            last += 1
    most = (last - first + 0.85) * side
    size = min(1.75 * side, 1.75 * side * most / (0.62 * len(name) * side))
    length = min(most, laid_out(name, fonts.BOLD).width * size / MM)
    size *= min(1.0, most / max(length, 0.01))
    across = x + ((first + last) / 2 + 0.5) * side
    middle = y - (row + 0.5) * side
    high = min(0.72 * side, 0.45 * size)
    pen.pill(across, middle, max(0.0, length - 0.5 * high), high, colour=WHITE)
    base = middle - 0.125 * size
    pen.text(across, base, name, size=size, bold=True, align="centre", most=most)


def middle_of(squares: Sequence[Square]) -> Square:
    """The square nearest to the middle of all."""
    across = sum(column for column, _ in squares) / len(squares)
    down = sum(row for _, row in squares) / len(squares)
    return min(squares, key=lambda at: ((at[0] - across) ** 2 + (at[1] - down) ** 2, at))


def lying(piece: Piece) -> tuple[Square, ...]:
    """The squares of a flat piece, turned so that it is at least as wide as high."""
    squares = [(column, row) for column, row, _ in piece.shape.cells]
    columns, rows, _ = piece.shape.extents
    return tuple(squares if columns >= rows else [(row, column) for column, row in squares])


@lru_cache(maxsize=256)
def well_seen(shape: Shape) -> Shape:
    """A solid shape in the position in which most of it is seen, the flattest of these."""

    def quality(way: Shape) -> tuple[int, int, int, tuple[Cell, ...]]:
        columns, rows, layers = way.extents
        return -_faces_seen(way.cells), layers, rows - columns, way.cells

    return min(orientations(shape, dimension=3, flip=False), key=quality)


def _faces_seen(cells: Sequence[Cell]) -> int:
    """How many faces of cubes no other cube covers, seen along the diagonal of a cube."""
    filled = set(cells)

    def hidden(x: int, y: int, z: int) -> bool:
        return any((x + step, y + step, z + step) in filled for step in range(1, 5))

    return sum(
        (x + a, y + b, z + c) not in filled and not hidden(x, y, z)
        for x, y, z in cells
        for a, b, c in ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    )


def solid_size(shape: Shape, edge: float) -> tuple[float, float]:
    """How wide and high the picture of a solid shape is."""
    points = [_seen(corner, edge) for corner in _corners(shape.cells)]
    across, up = [x for x, _ in points], [y for _, y in points]
    return max(across) - min(across), max(up) - min(up)


def _corners(cells: Iterable[Cell]) -> Iterable[Cell]:
    return (
        (x + a, y + b, z + c) for x, y, z in cells for a in (0, 1) for b in (0, 1) for c in (0, 1)
    )


def _seen(corner: Cell, edge: float) -> Point:
    """Where a corner of the lattice is seen: x runs down to the right, y down to the left."""
    x, y, z = corner
    return (x - y) * ACROSS * edge, z * edge - (x + y) * DOWN * edge


def draw_solid(pen: Pen, x: float, y: float, shape: Shape, *, edge: float, look: Look) -> None:
    """Cubes from the back to the front, the picture's upper left corner at ``x, y``."""
    points = [_seen(corner, edge) for corner in _corners(shape.cells)]
    left, top = min(point[0] for point in points), max(point[1] for point in points)

    def at(corner: tuple[float, float, float]) -> Point:
        a, b, c = corner
        return (
            x - left + (a - b) * ACROSS * edge,
            y - top + c * edge - (a + b) * DOWN * edge,
        )

    for a, b, c in sorted(shape.cells, key=lambda cell: (sum(cell), cell)):
        faces = (
            (((a, b, c + 1), (a + 1, b, c + 1), (a + 1, b + 1, c + 1), (a, b + 1, c + 1)), 1.0),
            (((a, b + 1, c + 1), (a + 1, b + 1, c + 1), (a + 1, b + 1, c), (a, b + 1, c)), 0.82),
            (((a + 1, b, c + 1), (a + 1, b + 1, c + 1), (a + 1, b + 1, c), (a + 1, b, c)), 0.66),
        )
        for corners, light in faces:
            pen.path(
                [at(corner) for corner in corners],
                thick=0.5,
                fill=shade(look.colour, light),
                covering=True,
            )
        pen.lines(
            (
                (at((a + start[0], b + start[1], c + 1)), at((a + end[0], b + end[1], c + 1)))
                for start, end in look.strokes
            ),
            thick=HATCH,
            colour=HATCHED,
        )
