"""The pads of the dice game, its dice to cut out, and what is to be expected of areas."""

from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from puzzles.decks import careful, dice
from puzzles.printing import dice_nets, dice_pad
from puzzles.printing.deck import Deck
from puzzles.printing.dice_table import Faces, TableWords
from puzzles.services.prints.options import (
    Kind,
    PrintedFile,
    PrintOptions,
    Report,
    how,
    register,
)

PREVIEW_KEPT_SECONDS = 30 * 24 * 3600


def draw_dice_pads(options: PrintOptions, deck: Deck | None, report: Report) -> PrintedFile:
    """The sheets, the same bytes for the same options; pads after the first have next seeds."""
    pads = []
    for seed in range(options.seed, options.seed + options.pads):
        pad = dice.generate(seed % (dice.MOST_SEED + 1))
        areas = tuple(area.rows for area in pad.areas[: options.areas])
        pads.append(dice_pad.DicePad(pad.id, areas, _faces()))
        report(len(pads), options.pads)
    words = dice_pad.Words(
        title=gettext("Ubongo · Dice game"),
        subject=gettext("A pad of six areas to be filled with the shapes of the dice"),
        sheet=gettext("Sheet"),
        name=gettext("Name:"),
        total=gettext("Total:"),
        table=_table_words(),
    )
    content = dice_pad.draw(pads, words, how(options), sheets=options.sheets)
    name = f"{dice.VARIANT}{dice.VERSION}-{options.seed}-{options.paper}.pdf"
    return PrintedFile(name, content)


def draw_dice_nets(options: PrintOptions, deck: Deck | None, report: Report) -> PrintedFile:
    """The eight dice as nets, so many times."""
    words = dice_nets.Words(
        title=gettext("Ubongo · Dice to cut out"),
        subject=gettext("Eight dice with shapes as nets to cut out, fold and glue"),
        sheet=gettext("Sheet"),
        glue=gettext("Cut out, fold, glue the grey tabs."),
        table=_table_words(),
    )
    content = dice_nets.draw(_faces(), words, how(options), sheets=options.sheets)
    return PrintedFile(f"dice-nets-{options.paper}.pdf", content)


def _faces() -> Faces:
    return Faces(
        black=tuple(_wide(code) for code in dice.BLACK_DIE),
        white=tuple(_wide(code) for code in dice.WHITE_DIE),
    )


def _table_words() -> TableWords:
    return TableWords(
        title=gettext("With ordinary dice"),
        note=gettext(
            "No dice with shapes? Take ordinary ones of two colours, for each player one of each."
        ),
        black=gettext("black dice"),
        white=gettext("white dice"),
    )


def _wide(code: str) -> tuple[str, ...]:
    """A shape of the dice, turned so that it needs little height."""
    (rows,) = dice.PIECES[code].layers()
    if len(rows) <= len(rows[0]):
        return rows
    return tuple("".join(column) for column in zip(*rows, strict=True))


@dataclass(frozen=True)
class AreaPreview:
    """An area with the number of rounds that a careful player needs for it."""

    rows: tuple[str, ...]
    rounds: careful.Expectation

    @property
    def layers(self) -> tuple[tuple[str, ...], ...]:
        """The area as it is drawn elsewhere: a region one level high."""
        return (self.rows,)

    @property
    def size(self) -> int:
        """The number of squares."""
        return sum(row.count("#") for row in self.rows)


def preview_dice_pad(*, seed: int) -> tuple[AreaPreview, ...]:
    """The six areas of a pad, and what is to be expected of them; simulated once for all."""

    def simulated() -> tuple[AreaPreview, ...]:
        return tuple(
            AreaPreview(area.rows, careful.expected_rounds(area.rows))
            for area in dice.generate(seed).areas
        )

    key = f"preview/{dice.id_of(seed)}"
    return cache.get_or_set(key, simulated, PREVIEW_KEPT_SECONDS) or simulated()


register(
    Kind(
        key="dice-pad",
        title=_("Dice pad"),
        lead=_(
            "Sheets for the dice game with six areas of rising size. A table in the margin says "
            "which shape an ordinary die stands for, so ordinary dice of two colours will do."
        ),
        sheets_are=_("One for each player; all show the same."),
        options=("seed", "sheets", "pads", "areas", "paper", "language", "ink_saving"),
        draw=draw_dice_pads,
        id_of=lambda options: dice.id_of(options.seed),
    )
)
register(
    Kind(
        key="dice-nets",
        title=_("Dice to cut out"),
        lead=_(
            "The four black and four white dice of the dice game as nets with tabs to glue, and "
            "the table that replaces them by ordinary dice."
        ),
        sheets_are=_("How many sets of dice; one is enough for a table."),
        options=("sheets", "paper", "language", "ink_saving"),
        draw=draw_dice_nets,
    )
)
