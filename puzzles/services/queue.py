"""The queue: a row first, a wake-up call after the commit, one claim at a time.

The row is the truth. A message that is lost, doubled or late changes nothing: a worker takes a
row by compare-and-set, computes outside any transaction and writes what came out only while its
claim still stands. ``sweep`` finds what nobody woke up for.
"""

import logging
import uuid
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from puzzles.models import DeckGeneration, DeckProof, Job, PrintJob, Work
from puzzles.services.refusal import Refusal

logger = logging.getLogger(__name__)

# What a worker is called for, by the kind of row.
CALLS: dict[type[Work], str] = {
    Job: "puzzles.tasks.run_job",
    DeckProof: "puzzles.tasks.prove_deck",
    DeckGeneration: "puzzles.tasks.generate_deck",
    PrintJob: "puzzles.tasks.run_print",
}
# Longer than a worker goes without a sign of life, so a lease never ends under a live worker.
LEASE = timedelta(seconds=15)
# How long a queued row waits for its first wake-up call to arrive before the sweeper calls again.
FIRST_WAKE = timedelta(seconds=10)
LONGEST_WAKE = timedelta(seconds=60)
MOST_ATTEMPTS = 3
MOST_WAKES_A_SWEEP = 500
MOST_FORGOTTEN = 1000

Kind = TypeVar("Kind", bound=Work)


class ClaimLost(Exception):
    """Another worker has the row now, or it was cancelled: the result is thrown away."""


# --- what a person does -----------------------------------------------------------------------


def cancel(*, job: Kind, now: datetime) -> Kind:
    """Stop a job; what a worker still computes for it will be thrown away."""
    rows = type(job).objects.open()
    cancelled = rows.filter(pk=job.pk).update(
        state=Work.State.CANCELLED, claim=None, lease_until=None, finished=now
    )
    job.refresh_from_db()
    if not cancelled:
        raise Refusal(_("This job has ended already."), field="state")
    return job


def retry(*, job: Kind, now: datetime) -> Kind:
    """Queue a job again that failed or was cancelled."""
    ended = type(job).objects.filter(state__in=[Work.State.FAILED, Work.State.CANCELLED])
    with transaction.atomic():
        queued = ended.filter(pk=job.pk).update(
            state=Work.State.QUEUED,
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
        wake_after_commit([job])
    return job


def is_waiting_long(*, job: Work, now: datetime) -> bool:
    """Has no worker taken the job in the time a wake-up call takes? Then a person is told."""
    return job.state == Work.State.QUEUED and (job.wakes > 0 or now > job.wake_at)


# --- what a worker does -----------------------------------------------------------------------


def run(
    kind: type[Kind],
    *,
    job_id: uuid.UUID,
    clock: Callable[[], datetime],
    do: Callable[[Kind], None],
) -> bool:
    """Answer a wake-up call; False if the row was not to be had.

    An error of ``do`` gives the row back for another attempt.
    """
    job = claim(kind, job_id=job_id, now=clock())
    if job is None:
        return False
    try:
        do(job)
    except ClaimLost:
        logger.info("job %s: the claim was lost, the result is dropped", job.pk)
    except Exception:
        logger.exception("job %s failed", job.pk)
        give_back(job=job, now=clock())
    return True


def claim(kind: type[Kind], *, job_id: uuid.UUID, now: datetime) -> Kind | None:
    """Take a queued row, or one whose lease ran out; None if there is nothing to take."""
    token = uuid.uuid4()
    lease: dict[str, Any] = {
        "state": Work.State.RUNNING,
        "claim": token,
        "lease_until": now + LEASE,
        "attempts": F("attempts") + 1,
    }
    able = kind.objects.filter(pk=job_id, attempts__lt=MOST_ATTEMPTS)
    taken = able.filter(state=Work.State.QUEUED).update(**lease) or able.filter(
        state=Work.State.RUNNING, lease_until__lt=now
    ).update(**lease)
    # Not there if somebody cancelled it in this very moment.
    mine: Kind | None = kind.objects.filter(pk=job_id, claim=token).first() if taken else None
    return mine


def go_on(*, job: Work, now: datetime, **progress: Any) -> None:
    """Show how far the job is, and extend the lease."""
    _write_under_claim(job, lease_until=now + LEASE, **progress)


def complete(*, job: Work, now: datetime, **result: Any) -> None:
    """Write down what came out."""
    _write_under_claim(
        job, state=Work.State.DONE, claim=None, lease_until=None, finished=now, **result
    )


def pause(*, job: Work, now: datetime) -> None:
    """Let others have their turn: the rest is done after a wake-up call of its own.

    What was done until here was done well, so the attempts are counted anew.
    """
    with transaction.atomic():
        _write_under_claim(
            job,
            state=Work.State.QUEUED,
            claim=None,
            lease_until=None,
            attempts=0,
            wakes=0,
            wake_at=now + FIRST_WAKE,
        )
        wake_after_commit([job])


def give_back(*, job: Work, now: datetime) -> None:
    """After an error: queue the row for another attempt, or fail it after the last."""
    if job.attempts >= MOST_ATTEMPTS:
        fail(job=job, failure="error", now=now)
    else:
        _under_claim(job).update(
            state=Work.State.QUEUED, claim=None, lease_until=None, wake_at=now + FIRST_WAKE
        )


def fail(*, job: Work, failure: str, now: datetime) -> None:
    """Nothing comes of it, and another attempt would not help."""
    _under_claim(job).update(
        state=Work.State.FAILED, failure=failure, claim=None, lease_until=None, finished=now
    )


def _write_under_claim(job: Work, **values: Any) -> None:
    if not _under_claim(job).update(**values):
        raise ClaimLost


def _under_claim(job: Work) -> Any:
    return type(job).objects.filter(pk=job.pk, state=Work.State.RUNNING, claim=job.claim)


# --- what is forgotten ------------------------------------------------------------------------


def clear_away(*, now: datetime) -> int:
    """Forget what ended long ago, a batch at a time; returns how many rows are gone.

    Verdicts stay, and with them the proof of every task. So do the latest proof of a deck, which
    tells whether a curator stopped it, and a generated deck that waits to be accepted. Prints go
    with their files, after a day.
    """
    later = DeckProof.objects.filter(deck=OuterRef("deck"), created__gt=OuterRef("created"))
    rows: list[QuerySet[Any]] = [
        Job.objects.all(),
        DeckProof.objects.filter(Exists(later)),
        DeckGeneration.objects.filter(result=""),
    ]
    before = now - timedelta(days=settings.KEPT_DAYS)
    return sum(_forget(of_kind.filter(finished__lt=before)) for of_kind in rows)


def _forget(ended: QuerySet[Any]) -> int:
    """One batch. A row that is queued again at this moment is kept or refused, never half there."""
    with transaction.atomic():
        batch = ended.exclude(state__in=Work.OPEN).select_for_update(skip_locked=True, of=("self",))
        chosen = list(batch.order_by("finished").values_list("pk", flat=True)[:MOST_FORGOTTEN])
        ended.model.objects.filter(pk__in=chosen).delete()
    return len(chosen)


# --- who is called ----------------------------------------------------------------------------


def sweep(*, now: datetime) -> int:
    """Wake workers for rows whose lease ran out and rows queued too long; returns how many."""
    return sum(_sweep(kind, now) for kind in CALLS)


def _sweep(kind: type[Work], now: datetime) -> int:
    """A row that was tried three times is failed instead. Calls for one row become rarer, up to
    one a minute, so that a long queue or an absent worker isn't buried under messages."""
    expired = kind.objects.filter(state=Work.State.RUNNING, lease_until__lt=now)
    expired.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Work.State.FAILED, failure="attempts", claim=None, lease_until=None, finished=now
    )
    expired.update(state=Work.State.QUEUED, claim=None, lease_until=None, wake_at=now)
    queued = kind.objects.filter(state=Work.State.QUEUED, wake_at__lte=now)
    due = list(queued.order_by("wake_at")[:MOST_WAKES_A_SWEEP])
    for job in due:
        job.wakes += 1
        job.wake_at = now + min(FIRST_WAKE * 2 ** min(job.wakes, 10), LONGEST_WAKE)
    kind.objects.bulk_update(due, ["wakes", "wake_at"])
    wake(due)
    return len(due)


def wake(jobs: Iterable[Work]) -> None:
    """Send the wake-up calls; with the broker away the first failure is the last attempt."""
    for job in jobs:
        try:
            current_app.send_task(CALLS[type(job)], args=[str(job.pk)])
        except (OperationalError, OSError) as error:
            logger.warning("the broker is away, job %s waits for the sweeper: %s", job.pk, error)
            return


def wake_after_commit(jobs: Iterable[Work]) -> None:
    """Call a worker for new rows once they are there for everybody."""
    transaction.on_commit(partial(wake, list(jobs)), robust=True)
