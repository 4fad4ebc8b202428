"""The worker's doors: each calls one service."""

import uuid
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from puzzles.services import jobs, prints

# A backstop only: the caps on nodes and covers end a search long before.
DEADLINE = timedelta(seconds=5)


@shared_task(name=jobs.RUN_TASK)
def run_job(job_id: str) -> None:
    """Judge the job's content, unless another worker has it."""
    jobs.run(job_id=uuid.UUID(job_id), clock=timezone.now, deadline=DEADLINE)


@shared_task
def sweep_jobs() -> None:
    """Wake workers for what was left lying."""
    jobs.sweep(now=timezone.now())


@shared_task(name=prints.jobs.RUN_TASK)
def run_print(job_id: str) -> None:
    """Print the job's sheets, unless another worker has it."""
    prints.jobs.run(job_id=uuid.UUID(job_id), clock=timezone.now)


@shared_task
def sweep_prints() -> None:
    """Wake workers for prints that were left lying, and clear away old ones."""
    prints.jobs.sweep(now=timezone.now())
