"""Thousands of small random tasks: every path says what trying everything says."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from puzzles.solver import PieceSet, Region, Shape, Task, solve, solve_many
from puzzles.solver.grids import Cell, at_origin
from puzzles.solver.guards import first_obstacle
from puzzles.solver.merged import count_covers
from puzzles.solver.setting import Setting
from tests.solver import oracle
from tests.solver.drawing import STEPS

# Some are alike: turned, mirrored, or the same under another name.
FLAT = {
    "a": [(0, 0, 0)],
    "b": [(0, 0, 0), (1, 0, 0)],
    "c": [(0, 0, 0), (0, 1, 0)],
    "d": [(0, 0, 0), (1, 0, 0), (2, 0, 0)],
    "e": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    "f": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)],
    "g": [(1, 0, 0), (0, 1, 0), (1, 1, 0), (2, 0, 0)],
    "h": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)],
}
SOLID = FLAT | {
    "i": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
    "j": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)],
}


def piece_set(cells: dict[str, list[Cell]], dimension: int, *, flip: bool) -> PieceSet:
    return PieceSet(None, dimension, flip, {code: Shape.of(cells[code]) for code in cells})


def random_tasks(pieces: PieceSet, count: int, chance: random.Random) -> Iterator[Task]:
    """Tasks of up to nine cells that add up, now and then in several parts."""
    steps = STEPS[pieces.dimension]
    for number in range(count):
        codes = chance.choices(list(pieces.pieces), k=chance.randint(1, 4))
        while sum(pieces.pieces[code].size for code in codes) > 9:
            codes.pop()
        size = sum(pieces.pieces[code].size for code in codes)
        cells: set[Cell] = {(0, 0, 0)}
        while len(cells) < size:
            x, y, z = chance.choice(sorted(cells))
            a, b, c = chance.choice(steps)
            far = 2 if chance.random() < 0.05 else 1
            if abs(x + a) <= 1 and abs(z + c) <= 1:
                cells.add((x + far * a, y + far * b, z + far * c))
        yield Task(str(number), Region(at_origin(cells)), tuple(codes), pieces)


@pytest.mark.parametrize(
    ("cells", "dimension", "flip"), [(FLAT, 2, True), (FLAT, 2, False), (SOLID, 3, False)]
)
def test_a_thousand_tasks(cells: dict[str, list[Cell]], dimension: int, flip: bool) -> None:
    pieces = piece_set(cells, dimension, flip=flip)
    tasks = list(random_tasks(pieces, 1_000, random.Random(dimension + flip)))
    kinds = set()
    for task, verdict in zip(tasks, solve_many(tasks), strict=True):
        assert verdict == solve(task)
        covers = oracle.covers(task)
        assert verdict.covers == len(covers)
        if covers:
            assert verdict.essentially_different == oracle.essentially_different(task)
        setting = Setting(task)
        if first_obstacle(setting) is None:
            count = count_covers(setting, max_states=10_000)
            assert count is not None
            assert count.covers == len(covers)
        kinds.add(verdict.kind)
    assert kinds == {"impossible", "unique", "several"}
