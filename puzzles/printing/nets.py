"""Nets of cubes to cut out: a cross of six squares with seven tabs to glue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from puzzles.printing.pen import GREY, INK, Pen, Point

# The faces by column and row; where the cross is folded they lie side by side.
FACES: Final = ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (1, 3))
COLUMNS: Final = 3
ROWS: Final = 4
TAB: Final = 0.3
"""How deep a tab is, by the length of an edge."""

# Every edge that is glued to another one meets it once here: from corner to corner, with the
# tab on its left.
_TABS: Final = (
    ((1, 0), (1, 1)),
    ((2, 1), (2, 0)),
    ((1, 2), (1, 3)),
    ((2, 3), (2, 2)),
    ((1, 3), (1, 4)),
    ((2, 4), (2, 3)),
    ((1, 4), (2, 4)),
)


def net_size(edge: float) -> Point:
    """How wide and high a net is with its tabs."""
    return COLUMNS * edge, (ROWS + TAB) * edge


def draw_net(
    pen: Pen, x: float, y: float, *, edge: float, face: Callable[[Pen, int, float, float], None]
) -> None:
    """A net with its upper left corner at ``x, y``.

    ``face`` draws what stands on a face, by its index and the upper left corner.
    """
    for start, end in _TABS:
        pen.path(
            [(x + a * edge, y - b * edge) for a, b in _tab(start, end)], thick=0.5, colour=GREY
        )
    for index, (column, row) in enumerate(FACES):
        face(pen, index, x + column * edge, y - row * edge)
    pen.squares(x, y, FACES, edge, thick=0.5, colour=INK)


def _tab(start: Point, end: Point) -> list[Point]:
    """A trapezium outside of an edge."""
    (a, b), (c, d) = start, end
    along = (c - a, d - b)
    out = (-along[1], along[0])
    return [
        start,
        (a + TAB * (along[0] + out[0]), b + TAB * (along[1] + out[1])),
        (c + TAB * (out[0] - along[0]), d + TAB * (out[1] - along[1])),
        end,
    ]
