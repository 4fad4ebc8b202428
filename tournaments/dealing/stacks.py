"""Stacks that can be planned ahead: a box is four stacks of nine boards, one for each seat.

Who sits at which table in which round is a bipartite graph: players on one side, tables of rounds
on the other. A stack for each seat such that nobody has one twice, and no two at a table the same,
is a proper colouring of its edges. With as many colours as rounds, and as seats at a table, there
always is one (König 1916).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from tournaments.dealing.boards import BOARDS_A_SEAT
from tournaments.seating.past import Player
from tournaments.seating.tables import shuffled

STACKS: Final = 4


def stacks_of(boards: Sequence[int], rng: random.Random) -> list[tuple[int, ...]]:
    """The boards of a box in stacks of nine, drawn by lot; what is left over is in none."""
    drawn = shuffled(boards, rng)
    return [
        tuple(drawn[start : start + BOARDS_A_SEAT])
        for start in range(0, STACKS * BOARDS_A_SEAT, BOARDS_A_SEAT)
    ]


def plan_stacks(
    rounds: Sequence[Sequence[Sequence[Player]]],
) -> list[list[list[int]]]:
    """For each of up to four rounds, table and seat the number of a stack, from 0."""
    table_of: dict[tuple[int, int], dict[int, Player]] = {}
    stack_of: dict[Player, dict[int, tuple[int, int]]] = {}
    for number, tables in enumerate(rounds):
        for place, table in enumerate(tables):
            at_table = table_of.setdefault((number, place), {})
            for player in table:
                own = stack_of.setdefault(player, {})
                _colour(player, (number, place), own, at_table, stack_of, table_of)
    where = {
        (player, spot): stack for player, own in stack_of.items() for stack, spot in own.items()
    }
    return [
        [[where[player, (number, place)] for player in table] for place, table in enumerate(tables)]
        for number, tables in enumerate(rounds)
    ]


def _colour(
    player: Player,
    spot: tuple[int, int],
    own: dict[int, tuple[int, int]],
    at_table: dict[int, Player],
    stack_of: dict[Player, dict[int, tuple[int, int]]],
    table_of: dict[tuple[int, int], dict[int, Player]],
) -> None:
    """Give the player a stack at the table; where none is free for both, others exchange theirs."""
    wanted = next(stack for stack in range(STACKS) if stack not in own)
    if wanted in at_table:
        instead = next(stack for stack in range(STACKS) if stack not in at_table)
        # Along the path of seats that have these two stacks in turn, the two change places.
        path = []
        here = spot
        while (other := table_of[here].get(wanted)) is not None:
            path.append((other, here, wanted, instead))
            if instead not in stack_of[other]:
                break
            here = stack_of[other][instead]
            path.append((other, here, instead, wanted))
        for one, there, old, _new in path:
            del stack_of[one][old], table_of[there][old]
        for one, there, _old, new in path:
            stack_of[one][new] = there
            table_of[there][new] = one
    own[wanted] = spot
    at_table[wanted] = player
