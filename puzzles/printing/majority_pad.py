"""The pad of classic 2003, where the most gems of one colour win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.printing import pads
from puzzles.printing.gems import draw_gem
from puzzles.printing.pads import INSET, MIDDLE_OF_TEXT, THICK, THIN, Table, draw_title
from puzzles.printing.pen import GREY, Pen
from puzzles.printing.sheet import WIDTH, How

EACH: Final = 3
GEM: Final = 5.4
NUMBER: Final = 10.0
ORDERED: Final = 8.5
PLACE: Final = 6.0
NOTE: Final = 5.5


@dataclass(frozen=True)
class Words:
    """The texts of the pad in the language that it is printed in."""

    pad: pads.Words
    ordered: str
    note: str


@dataclass(frozen=True)
class MajorityPad:
    """What is drawn: the colours by key and name, for so many seats."""

    colours: Sequence[tuple[str, str]]
    seats: int


def draw(
    pad: MajorityPad,
    words: Words,
    how: How,
    *,
    sheets: int,
) -> bytes:
    """So many sheets with three pads each, as a PDF."""

    def draw_pad(pen: Pen, height: float) -> None:
        draw_title(pen, height, words.pad)
        table = Table(pen, height - pads.TITLE, seats=pad.seats)
        table.names(words.pad)
        _draw_colours(pen, table, pad)
        _draw_order(pen, table, pad, words.ordered)
        table.row(words.pad.place, PLACE, bold=True)
        table.close()
        pen.text(INSET + 2, 1.2, words.note, size=8, most=WIDTH - 2 * INSET - 4)

    return pads.draw(
        words.pad,
        draw_pad,
        how,
        each=EACH,
        sheets=sheets,
    )


def _draw_colours(pen: Pen, table: Table, pad: MajorityPad) -> None:
    """A line for each colour: room for tally marks, and at its end for their number."""
    top = table.y
    height = (top - ORDERED - PLACE - NOTE) / len(pad.colours)
    table.shade_every_other(len(pad.colours), height)
    for colour, name in pad.colours:
        middle = table.row("", height)
        draw_gem(pen, INSET + 2 + GEM / 2, middle, colour, across=GEM)
        base = middle - MIDDLE_OF_TEXT * 9
        pen.text(INSET + GEM + 3.5, base, name, size=9, most=pads.LABEL - GEM - 4.5)
        table.rule()
    pen.lines(
        [((seat.right - NUMBER, top), (seat.right - NUMBER, table.y)) for seat in table.seats],
        thick=THIN,
        colour=GREY,
    )


def _draw_order(pen: Pen, table: Table, pad: MajorityPad, label: str) -> None:
    """The numbers of each seat once more, the best colour first: they decide a tie."""
    table.rule(thick=THICK)
    middle = table.row("", ORDERED)
    pen.paragraph(INSET + 2, middle + 0.6, label, size=8, most=pads.LABEL - 3)
    for seat in table.seats:
        for part in seat.parts(len(pad.colours))[1:]:
            pen.text(part.left, middle - 1.1, "≥", size=8, align="centre")
    table.rule()
