"""The clock of a round: started, paused, resumed, stopped by the desk; longer for a single table.

It is the server's alone: a page only shows how long it is until the end that is stored here.
Only the latest round has one.
"""

from datetime import datetime, timedelta
from math import ceil

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.models import Game, Round
from tournaments.services.changes import mark_changed
from tournaments.services.drawing import lock_latest

LONGEST_CLOCK = 180
A_MINUTE = timedelta(minutes=1)


def start_clock(*, drawn: Round, minutes: int, now: datetime) -> Round:
    """Let a round last so many minutes (1 to 180) from now on."""
    _refuse_unless_possible(minutes)
    with transaction.atomic():
        kept = lock_latest(drawn)
        if kept.started_at is not None:
            raise Refusal(_("The clock was started already; stop it first."))
        kept.minutes, kept.started_at = minutes, now
        return _saved(kept)


def pause_clock(*, drawn: Round, now: datetime) -> Round:
    """Hold the clock; what is left stays left until it is resumed."""
    with transaction.atomic():
        kept = lock_latest(drawn)
        longest = max(kept.games.values_list("extra_minutes", flat=True), default=0)
        left = _refuse_unless_started(kept, now=now, extra_minutes=longest)
        if kept.paused_at is not None:
            raise Refusal(_("The clock is paused already."))
        if left <= timedelta():
            raise Refusal(_("The time is up."))
        kept.paused_at = now
        return _saved(kept)


def resume_clock(*, drawn: Round, now: datetime) -> Round:
    """Let a paused clock go on; the end is later by the pause."""
    with transaction.atomic():
        kept = lock_latest(drawn)
        if kept.paused_at is None:
            raise Refusal(_("The clock is not paused."))
        kept.paused_for += now - kept.paused_at
        kept.paused_at = None
        return _saved(kept)


def stop_clock(*, drawn: Round) -> Round:
    """Put the clock back to where it was before it was started, for every table."""
    with transaction.atomic():
        kept = lock_latest(drawn)
        if kept.started_at is None:
            raise Refusal(_("The clock was not started."))
        kept.minutes = kept.started_at = kept.paused_at = None
        kept.paused_for = timedelta()
        kept.games.update(extra_minutes=0)
        return _saved(kept)


def extend_table(*, game: Game, minutes: int, now: datetime) -> Game:
    """Give one table so many minutes more: from its end, or from now if its time is up already.

    Minutes are counted whole, so a table whose time is up may get up to one more than asked.
    """
    _refuse_unless_possible(minutes)
    with transaction.atomic():
        drawn = lock_latest(game.round)
        kept = Game.objects.select_for_update().get(pk=game.pk)
        if kept.result is not None:
            raise Refusal(_("This game is over."))
        left = _refuse_unless_started(drawn, now=now, extra_minutes=kept.extra_minutes)
        kept.extra_minutes += minutes + max(0, ceil(-left / A_MINUTE))
        if kept.extra_minutes > LONGEST_CLOCK:
            message = _("A table can get up to %(most)s minutes more.") % {"most": LONGEST_CLOCK}
            raise Refusal(message, field="minutes")
        kept.save(update_fields=["extra_minutes"])
        mark_changed(drawn.tournament_id)
    return kept


# --- their parts ------------------------------------------------------------------------------


def _refuse_unless_started(drawn: Round, *, now: datetime, extra_minutes: int) -> timedelta:
    """How much is left; less than nothing if the time is up."""
    left = drawn.left_at(now, extra_minutes)
    if left is None:
        raise Refusal(_("The clock was not started."))
    return left


def _refuse_unless_possible(minutes: int) -> None:
    if not 1 <= minutes <= LONGEST_CLOCK:
        message = _("Choose 1 to %(most)s minutes.") % {"most": LONGEST_CLOCK}
        raise Refusal(message, field="minutes")


def _saved(drawn: Round) -> Round:
    drawn.save(update_fields=["minutes", "started_at", "paused_at", "paused_for"])
    mark_changed(drawn.tournament_id)
    return drawn
