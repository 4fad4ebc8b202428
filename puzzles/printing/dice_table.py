"""Which shape a number on an ordinary die stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.printing.boards import draw_squares
from puzzles.printing.dice import draw_die
from puzzles.printing.pen import Pen

Rows = Sequence[str]

DIE: Final = 7.0
SHAPE_SQUARE: Final = 3.4
STEP: Final = 10.2


@dataclass(frozen=True)
class TableWords:
    """The texts of the table."""

    title: str
    note: str
    black: str
    white: str


@dataclass(frozen=True)
class Faces:
    """The shapes of the faces 1 to 6 of a black and of a white die."""

    black: tuple[Rows, ...]
    white: tuple[Rows, ...]


def draw_column(
    pen: Pen, x: float, y: float, width: float, name: str, shapes: Sequence[Rows], *, black: bool
) -> float:
    """The numbers and shapes of one die below its name; returns where they end."""
    pen.text(x, y, name, size=9, most=width)
    y -= 1.5
    for number, rows in enumerate(shapes, start=1):
        _draw_row(pen, x, y, number, rows, black=black)
        y -= STEP
    return y


def _draw_row(pen: Pen, x: float, y: float, number: int, rows: Rows, *, black: bool) -> None:
    middle = y - STEP / 2
    draw_die(pen, x + 0.5, middle - DIE / 2, number, side=DIE, black=black)
    pen.text(x + 12, middle - 1.3, "→", size=11, align="centre")
    top = middle + len(rows) * SHAPE_SQUARE / 2
    draw_squares(pen, x + 17, top, rows, side=SHAPE_SQUARE, grid=0.5, edge=1.1)
