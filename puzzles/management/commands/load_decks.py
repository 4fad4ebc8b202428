"""Fill a new site: the built-in piece sets and the decks that it starts with."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from puzzles.services import decks, piece_sets


class Command(BaseCommand):
    help = "Adds the built-in piece sets and the site's decks that are missing."

    def handle(self, *args: Any, **options: Any) -> None:
        piece_sets.load_built_in()
        for deck in decks.load_decks(folder=settings.DECKS_DIR, now=timezone.now()):
            self.stdout.write(f"{deck.name}: loaded, {deck.get_state_display()}")
