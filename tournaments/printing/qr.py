"""QR codes, drawn with the pen of the sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from reportlab.graphics.barcode.qr import QrCodeWidget

from puzzles.printing.pen import MM, Pen, Point

QUIET: Final = 4
"""So many modules around a code stay white, as readers expect (ISO/IEC 18004)."""
LEVEL: Final = "M"
"""How much of a code may be soiled: about 15 %."""


def modules_of(text: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a code from the top row down, true where they are dark."""
    code = QrCodeWidget(text, barLevel=LEVEL).qr
    code.make()
    return tuple(tuple(map(bool, row)) for row in code.modules)


def draw_qr(pen: Pen, x: float, y: float, text: str, *, side: float) -> None:
    """A code with its quiet zone in a square with its lower left corner at ``x``, ``y``.

    It is as dark where ink is saved: a phone has to read it.
    """
    rows = modules_of(text)
    module = side / (len(rows) + 2 * QUIET)
    left, top = x + QUIET * module, y + side - QUIET * module
    pen.lines(_dark(rows, left, top, module), thick=module * MM)


def _dark(
    rows: Sequence[Sequence[bool]], left: float, top: float, module: float
) -> Iterator[tuple[Point, Point]]:
    """Dark modules beside each other as one line through their middles."""
    for index, row in enumerate(rows):
        y, column = top - (index + 0.5) * module, 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                start = left + column * module
                yield (start, y), (start + length * module, y)
            column += length
