"""Print how the game of a file stands, as one line of JSON."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.rules.gamefile import report


class Command(BaseCommand):
    """``replay_game FILE``: exit 0, 1 if it holds no legal game, 2 if it can't be read."""

    help = "Replay the game of a file and print one JSON object."
    requires_system_checks = ()  # needs neither the site nor its database

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a game file (ubongo-game/1)")

    def handle(self, *args: Any, **options: Any) -> None:
        path = options["file"]
        try:
            content = Path(path).read_bytes()
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror or error}", returncode=2) from error
        result = report(content)
        self.stdout.write(json.dumps(result))
        if "error" in result:
            raise CommandError(f"{path} holds no legal game.", returncode=1)
