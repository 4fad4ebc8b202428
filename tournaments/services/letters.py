"""What people are told by e-mail: queued with the change it tells of, sent by a worker, once."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from tournaments.models import Registration, Round, Seat
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


def tell_seats(drawn: Round, *, told: Mapping[int, int], now: datetime) -> None:
    """Write to those who sit at a table of a round where: of the first one to all, of a later one
    to those who want that.

    ``told`` names those who were written to before the tables changed, by their registrations'
    keys, and the table that they were told of: they are told of another one, whatever they want.
    """
    seats = Seat.objects.filter(game__round=drawn, registration__user__isnull=False)
    letters: list[Letter] = []
    knowing: list[int] = []
    for seat in seats.select_related("game", "registration__user", "registration__tournament"):
        own, table = seat.registration, seat.game.table
        known = told.get(own.pk)
        if own.user is None or not own.user.email:
            continue
        if known is None and not (drawn.number == 1 or own.mails_each_round):
            continue
        knowing.append(seat.pk)
        if known != table:
            what = "seated" if known is None else "moved"
            letters.append(_letter(own, what, drawn=drawn, table=table))
    Seat.objects.filter(pk__in=knowing).update(is_told=True)
    queue_mails(letters, now=now)


def told_of(drawn: Round) -> dict[int, int]:
    """Who was written to of which table of a round, by registrations' keys."""
    seats = Seat.objects.filter(game__round=drawn, is_told=True)
    return dict(seats.values_list("registration_id", "game__table"))


def _letter(
    registration: Registration, what: str, *, drawn: Round | None = None, table: int | None = None
) -> Letter:
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
                "own_page": settings.SITE_URL + reverse("mine", args=[tournament.pk]),
                "round": drawn
                and render_to_string(
                    "tournaments/_round_name.html", {"round": drawn, "tournament": tournament}
                ),
                "table": table,
            },
        )
    subject, body = text.strip().split("\n", 1)
    return Letter(recipient=user.email, subject=subject, body=body.strip() + "\n")
