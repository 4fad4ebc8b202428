"""Many tasks at once: the same verdicts, field for field, as one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.solver import (
    BUILT_IN,
    Limits,
    Region,
    Task,
    frontier,
    many,
    openings,
    search,
    solve,
    solve_many,
)
from puzzles.solver.grids import Cell, at_origin
from tests.solver.drawing import STEPS, tasks

SETS = ("classic-12", "family-3d-8", "ubongo-3d-16", "junior")


def random_tasks(key: str, count: int, *, seed: int, most_pieces: int = 4) -> Iterator[Task]:
    """Tasks whose cells add up, nearly always; now and then with two pieces alike."""
    chance = random.Random(seed)
    piece_set = BUILT_IN[key]
    codes = list(piece_set.pieces)
    for number in range(count):
        pieces = chance.sample(codes, chance.randint(1, most_pieces))
        if number % 10 == 0:
            pieces.append(pieces[0])
        size = sum(piece_set.pieces[code].size for code in pieces) + (number % 25 == 0)
        cells: set[Cell] = {(0, 0, 0)}
        steps = STEPS[piece_set.dimension]
        flattened = chance.random() < 0.3
        while len(cells) < size:
            x, y, z = chance.choice(sorted(cells))
            a, b, c = chance.choice(steps)
            if piece_set.dimension == 2 or 0 <= z + c <= 1:
                if flattened and not 0 <= y + b <= 3:
                    continue
                cells.add((x + a, y + b, z + c))
        yield Task(str(number), Region(at_origin(cells)), tuple(pieces), piece_set)


@pytest.mark.parametrize("key", SETS)
def test_verdicts_are_those_of_the_single_path(key: str) -> None:
    drawn = list(random_tasks(key, 700, seed=len(key)))
    verdicts = solve_many(drawn)
    assert verdicts == [solve(task) for task in drawn]
    assert {verdict.kind for verdict in verdicts} == {"impossible", "unique", "several"}


@settings(max_examples=150, deadline=None)
@given(st.lists(tasks(), min_size=1, max_size=3))
def test_any_small_tasks(drawn: list[Task]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(many, "FEWEST", 1)
        assert solve_many(drawn) == [solve(task) for task in drawn]


@pytest.mark.parametrize(
    "limits", [Limits(max_nodes=30), Limits(max_covers=2), Limits(max_nodes=9, max_covers=1)]
)
@pytest.mark.parametrize("key", SETS)
def test_limits_stop_the_same_tasks_in_the_same_way(key: str, limits: Limits) -> None:
    drawn = list(random_tasks(key, 200, seed=5))
    verdicts = solve_many(drawn, limits)
    assert verdicts == [solve(task, limits) for task in drawn]
    assert any(not verdict.complete for verdict in verdicts)


def test_what_nodes_may_cost_stops_the_same_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_LOOKS", 60)
    drawn = list(random_tasks("classic-12", 200, seed=6))
    limits = Limits(max_nodes=1_000)
    verdicts = solve_many(drawn, limits)
    assert verdicts == [solve(task, limits) for task in drawn]
    assert {verdict.stopped_by for verdict in verdicts} == {None, "nodes"}


def test_chunks_have_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list(random_tasks("family-3d-8", 200, seed=8, most_pieces=5))
    verdicts = solve_many(drawn)
    monkeypatch.setattr(frontier, "CHUNK", 7)
    assert solve_many(drawn) == verdicts
    monkeypatch.setattr(many, "MOST_AT_ONCE", 50)
    monkeypatch.setattr(openings, "TRIED_AT_ONCE", 3)
    monkeypatch.setattr(frontier, "MOST_NODES", 100)
    assert solve_many(drawn) == verdicts


def test_tasks_too_large_for_a_word_are_solved_all_the_same() -> None:
    wide = Region.from_area(["#" * 12] * 12)
    narrow = Region.from_area(["#" * 60])
    mixed = [
        *random_tasks("classic-12", 30, seed=1),
        Task("wide", wide, ("F",) * 36, BUILT_IN["classic-12"]),
        Task("long", narrow, ("A", "B", "F") * 6 + ("A", "F"), BUILT_IN["classic-12"]),
        *random_tasks("junior", 20, seed=2),
    ]
    limits = Limits(max_nodes=500, max_covers=50)
    assert solve_many(mixed, limits) == [solve(task, limits) for task in mixed]


def test_a_deadline_is_asked_for_each_task() -> None:
    drawn = list(random_tasks("classic-12", 20, seed=3))
    verdicts = solve_many(drawn, Limits(out_of_time=lambda: True))
    assert verdicts == [solve(task, Limits(out_of_time=lambda: True)) for task in drawn]


def test_no_tasks() -> None:
    assert solve_many([]) == []
