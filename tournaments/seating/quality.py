"""How good the seats of a round are: what an organiser is told, and what an exchange costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Generic

from puzzles.wording import N_, Phrase
from tournaments.seating.past import Past, Player, Tables

NO_PAIR: Final = N_("No pair has met before.")
MEET_AGAIN: Final = N_("Meet again: %(pairs)s.")
SAME_TABLE: Final = N_("The two sit at the same table already.")
NOT_SEATED: Final = N_("Only two players who sit in this round can change places.")
SHORT_AGAIN: Final = N_(
    "At a smaller table once more, though others were there less often: %(players)s."
)


class CannotExchange(ValueError):
    """Two players who can't change places, and why."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(phrase.spoken())


@dataclass(frozen=True)
class TableQuality(Generic[Player]):
    """What there is to say of a table."""

    met_before: tuple[tuple[Player, Player, int], ...]
    """Pairs that meet again, and how often they had met."""
    short_again: tuple[Player, ...]
    """Who was at smaller tables more often than somebody else, and is again."""
    spread: float
    """From the best score at the table to the worst."""

    def said(self, names: Mapping[Player, str]) -> tuple[Phrase, ...]:
        """The table explained to people."""
        phrases = [Phrase(NO_PAIR)]
        if self.met_before:
            pairs = ", ".join(f"{names[one]} + {names[other]}" for one, other, _ in self.met_before)
            phrases = [Phrase(MEET_AGAIN, {"pairs": pairs})]
        if self.short_again:
            players = ", ".join(names[player] for player in self.short_again)
            phrases.append(Phrase(SHORT_AGAIN, {"players": players}))
        return tuple(phrases)


@dataclass(frozen=True)
class Quality(Generic[Player]):
    """The figures of a round, with those of its tables."""

    tables: tuple[TableQuality[Player], ...]

    @property
    def repeats(self) -> int:
        """Pairs that meet again."""
        return sum(len(table.met_before) for table in self.tables)

    @property
    def short_again(self) -> int:
        """Players at a smaller table once more before it was others' turn."""
        return sum(len(table.short_again) for table in self.tables)

    @property
    def spread(self) -> float:
        """The mean of the tables' spreads."""
        return sum(table.spread for table in self.tables) / max(1, len(self.tables))


def quality_of(
    tables: Tables[Player],
    *,
    past: Past[Player],
    scores: Mapping[Player, float],
) -> Quality[Player]:
    """The figures of a round that follows ``past``; a missing score is 0."""
    largest = max(map(len, tables), default=0)
    rarest = min((past.short_tables[player] for table in tables for player in table), default=0)
    return Quality(
        tuple(
            TableQuality(
                met_before=tuple(
                    (one, other, past.met(one, other))
                    for one, other in combinations(table, 2)
                    if past.met(one, other)
                ),
                short_again=tuple(
                    player
                    for player in table
                    if len(table) < largest and past.short_tables[player] > rarest
                ),
                spread=_spread([scores.get(player, 0.0) for player in table]),
            )
            for table in tables
        )
    )


def exchanged(tables: Tables[Player], one: Player, other: Player) -> list[list[Player]]:
    """The same tables, two players in each other's seat.

    CannotExchange where they sit at one table or nowhere.
    """
    where = {player: number for number, table in enumerate(tables) for player in table}
    if one not in where or other not in where:
        raise CannotExchange(Phrase(NOT_SEATED))
    if where[one] == where[other]:
        raise CannotExchange(Phrase(SAME_TABLE))
    swap = {one: other, other: one}
    return [[swap.get(player, player) for player in table] for table in tables]


def _spread(scores: Sequence[float]) -> float:
    return max(scores) - min(scores) if scores else 0.0
