"""The levels of 3-D Family in a tournament: the same for a table's seats, or each player's own."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.models import Round, Tournament


def of_a_table(options: Mapping[str, Any], seats: int) -> Mapping[str, Any]:
    """The options of a round as they are for so many: levels are those of a full table."""
    levels = options.get("levels")
    return {**options, "levels": levels[:seats]} if levels else options


def are_own(drawn: Round) -> bool:
    """Does everybody play the level of their own in this round?"""
    return drawn.variant == "family-3d" and drawn.config.get("levels") is None


def last_ones(tournament: Tournament) -> dict[int, int]:
    """The level that each player had the last time, by registrations' keys."""
    games = tournament.games.filter(round__variant="family-3d").order_by("round__number")
    return {
        seat.registration_id: game.config["levels"][seat.number]
        for game in games.prefetch_related("seats")
        if game.config["levels"]
        for seat in game.seats.all()
    }


def own(players: Sequence[int], last: Mapping[int, int]) -> list[int] | None:
    """Those of a table; None if somebody has none yet, so that the table enters them."""
    return [last[key] for key in players] if all(key in last for key in players) else None
