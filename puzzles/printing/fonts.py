"""The font that every sheet carries along: FiraGO, regular and bold."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from typing import Final

import pymupdf_fonts
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

REGULAR: Final = "FiraGO"
BOLD: Final = "FiraGO-Bold"

_FILES: Final = {REGULAR: "figo", BOLD: "figbo"}


@cache
def load() -> None:
    """Make the fonts known to ReportLab; reading them takes a moment, once."""
    for name in _FILES:
        pdfmetrics.registerFont(TTFont(name, io.BytesIO(data(name)), asciiReadable=0))


def data(name: str) -> bytes:
    """The file of a font."""
    content: bytes = pymupdf_fonts.myfont(_FILES[name])
    return content


@cache
def _length(text: str, font: str) -> float:
    length: float = pdfmetrics.stringWidth(text, font, 1)
    return length


def width(text: str, font: str, size: float) -> float:
    """How long a text is, in points."""
    return _length(text, font) * size


class Lettering:
    """How texts are written in one file, where a font is cut down to the letters in use."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._written: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}

    def shown(self, text: str, font: str, size: float) -> str:
        """The operators that show a text."""
        parts = self._written.get((text, font))
        if parts is None:
            parts = self._written[text, font] = tuple(self._parts(text, font))
        return " ".join(f"{name} {size:.2f} Tf {letters} Tj" for name, letters in parts)

    def _parts(self, text: str, font: str) -> Iterator[tuple[str, str]]:
        canvas, face = self._canvas, pdfmetrics.getFont(font)
        if not face._dynamicFont:  # one that the viewer brings along
            yield canvas._doc.getInternalFontName(font), f"({face.formatForPdf(text)})"
            return
        for subset, letters in face.splitString(text, canvas._doc):
            yield face.getSubsetInternalName(subset, canvas._doc), f"({canvas._escape(letters)})"


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
