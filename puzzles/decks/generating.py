"""Every generator of decks by its variant: a seed goes in, a deck comes out, always the same.

Each tells now and then how far it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from puzzles.decks import classic, dice, family, junior
from puzzles.decks.careful import expected_rounds
from puzzles.decks.deckfile import BoardSide, BoardTask, DeckFile
from puzzles.decks.progress import Report, Steps, tell_nobody
from puzzles.solver import Region


def dice_pad(seed: int, report: Report = tell_nobody) -> DeckFile:
    """The dice pad with this seed as a deck: an area a board, and how long it takes to fill."""
    pad = dice.generate(seed)
    steps = Steps(report, len(pad.areas))
    boards: list[BoardSide] = []
    for number, area in enumerate(pad.areas, start=1):
        rounds = round(expected_rounds(area.rows).mean, 2)
        boards.append(
            BoardSide(
                number=number,
                side="A",
                level=None,
                colour=None,
                region=Region.from_area(area.rows),
                tasks=(BoardTask(1, (), (), expected_rounds=rounds),),
            )
        )
        steps.one_more()
    return DeckFile(dice.VARIANT, "dice", tuple(boards), seed, dice.VERSION)


class Generator(Protocol):
    """Makes the deck with a seed, and reports as it goes."""

    def __call__(self, seed: int, report: Report = ...) -> DeckFile: ...


GENERATORS: Final[Mapping[str, Generator]] = {
    classic.VARIANT: classic.generate,
    family.VARIANT: family.generate,
    junior.VARIANT: junior.generate,
    dice.VARIANT: dice_pad,
}
VERSIONS: Final[Mapping[str, int]] = {
    module.VARIANT: module.VERSION for module in (classic, family, junior, dice)
}
"""A version stands in the ids of its generator's decks."""
