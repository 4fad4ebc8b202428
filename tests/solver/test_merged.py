"""Counting by merged states: what enumeration says, and what it can't say any more."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from puzzles.solver import (
    BUILT_IN,
    SITE_LIMITS,
    Limits,
    Region,
    Task,
    boards,
    merged,
    solve,
    verdict,
)
from puzzles.solver.merged import count_covers
from puzzles.solver.piecesets import parse_piece_set
from puzzles.solver.setting import Setting
from tests.solver import oracle
from tests.solver.drawing import tasks

DICE = BUILT_IN["dice"]
PENTOMINOES = parse_piece_set(
    {
        "dimension": 2,
        "flip": True,
        "pieces": {
            "F": [".##", "##.", ".#."],
            "I": ["#####"],
            "L": ["####", "#..."],
            "N": ["##..", ".###"],
            "P": ["##", "##", "#."],
            "T": ["###", ".#.", ".#."],
            "U": ["#.#", "###"],
            "V": ["#..", "#..", "###"],
            "W": ["#..", "##.", ".##"],
            "X": [".#.", "###", ".#."],
            "Y": ["####", ".#.."],
            "Z": ["##.", ".#.", ".##"],
        },
    }
)


def dominoes(columns: int, rows: int) -> Task:
    region = Region.from_area(["#" * columns] * rows)
    return Task("d", region, ("I2",) * (columns * rows // 2), DICE)


def pentominoes(*rows: str) -> Task:
    return Task("p", Region.from_area(rows), tuple(PENTOMINOES.pieces), PENTOMINOES)


@settings(max_examples=150, deadline=None)
@given(tasks())
def test_counts_are_those_of_the_oracle(task: Task) -> None:
    covers = oracle.covers(task)
    if sum(task.piece_set.pieces[code].size for code in task.pieces) != task.region.size:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(merged, "FEW", 0)
        patch.setattr(merged, "ROWS_AT_ONCE", 3)
        if not all(Setting(task).placements):
            return
        count = count_covers(Setting(task), max_states=10**6)
    assert count is not None
    assert count.covers == len(covers)
    if count.classes is not None:
        assert count.classes == oracle.essentially_different(task)


@settings(max_examples=200, deadline=None)
@given(tasks())
def test_the_door_says_the_same_on_the_large_path(task: Task) -> None:
    whole = solve(task)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LONG_NODES", "LONG_COVERS", "ENUMERABLE"):
            patch.setattr(verdict, name, 1)
        large = solve(task)
    assert (large.covers, large.complete, large.impossible) == (
        whole.covers,
        True,
        whole.impossible,
    )
    if large.essentially_different is not None:
        assert large.kind == whole.kind
        assert large.essentially_different == whole.essentially_different
    else:
        assert large.covers > 1


# Known since Kasteleyn (1961) and Temperley and Fisher (1961).
@pytest.mark.parametrize(
    ("side", "covers"),
    [(6, 6728), (8, 12988816), (10, 258584046368), (12, 53060477521960000)],
)
def test_dominoes_on_a_square(side: int, covers: int) -> None:
    found = solve(dominoes(side, side))
    assert (found.covers, found.complete, found.kind) == (covers, True, "several")


def test_the_site_counts_what_it_cannot_enumerate() -> None:
    found = solve(dominoes(12, 12), SITE_LIMITS, keep_covers=3)
    assert (found.covers, found.essentially_different) == (53060477521960000, None)
    assert (found.kind, found.stopped_by, len(found.shown)) == ("several", None, 3)


# Dana Scott (1958) for the square with a hole; the rectangles: C. B. and Jenifer Haselgrove.
@pytest.mark.parametrize(
    ("rows", "classes", "group"),
    [
        (["#" * 20] * 3, 2, 4),
        (["#" * 15] * 4, 368, 4),
        (["#" * 12] * 5, 1010, 4),
        (["#" * 10] * 6, 2339, 4),
        (["#" * 8] * 3 + ["###..###"] * 2 + ["#" * 8] * 3, 65, 8),
    ],
)
def test_pentominoes(rows: list[str], classes: int, group: int) -> None:
    found = solve(pentominoes(*rows))
    assert (found.covers, found.essentially_different) == (group * classes, classes)


def test_limits_below_a_long_search_stop_as_before() -> None:
    task = dominoes(8, 8)
    assert solve(task, Limits(max_nodes=100)).stopped_by == "nodes"
    assert solve(task, Limits(max_covers=100)).stopped_by == "covers"


def test_counting_gives_up_at_its_own_limits() -> None:
    setting = Setting(dominoes(8, 8))
    assert count_covers(setting, max_states=100) is None
    assert count_covers(setting, max_states=10**6, out_of_time=lambda: True) is None
    assert count_covers(Setting(dominoes(20, 20)), max_states=10**5) is None
    # The bars reach over more cells than a word has bits.
    square = Region.from_area(["#" * 20] * 20)
    bars = Task("b", square, ("I",) * 80, PENTOMINOES)
    assert count_covers(Setting(bars), max_states=10**7) is None


def domino_covers(columns: int, rows: int) -> int:
    """By Python's unbounded integers, row after row."""
    profiles = {0: 1}
    for place in range(columns * rows):
        after: dict[int, int] = {}
        for profile, many in profiles.items():
            # Bit 0 says whether this cell is taken, bit ``columns`` belongs to the one below.
            rest = profile >> 1
            if profile & 1:
                ways = [rest]
            else:
                ways = [rest | 1 << columns - 1]
                if place % columns < columns - 1 and not profile & 2:
                    ways.append(rest | 1)
            for way in ways:
                after[way] = after.get(way, 0) + many
        profiles = after
    return profiles[0]


@pytest.mark.parametrize("rows", range(11, 18))
def test_a_count_near_the_size_of_a_word_is_right_or_not_given(rows: int) -> None:
    expected = domino_covers(12, rows)
    count = count_covers(Setting(dominoes(12, rows)), max_states=10**7)
    assert (None if count is None else count.covers) == (expected if rows <= 13 else None)


def test_counting_on_a_sparse_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "MAX_GRID_BITS", 0)
    count = count_covers(Setting(pentominoes(*["#" * 20] * 3)), max_states=10**6)
    assert count is not None
    assert (count.covers, count.classes) == (8, 2)


def test_a_single_class_is_never_hidden_in_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two dominoes on a square: two covers, one class, and no piece tells that.
    monkeypatch.setattr(verdict, "LONG_NODES", 1)
    assert solve(dominoes(2, 2)).kind == "unique"
    assert solve(dominoes(2, 2), Limits(max_nodes=1)).kind == "undecided"
