"""All sets of pieces that fill an area, found together: the same as one by one."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from puzzles.solver import (
    BUILT_IN,
    PieceSet,
    Region,
    Task,
    joint,
    jointsearch,
    sets_that_fill,
    solve_many,
)
from puzzles.solver.grids import Cell, at_origin


def random_areas(sizes: list[int], *, height: int, seed: int) -> list[Region]:
    chance = random.Random(seed)
    areas = []
    for size in sizes:
        cells: set[Cell] = {(0, 0, 0)}
        while len(cells) < size:
            x, y, _ = chance.choice(sorted(cells))
            dx, dy = chance.choice([(1, 0), (0, 1), (-1, 0), (0, -1)])
            cells.add((x + dx, y + dy, 0))
        areas.append(Region(at_origin([(x, y, z) for x, y, _ in cells for z in range(height)])))
    return areas


def one_by_one(
    piece_set: PieceSet, region: Region, count: int
) -> set[tuple[tuple[str, ...], int, int | None]]:
    tasks = [
        Task("t", region, pieces, piece_set)
        for pieces in combinations(piece_set.pieces, count)
        if sum(piece_set.pieces[code].size for code in pieces) == region.size
    ]
    return {
        (task.pieces, verdict.covers, verdict.essentially_different)
        for task, verdict in zip(tasks, solve_many(tasks), strict=True)
        if verdict.covers
    }


@pytest.mark.parametrize(
    ("key", "count", "sizes", "height"),
    [
        ("classic-12", 2, [6, 7, 8, 4, 10, 9], 1),
        ("classic-12", 3, [11, 12, 13, 14, 9, 12, 12, 6], 1),
        ("classic-12", 4, [14, 16, 18, 17], 1),
        ("family-3d-8", 3, [5, 6, 7, 6, 4], 2),
        ("family-3d-8", 4, [7, 8, 9, 6, 8], 2),
        ("junior", 5, [17, 18, 19, 20], 1),
        ("junior", 1, [2, 3, 4], 1),
    ],
)
def test_the_same_sets_as_one_by_one(key: str, count: int, sizes: list[int], height: int) -> None:
    piece_set = BUILT_IN[key]
    areas = random_areas(sizes, height=height, seed=count)
    # Squares and bars have symmetries, most grown areas have none.
    areas.append(Region.from_area(["####"] * 3, height))
    areas.append(Region.from_area(["###"] * 3, height))
    together = sets_that_fill(piece_set, areas, count=count)
    for area, sets in zip(areas, together, strict=True):
        assert {tuple(found) for found in sets} == one_by_one(piece_set, area, count)
        assert len({found.pieces for found in sets}) == len(sets)


def test_neither_chunks_nor_company_have_a_say(monkeypatch: pytest.MonkeyPatch) -> None:
    piece_set = BUILT_IN["classic-12"]
    areas = random_areas([12, 13, 11] * 4, height=1, seed=4)
    together = sets_that_fill(piece_set, areas, count=3)
    assert [sets_that_fill(piece_set, [area], count=3)[0] for area in areas] == together
    monkeypatch.setattr(jointsearch, "CHUNK", 11)
    monkeypatch.setattr(joint, "MOST_AT_ONCE", 5)
    assert sets_that_fill(piece_set, areas, count=3) == together


def test_what_it_cannot_do_is_said() -> None:
    piece_set = BUILT_IN["classic-12"]
    with pytest.raises(ValueError, match="word"):
        sets_that_fill(piece_set, [Region.from_area(["#" * 9] * 9)], count=3)
    alike = PieceSet(None, 2, True, {"a": piece_set.pieces["A"], "b": piece_set.pieces["A"]})
    with pytest.raises(ValueError, match="alike"):
        sets_that_fill(alike, [Region.from_area(["##"])], count=1)
