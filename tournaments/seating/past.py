"""What earlier rounds mean for the next: who has met whom, who sat at a smaller table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Generic, TypeVar

Player = TypeVar("Player", bound=Hashable)
Tables = Sequence[Sequence[Player]]


@dataclass(frozen=True)
class Past(Generic[Player]):
    """How often each pair has met, and how often each player sat at a smaller table.

    A table is smaller if another one of its round was larger.
    """

    meetings: Counter[frozenset[Player]] = field(default_factory=Counter)
    short_tables: Counter[Player] = field(default_factory=Counter)

    def met(self, one: Player, other: Player) -> int:
        """How often the two have met."""
        return self.meetings[frozenset((one, other))]

    def repeats(self) -> int:
        """Meetings of pairs that had met before."""
        return sum(times - 1 for times in self.meetings.values())


def past_of(rounds: Iterable[Tables[Player]]) -> Past[Player]:
    """What became of rounds that were played."""
    past: Past[Player] = Past()
    for tables in rounds:
        largest = max(map(len, tables), default=0)
        for table in tables:
            past.meetings.update(map(frozenset, combinations(table, 2)))
            if len(table) < largest:
                past.short_tables.update(table)
    return past
