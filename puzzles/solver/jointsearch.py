"""The search for all sets of pieces that cover areas, over arrays.

One search lays any pieces, each at most once, and tallies its covers by the set of pieces
used. So the work that the sets have in common is done once. Many areas share one frontier, as
in `frontier`. What is left for the last piece is looked up among all placements.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from puzzles.solver.batches import Batch, Kinds, Layout, Numbers, Symmetries, Words
from puzzles.solver.classes import Trail, times_fixed
from puzzles.solver.piecesets import PieceSet
from puzzles.solver.regions import Region

CHUNK: Final = 8_192

KindsThatFill = tuple[int, int, int]
"""The kinds of pieces as bits, the covers by them, and the classes of these."""


def kinds_that_fill(
    piece_set: PieceSet, regions: Sequence[Region], count: int
) -> list[list[KindsThatFill]]:
    """As `sets_that_fill`, of regions that are searched together."""
    kinds = Kinds(piece_set)
    every, _ = kinds.of(tuple(piece_set.pieces))
    if not every:
        raise ValueError("Two pieces of the set are alike.")
    found: list[list[KindsThatFill] | None] = [None] * len(regions)
    layout = Layout(piece_set, regions)
    sizes = sorted(shape.size for shape in kinds.shapes)
    masks = np.full(len(regions), every, np.uint64)
    for batch in layout.batches(kinds.shapes, masks):
        search = _JointSearch(batch, layout.symmetries(batch), sizes, count)
        search.run()
        sets: list[list[KindsThatFill]] = [[] for _ in batch.numbers]
        for place, used, covers, classes in search.tally(len(kinds.shapes)):
            sets[place].append((used, covers, classes))
        for region, of_region in zip(batch.numbers.tolist(), sets, strict=True):
            found[region] = of_region
    if None in found:
        raise ValueError("A region and its pieces don't fit into a word.")
    return [sets for sets in found if sets is not None]


class _JointSearch:
    """The search over one batch of regions, whose states start with every kind of piece."""

    def __init__(
        self,
        batch: Batch,
        symmetries: Symmetries,
        sizes: Sequence[int],
        count: int,
    ) -> None:
        self._batch = batch
        self._cells = np.uint64(batch.cells)
        self._symmetries = symmetries
        self._placements = batch.placements
        self._fewest = [sum(sizes[:left]) for left in range(count + 1)]
        self._most = [sum(sizes[len(sizes) - left :]) for left in range(count + 1)]
        self._count = count
        self._found: list[tuple[Numbers, Words, Numbers]] = []

    def run(self) -> None:
        """Go through all states, a chunk at a time, the deepest first."""
        first: Trail = ()
        owners = np.arange(len(self._batch.states))
        stack = [(self._batch.states, owners, first)]
        while stack:
            states, owners, trail = stack.pop()
            if len(states) > CHUNK:
                stack.append((states[CHUNK:], owners[CHUNK:], tuple(t[CHUNK:] for t in trail)))
                states, owners = states[:CHUNK], owners[:CHUNK]
                trail = tuple(t[:CHUNK] for t in trail)
            left = self._count - len(trail)
            if left > 1:
                stack.append(self._lay(states, owners, trail, left - 1))
            else:
                self._end(states, owners, trail)

    def _lay(
        self, states: Words, owners: Numbers, trail: Trail, left: int
    ) -> tuple[Words, Numbers, Trail]:
        """Lay each piece on the lowest empty cell in every way that ``left`` more can end."""
        lowest = np.bitwise_count((states & -states) - np.uint64(1))
        taken = ~states
        parents: list[Numbers] = []
        tokens: list[Words] = []
        empty = np.bitwise_count(states & self._cells)
        for bit, table in self._batch.tables:
            size = int(np.bitwise_count(table.min() & self._cells))
            able = (
                (states & np.uint64(bit) != 0)
                & (empty >= size + self._fewest[left])
                & (empty <= size + self._most[left])
            )
            rows = np.flatnonzero(able)
            if len(rows):
                laid = table.take(lowest[rows], axis=0)
                fits = np.flatnonzero((laid & taken[rows, None]) == 0)
                parents.append(rows[fits // table.shape[1]])
                tokens.append(laid.ravel()[fits])
        if not parents:
            none = np.zeros(0, np.int64)
            return states[none], owners[none], (*(laid[none] for laid in trail), states[none])
        parent, token = np.concatenate(parents), np.concatenate(tokens)
        return (
            states[parent] ^ token,
            owners[parent],
            (*(laid[parent] for laid in trail), token),
        )

    def _end(self, states: Words, owners: Numbers, trail: Trail) -> None:
        """Lay the last piece of each state, which is a cover or doesn't fit."""
        rows, laid = self._placements.last(states)
        order = np.argsort(owners[rows])
        rows, laid = rows[order], laid[order]
        trail = (*(before[rows] for before in trail), laid)
        fixed = times_fixed(owners[rows], trail, self._batch.cells, self._symmetries)
        self._found.append((owners[rows], states[rows] ^ laid, fixed))

    def tally(self, kinds: int) -> list[tuple[int, int, int, int]]:
        """Region, kinds used, covers and classes of every set found, in ascending order."""
        if not self._found:
            return []
        owners = np.concatenate([owners for owners, _, _ in self._found])
        volume = self._batch.cells.bit_length()
        unused = np.concatenate([states for _, states, _ in self._found]) >> np.uint64(volume)
        used = unused.astype(np.int64) ^ ((1 << kinds) - 1)
        keys, which, covers = np.unique(
            owners << kinds | used, return_inverse=True, return_counts=True
        )
        fixed = np.bincount(which, np.concatenate([fixed for _, _, fixed in self._found]))
        classes = fixed.astype(np.int64) // self._symmetries.group_sizes[keys >> kinds]
        return list(
            zip(
                (keys >> kinds).tolist(),
                (keys & (1 << kinds) - 1).tolist(),
                covers.tolist(),
                classes.tolist(),
                strict=True,
            )
        )
