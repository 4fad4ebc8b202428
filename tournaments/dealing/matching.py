"""Everybody gets something that suits them, if that can be done at all."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Taker = TypeVar("Taker", bound=Hashable)
Thing = TypeVar("Thing", bound=Hashable)


def matching(suits: Mapping[Taker, Sequence[Thing]]) -> dict[Taker, Thing] | None:
    """A thing of its own for each taker, out of those that suit it; None if there is no way."""
    given = most(suits)
    return given if len(given) == len(suits) else None


def most(suits: Mapping[Taker, Sequence[Thing]]) -> dict[Taker, Thing]:
    """A thing of its own for as many takers as possible.

    Earlier things are preferred. By augmenting paths (Berge 1957; Kuhn's "Hungarian" form).
    """
    taken: dict[Thing, Taker] = {}

    def give(taker: Taker, tried: set[Thing]) -> bool:
        for thing in suits[taker]:
            if thing in tried:
                continue
            tried.add(thing)
            if thing not in taken or give(taken[thing], tried):
                taken[thing] = taker
                return True
        return False

    for taker in suits:
        give(taker, set())
    return {taker: thing for thing, taker in taken.items()}
