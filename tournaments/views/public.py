"""What everybody sees of tournaments, and what a player does there."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_POST, require_safe

from puzzles.services.refusal import Refusal
from tournaments.models import Registration, Tournament
from tournaments.services import registration as registering
from tournaments.services.overview import overview_of
from tournaments.services.telling import VARIANTS

# The state of the tournament doesn't allow it: told on the page, with nothing changed.
REFUSED = 409


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """All tournaments that the person may see."""
    rows = Tournament.objects.visible_to(request.user)
    return render(request, "tournaments/list.html", {"tournaments": rows})


@require_safe
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """A tournament: when, who plays, how the tables stand, who won."""
    shown = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    return _page(request, shown)


def _page(request: HttpRequest, shown: Tournament, *, status: int = 200) -> HttpResponse:
    own = None
    if request.user.is_authenticated:
        own = Registration.objects.filter(tournament=shown, user=request.user).first()
    context = {
        "tournament": shown,
        "game": VARIANTS[shown.variant],
        "overview": overview_of(shown, names_for_all=False),
        "own": own,
        "accepts": registering.accepts_registrations(tournament=shown, now=timezone.now()),
        "is_organiser": shown.organiser_id == request.user.pk,
    }
    return render(request, "tournaments/tournament.html", context, status=status)


def _live_etag(request: HttpRequest, pk: int) -> str | None:
    version = (
        Tournament.objects.visible_to(request.user)
        .filter(pk=pk)
        .values_list("version", flat=True)
        .first()
    )
    return None if version is None else f'"{pk}.{version}.{get_language()}"'


@require_safe
@condition(etag_func=_live_etag)
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the page that changes; asked for again and again, mostly answered 304."""
    shown = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    context = {"tournament": shown, "overview": overview_of(shown, names_for_all=False)}
    answer = render(request, "tournaments/_live.html", context)
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


@require_POST
def register(request: HttpRequest, pk: int) -> HttpResponse:
    """Take part."""
    return _as_player(request, pk, registering.register_player)


@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take part no longer."""
    return _as_player(request, pk, registering.withdraw_player)


def _as_player(request: HttpRequest, pk: int, deed: Any) -> HttpResponse:
    wanted = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    if not request.user.is_authenticated:
        # Back to the tournament's page: what was pressed there can be pressed again.
        return redirect_to_login(wanted.get_absolute_url())
    try:
        own = deed(user=request.user, tournament=wanted, now=timezone.now())
        messages.success(request, own.get_state_display())
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return _page(request, wanted, status=REFUSED)
    return redirect(wanted)
