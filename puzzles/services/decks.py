"""How a deck comes into the catalog and is published as soon as all of it is proven."""

from datetime import datetime
from hashlib import sha256
from importlib.resources import files

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from puzzles import solver, words
from puzzles.decks.deckfile import DeckFile, UnreadableDeck, parse_deck_file
from puzzles.models import Board, BoardTask, Deck, PieceSet, Task, Visitor
from puzzles.services import jobs, publication, tasks
from puzzles.services.content import has_area
from puzzles.services.refusal import Refusal

# The decks that a new site starts with: file in puzzles/decks/starter, key and name.
STARTERS = {
    "classic": ("starter-classic", gettext_noop("Starter deck, classic")),
    "family-3d": ("starter-family-3d", gettext_noop("Starter deck, 3-D Family")),
    "junior": ("starter-junior", gettext_noop("Starter deck, Junior")),
    "dice": ("starter-dice", gettext_noop("Starter deck, dice game")),
}


def load_starters(*, now: datetime) -> list[Deck]:
    """Add the starter decks that are missing and have them proven; returns the new ones."""
    folder = files("puzzles.decks") / "starter"
    loaded = []
    for file, (key, name) in STARTERS.items():
        if not Deck.objects.filter(key=key).exists():
            content = parse_deck_file((folder / f"{file}.json").read_text("utf-8"))
            with transaction.atomic():
                deck = load_deck(content=content, key=key, name=name, now=now)
                loaded.append(publish_deck(user=None, deck=deck, now=now))
    return loaded


def import_deck(*, user: Visitor | None, content: bytes, now: datetime) -> Deck:
    """Add the deck of a file and have it proven, or raise ``Refusal`` and add nothing.

    A generated deck is known by its id, any other by what is in the file.
    """
    try:
        deck_file = parse_deck_file(content.decode("utf-8"))
    except (UnicodeDecodeError, UnreadableDeck) as error:
        raise Refusal(str(error), field="file") from error
    name = deck_file.id or f"{deck_file.variant} {sha256(content).hexdigest()[:8]}"
    key = slugify(name.replace("#", "-"))
    _refuse_unless_loadable(deck_file, key)
    try:
        with transaction.atomic():
            deck = load_deck(content=deck_file, key=key, name=name, now=now)
            return publish_deck(user=user, deck=deck, now=now)
    except solver.MalformedTask as error:
        raise Refusal.of(error) from error
    except IntegrityError as error:
        raise Refusal(_("The file has the same board or task twice."), field="file") from error


def _refuse_unless_loadable(deck_file: DeckFile, key: str) -> None:
    if deck_file.variant not in words.VARIANTS:
        raise Refusal(_("There is no such game."), field="variant")
    if not PieceSet.objects.filter(key=deck_file.piece_set).exists():
        raise Refusal(_("There is no such piece set."), field="piece_set")
    if not all(task.pieces for side in deck_file.boards for task in side.tasks):
        raise Refusal(
            _("Areas for the dice have no pieces to be proven; print them as a pad."),
            field="pieces",
        )
    if Deck.objects.filter(key=key).exists():
        raise Refusal(_("The catalog has this deck already."), field="file")


def load_deck(*, content: DeckFile, key: str, name: str, now: datetime) -> Deck:
    """Add a deck with its boards; tasks that the catalog has already are used as they are."""
    piece_set = PieceSet.objects.get(key=content.piece_set)
    with transaction.atomic():
        deck = Deck.objects.create(key=key, name=name, variant=content.variant, piece_set=piece_set)
        for side in content.boards:
            board = Board.objects.create(
                deck=deck,
                number=side.number,
                side=side.side,
                level=side.level,
                colour=side.colour or "",
                layers=side.region.layers(),
            )
            for entry in side.tasks:
                drawn = solver.Task(
                    id="", region=side.region, pieces=entry.pieces, piece_set=piece_set.shapes
                )
                task = tasks.find_task(drawn=drawn, piece_set=piece_set)
                if task is None:
                    task = tasks.save_task(
                        user=None, drawn=drawn, piece_set=piece_set, name="", now=now
                    )
                BoardTask.objects.create(
                    board=board, task=task, number=entry.number, die=list(entry.die)
                )
    return deck


def publish_deck(*, user: Visitor | None, deck: Deck, now: datetime) -> Deck:
    """Publish a deck: now if all of it is proven, else as soon as the worker has proven it."""
    with transaction.atomic():
        kept = Deck.objects.select_for_update().get(pk=deck.pk)
        cards = Task.objects.filter(boards__deck=kept).distinct()
        if not cards.exists():
            raise Refusal(_("A deck without tasks can't be published."))
        _refuse_other_areas(kept)
        if kept.state != Deck.State.PUBLISHED:
            kept.state = Deck.State.PROVING
            kept.save(update_fields=["state"])
            jobs.submit_tasks(user=user, tasks=list(cards.unproven()), now=now)
            publication.publish_proven_decks(candidates=Deck.objects.filter(pk=kept.pk))
            kept.refresh_from_db()
    return kept


def _refuse_other_areas(deck: Deck) -> None:
    """A task may have been redrawn after it was put on a board of the draft."""
    entries = BoardTask.objects.filter(board__deck=deck).select_related("board", "task__piece_set")
    for entry in entries:
        if not has_area(task=entry.task, layers=entry.board.layers):
            raise Refusal(
                _("The task has another area than its board: %(entry)s") % {"entry": entry}
            )
