"""A tournament's tables and date as files."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from puzzles.services.prints import PrintOptions, print_sheets
from puzzles.services.refusal import Refusal
from tournaments.models import Tournament
from tournaments.services import exports


@require_safe
def table_file(request: HttpRequest, pk: int, what: str, kind: str) -> HttpResponse:
    """Standings, pairings or results, for spreadsheets or for programs."""
    tournament = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    rows = exports.TABLES[what](tournament)
    if kind == "json":
        return JsonResponse({what: rows})
    # The mark at the beginning tells spreadsheets which encoding it is.
    return _download(exports.as_csv(rows).encode("utf-8-sig"), "text/csv", f"{what}-{pk}.csv")


@require_safe
def calendar_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The date, for a calendar."""
    tournament = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    content = exports.calendar(tournament, now=timezone.now())
    return _download(content, "text/calendar", f"tournament-{pk}.ics")


@login_required
@require_safe
def print_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Sheets for the tables and the wall, for whoever runs the tournament."""
    own = get_object_or_404(Tournament.objects.run_by(request.user), pk=pk)
    try:
        options = PrintOptions(
            kind,
            tournament=own.pk,
            paper=request.GET.get("paper", "a4"),
            language=get_language() or "en",
            ink_saving="ink_saving" in request.GET,
        )
        printed = print_sheets(options=options)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("desk", pk)
    return _download(printed.content, "application/pdf", printed.name)


def _download(content: bytes, content_type: str, name: str) -> HttpResponse:
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(
        content, content_type=content_type, headers={"Content-Disposition": disposition}
    )
