"""Records of those who play alone: what a game is worth, and which are the best."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from tournaments.rules.solo import SoloConfig, SoloState


@dataclass(frozen=True)
class Result:
    """What somebody reached on a day. Only results of the same form are compared."""

    form: SoloConfig
    """Without the colour of Junior's cards, which are all as hard."""
    day: date
    solved: int
    seconds: float | None
    """When the last task was solved."""

    def beats(self, other: Result) -> bool:
        """Whether it is better: more tasks, or the same given number of them in less time.

        Against the clock only the tasks count, so equal numbers are equally good.
        """
        if self.form.tasks is None:
            return self.solved > other.solved
        assert self.seconds is not None
        assert other.seconds is not None
        return self.seconds < other.seconds


def result_of(state: SoloState, day: date, proven: Collection[str]) -> Result | None:
    """The result of a game; None if it isn't over, or a task counts that nobody has proven."""
    if not state.over or any(task not in proven for task, _ in state.solved):
        return None
    return Result(state.config.form, day, len(state.solved), state.seconds)


R = TypeVar("R", bound=Result)


def best(results: Iterable[R]) -> list[R]:
    """Those of one form that no other beats, in the order given: none if there are no results."""
    leading: list[R] = []
    for result in results:
        if not leading or result.beats(leading[0]):
            leading = [result]
        elif not leading[0].beats(result):
            leading.append(result)
    return leading


@dataclass(frozen=True)
class Records(Generic[R]):
    """The best of a form: of a day, of its month up to then, and ever up to then."""

    day: list[R]
    month: list[R]
    ever: list[R]


def records(results: Collection[R], form: SoloConfig, today: date) -> Records[R]:
    """The records of a form as they stand on a day."""
    known = [result for result in results if result.form == form and result.day <= today]
    return Records(
        day=best(result for result in known if result.day == today),
        month=best(result for result in known if _month(result.day) == _month(today)),
        ever=best(known),
    )


def progress(results: Collection[R], form: SoloConfig) -> list[R]:
    """Somebody's results of a form that beat all before them, in the order of their days."""
    steps: list[R] = []
    for result in sorted(results, key=lambda result: result.day):
        if result.form == form and (not steps or result.beats(steps[-1])):
            steps.append(result)
    return steps


def _month(day: date) -> tuple[int, int]:
    return day.year, day.month
