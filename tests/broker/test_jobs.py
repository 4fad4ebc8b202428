"""Jobs on a real PostgreSQL: who may take a row, who may write its verdict, who is woken.

No worker runs; the services are called as a worker calls them, with the time handed in.
"""

import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from threading import Event
from typing import Any
from uuid import UUID

import pytest
from celery import Celery
from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.auth.models import AnonymousUser
from kombu.exceptions import OperationalError

from puzzles import solver
from puzzles.models import Deck, DeckProof, Job, Task, Verdict
from puzzles.services import decks, jobs, proofs, publication, queue
from puzzles.services.refusal import Refusal
from tests import catalog
from tests.broker.drill import free_port
from tests.broker.race import at_once, overlapping, somebody_waits
from tests.catalog import NOW, TWO_COVERS, UNIQUE
from tests.waiting import eventually

SECOND = timedelta(seconds=1)
DEADLINE = timedelta(seconds=5)
LONG_PAST_THE_LEASE = NOW + queue.LEASE + SECOND
OTHER = ("####/####", "H H")


def row(job: Job) -> Job:
    """The job as it stands in the database now."""
    return Job.objects.get(pk=job.pk)


def job_of(task: Task) -> Job:
    job = task.latest_job
    assert job is not None
    return job


def verdict_of(task: Task) -> Verdict | None:
    """The verdict that the task has in the database now."""
    return Task.objects.get(pk=task.pk).verdict


def drawn(content: tuple[str, str] = TWO_COVERS) -> Job:
    """A queued job for something drawn."""
    return jobs.submit_drawing(
        user=AnonymousUser(),
        drawn=catalog.draw(*content),
        piece_set=catalog.piece_set(),
        now=NOW,
    )


def claimed(job: Job, now: datetime = NOW) -> Job:
    taken = queue.claim(Job, job_id=job.pk, now=now)
    assert taken is not None
    return taken


def judged(job: Job) -> Verdict:
    return jobs.judge(job=job, clock=lambda: NOW, deadline=DEADLINE)


def run(job: Job, now: datetime = NOW) -> bool:
    return jobs.run(job_id=job.pk, clock=lambda: now, deadline=DEADLINE)


def finishing(job: Job) -> Callable[[], None]:
    """The last step of a worker that has the verdict in its hands."""
    mine = claimed(job)
    return partial(jobs.finish, job=mine, verdict=judged(mine), now=NOW)


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """The jobs for which a wake-up call was sent, in order."""
    calls: list[UUID] = []

    class Broker:
        def send_task(self, name: str, args: Sequence[str]) -> None:
            assert name in queue.CALLS.values()
            calls.append(UUID(args[0]))

    monkeypatch.setattr(queue, "current_app", Broker())
    return calls


# --- one claim at a time ----------------------------------------------------------------------


@pytest.mark.django_db
def test_of_two_claims_one_wins() -> None:
    job = drawn()
    assert claimed(job).attempts == 1
    assert queue.claim(Job, job_id=job.pk, now=NOW) is None
    assert row(job).attempts == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_claims_at_once_one_wins_fifty_times(woken: list[UUID]) -> None:
    for _ in range(50):
        job = drawn()
        claim = partial(queue.claim, Job, job_id=job.pk, now=NOW)
        [winner] = [taken for taken in at_once(claim, claim) if taken]
        assert row(job).claim == winner.claim
        assert row(job).attempts == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_claims_after_the_lease_one_wins(woken: list[UUID]) -> None:
    for _ in range(10):
        job = claimed(drawn())
        claim = partial(queue.claim, Job, job_id=job.pk, now=LONG_PAST_THE_LEASE)
        [winner] = [taken for taken in at_once(claim, claim) if taken]
        assert row(job).claim == winner.claim
        assert row(job).attempts == 2


@pytest.mark.django_db
@pytest.mark.parametrize("state", [Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED])
def test_what_has_ended_is_not_to_be_had(state: Job.State) -> None:
    job = drawn()
    Job.objects.update(state=state)
    assert not run(job)
    assert row(job).attempts == 0


@pytest.mark.django_db
def test_a_second_delivery_does_nothing() -> None:
    job = drawn()
    assert run(job)
    before = Job.objects.values().get()
    assert before["state"] == Job.State.DONE
    assert not run(job, now=NOW + 60 * SECOND)
    assert Job.objects.values().get() == before


@pytest.mark.django_db
def test_a_second_delivery_at_work_does_nothing() -> None:
    job = claimed(drawn())
    before = Job.objects.values().get()
    assert not run(job)
    assert Job.objects.values().get() == before


@pytest.mark.django_db
def test_a_job_that_is_gone_is_no_error() -> None:
    job = drawn()
    Job.objects.all().delete()
    assert not run(job)


# --- the lease --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_row_can_be_taken_once_its_lease_ran_out() -> None:
    first = claimed(drawn())
    assert queue.claim(Job, job_id=first.pk, now=NOW + queue.LEASE) is None
    second = claimed(first, LONG_PAST_THE_LEASE)
    assert second.attempts == 2
    assert second.claim != first.claim


@pytest.mark.django_db
def test_a_step_extends_the_lease() -> None:
    job = claimed(drawn())
    jobs.judge(job=job, clock=lambda: NOW + 14 * SECOND, deadline=DEADLINE)
    assert row(job).lease_until == NOW + 14 * SECOND + queue.LEASE
    assert row(job).steps_done == 1
    assert queue.claim(Job, job_id=job.pk, now=LONG_PAST_THE_LEASE) is None


@pytest.mark.django_db
def test_a_late_worker_writes_nothing() -> None:
    task = catalog.save(*TWO_COVERS)
    late = claimed(job_of(task))
    verdict = judged(late)
    other = claimed(late, LONG_PAST_THE_LEASE)
    with pytest.raises(queue.ClaimLost):
        jobs.finish(job=late, verdict=verdict, now=LONG_PAST_THE_LEASE)
    assert not Verdict.objects.exists()
    assert row(late).state == Job.State.RUNNING
    assert row(late).claim == other.claim
    assert verdict_of(task) is None

    jobs.finish(job=other, verdict=judged(other), now=LONG_PAST_THE_LEASE)
    assert row(late).state == Job.State.DONE
    assert verdict_of(task) == Verdict.objects.get()


@pytest.mark.django_db
def test_a_late_worker_stops_at_the_next_step() -> None:
    late = claimed(drawn())
    claimed(late, LONG_PAST_THE_LEASE)
    with pytest.raises(queue.ClaimLost):
        judged(late)


@pytest.mark.django_db
def test_a_late_worker_that_fails_gives_nothing_back() -> None:
    late = claimed(drawn())
    other = claimed(late, LONG_PAST_THE_LEASE)
    queue.give_back(job=late, now=LONG_PAST_THE_LEASE)
    assert row(late).state == Job.State.RUNNING
    assert row(late).claim == other.claim


# --- cancelled, retried, failed ---------------------------------------------------------------


@pytest.mark.django_db
def test_what_is_cancelled_at_work_gets_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    task = catalog.save(*TWO_COVERS)
    job = job_of(task)
    solve = solver.solve

    def cancelled_meanwhile(*args: Any, **options: Any) -> solver.Verdict:
        queue.cancel(job=job, now=NOW)
        return solve(*args, **options)

    monkeypatch.setattr(solver, "solve", cancelled_meanwhile)
    assert run(job)
    assert row(job).state == Job.State.CANCELLED
    assert row(job).verdict is None
    assert not Verdict.objects.exists()
    assert verdict_of(task) is None


@pytest.mark.django_db
def test_what_is_cancelled_at_the_last_moment_gets_no_verdict() -> None:
    job = drawn()
    finish = finishing(job)
    queue.cancel(job=job, now=NOW)
    with pytest.raises(queue.ClaimLost):
        finish()
    assert row(job).state == Job.State.CANCELLED
    assert not Verdict.objects.exists()


@pytest.mark.django_db
def test_cancelling_what_has_ended_is_refused() -> None:
    job = drawn()
    run(job)
    with pytest.raises(Refusal):
        queue.cancel(job=job, now=NOW)
    assert job.state == Job.State.DONE


@pytest.mark.django_db(transaction=True)
def test_a_cancelled_job_can_be_retried(woken: list[UUID]) -> None:
    job = drawn()
    claimed(job)
    queue.cancel(job=job, now=NOW)
    later = NOW + 100 * SECOND
    queue.retry(job=job, now=later)
    assert job.state == Job.State.QUEUED
    assert job.attempts == 0
    assert job.finished is None
    assert not queue.is_waiting_long(job=job, now=later)
    assert woken == [job.pk, job.pk]
    assert run(job, now=later)
    assert row(job).state == Job.State.DONE


@pytest.mark.django_db
@pytest.mark.parametrize("ended", [False, True])
def test_only_what_failed_or_was_cancelled_can_be_retried(ended: bool) -> None:
    job = drawn()
    if ended:
        run(job)
    before = Job.objects.values().get()
    with pytest.raises(Refusal):
        queue.retry(job=job, now=NOW)
    assert Job.objects.values().get() == before


@pytest.mark.django_db
def test_three_lost_attempts_are_enough(woken: list[UUID]) -> None:
    job = drawn()
    now = NOW
    for attempt in (1, 2, 3):
        late = claimed(job, now)
        assert late.attempts == attempt
        verdict = judged(late)
        now += queue.LEASE + SECOND
        queue.sweep(now=now)
        assert row(job).state == (Job.State.QUEUED if attempt < 3 else Job.State.FAILED)
    assert row(job).failure == "attempts"
    assert row(job).finished == now
    assert woken == [job.pk, job.pk]
    assert queue.claim(Job, job_id=job.pk, now=now) is None
    with pytest.raises(queue.ClaimLost):
        jobs.finish(job=late, verdict=verdict, now=now)


@pytest.mark.django_db
@pytest.mark.parametrize("error", [RuntimeError("broken"), SoftTimeLimitExceeded()])
def test_an_error_is_tried_three_times(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    def solve(*args: Any, **options: Any) -> solver.Verdict:
        raise error

    monkeypatch.setattr(solver, "solve", solve)
    job = drawn()
    for attempt in (1, 2, 3):
        assert run(job)
        assert row(job).attempts == attempt
        assert row(job).claim is None
        assert row(job).state == (Job.State.QUEUED if attempt < 3 else Job.State.FAILED)
    assert row(job).failure == "error"
    assert caplog.text.count(f"job {job.pk} failed") == 3
    assert not run(job)


# --- the sweeper ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_sweeper_wakes_what_has_been_queued_for_ten_seconds(woken: list[UUID]) -> None:
    job = drawn()
    assert queue.sweep(now=NOW + 9.9 * SECOND) == 0
    assert woken == []
    assert queue.sweep(now=NOW + 10 * SECOND) == 1
    assert woken == [job.pk]


@pytest.mark.django_db
def test_calls_for_one_row_become_rarer_up_to_one_a_minute(woken: list[UUID]) -> None:
    drawn()
    called = []
    for second in range(400):
        if queue.sweep(now=NOW + second * SECOND):
            called.append(second)
    assert [later - sooner for sooner, later in zip([0, *called], called, strict=False)] == [
        *(10, 20, 40),
        *(60, 60, 60, 60, 60),
    ]


@pytest.mark.django_db
def test_at_most_five_hundred_are_woken_in_a_sweep(woken: list[UUID]) -> None:
    job = drawn()
    Job.objects.bulk_create(
        Job(
            piece_set=job.piece_set,
            content=job.content,
            content_hash=job.content_hash,
            created=NOW,
            wake_at=NOW + number * SECOND / 1000,
        )
        for number in range(501)
    )
    later = NOW + 20 * SECOND
    assert queue.sweep(now=later) == 500
    # Those that wait for longest come first.
    assert queue.sweep(now=later) == 2
    assert woken[-1] == job.pk
    assert queue.sweep(now=later) == 0
    assert sorted(woken) == sorted(Job.objects.values_list("pk", flat=True))


@pytest.mark.django_db
def test_the_sweeper_leaves_alone_what_is_at_work_or_has_ended(woken: list[UUID]) -> None:
    claimed(drawn())
    run(drawn(OTHER))
    before = list(Job.objects.values())
    assert queue.sweep(now=NOW + queue.LEASE) == 0
    assert list(Job.objects.values()) == before
    assert woken == []


@pytest.mark.django_db
def test_the_sweeper_heeds_an_extended_lease(woken: list[UUID]) -> None:
    job = claimed(drawn())
    jobs.judge(job=job, clock=lambda: NOW + 14 * SECOND, deadline=DEADLINE)
    assert queue.sweep(now=LONG_PAST_THE_LEASE) == 0
    assert row(job).claim == job.claim


@pytest.mark.django_db(transaction=True)
def test_the_sweeper_heeds_a_lease_that_is_just_being_extended(woken: list[UUID]) -> None:
    job = claimed(drawn())
    woken.clear()
    waited = overlapping(
        partial(jobs.judge, job=job, clock=lambda: NOW + 14 * SECOND, deadline=DEADLINE),
        partial(queue.sweep, now=LONG_PAST_THE_LEASE),
    )
    assert waited
    assert row(job).state == Job.State.RUNNING
    assert row(job).claim == job.claim
    assert woken == []


@pytest.mark.django_db(transaction=True)
def test_the_sweeper_heeds_a_verdict_that_is_just_being_written(woken: list[UUID]) -> None:
    job = drawn()
    assert overlapping(finishing(job), partial(queue.sweep, now=LONG_PAST_THE_LEASE))
    assert row(job).state == Job.State.DONE
    assert woken == [job.pk]


@pytest.mark.django_db(transaction=True)
def test_a_worker_whose_lease_is_just_being_ended_writes_nothing(woken: list[UUID]) -> None:
    job = drawn()
    finish = finishing(job)

    def finish_late() -> None:
        with pytest.raises(queue.ClaimLost):
            finish()

    assert overlapping(partial(queue.sweep, now=LONG_PAST_THE_LEASE), finish_late)
    assert row(job).state == Job.State.QUEUED
    assert not Verdict.objects.exists()


# --- without a broker -------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_four_hundred_jobs_without_a_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [catalog.save(*TWO_COVERS)]
    Job.objects.all().delete()
    Task.objects.bulk_create(
        Task(
            piece_set=cards[0].piece_set,
            layers=cards[0].layers,
            pieces=cards[0].pieces,
            cells=cards[0].cells,
            piece_count=cards[0].piece_count,
            fingerprint=str(number),
            content_hash=str(number),
        )
        for number in range(399)
    )
    away = Celery(set_as_current=False)
    away.config_from_object("django.conf:settings", namespace="CELERY")
    away.conf.broker_url = f"redis://127.0.0.1:{free_port()}/0"
    attempts: list[str] = []

    class Broker:
        def send_task(self, name: str, args: Sequence[str]) -> None:
            attempts.append(name)
            with pytest.raises(OperationalError) as refused:
                away.send_task(name, args=args)
            raise refused.value

    monkeypatch.setattr(queue, "current_app", Broker())
    start = time.monotonic()
    submitted = jobs.submit_tasks(user=None, tasks=list(Task.objects.all()), now=NOW)
    assert time.monotonic() - start < 3
    assert len(submitted) == 400
    assert attempts == [queue.CALLS[Job]]
    assert Job.objects.filter(state=Job.State.QUEUED).count() == 400


@pytest.mark.django_db(transaction=True)
def test_nobody_is_woken_before_the_commit(woken: list[UUID]) -> None:
    def submit() -> None:
        drawn()
        assert woken == []

    overlapping(submit, lambda: None)
    assert len(woken) == 1


@pytest.mark.django_db
def test_a_task_keeps_its_open_job() -> None:
    task = catalog.save(*TWO_COVERS)
    job = job_of(task)
    assert jobs.submit_tasks(user=None, tasks=[task], now=NOW) == [job]
    assert Job.objects.count() == 1


# --- verdicts ---------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_verdict_that_is_known_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    run(drawn())
    monkeypatch.setattr(solver, "solve", None)
    task = catalog.save(*OTHER)
    Job.objects.all().delete()
    job = drawn()
    assert run(job)
    assert row(job).state == Job.State.DONE
    assert row(job).steps_done == Job.steps
    assert row(job).verdict == Verdict.objects.get()
    assert verdict_of(task) is None


@pytest.mark.django_db(transaction=True)
def test_two_jobs_of_one_content_give_one_verdict(woken: list[UUID]) -> None:
    first, second = drawn(), drawn()
    # Both worked it out before either wrote it down.
    assert overlapping(finishing(first), finishing(second))
    verdict = Verdict.objects.get()
    assert row(first).verdict == verdict
    assert row(second).verdict == verdict


@pytest.mark.django_db(transaction=True)
def test_many_jobs_of_one_content_at_once_give_one_verdict(woken: list[UUID]) -> None:
    many = [drawn() for _ in range(8)]
    at_once(*[finishing(job) for job in many])
    verdict = Verdict.objects.get()
    assert set(Job.objects.values_list("state", "verdict")) == {(Job.State.DONE, verdict.pk)}


@pytest.mark.django_db
def test_a_task_edited_meanwhile_does_not_get_the_verdict() -> None:
    task = catalog.save(*TWO_COVERS)
    finish = finishing(job_of(task))
    catalog.save(*UNIQUE, task=task)
    finish()
    assert Job.objects.get(state=Job.State.DONE).verdict == Verdict.objects.get()
    assert verdict_of(task) is None
    run(Job.objects.get(state=Job.State.QUEUED))
    verdict = verdict_of(task)
    assert verdict is not None
    assert verdict.kind == "unique"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("edit_is_first", [True, False])
def test_a_task_edited_while_its_verdict_is_written(woken: list[UUID], edit_is_first: bool) -> None:
    task = catalog.save(*TWO_COVERS)
    steps = [partial(catalog.save, *UNIQUE, task=task), finishing(job_of(task))]
    assert overlapping(*(steps if edit_is_first else reversed(steps)))
    task.refresh_from_db()
    # The verdict on the old content is known, but it isn't the task's.
    assert task.content_hash != Verdict.objects.get().content_hash
    assert task.verdict is None
    assert Job.objects.get(state=Job.State.QUEUED).content_hash == task.content_hash


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("edit_is_first", [True, False])
def test_a_task_renamed_while_its_verdict_is_written(
    woken: list[UUID], edit_is_first: bool
) -> None:
    task = catalog.save(*TWO_COVERS)
    steps = [partial(catalog.save, *TWO_COVERS, name="Fish", task=task), finishing(job_of(task))]
    assert overlapping(*(steps if edit_is_first else reversed(steps)))
    task.refresh_from_db()
    assert task.name == "Fish"
    assert task.verdict == Verdict.objects.get()


# --- decks ------------------------------------------------------------------------------------


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
