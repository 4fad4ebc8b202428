"""What workers do: to be looked at, cancelled and retried."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from puzzles.models import DeckProof, Job, Work
from puzzles.services import queue
from puzzles.services.refusal import Refusal
from ubongo_site.desk import ChosenRowsAreKeys


class WorkAdmin(ChosenRowsAreKeys, admin.ModelAdmin):
    """The desk of rows that workers take: nobody adds, changes or deletes them here."""

    actions = ("cancel", "retry")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields or ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("progress"))
    def progress(self, job: Any) -> str:
        return gettext("%(done)s of %(all)s") % {"done": job.steps_done, "all": job.steps}

    @admin.action(description=_("Cancel the selected jobs"), permissions=["change"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Work]) -> None:
        self._each(request, queryset, queue.cancel)

    @admin.action(description=_("Retry the selected jobs"), permissions=["change"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Work]) -> None:
        self._each(request, queryset, queue.retry)

    def _each(
        self, request: HttpRequest, queryset: QuerySet[Work], deed: Callable[..., Work]
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


@admin.register(Job)
class JobAdmin(WorkAdmin):
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


@admin.register(DeckProof)
class DeckProofAdmin(WorkAdmin):
    list_display = ("created", "deck", "state", "progress", "attempts", "failure", "finished")
    list_filter = ("state",)
    list_select_related = ("deck",)
    fields = (
        "deck",
        "state",
        "progress",
        "attempts",
        "failure",
        "requested_by",
        "created",
        "finished",
    )
