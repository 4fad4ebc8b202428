"""Counting covers without meeting each of them: equal half-filled states are merged.

The region is filled in scanning order, so a filling that has come to a cell differs from
another only in what juts out beyond that cell and in the pieces that are left. All fillings
that agree in both are one state with a multiplicity (the transfer-matrix or broken-profile
method). Of a piece that occurs once only one placement of each orbit under the region's
symmetries is tried, weighted by the orbit, and states that enclose a region which no pieces
can fill are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.solver.orbits import placement_images
from puzzles.solver.setting import Setting
from puzzles.solver.sharing import reachable_sums

Words = NDArray[np.uint64]

MOST_COUNT: Final = 1 << 62
"""Multiplicities stay below this, so that no sum of them overflows a word."""
MOST_ROWS: Final = 4_000_000
"""So many states may come out of one cell before equal ones are merged."""
ROWS_A_STATE: Final = 1.5
LOOKS_A_STATE: Final = 10
"""And so many in all for each state that may be met, after so many looks at placements; where
counting succeeds it takes fewer."""
ROWS_AT_ONCE: Final = 8_192
FEW: Final = 256
"""So few states are carried on sooner than looked at."""
ROUNDS: Final = 4
LARGEST_LOOK: Final = 12
"""If pieces make up all regions smaller than this there is nothing to look for."""


@dataclass(frozen=True)
class Count:
    """The exact number of covers, and of their classes under the region's symmetries if the
    count tells it; ``states`` were met on the way."""

    covers: int
    classes: int | None
    states: int


def count_covers(
    setting: Setting, *, max_states: int, out_of_time: Callable[[], bool] | None = None
) -> Count | None:
    """Count the covers of a task whose cells add up; None if that takes more than
    ``max_states`` states, more than a word for a state, or the count is beyond `MOST_COUNT`."""
    plan = _Plan.of(setting)
    return None if plan is None else _Counter(plan, max_states, out_of_time).count()


@dataclass(frozen=True)
class _Step:
    """What can be laid on one cell as its lowest: for a kind the cells from there on, and how
    many placements each stands for."""

    kind: int
    cells: Words
    weights: Words


@dataclass(frozen=True)
class _Plan:
    """A task as the counter takes it. A state is a word: ``span`` bits for what is filled from
    the current cell on, and above them the copies left of each counted kind."""

    width: int
    full: int
    span: int
    steps: Sequence[Sequence[_Step]]
    units: Sequence[int]
    """For each kind one copy of it in a state; 0 for a kind that isn't counted."""
    stocks: Sequence[int]
    """For each kind the bits of its copies in a state."""
    start: int
    sums: NDArray[np.bool_]
    """Which numbers of cells some of the pieces make up."""
    neighbours: Sequence[tuple[int, int, int]]
    """As `Board.steps`; empty if regions aren't looked at."""
    group: int
    is_free: bool
    """Whether no symmetry but the identity can map a cover to itself."""

    @classmethod
    def of(cls, setting: Setting) -> _Plan | None:
        *_, end = _stock_fields(setting, 0)
        if end > 64:
            return None
        span = max(
            cells.bit_length() - (cells & -cells).bit_length() + 1
            for placements in setting.placements
            for cells in placements
        )
        if span + end > 64:
            return None
        units, stocks, start, _ = _stock_fields(setting, span)
        images = placement_images(setting)
        weights = [dict.fromkeys(placements, 1) for placements in setting.placements]
        if images:
            chosen = _piece_to_reduce(setting)
            if chosen is not None:
                weights[chosen] = _orbits(setting.placements[chosen], images)
        return cls(
            width=setting.board.width,
            full=setting.board.full,
            span=span,
            steps=_steps(setting.board.width, weights),
            units=units,
            stocks=stocks,
            start=start,
            sums=_reachable(setting),
            neighbours=setting.board.steps if setting.pieces_are_connected else (),
            group=len(images) + 1,
            is_free=_is_free(setting, images),
        )


_Images = Sequence[Mapping[int, int]]


def _is_free(setting: Setting, images: _Images) -> bool:
    """Is there for every symmetry a piece, without a like, that it always moves?"""
    return all(
        any(
            len(kind.codes) == 1 and all(image[cells] != cells for cells in placements)
            for kind, placements in zip(setting.kinds, setting.placements, strict=True)
        )
        for image in images
    )


def _piece_to_reduce(setting: Setting) -> int | None:
    """Of the kinds of a single piece the one with the fewest placements."""
    single = [number for number, kind in enumerate(setting.kinds) if len(kind.codes) == 1]
    return min(single, key=lambda number: len(setting.placements[number]), default=None)


def _orbits(placements: Sequence[int], images: _Images) -> dict[int, int]:
    """The placement of each orbit that comes first in scanning order, and the orbit's size."""
    sizes: dict[int, int] = {}
    for cells in placements:
        orbit = {cells, *(image[cells] for image in images)}
        sizes[min(orbit, key=lambda other: (other & -other, other))] = len(orbit)
    return sizes


def _stock_fields(setting: Setting, span: int) -> tuple[list[int], list[int], int, int]:
    """For each kind one copy of it and all of its copies in a state, the first state, and the
    number of bits. As the cells add up, the stock of one kind follows from the others."""
    copies = [len(kind.codes) for kind in setting.kinds]
    uncounted = copies.index(max(copies)) if max(copies) > 1 else -1
    units: list[int] = []
    stocks: list[int] = []
    start = 0
    end = span
    for kind, count in enumerate(copies):
        bits = 0 if kind == uncounted else count.bit_length()
        units.append(1 << end if bits else 0)
        stocks.append(((1 << bits) - 1) << end)
        start += count << end if bits else 0
        end += bits
    return units, stocks, start, end


def _steps(width: int, weights: Sequence[dict[int, int]]) -> list[list[_Step]]:
    steps: list[list[_Step]] = [[] for _ in range(width)]
    for kind, weight_of in enumerate(weights):
        by_cell: dict[int, list[tuple[int, int]]] = {}
        for cells, weight in weight_of.items():
            lowest = (cells & -cells).bit_length() - 1
            by_cell.setdefault(lowest, []).append((cells >> lowest, weight))
        for lowest, laid in by_cell.items():
            cells_from_here, many = zip(*laid, strict=True)
            steps[lowest].append(
                _Step(kind, np.array(cells_from_here, np.uint64), np.array(many, np.uint64))
            )
    return steps


def _reachable(setting: Setting) -> NDArray[np.bool_]:
    sums = reachable_sums([kind.shape.size for kind in setting.kinds for _ in kind.codes])
    return np.array([sums >> size & 1 for size in range(65)], bool)


class _Counter:
    """Carries the states with their multiplicities from cell to cell."""

    def __init__(
        self, plan: _Plan, max_states: int, out_of_time: Callable[[], bool] | None
    ) -> None:
        self._plan = plan
        self._max_states = max_states
        self._rows_left = int(ROWS_A_STATE * max_states)
        self._looks_left = LOOKS_A_STATE * max_states
        self._out_of_time = out_of_time
        self._window = np.uint64((1 << plan.span) - 1)
        self._last_cell_of = [
            max((cell for cell, steps in enumerate(plan.steps) for step in steps
                 if step.kind == kind), default=-1)
            for kind in range(len(plan.units))
        ]  # fmt: skip

    def count(self) -> Count | None:
        plan = self._plan
        states = np.array([plan.start], np.uint64)
        counts = np.ones(1, np.uint64)
        met = 1
        for cell in range(plan.width):
            if plan.full >> cell & 1:
                filled = self._fill(cell, states, counts)
                if filled is None:
                    return None
                states, counts = filled
            beyond = states & self._window
            states = states ^ beyond | beyond >> np.uint64(1)
            states, counts = _merged(states, counts)
            if plan.neighbours and len(states) > FEW and not plan.sums[1:LARGEST_LOOK].all():
                kept = self._is_promising(cell + 1, states)
                states, counts = states[kept], counts[kept]
            met += len(states)
            if met > self._max_states:
                return None
            if self._out_of_time is not None and self._out_of_time():
                return None
            if not len(states):
                return Count(0, 0, met)
        covers = int(counts[states == 0].sum())
        classes = covers // plan.group if plan.is_free else None
        return Count(covers, classes if covers else 0, met)

    def _fill(self, cell: int, states: Words, counts: Words) -> tuple[Words, Words] | None:
        """Lay something on the cell wherever it is empty; None if that becomes too much."""
        plan = self._plan
        is_filled = (states & np.uint64(1)).astype(bool)
        new_states, new_counts = [states[is_filled]], [counts[is_filled]]
        states, counts = states[~is_filled], counts[~is_filled]
        total = float(new_counts[0].sum(dtype=float))
        size = len(new_counts[0])
        for start in range(0, len(states), ROWS_AT_ONCE):
            some, many = states[start : start + ROWS_AT_ONCE], counts[start : start + ROWS_AT_ONCE]
            for step in plan.steps[cell]:
                stock, unit = plan.stocks[step.kind], plan.units[step.kind]
                rows = np.flatnonzero(some & np.uint64(stock)) if stock else np.arange(len(some))
                looks = len(rows) * len(step.cells)
                fits = np.flatnonzero((some[rows, None] & step.cells) == 0)
                rows = rows[fits // len(step.cells)]
                laid = fits % len(step.cells)
                new_states.append((some[rows] | step.cells[laid]) - np.uint64(unit))
                new_counts.append(many[rows] * step.weights[laid])
                total += float(many[rows].astype(float) @ step.weights[laid].astype(float))
                size += len(rows)
                self._looks_left -= looks
            if total >= MOST_COUNT or size > min(MOST_ROWS, self._rows_left):
                return None
            if self._looks_left < 0:
                return None
        self._rows_left -= size
        states, counts = np.concatenate(new_states), np.concatenate(new_counts)
        overdue = sum(
            stock
            for stock, last in zip(plan.stocks, self._last_cell_of, strict=True)
            if last <= cell
        )
        if overdue:
            kept = (states & np.uint64(overdue)) == 0
            states, counts = states[kept], counts[kept]
        return states, counts

    def _is_promising(self, cell: int, states: Words) -> NDArray[np.bool_]:
        """Whether the empty region around the first empty cell can be made up of pieces.

        The region is grown from that cell; as long as it may go on beyond the window, or has
        not been seen whole, nothing speaks against it.
        """
        plan = self._plan
        window = (1 << plan.span) - 1
        here = plan.full >> cell
        empty = ~states & np.uint64(here & window)
        exits = 0
        moves: list[tuple[np.uint64, np.uint64, np.uint64]] = []
        for step, with_lower, with_higher in plan.neighbours:
            after, before = with_lower >> cell & window, with_higher >> cell & window
            exits |= before & (here >> step) & ~(window >> step)
            moves.append((np.uint64(step), np.uint64(after), np.uint64(before)))
        part = empty & -empty
        for _ in range(ROUNDS):
            wider = part
            for stride, lower, higher in moves:
                wider = wider | ((wider << stride) & lower | (wider >> stride) & higher) & empty
            part = wider
        wider = part
        for stride, lower, higher in moves:
            wider = wider | ((part << stride) & lower | (part >> stride) & higher) & empty
        is_seen_whole = (wider == part) & (part & np.uint64(exits) == 0)
        is_promising: NDArray[np.bool_] = ~is_seen_whole | plan.sums[np.bitwise_count(part)]
        return is_promising


def _merged(states: Words, counts: Words) -> tuple[Words, Words]:
    """Equal states as one, their multiplicities added."""
    if len(states) < 2:
        return states, counts
    order = np.argsort(states)
    states = states[order]
    firsts = np.flatnonzero(np.concatenate(([True], states[1:] != states[:-1])))
    return states[firsts], np.add.reduceat(counts[order], firsts)
