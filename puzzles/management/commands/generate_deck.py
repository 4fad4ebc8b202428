"""``manage.py generate_deck VARIANT --seed N --out FILE``: a whole deck, the same every time."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from puzzles.decks.deckfile import dump_deck_file
from puzzles.decks.dice import MOST_SEED
from puzzles.decks.generating import GENERATORS


class Command(BaseCommand):
    help = "Generates a deck of unique tasks and writes it as a deck file."
    requires_system_checks = ()  # needs neither the site nor its database

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("variant", choices=list(GENERATORS))
        parser.add_argument("--seed", type=int, required=True, metavar="N")
        parser.add_argument("--out", type=Path, required=True, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 0 <= options["seed"] <= MOST_SEED:
            raise CommandError(
                f"argument --seed: a seed lies between 0 and {MOST_SEED}.", returncode=2
            )
        deck = GENERATORS[options["variant"]](options["seed"])
        try:
            options["out"].write_text(dump_deck_file(deck), "utf-8")
        except OSError as error:
            raise CommandError(
                f"argument --out: {options['out']}: {error.strerror}", returncode=2
            ) from error
        tasks = sum(len(side.tasks) for side in deck.boards)
        self.stdout.write(f"{options['out']}: {deck.id}, {len(deck.boards)} sides, {tasks} tasks")
