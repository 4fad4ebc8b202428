"""Tournaments: who plays, in which rounds, at which table, and every entry of every game."""

from tournaments.models.games import Confirmation, Entry, Game, Seat
from tournaments.models.registrations import Registration
from tournaments.models.rounds import DeckInRoom, Playoff, Round
from tournaments.models.solo import SoloEvent, SoloResult, SoloRun
from tournaments.models.tournaments import (
    LARGEST_CAPACITY,
    LONGEST_OFFER,
    MOST_ROUNDS,
    Person,
    Tournament,
    Visitor,
    new_check_in_code,
)

__all__ = [
    "LARGEST_CAPACITY",
    "LONGEST_OFFER",
    "MOST_ROUNDS",
    "Confirmation",
    "DeckInRoom",
    "Entry",
    "Game",
    "Person",
    "Playoff",
    "Registration",
    "Round",
    "Seat",
    "SoloEvent",
    "SoloResult",
    "SoloRun",
    "Tournament",
    "Visitor",
    "new_check_in_code",
]
