"""Seats for whole rounds: all of them drawn ahead, or the next one by the score so far.

What counts, in this order: after each round nobody sat at a smaller table for a second time
before everybody did once; then as few repeated meetings as can be had, together with the weighted
spread of the scores at the tables where a score is given. Draws start from arithmetic or from the
order of the scores and are mended by exchanging two players of a round, the best exchange first,
with a short memory of what was just undone (tabu search, Glover 1986). The work is bounded by a
number of steps, so the seed alone decides what comes out.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Generic

from tournaments.seating.design import rounds_without_repeats
from tournaments.seating.past import Past, Player
from tournaments.seating.tables import shuffled, table_sizes

# Exchanges weighed in one draw, some tenths of a second of work.
MOST_EXCHANGES = 100_000
# For so many steps nobody sits down again where they were sent away from.
MEMORY = 7


def draw_rounds(
    players: Sequence[Player],
    *,
    rounds: int,
    smallest: int,
    largest: int,
    past: Past[Player],
    rng: random.Random,
) -> list[list[list[Player]]] | None:
    """All ``rounds`` at once, with few repeated meetings; None if no tables can be made.

    A round is a list of tables, the larger ones first; the order at a table is the lot's.
    """
    sizes = table_sizes(len(players), smallest=smallest, largest=largest)
    if sizes is None:
        return None
    order = shuffled(players, rng)
    plan = _Plan(order, sizes, past)
    for tables in _by_arithmetic(len(order), sizes, rounds) if not past.meetings else []:
        plan.add(tables)
    while len(plan.rounds) < rounds:
        plan.add_by_lot(rng)
    plan.mend(rng)
    return plan.seated(rng)


def without_who_left(
    planned: Sequence[Sequence[Player]],
    players: Sequence[Player],
    *,
    smallest: int,
    largest: int,
    past: Past[Player],
) -> list[list[Player]] | None:
    """The planned tables without those who aren't there any more.

    None if that won't do: somebody is new, the tables are no longer as large as can be, or
    somebody would be at a smaller one again before it is their turn.
    """
    here = set(players)
    left = ([player for player in table if player in here] for table in planned)
    tables = sorted(filter(None, left), key=len, reverse=True)
    sizes = table_sizes(len(players), smallest=smallest, largest=largest)
    if list(map(len, tables)) != sizes:
        return None
    small = [player for table in tables if len(table) < sizes[0] for player in table]
    turns = sorted(past.short_tables[player] for player in players)
    is_fair = all(past.short_tables[player] <= turns[len(small) - 1] for player in small)
    is_changed = len(here) < sum(map(len, planned))
    return tables if is_fair or not is_changed else None


def draw_by_score(
    players: Sequence[Player],
    *,
    scores: Mapping[Player, float],
    weight: float,
    smallest: int,
    largest: int,
    past: Past[Player],
    rng: random.Random,
) -> list[list[Player]] | None:
    """The next round, players of like score together; None if no tables can be made.

    ``weight`` says how many repeated meetings a difference of 1 between two players of a table
    weighs as much as.
    """
    sizes = table_sizes(len(players), smallest=smallest, largest=largest)
    if sizes is None:
        return None
    order = sorted(shuffled(players, rng), key=lambda player: -scores[player])
    plan = _Plan(
        order,
        sizes,
        past,
        worth=[weight * float(scores[player]) for player in order],
    )
    plan.add(_in_order(range(len(order)), sizes))
    plan.mend(rng)
    return plan.seated(rng)[0]


def _by_arithmetic(players: int, sizes: Sequence[int], rounds: int) -> list[list[list[int]]]:
    """Rounds in which no pair meets twice, as far as arithmetic gives them."""
    tables, size = len(sizes), sizes[0]
    drawn: list[list[list[int]]] = []
    if min(sizes) >= size - 1:
        # The last row may have gaps: its players never share a table, so each gap is another's.
        for seated in rounds_without_repeats(tables=tables, size=size, rounds=rounds):
            present = [[one for one in table if one < players] for table in seated]
            if [len(table) for table in sorted(present, key=len, reverse=True)] != list(sizes):
                break
            drawn.append(sorted(present, key=len, reverse=True))
    return drawn


def _in_order(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    places = iter(players)
    return [[next(places) for _ in range(size)] for size in sizes]


class _Plan(Generic[Player]):
    """Rounds in the making: who sits where, and what an exchange of two players would cost."""

    def __init__(
        self,
        players: Sequence[Player],
        sizes: Sequence[int],
        past: Past[Player],
        *,
        worth: Sequence[float] | None = None,
    ) -> None:
        self.players = players
        self.sizes = sizes
        self.is_short = [size < max(sizes) for size in sizes]
        self.worth = worth or [0.0] * len(players)
        self.met = [[past.met(one, other) for other in players] for one in players]
        # How often each one sat at a smaller table: before these rounds, and up to each of them.
        self.short_before = [past.short_tables[player] for player in players]
        self.short: list[list[int]] = []
        self.rounds: list[list[list[int]]] = []
        self.table_of: list[list[int]] = []

    def add(self, tables: list[list[int]]) -> None:
        """One more round."""
        table_of = [0] * len(self.players)
        short = list(self._short_so_far())
        for number, table in enumerate(tables):
            for one in table:
                table_of[one] = number
                short[one] += self.is_short[number]
                for other in table:
                    self.met[one][other] += 1
        self.rounds.append(tables)
        self.table_of.append(table_of)
        self.short.append(short)

    def add_by_lot(self, rng: random.Random) -> None:
        """One more round, in which those sit at the smaller tables whose turn it is."""
        short = self._short_so_far()
        drawn = shuffled(range(len(self.players)), rng)
        self.add(_in_order(sorted(drawn, key=lambda one: -short[one]), self.sizes))

    def _short_so_far(self) -> list[int]:
        return self.short[-1] if self.short else self.short_before

    def seated(self, rng: random.Random) -> list[list[list[Player]]]:
        """The rounds with the players' names, the seats of a table by lot."""
        return [
            [shuffled([self.players[one] for one in table], rng) for table in tables]
            for tables in self.rounds
        ]

    def mend(self, rng: random.Random) -> None:
        """Exchange players as long as it helps and the work is not too much; keep the best."""
        if len(self.sizes) == 1:
            return
        left = MOST_EXCHANGES
        gained, best_gain = (0, 0.0), (0, 0.0)
        best = [[list(table) for table in tables] for tables in self.rounds]
        banned: dict[tuple[int, int, int], int] = {}
        step = 0
        while left > 0:
            troubled = self._troubled()
            if not troubled:
                break
            step += 1
            number, one = troubled[int(rng.random() * len(troubled))]
            left -= len(self.players)
            found = self._best_exchange(number, one, banned, step)
            if found is None:
                continue
            cost, other = found
            table_of = self.table_of[number]
            banned[number, one, table_of[one]] = banned[number, other, table_of[other]] = (
                step + MEMORY
            )
            self._exchange(number, one, other)
            gained = (gained[0] - cost[0], gained[1] - cost[1])
            if gained[0] > best_gain[0] or (
                gained[0] == best_gain[0] and gained[1] > best_gain[1] + 1e-9
            ):
                best_gain = gained
                best = [[list(table) for table in tables] for tables in self.rounds]
        self.rounds = best

    def _troubled(self) -> list[tuple[int, int]]:
        """Players (with the round) who would rather sit elsewhere."""
        rarest = list(map(min, self.short))
        return [
            (number, one)
            for number, tables in enumerate(self.rounds)
            for place, table in enumerate(tables)
            for one in table
            if (self.is_short[place] and self.short[number][one] > rarest[number] + 1)
            or any(
                other != one and (self.met[one][other] > 1 or self.worth[one] != self.worth[other])
                for other in table
            )
        ]

    def _best_exchange(
        self, number: int, one: int, banned: Mapping[tuple[int, int, int], int], step: int
    ) -> tuple[tuple[int, float], int] | None:
        table_of = self.table_of[number]
        here = table_of[one]
        best = None
        for other, there in enumerate(table_of):
            if there == here:
                continue
            if (
                max(banned.get((number, one, there), 0), banned.get((number, other, here), 0))
                > step
            ):
                continue
            cost = self._cost(number, one, other)
            if best is None or cost < best[0]:
                best = cost, other
        return best

    def _cost(self, number: int, one: int, other: int) -> tuple[int, float]:
        """What an exchange adds: unfairness of the smaller tables, then meetings and spread."""
        table_of, tables = self.table_of[number], self.rounds[number]
        here, there = table_of[one], table_of[other]
        unfair = 0
        if more := self.is_short[there] - self.is_short[here]:
            # Fair is what is fair after each of the rounds, for somebody may leave.
            for short in self.short[number:]:
                unfair += more * (short[one] - short[other] + more)
        # The nth meeting of a pair costs n - 1, so that no pair meets far more often than others.
        cost = 0.0
        met_one, met_other = self.met[one], self.met[other]
        worth, worth_one, worth_other = self.worth, self.worth[one], self.worth[other]
        for mate in tables[here]:
            if mate != one:
                cost += met_other[mate] - met_one[mate] + 1
                cost += abs(worth_other - worth[mate]) - abs(worth_one - worth[mate])
        for mate in tables[there]:
            if mate != other:
                cost += met_one[mate] - met_other[mate] + 1
                cost += abs(worth_one - worth[mate]) - abs(worth_other - worth[mate])
        return unfair, cost

    def _exchange(self, number: int, one: int, other: int) -> None:
        table_of, tables = self.table_of[number], self.rounds[number]
        here, there = table_of[one], table_of[other]
        for leaves, comes, place in ((one, other, here), (other, one, there)):
            table = tables[place]
            table[table.index(leaves)] = comes
            for short in self.short[number:]:
                short[comes] += self.is_short[place]
                short[leaves] -= self.is_short[place]
            table_of[comes] = place
            for mate in table:
                if mate != comes:
                    self._meet(leaves, mate, -1)
                    self._meet(comes, mate, +1)

    def _meet(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times
