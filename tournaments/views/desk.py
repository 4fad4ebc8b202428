"""The organiser's desk: the tournament's life, and who is present."""

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from puzzles.services.refusal import Refusal
from tournaments.forms.tournament import TournamentForm
from tournaments.models import Registration, Tournament
from tournaments.services import organising, registration
from tournaments.services.overview import overview_of, public_name

# The state of the tournament or game doesn't allow it: told on the page, nothing changed.
REFUSED = 409


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Make a tournament."""
    return _edit(request, None)


@login_required
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a tournament that isn't seated yet."""
    return _edit(request, own_tournament(request, pk))


def _edit(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = TournamentForm(data, instance=tournament)
    if form.is_valid():
        try:
            saved = organising.save_tournament(
                user=person_of(request),
                tournament=tournament,
                now=timezone.now(),
                **form.as_asked(),
            )
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return redirect("desk", saved.pk)
    status = 400 if form.errors else 200
    context = {"form": form, "tournament": tournament}
    return render(request, "tournaments/edit.html", context, status=status)


@login_required
@require_safe
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything the organiser has to do with a tournament, on one page."""
    return _desk(request, own_tournament(request, pk))


def _desk(request: HttpRequest, tournament: Tournament, *, status: int = 200) -> HttpResponse:
    people = [
        (one, public_name(one, names_for_all=True))
        for one in tournament.registrations.select_related("user")
        if one.state != Registration.State.WITHDRAWN
    ]
    context = {
        "tournament": tournament,
        "people": people,
        "overview": overview_of(tournament, names_for_all=True),
        "can_seat": registration.can_change_presence(tournament),
        "present": sum(one.is_present for one, _name in people),
    }
    return render(request, "tournaments/desk.html", context, status=status)


@login_required
@require_POST
def act(request: HttpRequest, pk: int, deed: str) -> HttpResponse:
    """Open or close registration, seat the players, finish."""
    tournament = own_tournament(request, pk)
    try:
        if deed == "open":
            organising.open_registration(tournament=tournament)
        elif deed == "close":
            organising.close_registration(tournament=tournament)
        elif deed == "seat":
            organising.seat_present_players(
                tournament=tournament, seed=secrets.randbelow(organising.SEEDS)
            )
        elif deed == "finish":
            organising.finish(tournament=tournament)
        else:
            organising.call_off(tournament=tournament)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return _desk(request, own_tournament(request, pk), status=REFUSED)
    return redirect("desk", pk)


@login_required
@require_POST
def presence(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Note that somebody is there, or is not."""
    own = get_object_or_404(Registration, tournament=own_tournament(request, pk), number=number)
    try:
        registration.set_presence(registration=own, is_present="present" in request.POST)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return _desk(request, own_tournament(request, pk), status=REFUSED)
    return redirect("desk", pk)


def own_tournament(request: HttpRequest, pk: int) -> Tournament:
    """The tournament, if this person runs it; anybody else finds none."""
    return get_object_or_404(Tournament.objects.run_by(request.user), pk=pk)


def person_of(request: HttpRequest) -> Any:
    """Who is logged in."""
    return request.user
