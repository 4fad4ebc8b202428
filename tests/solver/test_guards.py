"""Each guard by itself on a task that all the others let through, and named by solve."""

from __future__ import annotations

from itertools import takewhile

import pytest
from hypothesis import given, settings

from puzzles.solver import BUILT_IN, PieceSet, Region, Shape, Task, guards, parse_piece_set, solve
from puzzles.solver.setting import Setting
from tests.solver import oracle
from tests.solver.drawing import tasks

CLASSIC = BUILT_IN["classic-12"]
DICE = BUILT_IN["dice"]


def task(*rows: str, pieces: tuple[str, ...], piece_set: PieceSet = DICE) -> Task:
    return Task("t", Region.from_area(rows), pieces, piece_set)


def board_without(*missing: tuple[int, int], side: int = 8) -> list[str]:
    return [
        "".join("." if (column, row) in missing else "#" for column in range(side))
        for row in range(side)
    ]


CASES = {
    "cell_count": task("###", pieces=("I2",)),
    # The mutilated chessboard: 30 squares of one colour, 32 of the other.
    "colouring": task(*board_without((0, 0), (7, 7)), pieces=("I2",) * 31),
    # Bars of three can't fill a bar of four and two single squares.
    "region_sizes": task("####", "....", "#...", "....", ".#..", pieces=("I3", "I3")),
    # A bar of four squares in a 3 by 3 ring.
    "piece_fits_nowhere": task("###", "#.#", "###", pieces=("F", "E"), piece_set=CLASSIC),
    # Neither a square nor a step reaches the end of a lane two squares long.
    "cell_uncoverable": task("###..", "#####", pieces=("O4", "S4")),
    # Two hooks of different hands on 2 by 4: everything fits, but not together.
    "search": Task(
        "t",
        Region.from_area(["####", "####"]),
        ("L", "J"),
        parse_piece_set(
            {
                "dimension": 2,
                "flip": False,
                "pieces": {"L": ["###", "#.."], "J": ["###", "..#"]},
            }
        ),
    ),
}


@pytest.mark.parametrize("key", CASES)
def test_solve_names_the_guard(key: str) -> None:
    verdict = solve(CASES[key])
    assert (verdict.impossible, verdict.kind) == (key, "impossible")
    assert (verdict.covers, verdict.essentially_different) == (0, 0)
    assert verdict.complete
    assert (verdict.nodes == 0) == (key != "search")


@pytest.mark.parametrize("key", CASES)
def test_the_guards_before_it_let_the_task_through(key: str) -> None:
    setting = Setting(CASES[key])
    earlier = takewhile(lambda guard: guard[0] != key, guards.GUARDS)
    assert all(holds(setting) for _, holds in earlier)
    assert [name for name, holds in guards.GUARDS if name == key and holds(setting)] == []


@pytest.mark.parametrize("key", [key for key in CASES if key not in ("search", "cell_count")])
def test_without_the_guard_nobody_would_name_it(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    others = tuple((name, holds) for name, holds in guards.GUARDS if name != key)
    monkeypatch.setattr(guards, "GUARDS", others)
    setting = Setting(CASES[key])
    assert guards.first_obstacle(setting) != key


@settings(max_examples=300, deadline=None)
@given(tasks())
def test_no_guard_objects_to_a_task_with_a_cover(drawn: Task) -> None:
    if oracle.covers(drawn):
        assert guards.first_obstacle(Setting(drawn)) is None


def test_an_odd_number_of_tees_cannot_fill_a_balanced_board() -> None:
    eighteen = Region.from_area(["#" * 18] * 18)
    assert solve(Task("t", eighteen, ("T4",) * 81, DICE)).impossible == "colouring"


def test_each_piece_may_favour_either_colour() -> None:
    # Two tees cover 4 more of one colour than of the other, or as many; never 2 more.
    balanced = task("####", "####", pieces=("T4", "T4"))
    two_more = task("###", "###", "#.#", pieces=("T4", "T4"))
    four_more = task(".#.#.", "#####", "...#.", pieces=("T4", "T4"))
    assert guards.colours_add_up(Setting(balanced))
    assert not guards.colours_add_up(Setting(two_more))
    assert guards.colours_add_up(Setting(four_more))
    assert solve(four_more).kind == "unique"


def test_a_piece_in_several_parts_may_lie_across_regions() -> None:
    split = PieceSet(None, 2, True, {"pair": Shape.of([(0, 0, 0), (2, 0, 0)])})
    apart = Task("t", Region.from_area(["#.#"]), ("pair",), split)
    assert solve(apart).kind == "unique"


def test_many_parts_are_dealt_out_too() -> None:
    # 80 single squares and a bar of three, which has no room for two dominoes.
    rows = ["#." * 40, "." * 80, "#." * 40, "." * 80, "###" + "." * 77]
    setting = Setting(task(*rows, pieces=("I1",) * 81 + ("I2",)))
    assert len(setting.component_sizes) == 81
    assert guards.parts_can_be_shared_out(setting)
    setting = Setting(task(*rows, pieces=("I1",) * 79 + ("I2", "I2")))
    assert not guards.parts_can_be_shared_out(setting)


def test_as_many_parts_as_there_can_be() -> None:
    rows = ["#.#.#.#.#.#.#.#.#.#.", "." * 20] * 40
    scattered = Setting(task(*rows, pieces=("I1",) * 400))
    assert len(scattered.component_sizes) == 400
    assert guards.first_obstacle(scattered) is None
    assert solve(scattered.task).kind == "unique"
