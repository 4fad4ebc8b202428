"""The result of a game, confirmed by two of those who played it, or by the desk.

If one of them says that it isn't right, the desk decides.

Until then the table may undo and correct by itself; any change takes the confirmations back. From
then on only the desk changes something, as a correction with its reason.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.models import Confirmation, Game, Person
from tournaments.services.changes import mark_changed, refuse_unless_plain
from tournaments.services.games import Conflict, is_desk, lock, refuse_unless_running

CONFIRMATIONS_NEEDED = 2


def confirm_result(*, user: Person, game: Game, now: datetime, seen: str | None = None) -> Game:
    """Say that the result is right. The same person again changes nothing.

    ``seen`` is the result in figures as the person saw it: ``Conflict`` if it is another by now.
    Where somebody says that it isn't right, only the desk confirms.
    """
    with transaction.atomic():
        locked = lock(game)
        refuse_unless_running(locked.tournament)
        if locked.result is None:
            raise Refusal(_("The game isn't over yet."))
        if seen not in (None, locked.result_in_figures):
            raise Conflict([])
        if locked.confirmed_at is not None:
            return locked
        if locked.dispute and not is_desk(locked, user):
            raise Refusal(_("Somebody says that the result isn't right; the desk looks after it."))
        Confirmation.objects.get_or_create(
            game=locked, user_id=user.pk, defaults={"confirmed_at": now}
        )
        enough = locked.confirmations.count() >= CONFIRMATIONS_NEEDED
        if enough or is_desk(locked, user):
            locked.confirmed_at = now
            locked.dispute = ""
        locked.save(update_fields=["confirmed_at", "dispute"])
        mark_changed(locked.tournament_id)
    return locked


def dispute_result(*, user: Person, game: Game, reason: str) -> Game:
    """Say that the result isn't right, and why: the desk looks after it."""
    reason = " ".join(reason.split())
    if not reason:
        raise Refusal(_("Say what is wrong."), field="dispute")
    refuse_unless_plain(reason, model=Game, field="dispute")
    with transaction.atomic():
        locked = lock(game)
        refuse_unless_running(locked.tournament)
        if locked.result is None:
            raise Refusal(_("The game isn't over yet."))
        if locked.confirmed_at is not None:
            raise Refusal(_("The result is confirmed; speak to the organiser."))
        locked.dispute = reason
        locked.confirmations.filter(user_id=user.pk).delete()
        locked.save(update_fields=["dispute"])
        mark_changed(locked.tournament_id)
    return locked
