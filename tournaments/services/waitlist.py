"""Places and the waitlist: who has one, who is next, who must confirm until when."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from tournaments.models import Registration, Tournament
from tournaments.services import letters
from tournaments.services.changes import lock, mark_changed

State = Registration.State


def lock_up_to_date(tournament: Tournament, *, now: datetime) -> Tournament:
    """The locked tournament, offers that ran out lapsed: the clock has no worker to wait for."""
    locked = lock(tournament)
    # Where nobody plays any more, no place goes to anybody.
    if locked.state not in Tournament.OVER:
        _let_lapse(locked, now=now)
    return locked


def sweep_offers(*, now: datetime) -> None:
    """Let offers lapse and the next ones move up, wherever nobody did anything meanwhile."""
    late = Tournament.objects.exclude(state__in=Tournament.OVER).filter(
        registrations__state=State.OFFERED, registrations__offered_until__lte=now
    )
    for tournament in late.distinct():
        with transaction.atomic():
            lock_up_to_date(tournament, now=now)


def join(*registrations: Registration, tournament: Tournament, now: datetime) -> None:
    """A place each while there are free ones, else the end of the waitlist, in this order; also
    who comes back comes last."""
    last = tournament.registrations.aggregate(last=Max("number"))["last"] or 0
    free = tournament.capacity - taken(tournament)
    for place, registration in enumerate(registrations, 1):
        registration.number = last + place
        change(registration, State.REGISTERED if place <= free else State.WAITING, now=now)


def change(
    registration: Registration, state: str, *, now: datetime, until: datetime | None = None
) -> None:
    """Note what became of a registration; ``until`` is the end of an offer."""
    registration.state = state
    registration.offered_until = until
    registration.is_present = registration.is_present and state == State.REGISTERED
    registration.changed = now
    registration.save()


def fill_places(*, tournament: Tournament, now: datetime) -> None:
    """Move people up from the waitlist, in order; the caller holds the tournament's lock."""
    free = max(0, tournament.capacity - taken(tournament))
    waiting = tournament.registrations.filter(state=State.WAITING).order_by("number")
    moved_up = list(waiting.select_related("user")[:free])
    for registration in moved_up:
        # A guest has no page on which to confirm: the desk asked them.
        until = end_of_offer(tournament, now=now) if registration.user else None
        change(registration, State.OFFERED if until else State.REGISTERED, now=now, until=until)
    offered = [one for one in moved_up if one.state == State.OFFERED]
    letters.tell(offered, "offered", now=now)
    letters.tell([one for one in moved_up if one not in offered], "moved_up", now=now)


def end_of_offer(tournament: Tournament, *, now: datetime) -> datetime | None:
    """Until when an offer made now must be confirmed; None if the place is given at once.

    Once check-in has begun (or, without one, the tournament), nobody is waited for.
    """
    last_moment = tournament.check_in_opens_at or tournament.starts_at
    if not tournament.confirm_hours or now >= last_moment:
        return None
    return min(now + timedelta(hours=tournament.confirm_hours), last_moment)


def taken(tournament: Tournament) -> int:
    """How many places are held, confirmed or not."""
    return tournament.registrations.filter(state__in=Registration.HOLDS_A_PLACE).count()


def _let_lapse(tournament: Tournament, *, now: datetime) -> None:
    late = tournament.registrations.filter(state=State.OFFERED, offered_until__lte=now)
    lapsed = list(late.select_related("user"))
    if not lapsed:
        return
    for registration in lapsed:
        change(registration, State.WITHDRAWN, now=now)
    letters.tell(lapsed, "lapsed", now=now)
    fill_places(tournament=tournament, now=now)
    mark_changed(tournament.pk)
