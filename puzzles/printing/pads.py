"""Score pads: tables with a column for each seat, some of them below each other on a sheet.

What is written by hand has boxes of its own: names, and what each seat won.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from puzzles.printing.pen import GREY, SAND, Pen
from puzzles.printing.sheet import FOOT, HEIGHT, WIDTH, Foot, How, document

# All in millimetres.
INSET: Final = 0.5  # half of a thick line must not leave the box
BETWEEN: Final = 7.0
TITLE: Final = 9.0
LABEL: Final = 27.0
NAME: Final = 9.0
DATE: Final = 34.0
MIDDLE_OF_TEXT: Final = 0.125
"""Where the middle of a figure lies above its base line, in millimetres for each point."""

THICK: Final = 1.2
THIN: Final = 0.45


@dataclass(frozen=True)
class Words:
    """The texts that all pads have, in the language that they are printed in."""

    title: str
    game: str
    subject: str
    sheet: str
    date: str
    name: str
    place: str


@dataclass(frozen=True)
class Column:
    """What belongs to a seat, or to a part of it: from its left edge so wide."""

    left: float
    width: float

    @property
    def middle(self) -> float:
        return self.left + self.width / 2

    @property
    def right(self) -> float:
        return self.left + self.width

    def parts(self, count: int) -> list[Column]:
        """As many columns of the same width."""
        width = self.width / count
        return [Column(self.left + index * width, width) for index in range(count)]


def draw(
    words: Words,
    draw_pad: Callable[[Pen, float], None],
    how: How,
    *,
    each: int,
    sheets: int,
) -> bytes:
    """So many sheets with the same pad ``each`` times, as a PDF.

    ``draw_pad`` is told how high the pad is, and draws from its lower left corner.
    """
    height = (HEIGHT - FOOT - (each - 1) * BETWEEN) / each
    with document(how, title=f"{words.title} · {words.game}", subject=words.subject) as file:
        foot = Foot(file, how)
        with file.form("pad", (0, 0, WIDTH, height)) as pen:
            draw_pad(pen, height)
        with file.form("pads") as pen:
            for place in range(each):
                y = FOOT + place * (height + BETWEEN)
                pen.stamp("pad", 0, y)
                if place:
                    cut = y - BETWEEN / 2
                    pen.line(INSET, cut, WIDTH - INSET, cut, thick=0.5, colour=GREY, dashes=2)
        for number in range(1, sheets + 1):
            with file.page(f"{words.sheet} {number}") as pen:
                pen.stamp("pads")
                foot.draw(pen, f"{number} / {sheets}")
        return file.content()


def draw_title(pen: Pen, height: float, words: Words) -> None:
    """What the pad is for, and a line for the date, at its top."""
    base = height - 5.5
    date = WIDTH - INSET - DATE
    pen.text(INSET, base, words.title, size=14, bold=True, most=66)
    pen.text(70, base, words.game, size=9, most=date - 86)
    pen.text(date - 1.5, base, words.date, size=9, align="right", most=12)
    pen.line(date, base - 1, WIDTH - INSET, base - 1, thick=THIN)


class Table:
    """The table of a pad, drawn row by row from the top down; labels stand before the seats."""

    def __init__(self, pen: Pen, top: float, *, seats: int) -> None:
        self._pen = pen
        self._top = self.y = top
        whole = Column(INSET + LABEL, WIDTH - 2 * INSET - LABEL)
        self.seats = whole.parts(seats)

    def row(self, label: str, height: float, *, bold: bool = False, size: float = 9) -> float:
        """A row of this height below the last one; returns where its middle is."""
        middle = self.y - height / 2
        base = middle - MIDDLE_OF_TEXT * size
        self._pen.text(INSET + 2, base, label, size=size, bold=bold, most=LABEL - 4)
        self.y -= height
        return middle

    def names(self, words: Words) -> None:
        """The row in which names are written, each below the number of its seat."""
        self.row(words.name, NAME)
        for number, seat in enumerate(self.seats, start=1):
            self._pen.text(seat.left + 1.2, self.y + NAME - 3.2, str(number), size=7, bold=True)
        self.rule(thick=THICK)

    def rule(self, *, thick: float = THIN) -> None:
        """A line below the last row."""
        self._pen.line(INSET, self.y, WIDTH - INSET, self.y, thick=thick)

    def divide(self, top: float, parts: int) -> None:
        """Thin lines between as many parts of each seat, from ``top`` to below the last row."""
        self._pen.lines(
            [
                ((part.left, top), (part.left, self.y))
                for seat in self.seats
                for part in seat.parts(parts)[1:]
            ],
            thick=THIN,
            colour=GREY,
        )

    def shade_every_other(self, rows: int, height: float) -> None:
        """A light ground for every other of the rows to come, each so high; it is only ink."""
        if self._pen.ink_saving:
            return
        for row in range(1, rows, 2):
            bottom = self.y - (row + 1) * height
            width = WIDTH - 2 * INSET
            self._pen.box(INSET, bottom, width, height, thick=0.1, fill=SAND, colour=SAND)

    def close(self) -> None:
        """The thick lines around the table and between the seats."""
        height = self._top - self.y
        self._pen.box(INSET, self.y, WIDTH - 2 * INSET, height, thick=THICK)
        self._pen.lines(
            [((seat.left, self._top), (seat.left, self.y)) for seat in self.seats], thick=THICK
        )
