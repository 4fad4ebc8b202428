"""Jobs: one content each for the solver to judge."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from puzzles import solver
from puzzles.models import Job, PieceSet, Task, Verdict, Visitor
from puzzles.services import queue, verdicts
from puzzles.services.content import content_of, digest, drawing_of, task_of


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
                content=content_of(drawing_of(task, task.piece_set.shapes)),
                task=task,
                now=now,
            )
            for task in tasks
            if task.pk not in waiting
        ]
        Job.objects.bulk_create(fresh)
        queue.wake_after_commit(fresh)
    return [*waiting.values(), *fresh]


def submit_drawing(*, user: Visitor, drawn: solver.Task, piece_set: PieceSet, now: datetime) -> Job:
    """Ask for the verdict on something drawn that isn't in the catalog (yet)."""
    with transaction.atomic():
        job = _new_job(
            user=user, piece_set=piece_set, content=content_of(drawn), task=None, now=now
        )
        job.save(force_insert=True)
        queue.wake_after_commit([job])
    return job


def open_jobs_of(*, tasks: QuerySet[Task]) -> QuerySet[Job]:
    """The jobs that are still to answer for some of these tasks."""
    return Job.objects.open().filter(task__in=tasks)


def run(*, job_id: uuid.UUID, clock: Callable[[], datetime], deadline: timedelta) -> bool:
    """What a worker does for one wake-up call; False if the row was not to be had."""

    def judge_and_finish(job: Job) -> None:
        verdict = judge(job=job, clock=clock, deadline=deadline)
        finish(job=job, verdict=verdict, now=clock())

    return queue.run(Job, job_id=job_id, clock=clock, do=judge_and_finish)


def judge(*, job: Job, clock: Callable[[], datetime], deadline: timedelta) -> Verdict:
    """The verdict on a claimed job's content: the one that is known, else the solver's, unsaved."""
    known = verdicts.known(hashes=[job.content_hash])
    if known:
        return known[job.content_hash]
    task = task_of(job.content)
    end = clock() + deadline
    limits = replace(solver.SITE_LIMITS, out_of_time=lambda: clock() >= end)
    found = solver.solve(task, limits, keep_covers=verdicts.SHOWN_COVERS)
    queue.go_on(job=job, now=clock(), steps_done=1)
    return verdicts.as_row(
        content_hash=job.content_hash,
        found=found,
        difficulty=solver.measure(task) if found.complete and found.covers else None,
        shown=found.shown,
    )


def finish(*, job: Job, verdict: Verdict, now: datetime) -> None:
    """Write the verdict under the claim and hand it to every task of that content."""
    with transaction.atomic():
        verdicts.lock_cards(hashes=[verdict.content_hash])
        kept = verdicts.keep(verdicts=[verdict])
        queue.complete(job=job, now=now, steps_done=job.steps, verdict=kept[0])
        verdicts.hand_out(verdicts=kept)


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
        wake_at=now + queue.FIRST_WAKE,
    )
