"""Counts that others published or that follow from arithmetic.

The larger pentomino boxes (2339 fillings of 6 by 10, and so on) take long; they are left to
tests/benchmarks/facts_check.py.
"""

from __future__ import annotations

import pytest

from puzzles.solver import (
    BUILT_IN,
    SITE_LIMITS,
    Limits,
    Region,
    Task,
    parse_piece_set,
    solve,
)

DICE = BUILT_IN["dice"]


def box(columns: int, rows: int, height: int = 1) -> Region:
    return Region.from_area(["#" * columns] * rows, height)


PENTOMINOES = parse_piece_set(
    {
        "dimension": 2,
        "flip": True,
        "pieces": {
            "F": [".##", "##.", ".#."],
            "I": ["#####"],
            "L": ["####", "#..."],
            "N": ["##..", ".###"],
            "P": ["###", "##."],
            "T": ["###", ".#.", ".#."],
            "U": ["#.#", "###"],
            "V": ["###", "#..", "#.."],
            "W": ["#..", "##.", ".##"],
            "X": [".#.", "###", ".#."],
            "Y": ["####", ".#.."],
            "Z": ["##.", ".#.", ".##"],
        },
    }
)

SOMA = parse_piece_set(
    {
        "dimension": 3,
        "pieces": {
            "V": [["#.", "##"]],
            "L": [["#..", "###"]],
            "T": [[".#.", "###"]],
            "Z": [[".##", "##."]],
            "A": [["#.", "##"], ["..", ".#"]],
            "B": [["#.", "##"], ["#.", ".."]],
            "P": [["#.", "##"], ["..", "#."]],
        },
    }
)


def dominoes(region: Region) -> Task:
    return Task("dominoes", region, ("I2",) * (region.size // 2), DICE)


@pytest.mark.parametrize(
    ("region", "essentially_different"),
    [
        pytest.param(box(20, 3), 2, id="3x20"),
        pytest.param(box(15, 4), 368, id="4x15"),
    ],
)
def test_pentomino_boxes(region: Region, essentially_different: int) -> None:
    verdict = solve(Task("box", region, tuple(PENTOMINOES.pieces), PENTOMINOES))
    assert verdict.complete
    assert verdict.essentially_different == essentially_different
    assert verdict.covers == 4 * essentially_different


def test_soma_cube() -> None:
    # 240 up to rotation and reflection; pieces are only rotated, so twice that here.
    verdict = solve(Task("cube", box(3, 3, 3), tuple(SOMA.pieces), SOMA))
    assert (verdict.covers, verdict.essentially_different) == (24 * 480, 480)


@pytest.mark.parametrize(
    ("length", "covers", "essentially_different"),
    # Fibonacci numbers; the classes are the covers that are their own mirror image and
    # the pairs of all others: 2x3 has ||| and two mirrored ones, 2x4 one pair and three
    # lone ones. The square of four cells has one class, as it also turns by a quarter.
    [(1, 1, 1), (2, 2, 1), (3, 3, 2), (4, 5, 4), (5, 8, 5), (10, 89, 51)],
)
def test_dominoes_on_two_rows(length: int, covers: int, essentially_different: int) -> None:
    verdict = solve(dominoes(box(length, 2)))
    assert (verdict.covers, verdict.essentially_different) == (covers, essentially_different)


def test_dominoes_on_small_boards() -> None:
    # Kasteleyn's formula: 36 on 4 by 4, 6728 on 6 by 6; 9 and 32 bricks in space.
    assert solve(dominoes(box(4, 4))).covers == 36
    assert solve(dominoes(box(6, 6))).covers == 6728
    family = BUILT_IN["family-3d-8"]
    assert solve(Task("2x2x2", box(2, 2, 2), ("r1",) * 4, family)).covers == 9
    assert solve(Task("2x2x3", box(2, 2, 3), ("r1",) * 6, family)).covers == 32


def test_a_chessboard_of_dominoes_is_counted_without_meeting_each_cover() -> None:
    verdict = solve(dominoes(box(8, 8)), SITE_LIMITS)
    assert (verdict.kind, verdict.covers, verdict.stopped_by) == ("several", 12_988_816, None)


def test_a_cap_that_is_just_reached_is_no_cap() -> None:
    task = dominoes(box(4, 2))
    assert solve(task, Limits(max_covers=5)) == solve(task)
    short = solve(task, Limits(max_covers=4))
    assert (short.covers, short.complete, short.stopped_by) == (4, False, "covers")
    assert short.essentially_different is None
    nodes = solve(task).nodes
    assert solve(task, Limits(max_nodes=nodes)) == solve(task)
    assert solve(task, Limits(max_nodes=nodes - 1)).stopped_by == "nodes"


@pytest.mark.parametrize(("flip", "kind"), [(True, "unique"), (False, "several")])
def test_mirror_images_are_one_solution_only_where_pieces_may_be_flipped(
    flip: bool, kind: str
) -> None:
    # A corner of three squares with a domino and a single square has two covers, which
    # only the reflection in the corner's diagonal carries into each other.
    piece_set = parse_piece_set(
        {"dimension": 2, "flip": flip, "pieces": {"I1": ["#"], "I2": ["##"]}}
    )
    verdict = solve(Task("corner", Region.from_area(["##", "#."]), ("I1", "I2"), piece_set))
    assert (verdict.covers, verdict.kind) == (2, kind)


def test_a_hook_and_its_mirror_image_are_the_same_piece_only_if_flipped() -> None:
    grids = {"L": ["###", "#.."], "J": ["###", "..#"]}
    flat = parse_piece_set({"dimension": 2, "flip": True, "pieces": grids})
    fixed = parse_piece_set({"dimension": 2, "flip": False, "pieces": grids})
    region = box(4, 2)
    # Two hooks fill it point-symmetrically, in two mirrored ways; without flipping only
    # two of one hand do, in one way.
    assert solve(Task("", region, ("L", "J"), flat)).covers == 2
    assert solve(Task("", region, ("L", "L"), flat)).essentially_different == 1
    assert solve(Task("", region, ("L", "L"), fixed)).covers == 1
    assert solve(Task("", region, ("L", "J"), fixed)).impossible == "search"
