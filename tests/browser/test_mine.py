"""A player's own page beside the desk: seated, away, back again; a pause in the middle of a tap."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.table import PHONE
from tests.browser.test_clock import COUNT_TONES, tones, turn_until_asked
from tests.browser.test_every_page import FAULTS
from tests.tournaments.people import NOW, account, person, seated
from tests.waiting import eventually
from tournaments.models import Game, Tournament
from tournaments.services import clock, drawing, presence


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer) -> LiveServer:
    """The site without a worker."""
    return live_server


@pytest.fixture
def cup(site: LiveServer) -> Tournament:
    """Four players at a table, the first of three rounds."""
    return seated(person("org"), ["Ann", "Bob", "Cleo", "Dora"], planned_rounds=3)


@pytest.fixture
def phone_of(new_context: Callable[..., BrowserContext], site: LiveServer) -> Callable[[str], Page]:
    """The phone of somebody who is logged in."""

    def make(name: str, **options: Any) -> Page:
        client = Client()
        client.force_login(account(name))
        context = new_context(**{**PHONE, **options})
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
        return context.new_page()

    return make


def end_the_round(cup: Tournament) -> None:
    for game in cup.games.filter(result__isnull=True):
        places = list(range(1, game.seats.count() + 1))
        Game.objects.filter(pk=game.pk).update(result={"places": places, "scores": places})


def test_seated_by_a_new_round_away_and_back(
    cup: Tournament, phone_of: Callable[..., Page]
) -> None:
    own, desk = phone_of("Ann"), phone_of("org")
    own.add_init_script(COUNT_TONES)
    own.goto(f"/tournaments/{cup.pk}/")
    own.get_by_role("link", name="My table, my next round").tap()
    expect(own.locator("#my-table h2")).to_have_text("Round 1 of 3")
    expect(own.locator("#news")).to_be_hidden()
    own.locator("#sound button").tap()
    eventually(lambda: tones(own) == 3, "it sounds")

    desk.goto(f"/tournaments/{cup.pk}/desk/")
    present = desk.locator(".presence li").filter(has_text="Ann").locator(".badge.unique")
    expect(present).to_have_text("present")
    desk.get_by_label("Somebody without an account").fill("Gu")

    end_the_round(cup)
    drawing.draw_next_round(tournament=cup, number=2, seed=3, now=NOW)
    expect(own.locator("#news")).to_have_text("Round 2 of 3: you sit at table 1.")
    expect(own).to_have_title(
        "Round 2 of 3: you sit at table 1. My table, my next round: Sunday · Ubongo"
    )
    expect(own.locator("#my-table h2")).to_have_text("Round 2 of 3")
    eventually(lambda: tones(own) == 6, "it sounds again")

    # Nothing is left by one tap; what is unfolded stays so when the page is brought up to date.
    own.get_by_text("I have to leave").tap()
    clock.start_clock(drawn=cup.rounds.get(number=2), minutes=20, now=timezone.now())
    expect(own.locator("#my-table .clock .left")).to_be_visible()
    expect(own.locator(".leave")).to_contain_text("The game at your table goes on")
    assert own.evaluate(FAULTS) == []
    assert own.evaluate("document.scrollingElement.scrollWidth") == 360
    own.get_by_role("button", name="Leave now").tap()
    expect(own.locator("#own-state")).to_have_text("away")
    expect(present).to_have_count(0)
    expect(desk.locator(".presence li").filter(has_text="Ann")).to_contain_text("away")
    # The desk has not lost what it was typing.
    expect(desk.get_by_label("Somebody without an account")).to_have_value("Gu")
    own.get_by_role("button", name="I'm back").tap()
    expect(own.locator("#own-state")).to_have_text("present")
    expect(present).to_have_text("present")


def test_what_concerns_me_is_asked_for_until_it_comes(
    cup: Tournament, phone_of: Callable[..., Page], complaints: list[str]
) -> None:
    own = phone_of("Ann")
    own.clock.install()
    asked: list[Route] = []
    own.route("**/own/", lambda route: asked.append(route))
    own.goto(f"/tournaments/{cup.pk}/")
    expect(own.locator(".own")).to_contain_text("present")
    presence.leave(user=account("Ann"), tournament=cup)

    def ask(number: int) -> Route:
        turn_until_asked(own, asked, number)
        return asked[-1]

    ask(1).fulfill(status=503)
    ask(2)  # on bad wifi nothing comes any more
    ask(3).continue_()
    expect(own.locator(".own")).not_to_contain_text("present")
    complaints[:] = [one for one in complaints if "a status of 503" not in one]


def test_a_pause_is_seen_in_the_middle_of_a_tap(
    cup: Tournament, phone_of: Callable[..., Page]
) -> None:
    drawn = cup.rounds.get()
    clock.start_clock(drawn=drawn, minutes=20, now=timezone.now())
    table = phone_of("Ann")
    table.goto(f"/tournaments/{cup.pk}/tables/1/")
    table.locator('#entry .tap[data-name="Bob"]').tap()
    clock.pause_clock(drawn=drawn, now=timezone.now())
    expect(table.locator(".clock")).to_contain_text("paused")
    expect(table.locator('#entry .tap[data-name="Bob"] input')).to_be_checked()
    clock.resume_clock(drawn=drawn, now=timezone.now() + timedelta(seconds=1))
    expect(table.locator(".clock[data-until] .left")).to_be_visible()
    expect(table.locator('#entry .tap[data-name="Bob"] input')).to_be_checked()
    # Then all of the page follows again.
    table.get_by_role("button", name="End of the round").tap()
    expect(table.locator(".history summary")).to_have_text(["Bob"])


def test_without_a_script(cup: Tournament, phone_of: Callable[..., Page]) -> None:
    own = phone_of("Ann", java_script_enabled=False)
    own.goto(f"/tournaments/{cup.pk}/mine/")
    expect(own.locator(".where")).to_contain_text("Table 1")
    own.get_by_text("I have to leave").tap()
    own.get_by_role("button", name="Leave now").tap()
    expect(own.locator("#own-state")).to_have_text("away")
    own.get_by_role("button", name="I'm back").tap()
    expect(own.locator("#own-state")).to_have_text("present")


def test_the_clock_at_the_desk_waits_for_who_is_typing(
    cup: Tournament, phone_of: Callable[..., Page]
) -> None:
    desk = phone_of("org")
    desk.goto(f"/tournaments/{cup.pk}/desk/rounds/")
    minutes = desk.get_by_label("Minutes")
    minutes.fill("15")
    end_the_round(cup)
    Tournament.objects.update(version=1000)
    expect(desk.locator(".tables .badge")).to_have_text("finished")
    expect(minutes).to_have_value("15")
    minutes.fill("")
    desk.locator("h1").tap()
    drawn = cup.rounds.get()
    clock.start_clock(drawn=drawn, minutes=20, now=timezone.now())
    expect(desk.locator("#clock .clock .left")).to_be_visible()
    expect(desk.get_by_role("button", name="Pause")).to_be_visible()
