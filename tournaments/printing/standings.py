"""The standings on paper: places, names and values, on as many pages as they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from puzzles.printing import fonts
from puzzles.printing.names import LEADING
from puzzles.printing.pen import MM, Pen
from puzzles.printing.sheet import FOOT, HEIGHT, WIDTH, How
from tournaments.printing.pages import Page, draw_pages
from tournaments.printing.rows import base_of, draw_ground, draw_name_in_row

# All in millimetres.
INSET: Final = 0.5
TITLE: Final = 18.0
HEAD: Final = 8.0
LINE: Final = 7.4
LINES: Final = int((HEIGHT - FOOT - TITLE - HEAD) / LINE)
"""So many lines a page."""
PLACE: Final = 13.0
VALUES: Final = 100.0
WIDEST: Final = 24.0


@dataclass(frozen=True)
class Line:
    """A place, who has it, and the values that decided it, as they are to be read."""

    place: int
    name: str
    values: Sequence[str]


@dataclass(frozen=True)
class Words:
    """The texts of the sheets in the language that they are printed in.

    ``heading`` says after which round this is, ``values`` what the columns hold.
    """

    tournament: str
    heading: str
    subject: str
    page: str
    place: str
    name: str
    values: Sequence[str]


def draw(lines: Sequence[Line], words: Words, how: How) -> bytes:
    """The standings in their order, as a PDF; without any line a page that has the heads."""
    parts = [lines[start : start + LINES] for start in range(0, len(lines), LINES)] or [()]
    pages = [
        Page(f"{words.page} {number}", partial(_draw_page, lines=part, words=words))
        for number, part in enumerate(parts, start=1)
    ]
    return draw_pages(
        pages, how, title=f"{words.heading} · {words.tournament}", subject=words.subject
    )


def _draw_page(pen: Pen, lines: Sequence[Line], words: Words) -> None:
    pen.text(INSET, HEIGHT - 7, words.tournament, size=17, bold=True, most=WIDTH - 2 * INSET)
    pen.text(INSET, HEIGHT - 14, words.heading, size=12, most=WIDTH - 2 * INSET)
    wide = min(WIDEST, VALUES / max(len(words.values), 1))
    names = WIDTH - INSET - len(words.values) * wide
    rights = [names + (index + 1) * wide - 1.5 for index in range(len(words.values))]
    top = HEIGHT - TITLE
    base = top - 5
    pen.text(INSET + PLACE - 4, base, words.place, size=8.5, bold=True, align="right", most=9)
    pen.text(INSET + PLACE, base, words.name, size=8.5, bold=True, most=60)
    for right, value in zip(rights, words.values, strict=True):
        _draw_head(pen, right, base, value, most=wide - 2)
    top -= HEAD
    pen.line(INSET, top, WIDTH - INSET, top, thick=1.2)
    for index, line in enumerate(lines):
        if index % 2:
            draw_ground(pen, INSET, top - LINE, WIDTH - 2 * INSET, LINE)
        middle = top - LINE / 2
        base = base_of(middle, 11)
        place = str(line.place)
        pen.text(INSET + PLACE - 4, base, place, size=11, bold=True, align="right", most=8)
        draw_name_in_row(pen, INSET + PLACE, middle, line.name, size=11, most=names - PLACE - 3)
        for right, value in zip(rights, line.values, strict=True):
            pen.text(right, base, value, size=11, align="right", most=wide - 2)
        top -= LINE
        pen.line(INSET, top, WIDTH - INSET, top, thick=0.35)


def _draw_head(pen: Pen, right: float, base: float, head: str, *, most: float) -> None:
    """What a column holds, in one line or two: in one alone, long words could not be read."""
    words, lines = head.split(), [head]
    if fonts.width(head, fonts.BOLD, 8.5) > most * MM:
        breaks = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
        lines = list(min(breaks, key=lambda parts: max(map(len, parts)), default=lines))
    for number, line in enumerate(reversed(lines)):
        y = base + number * LEADING * 8.5 / MM
        pen.text(right, y, line, size=8.5, bold=True, align="right", most=most)
