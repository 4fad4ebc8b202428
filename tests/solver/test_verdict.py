from __future__ import annotations

import subprocess
import sys

import pytest

from puzzles.solver import BUILT_IN, SOLVER_VERSION, Limits, Region, Task, solve
from puzzles.solver.verdict import Placed, Verdict

CLASSIC = BUILT_IN["classic-12"]
DICE = BUILT_IN["dice"]


def dominoes(columns: int, rows: int) -> Task:
    region = Region.from_area(["#" * columns] * rows)
    return Task("d", region, ("I2",) * (columns * rows // 2), DICE)


@pytest.mark.parametrize(
    ("verdict", "kind"),
    [
        (Verdict(0, 0, True, "colouring", None, 0, 0), "impossible"),
        (Verdict(0, 0, True, "search", None, 9, 3), "impossible"),
        (Verdict(4, 1, True, None, None, 9, 3), "unique"),
        (Verdict(4, 2, True, None, None, 9, 3), "several"),
        (Verdict(1, None, False, None, "nodes", 9, 3), "at_least"),
        (Verdict(0, None, False, None, "deadline", 9, 3), "undecided"),
    ],
)
def test_kind(verdict: Verdict, kind: str) -> None:
    assert verdict.kind == kind


def test_json_is_the_line_of_the_command() -> None:
    assert list(solve(dominoes(2, 2)).to_json("x").items()) == [
        ("id", "x"),
        ("covers", 2),
        ("essentially_different", 1),
        ("complete", True),
        ("impossible", None),
        ("stopped_by", None),
        ("nodes", 4),
        ("error", None),
    ]


def test_nodes_and_dead_ends_by_hand() -> None:
    # A single square and a domino on a bar of three: the first cell takes the domino, and
    # then the square; or the square, and then the domino. No dead end.
    bar = Task("t", Region.from_area(["###"]), ("I1", "I2"), DICE)
    verdict = solve(bar)
    assert (verdict.nodes, verdict.dead_ends, verdict.covers) == (4, 0, 2)
    # On "##..../######" only the square can take the first cell, then the bar fits.
    verdict = solve(Task("t", Region.from_area(["##....", "######"]), ("H", "F"), CLASSIC))
    assert (verdict.nodes, verdict.dead_ends, verdict.covers) == (2, 0, 1)
    # Any four cells in a row around a ring of eight are a hook, and so are the other four:
    # four ways to take the first cell, each of which works out.
    ring = Task("t", Region.from_area(["###", "#.#", "###"]), ("E", "E"), CLASSIC)
    verdict = solve(ring)
    assert (verdict.nodes, verdict.dead_ends, verdict.covers) == (8, 0, 4)
    assert verdict.essentially_different == 1
    # A bar and a corner of three on 2 by 3: the first cell is taken by the bar or by one
    # of three corners, and the other piece never fits what is left.
    verdict = solve(Task("t", Region.from_area(["###", "###"]), ("B", "C"), CLASSIC))
    assert (verdict.nodes, verdict.dead_ends, verdict.covers) == (4, 4, 0)
    assert verdict.impossible == "search"


def test_one_cover_of_each_class_is_shown_first() -> None:
    task = dominoes(4, 2)
    shown = solve(task, keep_covers=4).shown
    assert len(shown) == 4
    all_shown = solve(task, keep_covers=99).shown
    assert len(all_shown) == 5
    assert all_shown[:4] == shown
    mirrored = {
        frozenset(frozenset((3 - x, y, z) for x, y, z in placed.cells) for placed in cover)
        for cover in shown
    }
    themselves = {frozenset(frozenset(placed.cells) for placed in cover) for cover in shown}
    # Three are their own mirror image; of the pair only one is among the first four.
    assert len(mirrored & themselves) == 3


def test_a_shown_cover_names_codes_and_cells_of_the_region() -> None:
    task = Task("t", Region.from_area(["..##", ".##."]), ("B", "A"), CLASSIC)
    assert solve(task).kind == "impossible"
    task = Task("t", Region.from_area([".##", ".##", ".#."]), ("B", "A"), CLASSIC)
    (cover,) = solve(task, keep_covers=3).shown
    assert set(cover) == {
        Placed("A", ((1, 0, 0), (1, 1, 0))),
        Placed("B", ((0, 0, 0), (0, 1, 0), (0, 2, 0))),
    }


def test_no_cover_is_kept_unless_asked_for() -> None:
    assert solve(dominoes(4, 2)).shown == ()


def test_the_deadline_is_asked_for_now_and_then() -> None:
    asked = []

    def out_of_time() -> bool:
        asked.append(True)
        return len(asked) > 3

    verdict = solve(dominoes(20, 20), Limits(out_of_time=out_of_time))
    assert verdict.stopped_by == "deadline"
    assert len(asked) == 4
    assert 3 * 256 <= verdict.nodes < 4 * 256


def test_the_version_is_a_number() -> None:
    assert SOLVER_VERSION == 3


SCRIPT = """
from puzzles.solver import BUILT_IN, Region, Task, solve
from puzzles.solver.difficulty import measure
from puzzles.solver.taskfile import dump_task_file
pieces = BUILT_IN["ubongo-3d-16"]
task = Task("t", Region.from_area(["###", "###"], 2), ("8",) * 4, pieces)
print(solve(task, keep_covers=9), measure(task), dump_task_file(pieces, [task]))
"""


def test_hash_seeds_have_no_say() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1
    assert "Placed" in said.pop()


def test_the_arrays_are_loaded_only_when_they_are_needed() -> None:
    script = """
import sys
from puzzles.solver import BUILT_IN, Region, Task, solve
solve(Task("t", Region.from_area(["##"]), ("I2",), BUILT_IN["dice"]))
print("numpy" in sys.modules)
"""
    said = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    assert said == "False\n"
