"""Growing areas: squares added one by one, so that the area stays compact and has no hole."""

from __future__ import annotations

from typing import Final

from puzzles.decks.chance import Chance

Square = tuple[int, int]

MOST_LONELY: Final = 2
"""So many squares may hang on by a single side; each of them gives away how it is filled."""

# An area that fills nearly all of its bounding box is dull, one that fills little of it straggles.
LEAST_FILLED: Final = 0.58
MOST_FILLED: Final = 0.8


def grow(size: int, *, columns: int, rows: int, chance: Chance) -> tuple[str, ...]:
    """An area of ``size`` squares within a box, as rows of text."""
    while True:
        squares = _grown(size, columns, rows, chance)
        area = _as_rows(squares)
        box = len(area) * len(area[0])
        if (
            LEAST_FILLED * box <= size <= MOST_FILLED * box
            and _lonely(squares) <= MOST_LONELY
            and not has_hole(area)
        ):
            return area


def _grown(size: int, columns: int, rows: int, chance: Chance) -> set[Square]:
    """Squares that hang together; one with more neighbours is more likely to be the next."""
    squares = {(chance.below(columns), chance.below(rows))}
    while len(squares) < size:
        touching: dict[Square, int] = {}
        for square in squares:
            for x, y in _beside(square):
                if 0 <= x < columns and 0 <= y < rows and (x, y) not in squares:
                    touching[x, y] = touching.get((x, y), 0) + 1
        # A set has no order that could be relied on.
        edge = sorted(touching)
        squares.add(edge[chance.weighted([touching[square] for square in edge])])
    return squares


def has_hole(area: tuple[str, ...]) -> bool:
    """Is there a free square inside that can't be reached from outside?"""
    columns, rows = len(area[0]), len(area)
    outside = {(-1, -1)}
    front = [(-1, -1)]
    while front:
        for x, y in _beside(front.pop()):
            inside_frame = -1 <= x <= columns and -1 <= y <= rows
            if inside_frame and (x, y) not in outside and not _is_filled(area, x, y):
                outside.add((x, y))
                front.append((x, y))
    filled = sum(row.count("#") for row in area)
    return len(outside) + filled < (columns + 2) * (rows + 2)


def _is_filled(area: tuple[str, ...], x: int, y: int) -> bool:
    return 0 <= y < len(area) and 0 <= x < len(area[0]) and area[y][x] == "#"


def has_arm(area: tuple[str, ...]) -> bool:
    """Does a strip of two squares or more stick out? Only a long piece can fill it."""
    squares = _squares(area)
    return any(
        len(neighbours) == 1 and len(_neighbours(neighbours[0], squares)) == 2
        for neighbours in (_neighbours(square, squares) for square in squares)
    )


def is_thin(area: tuple[str, ...]) -> bool:
    """Is the area nowhere two squares wide and high? Then it is a snake, or a bare tree."""
    squares = _squares(area)
    return not any({(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= squares for x, y in squares)


def _lonely(squares: set[Square]) -> int:
    """How many squares have a single neighbour."""
    return sum(len(_neighbours(square, squares)) == 1 for square in squares)


def _neighbours(square: Square, squares: set[Square]) -> list[Square]:
    return [side for side in _beside(square) if side in squares]


def _squares(area: tuple[str, ...]) -> set[Square]:
    return {(x, y) for y, row in enumerate(area) for x, mark in enumerate(row) if mark == "#"}


def _beside(square: Square) -> tuple[Square, Square, Square, Square]:
    x, y = square
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def _as_rows(squares: set[Square]) -> tuple[str, ...]:
    xs, ys = {x for x, _ in squares}, {y for _, y in squares}
    return tuple(
        "".join("#" if (x, y) in squares else "." for x in range(min(xs), max(xs) + 1))
        for y in range(min(ys), max(ys) + 1)
    )
