"""Fill a new site: the built-in piece sets and the decks that it starts with."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from puzzles.services import decks, piece_sets
from puzzles.services.refusal import Refusal


class Command(BaseCommand):
    help = "Adds the built-in piece sets and the site's decks that are missing."

    def handle(self, *args: Any, **options: Any) -> None:
        piece_sets.load_built_in()
        if not settings.DECKS_DIR.is_dir():
            raise CommandError(f"There is no folder {settings.DECKS_DIR}.")
        for file in sorted(settings.DECKS_DIR.glob("*.json")):
            try:
                deck = decks.load_deck(content=file.read_bytes(), now=timezone.now())
            except Refusal as refusal:
                raise CommandError(f"{file}: {refusal.field}: {refusal.message}") from refusal
            if deck is not None:
                self.stdout.write(f"{deck.name}: loaded, {deck.get_state_display()}")
