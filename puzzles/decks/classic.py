"""Classic decks: 36 boards, on one side tasks of three pieces, on the other of four.

Six rows a side, one for each number of the die, with six different sets of pieces. The id
``classic2#7`` names the variant, the version of this generator and the seed; it gives the
same deck for ever, and whoever changes what comes out raises VERSION.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from puzzles.decks.areas import Grower, Rows
from puzzles.decks.chance import Chance
from puzzles.decks.choosing import (
    Balance,
    Candidate,
    candidates,
    ranges,
    region_of,
    shared_dice,
    shuffled,
    unique_sets,
)
from puzzles.decks.deckfile import BoardSide, BoardTask, DeckFile
from puzzles.decks.progress import Report, Steps, tell_nobody
from puzzles.solver import BUILT_IN, sets_that_fill

VARIANT: Final = "classic"
VERSION: Final = 2
PIECE_SET: Final = "classic-12"
BOARDS: Final = 36
ROWS: Final = 6
LONGEST_SIDE: Final = 6
SIDES: Final = (("A", 3, (11, 12, 13, 12, 11, 12, 13, 14)), ("B", 4, (14, 15, 16, 17, 18)))
"""The side's letter, its pieces a task, and the sizes of its areas in turn."""
GROWN_AT_ONCE: Final = 4


def generate(seed: int, report: Report = tell_nobody) -> DeckFile:
    """The deck with this seed."""
    chance = Chance(f"{VARIANT}{VERSION}#{seed}")
    grower = Grower(chance, columns=LONGEST_SIDE, rows=LONGEST_SIDE)
    balance = Balance(BUILT_IN[PIECE_SET].pieces)
    names: list[tuple[int, str]] = []
    areas: list[Rows] = []
    choices: list[list[Sequence[Candidate]]] = []
    steps = Steps(report, BOARDS * len(SIDES))
    for side, pieces, sizes in SIDES:
        for number in range(BOARDS):
            rows, ordered = _area(sizes[number % len(sizes)], pieces, grower, chance)
            names.append((number + 1, side))
            areas.append(rows)
            choices.append(ranges(ordered, ROWS))
            steps.one_more()
    chosen = [[balance.choose(among) for among in its_ranges] for its_ranges in choices]
    balance.even_out(choices, chosen)
    boards = [
        BoardSide(
            number=number,
            side=side,
            level=None,
            colour=None,
            region=region_of(rows, 1),
            tasks=tuple(
                BoardTask(place, die, task.pieces)
                for place, (task, die) in enumerate(
                    zip(shuffled(tasks, chance), shared_dice(ROWS), strict=True), start=1
                )
            ),
        )
        for (number, side), rows, tasks in zip(names, areas, chosen, strict=True)
    ]
    boards.sort(key=lambda board: (board.number, board.side))
    return DeckFile(VARIANT, PIECE_SET, tuple(boards), seed, VERSION)


def _area(size: int, pieces: int, grower: Grower, chance: Chance) -> tuple[Rows, list[Candidate]]:
    """An area with at least as many unique tasks as rows, and these tasks."""
    piece_set = BUILT_IN[PIECE_SET]
    while True:
        grown = [grower.grow(size) for _ in range(GROWN_AT_ONCE)]
        regions = [region_of(rows, 1) for rows in grown]
        for rows, region, sets in zip(
            grown, regions, sets_that_fill(piece_set, regions, count=pieces), strict=True
        ):
            unique = unique_sets(sets)
            if len(unique) >= ROWS:
                ordered = candidates(unique, region=region, piece_set=piece_set, chance=chance)
                if len(ordered) >= ROWS:
                    return rows, ordered
