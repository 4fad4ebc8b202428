"""Rounds of classic 2015 and 3-D Family, written down quickly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.rules.play import (
    Game,
    race,
)
from tournaments.rules import (
    Event,
    Rules,
    replay,
)
from tournaments.rules.gem_values import (
    Classic2015Rules,
    Family3dRules,
)

CLASSIC = Classic2015Rules()
FAMILY = Family3dRules()
both = pytest.mark.parametrize("rules", [CLASSIC, FAMILY], ids=lambda rules: rules.key)

Any2015 = Rules[Any, Any]


def draw(seat: int, gem: str) -> dict[str, Any]:
    return {"kind": "draw", "seat": seat, "gem": gem}


def round_of(finished: Sequence[int], *gems: str, second_chance: bool = False) -> Game:
    """A round with its draws."""
    drawn = [draw(seat, gem) for seat, gem in zip(finished, gems, strict=True)]
    return [race(*finished, second_chance=second_chance), *drawn]


NOBODY = race(second_chance=True)


def after(rules: Any2015, seats: int, events: Sequence[Event], **options: Any) -> Any:
    return replay(rules, rules.parse_config(options), seats, events)


def gems(red: int = 0, blue: int = 0, green: int = 0, brown: int = 0) -> dict[str, int]:
    return {"red": red, "blue": blue, "green": green, "brown": brown}
