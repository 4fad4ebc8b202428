"""How a deck comes into the catalog and is published as soon as all of it is proven."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from puzzles import solver, words
from puzzles.decks.deckfile import BoardSide, DeckFile, UnreadableDeck, parse_deck_file
from puzzles.decks.deckfile import BoardTask as FileTask
from puzzles.models import Board, BoardTask, Deck, DeckProof, PieceSet, Task, Visitor
from puzzles.services import proofs, publication, tasks
from puzzles.services.content import has_area, refuse_other_sizes
from puzzles.services.refusal import Refusal


def load_deck(*, content: bytes, now: datetime) -> Deck | None:
    """Add the deck of a file if it is missing and have it proven; None if it was there.

    One that was there goes on being proven if verdicts are missing, after a new engine came for
    instance.
    """
    key, _name = _known_as(_read(content), content)
    there = Deck.objects.filter(key=key).first()
    if there is None:
        return import_deck(user=None, content=content, now=now)
    _go_on_proving(there, now)
    return None


def _go_on_proving(deck: Deck, now: datetime) -> None:
    """Unless it is a draft, or a curator stopped the proof."""
    with transaction.atomic():
        kept = Deck.objects.select_for_update().get(pk=deck.pk)
        latest = kept.proofs.first()
        is_stopped = latest is not None and latest.state == DeckProof.State.CANCELLED
        if kept.state != Deck.State.DRAFT and not is_stopped:
            proofs.submit_proof(user=None, deck=kept, now=now)


def import_deck(*, user: Visitor | None, content: bytes, now: datetime) -> Deck:
    """Add the deck of a file and have it proven, or raise ``Refusal`` and add nothing.

    A generated deck is known by its id, any other by what is in the file.
    """
    deck_file = _read(content)
    key, name = _known_as(deck_file, content)
    with transaction.atomic():
        deck = add_deck(content=deck_file, key=key, name=name)
        return publish_deck(user=user, deck=deck, now=now)


def _read(content: bytes) -> DeckFile:
    try:
        return parse_deck_file(content)
    except UnreadableDeck as error:
        raise Refusal(error.why.spoken(gettext), field=error.field) from error


def _known_as(deck_file: DeckFile, content: bytes) -> tuple[str, str]:
    """A deck's key and name: the same for the same file."""
    name = deck_file.id or f"{deck_file.variant} {sha256(content).hexdigest()[:8]}"
    return key_of(name), name


def key_of(name: str) -> str:
    """A name such as ``classic2#7`` as it stands in an address."""
    return slugify(name.replace("#", "-"))


def add_deck(*, content: DeckFile, key: str, name: str) -> Deck:
    """Add a deck with its boards as a draft, or raise ``Refusal`` and add nothing.

    Tasks that the catalog has already are used as they are.
    """
    _refuse_unless_loadable(content, key)
    piece_set = PieceSet.objects.get(key=content.piece_set)
    drawn = [
        _drawn(side, entry, piece_set.shapes, place=f"boards[{board}].tasks[{task}]")
        for board, side in enumerate(content.boards)
        for task, entry in enumerate(side.tasks)
        if entry.pieces or side.expected_rounds is None
    ]
    try:
        with transaction.atomic():
            deck = Deck.objects.create(
                key=key, name=name, variant=content.variant, piece_set=piece_set
            )
            _add_boards(deck, content, tasks.find_or_add(drawn=drawn, piece_set=piece_set))
    except IntegrityError as error:
        raise Refusal(_("The catalog has this deck already."), field="file") from error
    return deck


def _drawn(side: BoardSide, entry: FileTask, shapes: solver.PieceSet, *, place: str) -> solver.Task:
    """A task as the solver takes it; a ``Refusal`` names its place in the file."""
    if not entry.pieces:
        raise Refusal(
            _("Only an area for the dice may be without pieces; it has its expected rounds."),
            field=f"{place}.pieces",
        )
    try:
        task = solver.Task("", side.region, entry.pieces, shapes)
        refuse_other_sizes(task)
    except (solver.MalformedTask, Refusal) as error:
        why = Refusal.of(error) if isinstance(error, solver.MalformedTask) else error
        raise Refusal(why.message, field=f"{place}.pieces") from error
    return task


def _add_boards(deck: Deck, content: DeckFile, cards: Sequence[Task]) -> None:
    """The boards with their tasks; ``cards`` has one for each task with pieces, in order."""
    boards = Board.objects.bulk_create(
        Board(
            deck=deck,
            number=side.number,
            side=side.side,
            level=side.level,
            colour=side.colour or "",
            layers=side.region.layers(),
            expected_rounds=side.expected_rounds,
        )
        for side in content.boards
    )
    rest = iter(cards)
    BoardTask.objects.bulk_create(
        BoardTask(board=board, task=next(rest), number=entry.number, die=list(entry.die))
        for board, side in zip(boards, content.boards, strict=True)
        for entry in side.tasks
        if entry.pieces
    )


def _refuse_unless_loadable(content: DeckFile, key: str) -> None:
    if content.variant not in words.VARIANTS:
        raise Refusal(_("There is no such game."), field="variant")
    if not PieceSet.objects.filter(key=content.piece_set).exists():
        raise Refusal(_("There is no such piece set."), field="piece_set")
    if Deck.objects.filter(key=key).exists():
        raise Refusal(_("The catalog has this deck already."), field="file")


def publish_deck(*, user: Visitor | None, deck: Deck, now: datetime) -> Deck:
    """Publish a deck: now if all of it is proven, else as soon as the worker has proven it."""
    with transaction.atomic():
        kept = Deck.objects.select_for_update().get(pk=deck.pk)
        areas = kept.boards.filter(Q(entries__isnull=False) | Q(expected_rounds__isnull=False))
        if not areas.exists():
            raise Refusal(_("A deck without tasks can't be published."))
        _refuse_other_areas(kept)
        if kept.state != Deck.State.PUBLISHED:
            kept.state = Deck.State.PROVING
            kept.save(update_fields=["state"])
            proofs.submit_proof(user=user, deck=kept, now=now)
            publication.publish_proven_decks(candidates=Deck.objects.filter(pk=kept.pk))
            kept.refresh_from_db()
    return kept


def _refuse_other_areas(deck: Deck) -> None:
    """A task may have been redrawn after it was put on a board of the draft."""
    entries = BoardTask.objects.filter(board__deck=deck).select_related("board", "task__piece_set")
    for entry in entries:
        if entry.task.layers != entry.board.layers and not has_area(
            task=entry.task, layers=entry.board.layers
        ):
            raise Refusal(
                _("The task has another area than its board: %(entry)s") % {"entry": entry}
            )
