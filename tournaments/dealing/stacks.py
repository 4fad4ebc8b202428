"""Stacks that can be planned ahead: a box is four of them, one for each seat.

A stack is nine boards drawn by lot, or of Junior the cards of a colour. No board lies in two
stacks, so at a table with a stack for each seat no board is wanted twice, whatever side or level
everybody plays.

Who sits at which table in which round is a bipartite graph: players on one side, tables of rounds
on the other. A stack for each seat such that nobody has one twice, and no two at a table the same,
is a proper colouring of its edges. With as many colours as rounds, and as seats at a table, there
always is one (König 1916).
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tournaments.seating.past import Player
from tournaments.seating.tables import shuffled

STACKS: Final = 4
BOARDS_A_SEAT: Final = 9
CARDS_OF_A_COLOUR: Final = 8

Kind: TypeAlias = str | int | None
"""As what a board is played: a side, or a level; None as long as nobody says."""


@dataclass(frozen=True)
class Side:
    """A side of a board: its name such as 12A, and the tasks that stand on it."""

    board: int
    name: str
    kind: Kind
    tasks: frozenset[int]
    colour: str = ""


Pile: TypeAlias = tuple[Side, ...]
"""What a seat plays, in this order."""

Stack: TypeAlias = Mapping[Kind, Pile]
"""Boards that lie together: what there is to be played of them, if there is enough of it."""


def stacks_by_lot(sides: Sequence[Side], rng: random.Random) -> tuple[Stack, ...]:
    """The boards of a box in stacks of nine, drawn by lot; what is left over is in none.

    Boards with the same levels on their sides are shared out evenly, so that each stack has nine
    of each level.
    """
    kinds: defaultdict[int, list[str]] = defaultdict(list)
    for side in sides:
        kinds[side.board].append(str(side.kind))
    drawn = sorted(shuffled(sorted(kinds), rng), key=lambda board: sorted(kinds[board]))
    place = {board: place for place, board in enumerate(drawn)}
    in_order = sorted(sides, key=lambda side: place[side.board])
    stacks = max(Counter(side.kind for side in sides).values(), default=0) // BOARDS_A_SEAT
    return tuple(
        _stack(
            [side for side in in_order if place[side.board] % stacks == stack],
            least=BOARDS_A_SEAT,
            most=BOARDS_A_SEAT,
        )
        for stack in range(stacks)
    )


def stacks_by_colour(sides: Sequence[Side], rng: random.Random) -> tuple[Stack, ...]:
    """The cards of each colour, the colours in an order drawn by lot."""
    return tuple(
        _stack([side for side in sides if side.colour == colour], least=CARDS_OF_A_COLOUR)
        for colour in shuffled(sorted({side.colour for side in sides if side.colour}), rng)
    )


def _stack(lying: Sequence[Side], *, least: int, most: int | None = None) -> Stack:
    piles: dict[Kind, list[Side]] = {}
    for side in lying:
        piles.setdefault(side.kind, []).append(side)
    return {kind: tuple(pile[:most]) for kind, pile in piles.items() if len(pile) >= least}


def plan_stacks(
    rounds: Sequence[Sequence[Sequence[Player]]], rng: random.Random
) -> list[dict[Player, int]]:
    """For each of up to four rounds the number of everybody's stack, from 0."""
    table_of: dict[tuple[int, int], dict[int, Player]] = {}
    stack_of: dict[Player, dict[int, tuple[int, int]]] = {}
    for number, tables in enumerate(rounds):
        for place, table in enumerate(tables):
            at_table = table_of.setdefault((number, place), {})
            for player in shuffled(table, rng):
                own = stack_of.setdefault(player, {})
                _colour(player, (number, place), own, at_table, stack_of, table_of)
    planned: list[dict[Player, int]] = [{} for _ in rounds]
    for player, own in stack_of.items():
        for stack, (number, _place) in own.items():
            planned[number][player] = stack
    return planned


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
