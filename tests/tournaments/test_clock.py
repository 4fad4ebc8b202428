"""The clock of a round: its times worked out by hand, and what is refused when."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from puzzles.services.refusal import Refusal
from tests.tournaments.pages import as_person, told
from tests.tournaments.people import NOW, account, enter, person, seated
from tournaments.models import Game, Round, Tournament
from tournaments.services import clock, drawing, organising

pytestmark = pytest.mark.django_db


def at(minutes: float) -> datetime:
    """12:00 and so many minutes."""
    return NOW + timedelta(minutes=minutes)


@pytest.fixture
def drawn() -> Round:
    """The first of two rounds with two tables, not begun."""
    return Round.objects.get(tournament=seated(person("org"), list("ABCDEFGH"), planned_rounds=2))


def fresh(drawn: Round) -> Round:
    return Round.objects.get(pk=drawn.pk)


def table(number: int) -> Game:
    return Game.objects.select_related("round").get(table=number)


def refused(deed: Any, **asked: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        deed(**asked)
    return refusal.value.message


def test_a_round_lasts_as_long_as_asked(drawn: Round) -> None:
    assert drawn.clock() is None
    clock.start_clock(drawn=drawn, minutes=20, now=at(0))
    assert fresh(drawn).ends_at() == at(20)
    assert fresh(drawn).left_at(at(12.5)) == timedelta(minutes=7.5)
    assert fresh(drawn).left_at(at(21)) == timedelta(minutes=-1)


def test_pauses_put_the_end_off(drawn: Round) -> None:
    clock.start_clock(drawn=drawn, minutes=20, now=at(0))
    clock.pause_clock(drawn=drawn, now=at(5))
    paused = fresh(drawn).clock()
    assert paused is not None
    assert (paused.ends_at, paused.left, paused.left_in_figures) == (
        None,
        timedelta(minutes=15),
        "15:00",
    )
    assert fresh(drawn).left_at(at(400)) == timedelta(minutes=15)
    clock.resume_clock(drawn=drawn, now=at(8))  # 3 minutes
    assert fresh(drawn).ends_at() == at(23)
    clock.pause_clock(drawn=drawn, now=at(10.5))
    paused = fresh(drawn).clock()
    assert paused is not None
    assert paused.left_in_figures == "12:30"
    clock.resume_clock(drawn=drawn, now=at(70.5))  # an hour
    assert fresh(drawn).ends_at() == at(83)


def test_more_time_for_one_table(drawn: Round) -> None:
    clock.start_clock(drawn=drawn, minutes=20, now=at(0))
    clock.extend_table(game=table(2), minutes=5, now=at(10))
    clock.extend_table(game=table(2), minutes=2, now=at(11))
    ends = {game.table: game.clock and game.clock.ends_at for game in fresh(drawn).games.all()}
    assert ends == {1: at(20), 2: at(27)}
    # Over for 2 minutes and a half: 3 whole minutes, and the 4 that were asked for.
    clock.extend_table(game=table(1), minutes=4, now=at(22.5))
    assert table(1).extra_minutes == 7
    # Table 1 and 2 still play, so there is something to pause, until 12:27.
    clock.pause_clock(drawn=drawn, now=at(26))
    left = [game.clock and game.clock.left_in_figures for game in (table(1), table(2))]
    assert left == ["1:00", "1:00"]
    # While it is paused a minute is a minute.
    clock.extend_table(game=table(1), minutes=1, now=at(50))
    assert table(1).extra_minutes == 8


def test_stopped_it_is_as_before(drawn: Round) -> None:
    clock.start_clock(drawn=drawn, minutes=20, now=at(0))
    clock.extend_table(game=table(2), minutes=5, now=at(1))
    clock.pause_clock(drawn=drawn, now=at(2))
    clock.resume_clock(drawn=drawn, now=at(3))
    clock.pause_clock(drawn=drawn, now=at(4))
    clock.stop_clock(drawn=drawn)
    assert (fresh(drawn).clock(), table(2).clock, table(2).extra_minutes) == (None, None, 0)
    clock.start_clock(drawn=drawn, minutes=10, now=at(5))
    assert fresh(drawn).ends_at() == at(15)


def test_at_the_wrong_time(drawn: Round) -> None:
    not_started = "The clock was not started."
    assert refused(clock.pause_clock, drawn=drawn, now=at(0)) == not_started
    assert refused(clock.stop_clock, drawn=drawn) == not_started
    assert refused(clock.resume_clock, drawn=drawn, now=at(0)) == "The clock is not paused."
    assert refused(clock.extend_table, game=table(1), minutes=1, now=at(0)) == not_started
    for minutes in (-1, 0, 181):
        message = refused(clock.start_clock, drawn=drawn, minutes=minutes, now=at(0))
        assert message == "Choose 1 to 180 minutes."
    clock.start_clock(drawn=drawn, minutes=180, now=at(0))
    again = refused(clock.start_clock, drawn=drawn, minutes=5, now=at(1))
    assert again == "The clock was started already; stop it first."
    assert refused(clock.resume_clock, drawn=drawn, now=at(1)) == "The clock is not paused."
    assert refused(clock.pause_clock, drawn=drawn, now=at(180)) == "The time is up."
    clock.pause_clock(drawn=drawn, now=at(179))
    assert refused(clock.pause_clock, drawn=drawn, now=at(180)) == "The clock is paused already."
    clock.extend_table(game=table(1), minutes=180, now=at(179))
    too_long = refused(clock.extend_table, game=table(1), minutes=1, now=at(179))
    assert too_long == "A table can get up to 180 minutes more."
    Game.objects.filter(table=2).update(result={"places": [1] * 4, "scores": [1] * 4})
    over = refused(clock.extend_table, game=table(2), minutes=1, now=at(179))
    assert over == "This game is over."


def test_only_the_latest_round_of_a_tournament_that_runs(drawn: Round) -> None:
    cup = drawn.tournament
    drawing.draw_next_round(tournament=cup, number=2, seed=1, now=NOW, early_reason="late bus")
    earlier = refused(clock.start_clock, drawn=drawn, minutes=5, now=at(0))
    assert earlier == "This round is not the latest one."
    organising.call_off(tournament=cup, now=NOW)
    ended = refused(clock.start_clock, drawn=Round.objects.get(number=2), minutes=5, now=at(0))
    assert ended == "The tournament isn't running."


def test_whatever_the_clock_does_is_seen(drawn: Round) -> None:
    def version() -> int:
        return Tournament.objects.get().version

    deeds = [
        lambda: clock.start_clock(drawn=drawn, minutes=5, now=at(0)),
        lambda: clock.extend_table(game=table(1), minutes=5, now=at(1)),
        lambda: clock.pause_clock(drawn=drawn, now=at(2)),
        lambda: clock.resume_clock(drawn=drawn, now=at(3)),
        lambda: clock.stop_clock(drawn=drawn),
    ]
    for deed in deeds:
        before = version()
        deed()
        assert version() == before + 1


# --- the desk's forms -------------------------------------------------------------------------


@pytest.fixture
def desk(drawn: Round) -> Client:
    return as_person(account("org"))


def send(desk: Client, drawn: Round, deed: str, **sent: Any) -> Any:
    path = f"/tournaments/{drawn.tournament_id}/desk/rounds/clock/{deed}/"
    return desk.post(path, {"round": drawn.pk, **sent})


def test_the_desk_keeps_the_time(drawn: Round, desk: Client) -> None:
    page = f"/tournaments/{drawn.tournament_id}/desk/rounds/"
    for deed, sent in (
        ("start", {"minutes": 20}),
        ("extend", {"minutes": 5, "table": 2}),
        ("pause", {}),
    ):
        assert send(desk, drawn, deed, **sent)["Location"] == page
    assert (fresh(drawn).minutes, table(2).extra_minutes) == (20, 5)
    assert fresh(drawn).paused_at is not None
    twice = send(desk, drawn, "pause")
    assert (twice.status_code, told(twice)) == (409, ["The clock is paused already."])
    assert send(desk, drawn, "resume").status_code == 302
    assert fresh(drawn).paused_at is None
    assert send(desk, drawn, "stop").status_code == 302
    assert fresh(drawn).clock() is None


@pytest.mark.parametrize(
    ("deed", "sent", "status", "errors"),
    [
        ("start", {"minutes": "0"}, 400, {"minutes"}),
        ("start", {"minutes": "9" * 30}, 400, {"minutes"}),
        ("start", {"minutes": "soon"}, 400, {"minutes"}),
        ("extend", {"minutes": "5"}, 400, {"table"}),
        ("extend", {"minutes": "5", "table": "3"}, 409, {"table"}),
        ("extend", {"minutes": "5", "table": "9" * 30}, 409, {"table"}),
        ("start", {"minutes": "5", "round": "9" * 30}, 404, None),
        ("start", {"minutes": "5", "round": ""}, 400, {"round"}),
    ],
)
def test_what_is_wrong_with_a_form(
    drawn: Round, desk: Client, deed: str, sent: Any, status: int, errors: set[str] | None
) -> None:
    if deed == "extend":
        clock.start_clock(drawn=drawn, minutes=5, now=at(0))
    answer = send(desk, drawn, deed, **sent)
    assert answer.status_code == status
    if errors is not None:
        assert set(answer.context["extension" if deed == "extend" else deed].errors) == errors


def test_another_tournaments_round_is_not_there(drawn: Round, desk: Client) -> None:
    other = Round.objects.get(tournament=seated(person("rival"), ["X", "Y"]))
    assert send(desk, drawn, "start", round=other.pk, minutes=5).status_code == 404
    assert fresh(other).clock() is None


# --- what pages show --------------------------------------------------------------------------


def test_where_the_clock_is_shown(drawn: Round, desk: Client) -> None:
    page = f"/tournaments/{drawn.tournament_id}/"
    addresses = {
        page: ["1777637700", "1777638000"],  # 14:15 at the place; and table 2's, 14:20
        f"{page}live/": ["1777637700", "1777638000"],
        f"{page}screen/": ["1777637700", "1777638000"],
        f"{page}screen/live/": ["1777637700", "1777638000"],
        f"{page}tables/1/": ["1777637700"],
        f"{page}tables/2/state/": ["1777638000"],
        f"{page}desk/rounds/": ["1777637700"],
    }
    assert {one: ends(desk, one) for one in addresses} == {one: [] for one in addresses}
    clock.start_clock(drawn=drawn, minutes=15, now=at(0))
    clock.extend_table(game=table(2), minutes=5, now=at(0))
    assert {one: ends(desk, one) for one in addresses} == addresses
    # Without a script the page says until when.
    assert "until 2:15 p.m." in desk.get(f"{page}screen/").content.decode()
    clock.pause_clock(drawn=drawn, now=at(0.5))
    assert {one: ends(desk, one) for one in addresses} == {one: [] for one in addresses}
    assert "14:30" in desk.get(f"{page}tables/1/").content.decode()
    assert "19:30" in desk.get(f"{page}tables/2/").content.decode()


def ends(client: Client, address: str) -> list[str]:
    parts = client.get(address).content.decode().split('data-until="')
    return [part.split('"')[0] for part in parts[1:]]


def test_an_answer_says_what_time_it_is(drawn: Round, desk: Client) -> None:
    for part in ("live/", "screen/live/", "tables/1/state/"):
        path = f"/tournaments/{drawn.tournament_id}/{part}"
        first = desk.get(path)
        same = desk.get(path, headers={"If-None-Match": first["ETag"]})
        assert same.status_code == 304
        assert 0 <= float(same["X-Now"]) - float(first["X-Now"]) < 60


def test_the_clock_goes_when_the_game_is_over(drawn: Round, desk: Client) -> None:
    clock.start_clock(drawn=drawn, minutes=15, now=at(0))
    path = f"/tournaments/{drawn.tournament_id}/tables/1/"
    assert len(ends(desk, path)) == 1
    names = [seat.registration.name for seat in table(1).seats.select_related("registration__user")]
    for _ in range(6):
        enter(account("org"), table(1), *names)
    assert ends(desk, path) == []
