"""Many tasks on one grid: their regions as rows of bits, and one table of placements for all.

Each task is turned so that its shortest side runs fastest, as on a `GridBoard`; then tasks
share a grid as large as the largest of them. A table says for each cell of that grid and each
orientation of a piece which bits it takes when that cell is its lowest, so nothing has to be
worked out for a single task.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzles.solver.grids import at_origin
from puzzles.solver.piecesets import PieceSet
from puzzles.solver.regions import Region
from puzzles.solver.shapes import Shape, motions, orientations, representative

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Order = tuple[int, int, int]

MOST_BITS: Final = 63
"""Cells of the grid and kinds of pieces; one bit of a word stays free for what never fits."""
NEVER_FITS: Final = (1 << 64) - 1
SIZE_BITS: Final = 20
"""400 pieces of 400 cells each have fewer than a million."""
HASH_BITS: Final = 16
HASH: Final = 0x9E3779B97F4A7C15
"""Knuth's multiplicative hashing, with the golden ratio of a 64-bit word."""

_FLAT_ORDERS: Final = ((2, 0, 1), (2, 1, 0))
_EVEN_ORDERS: Final = ((0, 1, 2), (1, 2, 0), (2, 0, 1))


class Placements:
    """All placements on a grid, to find out of which kind, if any, some cells are one."""

    def __init__(self, tables: Sequence[tuple[int, Words]], cells: int) -> None:
        laid = np.concatenate([np.zeros(0, np.uint64), *(table.ravel() for _, table in tables)])
        laid = laid[laid != np.uint64(NEVER_FITS)]
        self._mask = np.uint64(cells)
        covered = laid & self._mask
        order = np.argsort(covered)
        self._covered, self._laid = covered[order], laid[order]
        self._may_be = np.zeros(1 << HASH_BITS, bool)
        self._may_be[self._hash(covered)] = True

    @staticmethod
    def _hash(cells: Words) -> Words:
        return (cells * np.uint64(HASH)) >> np.uint64(64 - HASH_BITS)

    def last(self, states: Words) -> tuple[Numbers, Words]:
        """The states whose cells are one placement of a piece that is left, and what it is."""
        cells = states & self._mask
        rows = np.flatnonzero(self._may_be[self._hash(cells)])
        states, cells = states[rows], cells[rows]
        places = np.minimum(np.searchsorted(self._covered, cells), len(self._covered) - 1)
        laid = self._laid[places]
        fits = np.flatnonzero((self._covered[places] == cells) & (laid & ~states == 0))
        return rows[fits], laid[fits]


@dataclass(frozen=True)
class Batch:
    """Tasks on a common grid.

    ``numbers`` are their places in the list they came in; ``states`` their empty cells with
    their kinds of pieces above; ``cells`` masks the bits of the cells. ``tables`` has for each
    kind a row for every cell of the grid. ``places`` are the bits' numbers of all cells of all
    tasks one after the other, and ``strides`` each task's distances along x, y and z.
    """

    numbers: Numbers
    states: Words
    cells: int
    tables: tuple[tuple[int, Words], ...]
    placements: Placements
    places: Numbers
    strides: Numbers

    @property
    def volume(self) -> int:
        """The number of cells of the grid."""
        return self.cells.bit_length()


class Symmetries(NamedTuple):
    """Motions other than the identity that map regions to themselves: for each the place of
    its region in the batch, and where it takes the 64 bits of a word. And how many, with the
    identity, every region of the batch has."""

    tasks: Numbers
    maps: Numbers
    group_sizes: Numbers


class Kinds:
    """The kinds of pieces of one piece set, each numbered when it is first met."""

    def __init__(self, piece_set: PieceSet) -> None:
        self._kinds = _KindOfCode(piece_set)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """One shape for each kind, in the order of the numbers."""
        return tuple(self._kinds.number_of)

    def of(self, pieces: tuple[str, ...]) -> tuple[int, int]:
        """The kinds of these pieces as bits (0 if two are alike), and how many cells they have."""
        both = sum(map(self._kinds.__getitem__, pieces))
        bits = both >> SIZE_BITS
        # Two equal bits are one higher bit in the sum, so fewer than there are pieces.
        return (bits if bits.bit_count() == len(pieces) else 0), both & (1 << SIZE_BITS) - 1


class _KindOfCode(dict[str, int]):
    """For each code how many cells the piece has, and above that the bit of its kind."""

    def __init__(self, piece_set: PieceSet) -> None:
        super().__init__()
        self._piece_set = piece_set
        self.number_of: dict[Shape, int] = {}

    def __missing__(self, code: str) -> int:
        shape = representative(
            self._piece_set.pieces[code],
            dimension=self._piece_set.dimension,
            flip=self._piece_set.flip,
        )
        number = self.number_of.setdefault(shape, len(self.number_of))
        self[code] = shape.size | 1 << SIZE_BITS + number
        return self[code]


class Layout:
    """Regions for one piece set as arrays: all their cells in one, and where each's begin."""

    def __init__(self, piece_set: PieceSet, regions: Sequence[Region]) -> None:
        self._piece_set = piece_set
        cells = [region.cells for region in regions]
        self.sizes = np.fromiter(map(len, cells), np.int64, len(cells))
        flat = chain.from_iterable(chain.from_iterable(cells))
        count = int(self.sizes.sum())
        self.cells = np.fromiter(flat, np.int64, 3 * count).reshape(count, 3)
        self.starts = np.concatenate(([0], np.cumsum(self.sizes)[:-1]))
        self.boxes = np.maximum.reduceat(self.cells, self.starts) + 1
        self.orders = np.argsort(self.boxes, axis=1, kind="stable")

    def batches(self, kinds: Sequence[Shape], masks: Words) -> Iterator[Batch]:
        """The tasks that fit into words, by grids; ``masks`` are each task's kinds."""
        boxes = np.take_along_axis(self.boxes, self.orders, axis=1)
        keys = self.orders @ np.array([9, 3, 1])
        by_order: dict[Order, list[Numbers]] = {}
        for key in np.unique(keys):
            order = (int(key) // 9, int(key) // 3 % 3, int(key) % 3)
            by_order.setdefault(self._same_tables(order), []).append(np.flatnonzero(keys == key))
        for order, parts in by_order.items():
            for numbers in _that_fit(np.concatenate(parts), boxes, MOST_BITS - len(kinds)):
                yield self._batch(numbers, boxes, order, kinds, masks)

    def _same_tables(self, order: Order) -> Order:
        """Of the orders whose tables are the same the first: those that differ by a motion."""
        if self._piece_set.dimension == 3:
            return _EVEN_ORDERS[0] if order in _EVEN_ORDERS else (0, 2, 1)
        return _FLAT_ORDERS[0] if self._piece_set.flip and order in _FLAT_ORDERS else order

    def _batch(
        self, numbers: Numbers, boxes: Numbers, order: Order, kinds: Sequence[Shape], masks: Words
    ) -> Batch:
        a, b, c = (int(side) for side in boxes[numbers].max(axis=0))
        volume = a * b * c
        # For each task the distances of neighbours along x, y and z.
        strides = np.empty((len(numbers), 3), np.int64)
        np.put_along_axis(strides, self.orders[numbers], np.array([[1, a, a * b]]), axis=1)
        own = self._cells_of(numbers)
        places = np.einsum(
            "ij,ij->i", self.cells[own], np.repeat(strides, self.sizes[numbers], axis=0)
        )
        starts = np.concatenate(([0], np.cumsum(self.sizes[numbers])[:-1]))
        bits = np.left_shift(np.uint64(1), places.astype(np.uint64))
        full = np.bitwise_or.reduceat(bits, starts)
        dimension, flip = self._piece_set.dimension, self._piece_set.flip
        tables, placements = _tables(tuple(kinds), dimension, flip, order, (a, b, c))
        states = full | masks[numbers] << np.uint64(volume)
        return Batch(numbers, states, (1 << volume) - 1, tables, placements, places, strides)

    def _cells_of(self, numbers: Numbers) -> Numbers | slice:
        if len(numbers) == len(self.sizes) and (np.diff(numbers) == 1).all():
            return slice(None)
        sizes = self.sizes[numbers]
        within = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return np.repeat(self.starts[numbers], sizes) + within

    def symmetries(self, batch: Batch) -> Symmetries:
        """The motions of the pieces that map regions of the batch to themselves."""
        sizes, boxes = self.sizes[batch.numbers], self.boxes[batch.numbers]
        sums = np.add.reduceat(self.cells, self.starts)[batch.numbers]
        _, *others = motions(dimension=self._piece_set.dimension, flip=self._piece_set.flip)
        axes = np.array([motion.axes for motion in others])
        signs = np.array([motion.signs for motion in others])
        back = (signs < 0) * (boxes - 1)[:, None]
        # The box and the centre of gravity must stay; that leaves few to look at closely.
        stays = (boxes[:, axes] == boxes[:, None]) & (
            sums[:, axes] * signs + back * sizes[:, None, None] == sums[:, None]
        )
        tasks, which = np.nonzero(stays.all(axis=2))
        # Old axis axes[i] becomes new axis i, so its step is the stride of i.
        steps = np.empty((len(tasks), 3), np.int64)
        np.put_along_axis(steps, axes[which], batch.strides[tasks] * signs[which], axis=1)
        many = sizes[tasks]
        rows = np.repeat(np.arange(len(tasks)), many)
        cells = self.cells[self._cells_of(batch.numbers[tasks])]
        images = np.einsum("ij,ij->i", cells, steps[rows])
        images += (back[tasks, which] * batch.strides[tasks]).sum(axis=1)[rows]
        bits = np.left_shift(np.uint64(1), images.astype(np.uint64))
        begins = np.cumsum(many) - many
        region = batch.states[tasks] & np.uint64(batch.cells)
        same = np.bitwise_or.reduceat(bits, begins) == region
        firsts = (np.cumsum(sizes) - sizes)[tasks]
        maps = np.tile(np.arange(64), (len(tasks), 1))
        maps[rows, batch.places[np.arange(len(rows)) + (firsts - begins)[rows]]] = images
        return Symmetries(
            tasks[same], maps[same], np.bincount(tasks[same], minlength=len(sizes)) + 1
        )


def _that_fit(numbers: Numbers, boxes: Numbers, bits: int) -> Iterator[Numbers]:
    """The tasks in lots whose common box has at most ``bits`` cells; larger ones are left out."""
    if int(boxes[numbers].max(axis=0).prod()) <= bits:
        yield numbers
        return
    numbers = numbers[boxes[numbers].prod(axis=1) <= bits]
    slices = boxes[numbers, 0] * 64 + boxes[numbers, 1]
    for key in np.unique(slices):
        yield numbers[slices == key]


@lru_cache(maxsize=64)
def _tables(
    kinds: tuple[Shape, ...], dimension: int, flip: bool, order: Order, box: Order
) -> tuple[tuple[tuple[int, Words], ...], Placements]:
    """For each kind its bit, and for each cell as the lowest one the bits of each orientation
    together with the kind's; `NEVER_FITS` where it would leave the box. And all of them."""
    a, b, c = box
    tables: list[tuple[int, Words]] = []
    for number, kind in enumerate(kinds):
        bit = 1 << (a * b * c + number)
        columns: list[list[int]] = []
        for way in orientations(kind, dimension=dimension, flip=flip):
            cells = at_origin([(cell[order[0]], cell[order[1]], cell[order[2]])
                               for cell in way.cells])  # fmt: skip
            distances = [x + a * (y + b * z) for x, y, z in cells]
            lowest = min(distances)
            mask = sum(1 << distance - lowest for distance in distances)
            room = [box[axis] - max(cell[axis] for cell in cells) for axis in range(3)]
            column = [NEVER_FITS] * (a * b * c)
            for z in range(room[2]):
                for y in range(room[1]):
                    for x in range(room[0]):
                        place = x + a * (y + b * z) + lowest
                        column[place] = mask << place | bit
            columns.append(column)
        tables.append((bit, np.array(columns, np.uint64).T.copy()))
    return tuple(tables), Placements(tables, (1 << a * b * c) - 1)
