"""``manage.py import_deck FILE``: a deck file into the catalog, whole or not at all."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from puzzles.services import decks
from puzzles.services.refusal import Refusal


class Command(BaseCommand):
    help = "Imports a deck file; the deck is published as soon as the worker has proven it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}", returncode=2) from error
        try:
            deck = decks.import_deck(user=None, content=content, now=timezone.now())
        except Refusal as refusal:
            raise CommandError(f"{refusal.field}: {refusal.message}") from refusal
        self.stdout.write(f"{deck.name}: {deck.get_state_display()}, {deck.get_absolute_url()}")
