"""The eight dice of the dice game to cut out, fold and glue, and a table for ordinary dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from puzzles.printing.boards import squares_of
from puzzles.printing.dice_table import Faces, Rows, TableWords, draw_column
from puzzles.printing.nets import draw_net, net_size
from puzzles.printing.pen import INK, SAND, WHITE, Pen
from puzzles.printing.sheet import HEIGHT, WIDTH, Foot, How, document

EDGE: Final = 17.0
SQUARE: Final = 3.6
COLUMNS: Final = 3
STEP_X: Final = WIDTH / COLUMNS
STEP_Y: Final = 79.0
TOP: Final = HEIGHT - 3.0
EACH: Final = 4
"""So many dice of each colour."""


@dataclass(frozen=True)
class Words:
    """The texts of the sheet in the language that it is printed in."""

    title: str
    subject: str
    sheet: str
    glue: str
    table: TableWords


def draw(
    faces: Faces,
    words: Words,
    how: How,
    *,
    sheets: int,
) -> bytes:
    """So many sheets with eight dice each, as a PDF."""
    with document(how, title=words.title, subject=words.subject) as file:
        foot = Foot(file, how)
        with file.form("dice-nets") as pen:
            for index in range(2 * EACH):
                black = index < EACH
                _draw_die(pen, index, faces.black if black else faces.white, words, black=black)
            _draw_table(pen, faces, words.table)
        for number in range(1, sheets + 1):
            with file.page(f"{words.sheet} {number}") as pen:
                pen.stamp("dice-nets")
                foot.draw(pen, f"{number} / {sheets}")
        return file.content()


def _corner(index: int) -> tuple[float, float]:
    row, column = divmod(index, COLUMNS)
    return column * STEP_X + (STEP_X - net_size(EDGE)[0]) / 2, TOP - row * STEP_Y


def _draw_die(pen: Pen, index: int, shapes: tuple[Rows, ...], words: Words, *, black: bool) -> None:
    x, y = _corner(index)

    def draw_face(pen: Pen, face: int, left: float, top: float) -> None:
        if black:
            thick = 1.8 if pen.ink_saving else 0.5  # what isn't black is told by its edges
            pen.squares(left, top, [(0, 0)], EDGE, thick=thick, fill=INK, colour=INK)
        rows = shapes[face]
        wide, high = len(rows[0]) * SQUARE, len(rows) * SQUARE
        corner = left + (EDGE - wide) / 2, top - (EDGE - high) / 2
        fill = WHITE if black else SAND
        pen.squares(*corner, squares_of(rows), SQUARE, thick=0.9, fill=fill, colour=INK)

    draw_net(pen, x, y, edge=EDGE, face=draw_face)
    name = words.table.black if black else words.table.white
    pen.text(x, y - 2.4 * EDGE, name, size=8, bold=True, most=0.65 * EDGE)
    pen.paragraph(x, y - 2.7 * EDGE, words.glue, size=6, most=0.65 * EDGE)


def _draw_table(pen: Pen, faces: Faces, words: TableWords) -> None:
    """In the last place, beside each other."""
    x, y = 2 * STEP_X - 4, TOP - 2 * STEP_Y - 3
    half = (WIDTH - x) / 2
    y = pen.paragraph(x, y, words.title, size=10.5, bold=True, most=2 * half) - 1
    draw_column(pen, x, y, half, words.black, faces.black, black=True)
    y = draw_column(pen, x + half, y, half, words.white, faces.white, black=False)
    pen.paragraph(x, y - 3, words.note, size=7, most=2 * half)
