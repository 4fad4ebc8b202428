"""Who may take a row, and for how long, on a real PostgreSQL."""

from functools import partial
from uuid import UUID

import pytest

from puzzles.models import Job, Verdict
from puzzles.services import jobs, queue
from tests import catalog
from tests.broker.race import at_once
from tests.broker.work import (
    DEADLINE,
    LONG_PAST_THE_LEASE,
    SECOND,
    claimed,
    drawn,
    job_of,
    judged,
    row,
    run,
    verdict_of,
)
from tests.catalog import NOW, TWO_COVERS


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
