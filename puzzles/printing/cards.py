"""Cards of a deck: the area at true size, its tasks as dice and pieces, and what card it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from puzzles.printing.boards import draw_squares
from puzzles.printing.card_layout import (
    BETWEEN,
    DIE,
    DIE_STEP,
    HEAD,
    INSET,
    LABEL_SIZE,
    NUMBER,
    Layouts,
    PieceBox,
    Room,
    boxes_of,
    dice_columns,
    grid_for,
    in_lines,
    left_of_pieces,
)
from puzzles.printing.deck import Deck, Side, Task
from puzzles.printing.dice import draw_die
from puzzles.printing.imposing import Duplex, Grid, Imposition, Leaf, Order
from puzzles.printing.looks import TINTS
from puzzles.printing.pen import GREY, Pen
from puzzles.printing.pieces import draw_flat, draw_solid, lying, well_seen
from puzzles.printing.sheet import Document, Foot, How, document

STRIP: Final = 3.0
BASE: Final = INSET + 5.0
"""How far below the upper edge the head is written."""

# The colours of the players, by the numbers of the pieces' colours.
PLAYER_COLOURS: Final = {"yellow": TINTS[5], "pink": TINTS[7], "green": TINTS[2], "blue": TINTS[1]}


@dataclass(frozen=True)
class Words:
    """The texts of the cards in the language that they are printed in.

    ``kind`` says what a side is, such as "3 pieces" or "yellow, easy"; ``several`` how many
    solutions a task has.
    """

    title: str
    subject: str
    back: str
    kind: Callable[[Side], str]
    several: Callable[[int], str]


@dataclass(frozen=True)
class Sheets:
    """How the cards are to be printed; lengths in millimetres."""

    how: How
    square: float
    duplex: Duplex
    order: Order
    shift: tuple[float, float]


def draw(
    deck: Deck,
    numbers: Sequence[int],
    words: Words,
    sheets: Sheets,
    *,
    report: Callable[[int, int], None],
) -> bytes:
    """The boards with these numbers as a PDF; ``LookupError`` if the squares are too large.

    How many cards share a page follows from the whole deck, so that all its cards are alike.
    """
    title = f"{words.title} · {deck.name}"
    with document(sheets.how, title=title, subject=words.subject) as file:
        boxes = boxes_of(deck.pieces)
        grid, layouts = grid_for(deck, boxes, square=sheets.square, folds=sheets.duplex == "fold")
        printer = _Printer(file, deck, words, boxes, layouts, grid, square=sheets.square)
        Imposition(grid, sheets.duplex, sheets.order, sheets.shift).draw(
            file,
            [printer.leaf(number) for number in numbers],
            back=words.back,
            foot=Foot(file, sheets.how).draw,
            report=report,
        )
        return file.content()


class _Printer:
    """Draws the sides of a deck's boards; what they share is drawn once."""

    def __init__(
        self,
        file: Document,
        deck: Deck,
        words: Words,
        boxes: Mapping[str, PieceBox],
        layouts: Layouts,
        grid: Grid,
        *,
        square: float,
    ) -> None:
        self._file = file
        self._deck = deck
        self._words = words
        self._boxes = boxes
        self._layouts = layouts
        self._grid = grid
        self._square = square
        self._sides = {(side.number, side.letter): side for side in deck.sides}
        self._heads: dict[tuple[str, str | None], str] = {}
        self._codes = {code: index for index, code in enumerate(deck.pieces.by_code)}

    def leaf(self, number: int) -> Leaf:
        """The board with this number as a card."""
        front, back = (self._sides.get((number, letter)) for letter in ("A", "B"))
        return Leaf(
            str(number),
            partial(self._draw_side, side=front) if front else None,
            partial(self._draw_side, side=back) if back else None,
        )

    def _draw_side(self, pen: Pen, side: Side) -> None:
        layout = self._layouts.of(side)
        assert layout is not None
        self._draw_head(pen, side)
        draw_squares(pen, *layout.area, side.rows, side=self._square, grid=0.5, edge=1.8)
        for task, room in zip(side.tasks, layout.rooms, strict=False):
            self._draw_task(pen, task, room, size=layout.size, lines=layout.lines)

    def _draw_head(self, pen: Pen, side: Side) -> None:
        """The board's number, beside what all boards of its kind say."""
        pen.stamp(self._head_of(side))
        pen.text(INSET, self._grid.height - BASE, side.name, size=17, bold=True)

    def _head_of(self, side: Side) -> str:
        """What kind of side it is, whose colour it has, and the deck."""
        kind = self._words.kind(side)
        form = self._heads.get((kind, side.colour))
        if form is None:
            form = self._heads[kind, side.colour] = f"head{len(self._heads)}"
            width, height = self._grid.width, self._grid.height
            with self._file.form(form, (0, height - INSET - HEAD, width, height)) as pen:
                if side.colour:
                    fill = PLAYER_COLOURS[side.colour]
                    pen.box(0, height - STRIP, width, STRIP, thick=0.4, fill=fill, colour=GREY)
                right = width - INSET
                pen.text(INSET + 17, height - BASE, kind, size=9.5, most=right - 52)
                name = self._deck.name
                pen.text(right, height - BASE, name, size=7.5, align="right", most=30)
        return form

    def _draw_task(self, pen: Pen, task: Task, room: Room, *, size: float, lines: int) -> None:
        """A row of the card: the dice that choose it, and its pieces above their names."""
        middle = room.top - room.height / 2
        numbered = self._deck.pieces.solid
        if numbered:
            pen.text(room.x, middle - 1.2, str(task.number), size=10, bold=True)
        self._draw_dice(pen, task, room, room.x + NUMBER * numbered, middle)
        groups = list(in_lines(task.pieces, lines))
        heights = [max(self._boxes[code].high(size) for code in group) for group in groups]
        y = middle + sum(heights) / 2
        for group, height in zip(groups, heights, strict=True):
            x = room.x + left_of_pieces(room, len(task.die), numbered=numbered)
            y -= height
            for code in group:
                pen.stamp(self._picture(code, size), x, y)
                x += self._boxes[code].wide(size) + BETWEEN
        if task.solutions not in (None, 1):
            note = self._words.several(task.solutions)
            pen.text(room.x, room.top - room.height + 0.7, note, size=6.5, most=room.width)

    def _draw_dice(self, pen: Pen, task: Task, room: Room, x: float, middle: float) -> None:
        columns = dice_columns(room, len(task.die))
        for index, number in enumerate(task.die):
            down = -(-len(task.die) // columns)
            column, row = divmod(index, down)
            top = middle + down * DIE_STEP / 2 - (DIE_STEP - DIE) / 2
            pen.stamp(self._die(number), x + column * DIE_STEP, top - DIE - row * DIE_STEP)

    def _die(self, number: int) -> str:
        form = f"die{number}"
        if not self._file.has(form):
            with self._file.form(form, (-0.5, -0.5, DIE + 0.5, DIE + 0.5)) as pen:
                draw_die(pen, 0, 0, number, side=DIE, black=False)
        return form

    def _picture(self, code: str, size: float) -> str:
        """A piece above its name, its lower left corner at the origin."""
        form = f"piece{self._codes[code]}-{size:g}"
        if not self._file.has(form):
            piece, box = self._deck.pieces.by_code[code], self._boxes[code]
            wide, high = box.wide(size), box.high(size)
            left = (wide - box.width * size) / 2
            with self._file.form(form, (-0.3, -0.3, wide + 0.3, high + 0.3)) as pen:
                if self._deck.pieces.solid:
                    shape = well_seen(piece.shape)
                    draw_solid(pen, left, high, shape, edge=size, look=piece.look)
                else:
                    draw_flat(pen, left, high, lying(piece), side=size, look=piece.look)
                name = piece.look.name
                pen.text(wide / 2, 0.6, name, size=LABEL_SIZE, bold=True, align="centre")
        return form
