"""The application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OutboxConfig(AppConfig):
    name = "ubongo_site.outbox"
    label = "outbox"
    verbose_name = _("E-mails")
