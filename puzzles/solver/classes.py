"""Classes of covers under the symmetries of their regions, for many covers as arrays.

The covers must be of pieces no two of which are alike. Then a cover is the kind of the piece
on each cell, and a symmetry of the region permutes the cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from puzzles.solver.batches import Numbers, Words

Trail = tuple[Words, ...]
"""For each piece laid an array of what each of many covers laid: cells and kind."""
Symmetries = Sequence[tuple[Numbers, Numbers]]
"""As `Layout.symmetries` yields them."""


def labels_of(trail: Trail, cells: int) -> NDArray[np.uint8]:
    """For each cover and each bit of the grid the number of the kind that lies there; ``cells``
    masks the bits of the grid."""
    labels = np.zeros((len(trail[0]), 64), np.uint8)
    for laid in trail:
        covered = laid & np.uint64(cells)
        kind = np.bitwise_count((laid ^ covered) - np.uint64(1))
        as_bytes = covered.astype("<u8").view(np.uint8).reshape(-1, 8)
        labels += np.unpackbits(as_bytes, axis=1, bitorder="little") * kind[:, None]
    return labels


def are_least(
    owners: Numbers, labels: NDArray[np.uint8], symmetries: Symmetries
) -> NDArray[np.bool_]:
    """Which covers are the least of their class, as in `Orbits`; ``owners`` are the places of
    their regions in the batch."""
    # The covers of a region lie in a row, so that its symmetries are applied to all of them.
    order = np.argsort(owners, kind="stable")
    labels = labels[order]
    regions = int(owners.max(initial=-1)) + 1
    ends = np.searchsorted(owners[order], np.arange(regions + 1))
    is_least = np.ones(len(owners), bool)
    for every, every_map in symmetries:
        some = every < regions
        tasks, maps = every[some], every_map[some]
        sizes = ends[tasks + 1] - ends[tasks]
        which = np.repeat(np.arange(len(tasks)), sizes)
        rows = np.arange(len(which)) + np.repeat(ends[tasks] - np.cumsum(sizes) + sizes, sizes)
        here = labels[rows]
        there = np.take_along_axis(here, maps[which], axis=1)
        first = (here != there).argmax(axis=1)[:, None]
        lesser = np.take_along_axis(there, first, 1) < np.take_along_axis(here, first, 1)
        is_least[order[rows[lesser[:, 0]]]] = False
    return is_least
