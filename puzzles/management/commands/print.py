"""``manage.py print KIND --out FILE``: sheets for the printer as a PDF."""

import secrets
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from puzzles.printing.sheet import PAPERS
from puzzles.services import prints
from puzzles.services.refusal import Refusal


class Command(BaseCommand):
    help = "Writes sheets for the printer as a PDF."
    requires_system_checks = ()  # needs neither the site nor its database

    def add_arguments(self, parser: ArgumentParser) -> None:
        kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
        pad = kinds.add_parser("dice-pad", help="a pad of six areas for the dice game")
        pad.add_argument("--paper", choices=list(PAPERS), default="a4")
        pad.add_argument(
            "--seed",
            type=_reading(prints.read_seed),
            metavar="N",
            help="which areas: a number, or the id from a sheet (any by default)",
        )
        pad.add_argument(
            "--sheets",
            type=_reading(prints.read_sheets),
            default=1,
            metavar="N",
            help=f"how many copies, up to {prints.MOST_SHEETS}",
        )
        pad.add_argument("--language", choices=list(dict(settings.LANGUAGES)), default="en")
        pad.add_argument("--ink-saving", action="store_true", help="lines only, nothing filled")
        pad.add_argument("--out", type=Path, required=True, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        seed = options["seed"]
        try:
            chosen = prints.DicePadOptions(
                paper=options["paper"],
                seed=prints.any_seed(secrets.randbelow) if seed is None else seed,
                sheets=options["sheets"],
                language=options["language"],
                ink_saving=options["ink_saving"],
            )
        except Refusal as refusal:
            option = refusal.field.replace("_", "-")
            raise CommandError(f"argument --{option}: {refusal.message}", returncode=2) from refusal
        printed = prints.print_dice_pad(options=chosen)
        try:
            options["out"].write_bytes(printed.content)
        except OSError as error:
            raise CommandError(
                f"argument --out: {options['out']}: {error.strerror}", returncode=2
            ) from error
        self.stdout.write(f"{options['out']}: {chosen.id}, {chosen.sheets} × {chosen.paper}")


def _reading(read: Callable[[str], int]) -> Callable[[str], int]:
    """A service's reading of a text, whose refusal is told at the option."""

    def read_option(text: str) -> int:
        try:
            return read(text)
        except Refusal as refusal:
            raise ArgumentTypeError(refusal.message) from refusal

    return read_option
