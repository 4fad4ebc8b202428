"""The font that every sheet carries along: FiraGO, regular and bold."""

from __future__ import annotations

import io
from functools import cache
from typing import Final

import pymupdf_fonts
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR: Final = "FiraGO"
BOLD: Final = "FiraGO-Bold"

_FILES: Final = {REGULAR: "figo", BOLD: "figbo"}


@cache
def load() -> None:
    """Make the fonts known to ReportLab; reading them takes a moment, once."""
    for name, file in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, io.BytesIO(pymupdf_fonts.myfont(file))))


def width(text: str, font: str, size: float) -> float:
    """How long a text is, in points."""
    length: float = pdfmetrics.stringWidth(text, font, size)
    return length


def wrapped(text: str, font: str, size: float, most: float) -> list[str]:
    """The text in lines of at most so many points; a longer word has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, font, size) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
