"""A small afternoon: three with an account and a guest, two rounds at tables of two, a final.

Who meets whom is drawn; so people are told apart by what became of them. Level after the first
round, the two winners meet in the second one: the score decides there who sits together.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from tests.tournaments.people import NOW, account, enter_event, person, register, tournament
from tournaments.models import Game, Tournament
from tournaments.services import (
    clock,
    confirming,
    drawing,
    games,
    organising,
    presence,
    rounds,
)

GUEST = "Gil"
WITH_ACCOUNT = ("Ann", "Bob", "Cleo")


@dataclass(frozen=True)
class Cast:
    """Who plays which part."""

    winner: str
    """Of the first round's table at which both have an account."""
    loser: str
    """Of that table."""
    third: str
    """Who sat with the guest, in the first round."""
    guest: str = GUEST


def gathered(organiser: Any, **change: Any) -> Tournament:
    """Everybody is there, and nothing is drawn yet."""
    options: dict[str, Any] = {
        "variant": "junior",
        "config": {"side": "easy"},
        "capacity": 4,
        "table_size": 2,
        "planned_rounds": 2,
        "score_weight": 1,
        "finals": "final",
    }
    made = tournament(organiser, **{**options, **change})
    for name in WITH_ACCOUNT:
        presence.set_presence(registration=register(person(name), made), is_present=True)
    presence.enter_guest(tournament=made, name=GUEST, is_present=True, now=NOW)
    return made


def first_round(cup: Tournament) -> Cast:
    """The first round is drawn."""
    drawing.seat_present_players(tournament=cup, seed=7, now=NOW)
    return cast_of(cup)


def cast_of(cup: Tournament) -> Cast:
    """Who plays which part, once the first round is drawn."""
    tables = [names(game) for game in cup.games.filter(round__number=1)]
    [[winner, loser]] = [table for table in tables if GUEST not in table]
    [third] = {*WITH_ACCOUNT} - {winner, loser}
    return Cast(winner, loser, third)


def next_round(cup: Tournament, number: int) -> None:
    drawing.draw_next_round(tournament=cup, number=number, seed=7, now=NOW)


def names(game: Game) -> list[str]:
    """Who sits there, by seat."""
    return [seat.registration.name for seat in game.seats.select_related("registration__user")]


def game_of(cup: Tournament, name: str) -> Game:
    """The game that somebody plays in the latest round."""
    latest = cup.games.order_by("-round__number")
    return next(game for game in latest if name in names(game))


def play(user: Any, game: Game, won: Mapping[str, int]) -> None:
    """Each of them was the first in so many rounds, one after the other."""
    for name, times in won.items():
        for _round in range(times):
            enter_event(user, game, first(game, name))


def first(game: Game, name: str) -> dict[str, Any]:
    """The event that somebody was the first of two."""
    return {"kind": "round", "finished": [games.view_of(game).names.index(name)]}


def confirm(game: Game, *people: str) -> None:
    for name in people:
        confirming.confirm_result(user=account(name), game=game, now=NOW)


def first_results(cup: Tournament, cast: Cast) -> None:
    """3 : 2 and 5 : 0, confirmed by the players and by the desk."""
    one, other = game_of(cup, cast.winner), game_of(cup, cast.third)
    play(account(cast.winner), one, {cast.winner: 3, cast.loser: 2})
    confirm(one, cast.winner, cast.loser)
    play(account("org"), other, {cast.third: 5})
    confirm(other, "org")


def second_results(cup: Tournament, cast: Cast) -> None:
    """4 : 1 and 3 : 2, confirmed by the desk."""
    one, other = game_of(cup, cast.winner), game_of(cup, cast.loser)
    play(account("org"), one, {cast.winner: 4, cast.third: 1})
    play(account("org"), other, {cast.loser: 3, cast.guest: 2})
    confirm(one, "org")
    confirm(other, "org")


def last_stages(cup: Tournament, cast: Cast) -> Iterator[str]:
    """From the first round's empty tables to the final standings, one after the other."""
    yield "seated"
    play(account(cast.winner), game_of(cup, cast.winner), {cast.winner: 2})
    clock.start_clock(drawn=cup.rounds.get(), minutes=20, now=timezone.now())
    yield "in play"
    play(account(cast.winner), game_of(cup, cast.winner), {cast.winner: 1, cast.loser: 2})
    confirm(game_of(cup, cast.winner), cast.winner)
    yield "to be confirmed"
    confirming.dispute_result(
        user=account(cast.loser), game=game_of(cup, cast.winner), reason="The last one was a tie"
    )
    yield "not agreed"
    confirm(game_of(cup, cast.winner), "org")
    play(account("org"), game_of(cup, cast.third), {cast.third: 5})
    confirm(game_of(cup, cast.third), "org")
    yield "all results"
    next_round(cup, 2)
    second_results(cup, cast)
    rounds.correct_rounds(
        user=account("org"),
        game=game_of(cup, cast.loser),
        corrections={2: [first(game_of(cup, cast.loser), cast.guest)]},
        reason="The photo shows it",
        now=NOW,
    )
    yield "corrected"
    next_round(cup, 3)
    yield "final"
    play(account("org"), game_of(cup, cast.winner), {cast.winner: 2, cast.third: 3})
    confirm(game_of(cup, cast.winner), "org")
    organising.finish(tournament=cup)
    yield "finished"


def wall(*, hours: int) -> datetime:
    """So many hours from now, by a clock in Berlin."""
    moment = timezone.now() + timedelta(hours=hours)
    return moment.astimezone(ZoneInfo("Europe/Berlin")).replace(tzinfo=None)
