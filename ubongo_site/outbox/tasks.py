"""The worker's doors: each calls one service."""

import uuid

from celery import shared_task
from django.utils import timezone

from ubongo_site.outbox import services


@shared_task(name=services.SEND_TASK)
def send_mail(mail_id: str) -> None:
    """Send the mail, unless another worker has it."""
    services.send(mail_id=uuid.UUID(mail_id), clock=timezone.now)


@shared_task
def sweep_mails() -> None:
    """Wake workers for what was left lying."""
    services.sweep(now=timezone.now())
