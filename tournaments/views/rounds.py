"""The desk's page of rounds: draw the next one, look at how it sits, exchange, play off."""

import secrets
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from puzzles.services.refusal import Refusal
from tournaments.forms.rounds import (
    BoxesForm,
    ClockForm,
    ExchangeForm,
    ExtensionForm,
    MinutesForm,
    NextRoundForm,
    PlannedRoundsForm,
    PlayoffForm,
    Refusable,
)
from tournaments.models import Game, Round, Tournament
from tournaments.seating.quality import CannotExchange, Quality
from tournaments.services import boards, clock, drawing, finals, organising
from tournaments.services.overview import in_figures
from tournaments.services.telling import whence
from tournaments.views import live
from tournaments.views.desk import ShownTable, desk_etag, own_tournament, person_of
from tournaments.views.posted import posted_on
from tournaments.views.public import REFUSED


@login_required
@require_safe
def rounds(request: HttpRequest, pk: int) -> HttpResponse:
    """All rounds so far, and what the desk can do about them."""
    return _page(request, own_tournament(request, pk))


@live.for_one(desk_etag)
def rounds_live(request: HttpRequest, pk: int) -> HttpResponse:
    """The tables of the latest round as they stand."""
    tournament = own_tournament(request, pk)
    latest = drawing.latest_round(tournament)
    games = drawing.games_of(latest) if latest else []
    return render(request, "tournaments/_seated.html", _seated(tournament, latest, games))


@login_required
@require_safe
@gzip_page
def rounds_clock(request: HttpRequest, pk: int) -> HttpResponse:
    """The clock with its forms, asked for when something has changed."""
    tournament = own_tournament(request, pk)
    latest = drawing.latest_round(tournament)
    return render(request, "tournaments/_keep_time.html", _clock(tournament, latest))


@posted_on("rounds", "pk")
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the next round."""
    tournament = own_tournament(request, pk)
    form = NextRoundForm(tournament, 0, request.POST)

    def deed() -> object:
        seed = secrets.randbelow(drawing.SEEDS)
        return drawing.draw_next_round(
            tournament=tournament, seed=seed, now=timezone.now(), **form.as_asked()
        )

    return _done(request, tournament, form, deed, name="next")


@posted_on("rounds", "pk")
def exchange(request: HttpRequest, pk: int) -> HttpResponse:
    """Let two players of the latest round change places, or say what that would cost."""
    tournament = own_tournament(request, pk)
    latest = drawing.latest_round(tournament)
    if latest is None:
        return _page(request, tournament, status=REFUSED)
    games = drawing.games_of(latest)
    form = ExchangeForm(_names_of(games), request.POST)
    if "look" in request.POST and form.is_valid():
        pair = form.cleaned_data["one"], form.cleaned_data["other"]
        try:
            now = drawing.quality_of_round(latest, games)
            then = drawing.quality_of_round(latest, games, instead=pair)
        except CannotExchange as refused:
            form.add_error("other", _(refused.phrase.text))
            return _page(request, tournament, status=400, exchange=form)
        return _page(request, tournament, exchange=form, cost=_cost(tournament, now, then))

    def deed() -> object:
        return drawing.exchange_players(drawn=latest, now=timezone.now(), **form.cleaned_data)

    return _done(request, tournament, form, deed, name="exchange")


def _cost(tournament: Tournament, now: Quality[int], then: Quality[int]) -> str:
    """What an exchange costs, of all that the draw looked at."""
    told = [
        _("Pairs that meet again: %(now)s now, %(then)s after the exchange.")
        % {"now": now.repeats, "then": then.repeats}
    ]
    if now.short_again or then.short_again:
        told.append(
            _("At a smaller table before it was their turn: %(now)s now, %(then)s after it.")
            % {"now": now.short_again, "then": then.short_again}
        )
    if tournament.score_weight:
        told.append(
            _("From best to worst score at a table: %(now)s now, %(then)s after it, on average.")
            % {"now": in_figures(Fraction(now.spread)), "then": in_figures(Fraction(then.spread))}
        )
    return " ".join(told)


@posted_on("rounds", "pk")
def playoff(request: HttpRequest, pk: int) -> HttpResponse:
    """Note how players who were level have played it out."""
    tournament = own_tournament(request, pk)
    for form in _playoffs(tournament, request.POST):
        if not form.is_valid():
            continue

        def deed(order: list[int] = form.order) -> object:
            return finals.record_playoff(
                user=person_of(request), tournament=tournament, order=order, now=timezone.now()
            )

        return _done(request, tournament, form, deed, name="playoff")
    messages.error(request, _("Give each of the players a place of their own."))
    return _page(request, tournament, status=400)


@posted_on("rounds", "pk")
def room(request: HttpRequest, pk: int) -> HttpResponse:
    """Say which boxes lie in the room."""
    tournament = own_tournament(request, pk)
    user = person_of(request)
    form = BoxesForm(boards.decks_for_rooms(user), request.POST)

    def deed() -> object:
        return boards.put_in_room(user=user, tournament=tournament, **form.cleaned_data)

    return _done(request, tournament, form, deed, name="boxes")


@posted_on("rounds", "pk")
def plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Play more or fewer rounds."""
    tournament = own_tournament(request, pk)
    form = PlannedRoundsForm(request.POST)

    def deed() -> object:
        return organising.change_rounds(tournament=tournament, **form.cleaned_data)

    return _done(request, tournament, form, deed, name="plan")


@posted_on("rounds", "pk")
def keep_time(request: HttpRequest, pk: int, deed: str) -> HttpResponse:
    """Start, pause, resume or stop the round's clock, or give one table more time."""
    tournament = own_tournament(request, pk)
    kinds = {"start": ("start", MinutesForm), "extend": ("extension", ExtensionForm)}
    name, kind = kinds.get(deed, ("clock", ClockForm))
    form = kind(request.POST)

    def done() -> object:
        now, asked = timezone.now(), form.cleaned_data
        drawn = get_object_or_404(tournament.rounds, pk=asked["round"])
        if deed == "start":
            return clock.start_clock(drawn=drawn, minutes=asked["minutes"], now=now)
        if deed == "pause":
            return clock.pause_clock(drawn=drawn, now=now)
        if deed == "resume":
            return clock.resume_clock(drawn=drawn, now=now)
        if deed == "stop":
            return clock.stop_clock(drawn=drawn)
        game = drawn.games.filter(table=asked["table"]).first()
        if game is None:
            raise Refusal(_("There is no such table."), field="table")
        return clock.extend_table(game=game, minutes=asked["minutes"], now=now)

    return _done(request, tournament, form, done, name=name)


def _done(
    request: HttpRequest,
    tournament: Tournament,
    form: Refusable,
    deed: Callable[[], object],
    *,
    name: str,
) -> HttpResponse:
    """What was asked for is done, or the page says at which field it can't be."""
    status = 400
    if form.is_valid():
        try:
            deed()
        except Refusal as refusal:
            form.refuse(refusal)
            status = REFUSED
        else:
            return redirect("rounds", tournament.pk)
    for error in form.non_field_errors():
        messages.error(request, str(error))
    return _page(request, own_tournament(request, tournament.pk), status=status, **{name: form})


def _page(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, **shown: Any
) -> HttpResponse:
    latest = drawing.latest_round(tournament)
    is_running = tournament.state == Tournament.State.RUNNING
    coming = finals.next_round(tournament, latest) if is_running else None
    games = drawing.games_of(latest) if latest else []
    context = {
        **_seated(tournament, latest, games),
        **_clock(tournament, latest),
        "now": timezone.now(),
        "earlier": tournament.rounds.exclude(games__in=games).prefetch_related("games"),
        "is_running": is_running,
        "can_exchange": is_running and len(games) > 1,
        "coming": coming,
        "next": NextRoundForm(tournament, coming.number) if coming else None,
        "exchange": ExchangeForm(_names_of(games)),
        "in_room": tournament.decks_in_room.select_related("deck"),
        "boxes": BoxesForm(boards.decks_for_rooms(person_of(request))),
        "playoffs": _playoffs(tournament) if is_running else [],
        "plan": PlannedRoundsForm(
            initial={"planned_rounds": tournament.planned_rounds, "finals": tournament.finals}
        ),
        **shown,
    }
    return render(request, "tournaments/rounds.html", context, status=status)


def _seated(tournament: Tournament, latest: Round | None, games: Sequence[Game]) -> dict[str, Any]:
    """The latest round: who sits where, how good that is, and which tables are done."""
    if latest is None:
        return {"tournament": tournament, "latest": None}
    quality = drawing.quality_of_round(latest, games)
    return {
        "tournament": tournament,
        "latest": latest,
        "quality": quality,
        "tables": _tables(latest, games, quality),
    }


def _clock(tournament: Tournament, latest: Round | None) -> dict[str, Any]:
    """The clock of the latest round, and what can be done with it."""
    return {
        "tournament": tournament,
        "latest": latest,
        "round_clock": latest and latest.clock(),
        "extended": latest.games.filter(extra_minutes__gt=0) if latest else [],
        "start": MinutesForm(drawn=latest),
        "extension": ExtensionForm(drawn=latest),
    }


def _names_of(games: Sequence[Game]) -> list[dict[int, str]]:
    """The players of each table, by their registrations' keys."""
    return [
        {seat.registration_id: seat.registration.name for seat in game.seats.all()}
        for game in games
    ]


def _tables(drawn: Round, games: Sequence[Game], quality: Quality[int]) -> list[ShownTable]:
    has_boxes = boards.has_boxes(drawn)
    names = {key: name for table in _names_of(games) for key, name in table.items()}
    shown = []
    for game, figures in zip(games, quality.tables, strict=True):
        said = [phrase.spoken(_) for phrase in figures.said(names)]
        if not game.boards:
            said.append(whence(game, has_boxes=has_boxes))
        shown.append(ShownTable(game, " ".join(said)))
    return shown


def _playoffs(tournament: Tournament, data: Any = None) -> list[PlayoffForm]:
    """A form for each group of players who share a place, when all results are in.

    And for those who have played it out, to be entered anew.
    """
    groups = finals.to_play_off(tournament)
    names = {one.pk: one.name for one in tournament.registrations.select_related("user")}
    return [
        PlayoffForm({key: names[key] for key in sorted(group)}, data, order=order)
        for group, order in groups.items()
    ]
