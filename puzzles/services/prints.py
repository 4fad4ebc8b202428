"""What comes out of the printer: options, checked once for page and command, and the files."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from puzzles.decks import careful, dice
from puzzles.printing import dice_pad
from puzzles.printing.sheet import PAPERS
from puzzles.services.refusal import Refusal

MOST_SHEETS = 200
PROPOSED_SEEDS = 100_000
PREVIEW_KEPT_SECONDS = 30 * 24 * 3600


@dataclass(frozen=True)
class DicePadOptions:
    """How a dice pad is to be printed; a Refusal names the option that is wrong."""

    seed: int
    paper: str = "a4"
    sheets: int = 1
    language: str = "en"
    ink_saving: bool = False

    def __post_init__(self) -> None:
        _check_seed(self.seed)
        _check_sheets(self.sheets)
        if self.paper not in PAPERS:
            raise Refusal(_("The paper is a4 or letter."), field="paper")
        if self.language not in dict(settings.LANGUAGES):
            raise Refusal(_("The language is de or en."), field="language")

    @property
    def id(self) -> str:
        """What stands on the sheets and reproduces them."""
        return dice.id_of(self.seed)


def _check_seed(seed: int) -> int:
    if not 0 <= seed <= dice.MOST_SEED:
        limits = {"most": dice.MOST_SEED, "id": dice.id_of(77)}
        raise Refusal(
            _("A seed is a whole number from 0 to %(most)s, alone or in an id such as %(id)s.")
            % limits,
            field="seed",
        )
    return seed


def _check_sheets(sheets: int) -> int:
    if not 1 <= sheets <= MOST_SHEETS:
        raise Refusal(
            _("From 1 to %(most)s sheets can be printed at a time.") % {"most": MOST_SHEETS},
            field="sheets",
        )
    return sheets


def any_seed(below: Callable[[int], int]) -> int:
    """A seed to propose, short enough to be typed; ``below(n)`` draws from 0 to n - 1."""
    return 1 + below(PROPOSED_SEEDS - 1)


def read_seed(text: str) -> int:
    """A seed from what was typed: a number, or an id that holds one."""
    found = re.fullmatch(rf"(?:{dice.PREFIX})?([0-9]{{1,20}})", text.strip())
    return _check_seed(int(found[1]) if found else -1)


def read_sheets(text: str) -> int:
    """A number of sheets from what was typed."""
    found = re.fullmatch("[0-9]{1,20}", text.strip())
    return _check_sheets(int(found[0]) if found else 0)


@dataclass(frozen=True)
class PrintedFile:
    """A PDF and the name to keep it under."""

    name: str
    content: bytes


def print_dice_pad(*, options: DicePadOptions) -> PrintedFile:
    """The sheets, the same bytes for the same options."""
    pad = dice.generate(options.seed)
    with override(options.language):
        words = dice_pad.Words(
            title=gettext("Ubongo · Dice game"),
            subject=gettext("A pad of six areas to be filled with the shapes of the dice"),
            sheet=gettext("Sheet"),
            name=gettext("Name:"),
            total=gettext("Total:"),
            table=gettext("With ordinary dice"),
            table_note=gettext(
                "No dice with shapes? Take ordinary ones of two colours, for each player one of "
                "each."
            ),
            black=gettext("black dice"),
            white=gettext("white dice"),
            ruler=gettext("Printed at 100 %, this ruler is 100 mm long."),
        )
    content = dice_pad.draw(
        dice_pad.DicePad(
            id=pad.id,
            areas=tuple(area.rows for area in pad.areas),
            black=tuple(_wide(code) for code in dice.BLACK_DIE),
            white=tuple(_wide(code) for code in dice.WHITE_DIE),
        ),
        words,
        paper=options.paper,
        sheets=options.sheets,
        language=options.language,
        ink_saving=options.ink_saving,
    )
    name = f"{dice.VARIANT}{dice.VERSION}-{options.seed}-{options.paper}.pdf"
    return PrintedFile(name, content)


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
