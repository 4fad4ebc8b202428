"""What every change of a tournament begins and ends with.

Whoever changes a tournament locks its row first. Every visible change raises its version, which
is what live pages ask for.
"""

from django.core.exceptions import ValidationError
from django.db.models import F, Model
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments.models import Person, Tournament


def lock(tournament: Tournament) -> Tournament:
    """The tournament's row, ours until the transaction ends."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def mark_changed(tournament_id: int) -> None:
    """Tell everybody who watches that there is something new."""
    Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1)


def refuse_unless_plain(reason: str, *, model: type[Model], field: str) -> None:
    """Why somebody did something stays on record: a line that the row's field can hold."""
    try:
        model._meta.get_field(field).run_validators(reason)  # type: ignore[union-attr]
    except ValidationError as error:
        message = _(
            "The reason can have up to 200 characters on one line, neither < nor > among them."
        )
        raise Refusal(message, field=field) from error


def mark_name_changed(user: Person) -> None:
    """Somebody goes by another name, or wants to stay unnamed: so on the pages of every tournament.

    In the order of their keys, so that two people who do it at once don't wait for each other.
    """
    concerned = Tournament.objects.filter(registrations__user_id=user.pk).order_by("pk")
    for key in concerned.values_list("pk", flat=True):
        mark_changed(key)
