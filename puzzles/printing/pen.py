"""A pen that draws in millimetres, straight in the operators of PDF.

It measures from the lower left corner of the box that it was given. Writing the operators
itself it draws a whole page in less than a millisecond; ReportLab builds the file around them
and embeds the fonts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, Literal

from reportlab.pdfgen.canvas import Canvas

from puzzles.printing import fonts
from puzzles.printing.fonts import Lettering
from puzzles.printing.scripts import Line, is_simple, laid_out

MM: Final = 72 / 25.4

Colour = tuple[float, float, float]
Point = tuple[float, float]
Align = Literal["left", "centre", "right"]

INK: Final[Colour] = (0.13, 0.11, 0.09)
GREY: Final[Colour] = (0.5, 0.46, 0.42)
SAND: Final[Colour] = (0.99, 0.93, 0.78)
WHITE: Final[Colour] = (1.0, 1.0, 1.0)

# How far the handles of a curve lie from its ends to make a quarter of a circle.
_QUARTER: Final = 0.5523


class Pen:
    """Draws in millimetres; in ink-saving mode it outlines what it would otherwise fill."""

    def __init__(self, canvas: Canvas, lettering: Lettering, *, ink_saving: bool) -> None:
        self._lettering = lettering
        self._out: list[str] = canvas._code
        self.ink_saving = ink_saving
        self._unit = MM
        self._scale = 1.0

    def stamp(self, form: str, x: float = 0, y: float = 0) -> None:
        """A form, its origin at ``x``, ``y``."""
        self._out.append(f"q 1 0 0 1 {_number(x * MM)} {_number(y * MM)} cm /FormXob.{form} Do Q")

    @contextmanager
    def at(self, x: float, y: float, side: float | None = None) -> Iterator[None]:
        """Within the block everything is measured from ``x``, ``y``.

        With a side that is the unit there, in place of a millimetre: squares and their corners
        then are whole numbers, which keeps a file small.
        """
        kept = self._unit, self._scale
        scale = "1"
        if side is not None:
            self._unit, self._scale = 1, side * MM
            scale = _number(self._scale)
        self._out.append(f"q {scale} 0 0 {scale} {_number(x * kept[0])} {_number(y * kept[0])} cm")
        yield
        self._out.append("Q")
        self._unit, self._scale = kept

    def turn_round(self, width: float, height: float) -> None:
        """Go on with all that is drawn from now on turned by half a circle within a box."""
        self._out.append(f"-1 0 0 -1 {_number(width * MM)} {_number(height * MM)} cm")

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        bold: bool = False,
        align: Align = "left",
        most: float | None = None,
        colour: Colour = INK,
    ) -> None:
        """One line of text on the base line ``y``; it shrinks to be at most ``most`` long."""
        font = fonts.BOLD if bold else fonts.REGULAR
        x *= MM
        line = None if is_simple(text, font) else laid_out(text, font)
        if most is not None or align != "left":
            length = line.width * size if line else fonts.width(text, font, size)
            if most is not None and length > most * MM:
                size *= most * MM / length
                length = most * MM
            if align != "left":
                x -= length / 2 if align == "centre" else length
        if line:
            self.write(x, y * MM, line, size=size, colour=colour)
        else:
            self.letters(x, y * MM, text, font=font, size=size, colour=colour)

    def write(self, x: float, y: float, line: Line, *, size: float, colour: Colour) -> None:
        """A line in any script, from a place in points; a reader of the file finds its meaning."""
        with self.meaning(None if line.is_read else line.text):
            for run in line.runs:
                places = [(chr(glyph.code), glyph.x, glyph.y) for glyph in run.glyphs]
                for letters, across, up in places or [(run.text, 0.0, 0.0)]:
                    at = (x + across * size / 1000, y + up * size / 1000)
                    self.letters(*at, letters, font=run.font, size=size, colour=colour)
                x += run.width * size / 1000

    def letters(
        self, x: float, y: float, text: str, *, font: str, size: float, colour: Colour = INK
    ) -> None:
        """Letters of a font that has them all, from a place that is given in points."""
        shown = self._lettering.shown(text, font, size)
        self._out.append(f"BT {_colour(colour)} rg {_number(x)} {_number(y)} Td {shown} ET")

    @contextmanager
    def meaning(self, text: str | None) -> Iterator[None]:
        """Within the block letters are drawn that together mean this text, if it is given."""
        if text is not None:
            written = f"feff{text.encode('utf-16-be').hex()}"
            self._out.append(f"/Span <</ActualText <{written}>>> BDC")
        yield
        if text is not None:
            self._out.append("EMC")

    def paragraph(
        self, x: float, y: float, text: str, *, size: float, most: float, bold: bool = False
    ) -> float:
        """Lines of text below each other, the first on ``y``; returns where the next would be."""
        font = fonts.BOLD if bold else fonts.REGULAR
        for line in fonts.wrapped(text, font, size, most * MM):
            self.text(x, y, line, size=size, bold=bold, most=most)
            y -= 1.3 * size / MM
        return y

    def line(
        self,
        x: float,
        y: float,
        to_x: float,
        to_y: float,
        *,
        thick: float,
        colour: Colour = INK,
        dashes: float = 0,
    ) -> None:
        """A straight line, ``thick`` points thick, that ends exactly where it is said to.

        Dashes, if there are to be any, are so many millimetres long.
        """
        self.lines([((x, y), (to_x, to_y))], thick=thick, colour=colour, dashes=dashes)

    def lines(
        self,
        strokes: Iterable[tuple[Point, Point]],
        *,
        thick: float,
        colour: Colour = INK,
        dashes: float = 0,
    ) -> None:
        """Many straight lines that look the same."""
        path = " ".join(
            f"{self._place(x, y)} m {self._place(to_x, to_y)} l" for (x, y), (to_x, to_y) in strokes
        )
        if path:
            drawn = f"{self._stroke(thick, colour, cap=0)} {path} S"
            self._out.append(f"q [{_number(dashes * MM)}] 0 d {drawn} Q" if dashes else drawn)

    def path(
        self,
        corners: Sequence[Point],
        *,
        thick: float,
        fill: Colour | None = None,
        covering: bool = False,
        colour: Colour = INK,
    ) -> None:
        """A closed outline with round corners.

        A covering one hides what lies below it: where ink is saved it is as white as paper.
        """
        saved = WHITE if covering and self.ink_saving else None
        inked, paint = (f"{_colour(saved)} rg ", "B") if saved else self._paint(fill)
        path = " l ".join(self._place(x, y) for x, y in corners).replace(" l ", " m ", 1)
        self._out.append(f"{self._stroke(thick, colour, cap=1)} {inked}{path} l {paint.lower()}")

    def squares(
        self,
        x: float,
        y: float,
        cells: Iterable[tuple[int, int]],
        side: float,
        *,
        thick: float,
        fill: Colour | None = None,
        colour: Colour = GREY,
    ) -> None:
        """Squares by column and row, rows counted downwards; the corner is the upper left one."""
        inked, paint = self._paint(fill)
        size = self._place(side, side)
        path = " ".join(
            f"{self._place(x + column * side, y - (row + 1) * side)} {size} re"
            for column, row in cells
        )
        self._out.append(f"{self._stroke(thick, colour, cap=0)} {inked}{path} {paint}")

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        thick: float,
        radius: float = 0,
        fill: Colour | None = None,
        colour: Colour = INK,
    ) -> None:
        """A rectangle with its lower left corner at ``x``, ``y``, round if it has a radius."""
        inked, paint = self._paint(fill)
        if radius:
            path = _round_box(x * MM, y * MM, width * MM, height * MM, radius * MM)
        else:
            path = f"{self._place(x, y)} {self._place(width, height)} re"
        self._out.append(f"{self._stroke(thick, colour, cap=0)} {inked}{path} {paint}")

    def circle(self, x: float, y: float, radius: float, *, thick: float) -> None:
        """A circle around ``x``, ``y``."""
        path = _circle(x * MM, y * MM, radius * MM)
        self._out.append(f"{self._stroke(thick, INK, cap=0)} {path} S")

    def dot(self, x: float, y: float, across: float, *, colour: Colour = INK) -> None:
        """A dot, drawn as a line of no length with round ends."""
        self.pill(x, y, 0, across, colour=colour)

    def pill(
        self, x: float, y: float, length: float, across: float, *, colour: Colour = INK
    ) -> None:
        """A line with round ends around ``x``, ``y``, so long without the ends."""
        path = f"{self._place(x - length / 2, y)} m {self._place(x + length / 2, y)} l"
        self._out.append(f"{self._stroke(across * MM, colour, cap=1)} {path} S")

    def _place(self, x: float, y: float) -> str:
        return f"{_number(x * self._unit)} {_number(y * self._unit)}"

    def _stroke(self, thick: float, colour: Colour, *, cap: int) -> str:
        """How lines are drawn: 0 with straight ends and sharp corners, 1 with round ones."""
        return f"{_colour(colour)} RG {_number(thick / self._scale)} w {cap} J {cap} j"

    def _paint(self, fill: Colour | None) -> tuple[str, str]:
        """What sets the colour to fill with, and the operator that paints the path."""
        if fill is None or self.ink_saving:
            return "", "S"
        return f"{_colour(fill)} rg ", "B"


@lru_cache(maxsize=65536)
def _number(value: float) -> str:
    """A number to a thousandth, in as few signs as will do."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.4f}" if -1 < value < 1 else f"{value:.3f}"
    return text.rstrip("0").rstrip(".")


@lru_cache(maxsize=1024)
def _colour(colour: Colour) -> str:
    red, green, blue = colour
    return f"{red:.3g} {green:.3g} {blue:.3g}"


def _circle(x: float, y: float, radius: float) -> str:
    """Four quarters of a circle."""
    far = radius * _QUARTER
    quarters = " ".join(
        f"{x + radius * a - far * b:.3f} {y + radius * b + far * a:.3f} "
        f"{x + far * a - radius * b:.3f} {y + far * b + radius * a:.3f} "
        f"{x - radius * b:.3f} {y + radius * a:.3f} c"
        for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1))
    )
    return f"{x + radius:.3f} {y:.3f} m {quarters}"


def _round_box(x: float, y: float, width: float, height: float, radius: float) -> str:
    """A rectangle that turns each corner in a quarter of a circle."""
    right, top = x + width, y + height
    near = radius * (1 - _QUARTER)
    return (
        f"{x + radius:.3f} {y:.3f} m {right - radius:.3f} {y:.3f} l "
        f"{right - near:.3f} {y:.3f} {right:.3f} {y + near:.3f} {right:.3f} {y + radius:.3f} c "
        f"{right:.3f} {top - radius:.3f} l "
        f"{right:.3f} {top - near:.3f} "
        f"{right - near:.3f} {top:.3f} {right - radius:.3f} {top:.3f} c "
        f"{x + radius:.3f} {top:.3f} l "
        f"{x + near:.3f} {top:.3f} {x:.3f} {top - near:.3f} {x:.3f} {top - radius:.3f} c "
        f"{x:.3f} {y + radius:.3f} l "
        f"{x:.3f} {y + near:.3f} {x + near:.3f} {y:.3f} {x + radius:.3f} {y:.3f} c h"
    )
