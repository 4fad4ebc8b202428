"""Fill a new site: the built-in piece sets and the starter decks."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from puzzles.services import decks, piece_sets


class Command(BaseCommand):
    help = "Adds the built-in piece sets and the starter decks that are missing."

    def handle(self, *args: Any, **options: Any) -> None:
        piece_sets.load_built_in()
        for deck in decks.load_starters(now=timezone.now()):
            self.stdout.write(f"{deck.name}: loaded, to be proven by the worker")
