"""The pad of the games in which gems have values: classic 2015 and 3-D Family."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.printing import fonts, pads
from puzzles.printing.gems import draw_gem
from puzzles.printing.pads import MIDDLE_OF_TEXT, THICK, Table, draw_title
from puzzles.printing.pen import MM, Pen
from puzzles.printing.sheet import How

EACH: Final = 2
LEVEL: Final = 5.5
HEAD: Final = 11.5
GEM: Final = 7.0
COUNT: Final = 6.5
TOTAL: Final = 8.0
PLACE: Final = 6.0
EXAMPLE: Final = 7.0
EXAMPLE_SIZE: Final = 9.0
EXAMPLE_GEM: Final = 5.8


@dataclass(frozen=True)
class Words:
    """The texts of the pad in the language that it is printed in."""

    pad: pads.Words
    level: str
    round: str
    gems: str
    points: str
    total: str
    example: str


@dataclass(frozen=True)
class Gem:
    """The key of its colour and what this is called, its points, and how many an example has."""

    colour: str
    name: str
    points: int
    example: int


@dataclass(frozen=True)
class GemPad:
    """What is drawn: the gems, for so many seats and rounds."""

    gems: Sequence[Gem]
    seats: int
    rounds: int

    @property
    def example(self) -> int:
        """What the gems of the example are worth together."""
        return sum(gem.points * gem.example for gem in self.gems)


def draw(
    pad: GemPad,
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
        table.row(words.level, LEVEL)
        table.rule()
        _draw_head(pen, table, pad, words)
        _draw_rounds(pen, table, pad)
        _draw_sums(pen, table, pad, words)
        table.close()
        _draw_example(pen, pad, words.example)

    return pads.draw(
        words.pad,
        draw_pad,
        how,
        each=EACH,
        sheets=sheets,
    )


def _draw_head(pen: Pen, table: Table, pad: GemPad, words: Words) -> None:
    """Each gem with its points on it and its name below, once for every seat."""
    table.row(words.round, HEAD, bold=True)
    for seat in table.seats:
        for part, gem in zip(seat.parts(len(pad.gems)), pad.gems, strict=True):
            draw_gem(pen, part.middle, table.y + 7.2, gem.colour, across=GEM, sign=str(gem.points))
            most = part.width - 1
            pen.text(part.middle, table.y + 1.2, gem.name, size=7, align="centre", most=most)
    table.rule(thick=THICK)


def _draw_rounds(pen: Pen, table: Table, pad: GemPad) -> None:
    """A line for each round; together they are as high as the rest of the pad leaves."""
    top = table.y
    height = (top - COUNT - COUNT - TOTAL - PLACE - EXAMPLE) / pad.rounds
    table.shade_every_other(pad.rounds, height)
    for number in range(1, pad.rounds + 1):
        table.row(str(number), height)
        table.rule()
    table.divide(top, len(pad.gems))


def _draw_sums(pen: Pen, table: Table, pad: GemPad, words: Words) -> None:
    """How many gems of each colour, what they are worth, and what all are worth together."""
    top = table.y
    table.rule(thick=THICK)
    table.row(words.gems, COUNT)
    table.rule()
    middle = table.row(words.points, COUNT)
    for seat in table.seats:
        for part, gem in zip(seat.parts(len(pad.gems)), pad.gems, strict=True):
            pen.text(part.left + 0.8, middle + 0.2, f"× {gem.points}", size=6)
    table.divide(top, len(pad.gems))
    table.rule(thick=THICK)
    table.row(words.total, TOTAL, bold=True, size=11)
    table.rule()
    table.row(words.pad.place, PLACE)


def _draw_example(pen: Pen, pad: GemPad, label: str) -> None:
    """1 red gem + 1 blue one + 3 green ones + 3 brown ones = 16, as pictures and words."""
    middle = 3.0
    base = middle - MIDDLE_OF_TEXT * EXAMPLE_SIZE
    x = pads.INSET + 2

    def write(text: str) -> None:
        nonlocal x
        pen.text(x, base, text, size=EXAMPLE_SIZE)
        x += fonts.width(text, fonts.REGULAR, EXAMPLE_SIZE) / MM + 1.2

    write(label)
    for index, gem in enumerate(pad.gems):
        write(f"+ {gem.example} ×" if index else f"{gem.example} ×")
        draw_gem(
            pen, x + EXAMPLE_GEM / 2, middle, gem.colour, across=EXAMPLE_GEM, sign=str(gem.points)
        )
        x += EXAMPLE_GEM + 1
        write(gem.name)
    write(f"= {pad.example}")
