"""Classic of 2015 and 3-D Family: the track, the bag, and what everybody has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from puzzles.wording import N_
from tournaments.pictures.svg import NAMES, Markup, box, gem, picture, text
from tournaments.rules import Event
from tournaments.rules.gem_values import GEMS, PRIZES, VALUES
from tournaments.rules.messages import Translate
from tournaments.rules.race import ROUNDS

LABEL: Final = N_("Gems on the track, in the bag and with the players after round %(round)s")
TRACK: Final = N_("Track")
BAG: Final = N_("Bag: %(count)s")
POINTS: Final = N_("%(points)s points")

LEFT: Final = 92
STEP: Final = 25
ROW: Final = 26


def gems_picture(events: Sequence[Event], states: Sequence[Any], translate: Translate) -> str:
    """How the gems lie at the end. Places of the track that are empty are drawn as rings."""
    state = states[-1]
    parts: list[Markup] = [text(4, 14, translate(TRACK), "strong")]
    for row, colour in enumerate(PRIZES):
        y = 32 + row * ROW
        for place in range(ROUNDS):
            x = LEFT + place * STEP
            is_left = place >= ROUNDS - state.track[colour]
            parts.append(gem(x, y, colour, VALUES[colour]) if is_left else _hole(x, y))
    parts.append(text(4, 94, translate(BAG) % {"count": sum(state.bag.values())}, "strong"))
    for place, colour in enumerate(GEMS):
        x = LEFT + place * 60
        parts += [gem(x, 90, colour, VALUES[colour]), text(x + 13, 94, f"× {state.bag[colour]}")]
    for seat, name in enumerate(NAMES):
        y = 124 + seat * ROW
        won = [colour for colour in GEMS for _ in range(state.won[seat][colour])]
        points = translate(POINTS) % {"points": state.totals[seat]}
        parts += [text(4, y + 4, name, "strong"), text(336, y + 4, points, "end")]
        parts += [
            gem(LEFT + place * STEP, y, colour, VALUES[colour]) for place, colour in enumerate(won)
        ]
    return picture(196, parts, label=translate(LABEL) % {"round": state.rounds})


def _hole(x: float, y: float) -> Markup:
    return box(x - 3, y - 3, 6, 6, "r-hole", round_by=3)
