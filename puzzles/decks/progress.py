"""How far a generator is, told to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable

Report = Callable[[int, int], None]
"""Is told how many steps are done, and of how many. What it raises ends the generation."""


def tell_nobody(done: int, steps: int) -> None:
    """For who waits anyway."""


class Steps:
    """Counts steps and reports each."""

    def __init__(self, report: Report, steps: int) -> None:
        self._report = report
        self._steps = steps
        self._done = 0

    def add(self, steps: int) -> None:
        """So many more steps have turned out to be needed."""
        self._steps += steps

    def one_more(self) -> None:
        """Another step is done."""
        self._done += 1
        self._report(self._done, self._steps)
