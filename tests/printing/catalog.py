"""A catalog with a deck to be printed."""

from dataclasses import replace
from datetime import UTC, datetime

from puzzles.models import Deck
from puzzles.services import decks, piece_sets
from tests.printing.decks import starter_file

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def published_deck(variant: str = "classic", *, key: str = "printed") -> Deck:
    """A starter deck in the catalog with a task a side, published, without verdicts."""
    piece_sets.load_built_in()
    whole = starter_file(variant)
    sides = tuple(replace(side, tasks=side.tasks[:1]) for side in whole.boards)
    content = replace(whole, boards=sides)
    deck = decks.add_deck(content=content, key=key, name=key)
    Deck.objects.filter(pk=deck.pk).update(state=Deck.State.PUBLISHED)
    deck.refresh_from_db()
    return deck
