"""Every visible change raises the tournament's version, which is what live pages ask for."""

from django.db.models import F

from tournaments.models import Tournament


def mark_changed(tournament_id: int) -> None:
    """Tell everybody who watches that there is something new."""
    Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1)
