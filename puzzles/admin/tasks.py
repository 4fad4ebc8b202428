"""Tasks: drawn in the editor, checked, published and retired, one or four hundred at once."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from puzzles import words
from puzzles.admin.proposals import ProposalDesk
from puzzles.downloads import task_file_response
from puzzles.forms import ImportForm, RejectionForm, TaskForm, sets_for_editor
from puzzles.levels import level_of
from puzzles.models import Task
from puzzles.pictures import region_picture
from puzzles.services import jobs, publication, taskfiles, tasks
from puzzles.services.refusal import Refusal
from ubongo_site.desk import ChosenRowsAreKeys, RefusedFormsAreBadRequests

MOST_STATES = 1000
LONGEST_NUMBER = 18


class AttentionFilter(admin.SimpleListFilter):
    """What a curator has to look at."""

    title = _("attention")
    parameter_name = "attention"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return [
            ("not-unique", _("not unique")),
            ("out-of-date", _("verdict out of date")),
            ("unpublished", _("unpublished")),
            ("proposed", _("proposed by players")),
        ]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "not-unique":
            return queryset.proven().exclude(verdict__kind="unique")
        if self.value() == "out-of-date":
            return queryset.unproven()
        if self.value() == "unpublished":
            return queryset.exclude(state=Task.State.PUBLISHED)
        if self.value() == "proposed":
            return queryset.filter(state=Task.State.PROPOSED)
        return queryset


@admin.register(Task)
class TaskAdmin(RefusedFormsAreBadRequests, ChosenRowsAreKeys, ProposalDesk, admin.ModelAdmin):
    form = TaskForm
    fields = ("piece_set", "area", "height", "pieces", "name")
    change_form_template = "admin/puzzles/task/editor.html"
    change_list_template = "admin/puzzles/task/list.html"
    list_display = ("picture", "title", "set_name", "piece_codes", "cells", "found", "state")
    list_display_links = ("picture", "title")
    list_filter = (AttentionFilter, "state", "piece_set", "piece_count")
    list_select_related = ("piece_set", "verdict")
    list_per_page = 100
    search_fields = ("name", "=id")
    search_help_text = _("Name or number of the task")
    actions = (
        "check_tasks",
        "publish_tasks",
        "retire_tasks",
        "export_tasks",
        *ProposalDesk.actions,
    )

    # --- the list ------------------------------------------------------------------------------

    @admin.display(description=_("area"))
    def picture(self, task: Task) -> SafeString:
        return region_picture(task.layers, label=str(task))

    @admin.display(description=_("task"), ordering="name")
    def title(self, task: Task) -> str:
        return str(task)

    @admin.display(description=_("piece set"), ordering="piece_set")
    def set_name(self, task: Task) -> str:
        return task.piece_set.key

    @admin.display(description=_("pieces"))
    def piece_codes(self, task: Task) -> str:
        return " ".join(task.pieces)

    @admin.display(description=_("verdict"), ordering="verdict__covers")
    def found(self, task: Task) -> SafeString:
        """The verdict in words; the list's script keeps it up to date while jobs run."""
        return format_html('<span data-task="{}">{}</span>', task.pk, verdict_in_words(task))

    @admin.action(description=_("Check the selected tasks"), permissions=["change"])
    def check_tasks(self, request: HttpRequest, queryset: QuerySet[Task]) -> None:
        asked = jobs.submit_tasks(
            user=request.user,
            tasks=list(queryset.select_related("piece_set")),
            now=timezone.now(),
        )
        self._tell(
            request,
            len(asked),
            ngettext_lazy("%(count)s task is checked.", "%(count)s tasks are checked.", "count"),
        )

    @admin.action(description=_("Publish the selected tasks"), permissions=["change"])
    def publish_tasks(self, request: HttpRequest, queryset: QuerySet[Task]) -> None:
        outcome = publication.publish_tasks(tasks=list(queryset))
        done = len(outcome.published)
        self._tell(
            request,
            done,
            ngettext_lazy(
                "%(count)s task is published.", "%(count)s tasks are published.", "count"
            ),
        )
        if outcome.unproven:
            self._tell(
                request,
                len(outcome.unproven),
                ngettext_lazy(
                    "%(count)s task is left as it is: it has no current verdict with a solution.",
                    "%(count)s tasks are left as they are: they have no current verdict with a "
                    "solution.",
                    "count",
                ),
                messages.WARNING,
            )

    @admin.action(description=_("Retire the selected tasks"), permissions=["change"])
    def retire_tasks(self, request: HttpRequest, queryset: QuerySet[Task]) -> None:
        done = publication.retire_tasks(tasks=list(queryset))
        self._tell(
            request,
            done,
            ngettext_lazy("%(count)s task is retired.", "%(count)s tasks are retired.", "count"),
        )

    @admin.action(description=_("Export the selected tasks as a file"))
    def export_tasks(self, request: HttpRequest, queryset: QuerySet[Task]) -> HttpResponse | None:
        try:
            text = taskfiles.export_task_file(exported=queryset.order_by("pk"))
        except Refusal as refusal:
            self.message_user(request, refusal.message, messages.ERROR)
            return None
        return task_file_response(text, name="ubongo-tasks")

    def _tell(
        self, request: HttpRequest, count: int, words: Any, level: int = messages.SUCCESS
    ) -> None:
        self.message_user(request, words % {"count": count}, level)

    # --- the editor ----------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("import/", wrap(self.import_view), name="puzzles_task_import"),
            path("states/", wrap(self.states_view), name="puzzles_task_states"),
            *super().get_urls(),
        ]

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        context = {
            "piece_sets": sets_for_editor(),
            "rejection": RejectionForm(),
            **(extra_context or {}),
        }
        try:
            return super().changeform_view(request, object_id, form_url, context)
        except tasks.AlreadyThere as there:
            self.message_user(request, there.message, messages.WARNING)
            return redirect("admin:puzzles_task_change", there.task.pk)
        except Refusal as refusal:
            self.message_user(request, refusal.message, messages.ERROR)
            return redirect(request.path)

    def save_model(self, request: HttpRequest, obj: Task, form: Any, change: bool) -> None:
        saved = tasks.save_task(
            user=request.user,
            drawn=form.cleaned_data["drawn"],
            piece_set=form.cleaned_data["piece_set"],
            name=form.cleaned_data["name"],
            now=timezone.now(),
            task=obj if change else None,
        )
        obj.pk = saved.pk
        obj.refresh_from_db()
        if "_publish" in request.POST:
            self._publish_or_tell(request, obj)

    def _publish_or_tell(self, request: HttpRequest, task: Task) -> None:
        try:
            publication.publish_task(task=task)
        except Refusal as refusal:
            self.message_user(request, refusal.message, messages.WARNING)
        task.refresh_from_db()

    def response_add(self, request: HttpRequest, obj: Task, post_url_continue: Any = None) -> Any:
        """After the editor's buttons one stays on the card and sees what became of it."""
        if "_publish" in request.POST:
            return redirect("admin:puzzles_task_change", obj.pk)
        return super().response_add(request, obj, post_url_continue)

    def response_change(self, request: HttpRequest, obj: Task) -> Any:
        if "_publish" in request.POST:
            return redirect("admin:puzzles_task_change", obj.pk)
        return super().response_change(request, obj)

    # --- files and live states -----------------------------------------------------------------

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Upload a task file: all of it comes in, or a line says what is wrong with each task."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        is_sent = request.method == "POST"
        form = ImportForm(request.POST, request.FILES) if is_sent else ImportForm()
        errors: list[taskfiles.LineError] = []
        if is_sent and form.is_valid():
            try:
                came = taskfiles.import_task_file(
                    user=request.user, content=form.cleaned_data["file"].read(), now=timezone.now()
                )
            except Refusal as refusal:
                form.add_error("file", refusal.message)
                errors = getattr(refusal, "errors", [])
            else:
                self._tell_import(request, came)
                return redirect("admin:puzzles_task_changelist")
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Import a task file"),
            "form": form,
            "line_errors": errors,
        }
        status = 400 if form.errors else 200
        return render(request, "admin/puzzles/task/import.html", context, status=status)

    def _tell_import(self, request: HttpRequest, came: taskfiles.Import) -> None:
        self._tell(
            request,
            len(came.added),
            ngettext_lazy(
                "%(count)s task is imported and checked.",
                "%(count)s tasks are imported and checked.",
                "count",
            ),
        )
        if came.known:
            self._tell(
                request,
                len(came.known),
                ngettext_lazy(
                    "%(count)s task was there already.",
                    "%(count)s tasks were there already.",
                    "count",
                ),
            )

    def states_view(self, request: HttpRequest) -> JsonResponse:
        """The verdicts of some tasks in words, for the list that is on the screen."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        given = request.GET.get("ids", "").split(",")
        # No number that is longer is a task's, and a database can't even look for it.
        asked = [int(word) for word in given if word.isdecimal() and len(word) <= LONGEST_NUMBER]
        rows = self.get_queryset(request).filter(pk__in=asked[:MOST_STATES])
        waiting = set(
            jobs.open_jobs_of(tasks=rows).values_list("task_id", flat=True)  # one query for all
        )
        states = {
            task.pk: {
                "verdict": verdict_in_words(task),
                "open": task.pk in waiting,
            }
            for task in rows.select_related("verdict", "piece_set")
        }
        return JsonResponse({"tasks": states, "open": len(waiting), "all": len(states)})

    def view_on_site(self, obj: Task) -> str:
        return reverse("task", args=[obj.pk])


def verdict_in_words(task: Task) -> str:
    """The verdict with the level of difficulty, or that there is none."""
    verdict = task.current_verdict
    if verdict is None:
        return str(_("out of date") if task.verdict else _("no verdict"))
    if verdict.difficulty is None:
        return str(verdict)
    return f"{verdict} · {words.LEVELS[level_of(verdict.difficulty)]}"
