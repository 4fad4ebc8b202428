"""The application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "ubongo_site.accounts"
    label = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from ubongo_site.accounts import signals

        assert signals
