"""A table's entry page: what happened next, undone, corrected, or a whole game from paper."""

import json
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
from django.views.decorators.http import require_http_methods, require_safe

from puzzles.services.refusal import Refusal
from tournaments.forms.agreement import AgreementForm
from tournaments.forms.entry import ahead, entry_of, questions
from tournaments.forms.sheet import Line, Sheet, line_of, number_of
from tournaments.models import Game, Person, Tournament
from tournaments.services import boards, confirming, games, rounds, telling
from tournaments.views import live
from tournaments.views.desk import person_of
from tournaments.views.posted import posted_on
from tournaments.views.public import REFUSED

LARGEST_FORM = 50


@login_required
@require_safe
def table(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The entry page of a table."""
    return _render(request, _own_game(request, pk, number))


def _etag(request: HttpRequest, pk: int, number: int) -> str | None:
    games = Game.objects.at_hand_of(person_of(request)).at_table(pk, number)
    row = games.values_list("tournament__version", "tournament__organiser_id").first()
    if row is None:
        return None
    version, organiser = row
    return f'"{pk}.{number}.{version}.{get_language()}.{organiser == request.user.pk}"'


@live.for_one(_etag)
def state(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The part of the entry page that changes."""
    return _render(request, _own_game(request, pk, number), part=True)


@posted_on("table", "pk", "number")
def enter(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Record what happened: sent as JSON by the page's script, as a form without it."""
    game = _own_game(request, pk, number)
    sent = entry_of(request)
    if sent is None:
        messages.error(request, _("This is no entry that the site can read."))
        return _render(request, game, status=400)
    is_script = request.content_type == "application/json"
    try:
        recorded = games.record_entry(
            user=person_of(request),
            game=game,
            key=sent["key"],
            index=sent["index"],
            event=sent["event"],
            now=timezone.now(),
        )
    except games.Conflict as conflict:
        if is_script:
            return JsonResponse(_told(game, conflict), status=REFUSED)
        return _refused(request, game, conflict)
    except Refusal as refusal:
        if is_script:
            return JsonResponse({"error": refusal.message, "field": refusal.field}, status=422)
        return _refused(request, game, refusal)
    if is_script:
        return JsonResponse(recorded.entry.as_told())
    return _to_table(game)


def _told(game: Game, conflict: games.Conflict) -> dict[str, Any]:
    """What stands in an entry's place, as it is and in words."""
    answer: dict[str, Any] = {
        "error": conflict.message,
        "there": [entry.as_told() for entry in conflict.there],
    }
    if conflict.there:
        view = games.view_of(game)
        first = conflict.there[0]
        one = view.round_at(first.index)
        words = {"there": telling.told(first.event, view.names), "number": one and one.number}
        if words["number"] is None:
            answer["told"] = _("Somebody else was quicker. There it says: %(there)s.") % words
        else:
            answer["told"] = (
                _("Round %(number)s was entered by somebody else. There it says: %(there)s.")
                % words
            )
    return answer


@posted_on("table", "pk", "number")
def undo(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take back the last entry."""
    game = _own_game(request, pk, number)
    index = number_of(request.POST.get("index", ""))
    try:
        games.undo_last(
            user=person_of(request),
            game=game,
            index=-1 if index is None else index,
            now=timezone.now(),
            seen=number_of(request.POST.get("seen", "")),
        )
    except Refusal as refusal:
        return _refused(request, game, refusal)
    return _to_table(game)


@posted_on("table", "pk", "number")
def correct(request: HttpRequest, pk: int, number: int, index: int) -> HttpResponse:
    """Put something else in place of a round, with a reason.

    If a later round would no longer be right, the answer asks for that one too.
    """
    game = _own_game(request, pk, number)
    view = games.view_of(game)
    also = [other for other in map(number_of, request.POST.getlist("also")) if other is not None]
    found = (view.round_at(one) for one in dict.fromkeys([index, *also[:LARGEST_FORM]]))
    lines = [line_of(view, one, request.POST) for one in found if one is not None]
    try:
        rounds.correct_rounds(
            user=person_of(request),
            game=game,
            corrections={index: [], **{int(line.prefix): line.events() for line in lines}},
            reason=request.POST.get("reason", ""),
            now=timezone.now(),
            seen={int(line.prefix): line.seen for line in lines if line.seen is not None},
        )
    except rounds.IllegalRound as illegal:
        later = view.round_at(illegal.index)
        if illegal.offset is None and later is not None:
            lines.append(line_of(view, later))
        return _refused(request, game, illegal, correcting=lines)
    except games.Conflict as conflict:
        return _refused(request, game, conflict)
    except Refusal as refusal:
        return _refused(request, game, refusal, correcting=lines)
    return _to_table(game)


@posted_on("table", "pk", "number")
def agree(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Note what the table agreed on, before the game begins."""
    game = _own_game(request, pk, number)
    form = AgreementForm(games.view_of(game), request.POST)
    if form.is_valid():
        try:
            games.agree(game=game, options=form.as_asked())
        except Refusal as refusal:
            form.refuse(refusal)
            if not refusal.field.startswith("config."):
                return _refused(request, game, refusal)
        else:
            return _to_table(game)
    return _render(request, game, status=400, agreement=form)


@posted_on("table", "pk", "number")
def confirm(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Say that the result is right."""
    game = _own_game(request, pk, number)
    try:
        confirming.confirm_result(
            user=person_of(request),
            game=game,
            now=timezone.now(),
            seen=request.POST.get("seen"),
        )
    except Refusal as refusal:
        return _refused(request, game, refusal)
    if not games.is_desk(game, person_of(request)):
        return _to_table(game)
    # The desk has the next table to look at.
    told = _("Table %(number)s: the result is confirmed.")
    messages.success(request, told % {"number": game.table})
    return redirect("desk", pk)


@posted_on("table", "pk", "number")
def dispute(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Say that the result is wrong, and why."""
    game = _own_game(request, pk, number)
    reason = request.POST.get("dispute", "")
    try:
        confirming.dispute_result(user=person_of(request), game=game, reason=reason)
    except Refusal as refusal:
        return _refused(request, game, refusal)
    return _to_table(game)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A whole game from paper: a line a round, a column a seat."""
    game = _own_game(request, pk, number)
    view = games.view_of(game)
    paper = Sheet(view, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        events = paper.events()
        status = 400
        try:
            if events is not None:
                rounds.record_sheet(
                    user=person_of(request),
                    game=game,
                    key=UUID(request.POST["key"]),
                    events=events,
                    now=timezone.now(),
                )
                return _to_table(game)
        except rounds.IllegalRound as illegal:
            paper.refuse(illegal)
        except (KeyError, ValueError):
            messages.error(request, _("This is no entry that the site can read."))
        except Refusal as refusal:
            messages.error(request, refusal.message)
            status = REFUSED
    context = {
        "tournament": game.tournament,
        "game": game,
        "sheet": paper,
        "view": view,
        "key": request.POST.get("key", uuid4()),
    }
    return render(request, "tournaments/sheet.html", context, status=status)


def _own_game(request: HttpRequest, pk: int, number: int) -> Game:
    """The table of the latest round, or of the one whose game the address names."""
    own = Game.objects.at_hand_of(person_of(request)).at_table(pk, number)
    games = own.select_related("tournament", "round")
    # A page says which game it shows: drawn anew, the table has other people.
    wanted = number_of(request.GET.get("game", ""))
    if "game" in request.GET:
        return get_object_or_404(games, pk=wanted or 0)
    latest = games.order_by("-round__number").first()
    if latest is None:
        raise Http404
    return latest


def _dealt(view: games.GameView) -> list[tuple[str, str, list[str]]]:
    """Each name with what there is to say of the seat, and its boards."""
    seats = (view.game.boards or {}).get("seats", [])
    return [
        (one.name, ", ".join(one.notes), sides)
        for one, sides in zip(view.people, seats, strict=False)
    ]


def _confirmations(game: Game, user: Person) -> dict[str, Any]:
    """How far a finished game is confirmed, and whether this person may still do it."""
    given = list(game.confirmations.select_related("user"))
    may = game.result is not None and game.confirmed_at is None
    waits_for_desk = bool(game.dispute) and not games.is_desk(game, user)
    return {
        "confirmed_by": [one.user for one in given],
        "may_confirm": may and not waits_for_desk and user.pk not in [one.user_id for one in given],
        "may_dispute": may,
    }


def _later(game: Game, user: Person) -> Game | None:
    """Where this person sits in a round that was drawn since."""
    later = Game.objects.filter(tournament=game.tournament_id, round__number__gt=game.round.number)
    own = later.filter(seats__registration__user=user.pk).select_related("round")
    return own.order_by("-round__number").first()


def _to_table(game: Game) -> HttpResponse:
    return redirect(f"{reverse('table', args=[game.tournament_id, game.table])}?game={game.pk}")


def _refused(
    request: HttpRequest, game: Game, refusal: Refusal, *, correcting: list[Line] | None = None
) -> HttpResponse:
    messages.error(request, refusal.message)
    return _render(request, game, status=REFUSED, correcting=correcting)


def _render(
    request: HttpRequest,
    game: Game,
    *,
    part: bool = False,
    status: int = 200,
    correcting: list[Line] | None = None,
    agreement: AgreementForm | None = None,
) -> HttpResponse:
    view = games.view_of(game)
    is_running = game.tournament.state == Tournament.State.RUNNING
    context = {
        "tournament": game.tournament,
        "game": game,
        "view": view,
        "now": timezone.now(),
        "is_running": is_running,
        "questions": questions(view) if is_running else [],
        "ahead": ahead(view),
        "names": json.dumps(view.names),
        "history": [(one, [line_of(view, one)]) for one in view.rounds],
        "taken_back": rounds.taken_back(view),
        "correcting": correcting,
        "reason": request.POST.get("reason", ""),
        "agreement": agreement or AgreementForm(view),
        "next_index": len(view.entries),
        "dealt": _dealt(view),
        "whence": telling.whence(game, has_boxes=not view.entries and boards.has_boxes(game.round)),
        "is_desk": games.is_desk(game, person_of(request)),
        "later": _later(game, person_of(request)),
        **_confirmations(game, person_of(request)),
    }
    template = "tournaments/_table.html" if part else "tournaments/table.html"
    return render(request, template, context, status=status)
