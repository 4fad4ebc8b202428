"""Elements of a picture, as text that is safe to show."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NewType

Markup = NewType("Markup", str)
"""Text in which nothing is left to be escaped."""

WIDTH: Final = 340
"""How wide pictures are, in units of which a telephone shows one a pixel."""

NAMES: Final = ("Ann", "Ben", "Cleo")
"""Who plays in the pictures, in the order of the seats."""

HATCHES: Final = ("", "m0 18l18 -18", "l18 18", "m0 9h18")
"""Strokes from the top left corner of a cell, to tell shapes apart without colours."""

CELL: Final = 18


def picture(height: float, parts: Sequence[Markup], *, label: str) -> str:
    """The whole picture; ``label`` says what it shows to those who don't see it."""
    return (
        f'<svg class="worked" role="img" aria-label="{escape(label)}" '
        f'viewBox="0 0 {WIDTH} {_short(height)}" width="{WIDTH}" height="{_short(height)}">'
        f"{''.join(parts)}</svg>"
    )


def text(x: float, y: float, words: object, kind: str = "") -> Markup:
    """Words that begin at a point, or are around it where ``kind`` has "mid"."""
    return Markup(
        f'<text class="{_classes("r-text", kind)}" x="{_short(x)}" y="{_short(y)}">'
        f"{escape(str(words))}</text>"
    )


def path(strokes: str, kind: str) -> Markup:
    return Markup(f'<path class="{kind}" d="{strokes}"/>')


def box(x: float, y: float, width: float, height: float, kind: str, round_by: float = 0) -> Markup:
    corner = f' rx="{_short(round_by)}"' if round_by else ""
    return Markup(
        f'<rect class="{kind}" x="{_short(x)}" y="{_short(y)}" width="{_short(width)}" '
        f'height="{_short(height)}"{corner}/>'
    )


def disc(x: float, y: float, radius: float, kind: str) -> Markup:
    return Markup(
        f'<circle class="{kind}" cx="{_short(x)}" cy="{_short(y)}" r="{_short(radius)}"/>'
    )


def arrow(x: float, y: float, to_x: float, to_y: float) -> Markup:
    """A line that ends in a head; it comes from above."""
    tip = f"M{_short(to_x - 4)} {_short(to_y - 7)}L{_short(to_x)} {_short(to_y)}"
    return path(
        f"M{_short(x)} {_short(y)}L{_short(to_x)} {_short(to_y)}{tip}L{_short(to_x + 4)}"
        f" {_short(to_y - 7)}",
        "r-line",
    )


def cells(x: float, y: float, squares: Sequence[tuple[int, int]], size: float, kind: str) -> Markup:
    """Squares of a grid whose corner is at a point."""
    strokes = "".join(
        f"M{_short(x + column * size)} {_short(y + row * size)}h{_short(size)}v{_short(size)}"
        f"h{_short(-size)}z"
        for column, row in squares
    )
    return path(strokes, kind)


def hatch(x: float, y: float, squares: Sequence[tuple[int, int]], index: int) -> Markup:
    """The strokes that tell a shape from others, over squares of the usual size."""
    strokes = "".join(
        f"M{_short(x + column * CELL)} {_short(y + row * CELL)}{HATCHES[index]}"
        for column, row in squares
    )
    return path(strokes, "hatch")


def gem(x: float, y: float, colour: str, value: object = "") -> Markup:
    """A gem around a point: each colour has a shape of its own, and may show what it is worth."""
    shape = Markup(
        f'<path class="gem g-{colour}" d="M{_short(x)} {_short(y)}{GEM_SHAPES[colour]}"/>'
    )
    return Markup(shape + text(x, y + 4, value, "mid small")) if value != "" else shape


GEM_SHAPES: Final = {
    "blue": "m-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z",
    "brown": "m-7.5 -7.5h15v15h-15z",
    "red": "m0 -9.5l9.5 9.5l-9.5 9.5l-9.5 -9.5z",
    "green": "m0 -8.5l9.5 15.5h-19z",
    "violet": "m-4.5 -8h9l4.5 8l-4.5 8h-9l-4.5 -8z",
    "yellow": "m0 -9.5l3 6.5l6.5 .5l-5 4.5l1.5 7l-6 -3.5l-6 3.5l1.5 -7l-5 -4.5l6.5 -.5z",
}
"""Disc, square, diamond, triangle, hexagon, star: strokes from the middle."""


def _classes(*kinds: str) -> str:
    return " ".join(filter(None, kinds))


def _short(number: float) -> str:
    """A number with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")
