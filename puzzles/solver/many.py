"""Many tasks, of which those of one piece set are searched together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from puzzles.solver.search import Limits
from puzzles.solver.task import Task
from puzzles.solver.verdict import Verdict, solve

MOST_AT_ONCE: Final = 1_024
FEWEST: Final = 8
"""Fewer tasks than this are solved sooner one by one."""


def solve_many(tasks: Sequence[Task], limits: Limits = Limits()) -> list[Verdict]:  # noqa: B008
    """The verdicts of `solve` on each of the tasks, in their order; no covers are kept."""
    verdicts: list[Verdict | None] = [None] * len(tasks)
    if limits.out_of_time is None:
        by_set: dict[int, list[int]] = {}
        for number, task in enumerate(tasks):
            by_set.setdefault(id(task.piece_set), []).append(number)
        for numbers in by_set.values():
            for start in range(0, len(numbers), MOST_AT_ONCE):
                part = numbers[start : start + MOST_AT_ONCE]
                if len(part) >= FEWEST:
                    # Not before it is needed: NumPy takes its time to load.
                    from puzzles.solver.frontier import solve_together

                    together = solve_together([tasks[number] for number in part], limits)
                    for number, verdict in zip(part, together, strict=True):
                        verdicts[number] = verdict
    return [
        solve(task, limits) if verdict is None else verdict
        for task, verdict in zip(tasks, verdicts, strict=True)
    ]
