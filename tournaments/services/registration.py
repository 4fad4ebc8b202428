"""Registering, withdrawing, moving up: all under the lock on the tournament's row."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.models import Entry, Person, Registration, Tournament
from tournaments.services.changes import mark_changed


def register_player(*, user: Person, tournament: Tournament, now: datetime) -> Registration:
    """Give the person a place, or the next place on the waitlist. Again changes nothing."""
    with transaction.atomic():
        locked = lock(tournament)
        if not accepts_registrations(tournament=locked, now=now):
            raise Refusal(_("Registration is closed."))
        registration = Registration.objects.filter(tournament=locked, user_id=user.pk).first()
        if registration is None:
            registration = Registration(tournament=locked, user_id=user.pk)
        elif registration.state != Registration.State.WITHDRAWN:
            return registration
        # Who comes back after withdrawing comes last.
        registration.number = _next_number(locked)
        has_place = _taken(locked) < locked.capacity
        registration.state = (
            Registration.State.REGISTERED if has_place else Registration.State.WAITING
        )
        registration.changed = now
        registration.save()
        mark_changed(locked.pk)
    return registration


def withdraw_player(*, user: Person, tournament: Tournament, now: datetime) -> Registration:
    """Take the person off; the first of the waitlist moves up to a place that becomes free."""
    with transaction.atomic():
        locked = lock(tournament)
        if locked.state not in (Tournament.State.OPEN, Tournament.State.CLOSED):
            raise Refusal(_("The tournament has begun; speak to the organiser."))
        registration = Registration.objects.filter(tournament=locked, user_id=user.pk).first()
        if registration is None:
            raise Refusal(_("You are not registered."))
        if registration.state == Registration.State.WITHDRAWN:
            return registration
        registration.state = Registration.State.WITHDRAWN
        registration.is_present = False
        registration.changed = now
        registration.save()
        fill_places(tournament=locked, now=now)
        mark_changed(locked.pk)
    return registration


def fill_places(*, tournament: Tournament, now: datetime) -> None:
    """Move people up from the waitlist, in order; the caller holds the tournament's lock."""
    free = max(0, tournament.capacity - _taken(tournament))
    waiting = tournament.registrations.filter(state=Registration.State.WAITING)
    first = list(waiting.order_by("number").values_list("pk", flat=True)[:free])
    Registration.objects.filter(pk__in=first).update(
        state=Registration.State.REGISTERED, changed=now
    )


def set_presence(*, registration: Registration, is_present: bool) -> Registration:
    """Note at the desk that somebody is there, or is not."""
    with transaction.atomic():
        locked = lock(registration.tournament)
        if not can_change_presence(locked):
            raise Refusal(_("The tables are seated already."))
        kept = Registration.objects.get(pk=registration.pk)
        if kept.state != Registration.State.REGISTERED:
            raise Refusal(_("Only who has a place can be present."))
        kept.is_present = is_present
        kept.save(update_fields=["is_present"])
        mark_changed(locked.pk)
    return kept


def can_change_presence(tournament: Tournament) -> bool:
    """Until a game has begun somebody may still come, or turn out not to be there."""
    if tournament.state == Tournament.State.RUNNING:
        return not has_begun(tournament)
    return tournament.state in (Tournament.State.OPEN, Tournament.State.CLOSED)


def has_begun(tournament: Tournament) -> bool:
    """Was anything entered at any table?"""
    return Entry.objects.filter(game__tournament=tournament).exists()


def accepts_registrations(*, tournament: Tournament, now: datetime) -> bool:
    """Is registration open at this moment?"""
    is_in_time = tournament.closes_at is None or now < tournament.closes_at
    return tournament.state == Tournament.State.OPEN and is_in_time


def lock(tournament: Tournament) -> Tournament:
    """The tournament's row, ours until the transaction ends."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def _taken(tournament: Tournament) -> int:
    return tournament.registrations.filter(state=Registration.State.REGISTERED).count()


def _next_number(tournament: Tournament) -> int:
    last = tournament.registrations.aggregate(last=Max("number"))["last"] or 0
    return int(last) + 1
