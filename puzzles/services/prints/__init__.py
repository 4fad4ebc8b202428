"""What comes out of the printer: every kind of sheets, by the same options at every door."""

from django.utils.translation import override

from puzzles.printing.deck import Deck
from puzzles.services.prints import cards, dice_pads
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
    "kind_of",
    "preview_dice_pad",
    "print_sheets",
    "printable_decks",
    "read_seed",
]


def print_sheets(
    *, options: PrintOptions, deck: Deck | None = None, report: Report = lambda *_: None
) -> PrintedFile:
    """The sheets, the same bytes for the same options; ``deck`` for a kind that needs one.

    ``report`` hears how many of how many pages are drawn. A Refusal names the option that
    can't be printed with this deck.
    """
    with override(options.language):
        return kind_of(options.kind).draw(options, deck, report)
