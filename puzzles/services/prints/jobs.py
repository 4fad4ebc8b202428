"""Large prints as jobs of the queue. Files and rows are removed after a day."""

import logging
import os
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from puzzles.models import PrintJob, Visitor
from puzzles.printing.deck import Deck
from puzzles.services import queue
from puzzles.services.prints.decks import deck_of_catalog
from puzzles.services.prints.options import PrintedFile, PrintOptions, Report, kind_of
from puzzles.services.prints.printing import print_sheets
from puzzles.services.refusal import Refusal

logger = logging.getLogger(__name__)

KEPT = timedelta(days=1)
# So many prints may lie on the disk at a time; each weighs some hundred kilobytes.
MOST_KEPT = 500
REPORTS = 20


def submit(*, user: Visitor, options: PrintOptions, now: datetime) -> PrintJob:
    """Ask a worker for these sheets; a stranger has to keep the job's id to find it again."""
    kind = kind_of(options.kind)
    if not kind.is_in_shop:
        raise Refusal(_("There is no such kind of sheets."), field="kind")
    kind.check(options, _deck_for(user, options))
    with transaction.atomic():
        if PrintJob.objects.count() >= MOST_KEPT:
            raise Refusal(_("Too much is being printed just now. Please try again later."))
        job = PrintJob.objects.create(
            kind=options.kind,
            options=options.given(),
            requested_by_id=user.pk,
            created=now,
            wake_at=now + queue.FIRST_WAKE,
        )
        queue.wake_after_commit([job])
    return job


def run(*, job_id: uuid.UUID, clock: Callable[[], datetime]) -> bool:
    """What a worker does for one wake-up call; False if the row was not to be had."""

    def draw(job: PrintJob) -> None:
        queue.go_on(job=job, now=clock(), steps_done=0)
        try:
            printed = _print(job, report=_reporting(job, clock))
        except Refusal as refusal:
            logger.info("print %s: %s", job.pk, refusal.message)
            queue.fail(job=job, failure="refused", now=clock())
        else:
            _keep(job, printed, now=clock())

    return queue.run(PrintJob, job_id=job_id, clock=clock, do=draw)


def clear_away(*, now: datetime) -> None:
    """Remove what is a day old.

    Rows go first, so that none points to a file that isn't there; files without one follow.
    """
    PrintJob.objects.filter(created__lt=now - KEPT).delete()
    folder = Path(settings.PRINTS_DIR)
    files = list(folder.iterdir()) if folder.is_dir() else []
    named = {path.name: path for path in files}
    kept = {f"{pk}.pdf" for pk in PrintJob.objects.values_list("pk", flat=True)}
    for name in named.keys() - kept:
        # One that is just being written has no row of its name; it is left for a while.
        if named[name].suffix == ".pdf" or _age(named[name], now) > queue.LEASE:
            named[name].unlink(missing_ok=True)


def _age(path: Path, now: datetime) -> timedelta:
    try:
        return now - datetime.fromtimestamp(path.stat().st_mtime, tz=now.tzinfo)
    except FileNotFoundError:
        return timedelta(0)


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
            queue.go_on(job=job, now=clock(), steps_done=done, steps=pages)

    return report


def _keep(job: PrintJob, printed: PrintedFile, *, now: datetime) -> None:
    """Put the file in its place and say so in the row, under the claim."""
    job.path.parent.mkdir(parents=True, exist_ok=True)
    written = job.path.with_suffix(f".{job.claim}")
    written.write_bytes(printed.content)
    os.replace(written, job.path)
    queue.complete(job=job, now=now, name=printed.name)
