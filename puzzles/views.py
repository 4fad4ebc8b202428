"""The pages for everybody: the catalog, a card, the decks, a job."""

from collections.abc import Callable
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from puzzles.downloads import task_file_response
from puzzles.filters import TaskFilter
from puzzles.models import Deck, Job, PieceSet, Task
from puzzles.services import jobs, taskfiles
from puzzles.services.refusal import Refusal

CARDS_A_PAGE = 24


@require_safe
def catalog(request: HttpRequest) -> HttpResponse:
    """The catalog with its filters; htmx asks for the results alone."""
    visible = Task.objects.visible_to(request.user).filter(state=Task.State.PUBLISHED)
    chosen = TaskFilter(
        request.GET, queryset=visible.select_related("piece_set", "verdict").order_by("pk")
    )
    page = Paginator(chosen.qs, CARDS_A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {"filter": chosen, "page": page, "query": query.urlencode()}
    htmx = request.htmx  # type: ignore[attr-defined]
    whole = not htmx or htmx.history_restore_request
    return render(request, "puzzles/catalog.html" if whole else "puzzles/_results.html", context)


@require_safe
def task(request: HttpRequest, pk: int) -> HttpResponse:
    """A card: its area, its pieces, what the solver says, and the solution on demand."""
    rows = Task.objects.visible_to(request.user).select_related("piece_set", "verdict")
    card = get_object_or_404(rows.prefetch_related("piece_set__pieces"), pk=pk)
    context = {"task": card, "verdict": card.current_verdict}
    return render(request, "puzzles/task.html", context)


@require_safe
def task_file(request: HttpRequest, pk: int) -> HttpResponse:
    """A card as a task file."""
    rows = Task.objects.visible_to(request.user).select_related("piece_set")
    card = get_object_or_404(rows, pk=pk)
    text = taskfiles.export_task_file(exported=[card])
    return task_file_response(text, name=f"ubongo-task-{pk}")


@require_safe
def decks(request: HttpRequest) -> HttpResponse:
    """All decks."""
    rows = Deck.objects.visible_to(request.user).with_counts()
    return render(request, "puzzles/decks.html", {"decks": rows})


@require_safe
def deck(request: HttpRequest, key: str) -> HttpResponse:
    """A deck's boards with their tasks."""
    rows = Deck.objects.visible_to(request.user).select_related("piece_set")
    chosen = get_object_or_404(
        rows.prefetch_related("boards__entries__task__verdict", "piece_set__pieces"), key=key
    )
    return render(request, "puzzles/deck.html", {"deck": chosen})


@require_safe
def picker(request: HttpRequest, key: str) -> HttpResponse:
    """The pieces of a set as pictures to choose from, for the editor."""
    chosen = get_object_or_404(PieceSet.objects.prefetch_related("pieces"), key=key)
    return render(request, "puzzles/_picker.html", {"piece_set": chosen})


@require_safe
def job(request: HttpRequest, pk: UUID) -> HttpResponse:
    """How a job stands; htmx asks for this again until it has ended."""
    return _render_job(request, _visible_job(request, pk))


@require_POST
def cancel_job(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Stop a job."""
    return _change_job(request, pk, jobs.cancel)


@require_POST
def retry_job(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Queue a job again that failed or was cancelled."""
    return _change_job(request, pk, jobs.retry)


def _change_job(request: HttpRequest, pk: UUID, deed: Callable[..., Job]) -> HttpResponse:
    asked = _visible_job(request, pk)
    try:
        deed(job=asked, now=timezone.now())
    except Refusal as refusal:
        return _render_job(request, asked, refused=refusal.message, status=409)
    return _render_job(request, asked) if request.htmx else redirect("job", pk)  # type: ignore[attr-defined]


def _visible_job(request: HttpRequest, pk: UUID) -> Job:
    rows = Job.objects.visible_to(request.user).select_related("verdict", "task", "piece_set")
    return get_object_or_404(rows.prefetch_related("piece_set__pieces"), pk=pk)


def _render_job(
    request: HttpRequest, asked: Job, *, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "job": asked,
        "waits": jobs.is_waiting_long(job=asked, now=timezone.now()),
        "refused": refused,
    }
    template = "puzzles/_job.html" if request.htmx else "puzzles/job.html"  # type: ignore[attr-defined]
    return render(request, template, context, status=status)
