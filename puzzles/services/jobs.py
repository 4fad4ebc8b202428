"""Jobs: a row first, a wake-up call after the commit, one claim at a time.

The row is the truth. A message that is lost, doubled or late changes nothing: a worker takes a
row by compare-and-set, computes outside any transaction and writes the verdict only while its
claim still stands. ``sweep`` finds what nobody woke up for.
"""

import logging
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from puzzles import solver
from puzzles.engine import ENGINE
from puzzles.models import Deck, Job, PieceSet, Task, Verdict, Visitor
from puzzles.services import publication
from puzzles.services.content import content_of, digest, task_of
from puzzles.services.refusal import Refusal

logger = logging.getLogger(__name__)

# Longer than the hard time limit of a worker's task, so a lease never ends under a live worker.
LEASE = timedelta(seconds=15)
# How long a queued row waits for its first wake-up call to arrive before the sweeper calls again.
FIRST_WAKE = timedelta(seconds=10)
LONGEST_WAKE = timedelta(seconds=60)
MOST_ATTEMPTS = 3
MOST_WAKES_A_SWEEP = 500
# Covers kept with a verdict, to be shown as pictures.
SHOWN_COVERS = 12
RUN_TASK = "puzzles.tasks.run_job"


class ClaimLost(Exception):
    """Another worker has the row now, or it was cancelled: the result is thrown away."""


def submit_task(*, user: Visitor | None, task: Task, now: datetime) -> Job:
    """Ask for the verdict on a task of the catalog."""
    return submit_tasks(user=user, tasks=[task], now=now)[0]


def submit_tasks(*, user: Visitor | None, tasks: Sequence[Task], now: datetime) -> list[Job]:
    """Ask for the verdicts on many tasks; those that have an open job keep it."""
    with transaction.atomic():
        waiting = {
            job.task_id: job
            for job in Job.objects.open().filter(task__in=tasks)
            if job.task and job.content_hash == job.task.content_hash
        }
        fresh = [
            _new_job(
                user=user,
                piece_set=task.piece_set,
                content=_content(task),
                task=task,
                now=now,
            )
            for task in tasks
            if task.pk not in waiting
        ]
        Job.objects.bulk_create(fresh)
        _wake_after_commit(fresh)
    return [*waiting.values(), *fresh]


def submit_drawing(*, user: Visitor, drawn: solver.Task, piece_set: PieceSet, now: datetime) -> Job:
    """Ask for the verdict on something drawn that isn't in the catalog (yet)."""
    with transaction.atomic():
        job = _new_job(
            user=user, piece_set=piece_set, content=content_of(drawn), task=None, now=now
        )
        job.save(force_insert=True)
        _wake_after_commit([job])
    return job


def open_jobs_of(*, tasks: QuerySet[Task]) -> QuerySet[Job]:
    """The jobs that are still to answer for some of these tasks."""
    return Job.objects.open().filter(task__in=tasks)


def cancel(*, job: Job, now: datetime) -> Job:
    """Stop a job; what a worker still computes for it will be thrown away."""
    cancelled = (
        Job.objects.open()
        .filter(pk=job.pk)
        .update(state=Job.State.CANCELLED, claim=None, lease_until=None, finished=now)
    )
    job.refresh_from_db()
    if not cancelled:
        raise Refusal(_("This job has ended already."), field="state")
    return job


def retry(*, job: Job, now: datetime) -> Job:
    """Queue a job again that failed or was cancelled."""
    with transaction.atomic():
        queued = Job.objects.filter(
            pk=job.pk, state__in=[Job.State.FAILED, Job.State.CANCELLED]
        ).update(
            state=Job.State.QUEUED,
            attempts=0,
            failure="",
            steps_done=0,
            finished=None,
            wakes=0,
            wake_at=now + FIRST_WAKE,
        )
        job.refresh_from_db()
        if not queued:
            raise Refusal(
                _("Only a job that failed or was cancelled can be retried."), field="state"
            )
        _wake_after_commit([job])
    return job


def run(*, job_id: uuid.UUID, clock: Callable[[], datetime], deadline: timedelta) -> bool:
    """What a worker does for one wake-up call; False if the row was not to be had."""
    job = claim(job_id=job_id, now=clock())
    if job is None:
        return False
    try:
        verdict = judge(job=job, clock=clock, deadline=deadline)
        finish(job=job, verdict=verdict, now=clock())
    except ClaimLost:
        logger.info("job %s: the claim was lost, the result is dropped", job.pk)
    except Exception:
        logger.exception("job %s failed", job.pk)
        give_back(job=job, now=clock())
    return True


def claim(*, job_id: uuid.UUID, now: datetime) -> Job | None:
    """Take a queued row, or one whose lease ran out; None if there is nothing to take."""
    token = uuid.uuid4()
    lease: dict[str, Any] = {
        "state": Job.State.RUNNING,
        "claim": token,
        "lease_until": now + LEASE,
        "attempts": F("attempts") + 1,
        "steps_done": 0,
    }
    able = Job.objects.filter(pk=job_id, attempts__lt=MOST_ATTEMPTS)
    taken = able.filter(state=Job.State.QUEUED).update(**lease) or able.filter(
        state=Job.State.RUNNING, lease_until__lt=now
    ).update(**lease)
    # Not there if somebody cancelled it in this very moment.
    return Job.objects.filter(pk=job_id, claim=token).first() if taken else None


def judge(*, job: Job, clock: Callable[[], datetime], deadline: timedelta) -> Verdict:
    """The verdict on a claimed job's content: the one that is known, else the solver's, unsaved."""
    known = Verdict.objects.filter(content_hash=job.content_hash, engine=ENGINE).first()
    if known is not None:
        return known
    task = task_of(job.content)
    end = clock() + deadline
    limits = replace(solver.SITE_LIMITS, out_of_time=lambda: clock() >= end)
    found = solver.solve(task, limits, keep_covers=SHOWN_COVERS)
    _report_step(job=job, now=clock())
    difficulty = solver.measure(task) if found.complete and found.covers else None
    return Verdict(
        content_hash=job.content_hash,
        engine=ENGINE,
        kind=found.kind,
        covers=found.covers,
        essentially_different=found.essentially_different,
        complete=found.complete,
        impossible=found.impossible or "",
        stopped_by=found.stopped_by or "",
        nodes=found.nodes,
        dead_ends=found.dead_ends,
        difficulty=difficulty.bits if difficulty else None,
        difficulty_parts=list(difficulty.parts) if difficulty else [],
        near_misses=difficulty.near_misses if difficulty else None,
        shown=[[[placed.code, placed.cells] for placed in cover] for cover in found.shown],
    )


def finish(*, job: Job, verdict: Verdict, now: datetime) -> None:
    """Write the verdict under the claim and hand it to every task of that content."""
    with transaction.atomic():
        _lock_decks(verdict.content_hash)
        if verdict._state.adding:
            Verdict.objects.bulk_create([verdict], ignore_conflicts=True)
            verdict = Verdict.objects.get(content_hash=verdict.content_hash, engine=verdict.engine)
        written = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, claim=job.claim).update(
            state=Job.State.DONE,
            claim=None,
            lease_until=None,
            steps_done=Job.STEPS,
            verdict=verdict,
            finished=now,
        )
        if not written:
            raise ClaimLost
        Task.objects.filter(content_hash=verdict.content_hash).update(verdict=verdict)
        publication.publish_proven_decks(
            candidates=Deck.objects.filter(boards__tasks__content_hash=verdict.content_hash)
        )


def _lock_decks(content_hash: str) -> None:
    """Lock the decks with a task of this content, then all their tasks by number.

    All that is locked is locked before anything is written, and in the order that everybody
    keeps. So verdicts for one deck come one after the other, a deck that is just being sent to
    its proof is not overlooked, and nobody who has a card waits for one who needs it.
    """
    carrying = Deck.objects.filter(boards__tasks__content_hash=content_hash)
    decks = Deck.objects.select_for_update().filter(pk__in=carrying.values("pk")).order_by("pk")
    cards = Task.objects.filter(boards__deck__in=[deck.pk for deck in decks])
    tasks = Task.objects.select_for_update().filter(pk__in=cards.values("pk")).order_by("pk")
    list(tasks.values_list("pk", flat=True))


def give_back(*, job: Job, now: datetime) -> None:
    """After an error: queue the row for another attempt, or fail it after the last."""
    own = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, claim=job.claim)
    if job.attempts >= MOST_ATTEMPTS:
        own.update(
            state=Job.State.FAILED, failure="error", claim=None, lease_until=None, finished=now
        )
    else:
        own.update(state=Job.State.QUEUED, claim=None, lease_until=None, wake_at=now + FIRST_WAKE)


def sweep(*, now: datetime) -> int:
    """Wake workers for rows whose lease ran out and rows queued too long; returns how many.

    A row that was tried three times is failed instead. Calls for one row become rarer, up to one
    a minute, so that a long queue or an absent worker isn't buried under messages.
    """
    expired = Job.objects.filter(state=Job.State.RUNNING, lease_until__lt=now)
    expired.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED, failure="attempts", claim=None, lease_until=None, finished=now
    )
    expired.update(state=Job.State.QUEUED, claim=None, lease_until=None, wake_at=now)
    due = list(
        Job.objects.filter(state=Job.State.QUEUED, wake_at__lte=now).order_by("wake_at")[
            :MOST_WAKES_A_SWEEP
        ]
    )
    for job in due:
        job.wakes += 1
        job.wake_at = now + min(FIRST_WAKE * 2 ** min(job.wakes, 10), LONGEST_WAKE)
    Job.objects.bulk_update(due, ["wakes", "wake_at"])
    wake(job_ids=[job.pk for job in due])
    return len(due)


def wake(*, job_ids: Iterable[uuid.UUID]) -> None:
    """Send the wake-up calls; with the broker away the first failure is the last attempt."""
    for job_id in job_ids:
        try:
            current_app.send_task(RUN_TASK, args=[str(job_id)])
        except (OperationalError, OSError) as error:
            logger.warning("the broker is away, job %s waits for the sweeper: %s", job_id, error)
            return


def _new_job(
    *,
    user: Visitor | None,
    piece_set: PieceSet,
    content: dict[str, Any],
    task: Task | None,
    now: datetime,
) -> Job:
    return Job(
        piece_set=piece_set,
        content=content,
        content_hash=digest(content),
        task=task,
        requested_by_id=user.pk if user else None,
        created=now,
        wake_at=now + FIRST_WAKE,
    )


def is_waiting_long(*, job: Job, now: datetime) -> bool:
    """Has no worker taken the job in the time a wake-up call takes? Then a person is told."""
    return job.state == Job.State.QUEUED and (job.wakes > 0 or now > job.wake_at)


def _content(task: Task) -> dict[str, Any]:
    return content_of(
        solver.Task(
            id="",
            region=task.region,
            pieces=tuple(task.pieces),
            piece_set=task.piece_set.shapes,
        )
    )


def _wake_after_commit(jobs: Iterable[Job]) -> None:
    transaction.on_commit(partial(wake, job_ids=[job.pk for job in jobs]), robust=True)


def _report_step(*, job: Job, now: datetime) -> None:
    """Show that the job goes on, and extend the lease."""
    kept = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, claim=job.claim).update(
        steps_done=F("steps_done") + 1, lease_until=now + LEASE
    )
    if not kept:
        raise ClaimLost
