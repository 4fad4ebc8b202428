"""Every generator of decks by its variant: a seed goes in, a deck comes out, always the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from puzzles.decks import classic, dice, family, junior
from puzzles.decks.careful import expected_rounds
from puzzles.decks.deckfile import BoardSide, BoardTask, DeckFile
from puzzles.solver import Region


def dice_pad(seed: int) -> DeckFile:
    """The dice pad with this seed as a deck: an area a board, and how long it takes to fill."""
    pad = dice.generate(seed)
    boards = (
        BoardSide(
            number=number,
            side="A",
            level=None,
            colour=None,
            region=Region.from_area(area.rows),
            tasks=(
                BoardTask(1, (), (), expected_rounds=round(expected_rounds(area.rows).mean, 2)),
            ),
        )
        for number, area in enumerate(pad.areas, start=1)
    )
    return DeckFile(dice.VARIANT, "dice", tuple(boards), seed, dice.VERSION)


GENERATORS: Final[Mapping[str, Callable[[int], DeckFile]]] = {
    classic.VARIANT: classic.generate,
    family.VARIANT: family.generate,
    junior.VARIANT: junior.generate,
    dice.VARIANT: dice_pad,
}
