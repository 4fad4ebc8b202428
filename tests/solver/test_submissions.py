"""Submissions made to be hard get an answer, and none that is wrong."""

from __future__ import annotations

import pytest

from puzzles.solver import SITE_LIMITS, Limits, solve
from tests.solver.submissions import Submission, submissions

EVERY = list(submissions())


@pytest.mark.parametrize("submission", EVERY, ids=[one.task.id for one in EVERY])
def test_each_ends_at_a_guard_or_a_limit(submission: Submission) -> None:
    verdict = solve(submission.task, SITE_LIMITS, keep_covers=12)
    assert (verdict.kind, verdict.impossible, verdict.stopped_by) == (
        submission.kind,
        submission.impossible,
        submission.stopped_by,
    )
    assert verdict.nodes <= 50_000


def test_the_same_limits_on_the_command_line_cost_no_more() -> None:
    # The caps on nodes and covers bring along what each may cost.
    assert Limits(max_nodes=50_000, max_covers=1_000) == SITE_LIMITS
    assert SITE_LIMITS.max_states == Limits(max_covers=7).max_states == 200_000
    assert Limits().max_states == 5_000_000
