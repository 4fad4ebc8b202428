"""Decks whose last verdicts, proofs and publishers come at the same moment."""

from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any
from uuid import UUID

import pytest

from puzzles.models import Deck, DeckProof, Job, Task, Verdict
from puzzles.services import decks, jobs, proofs, publication, queue
from tests import catalog
from tests.broker.race import at_once, overlapping, somebody_waits
from tests.broker.work import LONG_PAST_THE_LEASE, OTHER, drawn, finishing, job_of, run
from tests.catalog import NOW, TWO_COVERS, UNIQUE
from tests.waiting import eventually


def deck_in_proof(*cards: Task) -> Deck:
    deck = catalog.deck_of(cards)
    Deck.objects.update(state=Deck.State.PROVING)
    return deck


def all_published(deck: Deck) -> bool:
    deck.refresh_from_db()
    states = set(Task.objects.filter(boards__deck=deck).values_list("state", flat=True))
    return deck.state == Deck.State.PUBLISHED and states == {Task.State.PUBLISHED}


@pytest.mark.django_db(transaction=True)
def test_a_deck_is_published_when_its_last_two_verdicts_come_together(woken: list[UUID]) -> None:
    cards = [catalog.save(*TWO_COVERS), catalog.save(*UNIQUE)]
    deck = deck_in_proof(*cards)
    assert overlapping(*[finishing(job_of(card)) for card in cards])
    assert all_published(deck)


@pytest.mark.django_db(transaction=True)
def test_a_deck_is_published_whoever_comes_first(woken: list[UUID]) -> None:
    contents = (TWO_COVERS, UNIQUE, OTHER, ("###/###", "B B"))
    cards = [catalog.save(*content) for content in contents]
    deck = deck_in_proof(*cards)
    for _ in range(10):
        Job.objects.all().delete()
        Verdict.objects.all().delete()
        Task.objects.update(state=Task.State.DRAFT)
        Deck.objects.update(state=Deck.State.PROVING)
        jobs.submit_tasks(user=None, tasks=cards, now=NOW)
        at_once(*[finishing(job_of(card)) for card in cards])
        assert all_published(deck)


@pytest.mark.django_db(transaction=True)
def test_without_the_locks_the_deck_would_be_forgotten(
    monkeypatch: pytest.MonkeyPatch, woken: list[UUID]
) -> None:
    # The control for the two tests above: their race is one that can be lost.
    def unlocked(rows: Any, **options: Any) -> Any:
        return rows

    for rows in (Deck.objects.all(), Task.objects.all()):
        monkeypatch.setattr(type(rows), "select_for_update", unlocked)
    cards = [catalog.save(*TWO_COVERS), catalog.save(*UNIQUE)]
    deck = deck_in_proof(*cards)
    assert not overlapping(*[finishing(job_of(card)) for card in cards])
    assert Task.objects.filter(verdict=None).count() == 0
    assert not all_published(deck)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("verdict_is_first", [True, False])
def test_a_deck_sent_to_its_proof_while_its_last_verdict_is_written(
    woken: list[UUID], verdict_is_first: bool
) -> None:
    card = catalog.save(*TWO_COVERS)
    deck = catalog.deck_of([card])
    steps = [finishing(job_of(card)), partial(decks.publish_deck, user=None, deck=deck, now=NOW)]
    assert overlapping(*(steps if verdict_is_first else reversed(steps)))
    assert all_published(deck)


def meet_at_the_deck(
    monkeypatch: pytest.MonkeyPatch, first: Callable[[], Any], second: Callable[[], Any]
) -> None:
    """Keep a worker at the deck until the second has ended, or waits for the worker.

    If then the worker needs what the second one holds, PostgreSQL breaks off one of the two.
    """
    at_the_deck, ended = Event(), Event()
    publish = publication.publish_proven_decks

    def wait_for_the_second(**options: Any) -> list[Deck]:
        if not at_the_deck.is_set():
            at_the_deck.set()
            eventually(lambda: ended.is_set() or somebody_waits(), "the second one is there")
        return publish(**options)

    def come_second() -> None:
        assert at_the_deck.wait(timeout=10)
        try:
            second()
        finally:
            ended.set()

    monkeypatch.setattr(publication, "publish_proven_decks", wait_for_the_second)
    at_once(first, come_second)


@pytest.mark.django_db(transaction=True)
def test_a_card_proven_again_does_not_stand_in_the_way_of_the_last_verdict(
    monkeypatch: pytest.MonkeyPatch, woken: list[UUID]
) -> None:
    proven, last = catalog.save(*TWO_COVERS), catalog.save(*UNIQUE)
    run(job_of(proven))
    deck = deck_in_proof(proven, last)
    meet_at_the_deck(monkeypatch, finishing(drawn(TWO_COVERS)), finishing(job_of(last)))
    assert all_published(deck)


@pytest.mark.django_db(transaction=True)
def test_the_proof_of_a_deck_and_a_check_of_one_card_of_it_end_together(
    monkeypatch: pytest.MonkeyPatch, woken: list[UUID]
) -> None:
    checked, other = catalog.save(*TWO_COVERS), catalog.save(*UNIQUE)
    deck = decks.publish_deck(user=None, deck=catalog.deck_of([checked, other]), now=NOW)
    proof = deck.proofs.get()
    prove = partial(proofs.prove, proof_id=proof.pk, clock=lambda: NOW)
    meet_at_the_deck(monkeypatch, finishing(job_of(checked)), prove)
    assert all_published(deck)
    proof.refresh_from_db()
    assert (proof.state, proof.steps_done) == (Job.State.DONE, 2)
    assert Verdict.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_one_proof_write_each_verdict_once(woken: list[UUID]) -> None:
    cards = [catalog.save(*content) for content in (TWO_COVERS, UNIQUE, OTHER)]
    deck = decks.publish_deck(user=None, deck=catalog.deck_of(cards), now=NOW)
    proof = deck.proofs.get()
    late = partial(proofs.prove, proof_id=proof.pk, clock=lambda: LONG_PAST_THE_LEASE)
    assert queue.claim(DeckProof, job_id=proof.pk, now=NOW) is not None
    assert sorted(at_once(late, late)) == [False, True]
    assert all_published(deck)
    assert Verdict.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_curator_who_publishes_does_not_stand_in_the_way_of_the_last_verdict(
    monkeypatch: pytest.MonkeyPatch, woken: list[UUID]
) -> None:
    proven, last = catalog.save(*TWO_COVERS), catalog.save(*UNIQUE)
    run(job_of(proven))
    deck = deck_in_proof(proven, last)
    meet_at_the_deck(
        monkeypatch,
        finishing(job_of(last)),
        partial(publication.publish_tasks, tasks=[proven, last]),
    )
    assert all_published(deck)
