"""The organiser's desk: the tournament's life, who is present, the tables and their entries."""

import json
import secrets
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_POST, require_safe

from puzzles.services.refusal import Refusal
from tournaments.forms import GuestForm, TournamentForm
from tournaments.models import Game, Registration, Tournament
from tournaments.services import games, organising, presence
from tournaments.services.overview import overview_of

SEEDS = 2**31
# The state of the tournament or game doesn't allow it: told on the page, nothing changed.
REFUSED = 409


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Make a tournament."""
    return _edit(request, None)


@login_required
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a tournament that isn't seated yet."""
    return _edit(request, _own(request, pk))


def _edit(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = TournamentForm(data, instance=tournament)
    if form.is_valid():
        try:
            saved = organising.save_tournament(
                user=_person(request),
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
    return _desk(request, _own(request, pk))


def _desk(
    request: HttpRequest,
    tournament: Tournament,
    *,
    guest: GuestForm | None = None,
    status: int = 200,
) -> HttpResponse:
    people = list(tournament.registrations.select_related("user"))
    context = {
        "tournament": tournament,
        "people": people,
        "overview": overview_of(tournament, names_for_all=True),
        "can_seat": presence.can_change_presence(tournament),
        "present": sum(one.is_present for one in people),
        "guest": guest or GuestForm(initial={"is_present": True}),
        "check_in": request.build_absolute_uri(reverse("check-in", args=[tournament.pk]))
        + f"?code={tournament.check_in_code}",
    }
    return render(request, "tournaments/desk.html", context, status=status)


@login_required
@require_POST
def act(request: HttpRequest, pk: int, deed: str) -> HttpResponse:
    """Open or close registration, seat the players, finish."""
    tournament = _own(request, pk)
    try:
        if deed == "open":
            organising.open_registration(tournament=tournament)
        elif deed == "close":
            organising.close_registration(tournament=tournament)
        elif deed == "seat":
            organising.seat_present_players(
                tournament=tournament, seed=secrets.randbelow(SEEDS), now=timezone.now()
            )
        elif deed == "remove-absent":
            presence.remove_absent(tournament=tournament, now=timezone.now())
        elif deed == "finish":
            organising.finish(tournament=tournament)
        else:
            organising.call_off(tournament=tournament, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return _desk(request, _own(request, pk), status=REFUSED)
    return redirect("desk", pk)


@login_required
@require_POST
def attend(request: HttpRequest, pk: int, number: int, deed: str) -> HttpResponse:
    """Note that somebody is there or not, take somebody off the list or back onto it."""
    one = get_object_or_404(Registration, tournament=_own(request, pk), number=number)
    try:
        if deed in ("present", "absent"):
            presence.set_presence(registration=one, is_present=deed == "present")
        elif deed == "take-off":
            presence.take_off(registration=one, now=timezone.now())
        else:
            presence.take_back(registration=one, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return _desk(request, _own(request, pk), status=REFUSED)
    return redirect("desk", pk)


@login_required
@require_POST
def guest(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter somebody who has no account."""
    form = GuestForm(request.POST)
    if form.is_valid():
        try:
            presence.enter_guest(
                tournament=_own(request, pk), now=timezone.now(), **form.cleaned_data
            )
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return redirect("desk", pk)
    return _desk(request, _own(request, pk), guest=form, status=400)


@login_required
@require_safe
def table(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The entry page of a table: one tap for each player, undo, correct."""
    return _render_table(request, _own_game(request, pk, number))


def _table_etag(request: HttpRequest, pk: int, number: int) -> str | None:
    row = Tournament.objects.run_by(request.user).filter(pk=pk).values_list("version").first()
    return None if row is None else f'"{pk}.{number}.{row[0]}.{get_language()}"'


@login_required
@require_safe
@condition(etag_func=_table_etag)
def table_state(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The part of the entry page that changes."""
    return _render_table(request, _own_game(request, pk, number), part=True)


@login_required
@require_POST
def enter(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Record a round: sent as JSON by the page's script, as a form without it."""
    game = _own_game(request, pk, number)
    sent = _sent(request)
    if sent is None:
        messages.error(request, _("This is no entry that the site can read."))
        return _render_table(request, game, status=400)
    is_script = request.content_type == "application/json"
    try:
        recorded = games.record_entry(
            user=_person(request),
            game=game,
            key=sent["key"],
            index=sent["index"],
            event=sent["event"],
            now=timezone.now(),
        )
    except games.Conflict as conflict:
        if is_script:
            there = [entry.as_told() for entry in conflict.there]
            return JsonResponse({"error": conflict.message, "there": there}, status=REFUSED)
        return _refused_at_table(request, game, conflict)
    except Refusal as refusal:
        if is_script:
            return JsonResponse({"error": refusal.message, "field": refusal.field}, status=422)
        return _refused_at_table(request, game, refusal)
    if is_script:
        return JsonResponse(recorded.entry.as_told())
    return redirect("table", pk, number)


@login_required
@require_POST
def undo(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take back the last round."""
    game = _own_game(request, pk, number)
    index = _number(request.POST.get("index", ""))
    try:
        games.undo_last(
            user=_person(request),
            game=game,
            index=-1 if index is None else index,
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _refused_at_table(request, game, refusal)
    return redirect("table", pk, number)


@login_required
@require_POST
def correct(request: HttpRequest, pk: int, number: int, index: int) -> HttpResponse:
    """Put something else in place of a round, with a reason."""
    game = _own_game(request, pk, number)
    # What is no number names no seat, and the rules say so.
    filled = [_number(seat) for seat in request.POST.getlist("filled")]
    events = [] if "remove" in request.POST else [{"kind": "round", "filled": filled}]
    try:
        games.correct_round(
            user=_person(request),
            game=game,
            index=index,
            events=events,
            reason=request.POST.get("reason", ""),
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _refused_at_table(request, game, refusal)
    return redirect("table", pk, number)


def _own(request: HttpRequest, pk: int) -> Tournament:
    return get_object_or_404(Tournament.objects.run_by(request.user), pk=pk)


def _own_game(request: HttpRequest, pk: int, number: int) -> Game:
    game = get_object_or_404(
        Game.objects.select_related("tournament"), tournament=_own(request, pk), table=number
    )
    # A page says which game it shows: drawn anew, the table has other people.
    if request.GET.get("game", str(game.pk)) != str(game.pk):
        raise Http404
    return game


def _number(text: str) -> int | None:
    """A number as forms send it; None for anything else."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def _person(request: HttpRequest) -> Any:
    return request.user


def _sent(request: HttpRequest) -> dict[str, Any] | None:
    """Key, index and event of an entry, or None for what is none at all."""
    try:
        if request.content_type == "application/json":
            body = json.loads(request.body)
            key, index, event = UUID(body["key"]), body["index"], body["event"]
        else:
            key, index = UUID(request.POST["key"]), int(request.POST["index"])
            filled = [int(seat) for seat in request.POST.getlist("filled")]
            event = {"kind": "round", "filled": filled}
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return None
    is_index = type(index) is int and 0 <= index < 2**31
    return {"key": key, "index": index, "event": event} if is_index else None


def _refused_at_table(request: HttpRequest, game: Game, refusal: Refusal) -> HttpResponse:
    messages.error(request, refusal.message)
    return _render_table(request, game, status=REFUSED)


def _render_table(
    request: HttpRequest, game: Game, *, part: bool = False, status: int = 200
) -> HttpResponse:
    view = games.view_of(game)
    retired = game.entries.exclude(retired_at=None).select_related("author", "retired_by")
    taken_back = [games.told(entry, view.names) for entry in retired.order_by("retired_at", "pk")]
    context = {
        "tournament": game.tournament,
        "game": game,
        "view": view,
        "taken_back": taken_back,
        "key": uuid4(),
        "next_index": len(view.entries),
    }
    template = "tournaments/_table.html" if part else "tournaments/table.html"
    return render(request, template, context, status=status)
