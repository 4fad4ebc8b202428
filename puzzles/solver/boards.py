"""Boards: a region as the bits of one integer, and where a shape can lie on it.

On a `GridBoard` a bit is a cell of the bounding box. AND-ing the region shifted by each
cell of an orientation leaves exactly the corners at which the orientation fits, so all of
its placements fall out of a handful of integer operations (the shift-and trick of bitboard
programs). A region that is scattered over a huge box would make those integers long; there
a `SparseBoard` counts only the region's own cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Final, Protocol

from puzzles.solver.grids import Cell
from puzzles.solver.regions import Region
from puzzles.solver.shapes import Shape, orientations

MAX_GRID_BITS: Final = 4096
"""Up to this size of the bounding box whole-box integers are the faster ones."""


class Board(Protocol):
    """A region's cells as the lowest bits of an integer, in scanning order."""

    @property
    def full(self) -> int:
        """All cells of the region."""
        ...

    @property
    def width(self) -> int:
        """The number of bits that cells may take; the bits above are free."""
        ...

    @property
    def dark(self) -> int:
        """The cells of one checkerboard colour."""
        ...

    @property
    def steps(self) -> tuple[tuple[int, int, int], ...]:
        """How bits of neighbours differ: for each axis the stride, and the cells that have a
        lower and a higher neighbour along it; nothing if there is no such regularity."""
        ...

    def placements(self, shape: Shape, *, dimension: int, flip: bool) -> list[int]:
        """Every way to lay the shape inside the region, as sets of cells."""
        ...

    def bit(self, cell: Cell) -> int:
        """The bit of a cell of the region."""
        ...

    def grown(self, cells: int) -> int:
        """The cells and their face neighbours within the region."""
        ...

    def first_part(self, cells: int) -> int:
        """Of the separate (not face-connected) parts of ``cells`` the one with the lowest
        cell."""
        ...


def board_of(region: Region) -> Board:
    """The board that suits the region."""
    columns, rows, layers = region.extents
    if columns * rows * layers <= MAX_GRID_BITS:
        return GridBoard(region)
    return SparseBoard(region)


def component_sizes(board: Board, cells: int) -> tuple[int, ...]:
    """The sizes of the separate (not face-connected) parts of ``cells``, ascending."""
    part = board.first_part(cells)
    if part == cells:
        return (part.bit_count(),)
    sizes = [part.bit_count()]
    while cells := cells ^ part:
        part = board.first_part(cells)
        sizes.append(part.bit_count())
    sizes.sort()
    return tuple(sizes)


def _scanning_order(box: Cell) -> tuple[int, int, int]:
    """The axes, the one that runs fastest first.

    Cells are filled in scanning order. Running along the short sides keeps the frontier
    of the filled part short, and with it the number of half-filled states.
    """
    first, second, third = sorted(range(3), key=lambda axis: (box[axis], axis))
    return first, second, third


@lru_cache(maxsize=1024)
def _strides(box: Cell) -> Cell:
    """The distance in bits between neighbours along x, y and z."""
    strides = [0, 0, 0]
    step = 1
    for axis in _scanning_order(box):
        strides[axis] = step
        step *= box[axis]
    return strides[0], strides[1], strides[2]


def _bits(cells: Iterable[Cell], strides: Cell) -> int:
    a, b, c = strides
    bits = 0
    for x, y, z in cells:
        bits |= 1 << (a * x + b * y + c * z)
    return bits


def _block(sides: Cell, strides: Cell) -> int:
    """All cells of a box of the given sides at the origin of a board with these strides."""
    block = 1
    for side, stride in zip(sides, strides, strict=True):
        row = block
        for step in range(1, side):
            block |= row << stride * step
    return block


@lru_cache(maxsize=1024)
def _dark_cells(box: Cell) -> int:
    cells = product(range(box[0]), range(box[1]), range(box[2]))
    return _bits((cell for cell in cells if sum(cell) & 1), _strides(box))


@lru_cache(maxsize=1024)
def _inner_cells(box: Cell) -> tuple[tuple[int, int, int], ...]:
    """For each axis of more than one cell its stride, and the cells that have a lower and
    a higher neighbour along it."""
    strides = _strides(box)
    inner: list[tuple[int, int, int]] = []
    for axis, stride in enumerate(strides):
        if box[axis] > 1:
            a, b, c = (side - (other == axis) for other, side in enumerate(box))
            with_higher = _block((a, b, c), strides)
            inner.append((stride, with_higher << stride, with_higher))
    return tuple(inner)


_Stencil = tuple[int, Sequence[int], int]
"""The corners at which an orientation stays inside the box, its cells as distances from
the corner, and its cells as bits."""


@lru_cache(maxsize=8192)
def _stencils(shape: Shape, dimension: int, flip: bool, box: Cell) -> tuple[_Stencil, ...]:
    a, b, c = strides = _strides(box)
    stencils: list[_Stencil] = []
    for way in orientations(shape, dimension=dimension, flip=flip):
        room = (
            box[0] - way.extents[0] + 1,
            box[1] - way.extents[1] + 1,
            box[2] - way.extents[2] + 1,
        )
        if min(room) > 0:
            distances = [a * x + b * y + c * z for x, y, z in way.cells]
            stencils.append((_block(room, strides), distances, _bits(way.cells, strides)))
    return tuple(stencils)


class GridBoard:
    """A board with one bit for every cell of the bounding box."""

    def __init__(self, region: Region) -> None:
        self._box = box = region.extents
        self._strides = _strides(box)
        self.full = _bits(region.cells, self._strides)
        self.width = box[0] * box[1] * box[2]

    @cached_property
    def steps(self) -> tuple[tuple[int, int, int], ...]:
        return _inner_cells(self._box)

    @property
    def dark(self) -> int:
        """The cells of one checkerboard colour."""
        return _dark_cells(self._box) & self.full

    def bit(self, cell: Cell) -> int:
        a, b, c = self._strides
        x, y, z = cell
        return 1 << (a * x + b * y + c * z)

    def placements(self, shape: Shape, *, dimension: int, flip: bool) -> list[int]:
        full = self.full
        found: list[int] = []
        for corners, distances, cells in _stencils(shape, dimension, flip, self._box):
            for distance in distances:
                corners &= full >> distance
            while corners:
                corner = corners & -corners
                found.append(cells * corner)
                corners ^= corner
        return found

    def grown(self, cells: int) -> int:
        wider = cells
        for stride, with_lower, with_higher in self.steps:
            wider |= cells << stride & with_lower | cells >> stride & with_higher
        return wider & self.full

    def first_part(self, cells: int) -> int:
        # Spreading along one axis after the other also turns corners in a single round.
        steps = [(step, lower & cells, higher & cells) for step, lower, higher in self.steps]
        part = 0
        wider = cells & -cells
        while wider != part:
            part = wider
            for step, lower, higher in steps:
                wider |= wider << step & lower | wider >> step & higher
        return part


def _code(cell: Cell) -> int:
    """A number for a cell, and so for its distance from another; sides are below 1000."""
    x, y, z = cell
    return x + 1000 * (y + 1000 * z)


class SparseBoard:
    """A board with one bit for every cell of the region."""

    def __init__(self, region: Region) -> None:
        order = _scanning_order(region.extents)[::-1]
        cells = sorted(region.cells, key=lambda cell: [cell[axis] for axis in order])
        self._bit = {cell: 1 << rank for rank, cell in enumerate(cells)}
        self._rank_of_code = {_code(cell): rank for rank, cell in enumerate(cells)}
        self._known_moves: dict[int, frozenset[int]] = {}
        self.width = len(cells)
        self.steps: tuple[tuple[int, int, int], ...] = ()
        self.full = (1 << self.width) - 1
        self.dark = sum(bit for cell, bit in self._bit.items() if sum(cell) & 1)
        self._neighbours = {
            bit: sum(
                self._bit.get((x + dx, y + dy, z + dz), 0)
                for dx, dy, dz in (
                    (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)
                )
            )
            for (x, y, z), bit in self._bit.items()
        }  # fmt: skip

    def bit(self, cell: Cell) -> int:
        return self._bit[cell]

    def placements(self, shape: Shape, *, dimension: int, flip: bool) -> list[int]:
        rank = self._rank_of_code
        found: list[int] = []
        for way in orientations(shape, dimension=dimension, flip=flip):
            first, *others = [_code(cell) - _code(way.cells[0]) for cell in way.cells]
            fits = self._moved(first)
            for distance in others:
                fits = fits & self._moved(distance)
                if not fits:
                    break
            for code in sorted(fits, key=rank.__getitem__):
                cells = 1 << rank[code]
                for distance in others:
                    cells |= 1 << rank[code + distance]
                found.append(cells)
        return found

    def _moved(self, distance: int) -> frozenset[int]:
        """The codes from which a cell of the region lies so far away."""
        moved = self._known_moves.get(distance)
        if moved is None:
            moved = frozenset([code - distance for code in self._rank_of_code])
            self._known_moves[distance] = moved
        return moved

    def grown(self, cells: int) -> int:
        wider = left = cells
        while left:
            one = left & -left
            wider |= self._neighbours[one]
            left ^= one
        return wider

    def first_part(self, cells: int) -> int:
        part = 0
        wider = cells & -cells
        while wider != part:
            part = wider
            wider = self.grown(part) & cells
        return part
