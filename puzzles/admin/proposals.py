"""What a curator does with proposals: accept or reject them, one or many at once."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from puzzles.forms import RejectionForm
from puzzles.models import Task
from puzzles.services import proposals
from puzzles.services.refusal import Refusal

LEFT_UNPROVEN = ngettext_lazy(
    "%(count)s proposal is left as it is: it has no current verdict with a solution.",
    "%(count)s proposals are left as they are: they have no current verdict with a solution.",
    "count",
)
LEFT_NO_PROPOSAL = ngettext_lazy(
    "%(count)s task is left as it is: it is no open proposal.",
    "%(count)s tasks are left as they are: they are no open proposals.",
    "count",
)


class ProposalDesk(admin.ModelAdmin):
    """The part of the tasks' desk that decides on what players proposed."""

    actions: tuple[str, ...] = (
        "accept_proposals",
        "accept_and_publish_proposals",
        "reject_proposals",
    )

    def get_urls(self) -> list[URLPattern]:
        decide = self.admin_site.admin_view(self.decide_view)
        return [
            path("<int:pk>/decide/", decide, name="puzzles_task_decide"),
            *super().get_urls(),
        ]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A proposal is rejected with a reason; it doesn't vanish."""
        is_open = obj is not None and obj.state == Task.State.PROPOSED
        return not is_open and super().has_delete_permission(request, obj)

    @admin.action(description=_("Accept the selected proposals as drafts"), permissions=["change"])
    def accept_proposals(self, request: HttpRequest, queryset: QuerySet[Task]) -> None:
        self._accept(request, list(queryset), publish=False)

    @admin.action(
        description=_("Accept the selected proposals and publish them"), permissions=["change"]
    )
    def accept_and_publish_proposals(self, request: HttpRequest, queryset: QuerySet[Task]) -> None:
        self._accept(request, list(queryset), publish=True)

    @admin.action(description=_("Reject the selected proposals…"), permissions=["change"])
    def reject_proposals(
        self, request: HttpRequest, queryset: QuerySet[Task]
    ) -> HttpResponse | None:
        """Ask for the reason first, on a page of its own."""
        is_sent = "reason" in request.POST
        form = RejectionForm(request.POST) if is_sent else RejectionForm()
        if is_sent and form.is_valid():
            self._reject(request, list(queryset), form.cleaned_data["reason"])
            return None
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Reject proposals"),
            "form": form,
            "tasks": queryset.filter(state=Task.State.PROPOSED),
            "checkbox": ACTION_CHECKBOX_NAME,
        }
        status = 400 if form.errors else 200
        return render(request, "admin/puzzles/task/reject.html", context, status=status)

    def decide_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Accept or reject the proposal that is on the screen."""
        task = get_object_or_404(self.get_queryset(request), pk=pk)
        if request.method != "POST":
            return redirect("admin:puzzles_task_change", pk)
        if not self.has_change_permission(request, task):
            raise PermissionDenied
        if request.POST.get("decision") == "reject":
            try:
                self._reject(request, [task], request.POST.get("reason", ""))
            except Refusal as refusal:
                self.message_user(request, refusal.message, messages.ERROR)
        else:
            self._accept(request, [task], publish=request.POST.get("decision") == "publish")
        return redirect("admin:puzzles_task_change", pk)

    def _accept(self, request: HttpRequest, chosen: list[Task], *, publish: bool) -> None:
        outcome = proposals.accept_proposals(
            user=request.user, chosen=chosen, publish=publish, now=timezone.now()
        )
        words = ngettext_lazy(
            "%(count)s proposal is accepted.", "%(count)s proposals are accepted.", "count"
        )
        self._tell_outcome(request, outcome, words)

    def _reject(self, request: HttpRequest, chosen: list[Task], reason: str) -> None:
        outcome = proposals.reject_proposals(
            user=request.user, chosen=chosen, reason=reason, now=timezone.now()
        )
        words = ngettext_lazy(
            "%(count)s proposal is rejected.", "%(count)s proposals are rejected.", "count"
        )
        self._tell_outcome(request, outcome, words)

    def _tell_outcome(
        self, request: HttpRequest, outcome: proposals.Decision, decided: Any
    ) -> None:
        told = [
            (decided, len(outcome.decided), messages.SUCCESS),
            (LEFT_UNPROVEN, len(outcome.unproven), messages.WARNING),
            (LEFT_NO_PROPOSAL, outcome.others, messages.WARNING),
        ]
        for text, count, level in told:
            if count:
                self.message_user(request, str(text % {"count": count}), level)
