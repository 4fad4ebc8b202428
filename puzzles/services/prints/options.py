"""How something is to be printed: one value for page, API and command line, checked once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from puzzles.decks import dice
from puzzles.printing.deck import Deck
from puzzles.printing.sheet import PAPERS, How
from puzzles.services.refusal import Refusal

MOST_SHEETS = 200
PROPOSED_SEEDS = 100_000
MOST_BOARDS = 999
SMALLEST_SQUARE, LARGEST_SQUARE = 6.0, 40.0
MOST_SHIFT = 5.0

Report = Callable[[int, int], None]


@dataclass(frozen=True)
class PrintedFile:
    """A PDF and the name to keep it under."""

    name: str
    content: bytes


def _one_of(field: str, choices: Mapping[str, object], message: Any) -> Callable[[object], str]:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise Refusal(message, field=field)
        return value

    return read


def _whole(field: str, least: int, most: int, message: Any) -> Callable[[object], int]:
    def read(value: object) -> int:
        number = _as_whole(value)
        if number is None or not least <= number <= most:
            raise Refusal(message % {"least": least, "most": most}, field=field)
        return number

    return read


def _as_whole(value: object) -> int | None:
    if isinstance(value, str) and re.fullmatch("[0-9]{1,20}", text := value.strip()):
        return int(text)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _length(field: str, least: float, most: float, message: Any) -> Callable[[object], float]:
    """Reads millimetres, to a hundredth; a comma will do as well as a point."""

    def read(value: object) -> float:
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,3}([.,][0-9]{1,9})?", value.strip()):
            value = float(value.strip().replace(",", "."))
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            value = most + 1
        if not least <= value <= most:
            raise Refusal(message % {"least": f"{least:g}", "most": f"{most:g}"}, field=field)
        return round(float(value), 2) + 0.0

    return read


def read_seed(value: object) -> int:
    """A seed from what was typed: a number, or an id that holds one."""
    if isinstance(value, str):
        value = value.strip().removeprefix(dice.PREFIX)
    number = _as_whole(value)
    if number is None or not 0 <= number <= dice.MOST_SEED:
        limits = {"most": dice.MOST_SEED, "id": dice.id_of(77)}
        raise Refusal(
            _("A seed is a whole number from 0 to %(most)s, alone or in an id such as %(id)s.")
            % limits,
            field="seed",
        )
    return number


def read_boards(value: object) -> tuple[int, ...]:
    """The numbers of boards from what was typed, such as 1-4, 7; nothing means all of them."""
    if isinstance(value, str):
        text = " ".join(value.replace("–", "-").split())
        value = [
            number
            for part in text.replace(" -", "-").replace("- ", "-").replace(",", " ").split()
            for number in _span(part)
        ]
    numbers = [_as_whole(one) or 0 for one in value] if isinstance(value, list | tuple) else [0]
    if not all(1 <= number <= MOST_BOARDS for number in numbers):
        raise Refusal(_("Boards are chosen by their numbers, such as 1-4, 7."), field="boards")
    return tuple(sorted(set(numbers)))


def _span(text: str) -> Sequence[int]:
    """The numbers of a part such as 4 or 1-4; a zero for anything else."""
    found = re.fullmatch("([0-9]{1,3})(?:-([0-9]{1,3}))?", text)
    if not found:
        return [0]
    return range(int(found[1]), int(found[2] or found[1]) + 1) or [0]


def read_deck(value: object) -> str:
    """The key of a deck."""
    if not isinstance(value, str) or not re.fullmatch(r"[-a-zA-Z0-9_]{1,60}", value):
        raise Refusal(_("Choose a deck."), field="deck")
    return value


def read_piece_set(value: object) -> str:
    """The key of a piece set."""
    if not isinstance(value, str) or not re.fullmatch(r"[-a-zA-Z0-9_]{1,40}", value):
        raise Refusal(_("Choose a piece set."), field="piece_set")
    return value


def read_ink_saving(value: object) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise Refusal(_("Saving ink is either true or false."), field="ink_saving")
    return value


_SHIFT = _("The backs can be moved by %(least)s to %(most)s mm.")

READERS: Mapping[str, Callable[[object], Any]] = {
    "paper": _one_of("paper", PAPERS, _("The paper is a4 or letter.")),
    "language": _one_of("language", dict(settings.LANGUAGES), _("The language is de or en.")),
    "ink_saving": read_ink_saving,
    "seed": read_seed,
    "sheets": _whole(
        "sheets", 1, MOST_SHEETS, _("From %(least)s to %(most)s sheets can be printed at a time.")
    ),
    "pads": _whole("pads", 1, 50, _("A file holds %(least)s to %(most)s different pads.")),
    "areas": _whole("areas", 5, 6, _("A sheet has %(least)s or %(most)s areas.")),
    "deck": read_deck,
    "boards": read_boards,
    "piece_set": read_piece_set,
    "square_mm": _length(
        "square_mm",
        SMALLEST_SQUARE,
        LARGEST_SQUARE,
        _("A square is %(least)s to %(most)s mm wide."),
    ),
    "duplex": _one_of(
        "duplex", dict.fromkeys(("long", "short", "fold")), _("The back is long, short or fold.")
    ),
    "order": _one_of(
        "order",
        dict.fromkeys(("interleaved", "fronts-first")),
        _("The order is interleaved or fronts-first."),
    ),
    "back_x_mm": _length("back_x_mm", -MOST_SHIFT, MOST_SHIFT, _SHIFT),
    "back_y_mm": _length("back_y_mm", -MOST_SHIFT, MOST_SHIFT, _SHIFT),
    "tournament": _whole(
        "tournament", 1, 2**31 - 1, _("A tournament is given by its number, as in its address.")
    ),
}
"""What makes an option of anything that was typed or sent; a Refusal names the option."""


@dataclass(frozen=True)
class PrintOptions:
    """How a kind of sheets is to be printed; a Refusal names the option that is wrong.

    Lengths are in millimetres. Of the options only those that its kind knows may differ from
    what is usual.
    """

    kind: str
    paper: str = "a4"
    language: str = "en"
    ink_saving: bool = False
    seed: int = 0
    sheets: int = 1
    pads: int = 1
    areas: int = 6
    deck: str = ""
    boards: tuple[int, ...] = ()
    piece_set: str = "classic-12"
    square_mm: float = 12.5
    duplex: str = "long"
    order: str = "interleaved"
    back_x_mm: float = 0.0
    back_y_mm: float = 0.0
    tournament: int = 0

    def __post_init__(self) -> None:
        kind = kind_of(self.kind)
        for field in fields(self)[1:]:
            value = getattr(self, field.name)
            if field.name in kind.options:
                object.__setattr__(self, field.name, READERS[field.name](value))
            elif value != field.default:
                raise Refusal(
                    _("%(kind)s has no such option.") % {"kind": kind.title}, field=field.name
                )
        if self.pads * self.sheets > MOST_SHEETS:
            READERS["sheets"](self.pads * self.sheets)

    @classmethod
    def read(cls, kind: str, given: Mapping[str, object]) -> PrintOptions:
        """The options of a kind from what was typed or sent, by their names."""
        known = kind_of(kind).options
        for name in given:
            if name not in known:
                raise Refusal(
                    _("%(kind)s has no such option.") % {"kind": kind_of(kind).title}, field=name
                )
        if "deck" in known:
            read_deck(given.get("deck"))
        return cls(kind, **given)  # type: ignore[arg-type]

    def given(self) -> dict[str, Any]:
        """The options of the kind by their names, as ``read`` takes them and JSON keeps them."""
        return {
            name: list(value) if isinstance(value := getattr(self, name), tuple) else value
            for name in kind_of(self.kind).options
        }

    @property
    def id(self) -> str:
        """What stands on the sheets and reproduces them: an id, or their address on the site."""
        return kind_of(self.kind).id_of(self)

    @property
    def address(self) -> str:
        """Where the site offers these sheets, with all that differs from what is usual."""
        differing = {name: text for name, text in self.as_typed().items() if name not in EVIDENT}
        return f"/print/{self.kind}/?{urlencode(differing, safe=',')}".rstrip("?")

    def as_typed(self) -> dict[str, str]:
        """What differs from what is usual, as it would be typed."""
        return {
            field.name: _as_text(getattr(self, field.name))
            for field in fields(self)[1:]
            if getattr(self, field.name) != field.default
        }


def how(options: PrintOptions) -> How:
    """How the sheets come out, in the language that is active."""
    return How(
        paper=options.paper,
        language=options.language,
        ink_saving=options.ink_saving,
        id=options.id,
        ruler=gettext("Printed at 100 %, this ruler is 100 mm long."),
    )


EVIDENT = frozenset({"paper", "language", "ink_saving", "sheets"})
"""What a sheet shows without being told."""


def _as_text(value: object) -> str:
    if isinstance(value, tuple):
        return boards_as_text(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def boards_as_text(numbers: tuple[int, ...]) -> str:
    """Numbers as they are typed: 1-4,7."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ",".join(str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)


@dataclass(frozen=True)
class Kind:
    """A kind of sheets: what it is, the options it knows, and what draws it.

    ``draw`` takes the options, the deck for a kind that needs one, and what to tell of pages
    drawn. ``sheets_are`` says what the option of that name counts. ``check`` refuses beforehand
    what the deck hasn't; ``is_large`` says whether this is better done by a worker. The shop, open
    to everybody, offers those that are ``is_in_shop``.
    """

    key: str
    title: Promise
    lead: Promise
    options: tuple[str, ...]
    draw: Callable[[PrintOptions, Deck | None, Report], PrintedFile]
    sheets_are: Promise | str = ""
    needs_deck: bool = False
    is_in_shop: bool = True
    id_of: Callable[[PrintOptions], str] = lambda options: options.address
    check: Callable[[PrintOptions, Deck | None], object] = lambda *_: None
    is_large: Callable[[PrintOptions, Deck | None], bool] = lambda *_: False


KINDS: dict[str, Kind] = {}
"""Every kind that can be printed, by its key, in the order in which the shop shows them."""


def register(kind: Kind) -> None:
    """Add a kind to the shop."""
    KINDS[kind.key] = kind


def kind_of(key: str) -> Kind:
    """The kind with this key."""
    if key not in KINDS:
        raise Refusal(_("There is no such kind of sheets."), field="kind")
    return KINDS[key]


def any_seed(below: Callable[[int], int]) -> int:
    """A seed to propose, short enough to be typed; ``below(n)`` draws from 0 to n - 1."""
    return 1 + below(PROPOSED_SEEDS - 1)
