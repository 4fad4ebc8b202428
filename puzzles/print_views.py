"""The print shop: a page for each kind of sheets; nobody needs an account for it."""

import secrets
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from puzzles.downloads import job_file_response, pdf_response
from puzzles.models import Job, PrintJob
from puzzles.print_forms import PrintForm
from puzzles.printing.deck import Deck
from puzzles.services import prints, queue
from puzzles.services.refusal import Refusal

HELD = "prints"
"""Where a stranger's session keeps the ids of what was ordered."""
MOST_HELD = 20


@require_safe
def print_shop(request: HttpRequest) -> HttpResponse:
    """All that can be printed."""
    return render(
        request,
        "prints/shop.html",
        {"kinds": [kind for kind in prints.KINDS.values() if kind.is_in_shop]},
    )


@require_safe
def print_page(request: HttpRequest, kind: str) -> HttpResponse:
    """The options of a kind of sheets, with what the address says."""
    form = _form_of(request, kind)
    if form.kind.needs_deck and not prints.printable_decks(request.user).exists():
        return render(request, "prints/kind.html", {"kind": form.kind})
    return _page(request, form)


@require_safe
def print_file(request: HttpRequest, kind: str) -> HttpResponse:
    """The sheets as a PDF; what can't be printed is told on the page."""
    form = _form_of(request, kind)
    if not form.is_valid():
        return _page(request, form)
    options = form.cleaned_data["options"]
    try:
        deck = _deck_of(request, form)
        if form.kind.is_large(options, deck):
            return _page(request, form, large=True)
        printed = prints.print_sheets(options=options, deck=deck)
    except Refusal as refusal:
        form.add_error(refusal.field, refusal.message)
        return _page(request, form)
    return pdf_response(printed.content, name=printed.name)


def _form_of(request: HttpRequest, key: str) -> PrintForm:
    """The form with what the address says, and with what is usual where it says nothing."""
    kind = prints.KINDS.get(key)
    if kind is None or not kind.is_in_shop:
        raise Http404
    usual: dict[str, Any] = {
        "paper": "a4",
        "sheets": "4" if key == "dice-pad" else "1",
        "pads": "1",
        "areas": "6",
        "language": get_language(),
        "seed": str(prints.any_seed(secrets.randbelow)),
        "piece_set": "classic-12",
        "square_mm": "12.5",
        "duplex": "long",
        "order": "interleaved",
        "back_x_mm": "0",
        "back_y_mm": "0",
    }
    if kind.needs_deck:
        first = prints.printable_decks(request.user).first()
        usual["deck"] = first.key if first else ""
    said = request.POST if request.method == "POST" else request.GET
    return PrintForm(kind, request.user, usual | said.dict())


def _deck_of(request: HttpRequest, form: PrintForm) -> Deck | None:
    options = form.cleaned_data["options"]
    if not form.kind.needs_deck:
        return None
    return prints.deck_of_catalog(user=request.user, key=options.deck, language=options.language)


def _page(request: HttpRequest, form: PrintForm, *, large: bool = False) -> HttpResponse:
    """The page of a kind; it offers a worker for what is too large to be waited for."""
    context: dict[str, Any] = {"form": form, "kind": form.kind, "large": large}
    if form.is_valid():
        options = form.cleaned_data["options"]
        context["options"] = options
        if form.kind.key == "dice-pad":
            context["areas"] = prints.preview_dice_pad(seed=options.seed)[: options.areas]
    template = "prints/dice_pad.html" if form.kind.key == "dice-pad" else "prints/kind.html"
    status = 400 if form.errors else 409 if large else 200
    return render(request, template, context, status=status)


@require_POST
def order_print(request: HttpRequest, kind: str) -> HttpResponse:
    """Have a worker print the sheets; a stranger's session keeps the way to them."""
    form = _form_of(request, kind)
    if not form.is_valid():
        return _page(request, form)
    options = form.cleaned_data["options"]
    try:
        job = prints.jobs.submit(user=request.user, options=options, now=timezone.now())
    except Refusal as refusal:
        field = refusal.field if refusal.field in form.fields else None
        form.add_error(field, refusal.message)
        return _page(request, form)
    if not request.user.is_authenticated:
        held = [*request.session.get(HELD, []), str(job.pk)]
        request.session[HELD] = held[-MOST_HELD:]
    return redirect(job)


@require_safe
def print_job(request: HttpRequest, pk: UUID) -> HttpResponse:
    """How a print stands; htmx asks for this again until it has ended."""
    return _render_job(request, _own_job(request, pk))


@require_safe
def print_job_file(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The finished file."""
    job = _own_job(request, pk)
    if job.state != Job.State.DONE:
        raise Http404
    return job_file_response(job)


@require_POST
def cancel_print(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Stop a print."""
    return _change_job(request, pk, queue.cancel)


@require_POST
def retry_print(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Queue a print again that failed or was cancelled."""
    return _change_job(request, pk, queue.retry)


def _own_job(request: HttpRequest, pk: UUID) -> PrintJob:
    held = request.session.get(HELD, [])
    own: PrintJob = get_object_or_404(PrintJob.objects.visible_to(request.user, held=held), pk=pk)
    return own


def _change_job(request: HttpRequest, pk: UUID, deed: Callable[..., PrintJob]) -> HttpResponse:
    job = _own_job(request, pk)
    try:
        deed(job=job, now=timezone.now())
    except Refusal as refusal:
        return _render_job(request, job, refused=refusal.message, status=409)
    return _render_job(request, job) if request.htmx else redirect(job)  # type: ignore[attr-defined]


def _render_job(
    request: HttpRequest, job: PrintJob, *, refused: str = "", status: int = 200
) -> HttpResponse:
    waits = queue.is_waiting_long(job=job, now=timezone.now())
    seen = f"{job.state}.{job.attempts}.{job.steps_done}.{int(waits)}"
    # A poll that finds nothing new swaps nothing, so that it is not read out again and again.
    if request.GET.get("seen") == seen and job.is_open:
        return HttpResponse(status=204)
    context = {
        "job": job,
        "kind": prints.KINDS[job.kind],
        "waits": waits,
        "seen": seen,
        "refused": refused,
    }
    template = "prints/_job.html" if request.htmx else "prints/job.html"  # type: ignore[attr-defined]
    return render(request, template, context, status=status)
