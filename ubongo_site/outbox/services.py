"""Queue an e-mail, send it once, find what was left lying.

A worker takes a row by compare-and-set before it speaks to the mail server, so two calls for one
mail send it once. Only if a worker dies between the server's "accepted" and the note of it is the
mail sent again when the lease has run out: lost it must not be. The copy bears the same
``Message-ID``, by which mail programs know it for one.
"""

import logging
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, Q
from kombu.exceptions import OperationalError

from ubongo_site.outbox.models import Mail

logger = logging.getLogger(__name__)

SEND_TASK = "ubongo_site.outbox.tasks.send_mail"
# Longer than the hard time limit of a worker's task, so a lease never ends under a live worker.
LEASE = timedelta(seconds=15)
# How long a queued row waits for its wake-up call to arrive before the sweeper calls again.
FIRST_WAKE = timedelta(seconds=10)
# After which a call that no worker heard is void, and the sweeper's next one is due.
NEXT_WAKE = timedelta(seconds=60)
# After the first failure, twice as long after each further one: 8½ hours in all.
FIRST_RETRY = timedelta(seconds=30)
MOST_ATTEMPTS = 11
MOST_WAKES_A_SWEEP = 500
MOST_FORGOTTEN = 500


@dataclass(frozen=True)
class Letter:
    """An e-mail before it is a row: to whom, about what, and what it says."""

    recipient: str
    subject: str
    body: str


def queue_mail(*, recipient: str, subject: str, body: str, now: datetime) -> Mail:
    """Keep an e-mail to be sent; with the transaction around it, it comes or doesn't."""
    [mail] = queue_mails([Letter(recipient, subject, body)], now=now)
    return mail


def queue_mails(letters: Sequence[Letter], *, now: datetime) -> list[Mail]:
    """Keep many at once: with the broker away, only one call is tried for all of them."""
    with transaction.atomic():
        mails = Mail.objects.bulk_create(
            Mail(
                recipient=letter.recipient,
                subject=" ".join(letter.subject.split())[:200],
                body=letter.body,
                created=now,
                wake_at=now + FIRST_WAKE,
            )
            for letter in letters
        )
        if mails:
            chosen = [mail.pk for mail in mails]
            transaction.on_commit(partial(wake, mail_ids=chosen), robust=True)
    return mails


def send(*, mail_id: uuid.UUID, clock: Callable[[], datetime]) -> bool:
    """What a worker does for one wake-up call; False if the mail was not to be had."""
    mail = claim(mail_id=mail_id, now=clock())
    if mail is None:
        return False
    try:
        deliver(mail=mail)
    except Exception as error:
        logger.warning("mail %s was not sent: %s", mail.pk, error)
        give_back(mail=mail, failure=str(error) or type(error).__name__, now=clock())
    else:
        finish(mail=mail, now=clock())
    return True


def claim(*, mail_id: uuid.UUID, now: datetime) -> Mail | None:
    """Take a queued row, or one whose lease ran out; None if there is nothing to take."""
    token = uuid.uuid4()
    lease: dict[str, Any] = {
        "state": Mail.State.SENDING,
        "claim": token,
        "lease_until": now + LEASE,
        "attempts": F("attempts") + 1,
    }
    able = Mail.objects.filter(pk=mail_id, attempts__lt=MOST_ATTEMPTS)
    taken = able.filter(state=Mail.State.QUEUED).update(**lease) or able.filter(
        state=Mail.State.SENDING, lease_until__lt=now
    ).update(**lease)
    return Mail.objects.get(pk=mail_id, claim=token) if taken else None


def deliver(*, mail: Mail) -> None:
    """Hand the mail to the server."""
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">") or "localhost"
    headers = {"Message-ID": f"<{mail.pk}@{domain}>", "Auto-Submitted": "auto-generated"}
    EmailMessage(mail.subject, mail.body, to=[mail.recipient], headers=headers).send()


def finish(*, mail: Mail, now: datetime) -> None:
    """Note under the claim that the mail is sent, and forget its text."""
    _claimed(mail).update(
        state=Mail.State.SENT, claim=None, lease_until=None, failure="", body="", sent=now
    )


def give_back(*, mail: Mail, failure: str, now: datetime) -> None:
    """After an error: try again later, or fail after the last attempt."""
    freed: dict[str, Any] = {"claim": None, "lease_until": None, "failure": failure[:200]}
    if mail.attempts >= MOST_ATTEMPTS:
        _claimed(mail).update(state=Mail.State.FAILED, **freed)
    else:
        pause = FIRST_RETRY * 2 ** (mail.attempts - 1)
        _claimed(mail).update(state=Mail.State.QUEUED, wake_at=now + pause, **freed)


def retry(*, mails: Iterable[Mail], now: datetime) -> int:
    """Queue failed mails again; returns how many."""
    failed = Mail.objects.filter(pk__in=[mail.pk for mail in mails], state=Mail.State.FAILED)
    with transaction.atomic():
        chosen = list(failed.values_list("pk", flat=True))
        queued = failed.update(
            state=Mail.State.QUEUED, attempts=0, failure="", wake_at=now + FIRST_WAKE
        )
        transaction.on_commit(partial(wake, mail_ids=chosen), robust=True)
    return queued


def sweep(*, now: datetime) -> int:
    """Wake workers for mails that are due, and forget old ones; returns how many are woken."""
    _forget(before=now - timedelta(days=settings.KEPT_DAYS))
    expired = Mail.objects.filter(state=Mail.State.SENDING, lease_until__lt=now)
    freed: dict[str, Any] = {"claim": None, "lease_until": None}
    lost = "The worker was lost while it sent this."
    expired.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=Mail.State.FAILED, failure=lost, **freed
    )
    expired.update(state=Mail.State.QUEUED, failure=lost, wake_at=now, **freed)
    due = Mail.objects.filter(state=Mail.State.QUEUED, wake_at__lte=now).order_by("wake_at")
    chosen = list(due.values_list("pk", flat=True)[:MOST_WAKES_A_SWEEP])
    Mail.objects.filter(pk__in=chosen).update(wake_at=now + NEXT_WAKE)
    wake(mail_ids=chosen)
    return len(chosen)


def _forget(*, before: datetime) -> None:
    """Of what is over nothing stays, not even who it was for; of much, some at each sweep."""
    over = Mail.objects.filter(
        Q(state=Mail.State.SENT, sent__lt=before) | Q(state=Mail.State.FAILED, wake_at__lt=before)
    )
    # Whoever sends one again in this moment keeps it: it is no longer over.
    over.filter(pk__in=list(over.values_list("pk", flat=True)[:MOST_FORGOTTEN])).delete()


def wake(*, mail_ids: Iterable[uuid.UUID]) -> None:
    """Send the wake-up calls; with the broker away the first failure is the last attempt."""
    for mail_id in mail_ids:
        try:
            current_app.send_task(SEND_TASK, args=[str(mail_id)], expires=NEXT_WAKE.total_seconds())
        except (OperationalError, OSError) as error:
            logger.warning("the broker is away, mail %s waits for the sweeper: %s", mail_id, error)
            return


def _claimed(mail: Mail) -> Any:
    return Mail.objects.filter(pk=mail.pk, state=Mail.State.SENDING, claim=mail.claim)
