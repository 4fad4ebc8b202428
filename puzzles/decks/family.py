"""Decks for 3-D Family: 72 boards with areas two levels high, 36 sides of each of four levels.

Level 1 has three pieces on 5 to 7 squares, levels 2 and 3 have four on 7 to 9, the harder
ones in level 3, and level 4 has five on 10. Unique tasks are rare here, so all areas without
holes that fit on a board are searched, and chance decides among those with the most; snakes are
taken only where the others don't give tasks enough. The two sides of a board are of different
levels. The id is ``family-3d2#7``, as for the other decks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from puzzles.decks.areas import Rows, every_area
from puzzles.decks.chance import Chance
from puzzles.decks.choosing import (
    Balance,
    Candidate,
    Pieces,
    candidates,
    ranges,
    region_of,
    shared_dice,
    shuffled,
    unique_sets,
)
from puzzles.decks.deckfile import BoardSide, BoardTask, DeckFile
from puzzles.decks.growing import is_thin
from puzzles.decks.progress import Report, Steps, tell_nobody
from puzzles.solver import BUILT_IN, sets_that_fill

VARIANT: Final = "family-3d"
VERSION: Final = 2
PIECE_SET: Final = "family-3d-8"
HEIGHT: Final = 2
SIDES_A_LEVEL: Final = 36
MOST_TASKS: Final = 6
LARGEST_BOX: Final = 27
"""An area that straggles over more squares than this fits on no board (and in no word)."""

_Unique = tuple[tuple[Rows, tuple[Pieces, ...]], ...]


@dataclass(frozen=True)
class _Stage:
    """What a level or two are made of; ``tasks`` is how many there must be at least."""

    pieces: int
    squares: tuple[int, ...]
    sides: int
    tasks: int
    spare: int
    """So many more areas than sides chance may choose from."""


EASY: Final = _Stage(pieces=3, squares=(5, 6, 7), sides=SIDES_A_LEVEL, tasks=90, spare=6)
MIDDLE: Final = _Stage(pieces=4, squares=(7, 8, 9), sides=2 * SIDES_A_LEVEL, tasks=350, spare=12)
HARD: Final = _Stage(pieces=5, squares=(10,), sides=SIDES_A_LEVEL, tasks=216, spare=13)
STAGES: Final = (EASY, MIDDLE, HARD)
AREAS_AT_ONCE: Final = 256


def generate(seed: int, report: Report = tell_nobody) -> DeckFile:
    """The deck with this seed."""
    chance = Chance(f"{VARIANT}{VERSION}#{seed}")
    balance = Balance(BUILT_IN[PIECE_SET].pieces)
    sizes = sorted({squares for stage in STAGES for squares in stage.squares})
    steps = Steps(report, len(sizes) + sum(stage.sides for stage in STAGES))
    for squares in sizes:
        _areas(squares)
        steps.one_more()
    lots = _lots()
    steps.add(len(lots))
    for lot in lots:
        _unique_tasks(*lot)
        steps.one_more()
    drawn = [_draw(stage, chance, steps) for stage in STAGES]
    sides = [side for stage in drawn for side in stage]
    choices = [ranges(ordered, min(len(ordered), MOST_TASKS)) for _, ordered in sides]
    chosen = [[balance.choose(among) for among in its_ranges] for its_ranges in choices]
    balance.even_out(choices, chosen)
    filled = [(rows, tasks) for (rows, _), tasks in zip(sides, chosen, strict=True)]
    easy = filled[: EASY.sides]
    middle = filled[EASY.sides : EASY.sides + MIDDLE.sides]
    hard = filled[EASY.sides + MIDDLE.sides :]
    middle.sort(key=lambda side: (_mean(side[1]), side[0]))
    # A board of levels 1 and 3, or of 2 and 4: so all players can play one level at once.
    first = _boards(1, (1, easy), (3, middle[SIDES_A_LEVEL:]), chance)
    second = _boards(1 + SIDES_A_LEVEL, (2, middle[:SIDES_A_LEVEL]), (4, hard), chance)
    return DeckFile(VARIANT, PIECE_SET, (*first, *second), seed, VERSION)


def _lots() -> list[tuple[int, int, int]]:
    """What there is to search: pieces, squares, and the first area of a lot."""
    return [
        (stage.pieces, squares, start)
        for stage in STAGES
        for squares in stage.squares
        for start in range(0, len(_areas(squares)), AREAS_AT_ONCE)
    ]


@lru_cache(maxsize=8)
def _areas(squares: int) -> tuple[Rows, ...]:
    """All areas of so many squares that fit on a board."""
    return tuple(rows for rows in every_area(squares) if len(rows) * len(rows[0]) <= LARGEST_BOX)


@lru_cache(maxsize=64)
def _unique_tasks(pieces: int, squares: int, start: int) -> _Unique:
    """A lot of areas with their unique tasks, for those that have any; remembered for the next
    deck."""
    areas = _areas(squares)[start : start + AREAS_AT_ONCE]
    regions = [region_of(rows, HEIGHT) for rows in areas]
    found = sets_that_fill(BUILT_IN[PIECE_SET], regions, count=pieces)
    unique = ((rows, tuple(unique_sets(sets))) for rows, sets in zip(areas, found, strict=True))
    return tuple((rows, sets) for rows, sets in unique if sets)


def _draw(stage: _Stage, chance: Chance, steps: Steps) -> list[tuple[Rows, list[Candidate]]]:
    """Different areas for a stage, with tasks enough; the fewer there are the less is chance."""
    piece_set = BUILT_IN[PIECE_SET]
    lots = [lot for lot in _lots() if lot[0] == stage.pieces]
    every = [area for lot in lots for area in _unique_tasks(*lot)]
    every.sort(key=_rank)
    for spare in range(stage.spare, -1, -1):
        pool = every[: stage.sides + spare]
        some = [pool.pop(chance.below(len(pool))) for _ in range(stage.sides)]
        if sum(min(len(sets), MOST_TASKS) for _, sets in some) >= stage.tasks:
            break
    else:
        raise ValueError(f"There are no {stage.tasks} tasks of {stage.pieces} pieces.")
    drawn: list[tuple[Rows, list[Candidate]]] = []
    for rows, sets in some:
        region = region_of(rows, HEIGHT)
        drawn.append((rows, candidates(sets, region=region, piece_set=piece_set, chance=chance)))
        steps.one_more()
    return drawn


def _rank(area: tuple[Rows, tuple[Pieces, ...]]) -> tuple[int, bool, Rows]:
    """The areas with the most tasks first; a thin one counts as if it had one fewer."""
    rows, sets = area
    thin = is_thin(rows)
    return int(thin) - min(len(sets), MOST_TASKS), thin, rows


def _mean(tasks: Sequence[Candidate]) -> float:
    return sum(task.bits for task in tasks) / len(tasks)


_Level = tuple[int, list[tuple[Rows, list[Candidate]]]]


def _boards(first_number: int, front: _Level, back: _Level, chance: Chance) -> list[BoardSide]:
    """Boards with a side of one level and a side of another, paired by chance."""
    boards: list[BoardSide] = []
    fronts, backs = list(front[1]), list(back[1])
    for number in range(first_number, first_number + SIDES_A_LEVEL):
        for side, level, sides in (("A", front[0], fronts), ("B", back[0], backs)):
            rows, tasks = sides.pop(chance.below(len(sides)))
            boards.append(
                BoardSide(
                    number=number,
                    side=side,
                    level=level,
                    colour=None,
                    region=region_of(rows, HEIGHT),
                    tasks=tuple(
                        BoardTask(place, die, task.pieces)
                        for place, (task, die) in enumerate(
                            zip(shuffled(tasks, chance), shared_dice(len(tasks)), strict=True),
                            start=1,
                        )
                    ),
                )
            )
    return boards
