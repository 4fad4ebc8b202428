"""Where the pieces of many tasks can lie, by the cell that they are laid on first.

A search that fills the lowest empty cell asks for every placement that has this cell as its
lowest. For the tasks of a batch they stand in one array, task by task and cell by cell.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np

from puzzles.solver.batches import NEVER_FITS, Batch, Numbers, Words

TRIED_AT_ONCE: Final = 16_000
"""Placements looked at in one go: their arrays stay in the processor's cache, and are just
small enough for the allocator to take the memory of the last ones."""


class Openings:
    """All placements of each task of a batch, at most a thousand (`MOST_AT_ONCE`)."""

    def __init__(self, batch: Batch) -> None:
        self._volume = batch.volume
        places: list[Numbers] = []
        tokens: list[Words] = []
        for bit, table in batch.tables:
            tasks = np.flatnonzero(batch.states & np.uint64(bit))
            lowest, column = np.nonzero(table != np.uint64(NEVER_FITS))
            laid = table[lowest, column]
            at_once = max(1, TRIED_AT_ONCE // max(1, len(laid)))
            for start in range(0, len(tasks), at_once):
                some = tasks[start : start + at_once]
                outside = ~batch.states[some, None]
                fits = np.flatnonzero((laid & outside) == 0)
                task = fits // len(laid)
                which = fits - task * len(laid)
                places.append(some.take(task) * self._volume + lowest.take(which))
                tokens.append(laid.take(which))
        place = np.concatenate(places)
        # Places fit into 16 bits, and these are sorted by their digits.
        order = np.argsort(place.astype(np.uint16), kind="stable")
        self._tokens = np.concatenate(tokens).take(order)
        self._counts = np.bincount(place, minlength=len(batch.states) * self._volume)
        self._firsts = np.cumsum(self._counts) - self._counts
        self._states = batch.states

    def most(self) -> Numbers:
        """For each task the most placements that have the same lowest cell."""
        most: Numbers = self._counts.reshape(-1, self._volume).max(axis=1)
        return most

    def untouched(self, task: int) -> int:
        """The cells of a task that no placement takes, and above them the bits of its pieces
        that have none."""
        first, after = task * self._volume, (task + 1) * self._volume
        laid = self._tokens[self._firsts[first] :][: self._counts[first:after].sum()]
        return int(self._states[task] & ~np.bitwise_or.reduce(laid))

    def lay(self, states: Words, tasks: Numbers) -> tuple[Numbers, Words]:
        """Every way to lay a piece that is left on the lowest empty cell of each of some states
        of these tasks: the state's number, ascending, and what is laid."""
        lowest = np.bitwise_count((states & -states) - np.uint64(1))
        places = tasks * self._volume + lowest
        counts = self._counts.take(places)
        ends = np.cumsum(counts)
        shifts = self._firsts.take(places) - ends + counts
        cuts = np.searchsorted(ends, np.arange(TRIED_AT_ONCE, ends[-1], TRIED_AT_ONCE))
        filled = ~states
        parents: list[Numbers] = []
        tokens: list[Words] = []
        for begin, end in pairwise(np.unique([0, *cuts, len(states)]).tolist()):
            parent = np.repeat(np.arange(begin, end), counts[begin:end])
            which = shifts.take(parent)
            which += np.arange(ends[begin] - counts[begin], ends[end - 1])
            token = self._tokens.take(which)
            overlaps = filled.take(parent)
            overlaps &= token
            fits = np.flatnonzero(overlaps == 0)
            parents.append(parent.take(fits))
            tokens.append(token.take(fits))
        return np.concatenate(parents), np.concatenate(tokens)
