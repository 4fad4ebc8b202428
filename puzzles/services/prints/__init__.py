"""What comes out of the printer: every kind of sheets, by the same options at every door."""

from puzzles.services.prints import cards, dice_pads, jobs, score_pads
from puzzles.services.prints.decks import deck_of_catalog, deck_of_file, printable_decks
from puzzles.services.prints.dice_pads import AreaPreview, preview_dice_pad
from puzzles.services.prints.options import (
    KINDS,
    MOST_SHEETS,
    READERS,
    Kind,
    PrintedFile,
    PrintOptions,
    Report,
    any_seed,
    kind_of,
    read_seed,
)
from puzzles.services.prints.printing import print_sheets

__all__ = [
    "KINDS",
    "MOST_SHEETS",
    "READERS",
    "AreaPreview",
    "Kind",
    "PrintOptions",
    "PrintedFile",
    "Report",
    "any_seed",
    "cards",
    "deck_of_catalog",
    "deck_of_file",
    "dice_pads",
    "jobs",
    "kind_of",
    "preview_dice_pad",
    "print_sheets",
    "printable_decks",
    "read_seed",
    "score_pads",
]
