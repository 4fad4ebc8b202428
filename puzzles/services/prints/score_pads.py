"""Pads on which a table keeps the score of a game by hand."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from puzzles import words
from puzzles.printing import gem_pad, junior_pad, majority_pad, pads
from puzzles.printing.deck import Deck
from puzzles.services.prints.options import (
    Kind,
    PrintedFile,
    PrintOptions,
    Report,
    how,
    register,
)

SEATS = 4
ROUNDS = 9
JUNIOR_ROUNDS = 5

GEM_POINTS = {"red": 4, "blue": 3, "green": 2, "brown": 1}
GOLDEN_SUM = {"red": 1, "blue": 1, "green": 3, "brown": 3}
"""An example of what somebody may have won; it is worth 16 points."""
COLOURS = ("red", "green", "brown", "violet", "yellow", "blue")

SHEETS_ARE = _("Each has several pads; a table fills one in a game.")
OPTIONS = ("sheets", "paper", "language", "ink_saving")


def draw_gem_pads(options: PrintOptions, deck: Deck | None, report: Report) -> PrintedFile:
    """Pads of classic 2015 and 3-D Family."""
    pad = gem_pad.GemPad(
        gems=[
            gem_pad.Gem(colour, str(words.GEMS[colour]), points, GOLDEN_SUM[colour])
            for colour, points in GEM_POINTS.items()
        ],
        seats=SEATS,
        rounds=ROUNDS,
    )
    texts = gem_pad.Words(
        pad=_words(gettext("Classic 2015 and 3-D Family")),
        level=gettext("Level (3-D):"),
        round=gettext("Round"),
        gems=gettext("Gems"),
        points=gettext("Points"),
        total=gettext("Total"),
        example=gettext("The golden sum:"),
    )
    content = gem_pad.draw(pad, texts, how(options), sheets=options.sheets)
    return _file(options, content)


def draw_majority_pads(options: PrintOptions, deck: Deck | None, report: Report) -> PrintedFile:
    """Pads of classic 2003."""
    pad = majority_pad.MajorityPad(
        colours=[(colour, str(words.GEMS[colour])) for colour in COLOURS], seats=SEATS
    )
    texts = majority_pad.Words(
        pad=_words(gettext("Classic 2003")),
        ordered=gettext("For a tie, best colour first"),
        note=gettext(
            "The most gems of one colour win. If level, the next best colour decides, and so on: "
            "6, 4, 3 beats 6, 4, 2."
        ),
    )
    content = majority_pad.draw(pad, texts, how(options), sheets=options.sheets)
    return _file(options, content)


def draw_junior_pads(options: PrintOptions, deck: Deck | None, report: Report) -> PrintedFile:
    """Pads of Junior."""
    pad = junior_pad.JuniorPad(
        colours=[(colour, str(name)) for colour, name in words.COLOURS.items()],
        seats=SEATS,
        rounds=JUNIOR_ROUNDS,
    )
    texts = junior_pad.Words(
        pad=_words(gettext("Junior")),
        colour=gettext("Colour"),
        round=lambda number: gettext("Round %(number)s") % {"number": number},
        total=gettext("Cards"),
        note=gettext("After each round, colour in as many cards as you got. The most cards win."),
    )
    content = junior_pad.draw(pad, texts, how(options), sheets=options.sheets)
    return _file(options, content)


def _words(game: str) -> pads.Words:
    return pads.Words(
        title=gettext("Ubongo · Score pad"),
        game=game,
        subject=gettext("A table of scores to be filled in by hand"),
        sheet=gettext("Sheet"),
        date=gettext("Date:"),
        name=gettext("Name:"),
        place=gettext("Place"),
    )


def _file(options: PrintOptions, content: bytes) -> PrintedFile:
    return PrintedFile(f"{options.kind}-{options.paper}.pdf", content)


register(
    Kind(
        key="gem-pad",
        title=_("Score pad: gems with values"),
        lead=_(
            "For the classic game of 2015 and for 3-D Family: nine rounds, the four gems with "
            "what they are worth, and a column for each of four players; two pads a sheet."
        ),
        options=OPTIONS,
        sheets_are=SHEETS_ARE,
        draw=draw_gem_pads,
    )
)
register(
    Kind(
        key="majority-pad",
        title=_("Score pad: most gems of one colour"),
        lead=_(
            "For the classic game of 2003: six colours, a column for each of four players, and "
            "a line that decides ties; three pads a sheet."
        ),
        options=OPTIONS,
        sheets_are=SHEETS_ARE,
        draw=draw_majority_pads,
    )
)
register(
    Kind(
        key="junior-pad",
        title=_("Score pad: Junior"),
        lead=_(
            "Five rounds with cards to colour in, for four players who needn't be able to "
            "write numbers; two pads a sheet."
        ),
        options=OPTIONS,
        sheets_are=SHEETS_ARE,
        draw=draw_junior_pads,
    )
)
