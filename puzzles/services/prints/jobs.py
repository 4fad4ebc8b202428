"""Large prints as jobs: a row first, a wake-up call after the commit, one claim at a time.

As for the solver's jobs the row is the truth. A message that is lost, doubled or late changes
nothing; what was made is only kept while the claim still stands. Files and rows are removed
after a day.
"""

import logging
import os
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from puzzles.models import Job, PrintJob, Visitor
from puzzles.printing.deck import Deck
from puzzles.services.jobs import (
    FIRST_WAKE,
    LEASE,
    LONGEST_WAKE,
    MOST_ATTEMPTS,
    MOST_WAKES_A_SWEEP,
    ClaimLost,
)
from puzzles.services.prints.decks import deck_of_catalog
from puzzles.services.prints.options import PrintedFile, PrintOptions, Report, kind_of
from puzzles.services.prints.printing import print_sheets
from puzzles.services.refusal import Refusal

logger = logging.getLogger(__name__)

KEPT = timedelta(days=1)
# So many prints may lie on the disk at a time; each weighs some hundred kilobytes.
MOST_KEPT = 500
REPORTS = 20
RUN_TASK = "puzzles.tasks.run_print"


def submit(*, user: Visitor, options: PrintOptions, now: datetime) -> PrintJob:
    """Ask a worker for these sheets; a stranger has to keep the job's id to find it again."""
    kind_of(options.kind).check(options, _deck_for(user, options))
    with transaction.atomic():
        if PrintJob.objects.count() >= MOST_KEPT:
            raise Refusal(_("Too much is being printed just now. Please try again later."))
        job = PrintJob.objects.create(
            kind=options.kind,
            options=options.given(),
            requested_by_id=user.pk,
            created=now,
            wake_at=now + FIRST_WAKE,
        )
        _wake_after_commit(job)
    return job


def cancel(*, job: PrintJob, now: datetime) -> PrintJob:
    """Stop a print; what a worker still makes of it is thrown away."""
    cancelled = (
        PrintJob.objects.open()
        .filter(pk=job.pk)
        .update(state=Job.State.CANCELLED, claim=None, lease_until=None, finished=now)
    )
    job.refresh_from_db()
    if not cancelled:
        raise Refusal(_("This job has ended already."), field="state")
    return job


def retry(*, job: PrintJob, now: datetime) -> PrintJob:
    """Queue a print again that failed or was cancelled."""
    with transaction.atomic():
        queued = PrintJob.objects.filter(
            pk=job.pk, state__in=[Job.State.FAILED, Job.State.CANCELLED]
        ).update(
            state=Job.State.QUEUED,
            attempts=0,
            failure="",
            pages_done=0,
            finished=None,
            wakes=0,
            wake_at=now + FIRST_WAKE,
        )
        job.refresh_from_db()
        if not queued:
            raise Refusal(
                _("Only a job that failed or was cancelled can be retried."), field="state"
            )
        _wake_after_commit(job)
    return job


def run(*, job_id: uuid.UUID, clock: Callable[[], datetime]) -> bool:
    """What a worker does for one wake-up call; False if the row was not to be had."""
    job = _claim(job_id=job_id, now=clock())
    if job is None:
        return False
    try:
        printed = _print(job, report=_reporting(job, clock))
        _keep(job, printed, now=clock())
    except ClaimLost:
        logger.info("print %s: the claim was lost, the sheets are thrown away", job.pk)
    except Refusal as refusal:
        logger.info("print %s: %s", job.pk, refusal.message)
        _end(job, failure="refused", now=clock())
    except Exception:
        logger.exception("print %s failed", job.pk)
        _give_back(job, now=clock())
    return True


def _claim(*, job_id: uuid.UUID, now: datetime) -> PrintJob | None:
    """Take a queued row, or one whose lease ran out."""
    token = uuid.uuid4()
    lease: dict[str, Any] = {
        "state": Job.State.RUNNING,
        "claim": token,
        "lease_until": now + LEASE,
        "attempts": F("attempts") + 1,
        "pages_done": 0,
    }
    able = PrintJob.objects.filter(pk=job_id, attempts__lt=MOST_ATTEMPTS)
    taken = able.filter(state=Job.State.QUEUED).update(**lease) or able.filter(
        state=Job.State.RUNNING, lease_until__lt=now
    ).update(**lease)
    return PrintJob.objects.filter(pk=job_id, claim=token).first() if taken else None


def _print(job: PrintJob, *, report: Report) -> PrintedFile:
    options = PrintOptions.read(job.kind, job.options)
    deck = _deck_for(job.requested_by or AnonymousUser(), options)
    return print_sheets(options=options, deck=deck, report=report)


def _deck_for(user: Visitor, options: PrintOptions) -> Deck | None:
    if not options.deck:
        return None
    return deck_of_catalog(user=user, key=options.deck, language=options.language)


def _reporting(job: PrintJob, clock: Callable[[], datetime]) -> Report:
    """Shows now and then how many pages are drawn, and extends the lease."""

    def report(done: int, pages: int) -> None:
        if done % max(1, pages // REPORTS) == 0 or done == pages:
            kept = _own(job).update(pages_done=done, pages=pages, lease_until=clock() + LEASE)
            if not kept:
                raise ClaimLost

    return report


def _keep(job: PrintJob, printed: PrintedFile, *, now: datetime) -> None:
    """Put the file in its place and say so in the row, under the claim."""
    job.path.parent.mkdir(parents=True, exist_ok=True)
    written = job.path.with_suffix(f".{job.claim}")
    written.write_bytes(printed.content)
    os.replace(written, job.path)
    done = _own(job).update(
        state=Job.State.DONE, claim=None, lease_until=None, name=printed.name, finished=now
    )
    if not done:
        raise ClaimLost


def _own(job: PrintJob) -> Any:
    return PrintJob.objects.filter(pk=job.pk, state=Job.State.RUNNING, claim=job.claim)


def _end(job: PrintJob, *, failure: str, now: datetime) -> None:
    _own(job).update(
        state=Job.State.FAILED, failure=failure, claim=None, lease_until=None, finished=now
    )


def _give_back(job: PrintJob, *, now: datetime) -> None:
    """After an error: queue the row for another attempt, or fail it after the last."""
    if job.attempts >= MOST_ATTEMPTS:
        _end(job, failure="error", now=now)
    else:
        _own(job).update(
            state=Job.State.QUEUED, claim=None, lease_until=None, wake_at=now + FIRST_WAKE
        )


def sweep(*, now: datetime) -> int:
    """Wake workers for what was left lying, and clear away what is a day old; returns how many
    were woken."""
    _remove_old(now=now)
    expired = PrintJob.objects.filter(state=Job.State.RUNNING, lease_until__lt=now)
    expired.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Job.State.FAILED, failure="attempts", claim=None, lease_until=None, finished=now
    )
    expired.update(state=Job.State.QUEUED, claim=None, lease_until=None, wake_at=now)
    due = list(
        PrintJob.objects.filter(state=Job.State.QUEUED, wake_at__lte=now).order_by("wake_at")[
            :MOST_WAKES_A_SWEEP
        ]
    )
    for job in due:
        job.wakes += 1
        job.wake_at = now + min(FIRST_WAKE * 2 ** min(job.wakes, 10), LONGEST_WAKE)
    PrintJob.objects.bulk_update(due, ["wakes", "wake_at"])
    for job in due:
        _wake(job.pk)
    return len(due)


def _remove_old(*, now: datetime) -> None:
    """Rows go first, so that none points to a file that isn't there; files without one follow."""
    PrintJob.objects.filter(created__lt=now - KEPT).delete()
    folder = Path(settings.PRINTS_DIR)
    files = list(folder.iterdir()) if folder.is_dir() else []
    named = {path.name: path for path in files}
    kept = {f"{pk}.pdf" for pk in PrintJob.objects.values_list("pk", flat=True)}
    for name in named.keys() - kept:
        # One that is just being written has no row of its name; it is left for a while.
        if named[name].suffix == ".pdf" or _age(named[name], now) > LEASE:
            named[name].unlink(missing_ok=True)


def _age(path: Path, now: datetime) -> timedelta:
    try:
        return now - datetime.fromtimestamp(path.stat().st_mtime, tz=now.tzinfo)
    except FileNotFoundError:
        return timedelta(0)


def is_waiting_long(*, job: PrintJob, now: datetime) -> bool:
    """Has no worker taken the print in the time a wake-up call takes? Then a person is told."""
    return job.state == Job.State.QUEUED and (job.wakes > 0 or now > job.wake_at)


def _wake_after_commit(job: PrintJob) -> None:
    transaction.on_commit(partial(_wake, job.pk), robust=True)


def _wake(job_id: uuid.UUID) -> None:
    """Send the wake-up call; with the broker away the first failure is the last attempt."""
    try:
        current_app.send_task(RUN_TASK, args=[str(job_id)])
    except (OperationalError, OSError) as error:
        logger.warning("the broker is away, print %s waits for the sweeper: %s", job_id, error)
