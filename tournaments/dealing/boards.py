"""Dealing boards: a box for each table, nine boards a seat, nobody the same one twice."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic

from tournaments.dealing.matching import matching
from tournaments.seating.past import Player
from tournaments.seating.tables import shuffled

BOARDS_A_SEAT: Final = 9


@dataclass(frozen=True)
class Box:
    """A box that lies in the room: the deck, which of its copies, and the boards' numbers."""

    deck: str
    copy: int
    boards: tuple[int, ...]


@dataclass(frozen=True)
class Dealt(Generic[Player]):
    """What a table gets: the box, and for each seat its boards in the order of the rounds."""

    box: Box
    boards: tuple[tuple[int, ...], ...]


def deal(
    tables: Sequence[Sequence[Player]],
    boxes: Sequence[Box],
    *,
    had: Mapping[Player, Collection[tuple[str, int]]],
    rng: random.Random,
) -> list[Dealt[Player]] | None:
    """A box a table and nine boards a seat; None if the boxes don't suffice for that.

    ``had`` are the boards, by deck and number, that a player must not get again.
    """
    order = shuffled(boxes, rng)
    hands = {
        (table, box): hand
        for table, seats in enumerate(tables)
        for box in order
        if (hand := _hand(seats, box, had, rng)) is not None
    }
    suits = {table: [box for box in order if (table, box) in hands] for table in range(len(tables))}
    given = matching(suits)
    if given is None:
        return None
    return [Dealt(given[table], hands[table, given[table]]) for table in range(len(tables))]


def _hand(
    seats: Sequence[Player],
    box: Box,
    had: Mapping[Player, Collection[tuple[str, int]]],
    rng: random.Random,
) -> tuple[tuple[int, ...], ...] | None:
    """Nine boards of the box for each of the seats, if there are so many that they had not."""
    boards = shuffled(box.boards, rng)
    suits = {
        (seat, turn): [board for board in boards if (box.deck, board) not in had.get(player, ())]
        for seat, player in enumerate(seats)
        for turn in range(BOARDS_A_SEAT)
    }
    given = matching(suits)
    if given is None:
        return None
    return tuple(
        tuple(given[seat, turn] for turn in range(BOARDS_A_SEAT)) for seat in range(len(seats))
    )
