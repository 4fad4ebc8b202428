"""Cards of a deck, their solutions, and the pieces to lay on them."""

from collections.abc import Iterator

from django.db import DatabaseError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from puzzles import models, solver, words
from puzzles.printing import cards, cutouts, solutions
from puzzles.printing.deck import Deck, Pieces, Side
from puzzles.services.prints.decks import built_in_pieces, pieces_of_catalog, solved
from puzzles.services.prints.options import (
    Kind,
    PrintedFile,
    PrintOptions,
    Report,
    boards_as_text,
    how,
    register,
)
from puzzles.services.refusal import Refusal

LARGE = 12
"""So many boards are printed at once; more of them are done by a worker."""

CARDS = ("deck", "boards", "square_mm", "duplex", "order", "back_x_mm", "back_y_mm")
EVERY = ("paper", "language", "ink_saving")


def draw_cards(options: PrintOptions, deck: Deck | None, report: Report) -> PrintedFile:
    """The chosen boards as cards with two sides."""
    assert deck is not None
    numbers = _chosen(options, deck)
    texts = cards.Words(
        title=gettext("Cards"),
        subject=gettext("Cards to be cut out, their areas at true size"),
        back=gettext("back"),
        kind=lambda side: " · ".join(_kinds(deck, side)),
        several=_several,
    )
    sheets = cards.Sheets(
        how=how(options),
        square=options.square_mm,
        duplex=options.duplex,  # type: ignore[arg-type]
        order=options.order,  # type: ignore[arg-type]
        shift=(options.back_x_mm, options.back_y_mm),
    )
    try:
        content = cards.draw(deck, numbers, texts, sheets, report=report)
    except LookupError:
        raise _too_large(options) from None
    return PrintedFile(_name(options, deck), content)


def draw_solutions(options: PrintOptions, deck: Deck | None, report: Report) -> PrintedFile:
    """A solution of every task of the chosen boards."""
    assert deck is not None
    numbers = _chosen(options, deck)
    content = solutions.draw(
        solved(deck, numbers),
        solutions.Words(
            title=gettext("Solutions"),
            subject=gettext("A solution of every task of a deck"),
            page=gettext("Page"),
            levels=gettext("The bottom level lies on the left."),
            unknown=gettext("no solution known"),
            several=_several,
        ),
        how(options),
        report=report,
    )
    return PrintedFile(_name(options, deck), content)


def draw_pieces(options: PrintOptions, deck: Deck | None, report: Report) -> PrintedFile:
    """So many sets of pieces to be cut out."""
    pieces = _pieces(options.piece_set)
    try:
        content = cutouts.draw(
            pieces,
            cutouts.Words(
                title=gettext("Pieces"),
                subject=gettext("Pieces to be cut out, at true size"),
                sheet=gettext("Sheet"),
                flat=gettext("Glue the sheet on cardboard and cut along the thick lines."),
                layers=gettext(
                    "How the cubes of each piece lie, level by level. Glue wooden cubes of this "
                    "size together, or paper ones from the next sheets."
                ),
                nets=gettext("Cut out, fold, glue the grey tabs; then glue the cubes together."),
                cubes=lambda count: (
                    ngettext("%(count)s cube", "%(count)s cubes", count) % {"count": count}
                ),
            ),
            how(options),
            square=options.square_mm,
            sets=options.sheets,
            report=report,
        )
    except LookupError:
        raise _too_large(options) from None
    return PrintedFile(f"pieces-{pieces.key}-{options.paper}.pdf", content)


def _chosen(options: PrintOptions, deck: Deck | None) -> tuple[int, ...]:
    """The numbers of the boards to print; a Refusal names those that the deck hasn't."""
    assert deck is not None
    missing = tuple(sorted(set(options.boards) - set(deck.numbers)))
    if missing:
        raise Refusal(
            gettext("The deck has no board %(numbers)s.") % {"numbers": boards_as_text(missing)},
            field="boards",
        )
    return options.boards or deck.numbers


def _kinds(deck: Deck, side: Side) -> Iterator[str]:
    """What kind of side it is, in words."""
    if side.colour:
        yield str(words.COLOURS[side.colour])
    if deck.variant == "junior":
        yield gettext("easy side") if side.letter == "A" else gettext("difficult side")
        return
    if side.level is not None:
        yield gettext("Level %(level)s") % {"level": side.level}
    if side.height > 1:
        levels = ngettext("%(count)s level high", "%(count)s levels high", side.height)
        yield levels % {"count": side.height}
        return
    counts = {len(task.pieces) for task in side.tasks}
    if len(counts) == 1:
        (count,) = counts
        yield ngettext("%(count)s piece", "%(count)s pieces", count) % {"count": count}


def _several(count: int) -> str:
    return words.SOLUTIONS % {"count": count}


def _pieces(key: str) -> Pieces:
    """The set as the site has it; without a site's database as it is built in."""
    try:
        rows = models.PieceSet.objects.prefetch_related("pieces").filter(key=key)
        if found := rows.first():
            return pieces_of_catalog(found)
    except DatabaseError:
        pass
    if key not in solver.BUILT_IN:
        raise Refusal(gettext("There is no such piece set."), field="piece_set")
    return built_in_pieces(key)


def _too_large(options: PrintOptions) -> Refusal:
    return Refusal(
        gettext("With squares of %(square)s mm this doesn't fit on a page.")
        % {"square": f"{options.square_mm:g}"},
        field="square_mm",
    )


def _name(options: PrintOptions, deck: Deck) -> str:
    chosen = f"-{boards_as_text(options.boards)}" if options.boards else ""
    return f"{options.kind}-{deck.key}{chosen}-{options.paper}.pdf"


def _is_large(options: PrintOptions, deck: Deck | None) -> bool:
    return len(_chosen(options, deck)) > LARGE


register(
    Kind(
        key="cards",
        title=_("Cards"),
        lead=_(
            "The boards of a deck as cards with two sides, the areas at true size for the pieces "
            "that you cut out or have."
        ),
        options=(*CARDS, *EVERY),
        draw=draw_cards,
        needs_deck=True,
        check=_chosen,
        is_large=_is_large,
    )
)
register(
    Kind(
        key="solutions",
        title=_("Solutions"),
        lead=_("A booklet with a solution of every task, board by board."),
        options=("deck", "boards", *EVERY),
        draw=draw_solutions,
        needs_deck=True,
        check=_chosen,
        is_large=_is_large,
    )
)
register(
    Kind(
        key="pieces",
        title=_("Pieces"),
        lead=_(
            "The pieces of a game to cut out, each with its letter and hatch. Solid ones come as "
            "patterns of their levels and as nets of their cubes."
        ),
        sheets_are=_("How many sets of pieces; each player needs one."),
        options=("piece_set", "square_mm", "sheets", *EVERY),
        draw=draw_pieces,
    )
)
