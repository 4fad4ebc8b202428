"""Cards, solutions and pieces, read back from what is drawn."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from puzzles import solver
from puzzles.solver import Shape
from puzzles.solver.shapes import orientations, representative
from tests.printing.drawing import Drawing, Path, Square, Stamp

MARK = 2.4
NUMBER_SIZE = 17.0

Rows = tuple[str, ...]


@dataclass(frozen=True)
class Box:
    """A card on its page, as its crop marks say."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, x: float, y: float) -> bool:
        return self.left < x < self.right and self.bottom < y < self.top

    def around(self, other: "Box") -> float:
        """How far the sides of two boxes lie apart at most."""
        pairs = (
            (self.left, other.left),
            (self.bottom, other.bottom),
            (self.right, other.right),
            (self.top, other.top),
        )
        return max(abs(a - b) for a, b in pairs)


@dataclass(frozen=True)
class ReadCard:
    """A side of a card: its box, its name, its area, and the pieces by what chooses them."""

    box: Box
    name: str
    rows: Rows
    tasks: dict[int, Counter[str]]
    texts: tuple[str, ...]


def read_cards(page: Drawing, *, square: float, piece_set: str) -> list[ReadCard]:
    """All sides of cards on a page."""
    return [_read_card(page, box, square=square, piece_set=piece_set) for box in boxes_of(page)]


def boxes_of(page: Drawing) -> list[Box]:
    """The cards by their marks: eight around each, outside of it."""
    boxes = []
    for stamp in page.stamps:
        lines = [path.points for path in stamp.placed().paths if len(path.points) == 2]
        marks = [line for line in lines if abs(_length(line) - MARK) < 0.001]
        if len(lines) == len(marks) == 8:
            upright = [line for line in marks if abs(line[0][0] - line[1][0]) < 0.001]
            level = [line for line in marks if abs(line[0][1] - line[1][1]) < 0.001]
            across = sorted(line[0][0] for line in upright)
            up = sorted(line[0][1] for line in level)
            box = Box(across[0], up[0], across[3], up[3])
            for line in marks:
                assert not any(box.holds(*point) for point in line)
            boxes.append(box)
    return boxes


def _length(line: Sequence[tuple[float, float]]) -> float:
    (x, y), (to_x, to_y) = line
    return abs(x - to_x) + abs(y - to_y)


def _read_card(page: Drawing, box: Box, *, square: float, piece_set: str) -> ReadCard:
    texts = [text for text in page.texts if box.holds(text.x, text.y)]
    (name,) = (text.text for text in texts if abs(text.size - NUMBER_SIZE) < 0.01)
    area = [
        one
        for one in page.squares
        if box.holds(one.x + one.side / 2, one.y + one.side / 2) and abs(one.side - square) < 0.01
    ]
    dice: list[tuple[float, float, int]] = []
    pieces: list[tuple[float, float, str]] = []
    for stamp in page.stamps:
        if box.holds(*stamp.at):
            if pips := _pips(stamp.form):
                dice.append((*stamp.at, pips))
            elif code := _code(stamp.form, piece_set):
                pieces.append((*stamp.at, code))
    tasks: dict[int, Counter[str]] = {}
    for x, y, code in pieces:
        tasks.setdefault(_chosen_by(x, y, dice), Counter())[code] += 1
    read = [text.text for text in texts]
    for stamp in page.stamps:
        if box.holds(stamp.at[0] + 1, stamp.at[1] + 1):
            read += [text.text for text in stamp.placed().texts]
    return ReadCard(box, name, rows_of(area), tasks, tuple(read))


def _chosen_by(x: float, y: float, dice: Iterable[tuple[float, float, int]]) -> int:
    """The die in whose row a piece stands; 0 where there are none."""
    left = [die for die in dice if die[0] < x]
    if not left:
        return 0
    column = max(die[0] for die in left)
    return min((abs(die[1] - y), die[2]) for die in left if column - die[0] < 15)[1]


def _pips(form: Drawing) -> int:
    """How many dots a form has, if it is a die: a round box with dots."""
    dots = [path for path in form.paths if len(set(path.points)) == 1]
    return len(dots) if len(form.paths) == len(dots) + 1 else 0


def _code(form: Drawing, piece_set: str) -> str | None:
    """The piece that a form shows: its letter or name says the same as its shape."""
    pieces = solver.BUILT_IN[piece_set].pieces
    names = [text.text for text in form.texts]
    if len(names) != 1 or names[0] not in pieces:
        return None
    if form.squares:
        assert shape_of(form.squares) == _flat(piece_set)[names[0]]
    else:
        quads = [path for path in form.paths if len(path.points) == 4 and path.filled]
        assert _faces(quads) in _solid(piece_set, names[0])
    return names[0]


@cache
def _flat(piece_set: str) -> dict[str, object]:
    return {
        code: representative(shape, dimension=2, flip=True)
        for code, shape in solver.BUILT_IN[piece_set].pieces.items()
    }


def shape_of(squares: Sequence[Square]) -> object:
    """The shape of squares, however it lies."""
    cells = [(column, row, 0) for column, row in cells_of(squares)]
    return representative(Shape.of(cells), dimension=2, flip=True)


def cells_of(squares: Sequence[Square]) -> list[tuple[int, int]]:
    """Squares by column and row, counted from the upper left one."""
    left = min(one.x for one in squares)
    top = max(one.y for one in squares)
    side = squares[0].side
    cells = []
    for one in squares:
        column, row = (one.x - left) / side, (top - one.y) / side
        assert abs(column - round(column)) < 0.01
        assert abs(row - round(row)) < 0.01
        cells.append((round(column), round(row)))
    assert len(set(cells)) == len(cells), "a square is drawn twice"
    return cells


def rows_of(squares: Sequence[Square]) -> Rows:
    """An area as it is written in a deck file."""
    cells = set(cells_of(squares))
    columns, rows = zip(*cells, strict=True)
    return tuple(
        "".join("#" if (x, y) in cells else "." for x in range(max(columns) + 1))
        for y in range(max(rows) + 1)
    )


Face = tuple[tuple[int, int], ...]


def _faces(quads: Sequence[Path]) -> frozenset[Face]:
    """The faces of cubes as corners on the lattice of half edges, seen from a cube's corner."""
    points = [point for quad in quads for point in quad.points]
    heights = {round(abs(quad.points[0][1] - quad.points[1][1]), 4) for quad in quads}
    edge = 2 * min(height for height in heights if height > 0.01)
    left, top = min(x for x, _ in points), max(y for _, y in points)
    return frozenset(
        tuple(
            sorted(
                (round((x - left) / (edge * 3**0.5 / 2)), round((top - y) / (edge / 2)))
                for x, y in quad.points
            )
        )
        for quad in quads
    )


@cache
def _solid(piece_set: str, code: str) -> frozenset[frozenset[Face]]:
    """How the faces of a solid piece may look, in each of its positions."""
    shape = solver.BUILT_IN[piece_set].pieces[code]
    looks = set()
    for way in orientations(shape, dimension=3, flip=False):
        faces = []
        for x, y, z in way.cells:
            lid = [(x, y, z + 1), (x + 1, y, z + 1), (x + 1, y + 1, z + 1), (x, y + 1, z + 1)]
            west = [(x, y + 1, z + 1), (x + 1, y + 1, z + 1), (x + 1, y + 1, z), (x, y + 1, z)]
            east = [(x + 1, y, z + 1), (x + 1, y + 1, z + 1), (x + 1, y + 1, z), (x + 1, y, z)]
            faces += [[(a - b, a + b - 2 * c) for a, b, c in face] for face in (lid, west, east)]
        left = min(u for face in faces for u, _ in face)
        top = min(v for face in faces for _, v in face)
        looks.add(frozenset(tuple(sorted((u - left, v - top) for u, v in face)) for face in faces))
    return frozenset(looks)


@dataclass(frozen=True)
class ReadSolution:
    """A solution: its place, and each piece's name with the cells that it covers there."""

    squares: dict[tuple[int, int], str]


def laid_pieces(page: Drawing, *, side: float) -> Iterator[tuple[Stamp, str, list[Square]]]:
    """The pieces of solutions: the stamp, the name on it, and its squares on the page."""
    for stamp in page.stamps:
        form = stamp.form
        if form.squares and len(form.texts) == 1 and abs(form.squares[0].side - side) < 0.01:
            yield stamp, form.texts[0].text, stamp.placed().squares


def once(squares: Iterable[Square]) -> list[Square]:
    """Squares without those that are drawn a second time in the same place."""
    kept: list[Square] = []
    for one in squares:
        if not any(abs(one.x - other.x) + abs(one.y - other.y) < 0.01 for other in kept):
            kept.append(one)
    return kept


def joined(squares: Iterable[Square]) -> list[list[Square]]:
    """Squares in groups that hang together side by side."""
    left = list(squares)
    groups = []
    while left:
        group = [left.pop()]
        for one in group:
            near = [
                other
                for other in left
                if abs(abs(other.x - one.x) + abs(other.y - one.y) - one.side) < 0.02
            ]
            group += near
            left = [other for other in left if other not in near]
        groups.append(group)
    return groups


def ruler_of(page: Drawing) -> float:
    """How long the line is on which eleven short ones stand."""
    for part in page.everywhere():
        lines = [path.points for path in part.paths if len(path.points) == 2]
        for (x, y), (to_x, to_y) in lines:
            on_it = [
                tick
                for tick in lines
                if abs(tick[0][0] - tick[1][0]) < 0.01
                and abs(tick[0][1] - tick[1][1]) > 0.5
                and min(abs(tick[0][1] - y), abs(tick[1][1] - y)) < 0.01
                and min(x, to_x) - 0.01 <= tick[0][0] <= max(x, to_x) + 0.01
            ]
            if abs(y - to_y) < 0.01 and len(on_it) == 11:
                return abs(to_x - x)
    raise AssertionError("There is no ruler.")
