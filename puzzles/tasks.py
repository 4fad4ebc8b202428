"""The worker's doors: each calls one service."""

import uuid
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from puzzles.models import DeckGeneration, DeckProof, Job, PrintJob
from puzzles.services import generations, jobs, prints, proofs, queue

# A backstop only: the caps on nodes and covers end a search long before.
DEADLINE = timedelta(seconds=5)
# A deck is generated in one go: some seconds, and more on a busy machine.
GENERATION_SECONDS = 90


@shared_task(name=queue.CALLS[Job])
def run_job(job_id: str) -> None:
    """Judge the job's content, unless another worker has it."""
    jobs.run(job_id=uuid.UUID(job_id), clock=timezone.now, deadline=DEADLINE)


@shared_task(name=queue.CALLS[DeckProof])
def prove_deck(proof_id: str) -> None:
    """Prove some of a deck's tasks, unless another worker does."""
    proofs.prove(proof_id=uuid.UUID(proof_id), clock=timezone.now)


@shared_task(
    name=queue.CALLS[DeckGeneration],
    soft_time_limit=GENERATION_SECONDS,
    time_limit=GENERATION_SECONDS + 2,
)
def generate_deck(generation_id: str) -> None:
    """Generate a deck, unless another worker does."""
    generations.generate(generation_id=uuid.UUID(generation_id), clock=timezone.now)


@shared_task
def sweep_jobs() -> None:
    """Wake workers for what was left lying."""
    queue.sweep(now=timezone.now())


@shared_task
def clear_away_jobs() -> None:
    """Forget what ended long ago."""
    queue.clear_away(now=timezone.now())


@shared_task(name=queue.CALLS[PrintJob])
def run_print(job_id: str) -> None:
    """Print the job's sheets, unless another worker has it."""
    prints.jobs.run(job_id=uuid.UUID(job_id), clock=timezone.now)


@shared_task
def clear_away_prints() -> None:
    """Remove prints that are a day old."""
    prints.jobs.clear_away(now=timezone.now())
