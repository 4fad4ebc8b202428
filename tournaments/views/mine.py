"""A player's own page: my table, my next round, where I stand; leaving and coming back."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from puzzles.services.refusal import Refusal
from tournaments.models import Registration, Tournament
from tournaments.services import presence, registration
from tournaments.services.mine import mine_of
from tournaments.views import live
from tournaments.views.desk import person_of
from tournaments.views.posted import posted_on
from tournaments.views.public import REFUSED


@login_required
@require_safe
def mine(request: HttpRequest, pk: int) -> HttpResponse:
    """The page; who isn't registered finds none."""
    return _page(request, pk)


def _etag(request: HttpRequest, pk: int) -> str | None:
    own = _registrations(request, pk).select_related("tournament").first()
    if own is None:
        return None
    # Check-in opens and closes by the clock alone: that raises no version.
    is_open = presence.is_check_in_open(own.tournament, now=timezone.now())
    return f'"{pk}.{own.pk}.{own.tournament.version}.{is_open}.{get_language()}"'


@live.for_one(_etag)
def mine_live(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the page that changes."""
    return _page(request, pk, template="tournaments/_mine.html")


@posted_on("mine", "pk")
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Not to be drawn any more."""
    return _done(request, pk, presence.leave)


@posted_on("mine", "pk")
def come_back(request: HttpRequest, pk: int) -> HttpResponse:
    """To be drawn again."""
    return _done(request, pk, presence.come_back)


@posted_on("mine", "pk")
def mails(request: HttpRequest, pk: int) -> HttpResponse:
    """To be written to of each round, or of the first alone."""
    deed = partial(registration.wish_mails, each_round="each_round" in request.POST)
    return _done(request, pk, deed)


def _done(request: HttpRequest, pk: int, deed: Callable[..., object]) -> HttpResponse:
    own = _own(request, pk)
    try:
        deed(user=person_of(request), tournament=own.tournament)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return _page(request, pk, status=REFUSED)
    return redirect("mine", pk)


def _own(request: HttpRequest, pk: int) -> Registration:
    return get_object_or_404(_registrations(request, pk).select_related("tournament", "user"))


def _registrations(request: HttpRequest, pk: int) -> QuerySet[Registration]:
    """The person's own, if there is one; no number is too large to be asked for."""
    seen = Tournament.objects.visible_to(request.user).filter(pk=pk)
    return Registration.objects.filter(tournament__in=seen, user=person_of(request))


def _page(
    request: HttpRequest, pk: int, *, template: str = "tournaments/mine.html", status: int = 200
) -> HttpResponse:
    own, now = _own(request, pk), timezone.now()
    context: dict[str, Any] = {
        "tournament": own.tournament,
        "own": own,
        "mine": mine_of(own, live.kept_lines(own.tournament)),
        "now": now,
        "is_check_in_open": presence.is_check_in_open(own.tournament, now=now),
    }
    return render(request, template, context, status=status)
