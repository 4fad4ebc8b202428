"""The door of the printer: options go in, a file comes out."""

from django.utils.translation import override

from puzzles.printing.deck import Deck
from puzzles.services.prints.options import PrintedFile, PrintOptions, Report, kind_of


def print_sheets(
    *, options: PrintOptions, deck: Deck | None = None, report: Report = lambda *_: None
) -> PrintedFile:
    """The sheets, the same bytes for the same options; ``deck`` for a kind that needs one.

    ``report`` hears how many of how many pages are drawn. A Refusal names the option that
    can't be printed with this deck.
    """
    with override(options.language):
        return kind_of(options.kind).draw(options, deck, report)
