"""Jobs as a worker has them in hand, for tests in which no worker runs: the time is handed in."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.contrib.auth.models import AnonymousUser

from puzzles.models import Job, Task, Verdict
from puzzles.services import jobs, queue
from tests import catalog
from tests.catalog import NOW, TWO_COVERS

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
