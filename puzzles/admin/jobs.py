"""Jobs: to be looked at, cancelled and retried."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from puzzles.models import Job
from puzzles.services import jobs
from puzzles.services.refusal import Refusal


@admin.register(Job)
class JobAdmin(admin.ModelAdmin):
    list_display = ("created", "task", "state", "attempts", "verdict", "failure", "finished")
    list_filter = ("state",)
    list_select_related = ("task", "verdict")
    fields = (
        "state",
        "attempts",
        "steps_done",
        "failure",
        "verdict",
        "task",
        "requested_by",
        "created",
        "finished",
    )
    readonly_fields = fields
    actions = ("cancel", "retry")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description=_("Cancel the selected jobs"), permissions=["change"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        self._each(request, queryset, jobs.cancel)

    @admin.action(description=_("Retry the selected jobs"), permissions=["change"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        self._each(request, queryset, jobs.retry)

    def _each(
        self, request: HttpRequest, queryset: QuerySet[Job], deed: Callable[..., Job]
    ) -> None:
        done = 0
        refused = None
        for job in queryset:
            try:
                deed(job=job, now=timezone.now())
                done += 1
            except Refusal as refusal:
                refused = refusal
        message = ngettext("%(count)s job is changed.", "%(count)s jobs are changed.", done)
        self.message_user(request, message % {"count": done})
        if refused is not None:
            self.message_user(request, refused.message, messages.WARNING)
