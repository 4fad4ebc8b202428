from __future__ import annotations

import pytest

from puzzles.solver import BUILT_IN, MalformedTask, Shape
from puzzles.solver.shapes import (
    motions,
    orientations,
    parse_grid,
    parse_layers,
    representative,
)
from tests.solver import oracle


def test_a_shape_lies_at_the_origin_and_is_sorted() -> None:
    assert Shape.of([(5, 3, 2), (4, 3, 2)]) == Shape(((0, 0, 0), (1, 0, 0)))
    assert parse_grid(["...", ".##", ".#."], "pieces").cells == ((0, 0, 0), (0, 1, 0), (1, 0, 0))


def test_layers_are_written_bottom_first() -> None:
    layers = [["##", "#."], [".#", ".."]]
    shape = parse_layers(layers, "pieces")
    assert (1, 0, 1) in shape.cells
    assert shape.size == 4
    assert [list(rows) for rows in shape.layers()] == layers


@pytest.mark.parametrize(
    ("grid", "fixed", "turned_over"),
    # How many fixed polyominoes each free one stands for (Golomb).
    [
        (["#"], 1, 1),
        (["##"], 2, 2),
        (["##", "#."], 4, 4),
        (["##", "##"], 1, 1),
        (["##.", ".##"], 2, 4),
        (["###", "#.."], 4, 8),
        ([".##", "##.", ".#."], 4, 8),
        ([".#.", "###", ".#."], 1, 1),
    ],
)
def test_orientations_in_the_plane(grid: list[str], fixed: int, turned_over: int) -> None:
    shape = parse_grid(grid, "pieces")
    assert len(orientations(shape, dimension=2, flip=False)) == fixed
    assert len(orientations(shape, dimension=2, flip=True)) == turned_over


@pytest.mark.parametrize(
    ("code", "ways"),
    [("r1", 3), ("g1", 12), ("b1", 24), ("r2", 12), ("y1", 12), ("b2", 24), ("g2", 24)],
)
def test_orientations_in_space(code: str, ways: int) -> None:
    shape = BUILT_IN["family-3d-8"].pieces[code]
    found = orientations(shape, dimension=3, flip=False)
    assert len(found) == len(set(found)) == ways
    assert found[0] == shape


def test_motions_are_rotations_and_in_the_plane_reflections() -> None:
    assert len(motions(dimension=2, flip=False)) == 4
    assert len(motions(dimension=2, flip=True)) == 8
    assert len(motions(dimension=3, flip=False)) == 24
    for dimension, flip in ((2, False), (2, True), (3, False)):
        cells = ((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0))
        turns = {tuple(motion.turn(cells)) for motion in motions(dimension=dimension, flip=flip)}
        assert turns == oracle.all_turns(cells, dimension=dimension, flip=flip)


def test_the_two_screws_are_mirror_images_and_differ() -> None:
    pieces = BUILT_IN["family-3d-8"].pieces
    one, other = (representative(pieces[code], dimension=3, flip=False) for code in ("r2", "y1"))
    assert one != other


def test_all_orientations_have_the_same_representative() -> None:
    for piece_set in BUILT_IN.values():
        for shape in piece_set.pieces.values():
            ways = orientations(shape, dimension=piece_set.dimension, flip=piece_set.flip)
            least = {
                representative(way, dimension=piece_set.dimension, flip=piece_set.flip)
                for way in ways
            }
            assert len(least) == 1
            assert least <= set(ways)


def test_imbalance_and_connection() -> None:
    assert parse_grid([".#", "##", ".#"], "pieces").imbalance == 2
    assert parse_grid(["#", "#"], "pieces").imbalance == 0
    assert parse_grid(["##", ".#"], "pieces").connected
    assert not parse_grid(["#.", ".#"], "pieces").connected


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ([], "no_cells"),
        ([(0, 0, 0), (0, 0, 0)], "overlapping_cells"),
        ([(i, 0, 0) for i in range(401)], "too_many_cells"),
    ],
)
def test_cells_that_are_no_shape(cells: list[tuple[int, int, int]], code: str) -> None:
    with pytest.raises(MalformedTask) as caught:
        Shape.of(cells, "piece_set")
    assert (caught.value.field, caught.value.code) == ("piece_set", code)
