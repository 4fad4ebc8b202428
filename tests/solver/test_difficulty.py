from __future__ import annotations

from math import log2

import pytest
from hypothesis import given, settings

from puzzles.solver import BUILT_IN, Region, Task, difficulty, solve
from puzzles.solver.difficulty import Difficulty, measure
from puzzles.solver.grids import at_origin
from puzzles.solver.setting import Setting
from puzzles.solver.shapes import motions
from tests.solver import oracle
from tests.solver.drawing import tasks

CLASSIC = BUILT_IN["classic-12"]


def classic(*rows: str, pieces: str) -> Task:
    return Task("t", Region.from_area(rows), tuple(pieces), CLASSIC)


def test_one_piece_asks_for_no_insight() -> None:
    assert measure(classic("##", pieces="A")) == Difficulty(0.0, (0.0,), 1, 1)


def test_corner_and_domino_on_five_cells_by_hand() -> None:
    # With cells a b c / d e below, the domino has five places:
    #   ab leaves c | d e: apart.        bc leaves a d e: one part, a corner: a cover.
    #   de leaves a b c: one part, a bar: a near miss.
    #   ad leaves b c e: a corner: a cover.      be leaves a d | c: apart.
    # The corner has the places abd, ade, bde, abe, bce:
    #   abd leaves c | e: apart.   ade leaves b c: a cover.   bde leaves a | c: apart.
    #   abe leaves c | d: apart.   bce leaves a d: a cover.
    # So V_1 = 3 + 2, S_1 = 4 (two covers of two pieces each).
    assert measure(classic("###", "##.", pieces="AC")) == Difficulty(
        bits=round(log2(5 / 4), 6), parts=(0.0, round(log2(5 / 4), 6)), near_misses=5, covers=2
    )


def test_equal_pieces_are_one_choice_not_two() -> None:
    # Two dominoes on a square: four single places, every one of them part of a cover.
    assert measure(classic("##", "##", pieces="AA")) == Difficulty(0.0, (0.0, 0.0), 4, 2)


def test_no_cover_no_difficulty() -> None:
    assert measure(classic("###", pieces="A")) is None
    assert measure(classic("####", "#..#", pieces="AD")) is None


@settings(max_examples=120, deadline=None)
@given(tasks(max_cells=8))
def test_parts_are_those_of_the_oracle(task: Task) -> None:
    measured = measure(task)
    covers = oracle.covers(task)
    if not covers or len(task.pieces) > difficulty.MAX_PIECES:
        assert measured is None
        return
    counted = oracle.promising_and_leading(task)
    assert measured is not None
    assert measured.parts == tuple(round(log2(v / s), 6) for v, s in counted)
    assert measured.bits == pytest.approx(sum(log2(v / s) for v, s in counted), abs=1e-6)
    assert measured.near_misses == counted[-1][0]
    assert measured.covers == len(covers)


def test_the_eight_views_of_a_task_are_equally_hard() -> None:
    task = classic(".###.", "#####", "####.", "##...", pieces="DEBC")
    verdict = solve(task)
    views = []
    nodes = set()
    for motion in motions(dimension=2, flip=True):
        view = Region(at_origin(motion.turn(task.region.cells)))
        turned = Task("t", view, task.pieces, CLASSIC)
        views.append(measure(turned))
        nodes.add(solve(turned).nodes)
    assert verdict.covers
    assert len(nodes) > 1  # what a search meets does depend on the view
    assert len(set(views)) == 1


def test_too_much_work_is_refused_in_all_views_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    task = classic("####", "####", "####", pieces="AAABB")
    views = [
        Task("t", Region(at_origin(motion.turn(task.region.cells))), task.pieces, CLASSIC)
        for motion in motions(dimension=2, flip=True)
    ]
    monkeypatch.setattr(difficulty, "MAX_WORK", 1 << 40)
    setting = Setting(task)
    fillings = difficulty._Fillings(setting)
    fillings.count()
    enough = fillings._work
    for work, refused in ((enough, False), (enough - 1, True)):
        monkeypatch.setattr(difficulty, "MAX_WORK", work)
        assert [measure(view) is None for view in views] == [refused] * 8


@pytest.mark.parametrize("limit", ["MAX_PIECES", "MAX_PLACEMENTS"])
def test_too_large_tasks_are_refused(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = classic("##", "##", pieces="AA")
    monkeypatch.setattr(difficulty, limit, 1)
    assert measure(task) is None
