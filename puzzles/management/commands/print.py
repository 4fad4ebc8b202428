"""``manage.py print KIND --out FILE``: sheets for the printer as a PDF."""

import secrets
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.management.base import BaseCommand, CommandError

from puzzles.decks.deckfile import UnreadableDeck, parse_deck_file
from puzzles.printing.deck import Deck
from puzzles.services import prints
from puzzles.services.refusal import Refusal

# What --help says of each option, and how its value is called there.
OPTIONS: Mapping[str, tuple[str, str]] = {
    "paper": ("a4|letter", "the paper (a4)"),
    "language": ("de|en", "the language (en)"),
    "seed": ("N", "which areas: a number, or the id from a sheet (any by default)"),
    "sheets": ("N", f"how many copies or sets, up to {prints.MOST_SHEETS} (1)"),
    "pads": ("N", "how many pads of different areas, by this seed and the next ones (1)"),
    "areas": ("5|6", "how many areas a sheet has; five are for two who agree (6)"),
    "deck": ("FILE|KEY", "a deck file, or the key of a published deck of the site"),
    "boards": ("NUMBERS", "some boards only, such as 1-4,7 (all)"),
    "piece_set": ("KEY", "whose pieces, such as junior (classic-12)"),
    "square_mm": ("MM", "how wide a square is, such as 12.5, 13, 14.5 or 16 (12.5)"),
    "duplex": (
        "long|short|fold",
        "the back is printed by turning over the long or the short edge, or beside the front "
        "to be folded and glued (long)",
    ),
    "order": ("interleaved|fronts-first", "in which order the pages come (interleaved)"),
    "back_x_mm": ("MM", "move the backs to the right (0)"),
    "back_y_mm": ("MM", "move the backs up (0)"),
    "tournament": ("N", "which tournament, by the number in its address"),
}


class Command(BaseCommand):
    help = "Writes sheets for the printer as a PDF."
    requires_system_checks = ()  # needs the database only for what is in it

    def add_arguments(self, parser: ArgumentParser) -> None:
        kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
        for kind in prints.KINDS.values():
            of_kind = kinds.add_parser(kind.key, help=str(kind.title), description=str(kind.lead))
            for name in kind.options:
                option = f"--{name.replace('_', '-')}"
                if name == "ink_saving":
                    of_kind.add_argument(
                        option, action="store_true", help="lines only, nothing filled"
                    )
                else:
                    metavar, text = OPTIONS[name]
                    of_kind.add_argument(
                        option,
                        type=_reading(prints.READERS[name]) if name != "deck" else str,
                        required=name in ("deck", "tournament"),
                        metavar=metavar,
                        help=text,
                    )
            of_kind.add_argument("--out", type=Path, required=True, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        kind = prints.kind_of(options["kind"])
        given = {name: options[name] for name in kind.options if options[name] is not None}
        if "seed" in kind.options:
            given.setdefault("seed", prints.any_seed(secrets.randbelow))
        try:
            deck = None
            if kind.needs_deck:
                deck = _read_deck(given["deck"], language=given.get("language", "en"))
                given["deck"] = deck.key
            chosen = prints.PrintOptions.read(kind.key, given)
            printed = prints.print_sheets(options=chosen, deck=deck)
        except Refusal as refusal:
            option = refusal.field.replace("_", "-")
            raise CommandError(f"argument --{option}: {refusal.message}", returncode=2) from refusal
        try:
            options["out"].write_bytes(printed.content)
        except OSError as error:
            raise CommandError(
                f"argument --out: {options['out']}: {error.strerror}", returncode=2
            ) from error
        self.stdout.write(f"{options['out']}: {chosen.id}, {chosen.sheets} × {chosen.paper}")


def _read_deck(text: str, *, language: str) -> Deck:
    """The deck of a file, or the site's with this key."""
    path = Path(text)
    if not path.is_file():
        key = prints.READERS["deck"](text)
        return prints.deck_of_catalog(user=AnonymousUser(), key=key, language=language)
    try:
        source = path.read_bytes()
        content = parse_deck_file(source)
    except OSError as error:
        raise Refusal(f"{text}: {error.strerror}", field="deck") from error
    except UnreadableDeck as error:
        raise Refusal(str(error), field="deck") from error
    return prints.deck_of_file(content=content, source=source, language=language)


def _reading(read: Callable[[object], Any]) -> Callable[[str], Any]:
    """A service's reading of a text, whose refusal is told at the option."""

    def read_option(text: str) -> Any:
        try:
            return read(text)
        except Refusal as refusal:
            raise ArgumentTypeError(refusal.message) from refusal

    return read_option
