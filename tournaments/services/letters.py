"""What people are told by e-mail: queued with the change it tells of, sent by a worker, once."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from tournaments.models import Registration
from ubongo_site.outbox.services import Letter, queue_mails


def tell(registrations: Iterable[Registration], what: str, *, now: datetime) -> None:
    """Write to each person with an account, in the language in which they registered.

    ``what`` names the template under ``tournaments/mail/``; its first line is the subject.
    """
    queue_mails(
        [
            _letter(registration, what)
            for registration in registrations
            if registration.user is not None and registration.user.email
        ],
        now=now,
    )


def _letter(registration: Registration, what: str) -> Letter:
    tournament, user = registration.tournament, registration.user
    assert user is not None
    with translation.override(registration.language):
        text = render_to_string(
            f"tournaments/mail/{what}.txt",
            {
                "registration": registration,
                "tournament": tournament,
                "until": registration.offered_until_locally,
                "address": settings.SITE_URL + tournament.get_absolute_url(),
            },
        )
    subject, body = text.strip().split("\n", 1)
    return Letter(recipient=user.email, subject=subject, body=body.strip() + "\n")
