"""The round's clock and the big screen: counted down, paused, heard, turned by itself."""

import re
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import APIResponse, BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_every_page import FAULTS
from tests.tournaments.people import NOW, enter, person, tournament
from tests.waiting import eventually
from tournaments.models import Round, Tournament
from tournaments.services import clock, drawing, games, presence

# Counts the tones instead of making them.
COUNT_TONES = """
  window.tones = 0;
  OscillatorNode.prototype.start = () => { window.tones += 1; };
  OscillatorNode.prototype.stop = () => {};
"""
TURN = 8000  # milliseconds
SHOWN = """() => [...document.querySelectorAll(".row")]
  .filter((row) => row.checkVisibility())
  .map((row) => row.getBoundingClientRect().bottom <= innerHeight && row.innerText.split("\\n")[0])
"""


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer) -> LiveServer:
    """The site without a worker."""
    return live_server


@pytest.fixture
def cup(site: LiveServer) -> Tournament:
    """Sixteen guests at four tables."""
    made = tournament(person("org"), planned_rounds=2)
    for number in range(1, 17):
        presence.enter_guest(tournament=made, name=f"P{number}", is_present=True, now=NOW)
    drawing.seat_present_players(tournament=made, seed=7, now=NOW)
    return Tournament.objects.get()


def tones(page: Page) -> int:
    """How many were made on this page."""
    made: int = page.evaluate("window.tones")
    return made


def turn_until_asked(page: Page, asked: Sequence[object], number: int) -> None:
    """Turn the page's own clock on until it has asked so often."""

    def is_asked() -> bool:
        page.clock.run_for(500)
        return len(asked) == number

    eventually(is_asked, f"the page asks {number} times")


def test_the_clock_counts_down_pauses_and_sounds(page: Page, cup: Tournament) -> None:
    drawn = Round.objects.get()

    def silence(route: Route) -> None:
        """No news: the page is left alone with its own clock, which the test can turn."""
        route.fulfill(status=204)

    page.add_init_script(COUNT_TONES)
    page.clock.install()
    page.goto(f"/tournaments/{cup.pk}/")
    left = page.locator("#live > .state .clock .left")
    over = page.locator("#live > .state .clock .over")
    sound = page.locator("#sound button")
    expect(left).to_have_count(0)
    expect(sound).to_be_hidden()

    began = timezone.now() - timedelta(minutes=18, seconds=30)
    clock.start_clock(drawn=drawn, minutes=20, now=began)
    page.clock.run_for(3000)
    expect(left).to_have_text(re.compile("^1:2.$"))
    expect(sound).to_have_text("Sound when time is up: off", use_inner_text=True)
    sound.click()
    expect(sound).to_have_text("Sound when time is up: on", use_inner_text=True)
    expect(sound).to_have_attribute("aria-pressed", "true")
    eventually(lambda: tones(page) == 3, "it sounds")
    page.route("**/live/", silence)
    page.clock.run_for(20_000)
    expect(left).to_have_text(re.compile("^(1:0.|0:59)$"))

    clock.pause_clock(drawn=drawn, now=began + timedelta(minutes=19, seconds=48))
    clock.extend_table(game=drawn.games.get(table=2), minutes=3, now=began)
    page.unroute("**/live/")
    page.clock.run_for(3000)
    expect(page.locator("#live > .state .clock")).to_have_text("0:12 paused", use_inner_text=True)
    page.clock.run_for(20_000)
    expect(page.locator("#live > .state .clock")).to_have_text("0:12 paused", use_inner_text=True)

    clock.resume_clock(drawn=drawn, now=timezone.now())
    page.clock.run_for(3000)
    expect(page.locator("#live > .state .clock[data-until]")).to_have_count(1)
    expect(left).to_have_text(re.compile("^0:(0.|1[012])$"))
    expect(over).to_be_hidden()
    page.route("**/live/", silence)
    assert tones(page) == 3
    page.clock.run_for(12_000)
    expect(left).to_have_text("0:00")
    expect(over).to_be_visible()
    expect(over).to_have_text("Time is up")
    eventually(lambda: tones(page) == 6, "it sounds")
    # The table that got three minutes more still has most of them, and the page is the same.
    expect(page.locator(".board .clock .left")).to_have_text(re.compile("^2:[345].$"))
    assert tones(page) == 6
    page.unroute("**/live/")

    page.reload()
    expect(sound).to_have_text("Sound when time is up: on", use_inner_text=True)
    sound.click()
    expect(sound).to_have_text("Sound when time is up: off", use_inner_text=True)
    assert tones(page) == 0


def test_a_late_answer_turns_no_clock_back(page: Page, cup: Tournament) -> None:
    began = timezone.now() - timedelta(minutes=19, seconds=40)
    clock.start_clock(drawn=Round.objects.get(), minutes=20, now=began)
    page.add_init_script(COUNT_TONES)
    page.clock.install()
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/live/", lambda route: held.append((route, route.fetch())))
    page.goto(f"/tournaments/{cup.pk}/")
    page.evaluate("AbortSignal.timeout = undefined")  # it is waited for as long as it takes
    page.locator("#sound button").click()
    page.clock.run_for(3000)
    eventually(lambda: page.title() and held, "the page asks how it stands")
    page.clock.run_for(25_000)
    expect(page.locator(".state .clock .over")).to_be_visible()
    eventually(lambda: tones(page) == 3 + 3, "it sounds")

    ((route, late),) = held
    route.fulfill(response=late)
    turn_until_asked(page, held, 2)
    expect(page.locator(".state .clock .over")).to_be_visible()
    page.clock.run_for(30_000)
    assert tones(page) == 3 + 3


def test_a_countdown_loads_the_page_anew_at_its_end(page: Page, cup: Tournament) -> None:
    now = timezone.now()
    opens, closes = now + timedelta(seconds=90), now + timedelta(minutes=50)
    Tournament.objects.update(check_in_opens_at=opens, check_in_closes_at=closes)
    page.clock.install()
    page.goto(f"/tournaments/{cup.pk}/")
    countdown = page.locator("time.countdown")
    expect(countdown).to_have_text(re.compile("^0:01:[12].$"))
    Tournament.objects.update(check_in_opens_at=now)
    with page.expect_navigation():
        page.clock.fast_forward(90_000)
    expect(page.locator("main")).to_contain_text("Closes in")
    # The page's clock is ahead now, and what counts is the server's.
    expect(countdown).to_have_text(re.compile("^0:49:[2345].$"))


def test_the_big_screen_turns_its_pages(
    new_context: Callable[..., BrowserContext], cup: Tournament
) -> None:
    first = cup.games.get(table=1)
    for _area in range(6):
        enter(cup.organiser, first, *games.view_of(first).names)
    address = f"/tournaments/{cup.pk}/screen/"
    size = {"width": 640, "height": 360}
    page = new_context(viewport=size).new_page()
    page.clock.install()
    page.goto(address)
    assert page.evaluate(FAULTS) == []
    pages: list[list[str]] = []
    while sum(map(len, pages)) < 4 + 16:
        pages.append(page.evaluate(SHOWN))
        assert pages[-1], "no page is empty"
        page.clock.run_for(TURN)
    told = [row for shown in pages for row in shown]
    # Whole rows, each once, the tables first; then from the beginning.
    assert [row.split(" P")[0] for row in told[:4]] == ["Table 1", "Table 2", "Table 3", "Table 4"]
    assert (len(set(told)), False in told, len(pages) > 2) == (20, False, True)
    assert page.evaluate(SHOWN) == pages[0]

    clock.start_clock(drawn=Round.objects.get(), minutes=20, now=timezone.now())
    page.clock.run_for(2000)
    expect(page.locator("#screen > .clock .left")).to_have_text(re.compile("^(20:00|19:5.)$"))

    plain = new_context(viewport=size, java_script_enabled=False).new_page()
    plain.goto(address)
    assert plain.locator(".row:visible").count() == 20
    expect(plain.locator("#screen > .clock .when")).to_contain_text("until")
