"""Dealing boards: a box for each table, a pile for each seat, nobody the same task twice."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import ne
from types import MappingProxyType
from typing import TypeAlias

from tournaments.dealing.matching import matching, most
from tournaments.dealing.stacks import BOARDS_A_SEAT, Kind, Pile, Stack
from tournaments.seating.past import Player
from tournaments.seating.tables import shuffled


@dataclass(frozen=True)
class Box:
    """A box that lies in the room: the deck, which of its copies, and its boards in stacks."""

    deck: str
    copy: int
    stacks: tuple[Stack, ...]


@dataclass(frozen=True)
class Dealt:
    """What a table gets: the box, and a pile for each seat."""

    box: Box
    piles: tuple[Pile, ...]


Table: TypeAlias = Sequence[tuple[Player, Kind]]
"""Who sits at a table, and what each of them plays of the boards."""


def deal(
    tables: Sequence[Table[Player]],
    boxes: Sequence[Box],
    *,
    had: Mapping[Player, Collection[int]],
    rng: random.Random,
    planned: Mapping[Player, int] = MappingProxyType({}),
) -> list[Dealt | None]:
    """A box for each table and a pile for each of its seats; None for a table that can't get any.

    ``had`` are the tasks that a player must not get again. As far as possible a player gets the
    stack that was ``planned``, and a table the box that lies there anyway.
    """
    hands: dict[tuple[int, str], tuple[Pile, ...] | None] = {}
    suits: dict[int, list[int]] = {}
    for table, seats in enumerate(tables):
        for box in boxes:
            if (table, box.deck) not in hands:
                hands[table, box.deck] = _hands(seats, box.stacks, had, planned, rng)
        suiting = [place for place, box in enumerate(boxes) if hands[table, box.deck]]
        suits[table] = sorted(suiting, key=lambda place: (place - table) % len(boxes))
    given = most(suits)
    dealt: list[Dealt | None] = []
    for table in range(len(tables)):
        chosen = boxes[given[table]] if table in given else None
        piles = hands[table, chosen.deck] if chosen else None
        dealt.append(Dealt(chosen, piles) if chosen and piles else None)
    return dealt


def _hands(
    seats: Table[Player],
    stacks: Sequence[Stack],
    had: Mapping[Player, Collection[int]],
    planned: Mapping[Player, int],
    rng: random.Random,
) -> tuple[Pile, ...] | None:
    """A pile for each of the seats with no task that they had, if there are such."""
    order = {
        seat: sorted(
            (stack for stack in shuffled(range(len(stacks)), rng) if kind in stacks[stack]),
            key=partial(ne, planned.get(player)),
        )
        for seat, (player, kind) in enumerate(seats)
    }
    return _stack_by_stack(seats, stacks, had, order) or _board_by_board(seats, stacks, had, order)


def _stack_by_stack(
    seats: Table[Player],
    stacks: Sequence[Stack],
    had: Mapping[Player, Collection[int]],
    order: Mapping[int, Sequence[int]],
) -> tuple[Pile, ...] | None:
    """A whole stack for each seat: so it stays in rounds that were planned."""
    given = matching(
        {
            seat: [
                stack
                for stack in order[seat]
                if all(side.tasks.isdisjoint(had.get(player, ())) for side in stacks[stack][kind])
            ]
            for seat, (player, kind) in enumerate(seats)
        }
    )
    if given is None:
        return None
    return tuple(stacks[given[seat]][kind] for seat, (_player, kind) in enumerate(seats))


def _board_by_board(
    seats: Table[Player],
    stacks: Sequence[Stack],
    had: Mapping[Player, Collection[int]],
    order: Mapping[int, Sequence[int]],
) -> tuple[Pile, ...] | None:
    """Nine boards for each seat out of all stacks. The cards of a colour stay together."""
    new = {
        seat: {
            side.board: side
            for stack in order[seat]
            for side in stacks[stack][kind]
            if not side.colour and side.tasks.isdisjoint(had.get(player, ()))
        }
        for seat, (player, kind) in enumerate(seats)
    }
    given = matching(
        {(seat, turn): list(new[seat]) for seat in new for turn in range(BOARDS_A_SEAT)}
    )
    if given is None:
        return None
    return tuple(
        tuple(new[seat][given[seat, turn]] for turn in range(BOARDS_A_SEAT)) for seat in new
    )
