"""The solver against a second opinion that shares no code with it, on random tasks."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.solver import Limits, PieceSet, Region, Shape, Task, boards, search, solve
from puzzles.solver.grids import at_origin
from puzzles.solver.regions import canonical
from puzzles.solver.shapes import motions
from tests.solver import oracle
from tests.solver.drawing import tasks


@settings(max_examples=200, deadline=None)
@given(tasks())
def test_counts_are_those_of_the_oracle(task: Task) -> None:
    verdict = solve(task, keep_covers=1000)
    expected = oracle.covers(task)
    assert verdict.complete
    assert verdict.stopped_by is None
    assert verdict.covers == len(expected)
    assert verdict.essentially_different == oracle.essentially_different(task)
    assert (verdict.impossible is None) == bool(expected)


@settings(max_examples=200, deadline=None)
@given(tasks())
def test_shown_covers_are_covers_and_all_different(task: Task) -> None:
    verdict = solve(task, keep_covers=1000)
    assert len(verdict.shown) == verdict.covers
    placements = {code: oracle.placements(task, code) for code in task.pieces}
    as_fillings = set()
    for cover in verdict.shown:
        assert Counter(placed.code for placed in cover) == Counter(task.pieces)
        assert sorted(cell for placed in cover for cell in placed.cells) == list(task.region.cells)
        filling = set()
        for placed in cover:
            (laid,) = (
                laid for laid in placements[placed.code] if laid[1] == frozenset(placed.cells)
            )
            filling.add(laid)
        as_fillings.add(frozenset(filling))
    assert as_fillings == oracle.covers(task)


@settings(max_examples=150, deadline=None)
@given(tasks(), st.data())
def test_position_order_and_names_have_no_say(task: Task, data: st.DataObject) -> None:
    piece_set = task.piece_set
    turns = motions(dimension=piece_set.dimension, flip=piece_set.flip)
    turn = data.draw(st.sampled_from(turns))
    shuffled = data.draw(st.permutations(task.pieces))
    turned = {
        f"new {code}": Shape(at_origin(data.draw(st.sampled_from(turns)).turn(shape.cells)))
        for code, shape in piece_set.pieces.items()
    }
    other = Task(
        "other",
        Region(at_origin(turn.turn(task.region.cells))),
        tuple(f"new {code}" for code in shuffled),
        PieceSet(None, piece_set.dimension, piece_set.flip, turned),
    )
    one, two = solve(task), solve(other)
    assert (one.covers, one.essentially_different, one.kind, one.impossible) == (
        two.covers,
        two.essentially_different,
        two.kind,
        two.impossible,
    )
    assert canonical(task.region, dimension=piece_set.dimension, flip=piece_set.flip) == canonical(
        other.region, dimension=piece_set.dimension, flip=piece_set.flip
    )


@settings(max_examples=150, deadline=None)
@given(tasks(), st.data())
def test_order_of_the_pieces_leaves_the_whole_verdict_the_same(
    task: Task, data: st.DataObject
) -> None:
    shuffled = tuple(data.draw(st.permutations(task.pieces)))
    other = Task(task.id, task.region, shuffled, task.piece_set)
    limits = Limits(max_nodes=data.draw(st.integers(1, 20)))
    assert solve(task, keep_covers=3) == solve(other, keep_covers=3)
    assert solve(task, limits, keep_covers=3) == solve(other, limits, keep_covers=3)


@settings(max_examples=200, deadline=None)
@given(tasks(), st.integers(1, 12), st.integers(1, 3))
def test_limits_never_tell_more_than_is_known(task: Task, nodes: int, covers: int) -> None:
    whole = solve(task)
    for limits in (
        Limits(max_nodes=nodes),
        Limits(max_covers=covers),
        Limits(max_nodes=nodes, max_covers=covers),
        Limits(out_of_time=lambda: True),
    ):
        part = solve(task, limits)
        if part.complete:
            assert part == whole
        else:
            assert part.covers <= whole.covers
            assert part.essentially_different is None
            assert part.impossible is None
            assert part.kind == ("at_least" if part.covers else "undecided")
            assert part.nodes <= whole.nodes


@settings(max_examples=150, deadline=None)
@given(task=tasks())
def test_sparse_boards_and_outlooks_change_nothing(task: Task) -> None:
    plain = solve(task, keep_covers=5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "MAX_GRID_BITS", 0)
        sparse = solve(task, keep_covers=1000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "NODES_BEFORE_OUTLOOKS", 0)
        assert solve(task, keep_covers=5) == plain
    assert (sparse.covers, sparse.essentially_different, sparse.impossible, sparse.nodes) == (
        plain.covers,
        plain.essentially_different,
        plain.impossible,
        plain.nodes,
    )
