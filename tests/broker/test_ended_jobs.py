"""Jobs that are cancelled, retried or failed, and what a worker then may write."""

from typing import Any
from uuid import UUID

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from puzzles import solver
from puzzles.models import Job, Verdict
from puzzles.services import jobs, queue
from puzzles.services.refusal import Refusal
from tests import catalog
from tests.broker.work import (
    SECOND,
    claimed,
    drawn,
    finishing,
    job_of,
    judged,
    row,
    run,
    verdict_of,
)
from tests.catalog import NOW, TWO_COVERS


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
