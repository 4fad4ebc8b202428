"""Who is there: checking in, leaving and coming back, the desk's list, guests, no-shows."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from puzzles.models import PLAIN_NAME, fold
from puzzles.services.refusal import Refusal
from tournaments.models import LARGEST_CAPACITY, Person, Registration, Tournament
from tournaments.services import letters, waitlist
from tournaments.services.changes import lock, mark_changed
from tournaments.services.drawing import has_begun, latest_round
from tournaments.services.finals import last_number
from tournaments.services.registration import own_registration

State = Registration.State


def check_in(*, user: Person, tournament: Tournament, code: str, now: datetime) -> Registration:
    """Say that one is there, with the code of the poster, while check-in is open."""
    with transaction.atomic():
        locked = waitlist.lock_up_to_date(tournament, now=now)
        if not is_check_in_open(locked, now=now):
            raise Refusal(_("Check-in is not open; speak to the organiser."))
        if not constant_time_compare(code.strip().lower(), locked.check_in_code):
            raise Refusal(_("That is not the code of this tournament."), field="code")
        registration = own_registration(user=user, tournament=locked)
        if registration.state != State.REGISTERED:
            raise Refusal(_("Only who has a place can be present."))
        registration.is_present = True
        registration.save(update_fields=["is_present"])
        mark_changed(locked.pk)
    return registration


def is_check_in_open(tournament: Tournament, *, now: datetime) -> bool:
    """May players check in by themselves at this moment?"""
    opens, closes = tournament.check_in_opens_at, tournament.check_in_closes_at
    is_time = opens is not None and opens <= now and (closes is None or now < closes)
    return is_time and can_change_presence(tournament)


def set_presence(*, registration: Registration, is_present: bool) -> Registration:
    """Note at the desk that somebody is there, or is not."""
    with transaction.atomic():
        locked = lock(registration.tournament)
        _refuse_if_seated(locked)
        kept = Registration.objects.get(pk=registration.pk)
        if kept.state != State.REGISTERED:
            raise Refusal(_("Only who has a place can be present."))
        kept.is_present = is_present
        kept.save(update_fields=["is_present"])
        mark_changed(locked.pk)
    return kept


def leave(*, user: Person, tournament: Tournament) -> Registration:
    """Leave while it is played: not drawn any more, and what was won stays. Again changes nothing.

    A game that the player sits in goes on; whoever is left at the table enters how it ends.
    """
    with transaction.atomic():
        own = _own_in_play(user=user, tournament=tournament)
        if own.state == State.REGISTERED and not own.is_present:
            return own
        return set_presence(registration=own, is_present=False)


def come_back(*, user: Person, tournament: Tournament) -> Registration:
    """Be drawn again from the next round on. Again changes nothing.

    For who has played here before: anybody else is looked for at the desk first.
    """
    with transaction.atomic():
        own = _own_in_play(user=user, tournament=tournament)
        if not own.is_present and not own.seats.exists():
            raise Refusal(_("Say at the desk that you are there."))
        return own if own.is_present else set_presence(registration=own, is_present=True)


def can_leave(own: Registration) -> bool:
    """May the player say at this moment that they leave?"""
    return own.is_present and _may_come_and_go(own)


def can_come_back(own: Registration, *, has_played: bool) -> bool:
    """May the player say at this moment that they are there again?"""
    return has_played and not own.is_present and _may_come_and_go(own)


def enter_guest(
    *, tournament: Tournament, name: str, is_present: bool, now: datetime
) -> Registration:
    """Enter somebody without an account, by name: a place, or the next place on the waitlist."""
    with transaction.atomic():
        locked = waitlist.lock_up_to_date(tournament, now=now)
        _refuse_if_seated(locked)
        guest = _guest(name, locked, taken=_taken_names(locked), is_present=is_present)
        waitlist.join(guest, tournament=locked, now=now)
        mark_changed(locked.pk)
    return guest


def enter_guests(
    *, tournament: Tournament, names: str, is_present: bool, now: datetime
) -> list[Registration]:
    """Enter many without an account, a name a line: all of them, or nobody.

    The ``Refusal`` says which line is wrong; empty ones are passed over.
    """
    lines = names.splitlines()
    if len(lines) > LARGEST_CAPACITY:
        raise Refusal(
            _("At most %(most)s names at once.") % {"most": LARGEST_CAPACITY}, field="names"
        )
    with transaction.atomic():
        locked = waitlist.lock_up_to_date(tournament, now=now)
        _refuse_if_seated(locked)
        taken, guests = _taken_names(locked), []
        for line, name in enumerate(lines, 1):
            try:
                if name.strip():
                    guests.append(_guest(name, locked, taken=taken, is_present=is_present))
            except Refusal as refusal:
                told = {"line": line, "message": refusal.message}
                raise Refusal(_("Line %(line)s: %(message)s") % told, field="names") from refusal
        waitlist.join(*guests, tournament=locked, now=now)
        mark_changed(locked.pk)
    return guests


def take_off(*, registration: Registration, now: datetime) -> Registration:
    """Take somebody off the list; the next of the waitlist moves up."""
    with transaction.atomic():
        locked = waitlist.lock_up_to_date(registration.tournament, now=now)
        _refuse_if_seated(locked)
        kept = Registration.objects.get(pk=registration.pk)
        if kept.state not in Registration.GONE:
            waitlist.change(kept, State.REMOVED, now=now)
            waitlist.fill_places(tournament=locked, now=now)
            mark_changed(locked.pk)
    return kept


def take_back(*, registration: Registration, now: datetime) -> Registration:
    """Put somebody on the list again who was taken off or had withdrawn; they come last.

    Refused for a guest if somebody else goes by the name by now.
    """
    with transaction.atomic():
        locked = waitlist.lock_up_to_date(registration.tournament, now=now)
        _refuse_if_seated(locked)
        kept = Registration.objects.select_related("user").get(pk=registration.pk)
        if kept.state in Registration.GONE:
            if kept.user is None:
                _refuse_if_taken(kept.name, _taken_names(locked))
            waitlist.join(kept, tournament=locked, now=now)
            letters.tell([kept], kept.state, now=now)
            mark_changed(locked.pk)
    return kept


def remove_absent(*, tournament: Tournament, now: datetime) -> int:
    """Take off everybody who has a place and is not there; returns how many they are.

    Who moves up from the waitlist for them may be absent too: called again, it looks again.
    """
    with transaction.atomic():
        locked = waitlist.lock_up_to_date(tournament, now=now)
        _refuse_if_seated(locked)
        if locked.check_in_closes_at is not None and now < locked.check_in_closes_at:
            raise Refusal(_("Check-in is still open."))
        absent = list(
            locked.registrations.filter(state__in=Registration.HOLDS_A_PLACE, is_present=False)
        )
        for registration in absent:
            waitlist.change(registration, State.REMOVED, now=now)
        waitlist.fill_places(tournament=locked, now=now)
        mark_changed(locked.pk)
    return len(absent)


def can_change_presence(tournament: Tournament) -> bool:
    """As long as a round is to be drawn, or drawn anew, somebody may come or go."""
    if tournament.state == Tournament.State.RUNNING:
        latest = latest_round(tournament)
        is_last = latest is not None and latest.number >= last_number(tournament)
        return not (is_last and latest is not None and has_begun(latest))
    return tournament.state in (Tournament.State.OPEN, Tournament.State.CLOSED)


def _may_come_and_go(own: Registration) -> bool:
    is_running = own.tournament.state == Tournament.State.RUNNING
    return is_running and own.state == State.REGISTERED and can_change_presence(own.tournament)


def _own_in_play(*, user: Person, tournament: Tournament) -> Registration:
    """The player's own, of a tournament that is being played and ours for now."""
    locked = lock(tournament)
    if locked.state != Tournament.State.RUNNING:
        raise Refusal(_("The tournament isn't running."))
    return own_registration(user=user, tournament=locked)


def _refuse_if_seated(tournament: Tournament) -> None:
    if not can_change_presence(tournament):
        raise Refusal(_("The tables are seated already."))


def _guest(name: str, tournament: Tournament, *, taken: set[str], is_present: bool) -> Registration:
    """A guest of a name that nobody goes by yet, unsaved; ``taken`` has it from then on."""
    name = " ".join(name.split())
    if not name or len(name) > Registration.LONGEST_GUEST_NAME:
        message = _("A name has 1 to %(most)s characters.")
        raise Refusal(message % {"most": Registration.LONGEST_GUEST_NAME}, field="guest_name")
    try:
        PLAIN_NAME(name)
    except ValidationError as error:
        raise Refusal(error.message, field="guest_name") from error
    _refuse_if_taken(name, taken)
    taken.add(fold(name))
    return Registration(tournament=tournament, guest_name=name, is_present=is_present)


def _refuse_if_taken(name: str, taken: set[str]) -> None:
    if fold(name) in taken:
        raise Refusal(_("Somebody of this name takes part already."), field="guest_name")


def _taken_names(tournament: Tournament) -> set[str]:
    """By what everybody goes who takes part, as it is compared."""
    playing = tournament.registrations.exclude(state__in=Registration.GONE).select_related("user")
    return {fold(one.name) for one in playing}
