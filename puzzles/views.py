"""The pages for everybody: the catalog, a card, the decks, a job, one's own proposals."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from puzzles import words
from puzzles.downloads import task_file_response
from puzzles.filters import TaskFilter
from puzzles.forms import TaskForm, sets_for_editor
from puzzles.levels import bits_of
from puzzles.models import Deck, Job, PieceSet, Proposal, Task
from puzzles.services import proofs, queue, taskfiles
from puzzles.services import proposals as proposing
from puzzles.services.refusal import Refusal

CARDS_A_PAGE = 24
BOARD_SIDES_A_PAGE = 24


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
    context = {
        "filter": chosen,
        "page": page,
        "query": query.urlencode(),
        "levels": [(level, *bits_of(level)) for level in words.LEVELS],
        "proving": proofs.progress(now=timezone.now()),
    }
    htmx = request.htmx  # type: ignore[attr-defined]
    whole = not htmx or htmx.history_restore_request
    return render(request, "puzzles/catalog.html" if whole else "puzzles/_results.html", context)


@require_safe
def task(request: HttpRequest, pk: int) -> HttpResponse:
    """A card: its area, its pieces, what the solver says, and the solution on demand."""
    rows = Task.objects.visible_to(request.user).select_related(
        "piece_set", "verdict", "proposal__author"
    )
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
    context = {
        "decks": Deck.objects.visible_to(request.user).with_counts(),
        "proving": proofs.progress(now=timezone.now()),
    }
    return render(request, "puzzles/decks.html", context)


@require_safe
def proving(request: HttpRequest) -> HttpResponse:
    """How far the proofs of decks are; htmx asks for this again until they have ended."""
    now = proofs.progress(now=timezone.now())
    # A poll that finds nothing new swaps nothing.
    if now is not None and request.GET.get("seen") == now.seen:
        return HttpResponse(status=204)
    return render(request, "puzzles/_proving.html", {"proving": now, "is_over": now is None})


@require_safe
def deck(request: HttpRequest, key: str) -> HttpResponse:
    """A deck's boards with their tasks, some boards a page."""
    rows = Deck.objects.visible_to(request.user).select_related("piece_set").with_counts()
    chosen = get_object_or_404(rows, key=key)
    sides = chosen.boards.prefetch_related("entries__task__verdict")
    page = Paginator(sides, BOARD_SIDES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "puzzles/deck.html", {"deck": chosen, "page": page})


@require_safe
def picker(request: HttpRequest, key: str) -> HttpResponse:
    """The pieces of a set as pictures to choose from, for the editor."""
    chosen = get_object_or_404(PieceSet.objects.prefetch_related("pieces"), key=key)
    return render(request, "puzzles/_picker.html", {"piece_set": chosen})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def propose(request: HttpRequest) -> HttpResponse:
    """Draw a card, have it checked, and send it to the curators."""
    is_sent = request.method == "POST"
    form = TaskForm(request.POST) if is_sent else TaskForm()
    there: Task | None = None
    if is_sent and form.is_valid():
        try:
            proposing.propose_task(
                user=request.user,
                drawn=form.cleaned_data["drawn"],
                piece_set=form.cleaned_data["piece_set"],
                name=form.cleaned_data["name"],
                now=timezone.now(),
            )
        except Refusal as refusal:
            there = getattr(refusal, "task", None)
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        else:
            messages.success(request, _("Your card is proposed. A curator will look at it."))
            return redirect("proposals")
    context = {
        "form": form,
        "there": there,
        "piece_sets": sets_for_editor(),
        "allowance": proposing.allowance_of(user=request.user, now=timezone.now()),
        "most_open": proposing.MOST_OPEN,
        "most_a_day": proposing.MOST_A_DAY,
    }
    return render(request, "puzzles/propose.html", context, status=400 if form.errors else 200)


@login_required
@require_safe
def proposals(request: HttpRequest) -> HttpResponse:
    """One's own proposals; htmx asks for them again while one of them is being checked."""
    own = Proposal.objects.visible_to(request.user).filter(author_id=request.user.pk)
    page = Paginator(own.with_checks(), CARDS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "is_watched": any(one.state == Proposal.State.CHECKING for one in page),
    }
    htmx = request.htmx  # type: ignore[attr-defined]
    template = "puzzles/_proposals.html" if htmx else "puzzles/proposals.html"
    return render(request, template, context)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an open proposal back."""
    own = Proposal.objects.visible_to(request.user).filter(author_id=request.user.pk)
    proposal = get_object_or_404(own, pk=pk)
    try:
        proposing.withdraw_proposal(user=request.user, proposal=proposal)
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The proposal is withdrawn."))
    return redirect("proposals")


@require_safe
def job(request: HttpRequest, pk: UUID) -> HttpResponse:
    """How a job stands; htmx asks for this again until it has ended."""
    return _render_job(request, _visible_job(request, pk))


@require_POST
def cancel_job(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Stop a job."""
    return _change_job(request, pk, queue.cancel)


@require_POST
def retry_job(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Queue a job again that failed or was cancelled."""
    return _change_job(request, pk, queue.retry)


def _change_job(request: HttpRequest, pk: UUID, deed: Callable[..., Job]) -> HttpResponse:
    asked = _visible_job(request, pk)
    try:
        deed(job=asked, now=timezone.now())
    except Refusal as refusal:
        return _render_job(request, asked, refused=refusal.message, status=409)
    return _render_job(request, asked) if request.htmx else redirect("job", pk)  # type: ignore[attr-defined]


def _visible_job(request: HttpRequest, pk: UUID) -> Job:
    rows = Job.objects.visible_to(request.user).select_related("verdict", "task", "piece_set")
    job: Job = get_object_or_404(rows.prefetch_related("piece_set__pieces"), pk=pk)
    return job


def _render_job(
    request: HttpRequest, asked: Job, *, refused: str = "", status: int = 200
) -> HttpResponse:
    waits = queue.is_waiting_long(job=asked, now=timezone.now())
    seen = f"{asked.state}.{asked.attempts}.{asked.steps_done}.{int(waits)}"
    # A poll that finds nothing new swaps nothing, so that it is not read out again and again.
    if request.GET.get("seen") == seen and asked.is_open:
        return HttpResponse(status=204)
    context = {"job": asked, "waits": waits, "seen": seen, "refused": refused}
    template = "puzzles/_job.html" if request.htmx else "puzzles/job.html"  # type: ignore[attr-defined]
    return render(request, template, context, status=status)
