"""Many tasks at once: one frontier of half-filled regions, searched by whole arrays.

Each row of the frontier is a state of some task, as in `search`: the empty cells of its
region and its pieces that are left, in one word, with the number of the task beside it. One
step fills the lowest empty cell of all the rows of a chunk in all ways. The chunks are taken
depth first, so the frontier stays small. The last piece is looked up, since what is left must
be one of its placements. What is counted is what `search` counts, so the
verdicts are the same in every field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.solver.batches import Batch, Kinds, Layout, Numbers, Words
from puzzles.solver.classes import Symmetries, Trail, are_least, labels_of
from puzzles.solver.guards import first_obstacle
from puzzles.solver.search import LONG_NODES, Limits
from puzzles.solver.setting import Setting
from puzzles.solver.task import Task
from puzzles.solver.verdict import Verdict, solve

CHUNK: Final = 12_288
"""Rows of a step: few enough for the arrays to stay in the processor's cache."""
MOST_AT_ONCE: Final = 4_096
FEWEST: Final = 8
"""Fewer tasks than this are solved sooner one by one."""
MOST_KEPT: Final = 200_000
"""Covers of symmetric regions that are held to tell their classes; beyond it `solve` does."""
MOST_NODES: Final = LONG_NODES
"""A task that takes more than this is left to `solve`, which then counts by other means."""


def solve_many(tasks: Sequence[Task], limits: Limits = Limits()) -> list[Verdict]:  # noqa: B008
    """The verdicts of `solve` on each of the tasks, in their order; no covers are kept."""
    verdicts: list[Verdict | None] = [None] * len(tasks)
    if limits.out_of_time is None:
        by_set: dict[int, list[int]] = {}
        for number, task in enumerate(tasks):
            by_set.setdefault(id(task.piece_set), []).append(number)
        for numbers in by_set.values():
            for start in range(0, len(numbers), MOST_AT_ONCE):
                part = numbers[start : start + MOST_AT_ONCE]
                if len(part) >= FEWEST:
                    _solve_together(tasks, part, limits, verdicts)
    return [
        solve(task, limits) if verdict is None else verdict
        for task, verdict in zip(tasks, verdicts, strict=True)
    ]


def _solve_together(
    tasks: Sequence[Task], numbers: Sequence[int], limits: Limits, verdicts: list[Verdict | None]
) -> None:
    """Fill in the verdicts on tasks of one piece set; those that need `solve` stay None."""
    piece_set = tasks[numbers[0]].piece_set
    kinds = Kinds(piece_set)
    able: list[int] = []
    masks: list[int] = []
    for number in numbers:
        task = tasks[number]
        mask, cells = kinds.of(task.pieces)
        if cells != len(task.region.cells):
            verdicts[number] = Verdict(0, 0, True, "cell_count", None, 0, 0)
        elif mask and mask.bit_length() < 64:
            able.append(number)
            masks.append(mask)
    if not able:
        return
    layout = Layout(piece_set, [tasks[number].region for number in able])
    for batch in layout.batches(kinds.shapes, np.array(masks, np.uint64)):
        tally = _Tally(batch, list(layout.symmetries(batch)), limits)
        tally.search()
        for place, covers, classes, nodes, dead_ends, over in zip(
            batch.numbers.tolist(),
            tally.covers.tolist(),
            tally.classes().tolist(),
            tally.nodes.tolist(),
            tally.dead_ends.tolist(),
            tally.over.tolist(),
            strict=True,
        ):
            number = able[place]
            if over:
                continue
            if covers:
                verdicts[number] = Verdict(covers, classes, True, None, None, nodes, dead_ends)
            else:
                obstacle = first_obstacle(Setting(tasks[number]))
                verdicts[number] = (
                    Verdict(0, 0, True, "search", None, nodes, dead_ends)
                    if obstacle is None
                    else Verdict(0, 0, True, obstacle, None, 0, 0)
                )


class _Tally:
    """The search over one batch: for each of its tasks nodes, dead ends and covers, and
    whether the task went over a limit (its counts then mean nothing).

    ``symmetries`` are those of `Layout.symmetries`; only of tasks that have some the covers
    themselves are kept, to tell their classes.
    """

    def __init__(self, batch: Batch, symmetries: Symmetries, limits: Limits) -> None:
        self._batch = batch
        self._width = np.uint64(batch.cells.bit_length())
        count = len(batch.numbers)
        self.nodes: Numbers = np.zeros(count, np.int64)
        self.dead_ends: Numbers = np.zeros(count, np.int64)
        self.covers: Numbers = np.zeros(count, np.int64)
        self.over: NDArray[np.bool_] = np.zeros(count, bool)
        self._most_nodes = MOST_NODES if limits.max_nodes is None else limits.max_nodes
        self._most_nodes = min(self._most_nodes, MOST_NODES)
        self._most_covers = MOST_NODES if limits.max_covers is None else limits.max_covers
        self._symmetries = symmetries
        self._has_symmetries = np.zeros(count, bool)
        for tasks, _ in symmetries:
            self._has_symmetries[tasks] = True
        self._kept: list[tuple[NDArray[np.int32], Trail]] = []
        self._room = MOST_KEPT

    def search(self) -> None:
        """Go through all states, a chunk at a time, the deepest first."""
        first: Trail = ()
        tasks = np.arange(len(self._batch.states), dtype=np.int32)
        stack = [(self._batch.states, tasks, first)]
        while stack:
            states, tasks, trail = stack.pop()
            if len(states) > CHUNK:
                rest = tuple(laid[:-CHUNK] for laid in trail)
                stack.append((states[:-CHUNK], tasks[:-CHUNK], rest))
                states, tasks = states[-CHUNK:], tasks[-CHUNK:]
                trail = tuple(laid[-CHUNK:] for laid in trail)
            states, tasks, trail = self._step(states, tasks, trail)
            if len(states):
                stack.append((states, tasks, trail))

    def _step(
        self, states: Words, tasks: NDArray[np.int32], trail: Trail
    ) -> tuple[Words, NDArray[np.int32], Trail]:
        """Lay a piece on the lowest empty cell of each row in every way; what is left open."""
        lowest = np.bitwise_count((states & -states) - np.uint64(1))
        taken = ~states
        parents: list[Numbers] = []
        tokens: list[Words] = []
        for bit, table in self._batch.tables:
            rows = np.flatnonzero(states & np.uint64(bit))
            if len(rows):
                laid = table.take(lowest[rows], axis=0)
                fits = np.flatnonzero((laid & taken[rows, None]) == 0)
                parents.append(rows[fits // table.shape[1]])
                tokens.append(laid.ravel()[fits])
        parent, token = np.concatenate(parents), np.concatenate(tokens)
        rest, owner = states[parent] ^ token, tasks[parent]
        barren = np.ones(len(states), bool)
        barren[parent] = False
        self._count(tasks[barren], owner)
        trail = (*(laid[parent] for laid in trail), token)
        left = np.bitwise_count(rest >> self._width)
        ended = np.flatnonzero(left == 0)
        if len(ended):
            self._end(owner[ended], tuple(laid[ended] for laid in trail))
        last = np.flatnonzero(left == 1)
        if len(last):
            rows, laid = self._batch.placements.last(rest[last])
            is_barren = np.ones(len(last), bool)
            is_barren[rows] = False
            ending = last[rows]
            self._count(owner[last[is_barren]], owner[ending])
            self._end(owner[ending], (*(before[ending] for before in trail), laid))
        over = (self.nodes > self._most_nodes) | (self.covers > self._most_covers)
        is_open = left > 1
        if over.any():
            self.over |= over
            is_open &= ~self.over[owner]
        going = np.flatnonzero(is_open)
        return rest[going], owner[going], tuple(laid[going] for laid in trail)

    def _count(self, barren: NDArray[np.int32], laid: NDArray[np.int32]) -> None:
        """Count dead ends and nodes, given by the tasks that they belong to."""
        count = len(self.nodes)
        self.dead_ends += np.bincount(barren, minlength=count)
        self.nodes += np.bincount(laid, minlength=count)

    def _end(self, owners: NDArray[np.int32], trail: Trail) -> None:
        """Count covers, and keep those of regions that have symmetries."""
        self.covers += np.bincount(owners, minlength=len(self.covers))
        kept = np.flatnonzero(self._has_symmetries[owners])
        self._keep(owners[kept], tuple(laid[kept] for laid in trail))

    def _keep(self, owners: NDArray[np.int32], trail: Trail) -> None:
        self._room -= len(owners)
        if self._room < 0:
            self.over[owners] = True
        else:
            self._kept.append((owners, trail))

    def classes(self) -> Numbers:
        """How many classes the covers of each task form under the symmetries of its region."""
        if not self._kept:
            return self.covers
        owners = np.concatenate([owners for owners, _ in self._kept])
        labels = np.concatenate([labels_of(trail, self._batch.cells) for _, trail in self._kept])
        least = owners[are_least(owners, labels, self._symmetries)]
        found = np.bincount(least, minlength=len(self.covers))
        return np.where(self._has_symmetries, found, self.covers)
