"""The application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Adds the tournament's kinds of sheets to those that can be printed.
        from tournaments.services import prints  # noqa: F401
