"""The organiser's desk: the tournament's life, and who is present."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from puzzles.models import filed
from puzzles.services.refusal import Refusal
from tournaments.forms.guest import GuestForm, GuestsForm
from tournaments.forms.tournament import TournamentForm
from tournaments.models import Game, Registration, Tournament
from tournaments.services import drawing, finals, organising, presence
from tournaments.views import live
from tournaments.views.posted import posted_on
from tournaments.views.public import REFUSED


@dataclass(frozen=True)
class ShownTable:
    """A table of the latest round as the desk sees it."""

    game: Game
    said: str = ""
    """What there is to say of who sits there."""

    @property
    def names(self) -> list[str]:
        """Everybody who sits there."""
        return [seat.registration.name for seat in self.game.seats.all()]


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


def _desk(
    request: HttpRequest,
    tournament: Tournament,
    *,
    status: int = 200,
    **shown: Any,
) -> HttpResponse:
    people = _people(tournament)
    context = {
        **_state(tournament, present=people["present"]),
        **people,
        "now": timezone.now(),
        "guest": GuestForm(initial={"is_present": True}),
        "guests": GuestsForm(auto_id="id_many_%s"),
        "check_in": request.build_absolute_uri(reverse("check-in", args=[tournament.pk]))
        + f"?code={tournament.check_in_code}",
        **shown,
    }
    return render(request, "tournaments/desk.html", context, status=status)


def _state(tournament: Tournament, *, present: int) -> dict[str, Any]:
    """How the tournament stands, and what can be done with it."""
    latest = drawing.latest_round(tournament)
    has_begun = latest is not None and drawing.has_begun(latest)
    return {
        "tournament": tournament,
        "latest": latest,
        "coming": finals.next_round(tournament, latest),
        "tables": _by_need(drawing.games_of(latest)) if latest else [],
        "playing": tournament.games.filter(result__isnull=True).count(),
        "can_seat_first": tournament.state in drawing.SEATABLE and not has_begun,
        "present": present,
    }


def _by_need(games: Sequence[Game]) -> list[ShownTable]:
    """What isn't agreed, then what waits to be confirmed, then who plays, last what is done."""
    in_order = sorted(
        games,
        key=lambda game: (game.confirmed_at is not None, not game.dispute, game.result is None),
    )
    return [ShownTable(game) for game in in_order]


def _people(tournament: Tournament) -> dict[str, Any]:
    """Who takes part, and whether they may still come and go."""
    people = sorted(tournament.registrations.select_related("user"), key=_looked_for)
    return {
        "tournament": tournament,
        "people": people,
        "can_seat": presence.can_change_presence(tournament),
        "present": sum(one.is_present for one in people),
    }


def _looked_for(one: Registration) -> tuple[Any, ...]:
    """Who has a place stands by name, the waitlist in its order after them, last who is gone."""
    is_waiting = one.state == Registration.State.WAITING
    is_gone = one.state in Registration.GONE
    return is_gone, is_waiting, one.number if is_waiting else 0, filed(one.name)


def desk_etag(request: HttpRequest, pk: int) -> str | None:
    """What the desk has seen of a tournament of its own."""
    rows = Tournament.objects.run_by(request.user).filter(pk=pk)
    version = rows.values_list("version", flat=True).first()
    return None if version is None else f'"{pk}.desk.{version}.{get_language()}"'


@live.for_one(desk_etag)
def desk_live(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the desk that shows how the tournament stands."""
    tournament = own_tournament(request, pk)
    present = tournament.registrations.present().count()
    return render(request, "tournaments/_desk.html", _state(tournament, present=present))


@login_required
@require_safe
@gzip_page
def desk_people(request: HttpRequest, pk: int) -> HttpResponse:
    """The desk's list of people, asked for when something has changed."""
    return render(request, "tournaments/_people.html", _people(own_tournament(request, pk)))


@posted_on("desk", "pk")
def act(request: HttpRequest, pk: int, deed: str) -> HttpResponse:
    """Open or close registration, take off who is absent, seat the players, finish, call off."""
    tournament, now = own_tournament(request, pk), timezone.now()
    deeds: dict[str, Callable[[], object]] = {
        "open": lambda: organising.open_registration(tournament=tournament),
        "close": lambda: organising.close_registration(tournament=tournament),
        "remove-absent": lambda: presence.remove_absent(tournament=tournament, now=now),
        "seat": lambda: drawing.seat_present_players(
            tournament=tournament, seed=secrets.randbelow(drawing.SEEDS), now=now
        ),
        "finish": lambda: organising.finish(tournament=tournament),
        "call-off": lambda: organising.call_off(tournament=tournament, now=now),
    }
    return _refused(request, pk, deeds[deed]) or redirect("desk", pk)


@posted_on("desk", "pk")
@gzip_page
def attend(request: HttpRequest, pk: int, number: int, deed: str) -> HttpResponse:
    """Note that somebody is there or not, take somebody off the list or back onto it."""
    one = get_object_or_404(Registration, tournament=own_tournament(request, pk), number=number)
    now = timezone.now()
    deeds: dict[str, Callable[[], object]] = {
        "present": lambda: presence.set_presence(registration=one, is_present=True),
        "absent": lambda: presence.set_presence(registration=one, is_present=False),
        "take-off": lambda: presence.take_off(registration=one, now=now),
        "take-back": lambda: presence.take_back(registration=one, now=now),
    }
    return _refused(request, pk, deeds[deed]) or _noted(request, one)


def _refused(request: HttpRequest, pk: int, deed: Callable[[], object]) -> HttpResponse | None:
    """The desk, which says why it can't be done; None if it is done."""
    try:
        deed()
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return _desk(request, own_tournament(request, pk), status=REFUSED)
    return None


@posted_on("desk", "pk")
@gzip_page
def guest(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter somebody who has no account."""
    return _enter(request, pk, GuestForm(request.POST), _enter_guest, name="guest")


@posted_on("desk", "pk")
def many_guests(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a whole list of people who have no account."""
    form = GuestsForm(request.POST, auto_id="id_many_%s")
    return _enter(request, pk, form, presence.enter_guests, name="guests")


def _enter(
    request: HttpRequest,
    pk: int,
    form: GuestForm | GuestsForm,
    deed: Callable[..., list[Registration]],
    *,
    name: str,
) -> HttpResponse:
    """Whoever the form names is entered, or the desk says at which field they can't be."""
    tournament = own_tournament(request, pk)
    if form.is_valid():
        try:
            entered = deed(tournament=tournament, now=timezone.now(), **form.cleaned_data)
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return _entered(request, tournament, entered)
    return _desk(request, own_tournament(request, pk), status=400, **{name: form})


def _enter_guest(**asked: Any) -> list[Registration]:
    return [presence.enter_guest(**asked)]


def _entered(
    request: HttpRequest, tournament: Tournament, guests: Sequence[Registration]
) -> HttpResponse:
    """The desk is told of whoever it would not look for: many at once, or on the waitlist."""
    waiting = sum(one.state == Registration.State.WAITING for one in guests)
    if len(guests) == 1 and not waiting:
        return _noted(request, guests[0])
    told = ngettext("%(count)s name is entered.", "%(count)s names are entered.", len(guests))
    messages.success(request, told % {"count": len(guests)})
    if waiting:
        told = ngettext(
            "All places (%(places)s) are taken: %(count)s of those is on the waitlist.",
            "All places (%(places)s) are taken: %(count)s of those are on the waitlist.",
            waiting,
        )
        messages.warning(request, told % {"count": waiting, "places": tournament.capacity})
    return redirect("desk", tournament.pk)


def _noted(request: HttpRequest, one: Registration) -> HttpResponse:
    """The list as it is now, for a page that stays; else the desk, at this person."""
    if "X-Live" in request.headers:
        people = _people(own_tournament(request, one.tournament_id))
        return render(request, "tournaments/_people.html", people)
    return redirect(f"{reverse('desk', args=[one.tournament_id])}#person-{one.number}")


def own_tournament(request: HttpRequest, pk: int) -> Tournament:
    """The tournament, if this person runs it; anybody else finds none."""
    return get_object_or_404(Tournament.objects.run_by(request.user), pk=pk)


def person_of(request: HttpRequest) -> Any:
    """Who is logged in."""
    return request.user
