"""Table slips: who sits where with which boards, and a code for the table's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from puzzles.printing.pen import GREY, Pen
from puzzles.printing.sheet import FOOT, HEIGHT, WIDTH, How
from tournaments.printing.pages import Page, draw_pages
from tournaments.printing.qr import draw_qr
from tournaments.printing.rows import base_of, draw_name_in_row

# All in millimetres.
EACH: Final = 4
"""So many slips a sheet."""
BETWEEN: Final = 6.0
SLIP: Final = (HEIGHT - FOOT - (EACH - 1) * BETWEEN) / EACH
INSET: Final = 0.5
HEAD: Final = 13.0
CODE: Final = 44.0
LEFT_OF_CODE: Final = WIDTH - CODE - 4
SEAT: Final = (SLIP - HEAD) / 4
NAME: Final = 8.0
BOARDS: Final = 76.0


@dataclass(frozen=True)
class Seat:
    """Who sits there, and the boards to be played, with what they are, if they are dealt."""

    name: str
    boards: Sequence[str] = ()
    what: str = ""


@dataclass(frozen=True)
class Slip:
    """A table in a round: its names, its seats, the whole address of its page, and where its
    boards come from."""

    round: str
    table: str
    seats: Sequence[Seat]
    address: str
    whence: str = ""


@dataclass(frozen=True)
class Words:
    """The texts of the slips in the language that they are printed in."""

    tournament: str
    title: str
    subject: str
    scan: str


def draw(slips: Sequence[Slip], words: Words, how: How) -> bytes:
    """A slip for each table, four of them a sheet to be cut apart, as a PDF."""
    pages = []
    for start in range(0, len(slips), EACH):
        some = slips[start : start + EACH]
        names = [slip.table for slip in some]
        bookmark = names[0] if len(names) == 1 else f"{names[0]} – {names[-1]}"
        pages.append(Page(bookmark, partial(_draw_page, slips=some, words=words)))
    return draw_pages(
        pages, how, title=f"{words.title} · {words.tournament}", subject=words.subject
    )


def _draw_page(pen: Pen, slips: Sequence[Slip], words: Words) -> None:
    for place, slip in enumerate(slips):
        top = HEIGHT - place * (SLIP + BETWEEN)
        if place:
            cut = top + BETWEEN / 2
            pen.line(INSET, cut, WIDTH - INSET, cut, thick=0.5, colour=GREY, dashes=2)
        _draw_slip(pen, top, slip, words)


def _draw_slip(pen: Pen, top: float, slip: Slip, words: Words) -> None:
    base = top - 8.5
    pen.text(INSET, base, slip.table, size=22, bold=True, most=50)
    pen.text(55, base + 4.4, slip.round, size=11, bold=True, most=LEFT_OF_CODE - 55)
    pen.text(55, base + 0.4, words.tournament, size=9, most=LEFT_OF_CODE - 55)
    pen.text(55, base - 3.2, slip.whence, size=8, most=LEFT_OF_CODE - 55)
    for number, seat in enumerate(slip.seats, start=1):
        _draw_seat(pen, top - HEAD - (number - 1) * SEAT, number, seat)
    bottom = top - CODE
    draw_qr(pen, WIDTH - CODE, bottom, slip.address, side=CODE)
    middle = WIDTH - CODE / 2
    pen.text(middle, bottom - 2, words.scan, size=9, bold=True, align="centre", most=CODE - 1)
    host, slash, path = slip.address.partition("://")[2].partition("/")
    pen.text(middle, bottom - 5.6, host, size=7, align="centre", most=CODE - 1)
    pen.text(middle, bottom - 8.6, slash + path, size=7, align="centre", most=CODE - 1)


def _draw_seat(pen: Pen, top: float, number: int, seat: Seat) -> None:
    middle = top - SEAT / 2
    pen.line(INSET, top, LEFT_OF_CODE, top, thick=0.45, colour=GREY)
    pen.text(INSET, base_of(middle, 12), str(number), size=12, bold=True)
    right = BOARDS - 3 if seat.boards else LEFT_OF_CODE
    draw_name_in_row(pen, NAME, middle, seat.name, size=13, most=right - NAME)
    if seat.boards:
        pen.text(BOARDS, top - 3, seat.what, size=6.5, colour=GREY, most=LEFT_OF_CODE - BOARDS)
        boards = " · ".join(seat.boards)
        draw_name_in_row(pen, BOARDS, middle - 1.4, boards, size=10, most=LEFT_OF_CODE - BOARDS)
