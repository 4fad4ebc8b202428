"""The sheet of the dice game: six areas, room for points, and a table for ordinary dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.printing.boards import draw_squares
from puzzles.printing.dice import draw_die
from puzzles.printing.pen import Pen
from puzzles.printing.sheet import HEIGHT, WIDTH, About, document, draw_ruler

Rows = Sequence[str]

# All in millimetres. Areas stand in two columns, each in a field of its own.
INSET: Final = 1.0  # half of a thick line must not leave the box
SQUARE: Final = 10.0
COLUMNS: Final = 2
FIELD_WIDTH: Final = 77.0
FIELD_HEIGHT: Final = 73.0
FIELDS_TOP: Final = 241.0
CIRCLE: Final = 11.0
HEADING: Final = 14.0

MARGIN_LEFT: Final = 157.0
MARGIN_WIDTH: Final = WIDTH - INSET - MARGIN_LEFT
DIE: Final = 7.0
SHAPE_SQUARE: Final = 3.4
TABLE_STEP: Final = 10.2
TOTAL_HEIGHT: Final = 20.0
TOTAL_Y: Final = 19.0


@dataclass(frozen=True)
class Words:
    """The texts of the sheet in the language that it is printed in."""

    title: str
    subject: str
    sheet: str
    name: str
    total: str
    table: str
    table_note: str
    black: str
    white: str
    ruler: str


@dataclass(frozen=True)
class DicePad:
    """What is drawn: the areas, and the shapes of the faces 1 to 6 of a black and a white die."""

    id: str
    areas: tuple[Rows, ...]
    black: tuple[Rows, ...]
    white: tuple[Rows, ...]


def draw(
    pad: DicePad, words: Words, *, paper: str, sheets: int, language: str, ink_saving: bool
) -> bytes:
    """So many sheets with the same areas, as a PDF."""
    about = About(f"{words.title} · {pad.id}", words.subject, language)
    with document(paper, about, ink_saving=ink_saving) as file:
        with file.form("dice-pad") as pen:
            _draw_head(pen, words)
            for index, rows in enumerate(pad.areas):
                _draw_field(pen, index, rows)
            _draw_table(pen, pad, words)
            _draw_total(pen, words)
            _draw_foot(pen, pad, words)
        for number in range(1, sheets + 1):
            with file.page(f"{words.sheet} {number}") as pen:
                pen.stamp("dice-pad")
        return file.content()


def _draw_head(pen: Pen, words: Words) -> None:
    base = HEIGHT - 9
    pen.text(INSET, base, words.title, size=19, bold=True, most=86)
    pen.text(93, base, words.name, size=11, most=14)
    pen.line(108, base - 1, WIDTH - INSET, base - 1, thick=0.7)


def _draw_field(pen: Pen, index: int, rows: Rows) -> None:
    """An area below its number and the circle for the points."""
    x = INSET + index % COLUMNS * FIELD_WIDTH
    y = FIELDS_TOP - index // COLUMNS * FIELD_HEIGHT
    middle = y - CIRCLE / 2
    pen.text(x, middle - 2.9, str(index + 1), size=24, bold=True)
    pen.circle(x + 8 + CIRCLE / 2, middle, CIRCLE / 2, thick=0.9)
    draw_squares(pen, x, y - HEADING, rows, side=SQUARE, grid=0.6, edge=1.8)


def _draw_table(pen: Pen, pad: DicePad, words: Words) -> None:
    """Which shape a number on an ordinary die stands for."""
    y = FIELDS_TOP - 3.5
    y = pen.paragraph(MARGIN_LEFT, y, words.table, size=10.5, bold=True, most=MARGIN_WIDTH)
    for name, faces, black in ((words.black, pad.black, True), (words.white, pad.white, False)):
        y -= 5.5
        pen.text(MARGIN_LEFT, y, name, size=9, most=MARGIN_WIDTH)
        y -= 1.5
        for number, rows in enumerate(faces, start=1):
            _draw_row(pen, y, number, rows, black=black)
            y -= TABLE_STEP
    pen.paragraph(MARGIN_LEFT, y - 4, words.table_note, size=7.5, most=MARGIN_WIDTH)


def _draw_row(pen: Pen, y: float, number: int, rows: Rows, *, black: bool) -> None:
    middle = y - TABLE_STEP / 2
    draw_die(pen, MARGIN_LEFT + 0.5, middle - DIE / 2, number, side=DIE, black=black)
    pen.text(MARGIN_LEFT + 12, middle - 1.3, "→", size=11, align="centre")
    top = middle + len(rows) * SHAPE_SQUARE / 2
    draw_squares(pen, MARGIN_LEFT + 17, top, rows, side=SHAPE_SQUARE, grid=0.5, edge=1.1)


def _draw_total(pen: Pen, words: Words) -> None:
    pen.box(MARGIN_LEFT, TOTAL_Y, MARGIN_WIDTH, TOTAL_HEIGHT, thick=1.2, radius=2)
    pen.text(
        MARGIN_LEFT + 2.5,
        TOTAL_Y + TOTAL_HEIGHT - 5.5,
        words.total,
        size=11,
        bold=True,
        most=MARGIN_WIDTH - 5,
    )


def _draw_foot(pen: Pen, pad: DicePad, words: Words) -> None:
    draw_ruler(pen, words.ruler, most=50)
    pen.text(WIDTH - INSET, 6, pad.id, size=11, bold=True, align="right", most=36)
