"""Sheets of paper: pages of true size, and a pen that draws on them in millimetres.

Everything lies within one box that fits on A4 and on Letter alike, with the same content at
the same size; only the margins around it differ. A pen measures from the lower left corner of
that box.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Final, Literal

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfgen.canvas import Canvas

from puzzles.printing import fonts

MM: Final = 72 / 25.4

PAPERS: Final = {"a4": A4, "letter": LETTER}
WIDTH: Final = 190.0
HEIGHT: Final = 259.0

Colour = tuple[float, float, float]
Align = Literal["left", "centre", "right"]

INK: Final[Colour] = (0.13, 0.11, 0.09)
GREY: Final[Colour] = (0.5, 0.46, 0.42)
SAND: Final[Colour] = (0.99, 0.93, 0.78)
WHITE: Final[Colour] = (1.0, 1.0, 1.0)

RULER: Final = 100.0
RULER_Y: Final = 6.0


@dataclass(frozen=True)
class About:
    """What a file says of itself."""

    title: str
    subject: str
    language: str


class Pen:
    """Draws in millimetres; in ink-saving mode it outlines what it would otherwise fill."""

    def __init__(self, canvas: Canvas, *, ink_saving: bool) -> None:
        self._canvas = canvas
        self.ink_saving = ink_saving

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
        length = fonts.width(text, font, size)
        if most is not None and length > most * MM:
            size *= most * MM / length
        canvas = self._canvas
        canvas.setFillColorRGB(*colour)
        canvas.setFont(font, size)
        draw = {
            "left": canvas.drawString,
            "centre": canvas.drawCentredString,
            "right": canvas.drawRightString,
        }
        draw[align](x * MM, y * MM, text)

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
        self, x: float, y: float, to_x: float, to_y: float, *, thick: float, colour: Colour = INK
    ) -> None:
        """A straight line, ``thick`` points thick, that ends exactly where it is said to."""
        self._stroke(thick, colour, cap=0)
        self._canvas.line(x * MM, y * MM, to_x * MM, to_y * MM)

    def path(self, corners: Sequence[tuple[float, float]], *, thick: float) -> None:
        """A closed outline with round corners."""
        self._stroke(thick, INK, cap=1)
        path = self._canvas.beginPath()
        (x, y), *others = corners
        path.moveTo(x * MM, y * MM)
        for x, y in others:
            path.lineTo(x * MM, y * MM)
        path.close()
        self._canvas.drawPath(path, stroke=1, fill=0)

    def square(
        self,
        x: float,
        y: float,
        side: float,
        *,
        thick: float,
        fill: Colour | None = None,
        colour: Colour = GREY,
    ) -> None:
        """A square with its lower left corner at ``x``, ``y``."""
        self.box(x, y, side, side, thick=thick, fill=fill, colour=colour)

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
        """A rectangle, with round corners if it has a radius."""
        self._stroke(thick, colour, cap=0)
        filled = fill is not None and not self.ink_saving
        if fill is not None and filled:
            self._canvas.setFillColorRGB(*fill)
        corner = (x * MM, y * MM, width * MM, height * MM)
        if radius:
            self._canvas.roundRect(*corner, radius * MM, stroke=1, fill=int(filled))
        else:
            self._canvas.rect(*corner, stroke=1, fill=int(filled))

    def circle(self, x: float, y: float, radius: float, *, thick: float) -> None:
        """A circle around ``x``, ``y``."""
        self._stroke(thick, INK, cap=0)
        self._canvas.circle(x * MM, y * MM, radius * MM, stroke=1, fill=0)

    def dot(self, x: float, y: float, across: float, *, colour: Colour = INK) -> None:
        """A dot, drawn as a line of no length with round ends."""
        self._stroke(across * MM, colour, cap=1)
        self._canvas.line(x * MM, y * MM, x * MM, y * MM)

    def _stroke(self, thick: float, colour: Colour, *, cap: int) -> None:
        self._canvas.setLineWidth(thick)
        self._canvas.setLineCap(cap)
        self._canvas.setLineJoin(cap)
        self._canvas.setStrokeColorRGB(*colour)


class Document:
    """A file of sheets. What repeats is drawn once, as a form, and stamped on the pages."""

    def __init__(self, paper: str, about: About, *, ink_saving: bool) -> None:
        self._page = PAPERS[paper]
        self._ink_saving = ink_saving
        self._file = io.BytesIO()
        self._canvas = canvas = Canvas(
            self._file,
            pagesize=self._page,
            pageCompression=1,
            invariant=1,
            initialFontName=fonts.REGULAR,
            lang=about.language,
        )
        canvas.setTitle(about.title)
        canvas.setSubject(about.subject)
        canvas.setAuthor("Ubongo")
        canvas.setCreator("Ubongo")
        # Fitted to the page by the viewer, squares would no longer have their size.
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        self._pages = 0

    @contextmanager
    def form(self, name: str) -> Iterator[Pen]:
        """Draw what is to be stamped on pages."""
        self._canvas.beginForm(name, 0, 0, WIDTH * MM, HEIGHT * MM)
        yield Pen(self._canvas, ink_saving=self._ink_saving)
        self._canvas.endForm()

    def page(self, *forms: str, bookmark: str) -> None:
        """A page with these forms, and its entry in the outline."""
        canvas = self._canvas
        self._pages += 1
        key = f"page{self._pages}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(bookmark, key)
        width, height = self._page
        canvas.translate((width - WIDTH * MM) / 2, (height - HEIGHT * MM) / 2)
        for form in forms:
            canvas.doForm(form)
        canvas.showPage()

    def content(self) -> bytes:
        """The finished file."""
        self._canvas.save()
        return self._file.getvalue()


# ReportLab reads a font from one place at a time, whichever file it is for.
_one_at_a_time = Lock()


@contextmanager
def document(paper: str, about: About, *, ink_saving: bool) -> Iterator[Document]:
    """A new file of sheets; it has to be finished within the block."""
    with _one_at_a_time:
        fonts.load()
        yield Document(paper, about, ink_saving=ink_saving)


def draw_ruler(pen: Pen, note: str, *, most: float) -> None:
    """A ruler of exactly 100 mm at the foot of a sheet, and why it is there."""
    start = 1.0
    pen.line(start, RULER_Y, start + RULER, RULER_Y, thick=0.5)
    for step in range(11):
        x = start + step * RULER / 10
        tall = 2.4 if step % 5 == 0 else 1.4
        pen.line(x, RULER_Y, x, RULER_Y + tall, thick=0.5)
    pen.text(start, RULER_Y - 3, "0", size=7)
    pen.text(start + RULER / 2, RULER_Y - 3, "50", size=7, align="centre")
    pen.text(start + RULER, RULER_Y - 3, "100 mm", size=7, align="right")
    pen.paragraph(start + RULER + 4, RULER_Y, note, size=7, most=most)
