"""Several cards on a page: where they lie, where to cut, and what comes behind what.

Every card has marks of its own at its four corners, outside of it and apart from those of its
neighbours, so that no cut takes the marks of another one away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from puzzles.printing.pen import GREY, Pen
from puzzles.printing.sheet import FOOT, HEIGHT, WIDTH, Document

ROOM: Final = 3.0
"""How much is kept around a card for its marks."""
MARK: Final = 2.4
APART: Final = 0.5
"""A mark is so long, and ends so far from the corner that it points to."""

Duplex = Literal["long", "short", "fold"]
Order = Literal["interleaved", "fronts-first"]
Face = Callable[[Pen], None]


@dataclass(frozen=True)
class Grid:
    """So many cards beside and below each other, with room for marks around each."""

    columns: int
    rows: int

    @property
    def width(self) -> float:
        """How wide a card is, in millimetres."""
        return (WIDTH - 2 * ROOM * self.columns) / self.columns

    @property
    def height(self) -> float:
        """How high a card is, in millimetres."""
        return (HEIGHT - FOOT - 2 * ROOM * self.rows) / self.rows

    @property
    def places(self) -> int:
        return self.columns * self.rows

    def place(self, index: int, *, mirrored: bool = False) -> tuple[float, float]:
        """The lower left corner of a place, counted along the rows; mirrored from behind."""
        row, column = divmod(index, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        return (
            ROOM + column * (self.width + 2 * ROOM),
            HEIGHT - ROOM - self.height - row * (self.height + 2 * ROOM),
        )

    @property
    def pairs(self) -> int:
        """How many cards find room with front and back beside or below each other."""
        return self.columns // 2 * self.rows if self.columns > 1 else self.rows // 2


GRIDS: Final = (Grid(3, 3), Grid(2, 3), Grid(2, 2), Grid(1, 2), Grid(1, 1))
"""From many small cards on a page to a single large one."""


@dataclass(frozen=True)
class Leaf:
    """A card: its name, and what draws its sides from their lower left corner."""

    name: str
    front: Face | None
    back: Face | None


@dataclass(frozen=True)
class Imposition:
    """How cards come to lie on their pages; the shift of the backs is in millimetres."""

    grid: Grid
    duplex: Duplex
    order: Order = "interleaved"
    shift: tuple[float, float] = (0.0, 0.0)

    def draw(
        self,
        file: Document,
        leaves: Sequence[Leaf],
        *,
        back: str,
        foot: Callable[[Pen, str], None],
        report: Callable[[int, int], None],
    ) -> None:
        """All pages of the cards; ``report`` hears how many of how many are drawn."""
        with file.form(
            "marks", (-ROOM, -ROOM, self.grid.width + ROOM, self.grid.height + ROOM)
        ) as pen:
            _draw_marks(pen, self.grid)
        pages = list(self._pages(leaves, back))
        for number, page in enumerate(pages, start=1):
            shift = self.shift if page.is_back else (0.0, 0.0)
            turned = page.is_back and self.duplex == "short"
            with file.page(page.name, shift=shift, turned=turned) as pen:
                foot(pen, f"{number} / {len(pages)}")
                for x, y, face, upside_down in page.faces:
                    pen.stamp("marks", x, y)
                    with pen.at(x, y):
                        if upside_down:
                            pen.turn_round(self.grid.width, self.grid.height)
                        face(pen)
                if self.duplex == "fold":
                    self._draw_fold(pen)
            report(number, len(pages))

    def _pages(self, leaves: Sequence[Leaf], back: str) -> Iterator[_Page]:
        grid = self.grid
        if self.duplex == "fold":
            for first in range(0, len(leaves), grid.pairs):
                some = leaves[first : first + grid.pairs]
                yield _Page(_named(some), tuple(self._folded(some)))
            return
        fronts, backs = [], []
        for first in range(0, len(leaves), grid.places):
            some = leaves[first : first + grid.places]
            fronts.append(_Page(_named(some), tuple(_seen(grid, some, front=True))))
            backs.append(
                _Page(f"{_named(some)} {back}", tuple(_seen(grid, some, front=False)), is_back=True)
            )
        if all(leaf.back is None for leaf in leaves):
            yield from fronts
        elif self.order == "fronts-first":
            yield from fronts
            yield from backs
        else:
            for front, behind in zip(fronts, backs, strict=True):
                yield front
                yield behind

    def _folded(self, leaves: Sequence[Leaf]) -> Iterator[_Placed]:
        """Fronts and backs on both sides of the fold, ready to be glued together."""
        grid = self.grid
        for index, leaf in enumerate(leaves):
            if grid.columns == 1:
                front, behind, upside_down = 2 * index, 2 * index + 1, True
            else:
                row, pair = divmod(index, grid.columns // 2)
                front = row * grid.columns + 2 * pair
                behind, upside_down = front + 1, False
            if leaf.front:
                yield (*grid.place(front), leaf.front, False)
            if leaf.back:
                yield (*grid.place(behind), leaf.back, upside_down)

    def _draw_fold(self, pen: Pen) -> None:
        grid = self.grid
        if grid.columns == 1:
            for pair in range(grid.pairs):
                y = grid.place(2 * pair)[1] - ROOM
                pen.line(ROOM, y, WIDTH - ROOM, y, thick=0.6, colour=GREY, dashes=2)
        for pair in range(grid.columns // 2):
            x = grid.place(2 * pair + 1)[0] - ROOM
            pen.line(x, FOOT + ROOM, x, HEIGHT - ROOM, thick=0.6, colour=GREY, dashes=2)


_Placed = tuple[float, float, Face, bool]


@dataclass(frozen=True)
class _Page:
    name: str
    faces: tuple[_Placed, ...]
    is_back: bool = False


def _seen(grid: Grid, leaves: Sequence[Leaf], *, front: bool) -> Iterator[_Placed]:
    for index, leaf in enumerate(leaves):
        face = leaf.front if front else leaf.back
        if face:
            yield (*grid.place(index, mirrored=not front), face, False)


def _named(leaves: Sequence[Leaf]) -> str:
    """The first and the last card of a page."""
    first, last = leaves[0].name, leaves[-1].name
    return first if first == last else f"{first}–{last}"


def _draw_marks(pen: Pen, grid: Grid) -> None:
    """Eight marks that point to the corners of a card."""
    strokes = []
    for x, outward in ((0.0, -1), (grid.width, 1)):
        for y in (0.0, grid.height):
            strokes.append(((x + outward * APART, y), (x + outward * (APART + MARK), y)))
    for y, outward in ((0.0, -1), (grid.height, 1)):
        for x in (0.0, grid.width):
            strokes.append(((x, y + outward * APART), (x, y + outward * (APART + MARK))))
    pen.lines(strokes, thick=0.4)
