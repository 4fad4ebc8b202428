"""Where area and tasks come to lie on a card, and how many cards share a page.

The area has its true size, so what is left decides: the tasks stand below it or beside it, in
one column or two, with the largest pictures of pieces for which there is room.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np

from puzzles.printing import fonts
from puzzles.printing.deck import Deck, Pieces, Side
from puzzles.printing.imposing import GRIDS, Grid
from puzzles.printing.pen import MM
from puzzles.printing.pieces import lying, solid_size, well_seen
from puzzles.printing.scripts import laid_out

Code = TypeVar("Code")

INSET: Final = 3.0
HEAD: Final = 8.5
GAP: Final = 2.0
BETWEEN_COLUMNS: Final = 3.0
MANY: Final = 3
"""More tasks than these stand in two columns rather than in one."""
TALLEST: Final = 22.0
"""One of several tasks stands in no higher room than this, even where there is more."""

SIZES: Final = (4.5, 4.0, 3.5, 3.0, 2.7, 2.4, 2.2, 2.0, 1.9, 1.8)
"""The sides of squares and cubes in pictures, in millimetres."""
LABEL: Final = 2.8
LABEL_SIZE: Final = 7.0
BETWEEN: Final = 1.4
DIE: Final = 5.0
DIE_STEP: Final = 5.8
NUMBER: Final = 5.0
NOTE: Final = 3.0


@dataclass(frozen=True)
class PieceBox:
    """How wide and high a picture of a piece is with squares of side 1, and its name below it."""

    width: float
    height: float
    label: float

    def wide(self, size: float) -> float:
        """How much room it takes beside others, in millimetres."""
        return max(self.width * size, self.label)

    def high(self, size: float) -> float:
        """How high it is with its name, in millimetres."""
        return self.height * size + LABEL


def boxes_of(pieces: Pieces) -> dict[str, PieceBox]:
    """The sizes of all pictures of a set."""
    boxes = {}
    for code, piece in pieces.by_code.items():
        label = laid_out(piece.look.name, fonts.BOLD).width * LABEL_SIZE / MM
        if pieces.solid:
            width, height = solid_size(well_seen(piece.shape), 1.0)
        else:
            columns, rows = zip(*lying(piece), strict=True)
            width, height = 1.0 + max(columns), 1.0 + max(rows)
        boxes[code] = PieceBox(width, height, label)
    return boxes


@dataclass(frozen=True)
class Room:
    """A rectangle on a card by its upper left corner, measured upwards from the card's foot."""

    x: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Layout:
    """Where the area's upper left corner lies, a room for each task, and the pictures' size."""

    area: tuple[float, float]
    rooms: tuple[Room, ...]
    size: float
    lines: int


class Measures:
    """How wide and high the pictures of pieces are that stand beside each other in a deck."""

    def __init__(self, deck: Deck, boxes: Mapping[str, PieceBox]) -> None:
        place = {code: index for index, code in enumerate(boxes)}
        by_count: dict[int, set[tuple[int, ...]]] = {}
        for side in deck.sides:
            for task in side.tasks:
                chosen = tuple(place[code] for code in task.pieces)
                by_count.setdefault(len(chosen), set()).add(chosen)
        self._chosen = {count: np.array(sorted(some)) for count, some in by_count.items()}
        self._boxes = tuple(boxes.values())
        self._widest: dict[tuple[int, float], dict[int, float]] = {}

    def highest(self, size: float) -> float:
        """The highest picture with its name."""
        return max(box.height for box in self._boxes) * size + LABEL

    def widest(self, pieces: int, lines: int, size: float) -> float:
        """The longest line when up to so many pieces stand in so many lines."""
        if (lines, size) not in self._widest:
            wide = np.array([box.wide(size) for box in self._boxes])
            self._widest[lines, size] = {
                count: max(
                    float(wide[line].sum(axis=1).max()) + BETWEEN * (line.shape[1] - 1)
                    for line in (chosen[:, list(part)] for part in in_lines(range(count), lines))
                )
                for count, chosen in self._chosen.items()
            }
        widest = self._widest[lines, size]
        return max((wide for count, wide in widest.items() if count <= pieces), default=0.0)


class Layouts:
    """The layouts of a deck's cards on one grid; cards alike in their measures share one."""

    def __init__(self, deck: Deck, measures: Measures, *, square: float, grid: Grid) -> None:
        self._numbered = deck.pieces.solid
        self._measures = measures
        self._square = square
        self._grid = grid
        self._found: dict[tuple[object, ...], Layout | None] = {}

    def of(self, side: Side) -> Layout | None:
        """The layout of a side, or None where it doesn't fit."""
        dice = max((len(task.die) for task in side.tasks), default=0)
        pieces = max((len(task.pieces) for task in side.tasks), default=0)
        noted = any(task.solutions not in (None, 1) for task in side.tasks)
        measures = (len(side.rows[0]), len(side.rows), len(side.tasks), dice, pieces, noted)
        if measures not in self._found:
            self._found[measures] = self._find(*measures)
        return self._found[measures]

    def _find(
        self, columns: int, rows: int, tasks: int, dice: int, pieces: int, noted: bool
    ) -> Layout | None:
        wide, high = columns * self._square, rows * self._square
        inner = self._grid.width - 2 * INSET
        top = self._grid.height - INSET - HEAD
        if wide > inner or high > top - INSET:
            return None
        below = Room(INSET, top - high - GAP, inner, top - high - GAP - INSET)
        beside = Room(INSET + wide + GAP, top, inner - wide - GAP, top - INSET)
        for size in SIZES:
            for room, left in ((below, INSET + (inner - wide) / 2), (beside, INSET)):
                for across in (2, 1) if tasks > MANY else (1, 2):
                    first = next(_divided(room, tasks, across))
                    for lines in (1, 2):
                        if self._fits(first, size, lines, dice, pieces, noted):
                            rooms = tuple(_divided(room, tasks, across))
                            return Layout((left, top), rooms, size, lines)
        return None

    def _fits(
        self, room: Room, size: float, lines: int, dice: int, pieces: int, noted: bool
    ) -> bool:
        high = lines * self._measures.highest(size) + NOTE * noted
        if high > room.height or (dice and room.height < DIE_STEP):
            return False
        left = left_of_pieces(room, dice, numbered=self._numbered)
        return left + self._measures.widest(pieces, lines, size) <= room.width


def left_of_pieces(room: Room, dice: int, *, numbered: bool) -> float:
    """How much of a room the number and the dice of a task take."""
    return NUMBER * numbered + dice_columns(room, dice) * DIE_STEP + (1.0 if dice else 0.0)


def dice_columns(room: Room, dice: int) -> int:
    """In how many columns dice stand, as many below each other as there is room for."""
    return -(-dice // max(1, int(room.height / DIE_STEP)))


def in_lines(codes: Sequence[Code], lines: int) -> Iterator[Sequence[Code]]:
    """Pieces in so many lines, the first one the longest."""
    step = -(-len(codes) // lines)
    for first in range(0, len(codes), step):
        yield codes[first : first + step]


def _divided(room: Room, tasks: int, across: int) -> Iterator[Room]:
    """A room for each task, one below the other and then in the next column."""
    down = max(1, -(-tasks // across))
    width = (room.width - (across - 1) * BETWEEN_COLUMNS) / across
    height = min(room.height / down, TALLEST if tasks > 1 else room.height)
    for index in range(max(1, tasks)):
        column, row = divmod(index, down)
        yield Room(
            room.x + column * (width + BETWEEN_COLUMNS), room.top - row * height, width, height
        )


def grid_for(
    deck: Deck, boxes: Mapping[str, PieceBox], *, square: float, folds: bool
) -> tuple[Grid, Layouts]:
    """The grid with the most cards on a page on which every card of the deck fits.

    ``LookupError`` if there is none; one that folds needs room for front and back.
    """
    measures = Measures(deck, boxes)
    for grid in GRIDS:
        if folds and not grid.pairs:
            continue
        layouts = Layouts(deck, measures, square=square, grid=grid)
        if all(layouts.of(side) is not None for side in deck.sides):
            return grid, layouts
    raise LookupError(f"No card with squares of {square} mm fits on a page.")
