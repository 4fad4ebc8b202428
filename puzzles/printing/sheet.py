"""Sheets of paper: pages of true size with a ruler on each.

Everything lies within one box that fits on A4 and on Letter alike, with the same content at
the same size; only the margins around it differ. The pen of a page measures from the lower left
corner of that box.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from reportlab import rl_config
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfbase.pdfdoc import PDFObjectReference, PDFResourceDictionary
from reportlab.pdfgen.canvas import Canvas

from puzzles.printing import fonts
from puzzles.printing.pen import MM, Pen, Point

PAPERS: Final = {"a4": A4, "letter": LETTER}
WIDTH: Final = 190.0
HEIGHT: Final = 259.0

Box = tuple[float, float, float, float]
"""The left, lower, right and upper side of what is drawn, in millimetres."""
SHEET: Final[Box] = (0.0, 0.0, WIDTH, HEIGHT)

RULER: Final = 100.0
RULER_Y: Final = 6.0


@dataclass(frozen=True)
class How:
    """How sheets come out, whatever is on them.

    ``id`` says where they are found again, ``ruler`` why one is there.
    """

    paper: str
    language: str
    ink_saving: bool
    id: str
    ruler: str


class _Canvas(Canvas):
    """A canvas whose pages and forms share one list of fonts and forms, in place of one each."""

    _SHARED = "shared-resources"

    def _setXObjects(self, thing: Any) -> None:  # noqa: N802
        thing.Resources = PDFObjectReference(self._SHARED)

    def share(self) -> None:
        """Write the list, once all forms are drawn."""
        known, prefix = self._doc, "FormXob."
        forms = [name.removeprefix(prefix) for name in known.idToObject if prefix in name]
        resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.basicProcs()
        resources.XObject = known.xobjDict(forms)
        known.Reference(resources, self._SHARED)


class Document:
    """A file of sheets. What repeats is drawn once, as a form, and stamped on the pages."""

    def __init__(self, how: How, *, title: str, subject: str) -> None:
        self._page = PAPERS[how.paper]
        self._ink_saving = how.ink_saving
        self._file = io.BytesIO()
        self._canvas = canvas = _Canvas(
            self._file,
            pagesize=self._page,
            pageCompression=1,
            invariant=1,
            initialFontName=fonts.REGULAR,
            lang=how.language,
        )
        canvas.setTitle(title)
        canvas.setSubject(subject)
        canvas.setAuthor("Ubongo")
        canvas.setCreator("Ubongo")
        # Fitted to the page by the viewer, squares would no longer have their size.
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        self._lettering = fonts.Lettering(canvas)
        self._pages = 0

    @contextmanager
    def form(self, name: str, box: Box = SHEET) -> Iterator[Pen]:
        """Draw what is to be stamped on pages; nothing outside its box will be seen."""
        left, bottom, right, top = (round(side * MM, 2) for side in box)
        self._canvas.beginForm(name, left, bottom, right, top)
        yield self._pen()
        self._canvas.endForm()

    def has(self, form: str) -> bool:
        """Is there a form of this name?"""
        return bool(self._canvas.hasForm(form))

    @contextmanager
    def page(self, bookmark: str, *, shift: Point = (0, 0), turned: bool = False) -> Iterator[Pen]:
        """Draw a page, with its entry in the outline.

        All of it may be shifted by some millimetres, and turned by half a circle.
        """
        canvas = self._canvas
        self._pages += 1
        key = f"page{self._pages}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(bookmark, key)
        width, height = self._page
        left, bottom = (width / MM - WIDTH) / 2, (height / MM - HEIGHT) / 2
        canvas.translate((left + shift[0]) * MM, (bottom + shift[1]) * MM)
        pen = self._pen()
        if turned:
            pen.turn_round(WIDTH, HEIGHT)
        yield pen
        canvas.showPage()

    def _pen(self) -> Pen:
        return Pen(self._canvas, self._lettering, ink_saving=self._ink_saving)

    def content(self) -> bytes:
        """The finished file."""
        self._canvas.share()
        self._canvas.save()
        return self._file.getvalue()


# ReportLab reads a font from one place at a time, whichever file it is for.
_one_at_a_time = Lock()


@contextmanager
def document(how: How, *, title: str, subject: str) -> Iterator[Document]:
    """A new file of sheets; it has to be finished within the block."""
    with _one_at_a_time:
        rl_config.useA85 = 0  # bytes may be bytes; as letters they are a quarter more
        fonts.load()
        yield Document(how, title=title, subject=subject)


FOOT: Final = 12.0
"""How much at the bottom of a sheet is kept for the ruler and what tells the sheet."""


class Foot:
    """What stands at the foot of every sheet: the ruler, and how to print the sheet again."""

    def __init__(self, file: Document, how: How) -> None:
        with file.form("foot") as pen:
            draw_ruler(pen, how.ruler, most=WIDTH - RULER - 22)
            pen.text(RULER + 5, RULER_Y - 4.5, how.id, size=7, bold=True, most=WIDTH - RULER - 6)

    def draw(self, pen: Pen, number: str) -> None:
        """The foot of the page with this number."""
        pen.stamp("foot")
        pen.text(WIDTH - 1, RULER_Y, number, size=7, align="right")


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
