"""How tasks come into the catalog and change: drawn, edited, withdrawn with their piece set."""

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from puzzles import solver
from puzzles.models import Deck, PieceSet, Task, Visitor
from puzzles.services import jobs, proofs, verdicts
from puzzles.services.content import (
    content_of,
    digest,
    drawing_of,
    fingerprint_of,
    in_set_order,
    refuse_markup,
)
from puzzles.services.refusal import Refusal


class AlreadyThere(Refusal):
    """The catalog has this task, perhaps turned or turned over; ``task`` is the one it has."""

    def __init__(self, task: Task) -> None:
        super().__init__(
            format_lazy(
                "{} {}", _("The catalog has this area with these pieces already:"), str(task)
            ),
            field="area",
        )
        self.task = task


def find_task(*, drawn: solver.Task, piece_set: PieceSet) -> Task | None:
    """The catalog's task that looks like this one when turned, if there is one."""
    return Task.objects.filter(fingerprint=fingerprint_of(drawn, piece_set=piece_set)).first()


def find_or_add(*, drawn: Sequence[solver.Task], piece_set: PieceSet) -> list[Task]:
    """The catalog's task for each of these, perhaps turned; new drafts where it had none.

    Nobody is asked for verdicts on the new ones.
    """
    fresh = []
    for task in drawn:
        row = Task(piece_set=piece_set)
        _set_content(row, drawn=task, content_hash=digest(content_of(task)))
        fresh.append(row)
    # Who adds the same task at the same time is waited for; then it is there already.
    Task.objects.bulk_create(fresh, ignore_conflicts=True)
    there = Task.objects.in_bulk([row.fingerprint for row in fresh], field_name="fingerprint")
    return [there[row.fingerprint] for row in fresh]


def save_task(
    *,
    user: Visitor | None,
    drawn: solver.Task,
    piece_set: PieceSet,
    name: str,
    now: datetime,
    task: Task | None = None,
    state: Task.State = Task.State.DRAFT,
) -> Task:
    """Keep a new task, or new content of one that is there; asks for a verdict if none is known.

    ``state`` is that of a new task. New content withdraws the verdict on the old and the
    publication; a proposal stays one. Raises ``AlreadyThere``, and ``Refusal`` for a task on a
    published deck, whose printed cards must stay true.
    """
    refuse_markup(name)
    content_hash = digest(content_of(drawn))
    with transaction.atomic():
        if task is None:
            kept = Task(author_id=user.pk if user else None, state=state)
        else:
            _lock_decks(Deck.objects.filter(boards__tasks=task))
            kept = Task.objects.select_for_update().get(pk=task.pk)
        is_new_content = kept.content_hash != content_hash
        if task is not None and is_new_content:
            _refuse_if_printed(kept)
            kept.state = _state_when_unproven(kept)
        kept.name = name
        kept.piece_set = piece_set
        if is_new_content:
            _set_content(kept, drawn=drawn, content_hash=content_hash)
            kept.verdict = verdicts.known(hashes=[content_hash]).get(content_hash)
        _save_unless_there(kept)
        if kept.current_verdict is None:
            jobs.submit_task(user=user, task=kept, now=now)
    return kept


def withdraw_verdicts(*, piece_set: PieceSet, now: datetime) -> int:
    """After a change of the set's shapes: its cards are drafts again, its decks wait for proof."""
    shapes = PieceSet.objects.get(pk=piece_set.pk).shapes
    with transaction.atomic():
        _lock_decks(Deck.objects.filter(boards__tasks__piece_set=piece_set))
        changed: list[Task] = []
        for task in Task.objects.select_for_update().filter(piece_set=piece_set).order_by("pk"):
            drawn = drawing_of(task, shapes)
            content_hash = digest(content_of(drawn))
            if content_hash != task.content_hash:
                task.state = _state_when_unproven(task)
                _set_content(task, drawn=drawn, content_hash=content_hash)
                task.verdict = verdicts.known(hashes=[content_hash]).get(content_hash)
                task.save()
                changed.append(task)
        _prove_again(changed, now)
    return len(changed)


def _prove_again(changed: Sequence[Task], now: datetime) -> None:
    """Whole decks together, and the tasks that are on none by themselves."""
    out = Deck.objects.exclude(state=Deck.State.DRAFT).filter(boards__tasks__in=changed)
    for deck in Deck.objects.filter(pk__in=out.values("pk")).order_by("pk"):
        deck.state = Deck.State.PROVING
        deck.save(update_fields=["state"])
        proofs.submit_proof(user=None, deck=deck, now=now)
    loose = Task.objects.unproven().filter(pk__in=[task.pk for task in changed])
    on_decks = Task.objects.filter(boards__deck__state=Deck.State.PROVING)
    jobs.submit_tasks(user=None, tasks=list(loose.exclude(pk__in=on_decks.values("pk"))), now=now)


def _state_when_unproven(task: Task) -> Task.State:
    is_candidate = task.state in Task.CANDIDATES
    return Task.State(task.state) if is_candidate else Task.State.DRAFT


def _set_content(task: Task, *, drawn: solver.Task, content_hash: str) -> None:
    task.layers = [list(layer) for layer in drawn.region.layers()]
    task.pieces = in_set_order(drawn)
    task.cells = drawn.region.size
    task.piece_count = len(drawn.pieces)
    task.fingerprint = fingerprint_of(drawn, piece_set=task.piece_set)
    task.content_hash = content_hash


def _save_unless_there(task: Task) -> None:
    try:
        with transaction.atomic():
            task.save()
    except IntegrityError:
        # Somebody else's card, perhaps saved a moment ago: the unique fingerprint found it.
        there = Task.objects.filter(fingerprint=task.fingerprint).exclude(pk=task.pk).first()
        if there is None:
            raise
        raise AlreadyThere(there) from None


def _lock_decks(decks: QuerySet[Deck]) -> None:
    """Decks are locked before their tasks, as by whoever writes a verdict or publishes."""
    locked = Deck.objects.filter(pk__in=decks.values("pk")).select_for_update().order_by("pk")
    list(locked.values_list("pk", flat=True))


def _refuse_if_printed(task: Task) -> None:
    deck = Deck.objects.filter(
        boards__tasks=task, state__in=[Deck.State.PROVING, Deck.State.PUBLISHED]
    ).first()
    if deck is not None:
        raise Refusal(
            format_lazy(
                "{} {}",
                _("A published deck keeps its content; draw a new task instead. The deck is:"),
                str(deck),
            ),
            field="area",
        )
