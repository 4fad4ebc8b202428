"""Play a whole tournament at random and print what came of it, as one JSON object."""

from __future__ import annotations

import argparse
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from puzzles.services.refusal import Refusal
from tournaments.services.simulation import simulate


class Command(BaseCommand):
    """``simulate_tournament --variant KEY --players N --rounds R --seed S [--keep]``."""

    help = "Play a tournament of guests at random; it is rolled back unless --keep is given."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--variant", required=True, metavar="KEY")
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--rounds", type=int, required=True, metavar="R")
        parser.add_argument("--seed", type=int, required=True, metavar="S")
        parser.add_argument("--keep", action="store_true", help="leave the tournament on the site")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with transaction.atomic():
                played = simulate(
                    variant=options["variant"],
                    players=options["players"],
                    rounds_to_play=options["rounds"],
                    seed=options["seed"],
                    now=timezone.now(),
                )
                transaction.set_rollback(not options["keep"])
        except Refusal as refusal:
            raise CommandError(f"{refusal.field}: {refusal.message}", returncode=1) from refusal
        self.stdout.write(json.dumps(played))
