"""What everybody sees of tournaments, and what a player does there."""

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import (
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_http_methods, require_POST, require_safe

from puzzles.services.refusal import Refusal
from tournaments.models import Game, Registration, Tournament
from tournaments.services import presence
from tournaments.services import registration as registering
from tournaments.services.overview import overview_of, tables_of_round
from tournaments.services.telling import VARIANTS

# The state of the tournament doesn't allow it: told on the page, with nothing changed.
REFUSED = 409
TOURNAMENTS_A_PAGE = 24
# How long a part of a page is kept that is the same for everybody, in seconds.
KEPT = 60
# How long the others wait for whoever renders it, in seconds.
PATIENCE = 5


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
        "live": _part("tournaments/_live.html", shown).body,
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
        "my_table": own and _latest_table(own),
        "accepts": registering.accepts_registrations(tournament=shown, now=now),
        "now": now,
        "is_check_in_open": presence.is_check_in_open(shown, now=now),
    }


def _own(request: HttpRequest, tournament: Tournament) -> Registration | None:
    """The visitor's own registration."""
    if not request.user.is_authenticated:
        return None
    return Registration.objects.filter(tournament=tournament, user=request.user).first()


def _latest_table(own: Registration) -> Game | None:
    """Where the player sits in the latest round, or sat last."""
    games = Game.objects.filter(seats__registration=own).select_related("round")
    return games.order_by("-round__number").first()


def _etag_of(pk: int, version: int) -> str:
    return f'"{pk}.{version}.{get_language()}"'


def _live_etag(request: HttpRequest, pk: int) -> str | None:
    version = (
        Tournament.objects.visible_to(request.user)
        .filter(pk=pk)
        .values_list("version", flat=True)
        .first()
    )
    return None if version is None else _etag_of(pk, version)


View = Callable[..., HttpResponse]


def tells_time(view: View) -> View:
    """Every answer, also that nothing has changed, says what the server's clock shows."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        answer["X-Now"] = f"{timezone.now().timestamp():.3f}"
        return answer

    return answered


@require_safe
@tells_time
@condition(etag_func=_live_etag)
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the page that changes; asked for again and again, mostly answered 304."""
    return _live(request, pk, "tournaments/_live.html")


@require_safe
def screen(request: HttpRequest, pk: int) -> HttpResponse:
    """The tournament on a big screen: the clock, and page by page who stands and sits where."""
    shown = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    context = {
        "tournament": shown,
        "live": _part("tournaments/_screen.html", shown).body,
        "now": timezone.now(),
    }
    return render(request, "tournaments/screen.html", context)


@require_safe
@tells_time
@condition(etag_func=_live_etag)
def screen_live(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the big screen that changes."""
    return _live(request, pk, "tournaments/_screen.html")


def _live(request: HttpRequest, pk: int, template: str) -> HttpResponse:
    shown = get_object_or_404(Tournament.objects.visible_to(request.user), pk=pk)
    part = _part(template, shown)
    answer: HttpResponse = HttpResponse(part.packed, headers={"Content-Encoding": "gzip"})
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        answer = HttpResponse(part.body)
    patch_vary_headers(answer, ["Accept-Encoding"])
    patch_cache_control(answer, private=True, no_cache=True)
    answer["ETag"] = _etag_of(pk, part.version)
    return get_conditional_response(request, etag=answer["ETag"], response=answer) or answer


@dataclass(frozen=True)
class Part:
    """What is the same for everybody, packed for the way, and of which version it is."""

    version: int
    packed: bytes

    @property
    def body(self) -> SafeString:
        """As it was rendered."""
        return mark_safe(gzip.decompress(self.packed).decode())


def _part(template: str, shown: Tournament) -> Part:
    """The part as it was published last; after a change one visitor's request renders it anew.

    Body and version are published together. Who asks while it is rendered gets the former one,
    with its version, and asks again soon. The version was read before what is rendered: the body
    may be newer than its version says, and is asked for once more then, but never older.
    """
    key = f"{template}:{shown.pk}:{shown.created.timestamp()}:{get_language()}"
    kept: Part | None = cache.get(key)
    if kept is not None and kept.version == shown.version:
        return kept
    if not cache.add(f"{key}:rendering", True, PATIENCE) and kept is not None:
        return kept
    overview = overview_of(shown, names_for_all=False)
    body = render_to_string(template, {"tournament": shown, "overview": overview})
    part = Part(shown.version, gzip.compress(body.encode(), compresslevel=4))
    cache.set(key, part, KEPT)
    cache.delete(f"{key}:rendering")
    return part


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
