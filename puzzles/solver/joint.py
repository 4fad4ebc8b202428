"""All the tasks of an area at once: which sets of so many pieces cover it, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from puzzles.solver.piecesets import PieceSet
from puzzles.solver.regions import Region

MOST_AT_ONCE: Final = 1_024


class PiecesThatFill(NamedTuple):
    """A set of pieces in the order of the piece set, with its covers of a region and how many
    of them are essentially different."""

    pieces: tuple[str, ...]
    covers: int
    essentially_different: int


def sets_that_fill(
    piece_set: PieceSet, regions: Sequence[Region], *, count: int
) -> list[list[PiecesThatFill]]:
    """For each region all sets of ``count`` pieces that cover it, in a fixed order.

    No two pieces of the set may be alike, and ValueError says that a region doesn't fit into
    a word of 64 bits.
    """
    # Not before it is needed: NumPy takes its time to load.
    from puzzles.solver.jointsearch import kinds_that_fill

    codes = tuple(piece_set.pieces)
    found: list[list[PiecesThatFill]] = []
    for start in range(0, len(regions), MOST_AT_ONCE):
        for sets in kinds_that_fill(piece_set, regions[start : start + MOST_AT_ONCE], count):
            found.append(
                [
                    PiecesThatFill(_chosen(codes, kinds), covers, classes)
                    for kinds, covers, classes in sets
                ]
            )
    return found


@lru_cache(maxsize=8192)
def _chosen(codes: tuple[str, ...], bits: int) -> tuple[str, ...]:
    return tuple(code for bit, code in enumerate(codes) if bits >> bit & 1)
