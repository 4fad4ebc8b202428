"""Submissions made to be hard: what somebody could hand in to keep the site busy.

Each has at most 400 cells, and the answer that it must get within the site's limits. The test
looks at the answers, the benchmark `tests.benchmarks.facts_check --nasty` at the times.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from puzzles.solver import BUILT_IN, PieceSet, Region, Shape, Task
from puzzles.solver.grids import Cell, at_origin
from tests.solver.drawing import STEPS

DICE = BUILT_IN["dice"]


@dataclass(frozen=True)
class Submission:
    """A task, and of its verdict ``kind``, ``impossible`` and ``stopped_by``."""

    task: Task
    kind: str
    impossible: str | None = None
    stopped_by: str | None = None


def submissions() -> Iterator[Submission]:
    """Those of the first issue, and then the worst that we found ourselves."""
    square = ["#" * 20] * 20
    cut = ["." + "#" * 19, *["#" * 20] * 18, "#" * 19 + "."]
    for rows, code, copies, *answer in (
        (square, "I2", 60, "impossible", "cell_count"),
        (cut, "I2", 199, "impossible", "colouring"),
        (["#" * 18] * 18, "T4", 81, "impossible", "colouring"),
        (square, "I2", 200, "at_least", None, "covers"),
        (["#" * 12] * 12, "I2", 72, "several"),
        (square, "L4", 100, "at_least", None, "nodes"),
    ):
        name = f"{len(rows[0])}x{len(rows)}, {copies} {code}"
        task = Task(name, Region.from_area(rows), (code,) * copies, DICE)
        yield Submission(task, *answer)
    yield from _our_own()


def _our_own() -> Iterator[Submission]:
    # Many different pieces with many orientations each. They were cut out of the region, so
    # there is a cover, and nobody will find it soon.
    for size, sides in ((7, (7, 7, 8)), (7, (4, 10, 10)), (7, (3, 3, 20)), (12, (20, 20, 1))):
        region = _box(*sides)
        task = _task(f"{sides}, cut into {size}s", region, _cut(region, size))
        yield Submission(task, "undecided", stopped_by="nodes")
    # Two hundred pieces of two cells that don't touch, in a region of cells that hardly do.
    yield Submission(_pairs_apart(), "undecided", stopped_by="nodes")
    # One piece many times.
    bricks = [_shape((0, 0, 0), (1, 0, 0))] * 196
    yield Submission(_task("7x7x8, dominoes", _box(7, 7, 8), bricks), "at_least", None, "covers")
    corner = [_shape((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))] * 100
    yield Submission(_task("5x5x16, corners", _box(5, 5, 16), corner), "undecided", None, "nodes")
    # Whether sizes can be shared out over many parts is a hard question of its own. Eight is
    # 3 + 5 or 4 + 4, so there would have to be as many threes as fives.
    bars = [_bar(3)] * 50 + [_bar(5)] * 46 + [_bar(4)] * 5
    task = _task("50 parts of 8", _rows(50, 8), bars)
    yield Submission(task, "impossible", "region_sizes")
    # One piece as large as the region: it fits, or it doesn't.
    snake = _shape(*islice(_spiral(), 400))
    yield Submission(_task("a piece of 400 cells", snake.cells, [snake]), "unique")
    task = _task("another piece of 400 cells", _box(20, 20, 1), [snake])
    yield Submission(task, "impossible", "piece_fits_nowhere")


def _task(name: str, region: Iterable[Cell], shapes: list[Shape]) -> Task:
    is_flat = all(z == 0 for _, _, z in region)
    codes = {shape: f"p{number}" for number, shape in enumerate(dict.fromkeys(shapes))}
    pieces = PieceSet(
        None, 2 if is_flat else 3, is_flat, {code: shape for shape, code in codes.items()}
    )
    return Task(name, Region(at_origin(region)), tuple(codes[shape] for shape in shapes), pieces)


def _shape(*cells: Cell) -> Shape:
    return Shape(at_origin(cells))


def _box(columns: int, rows: int, layers: int) -> list[Cell]:
    return [(x, y, z) for x in range(columns) for y in range(rows) for z in range(layers)]


def _bar(length: int) -> Shape:
    return _shape(*((x, 0, 0) for x in range(length)))


def _rows(count: int, length: int) -> list[Cell]:
    return [(x, 2 * row, 0) for row in range(count) for x in range(length)]


def _cut(region: list[Cell], size: int) -> list[Shape]:
    """Connected pieces of ``size`` cells (some smaller) into which the region falls apart."""
    chance = random.Random(1)
    left = set(region)
    pieces: list[Shape] = []
    while left:
        piece = {min(left)}
        while len(piece) < size:
            beside = {
                (x + a, y + b, z + c) for x, y, z in piece for a, b, c in STEPS[3]
            } & left - piece
            if not beside:
                break
            piece.add(chance.choice(sorted(beside)))
        left -= piece
        pieces.append(_shape(*piece))
    return pieces


def _pairs_apart() -> Task:
    chance = random.Random(5)
    places = [(x, y, z) for x in range(60) for y in range(60) for z in range(20)]
    distances = sorted((x, y, z) for z in range(11) for y in range(z + 1) for x in range(y + 1))
    pairs = [_shape((0, 0, 0), distance) for distance in distances[1:201]]
    return _task("200 pairs apart", chance.sample(places, 400), pairs)


def _spiral() -> Iterator[Cell]:
    """A path on squares that winds outwards and leaves a row free between its turns."""
    x = y = 0
    step = (1, 0)
    length = 2
    yield x, y, 0
    while True:
        for _ in range(2):
            for _ in range(length):
                x, y = x + step[0], y + step[1]
                yield x, y, 0
            step = (-step[1], step[0])
        length += 2
