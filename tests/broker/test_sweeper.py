"""The sweeper wakes what lies there, and leaves alone what is at work."""

from functools import partial
from uuid import UUID

import pytest

from puzzles.models import Job, Verdict
from puzzles.services import jobs, queue
from tests.broker.race import overlapping
from tests.broker.work import (
    DEADLINE,
    LONG_PAST_THE_LEASE,
    OTHER,
    SECOND,
    claimed,
    drawn,
    finishing,
    row,
    run,
)
from tests.catalog import NOW


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
