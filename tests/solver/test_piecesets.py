from __future__ import annotations

from typing import Any

import pytest

from puzzles.solver import BUILT_IN, MalformedTask, parse_piece_set
from puzzles.solver.piecesets import COPIES, NAMES
from puzzles.solver.shapes import orientations


@pytest.mark.parametrize(
    ("key", "dimension", "flip", "sizes"),
    [
        ("classic-12", 2, True, [2, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5]),
        ("family-3d-8", 3, False, [2, 4, 3, 5, 4, 5, 4, 5]),
        ("ubongo-3d-16", 3, False, [5, 5, 4, 5, 5, 5, 5, 3, 5, 4, 5, 4, 5, 5, 4, 4]),
        ("junior", 2, True, [2, 3, 4, 4, 4, 4, 5]),
        ("dice", 2, True, [1, 2, 3, 3, 4, 4, 4, 4, 5, 5]),
    ],
)
def test_built_in_sets(key: str, dimension: int, flip: bool, sizes: list[int]) -> None:
    piece_set = BUILT_IN[key]
    assert (piece_set.key, piece_set.dimension, piece_set.flip) == (key, dimension, flip)
    assert [shape.size for shape in piece_set.pieces.values()] == sizes
    assert all(shape.connected for shape in piece_set.pieces.values())


@pytest.mark.parametrize("key", BUILT_IN)
def test_pieces_of_a_set_are_all_different_and_named(key: str) -> None:
    piece_set = BUILT_IN[key]
    ways = [
        frozenset(orientations(shape, dimension=piece_set.dimension, flip=piece_set.flip))
        for shape in piece_set.pieces.values()
    ]
    assert len(set(ways)) == len(ways)
    assert list(NAMES[key]) == list(piece_set.pieces)
    assert len(set(NAMES[key].values())) == len(piece_set.pieces)


def test_the_box_in_space_holds_40_pieces() -> None:
    assert list(COPIES["ubongo-3d-16"]) == list(BUILT_IN["ubongo-3d-16"].pieces)
    assert sum(COPIES["ubongo-3d-16"].values()) == 40


def test_the_family_set_is_part_of_the_large_one_but_for_the_domino() -> None:
    def ways(key: str) -> set[frozenset[object]]:
        return {
            frozenset(orientations(shape, dimension=3, flip=False))
            for shape in BUILT_IN[key].pieces.values()
        }

    assert len(ways("family-3d-8") - ways("ubongo-3d-16")) == 1


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_set_survives_the_inline_form(key: str) -> None:
    piece_set = BUILT_IN[key]
    again = parse_piece_set(piece_set.to_json())
    assert again.key is None
    assert list(again.pieces.items()) == list(piece_set.pieces.items())
    assert (again.dimension, again.flip) == (piece_set.dimension, piece_set.flip)


def inline(**changes: object) -> dict[str, object]:
    return {"dimension": 2, "flip": True, "pieces": {"A": ["##"]}} | changes


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("classic-13", "piece_set_unknown"),
        (None, "piece_set_not_an_object"),
        (["classic-12"], "piece_set_not_an_object"),
        ({}, "dimension"),
        (inline(dimension=4), "dimension"),
        (inline(dimension=True), "dimension"),
        (inline(dimension=2.0), "dimension"),
        (inline(dimension="2"), "dimension"),
        (inline(flip=1), "flip"),
        (inline(flip=None), "flip"),
        ({"dimension": 2, "pieces": {"A": ["##"]}}, "flip"),
        (inline(dimension=3), "flip_in_3d"),
        (inline(pieces=[]), "pieces_not_an_object"),
        (inline(pieces={}), "no_pieces_in_set"),
        (inline(pieces={str(n): ["#"] for n in range(401)}), "too_many_in_set"),
        (inline(pieces={"": ["#"]}), "piece_code"),
        (inline(pieces={"x" * 21: ["#"]}), "piece_code"),
        (inline(pieces={"a\n": ["#"]}), "piece_code"),
        (inline(pieces={"\ud800": ["#"]}), "piece_code"),
        (inline(pieces={"A": [["#"]]}), "piece_not_flat"),
        (inline(pieces={"A": []}), "no_cells"),
        (inline(pieces={"A": ["..", ".."]}), "no_cells"),
        (inline(pieces={"A": ["##", "#"]}), "ragged"),
        (inline(pieces={"A": "##"}), "rows_not_a_list"),
        (inline(dimension=3, flip=False, pieces={"A": [["#"], ["##"]]}), "ragged"),
        (inline(dimension=3, flip=False, pieces={"A": [["#"], "#"]}), "rows_not_a_list"),
    ],
)
def test_malformed_sets(value: Any, code: str) -> None:
    with pytest.raises(MalformedTask) as caught:
        parse_piece_set(value)
    assert (caught.value.field, caught.value.code) == ("piece_set", code)


def test_flat_grids_are_welcome_in_space() -> None:
    piece_set = parse_piece_set({"dimension": 3, "pieces": {"A": ["##"], "B": [["##"]]}})
    assert piece_set.flip is False
    assert piece_set.pieces["A"] == piece_set.pieces["B"]
