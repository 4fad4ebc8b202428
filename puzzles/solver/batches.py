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
from typing import Final

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

_FLAT_ORDERS: Final = ((2, 0, 1), (2, 1, 0))
_EVEN_ORDERS: Final = ((0, 1, 2), (1, 2, 0), (2, 0, 1))


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
    places: Numbers
    strides: Numbers


class Kinds:
    """The kinds of pieces of one piece set, each numbered when it is first met."""

    def __init__(self, piece_set: PieceSet) -> None:
        self._piece_set = piece_set
        self._number_of: dict[Shape, int] = {}
        self._of_code: dict[str, tuple[int, int]] = {}

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """One shape for each kind, in the order of the numbers."""
        return tuple(self._number_of)

    def of(self, pieces: tuple[str, ...]) -> tuple[int, int]:
        """The kinds of these pieces as bits (0 if two are alike), and how many cells they have."""
        known = self._of_code
        bits = size = 0
        for code in pieces:
            bit, cells = known[code] if code in known else self._met(code)
            bits += bit
            size += cells
        # Two equal bits are one higher bit in the sum, so fewer than there are pieces.
        return (bits if bits.bit_count() == len(pieces) else 0), size

    def _met(self, code: str) -> tuple[int, int]:
        shape = representative(
            self._piece_set.pieces[code],
            dimension=self._piece_set.dimension,
            flip=self._piece_set.flip,
        )
        number = self._number_of.setdefault(shape, len(self._number_of))
        self._of_code[code] = 1 << number, shape.size
        return self._of_code[code]


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
        tables = _tables(tuple(kinds), dimension, flip, order, (a, b, c))
        states = full | masks[numbers] << np.uint64(volume)
        return Batch(numbers, states, (1 << volume) - 1, tables, places, strides)

    def _cells_of(self, numbers: Numbers) -> Numbers | slice:
        if len(numbers) == len(self.sizes) and (np.diff(numbers) == 1).all():
            return slice(None)
        sizes = self.sizes[numbers]
        within = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return np.repeat(self.starts[numbers], sizes) + within

    def symmetries(self, batch: Batch) -> Iterator[tuple[Numbers, Numbers]]:
        """For each motion of the pieces but the identity the tasks (by their place in the
        batch) whose region it maps to itself, and where it takes the bits of the grid."""
        cells, sizes = self.cells[self._cells_of(batch.numbers)], self.sizes[batch.numbers]
        boxes = self.boxes[batch.numbers]
        owners = np.repeat(np.arange(len(sizes)), sizes)
        full = batch.states & np.uint64(batch.cells)
        _, *others = motions(dimension=self._piece_set.dimension, flip=self._piece_set.flip)
        for motion in others:
            axes, signs = list(motion.axes), np.array(motion.signs)
            able = (boxes[:, axes] == boxes).all(axis=1)
            if not able.any():
                continue
            # Old axis axes[i] becomes new axis i, so its step is the stride of i.
            steps = np.empty_like(batch.strides)
            steps[:, axes] = batch.strides * signs
            back = ((boxes - 1) * (signs < 0) * batch.strides).sum(axis=1)
            chosen = able[owners]
            images = np.einsum("ij,ij->i", cells[chosen], steps[owners[chosen]])
            images += back[owners[chosen]]
            bits = np.left_shift(np.uint64(1), images.astype(np.uint64))
            firsts = np.cumsum(sizes[able]) - sizes[able]
            same = np.bitwise_or.reduceat(bits, firsts) == full[able]
            if not same.any():
                continue
            tasks = np.flatnonzero(able)[same]
            maps = np.tile(np.arange(64), (len(tasks), 1))
            rows = np.repeat(np.arange(len(tasks)), sizes[tasks])
            mine = np.repeat(same, sizes[able])
            maps[rows, batch.places[chosen][mine]] = images[mine]
            yield tasks, maps


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
) -> tuple[tuple[int, Words], ...]:
    """For each kind its bit, and for each cell as the lowest one the bits of each orientation
    together with the kind's; `NEVER_FITS` where it would leave the box."""
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
    return tuple(tables)
