"""Choosing the tasks of a deck: easy and hard ones on each board, each piece as often as any.

Of all unique tasks of an area some are put in order of their difficulty and cut into as many
ranges as tasks are wanted; one is taken of each range. Which one is free, so it is the one
whose pieces have been used least; in the end tasks are exchanged within their ranges as long
as that evens the pieces out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.decks.areas import Rows
from puzzles.decks.chance import Chance
from puzzles.solver import PieceSet, PiecesThatFill, Region, Task, measure

Pieces = tuple[str, ...]

MOST_MEASURED: Final = 24
"""Of so many unique tasks of an area the difficulty is measured; among more, chance decides."""


@dataclass(frozen=True)
class Candidate:
    """A unique task of an area, and its difficulty in bits."""

    pieces: Pieces
    bits: float


def unique_sets(sets: Iterable[PiecesThatFill]) -> list[Pieces]:
    """The sets of pieces that fill an area in a single way."""
    return [found.pieces for found in sets if found.essentially_different == 1]


def candidates(
    sets: Sequence[Pieces], *, region: Region, piece_set: PieceSet, chance: Chance
) -> list[Candidate]:
    """Some of the unique tasks of an area, the easiest first."""
    rest = list(sets)
    some: list[Pieces] = []
    while rest and len(some) < MOST_MEASURED:
        some.append(rest.pop(chance.below(len(rest))))
    measured: list[Candidate] = []
    for pieces in some:
        difficulty = measure(Task("", region, pieces, piece_set))
        if difficulty is not None:
            measured.append(Candidate(pieces, difficulty.bits))
    return sorted(measured, key=lambda candidate: (candidate.bits, candidate.pieces))


def ranges(ordered: Sequence[Candidate], count: int) -> list[Sequence[Candidate]]:
    """The candidates cut into ``count`` ranges of difficulty of about the same number."""
    edges = [len(ordered) * part // count for part in range(count + 1)]
    return [ordered[edges[part] : edges[part + 1]] for part in range(count)]


class Balance:
    """How often each piece is used, and a choice that evens this out."""

    def __init__(self, codes: Iterable[str]) -> None:
        self.uses: Counter[str] = Counter(dict.fromkeys(codes, 0))

    def choose(self, among: Sequence[Candidate]) -> Candidate:
        """The candidate whose pieces were used least, and count it."""
        chosen = min(among, key=lambda one: sum(self.uses[code] for code in one.pieces))
        self.uses.update(chosen.pieces)
        return chosen

    def even_out(
        self, choices: Sequence[Sequence[Sequence[Candidate]]], chosen: list[list[Candidate]]
    ) -> None:
        """Exchange what was chosen of each side's ranges as long as the uses get more even."""
        is_better = True
        while is_better:
            is_better = False
            for side, its_ranges in enumerate(choices):
                for place, among in enumerate(its_ranges):
                    now = chosen[side][place]
                    best = min(among, key=lambda one, now=now: self._change(now, one))  # type: ignore[misc]
                    if self._change(now, best) < 0:
                        self.uses.subtract(now.pieces)
                        self.uses.update(best.pieces)
                        chosen[side][place] = best
                        is_better = True

    def _change(self, old: Candidate, new: Candidate) -> int:
        """By how much the sum of the squares of the uses grows if the one replaces the other."""
        gone, come = set(old.pieces) - set(new.pieces), set(new.pieces) - set(old.pieces)
        return sum(1 - 2 * self.uses[code] for code in gone) + sum(
            1 + 2 * self.uses[code] for code in come
        )


def shared_dice(tasks: int) -> list[tuple[int, ...]]:
    """The numbers 1 to 6 shared out over up to six tasks, in order, the first get the more."""
    shares: list[tuple[int, ...]] = []
    face = 1
    for number in range(tasks):
        size = 6 // tasks + (number < 6 % tasks)
        shares.append(tuple(range(face, face + size)))
        face += size
    return shares


def shuffled(items: Sequence[Candidate], chance: Chance) -> list[Candidate]:
    """The same in an order that tells nothing."""
    rest = list(items)
    return [rest.pop(chance.below(len(rest))) for _ in items]


def region_of(rows: Rows, height: int) -> Region:
    """The area, so many levels high."""
    return Region.from_area(rows, height)
