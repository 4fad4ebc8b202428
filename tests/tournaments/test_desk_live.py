"""The desk follows what happens at the tables: which part changes when, and at what cost."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.pages import queries, text
from tests.tournaments.people import NOW, account, enter, seated, tournament
from tournaments.models import Game, Tournament
from tournaments.services import clock, confirming, drawing, organising, presence

pytestmark = pytest.mark.django_db

STATE, PEOPLE = "desk/live/", "desk/people/"
TABLES, CLOCK = "desk/rounds/live/", "desk/rounds/clock/"


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    """Eight players at two tables, the first of two rounds."""
    return seated(organiser, list("ABCDEFGH"), planned_rounds=2)


def see(desk: Client, cup: Tournament, part: str) -> str:
    return text(desk.get(f"/tournaments/{cup.pk}/{part}"))


def end(game: Game) -> None:
    for _ in range(6):
        names = [seat.registration.name for seat in game.seats.select_related("registration__user")]
        enter(account("org"), game, *names)


@pytest.mark.parametrize("part", [STATE, TABLES])
def test_a_table_that_ends_is_seen(cup: Tournament, desk: Client, part: str) -> None:
    path = f"/tournaments/{cup.pk}/{part}"
    tag = desk.get(path)["ETag"]
    with CaptureQueriesContext(connection) as captured:
        assert desk.get(path, headers={"If-None-Match": tag}).status_code == 304
    # The session, the person, and the version.
    assert len(captured) == 3

    def news() -> str:
        nonlocal tag
        answer = desk.get(path, headers={"If-None-Match": tag})
        assert (answer.status_code, answer["ETag"] != tag) == (200, True)
        tag = answer["ETag"]
        return text(answer)

    game = cup.games.get(table=1)
    player = account(game.seats.all()[0].registration.name)
    end(game)
    assert ("finished" in news(), "confirmed" in see(desk, cup, part)) == (True, False)
    confirming.dispute_result(user=player, game=game, reason="it was me")
    assert "Not agreed: it was me" in news()
    confirming.confirm_result(user=account("org"), game=game, now=NOW)
    shown = news()
    assert ("confirmed" in shown, "Not agreed" in shown) == (True, False)


def test_the_desk_is_told_what_comes_next(organiser: Any, desk: Client) -> None:
    cup = tournament(organiser, planned_rounds=2)

    def next_step() -> str:
        page = desk.get(f"/tournaments/{cup.pk}/{STATE}").content.decode()
        found = re.search(r'<p class="next">(.*?)</p>', page, re.DOTALL)
        return " ".join(re.sub("<[^>]*>", "", found[1]).split()) if found else ""

    Tournament.objects.update(state=Tournament.State.DRAFT)
    assert next_step() == (
        "Only you see this tournament. Once registration is open, people register, "
        "and you enter guests."
    )
    organising.open_registration(tournament=cup)
    presence.enter_guest(tournament=cup, name="A", is_present=True, now=NOW)
    assert next_step() == "Note below who is there; then let them be seated."
    presence.enter_guest(tournament=cup, name="B", is_present=True, now=NOW)
    assert next_step() == ""
    drawing.seat_present_players(tournament=cup, seed=7, now=NOW)
    assert next_step() == "1 table still plays."
    for game in cup.games.all():
        end(game)
    assert next_step() == "All results are in. To be drawn: Round 2 of 2"
    drawing.draw_next_round(tournament=cup, number=2, seed=7, now=NOW)
    end(cup.games.get(round__number=2))
    last = "All results are in. Once the tournament is finished, nothing can be corrected any more."
    assert next_step() == last
    organising.finish(tournament=cup)
    assert next_step() == ""


def test_who_leaves_is_seen(cup: Tournament, desk: Client) -> None:
    assert "8 are present." in see(desk, cup, PEOPLE)
    presence.leave(user=account("A"), tournament=cup)
    shown = see(desk, cup, PEOPLE)
    assert ("7 are present." in shown, "A away is there" in shown) == (True, True)
    assert "Draw this round anew, with the 7 present players" in see(desk, cup, STATE)


def test_the_clock_and_what_can_be_done_with_it(cup: Tournament, desk: Client) -> None:
    drawn = cup.rounds.get()
    assert see(desk, cup, CLOCK) == "Minutes: Start the clock"
    clock.start_clock(drawn=drawn, minutes=20, now=NOW)
    running = "Time is up Pause Stop and put back More time for one table"
    assert running in see(desk, cup, CLOCK)
    clock.extend_table(game=cup.games.select_related("round").get(table=2), minutes=3, now=NOW)
    clock.pause_clock(drawn=drawn, now=NOW)
    assert "20:00 paused Table 2: 3 minutes more Go on Stop and put back" in see(desk, cup, CLOCK)
    assert "20:00 paused" in see(desk, cup, STATE)


def test_a_new_round_is_seen(cup: Tournament, desk: Client) -> None:
    assert see(desk, cup, TABLES).startswith("Round 1 of 2")
    drawing.draw_next_round(tournament=cup, number=2, seed=1, now=NOW, early_reason="a bus")
    shown = see(desk, cup, TABLES)
    assert shown.startswith("Round 2 of 2 Drawn before all results were in: a bus")


def test_before_the_first_round(organiser: Any, desk: Client) -> None:
    cup = seated(organiser, ["x", "y"])
    cup.rounds.all().delete()
    assert see(desk, cup, TABLES) == "No round is drawn yet; the desk draws the first one."


@pytest.mark.parametrize("part", ["desk/", "desk/rounds/"])
def test_the_parts_are_those_of_the_page(cup: Tournament, desk: Client, part: str) -> None:
    page = see(desk, cup, part)
    for own in {"desk/": (STATE, PEOPLE), "desk/rounds/": (TABLES, CLOCK)}[part]:
        assert see(desk, cup, own) in page


def test_it_costs_the_same_for_few_and_many(organiser: Any, desk: Client) -> None:
    few = seated(organiser, [f"a{number}" for number in range(8)], planned_rounds=2)
    many = seated(organiser, [f"b{number}" for number in range(40)], planned_rounds=2)
    for game in many.games.all():
        enter(organiser, game)
    costs = [
        {
            part: queries(desk, f"/tournaments/{cup.pk}/{part}")
            for part in (STATE, PEOPLE, TABLES, CLOCK)
        }
        for cup in (few, many)
    ]
    assert costs[0] == costs[1] == {STATE: 10, PEOPLE: 5, TABLES: 12, CLOCK: 5}


def test_tables_that_are_drawn_anew_while_they_are_read(cup: Tournament, desk: Client) -> None:
    cup.games.get(table=2).seats.all().delete()
    for part in (STATE, TABLES):
        shown = see(desk, cup, part)
        assert ("Table 1 " in shown, "Table 2 " in shown) == (True, False)


def test_what_needs_the_desk_stands_first(organiser: Any, desk: Client) -> None:
    """Tables 1 and 3 have ended, 1 is confirmed; 4 isn't agreed; 2 plays."""
    cup = seated(organiser, [f"P{number}" for number in range(16)])
    first, _second, third, fourth = cup.games.order_by("table")
    for game in (first, third, fourth):
        end(game)
    confirming.confirm_result(user=organiser, game=first, now=NOW)
    confirming.dispute_result(user=organiser, game=fourth, reason="no")
    page = desk.get(f"/tournaments/{cup.pk}/{STATE}").content.decode()
    assert re.findall(r"/tables/(\d)/", page) == ["4", "3", "2", "1"]
    assert page.count('class="urgent"') == 2
