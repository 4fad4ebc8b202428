"""Generators say how far they are, and stop when whoever listens has had enough."""

import pytest

from puzzles.decks.generating import GENERATORS


@pytest.mark.parametrize(("variant", "steps"), [("junior", 128), ("dice", 6)])
def test_each_step_is_told(variant: str, steps: int) -> None:
    told: list[tuple[int, int]] = []
    GENERATORS[variant](3, lambda done, of: told.append((done, of)))
    assert told == [(done, steps) for done in range(1, steps + 1)]


class EnoughError(Exception):
    """Nobody wants the deck any more."""


@pytest.mark.parametrize("variant", GENERATORS)
def test_what_the_listener_raises_ends_it(variant: str) -> None:
    def stop(done: int, steps: int) -> None:
        assert (done, steps >= 6) == (1, True)
        raise EnoughError

    with pytest.raises(EnoughError):
        GENERATORS[variant](3, stop)
