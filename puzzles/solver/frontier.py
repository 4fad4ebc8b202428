"""Many tasks at once: one frontier of half-filled regions, searched by whole arrays.

Each row of the frontier is a state of some task, as in `search`: the empty cells of its
region and its pieces that are left, in one word, with the number of the task beside it. One
step fills the lowest empty cell of all the rows of a chunk in all ways. The chunks are taken
depth first, so the frontier stays small. The last piece is looked up, since what is left must
be one of its placements. What is counted is what `search` counts, so the
verdicts are the same in every field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Final

import numpy as np
from numpy.typing import NDArray

from puzzles.solver.batches import Batch, Kinds, Layout, Numbers, Symmetries, Words
from puzzles.solver.classes import Trail, times_fixed
from puzzles.solver.guards import first_obstacle_before_placing
from puzzles.solver.openings import Openings
from puzzles.solver.search import LONG_NODES, Limits
from puzzles.solver.setting import Setting
from puzzles.solver.task import Task
from puzzles.solver.verdict import Verdict

CHUNK: Final = 4_096
"""Rows of a step: few enough for the arrays to stay in the processor's cache."""
MOST_NODES: Final = LONG_NODES
"""A task that takes more than this is left to `solve`, which then counts by other means."""


def solve_together(tasks: Sequence[Task], limits: Limits) -> list[Verdict | None]:
    """The verdicts on tasks of one piece set, not too many, within the limits on nodes and
    covers; None on those that need `solve`."""
    verdicts: list[Verdict | None] = [None] * len(tasks)
    piece_set = tasks[0].piece_set
    kinds = Kinds(piece_set)
    able: list[int] = []
    masks: list[int] = []
    for number, task in enumerate(tasks):
        mask, cells = kinds.of(task.pieces)
        if cells != len(task.region.cells):
            verdicts[number] = Verdict(0, 0, True, "cell_count", None, 0, 0)
        elif mask and mask.bit_length() < 64:
            able.append(number)
            masks.append(mask)
    if not able:
        return verdicts
    layout = Layout(piece_set, [tasks[number].region for number in able])
    for batch in layout.batches(kinds.shapes, np.array(masks, np.uint64)):
        tally = Tally(batch, layout.symmetries(batch), limits)
        tally.search()
        numbers = [able[place] for place in batch.numbers.tolist()]
        for number, verdict in zip(numbers, tally.verdicts(), strict=True):
            verdicts[number] = verdict
        for row in np.flatnonzero(tally.over).tolist():
            verdicts[numbers[row]] = None
        for row in np.flatnonzero((tally.covers == 0) & ~tally.over).tolist():
            number = numbers[row]
            obstacle = _obstacle(tasks[number], tally.untouched(row), batch.cells)
            if obstacle is not None:
                verdicts[number] = Verdict(0, 0, True, obstacle, None, 0, 0)
    return verdicts


def _obstacle(task: Task, untouched: int, cells: int) -> str | None:
    """As `first_obstacle`, of a task of whose cells and pieces some may be ``untouched``."""
    obstacle = first_obstacle_before_placing(Setting(task))
    if obstacle is None and untouched:
        return "piece_fits_nowhere" if untouched > cells else "cell_uncoverable"
    return obstacle


class Tally:
    """The search over one batch: for each of its tasks nodes, dead ends and covers, and
    whether the task went over a limit (its counts then mean nothing).

    Only of tasks with ``symmetries`` it is kept what was laid, to tell the classes of covers.
    """

    def __init__(self, batch: Batch, symmetries: Symmetries, limits: Limits) -> None:
        self._batch = batch
        self._openings = Openings(batch)
        count = len(batch.numbers)
        self.nodes: Numbers = np.zeros(count, np.int64)
        self.dead_ends: Numbers = np.zeros(count, np.int64)
        self.covers: Numbers = np.zeros(count, np.int64)
        self.over: NDArray[np.bool_] = np.zeros(count, bool)
        most_nodes = MOST_NODES if limits.max_nodes is None else limits.max_nodes
        # For a state `search` looks at the placements on a cell, twice at the most.
        looks_a_node = 2 * np.maximum(1, self._openings.most())
        self._most_nodes = np.minimum(
            min(most_nodes, MOST_NODES), limits.max_looks // looks_a_node - 1
        )
        self._most_covers = MOST_NODES if limits.max_covers is None else limits.max_covers
        self._symmetries = symmetries
        self._has_symmetries = symmetries.group_sizes > 1
        self._fixed = np.zeros(count)

    def search(self) -> None:
        """Search all tasks, those of equally many pieces together."""
        pieces = np.bitwise_count(self._batch.states >> np.uint64(self._batch.volume))
        for left in np.unique(pieces).tolist():
            for is_symmetric in (False, True):
                tasks = np.flatnonzero((pieces == left) & (self._has_symmetries == is_symmetric))
                if len(tasks):
                    self._go_through(tasks, left, () if is_symmetric else None)

    def _go_through(self, tasks: Numbers, left: int, trail: Trail | None) -> None:
        """Go through all states of tasks with ``left`` pieces, a chunk at a time, the deepest
        first. The trail, if there is one, is what was laid."""
        stack = [(left, self._batch.states[tasks], tasks, trail)]
        while stack:
            left, states, tasks, trail = stack.pop()
            if left == 1:
                self._look_up(states, tasks, trail)
                continue
            if len(states) > CHUNK:
                before, chunk = slice(-CHUNK), slice(-CHUNK, None)
                stack.append((left, states[before], tasks[before], _some(trail, before)))
                states, tasks, trail = states[chunk], tasks[chunk], _some(trail, chunk)
            if self.over.any():
                going = np.flatnonzero(~self.over[tasks])
                states, tasks, trail = states[going], tasks[going], _some(trail, going)
            if len(states):
                stack.append((left - 1, *self._lay(states, tasks, trail)))

    def _lay(
        self, states: Words, tasks: Numbers, trail: Trail | None
    ) -> tuple[Words, Numbers, Trail | None]:
        """Lay a piece on the lowest empty cell of each state in every way."""
        parents, laid = self._openings.lay(states, tasks)
        is_barren = np.ones(len(states), bool)
        is_barren[parents] = False
        owners = tasks.take(parents)
        self.dead_ends += self._times(tasks[is_barren])
        self.nodes += self._times(owners)
        self.over |= self.nodes > self._most_nodes
        if trail is not None:
            trail = (*(before.take(parents) for before in trail), laid)
        return states.take(parents) ^ laid, owners, trail

    def _look_up(self, states: Words, tasks: Numbers, trail: Trail | None) -> None:
        """Lay the last piece of each state, which is a cover or doesn't fit."""
        rows, laid = self._batch.placements.last(states)
        owners = tasks.take(rows)
        covers = self._times(owners)
        self.covers += covers
        self.nodes += covers
        self.dead_ends += self._times(tasks) - covers
        self.over |= (self.nodes > self._most_nodes) | (self.covers > self._most_covers)
        if trail is not None:
            trail = (*(before.take(rows) for before in trail), laid)
            fixed = times_fixed(owners, trail, self._batch.cells, self._symmetries)
            self._fixed += np.bincount(owners, fixed, len(self._fixed))

    def _times(self, tasks: Numbers) -> Numbers:
        """How often each task is among these."""
        return np.bincount(tasks, minlength=len(self.nodes))

    def untouched(self, task: int) -> int:
        """As `Openings.untouched`."""
        return self._openings.untouched(task)

    def verdicts(self) -> Iterator[Verdict]:
        """The verdict on each task, if it has covers or no guard speaks against it, and if it
        isn't ``over``."""
        return map(
            Verdict,
            self.covers.tolist(),
            self._classes().tolist(),
            repeat(True),
            (None if covers else "search" for covers in self.covers.tolist()),
            repeat(None),
            self.nodes.tolist(),
            self.dead_ends.tolist(),
        )

    def _classes(self) -> Numbers:
        """How many classes the covers of each task form under the symmetries of its region."""
        fixed = self._fixed.astype(np.int64) // self._symmetries.group_sizes
        return np.where(self._has_symmetries, fixed, self.covers)


def _some(trail: Trail | None, rows: Numbers | slice) -> Trail | None:
    return None if trail is None else tuple(laid[rows] for laid in trail)
