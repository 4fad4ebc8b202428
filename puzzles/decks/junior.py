"""Junior decks: 32 cards, 8 of each colour, with an easy and a difficult side.

An easy side takes 2 or 3 animals, a difficult one 3 to 5; each colour gets as many of each
kind, and from the easiest to the hardest of them. The id is ``junior2#7``, as for the other
decks.
"""

from __future__ import annotations

from typing import Final

from puzzles.decks.areas import Rows, looks
from puzzles.decks.chance import Chance
from puzzles.decks.choosing import Balance, Candidate, candidates, ranges, region_of, unique_sets
from puzzles.decks.deckfile import COLOURS, BoardSide, BoardTask, DeckFile
from puzzles.decks.growing import grow, has_arm
from puzzles.decks.progress import Report, Steps, tell_nobody
from puzzles.solver import BUILT_IN, sets_that_fill

VARIANT: Final = "junior"
VERSION: Final = 2
PIECE_SET: Final = "junior"
CARDS_A_COLOUR: Final = 8
LONGEST_SIDE: Final = 6
EASY: Final = ((2, 4, (6, 7, 8, 7, 8)), (3, 4, (9, 10, 11, 12)))
DIFFICULT: Final = ((3, 2, (10, 11, 12)), (4, 4, (13, 14, 15, 16)), (5, 2, (17, 18, 19)))
"""Animals, cards of each colour with so many, and the sizes of their areas in turn."""
TIMES_AS_MANY: Final = 2
"""So many times the areas that are needed are grown, to have a choice."""
GROWN_AT_ONCE: Final = 4
MOST_WITH_ARMS: Final = 8
"""Of areas as small as this there are too few to do without those that have arms."""

Puzzle = tuple[Rows, Candidate]


def generate(seed: int, report: Report = tell_nobody) -> DeckFile:
    """The deck with this seed."""
    chance = Chance(f"{VARIANT}{VERSION}#{seed}")
    seen: set[Rows] = set()
    balance = Balance(BUILT_IN[PIECE_SET].pieces)
    sides: dict[str, list[list[Puzzle]]] = {}
    steps = Steps(report, 2 * TIMES_AS_MANY * CARDS_A_COLOUR * len(COLOURS))
    for side, plan in (("A", EASY), ("B", DIFFICULT)):
        sides[side] = [[] for _ in COLOURS]
        for animals, cards, sizes in plan:
            puzzles = _puzzles(animals, cards * len(COLOURS), sizes, seen, balance, chance, steps)
            for place, puzzle in enumerate(puzzles):
                sides[side][place % len(COLOURS)].append(puzzle)
    boards: list[BoardSide] = []
    for number in range(len(COLOURS) * CARDS_A_COLOUR):
        colour = number // CARDS_A_COLOUR
        for side in ("A", "B"):
            left = sides[side][colour]
            rows, task = left.pop(chance.below(len(left)))
            boards.append(
                BoardSide(
                    number=number + 1,
                    side=side,
                    level=None,
                    colour=COLOURS[colour],
                    region=region_of(rows, 1),
                    tasks=(BoardTask(1, (), task.pieces),),
                )
            )
    return DeckFile(VARIANT, PIECE_SET, tuple(boards), seed, VERSION)


def _puzzles(
    animals: int,
    count: int,
    sizes: tuple[int, ...],
    seen: set[Rows],
    balance: Balance,
    chance: Chance,
    steps: Steps,
) -> list[Puzzle]:
    """Puzzles of so many animals, the easiest first, from all over the range of difficulty."""
    piece_set = BUILT_IN[PIECE_SET]
    grown: dict[Candidate, list[Rows]] = {}
    for turn in range(TIMES_AS_MANY * count):
        rows, pieces = _area(animals, sizes[turn % len(sizes)], seen, chance)
        (task,) = candidates(
            [pieces], region=region_of(rows, 1), piece_set=piece_set, chance=chance
        )
        grown.setdefault(task, []).append(rows)
        steps.one_more()
    # Puzzles may agree in pieces and bits; each has an area of its own.
    ordered = sorted(
        (task for task, areas in grown.items() for _ in areas),
        key=lambda task: (task.bits, task.pieces),
    )
    chosen = [balance.choose(among) for among in ranges(ordered, count)]
    return [(grown[task].pop(), task) for task in chosen]


def _area(animals: int, size: int, seen: set[Rows], chance: Chance) -> tuple[Rows, tuple[str, ...]]:
    """An area unlike those seen, and animals that fill it in a single way."""
    while True:
        areas = [
            grow(size, columns=LONGEST_SIDE, rows=LONGEST_SIDE, chance=chance)
            for _ in range(GROWN_AT_ONCE)
        ]
        regions = [region_of(rows, 1) for rows in areas]
        found = sets_that_fill(BUILT_IN[PIECE_SET], regions, count=animals)
        for rows, sets in zip(areas, found, strict=True):
            unique = unique_sets(sets)
            is_apt = size <= MOST_WITH_ARMS or not has_arm(rows)
            if unique and is_apt and looks(rows) not in seen:
                seen.add(looks(rows))
                return rows, chance.choice(unique)
