"""Decks for tests of what is printed: the small decks, and files of a single board."""

from functools import cache

from puzzles.decks.deckfile import DeckFile, parse_deck_file
from puzzles.printing.deck import Deck
from puzzles.services import prints
from tests.decks import SMALL_DECKS

VARIANTS = ("classic", "family-3d", "junior")


@cache
def starter_file(variant: str) -> DeckFile:
    """A small deck as it stands in its file."""
    return parse_deck_file(_source(variant).decode())


@cache
def starter(variant: str, language: str = "en") -> Deck:
    """A small deck as it is printed."""
    return prints.deck_of_file(
        content=starter_file(variant), source=_source(variant), language=language
    )


def _source(variant: str) -> bytes:
    return (SMALL_DECKS / f"{variant}.json").read_bytes()
