"""Posters for the wall: who sits at which table, and how to check in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from puzzles.printing import fonts
from puzzles.printing.names import draw_name
from puzzles.printing.pen import GREY, MM, Pen
from puzzles.printing.sheet import FOOT, HEIGHT, WIDTH, How
from tournaments.printing.pages import Page, draw_pages
from tournaments.printing.qr import draw_qr
from tournaments.printing.rows import base_of, draw_name_in_row

# All in millimetres.
INSET: Final = 0.5
TITLE: Final = 25.0
LINE: Final = 9.2
COLUMNS: Final = 2
GUTTER: Final = 10.0
COLUMN: Final = (WIDTH - 2 * INSET - (COLUMNS - 1) * GUTTER) / COLUMNS
LINES: Final = int((HEIGHT - FOOT - TITLE) / LINE)
TABLE: Final = 16.0
CODE: Final = 124.0
HOW: Final = 150.0


@dataclass(frozen=True)
class Seated:
    """Somebody and the table, by its number or name."""

    name: str
    table: str


@dataclass(frozen=True)
class SeatingWords:
    """The texts of the seating poster; ``heading`` says for which round it is."""

    tournament: str
    heading: str
    subject: str
    page: str
    name: str
    table: str


@dataclass(frozen=True)
class CheckIn:
    """Where people check in: the page's address, and the code that it asks for."""

    address: str
    code: str


@dataclass(frozen=True)
class CheckInWords:
    """The texts of the check-in poster; ``how`` says what to do."""

    tournament: str
    heading: str
    subject: str
    how: str
    code: str


def draw_seating(seated: Sequence[Seated], words: SeatingWords, how: How) -> bytes:
    """Everybody with the table, in the order given, in two columns a page, as a PDF."""
    size = COLUMNS * LINES
    parts = [seated[start : start + size] for start in range(0, len(seated), size)] or [()]
    pages = [
        Page(f"{words.page} {number}", partial(_draw_seating, seated=part, words=words))
        for number, part in enumerate(parts, start=1)
    ]
    return draw_pages(
        pages, how, title=f"{words.heading} · {words.tournament}", subject=words.subject
    )


def _draw_seating(pen: Pen, seated: Sequence[Seated], words: SeatingWords) -> None:
    pen.text(INSET, HEIGHT - 9, words.heading, size=24, bold=True, most=WIDTH - 2 * INSET)
    pen.text(INSET, HEIGHT - 15.5, words.tournament, size=11, most=WIDTH - 2 * INSET)
    for column in range(min(COLUMNS, -(-len(seated) // LINES))):
        left = INSET + column * (COLUMN + GUTTER)
        right, top = left + COLUMN, HEIGHT - TITLE
        pen.text(left, top + 1.5, words.name, size=8.5, colour=GREY, most=COLUMN - TABLE)
        pen.text(right, top + 1.5, words.table, size=8.5, colour=GREY, align="right", most=TABLE)
        pen.line(left, top, right, top, thick=1.2)
        for one in seated[column * LINES : (column + 1) * LINES]:
            middle = top - LINE / 2
            draw_name_in_row(pen, left, middle, one.name, size=15, most=COLUMN - TABLE - 2)
            base = base_of(middle, 18)
            pen.text(right, base, one.table, size=18, bold=True, align="right", most=TABLE)
            top -= LINE
            pen.line(left, top, right, top, thick=0.35, colour=GREY)


def draw_check_in(check_in: CheckIn, words: CheckInWords, how: How) -> bytes:
    """One large code to be scanned from a few steps away, and the code to be typed, as a PDF."""

    def draw(pen: Pen) -> None:
        middle, most = WIDTH / 2, WIDTH - 2 * INSET
        pen.text(middle, HEIGHT - 18, words.heading, size=46, bold=True, align="centre", most=most)
        y = draw_name(
            pen, middle, HEIGHT - 32, words.tournament, size=20, most=most, align="centre"
        )
        for line in fonts.wrapped(words.how, fonts.REGULAR, 15, HOW * MM):
            pen.text(middle, y - 2, line, size=15, align="centre", most=most)
            y -= 7
        bottom = FOOT + 51
        draw_qr(pen, middle - CODE / 2, bottom, check_in.address, side=CODE)
        draw_name(pen, middle, bottom - 3, check_in.address, size=12, most=most, align="centre")
        pen.text(middle, bottom - 18, words.code, size=13, align="centre", most=most)
        pen.text(middle, bottom - 42, check_in.code, size=66, bold=True, align="centre", most=most)

    pages = [Page(words.heading, draw)]
    return draw_pages(
        pages, how, title=f"{words.heading} · {words.tournament}", subject=words.subject
    )
