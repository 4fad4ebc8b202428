from __future__ import annotations

from typing import Any

import pytest

from puzzles.solver import BUILT_IN, MalformedTask, PieceSet, Region, Shape, Task
from puzzles.solver.task import kinds_of

CLASSIC = BUILT_IN["classic-12"]
SQUARE = Region.from_area(["##", "##"])


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ((), "no_pieces"),
        (("A",) * 401, "too_many_pieces"),
        (("A", "Q"), "unknown_piece"),
        (("a",), "unknown_piece"),
        ((None,), "unknown_piece"),
        ((["A"],), "unknown_piece"),
    ],
)
def test_pieces_that_are_none(pieces: Any, code: str) -> None:
    with pytest.raises(MalformedTask) as caught:
        Task("t", SQUARE, pieces, CLASSIC)
    assert (caught.value.field, caught.value.code) == ("pieces", code)


def test_flat_pieces_need_a_flat_region() -> None:
    with pytest.raises(MalformedTask) as caught:
        Task("t", Region.from_area(["##"], 2), ("A", "A"), CLASSIC)
    assert caught.value.field == "height"
    assert "height 1" in caught.value.message


def test_congruent_pieces_are_of_one_kind_whatever_their_codes() -> None:
    bar, upright = Shape.of([(0, 0, 0), (1, 0, 0)]), Shape.of([(0, 0, 0), (0, 1, 0)])
    dot = Shape.of([(0, 0, 0)])
    piece_set = PieceSet(None, 2, False, {"y": bar, "x": upright, "dot": dot})
    kinds = kinds_of(Task("t", SQUARE, ("y", "dot", "x", "y"), piece_set))
    assert [kind.codes for kind in kinds] == [("x", "y", "y"), ("dot",)]
