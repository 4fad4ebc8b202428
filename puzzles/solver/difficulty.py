"""How hard a task is to a person: how few of the promising fillings lead anywhere.

The model: somebody lays pieces anywhere, in any order, and sees at once when a filling
leaves separate regions whose sizes the remaining pieces cannot make up. Of the V_j sets of
j laid pieces that pass this look, S_j are part of a cover. Each step that keeps to the
right sets takes log2(V_j / S_j) bits of insight; their sum is the difficulty. It counts
sets, not a search's nodes, so it doesn't depend on how the task lies or is searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum, log2
from typing import Final

from puzzles.solver.boards import component_sizes
from puzzles.solver.guards import first_obstacle
from puzzles.solver.setting import Setting
from puzzles.solver.sharing import can_share_out, reachable_sums
from puzzles.solver.task import Task

MAX_PIECES: Final = 10
MAX_PLACEMENTS: Final = 1_000
MAX_WORK: Final = 500_000
"""Looks at a filling and a further piece; about a second's worth."""


@dataclass(frozen=True)
class Difficulty:
    """``bits`` is the sum of ``parts``, one for each number of laid pieces from 0 up;
    ``near_misses`` the promising fillings that lack one piece; ``covers`` the covers."""

    bits: float
    parts: tuple[float, ...]
    near_misses: int
    covers: int


def measure(task: Task) -> Difficulty | None:
    """The difficulty of a task, in bits rounded to 6 decimals.

    None when it has no cover, or when counting would take more than a fixed amount of
    work (`MAX_PIECES`, `MAX_PLACEMENTS`, `MAX_WORK`), the same for all positions of the task.
    """
    setting = Setting(task)
    if len(task.pieces) > MAX_PIECES or first_obstacle(setting) is not None:
        return None
    if sum(map(len, setting.placements)) > MAX_PLACEMENTS:
        return None
    fillings = _Fillings(setting)
    try:
        fillings.count()
    except _TooMuchWorkError:
        return None
    if not fillings.covers:
        return None
    parts = [
        log2(promising / len(_subsets(fillings.covers, laid)))
        for laid, promising in enumerate(fillings.counts)
    ]
    return Difficulty(
        bits=round(fsum(parts), 6),
        parts=tuple(round(part, 6) for part in parts),
        near_misses=fillings.counts[-1],
        covers=len(fillings.covers),
    )


def _subsets(covers: Sequence[tuple[int, ...]], size: int) -> set[tuple[int, ...]]:
    """The different sets of ``size`` placements that are part of some cover."""
    return {part for cover in covers for part in combinations(cover, size)}


def _each_bit(bits: int) -> Iterator[int]:
    while bits:
        bit = bits & -bits
        yield bit
        bits ^= bit


class _TooMuchWorkError(Exception):
    """The sets are too many to count."""


class _Fillings:
    """The promising sets of placements of a task, counted by their number of pieces.

    Whatever a promising set leaves can still be shared out if one of its pieces is taken
    up again: the piece joins the regions beside it, and goes with their pieces. So every
    subset of a promising set is promising, and growing sets piece by piece, each in the
    order of the placements' numbers, meets each of them exactly once.
    """

    def __init__(self, setting: Setting) -> None:
        self._board = setting.board
        self._pieces_are_connected = setting.pieces_are_connected
        self._sizes = [kind.shape.size for kind in setting.kinds]
        self._stock = tuple(len(kind.codes) for kind in setting.kinds)
        self._sums: dict[tuple[int, ...], int] = {}
        self._can_be_shared: dict[tuple[tuple[int, ...], tuple[int, ...]], bool] = {}
        self._cells: list[int] = []
        self._kind_of: list[int] = []
        for kind, placements in enumerate(setting.placements):
            left_over = self._without(self._stock, kind)
            for cells in placements:
                if self._is_promising(self._board.full ^ cells, left_over):
                    self._cells.append(cells)
                    self._kind_of.append(kind)
        self._of_kind = [0] * len(self._stock)
        for number, kind in enumerate(self._kind_of):
            self._of_kind[kind] |= 1 << number
        self._work = 0
        self.counts = [1] + [0] * (sum(self._stock) - 1)
        self.covers: list[tuple[int, ...]] = []

    def count(self) -> None:
        """Fill in ``counts``, by the number of laid pieces, and ``covers``."""
        self._together = self._promising_partners()
        every = (1 << len(self._cells)) - 1
        self._grow((), self._board.full, self._stock, every, every)

    def _grow(
        self,
        laid: tuple[int, ...],
        left: int,
        stock: tuple[int, ...],
        higher: int,
        partners: int,
    ) -> None:
        """Count the promising sets that extend ``laid`` by placements of ``higher``."""
        # All partners are charged, not just the higher ones, so that the amount of work
        # is a matter of the task and not of the order in which its placements come.
        self._spend(partners.bit_count())
        level = len(laid) + 1
        while higher:
            bit = higher & -higher
            higher ^= bit
            number = bit.bit_length() - 1
            rest = left ^ self._cells[number]
            kind = self._kind_of[number]
            if not rest:
                self._spend(1 << level)  # for the subsets of the cover
                self.covers.append((*laid, number))
                continue
            stock_left = self._without(stock, kind)
            if level > 2 and not self._is_promising(rest, stock_left):
                continue
            self.counts[level] += 1
            beside = self._together[number]
            if not stock_left[kind]:
                beside &= ~self._of_kind[kind]
            self._grow((*laid, number), rest, stock_left, higher & beside, partners & beside)

    def _spend(self, work: int) -> None:
        self._work += work
        if self._work > MAX_WORK:
            raise _TooMuchWorkError

    def _promising_partners(self) -> list[int]:
        """For each placement the set of those that make a promising pair with it."""
        by_cell: dict[int, int] = {}
        for number, cells in enumerate(self._cells):
            for cell in _each_bit(cells):
                by_cell[cell] = by_cell.get(cell, 0) | 1 << number
        partners = [0] * len(self._cells)
        for number, cells in enumerate(self._cells):
            kind = self._kind_of[number]
            stock = self._without(self._stock, kind)
            apart = -1 << number + 1 & (1 << len(self._cells)) - 1
            for cell in _each_bit(cells):
                apart &= ~by_cell[cell]
            if not stock[kind]:
                apart &= ~self._of_kind[kind]
            left = self._board.full ^ cells
            for bit in _each_bit(apart):
                other = bit.bit_length() - 1
                stock_left = self._without(stock, self._kind_of[other])
                if self._is_promising(left ^ self._cells[other], stock_left):
                    partners[number] |= bit
                    partners[other] |= 1 << number
        return partners

    def _is_promising(self, left: int, stock: tuple[int, ...]) -> bool:
        """Whether the separate regions of ``left`` can be made up of the pieces in stock."""
        if not self._pieces_are_connected:
            return True
        part = self._board.first_part(left)
        if part == left:
            return True
        if not self._sums_of(stock) >> part.bit_count() & 1:
            return False
        parts = component_sizes(self._board, left)
        known = self._can_be_shared.get((parts, stock))
        if known is None:
            known = can_share_out(parts, self._sizes_of(stock))
            self._can_be_shared[parts, stock] = known
        return known

    def _sums_of(self, stock: tuple[int, ...]) -> int:
        sums = self._sums.get(stock)
        if sums is None:
            sums = self._sums[stock] = reachable_sums(self._sizes_of(stock))
        return sums

    def _sizes_of(self, stock: tuple[int, ...]) -> list[int]:
        return [size for size, n in zip(self._sizes, stock, strict=True) for _ in range(n)]

    @staticmethod
    def _without(stock: tuple[int, ...], kind: int) -> tuple[int, ...]:
        return (*stock[:kind], stock[kind] - 1, *stock[kind + 1 :])
