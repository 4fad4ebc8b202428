"""E-mails: who gets one, and what became of it; never what it says."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ubongo_site.desk import ChosenRowsAreKeys
from ubongo_site.outbox import services
from ubongo_site.outbox.models import Mail


@admin.register(Mail)
class MailAdmin(ChosenRowsAreKeys, admin.ModelAdmin):
    list_display = ("created", "recipient", "subject", "state", "attempts", "failure", "sent")
    list_filter = ("state",)
    search_fields = ("recipient",)
    fields = ("recipient", "subject", "state", "attempts", "failure", "created", "sent")
    readonly_fields = fields
    actions = ("retry",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description=_("Send the selected e-mails again"), permissions=["change"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Mail]) -> None:
        queued = services.retry(mails=queryset, now=timezone.now())
        message = ngettext(
            "%(count)s failed e-mail is queued again.",
            "%(count)s failed e-mails are queued again.",
            queued,
        )
        self.message_user(request, message % {"count": queued})
