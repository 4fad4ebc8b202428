"""What every change of a tournament begins and ends with.

Whoever changes a tournament locks its row first. Every visible change raises its version, which
is what live pages ask for.
"""

from django.db.models import F

from tournaments.models import Person, Tournament


def lock(tournament: Tournament) -> Tournament:
    """The tournament's row, ours until the transaction ends."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def mark_changed(tournament_id: int) -> None:
    """Tell everybody who watches that there is something new."""
    Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1)


def mark_name_changed(user: Person) -> None:
    """Somebody goes by another name, or wants to stay unnamed: so on the pages of every tournament.

    In the order of their keys, so that two people who do it at once don't wait for each other.
    """
    concerned = Tournament.objects.filter(registrations__user_id=user.pk).order_by("pk")
    for key in concerned.values_list("pk", flat=True):
        mark_changed(key)
