"""Classic of 2003: the board with its pawns, how far they reach, and what was won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from puzzles.wording import N_
from tournaments.pictures.svg import NAMES, Markup, box, disc, gem, path, picture, text
from tournaments.rules import Event
from tournaments.rules.classic_2003 import COLOURS, IN_A_ROW
from tournaments.rules.messages import MESSAGES, Translate

LABEL: Final = N_("The board with its gems and pawns after round %(round)s")
REACH: Final = N_("%(name)s reaches")

LEFT: Final = 98
LANE: Final = 44
STEP: Final = 19


def board_picture(events: Sequence[Event], states: Sequence[Any], translate: Translate) -> str:
    """The board at the end: rows stand upright, the gems nearest the pawn at the bottom.

    Below the pawns, a line for each who still takes, with a mark at every row in reach.
    """
    state = states[-1]
    bottom = 10 + IN_A_ROW * STEP
    parts: list[Markup] = []
    for row, gems in enumerate(state.rows):
        x = LEFT + row * LANE
        parts.append(box(x - 15, 4, 30, bottom - 4, "r-lane", round_by=6))
        parts += [
            gem(x, bottom - 10 - (place + IN_A_ROW - len(gems)) * STEP, colour)
            for place, colour in enumerate(gems)
        ]
        parts.append(text(x, bottom + 14, row + 1, "mid strong"))
    y = bottom + 32
    for seat, pawn in enumerate(state.pawns):
        others = [other for other in range(seat) if state.pawns[other] == pawn]
        x = LEFT + (pawn - 1) * LANE + 20 * len(others)
        parts += [disc(x, y, 9.5, "r-pawn"), text(x, y + 4, NAMES[seat][0], "mid light")]
    y += 26
    for seat in state.to_take:
        parts.append(text(4, y + 4, translate(REACH) % {"name": NAMES[seat]}, "small"))
        parts += [
            path(f"M{LEFT + (row - 1) * LANE - 7} {y + 5}l7 -9l7 9z", "r-reach")
            for row in state.reach(seat)
        ]
        y += 22
    for seat, name in enumerate(NAMES):
        if state.won[seat]:
            parts.append(text(4, y + 4, f"{name}:", "strong"))
            parts += [
                gem(LEFT + place * 24, y, colour) for place, colour in enumerate(state.won[seat])
            ]
            y += 24
    for place, colour in enumerate(COLOURS):
        x, below = 14 + place % 3 * 112, y + 6 + place // 3 * 22
        words = translate(MESSAGES[f"colour_{colour}"])
        parts += [gem(x, below, colour), text(x + 14, below + 4, words, "small")]
    return picture(y + 44, parts, label=translate(LABEL) % {"round": state.rounds})
