"""What may become of a registration; the deeds of the player.

| deed | from | to |
|---|---|---|
| register | nothing, withdrawn | registered, or on the waitlist |
| move up (`waitlist`) | on the waitlist | registered, or offered a place |
| confirm | offered | registered |
| let lapse (`waitlist`) | offered | withdrawn |
| withdraw | registered, waiting, offered | withdrawn |
| take off (`presence`) | registered, waiting, offered | removed |
| take back (`presence`) | withdrawn, removed | registered, or on the waitlist |

All of it happens under the lock on the tournament's row, after offers that ran out have lapsed.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.models import Person, Registration, Tournament
from tournaments.services import letters, waitlist
from tournaments.services.changes import lock, mark_changed

State = Registration.State


def register_player(*, user: Person, tournament: Tournament, now: datetime) -> Registration:
    """Give the person a place, or the next place on the waitlist. Again changes nothing."""
    with transaction.atomic():
        locked = waitlist.lock_up_to_date(tournament, now=now)
        if not accepts_registrations(tournament=locked, now=now):
            raise Refusal(_("Registration is closed."))
        registration = Registration.objects.filter(tournament=locked, user_id=user.pk).first()
        if registration is None:
            registration = Registration(tournament=locked, user_id=user.pk)
        elif registration.state == State.REMOVED:
            raise Refusal(_("The organiser has taken you off; speak to them."))
        elif registration.state != State.WITHDRAWN:
            return registration
        registration.language = get_language() or registration.language
        waitlist.join(registration, tournament=locked, now=now)
        letters.tell([registration], registration.state, now=now)
        mark_changed(locked.pk)
    return registration


def confirm_place(*, user: Person, tournament: Tournament, now: datetime) -> Registration:
    """Take the place that is offered. Again changes nothing."""
    with transaction.atomic():
        locked = waitlist.lock_up_to_date(tournament, now=now)
        registration = own_registration(user=user, tournament=locked)
        if registration.state == State.REGISTERED:
            return registration
        if registration.state != State.OFFERED or locked.state in Tournament.OVER:
            raise Refusal(_("No place is offered to you (any more)."))
        waitlist.change(registration, State.REGISTERED, now=now)
        mark_changed(locked.pk)
    return registration


def withdraw_player(*, user: Person, tournament: Tournament, now: datetime) -> Registration:
    """Take the person off; the first of the waitlist moves up to a place that becomes free."""
    with transaction.atomic():
        locked = waitlist.lock_up_to_date(tournament, now=now)
        if locked.state not in (Tournament.State.OPEN, Tournament.State.CLOSED):
            raise Refusal(_("The tournament has begun; speak to the organiser."))
        registration = own_registration(user=user, tournament=locked)
        if registration.state in Registration.GONE:
            return registration
        waitlist.change(registration, State.WITHDRAWN, now=now)
        waitlist.fill_places(tournament=locked, now=now)
        mark_changed(locked.pk)
    return registration


def wish_mails(*, user: Person, tournament: Tournament, each_round: bool) -> Registration:
    """Say whether one is written to of one's table in each round, or in the first alone."""
    with transaction.atomic():
        registration = own_registration(user=user, tournament=lock(tournament))
        registration.mails_each_round = each_round
        registration.save(update_fields=["mails_each_round"])
    return registration


def own_registration(*, user: Person, tournament: Tournament) -> Registration:
    """The person's own, refused if there is none."""
    registration = Registration.objects.filter(tournament=tournament, user_id=user.pk).first()
    if registration is None:
        raise Refusal(_("You are not registered."))
    return registration


def accepts_registrations(*, tournament: Tournament, now: datetime) -> bool:
    """Is registration open at this moment?"""
    is_in_time = tournament.closes_at is None or now < tournament.closes_at
    return tournament.state == Tournament.State.OPEN and is_in_time
