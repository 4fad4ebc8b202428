"""Gems, each colour with a cut of its own, so that they differ in grey too."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from puzzles.printing.looks import TINTS
from puzzles.printing.pen import WHITE, Colour, Pen, Point


@dataclass(frozen=True)
class _Cut:
    """The corners of a gem, none of them farther than 1 across or up from its middle."""

    corners: tuple[Point, ...]
    tint: Colour


def _regular(corners: int, *, turned: float = 0.0) -> tuple[Point, ...]:
    """So many corners at the same distances, the first at the top unless it is turned."""
    angles = [2 * pi * (step + turned) / corners for step in range(corners)]
    return tuple((sin(angle), cos(angle)) for angle in angles)


_CUTS: Final = {
    "red": _Cut(_regular(8, turned=0.5), TINTS[3]),
    "blue": _Cut(_regular(4), TINTS[8]),
    "green": _Cut(
        tuple((0.86 * x, 0.86 * y) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))), TINTS[2]
    ),
    "brown": _Cut(_regular(6), TINTS[9]),
    "violet": _Cut(_regular(5), TINTS[4]),
    "yellow": _Cut(((-1, 0.75), (1, 0.75), (0, -1)), TINTS[5]),
}

TABLE: Final = 0.72
"""How large the flat top of a gem is; it is white, so that a sign on it is read in grey too."""


def draw_gem(pen: Pen, x: float, y: float, colour: str, *, across: float, sign: str = "") -> None:
    """A gem of a colour around ``x``, ``y``, with a sign on it if there is one."""
    cut, half = _CUTS[colour], across / 2
    outer = [(x + half * a, y + half * b) for a, b in cut.corners]
    inner = [(x + TABLE * half * a, y + TABLE * half * b) for a, b in cut.corners]
    pen.path(outer, thick=0.7, fill=cut.tint)
    pen.lines([*zip(outer, inner, strict=True)], thick=0.35)
    pen.path(inner, thick=0.35, fill=WHITE if sign else None)
    if sign:
        size = 1.35 * across
        pen.text(x, y - 0.125 * size, sign, size=size, bold=True, align="centre")
