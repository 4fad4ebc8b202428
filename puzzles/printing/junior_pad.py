"""The pad of Junior: cards to be coloured in, so that nobody needs to write numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.printing import pads
from puzzles.printing.cards import PLAYER_COLOURS
from puzzles.printing.pads import INSET, MIDDLE_OF_TEXT, THICK, Column, Table, draw_title
from puzzles.printing.pen import Pen
from puzzles.printing.sheet import WIDTH, How

EACH: Final = 2
COLOUR: Final = 11.0
TICK: Final = 3.6
CARD: Final = 8.0, 10.5
MOST_CARDS: Final = 2
"""A round gives a seat its own card and that of the last one, no more."""
TOTAL: Final = 11.0
PLACE: Final = 7.0
NOTE: Final = 6.5


@dataclass(frozen=True)
class Words:
    """The texts of the pad in the language that it is printed in."""

    pad: pads.Words
    colour: str
    round: Callable[[int], str]
    total: str
    note: str


@dataclass(frozen=True)
class JuniorPad:
    """What is drawn: the players' colours by key and name, for so many seats and rounds."""

    colours: Sequence[tuple[str, str]]
    seats: int
    rounds: int


def draw(
    pad: JuniorPad,
    words: Words,
    how: How,
    *,
    sheets: int,
) -> bytes:
    """So many sheets with two pads each, as a PDF."""

    def draw_pad(pen: Pen, height: float) -> None:
        draw_title(pen, height, words.pad)
        table = Table(pen, height - pads.TITLE, seats=pad.seats)
        table.names(words.pad)
        table.row(words.colour, COLOUR)
        for seat in table.seats:
            _draw_choice(pen, seat, table.y, pad.colours)
        table.rule(thick=THICK)
        _draw_rounds(pen, table, pad, words)
        table.rule(thick=THICK)
        table.row(words.total, TOTAL, bold=True, size=11)
        table.rule()
        table.row(words.pad.place, PLACE)
        table.close()
        pen.text(INSET + 2, 1.5, words.note, size=8.5, most=WIDTH - 2 * INSET - 4)

    return pads.draw(
        words.pad,
        draw_pad,
        how,
        each=EACH,
        sheets=sheets,
    )


def _draw_choice(pen: Pen, seat: Column, bottom: float, colours: Sequence[tuple[str, str]]) -> None:
    """The colours in two columns, each a box to tick beside its name."""
    columns = seat.parts(2)
    for index, (colour, name) in enumerate(colours):
        column, down = columns[index % 2], index // 2
        x, y = column.left + 1.6, bottom + COLOUR / 2 + 0.8 - down * (TICK + 1.4)
        pen.box(x, y, TICK, TICK, thick=0.6, fill=PLAYER_COLOURS[colour])
        base = y + TICK / 2 - MIDDLE_OF_TEXT * 8
        pen.text(x + TICK + 1.2, base, name, size=8, most=column.width - TICK - 3.5)


def _draw_rounds(pen: Pen, table: Table, pad: JuniorPad, words: Words) -> None:
    """A line for each round, with as many cards as it can give."""
    height = (table.y - TOTAL - PLACE - NOTE) / pad.rounds
    wide, high = CARD
    for number in range(1, pad.rounds + 1):
        middle = table.row(words.round(number), height)
        for seat in table.seats:
            for part in seat.parts(MOST_CARDS):
                x, y = part.middle - wide / 2, middle - high / 2
                pen.box(x, y, wide, high, thick=0.7, radius=1)
        table.rule()
