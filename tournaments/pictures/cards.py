"""Junior: whose card goes to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from puzzles.wording import N_
from tournaments.pictures.svg import NAMES, Markup, arrow, box, picture, text
from tournaments.rules import Event
from tournaments.rules.messages import Translate

LABEL: Final = N_("Where the cards of round %(round)s go")
NOT_DONE: Final = N_("not done")
BOX: Final = N_("Box")

COLUMN: Final = 84
CARD: Final = 40


def cards_picture(events: Sequence[Event], states: Sequence[Any], translate: Translate) -> str:
    """Above, each player's card of the last round with the place in it; below, the piles after it.

    An arrow leads from each card to the pile on which it lies now. A card bears the first letter
    of the player whose it was.
    """
    before, state = states[-2:]
    finished = events[-1]["finished"]
    parts: list[Markup] = []
    piles = [
        *((name, before.won[seat], state.won[seat]) for seat, name in enumerate(NAMES)),
        (translate(BOX), before.boxed, state.boxed),
    ]
    for seat, name in enumerate(NAMES):
        x = 44 + seat * COLUMN
        is_done = seat in finished
        place = f"{finished.index(seat) + 1}." if is_done else translate(NOT_DONE)
        parts += [
            text(x, 14, name, "mid strong"),
            *_card(x, 22, seat),
            text(x, 78, place, "mid small"),
        ]
    for column, (name, old, new) in enumerate(piles):
        x = 44 + column * COLUMN
        for seat in new[len(old) :]:
            parts.append(arrow(44 + seat * COLUMN, 84, x + 6 * (seat - column), 132))
        parts.append(text(x, 206, f"{name}: {len(new)}", "mid strong"))
        for number, seat in enumerate(new):
            parts += _card(x - 6 + number * 14, 138 + number * 4, seat)
    return picture(216, parts, label=translate(LABEL) % {"round": state.rounds})


def _card(x: float, y: float, seat: int) -> list[Markup]:
    """A card around ``x`` with the letter of its owner."""
    corner = x - CARD / 2
    return [
        box(corner, y, CARD, CARD + 2, f"r-card p{(5, 7, 1)[seat]}", round_by=5),
        text(corner + 5, y + 15, NAMES[seat][0], "strong"),
    ]
