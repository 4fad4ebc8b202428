"""Proofs of decks: the verdicts on all tasks of a deck, many at once.

The solver's path of many tasks gives them; what takes long is to measure how hard each one is. So
they are worked out in lots, each written down when it is done, and a worker goes on for a few
seconds at a time: whoever checks a card of one's own in between hardly waits for it.
"""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Sum

from puzzles import solver
from puzzles.models import Deck, DeckProof, PieceSet, Task, Verdict, Visitor
from puzzles.services import queue, verdicts
from puzzles.services.content import content_of, digest, drawing_of

LOT = 16
TURN = timedelta(seconds=4)


def submit_proof(*, user: Visitor | None, deck: Deck, now: datetime) -> DeckProof | None:
    """Ask for the verdicts that tasks of a deck lack; an open proof stays. None if none lacks.

    The caller holds the deck's lock.
    """
    there: DeckProof | None = DeckProof.objects.open().filter(deck=deck).first()
    if there is not None:
        return there
    cards = Task.objects.filter(boards__deck=deck).distinct()
    lacking = cards.unproven().count()
    if not lacking:
        return None
    proof = DeckProof(
        deck=deck,
        steps=cards.count(),
        steps_done=cards.count() - lacking,
        requested_by_id=user.pk if user else None,
        created=now,
        wake_at=now + queue.FIRST_WAKE,
    )
    proof.save(force_insert=True)
    queue.wake_after_commit([proof])
    return proof


def prove(*, proof_id: uuid.UUID, clock: Callable[[], datetime]) -> bool:
    """What a worker does for one wake-up call; False if the row was not to be had."""
    end = clock() + TURN

    def take_a_turn(proof: DeckProof) -> None:
        cards = Task.objects.filter(boards__deck=proof.deck_id).distinct()
        while lot := list(cards.unproven().order_by("pk")[:LOT]):
            if clock() >= end:
                queue.pause(job=proof, now=clock())
                return
            found = _judge(lot, is_over=lambda: clock() >= end)
            _write(proof, found, now=clock())
        queue.complete(job=proof, now=clock(), steps_done=proof.steps)

    return queue.run(DeckProof, job_id=proof_id, clock=clock, do=take_a_turn)


def _judge(lot: Sequence[Task], *, is_over: Callable[[], bool]) -> list[Verdict]:
    """The verdicts on the tasks: known ones and the solver's, unsaved; one at least.

    Once the turn is over the rest is left for the next.
    """
    sets = PieceSet.objects.prefetch_related("pieces").in_bulk({card.piece_set_id for card in lot})
    drawn = [drawing_of(card, sets[card.piece_set_id].shapes) for card in lot]
    hashes = [digest(content_of(task)) for task in drawn]
    # Of a piece set that is being changed in this moment the tasks come in a later lot.
    able = {
        key: task
        for card, task, key in zip(lot, drawn, hashes, strict=True)
        if key == card.content_hash
    }
    if not able:
        raise ValueError("None of the tasks has the content that it was saved with.")
    known = verdicts.known(hashes=able)
    judged = list(known.values())
    asked = [(key, task) for key, task in able.items() if key not in known]
    answers = solver.solve_many([task for _, task in asked], solver.SITE_LIMITS)
    for (key, task), found in zip(asked, answers, strict=True):
        if judged and is_over():
            break
        # The path of many tells how many covers there are; to show them the task is solved alone.
        alone = solver.solve(task, solver.SITE_LIMITS, keep_covers=verdicts.SHOWN_COVERS)
        difficulty = solver.measure(task) if found.complete and found.covers else None
        judged.append(
            verdicts.as_row(content_hash=key, found=found, difficulty=difficulty, shown=alone.shown)
        )
    return judged


def _write(proof: DeckProof, judged: Sequence[Verdict], *, now: datetime) -> None:
    """Write a lot down under the claim; a deck whose last verdicts these are is published."""
    with transaction.atomic():
        verdicts.lock_cards(hashes=[verdict.content_hash for verdict in judged])
        kept = verdicts.keep(verdicts=judged)
        verdicts.hand_out(verdicts=kept)
        cards = Task.objects.filter(boards__deck=proof.deck_id).distinct()
        proven = proof.steps - cards.unproven().count()
        queue.go_on(job=proof, now=now, steps_done=max(proven, 0))


@dataclass(frozen=True)
class Progress:
    """How far the proofs under way are: tasks proven, of how many, and whether nobody works."""

    done: int
    all: int
    waits: bool

    @property
    def seen(self) -> str:
        """The same as long as there is nothing new to see."""
        return f"{self.done}.{self.all}.{int(self.waits)}"


def progress(*, now: datetime) -> Progress | None:
    """How far all proofs of decks are that are under way; None if none is.

    Those that were asked for with the first of them or later count too, so that the bar doesn't
    go back when one of several decks is done.
    """
    under_way = list(DeckProof.objects.open().order_by("created"))
    if not under_way:
        return None
    since = DeckProof.objects.filter(created__gte=under_way[0].created)
    counts = since.exclude(state__in=[DeckProof.State.CANCELLED, DeckProof.State.FAILED])
    sums = counts.aggregate(done=Sum("steps_done"), all=Sum("steps"))
    waits = all(queue.is_waiting_long(job=proof, now=now) for proof in under_way)
    return Progress(done=sums["done"] or 0, all=sums["all"] or 0, waits=waits)
