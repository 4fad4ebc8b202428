"""Classes of covers under the symmetries of their regions, for many covers as arrays.

The covers must be of pieces no two of which are alike. Then a cover is the kind of the piece
on each cell, and a symmetry of the region permutes the cells. By Burnside's lemma there are as
many classes as symmetries leave a cover as it is on average.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzles.solver.batches import Numbers, Symmetries, Words

Trail = tuple[Words, ...]
"""For each piece laid an array of what each of many covers laid: cells and kind."""


def times_fixed(tasks: Numbers, trail: Trail, cells: int, symmetries: Symmetries) -> Numbers:
    """How many symmetries of its region leave each cover as it is, the identity among them.

    ``tasks``, ascending, are the places of the covers' regions in the batch, and ``cells``
    masks the bits of its grid. The first piece of each cover must lie on the lowest cell.
    """
    begins = np.searchsorted(tasks, symmetries.tasks)
    many = np.searchsorted(tasks, symmetries.tasks, side="right") - begins
    motion = np.repeat(np.arange(len(many)), many)
    cover = np.arange(len(motion)) + (begins - np.cumsum(many) + many)[motion]
    # Where the lowest cell goes there must be the same piece: that leaves few.
    first = trail[0][cover]
    lowest = np.bitwise_count((first & -first) - np.uint64(1))
    image = symmetries.maps[motion, lowest].astype(np.uint64)
    stays = np.flatnonzero(first >> image & np.uint64(1))
    motion, cover = motion[stays], cover[stays]
    labels = _labels(tuple(laid[cover] for laid in trail), cells)
    moved = np.take_along_axis(labels, symmetries.maps[motion], axis=1)
    is_fixed = (labels == moved).all(axis=1)
    return 1 + np.bincount(cover[is_fixed], minlength=len(tasks))


def _labels(trail: Trail, cells: int) -> NDArray[np.uint8]:
    """For each cover and each bit of the grid the number of the kind that lies there."""
    labels = np.zeros((len(trail[0]), 64), np.uint8)
    for laid in trail:
        covered = laid & np.uint64(cells)
        kind = np.bitwise_count((laid ^ covered) - np.uint64(1))
        as_bytes = covered.astype("<u8").view(np.uint8).reshape(-1, 8)
        labels += np.unpackbits(as_bytes, axis=1, bitorder="little") * kind[:, None]
    return labels
