"""The application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Hears of new names, and adds the tournament's kinds of sheets to those to be printed.
        from tournaments import signals  # noqa: F401
        from tournaments.services import prints  # noqa: F401
