"""Print the solver's verdict on every task of a file, one JSON object a line."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from puzzles.solver import Limits, Task, UnreadableFile, solve_many
from puzzles.solver.taskfile import TaskFile, parse_task_file

LINES_AT_ONCE = 500


class Command(BaseCommand):
    """``solve_tasks FILE``: exit 0, 1 if a task had an error, 2 if the file can't be read."""

    help = "Solve the tasks of a file and print one JSON object a line."
    requires_system_checks = ()  # needs neither the site nor its database

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a task file (ubongo-tasks/1)")
        for limit, counted in (("nodes", "laid pieces"), ("covers", "covers")):
            parser.add_argument(
                f"--max-{limit}",
                type=_positive,
                metavar="N",
                help=f"stop the search for a task after N {counted} (unlimited by default)",
            )

    def handle(self, *args: Any, **options: Any) -> None:
        limits = Limits(max_nodes=options["max_nodes"], max_covers=options["max_covers"])
        malformed = 0
        entries = _read(options["file"]).entries
        for start in range(0, len(entries), LINES_AT_ONCE):
            part = entries[start : start + LINES_AT_ONCE]
            verdicts = iter(
                solve_many([entry for entry in part if isinstance(entry, Task)], limits)
            )
            for entry in part:
                if isinstance(entry, Task):
                    line = next(verdicts).to_json(entry.id)
                else:
                    line = entry.to_json()
                    malformed += 1
                self.stdout.write(json.dumps(line))
        if malformed:
            raise CommandError(f"{malformed} of the tasks can't be solved.", returncode=1)


def _read(path: str) -> TaskFile:
    try:
        return parse_task_file(Path(path).read_bytes())
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}", returncode=2) from error
    except UnreadableFile as error:
        raise CommandError(f"{path}: {error.field}: {error.message}", returncode=2) from error


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
