"""Rounds of classic 2003, written down quickly."""

from __future__ import annotations

from typing import Any

from tests.rules.play import (
    Game,
    race,
)
from tournaments.rules import (
    Choice,
    replay,
)
from tournaments.rules.classic_2003 import COLOURS, Classic2003Rules

PAWNS = Classic2003Rules()

# Row 1 is all red, row 2 all green, and so on: brown, violet, yellow, blue.
PLAIN = [[colour] * 12 for colour in COLOURS]
# Each row is red, green, brown, violet, yellow, blue, red, and so on.
MIXED = [list(COLOURS) * 2] * 6

NOBODY = race(second_chance=True)


def pawns(*rows: int) -> Game:
    return [{"kind": "pawn", "seat": seat, "row": row} for seat, row in enumerate(rows)]


def take(seat: int, row: int | None) -> dict[str, Any]:
    return {"kind": "take", "seat": seat, "row": row}


def after(rows: tuple[int, ...], *events: dict[str, Any], gems: Any = PLAIN) -> Any:
    config = PAWNS.parse_config({"gems": gems})
    return replay(PAWNS, config, len(rows), [*pawns(*rows), *events])


def counts(**of_colour: int) -> dict[str, int]:
    return dict.fromkeys(COLOURS, 0) | of_colour


def reach(state: Any) -> dict[int, list[Any]]:
    """The rows that the buttons offer, by seat."""
    offered = {}
    for option in PAWNS.expected(state).options:
        seat, row = option.fields
        assert isinstance(seat, Choice)
        assert isinstance(row, Choice)
        assert option.kind == "take"
        assert len(seat.values) == 1
        offered[seat.values[0]] = list(row.values)
    return offered  # type: ignore[return-value]
