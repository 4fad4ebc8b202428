"""A task: a region, and the pieces that are to fill it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from puzzles.solver.errors import MalformedTask
from puzzles.solver.piecesets import PieceSet
from puzzles.solver.regions import Region
from puzzles.solver.shapes import Shape, representative

MAX_PIECES: Final = 400


@dataclass(frozen=True)
class Task:
    """Fill ``region`` with ``pieces``, a multiset of codes of ``piece_set``.

    MalformedTask when a code is unknown (pieces), there are none or more than 400 of them
    (pieces), or flat pieces meet a region of several layers (height).
    """

    id: str
    region: Region
    pieces: tuple[str, ...]
    piece_set: PieceSet

    def __post_init__(self) -> None:
        if not self.pieces:
            raise MalformedTask("pieces", "no_pieces")
        if len(self.pieces) > MAX_PIECES:
            raise MalformedTask(
                "pieces", "too_many_pieces", value=len(self.pieces), limit=MAX_PIECES
            )
        for code in self.pieces:
            if not isinstance(code, str) or code not in self.piece_set.pieces:
                raise MalformedTask("pieces", "unknown_piece", value=code)
        if self.piece_set.dimension == 2 and self.region.height > 1:
            raise MalformedTask("height", "height_in_2d", value=self.region.height)


@dataclass(frozen=True)
class Kind:
    """The pieces of a task that are congruent: one shape, and the code of every copy."""

    shape: Shape
    codes: tuple[str, ...]


def kinds_of(task: Task) -> tuple[Kind, ...]:
    """The task's pieces by congruent shape.

    The order depends on the shapes alone, so that neither the order of the pieces nor
    the way they are drawn or named has a say in how the task is searched.
    """
    shapes: Mapping[str, Shape] = task.piece_set.pieces
    dimension, flip = task.piece_set.dimension, task.piece_set.flip
    codes_by_shape: dict[Shape, list[str]] = {}
    for code in sorted(task.pieces):
        shape = representative(shapes[code], dimension=dimension, flip=flip)
        codes_by_shape.setdefault(shape, []).append(code)
    kinds = [Kind(shape, tuple(codes)) for shape, codes in codes_by_shape.items()]
    return tuple(sorted(kinds, key=lambda kind: (-len(kind.shape.cells), kind.shape.cells)))
