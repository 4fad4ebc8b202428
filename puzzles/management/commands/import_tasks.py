"""``manage.py import_tasks FILE``: a task file into the catalog, whole or not at all."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from puzzles.services import taskfiles
from puzzles.services.refusal import Refusal


class Command(BaseCommand):
    help = "Imports a task file; one wrong task and nothing is imported."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}", returncode=2) from error
        try:
            came = taskfiles.import_task_file(user=None, content=content, now=timezone.now())
        except taskfiles.FileRefusal as refusal:
            lines = [
                f"  {error.line}. {error.id}: {error.field}: {error.message}"
                for error in refusal.errors
            ]
            raise CommandError("\n".join([refusal.message, *lines])) from refusal
        except Refusal as refusal:
            raise CommandError(f"{refusal.field}: {refusal.message}") from refusal
        self.stdout.write(f"{len(came.added)} imported, {len(came.known)} there already")
