"""The worker's doors: each calls one service."""

from celery import shared_task
from django.utils import timezone

from tournaments.services import waitlist


@shared_task
def sweep_offers() -> None:
    """Let offers lapse that nobody confirmed in time."""
    waitlist.sweep_offers(now=timezone.now())
