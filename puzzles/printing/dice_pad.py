"""The sheet of the dice game: six areas, room for points, and a table for ordinary dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.printing.boards import draw_squares
from puzzles.printing.dice_table import Faces, TableWords, draw_column
from puzzles.printing.pen import Pen
from puzzles.printing.sheet import HEIGHT, WIDTH, How, document, draw_ruler

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
    table: TableWords


@dataclass(frozen=True)
class DicePad:
    """What is drawn: the areas, and the faces of the dice."""

    id: str
    areas: tuple[Rows, ...]
    faces: Faces


def draw(
    pads: Sequence[DicePad],
    words: Words,
    how: How,
    *,
    sheets: int,
) -> bytes:
    """So many sheets of each pad, as a PDF."""
    names = pads[0].id if len(pads) == 1 else f"{pads[0].id} – {pads[-1].id}"
    with document(how, title=f"{words.title} · {names}", subject=words.subject) as file:
        with file.form("dice-pad") as pen:
            _draw_head(pen, words)
            _draw_table(pen, pads[0].faces, words.table)
            _draw_total(pen, words)
            draw_ruler(pen, how.ruler, most=50)
        for index, pad in enumerate(pads):
            with file.form(f"areas{index}") as pen:
                for place, rows in enumerate(pad.areas):
                    _draw_field(pen, place, rows)
                pen.text(WIDTH - INSET, 6, pad.id, size=11, bold=True, align="right", most=36)
            for number in range(1, sheets + 1):
                with file.page(f"{words.sheet} {index * sheets + number}") as pen:
                    pen.stamp("dice-pad")
                    pen.stamp(f"areas{index}")
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


def _draw_table(pen: Pen, faces: Faces, words: TableWords) -> None:
    """Which shape a number on an ordinary die stands for."""
    x, y, width = MARGIN_LEFT, FIELDS_TOP - 3.5, MARGIN_WIDTH
    y = pen.paragraph(x, y, words.title, size=10.5, bold=True, most=width)
    y = draw_column(pen, x, y - 5.5, width, words.black, faces.black, black=True)
    y = draw_column(pen, x, y - 5.5, width, words.white, faces.white, black=False)
    pen.paragraph(x, y - 4, words.note, size=7.5, most=width)


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
