"""Rows of names: each in the middle of its row, on a light ground in every other one."""

from __future__ import annotations

from typing import Final

from puzzles.printing import fonts
from puzzles.printing.names import LEADING, draw_name, fitting
from puzzles.printing.pen import MM, SAND, Pen

MIDDLE: Final = 0.36
"""Where the middle of a capital lies above its base line, as part of the size."""


def base_of(middle: float, size: float) -> float:
    """The base line of a text of so many points whose middle is at ``middle``."""
    return middle - MIDDLE * size / MM


def draw_name_in_row(
    pen: Pen, x: float, middle: float, name: str, *, size: float, most: float
) -> None:
    """A name in one line or two that are together as far above the middle as below it."""
    lines, fits = fitting(name, fonts.REGULAR, size=size, most=most * MM, lines=2)
    above = (len(lines) - 1) * LEADING / 2 * fits / MM
    draw_name(pen, x, base_of(middle, fits) + above, name, size=size, most=most)


def draw_ground(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """A light ground; it is ink only, and left out where that is saved."""
    if not pen.ink_saving:
        pen.box(x, y, width, height, thick=0.1, fill=SAND, colour=SAND)
