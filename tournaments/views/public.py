"""What everybody sees of tournaments, and what a player does there."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from puzzles.services.refusal import Refusal
from tournaments.models import Game, Registration, Tournament
from tournaments.services import presence
from tournaments.services import registration as registering
from tournaments.services.overview import tables_of_round
from tournaments.services.telling import VARIANTS
from tournaments.views import live

# The state of the tournament or game doesn't allow it: told on the page, nothing changed.
REFUSED = 409
TOURNAMENTS_A_PAGE = 24


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """The tournaments that the person may see, a page at a time, the latest first."""
    rows = Tournament.objects.visible_to(request.user)
    page = Paginator(rows, TOURNAMENTS_A_PAGE).get_page(request.GET.get("page"))
    shown = [(one, VARIANTS[one.variant]) for one in page]
    own: set[int] = set()
    if request.user.is_authenticated:
        playing = request.user.registrations.exclude(state__in=Registration.GONE)
        own = set(playing.values_list("tournament_id", flat=True))
    return render(request, "tournaments/list.html", {"page": page, "shown": shown, "own": own})


@require_safe
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """A tournament: when, who plays, how the tables stand, who won."""
    shown = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    return _page(request, shown)


def _page(request: HttpRequest, shown: Tournament, *, status: int = 200) -> HttpResponse:
    context = {
        **_own_context(request, shown),
        "game": VARIANTS[shown.variant],
        "live": live.part_of("tournaments/_live.html", shown).body,
        "is_organiser": shown.organiser_id == request.user.pk,
    }
    return render(request, "tournaments/tournament.html", context, status=status)


@require_safe
def one_round(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A round by itself: who sat where, and what came of it."""
    shown = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    rounds = list(shown.rounds.all())
    drawn = next((one for one in rounds if one.number == number), None)
    if drawn is None:
        raise Http404
    context = {
        "tournament": shown,
        "round": drawn,
        "rounds": rounds,
        "game": VARIANTS[drawn.variant],
        "tables": tables_of_round(drawn),
    }
    return render(request, "tournaments/round.html", context)


@login_required
@require_safe
def own(request: HttpRequest, pk: int) -> HttpResponse:
    """What the page says of the visitor alone."""
    shown = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    return render(request, "tournaments/_own.html", _own_context(request, shown))


def _own_context(request: HttpRequest, shown: Tournament) -> dict[str, Any]:
    own, now = _own(request, shown), timezone.now()
    return {
        "tournament": shown,
        "own": own,
        "my_table": own and Game.objects.latest_of(own),
        "accepts": registering.accepts_registrations(tournament=shown, now=now),
        "now": now,
        "is_check_in_open": presence.is_check_in_open(shown, now=now),
    }


def _own(request: HttpRequest, tournament: Tournament) -> Registration | None:
    """The visitor's own registration."""
    if not request.user.is_authenticated:
        return None
    return Registration.objects.filter(tournament=tournament, user=request.user).first()


@live.for_everybody
def tournament_live(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the page that changes; asked for again and again, mostly answered 304."""
    return live.answer(request, pk, "tournaments/_live.html")


@require_safe
def screen(request: HttpRequest, pk: int) -> HttpResponse:
    """The tournament on a big screen: the clock, and page by page who stands and sits where."""
    shown = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    context = {
        "tournament": shown,
        "live": live.part_of("tournaments/_screen.html", shown).body,
        "now": timezone.now(),
    }
    return render(request, "tournaments/screen.html", context)


@live.for_everybody
def screen_live(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the big screen that changes."""
    return live.answer(request, pk, "tournaments/_screen.html")


@require_POST
def register(request: HttpRequest, pk: int) -> HttpResponse:
    """Take part."""
    return _as_player(request, pk, registering.register_player)


@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take part no longer."""
    return _as_player(request, pk, registering.withdraw_player)


@require_POST
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the place that is offered."""
    return _as_player(request, pk, registering.confirm_place)


@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that one is there; the poster's code leads here and brings its letters along."""
    wanted = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if request.method != "POST":
        return _check_in_page(request, wanted, code=request.GET.get("code", ""))
    code = request.POST.get("code", "")
    try:
        presence.check_in(user=request.user, tournament=wanted, code=code, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal.message)
        status = 400 if refusal.field == "code" else REFUSED
        return _check_in_page(request, wanted, code=code, status=status)
    messages.success(request, _("You are checked in."))
    return redirect(wanted)


def _check_in_page(
    request: HttpRequest, wanted: Tournament, *, code: str, status: int = 200
) -> HttpResponse:
    now = timezone.now()
    context = {
        "tournament": wanted,
        "code": code,
        "now": now,
        "is_open": presence.is_check_in_open(wanted, now=now),
        "own": _own(request, wanted),
    }
    return render(request, "tournaments/check_in.html", context, status=status)


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
