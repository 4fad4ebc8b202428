"""Areas and shapes made of squares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from puzzles.printing.pen import SAND, Pen

Corner = tuple[int, int]


def draw_squares(
    pen: Pen, x: float, y: float, rows: Sequence[str], *, side: float, grid: float, edge: float
) -> None:
    """An area drawn by rows of text, its upper left corner at ``x``, ``y``.

    ``grid`` and ``edge`` are how thick the lines between the squares and around them are.
    """
    with pen.at(x, y, side):
        pen.squares(0, 0, squares_of(rows), 1, thick=grid, fill=SAND)
        for outline in outlines(rows):
            pen.path([(column, -row) for column, row in outline], thick=edge)


def squares_of(rows: Sequence[str]) -> list[Corner]:
    """The squares of an area by column and row."""
    return [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]


def outlines(rows: Sequence[str]) -> list[list[Corner]]:
    """The closed lines around an area that is drawn by rows of text."""
    return outlines_around(squares_of(rows))


def outlines_around(squares: Iterable[Corner]) -> list[list[Corner]]:
    """The closed lines around squares, each as the corners at which it turns.

    They run clockwise; where two squares touch at a corner only, the line keeps to its square.
    """
    after: dict[Corner, list[Corner]] = {}
    for start, end in _sides(set(squares)):
        after.setdefault(start, []).append(end)
    found: list[list[Corner]] = []
    while after:
        start = min(after)
        corner, direction = start, (1, 0)
        line: list[Corner] = []
        while not line or corner != start:
            end = _turning_right(after, corner, direction)
            step = (end[0] - corner[0], end[1] - corner[1])
            if not line or step != direction:
                line.append(corner)
            corner, direction = end, step
        found.append(line)
    return found


def _turning_right(after: dict[Corner, list[Corner]], corner: Corner, direction: Corner) -> Corner:
    """Take the next side from a corner, the rightmost where there are two."""
    ends = after[corner]
    right = (corner[0] - direction[1], corner[1] + direction[0])
    end = right if right in ends else ends[0]
    ends.remove(end)
    if not ends:
        del after[corner]
    return end


def _sides(squares: Set[Corner]) -> list[tuple[Corner, Corner]]:
    """The sides of squares that have no square beyond, with the area on their right."""
    sides: list[tuple[Corner, Corner]] = []
    for x, y in sorted(squares):
        if (x, y - 1) not in squares:
            sides.append(((x, y), (x + 1, y)))
        if (x + 1, y) not in squares:
            sides.append(((x + 1, y), (x + 1, y + 1)))
        if (x, y + 1) not in squares:
            sides.append(((x + 1, y + 1), (x, y + 1)))
        if (x - 1, y) not in squares:
            sides.append(((x, y + 1), (x, y)))
    return sides
