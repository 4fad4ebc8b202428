"""A short game alone on a telephone: taps, the clock that ends it by itself; and no scripts."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.german import language_of, speak_german
from tests.browser.table import forgive_the_network
from tests.browser.test_every_page import FAULTS
from tests.tournaments.people import person
from tests.tournaments.solo_cards import cards
from tournaments.models import SoloEvent, SoloResult, SoloRun
from tournaments.rules import RULES

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer) -> LiveServer:
    """The site without a worker."""
    return live_server


@pytest.fixture
def new_phone(new_context: Callable[..., BrowserContext], site: LiveServer) -> Callable[..., Page]:
    """A phone on which Ann is logged in; there are six cards to play."""
    ann = person("ann")
    cards(6)

    def make(**options: Any) -> Page:
        client = Client()
        client.force_login(ann)
        context = new_context(**{**PHONE, **options})
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
        return context.new_page()

    return make


def start(page: Page, form: str) -> None:
    page.goto("/solo/")
    game = page.get_by_role("region", name="Classic alone")
    game.get_by_label("What to play").select_option(label=f"{form} · Tasks of 3 pieces")
    game.get_by_role("button", name="Start the clock").click()


def test_a_short_game(new_phone: Callable[..., Page]) -> None:
    page = new_phone()
    start(page, "The time for 5 tasks")
    solved = page.get_by_role("button", name="Solved")
    for place in range(5):
        expect(page.locator("#run .now")).to_contain_text(f"Solved: {place} / 5")
        expect(solved).to_be_enabled()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        if place == 1:
            page.get_by_role("button", name="Set aside").tap()
            expect(page.locator("#run .now")).to_contain_text("Set aside: 1")
            expect(solved).to_be_enabled()
        # A second tap right after the first is still meant for the task before.
        solved.dblclick()
    expect(page.locator(".over")).to_have_text("The game is over.")
    kinds = [event.event["kind"] for event in SoloEvent.objects.all()]
    assert kinds == ["solved", "set_aside", *["solved"] * 4]
    assert SoloResult.objects.get().solved == 5
    for address in ("/solo/", "/solo/own/", "/solo/records/", "/rules/", "/rules/classic-2003/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        assert page.evaluate(FAULTS) == []


def test_when_the_time_is_up_the_page_says_so_by_itself(new_phone: Callable[..., Page]) -> None:
    page = new_phone()
    start(page, "Against 5 minutes")
    soon = timezone.now() + timedelta(seconds=2)
    SoloRun.objects.update(deadline=soon)
    page.reload()
    expect(page.get_by_role("timer")).to_contain_text("0:0")
    expect(page.locator(".over")).to_have_text("Time is up.")
    assert SoloRun.objects.get().ended_at == soon
    assert [event.event for event in SoloEvent.objects.all()] == [{"kind": "time_up"}]


def test_when_the_time_is_up_the_page_waits_for_the_site(
    new_phone: Callable[..., Page], complaints: list[str]
) -> None:
    page = new_phone()
    page.clock.install()
    start(page, "Against 5 minutes")
    expect(page.get_by_role("timer")).to_contain_text("4:5")
    page.context.set_offline(True)
    SoloRun.objects.update(deadline=timezone.now())
    page.clock.run_for(5 * 60_000)
    expect(page.get_by_role("timer")).to_have_text("0:00")
    page.context.set_offline(False)
    page.clock.run_for(5000)
    expect(page.locator(".over")).to_have_text("Time is up.")
    forgive_the_network(complaints)


def test_without_scripts(new_phone: Callable[..., Page]) -> None:
    page = new_phone(java_script_enabled=False)
    start(page, "Against 5 minutes")
    page.get_by_role("button", name="Solved").click()
    expect(page.locator("#run .now")).to_contain_text("Solved: 1")
    SoloRun.objects.update(deadline=timezone.now() + timedelta(seconds=1))
    page.reload()
    expect(page.locator(".over")).to_have_text("Time is up.")
    assert SoloResult.objects.get().solved == 1


def test_all_rules_fit_a_phone_in_german(new_phone: Callable[..., Page]) -> None:
    page = new_phone()
    speak_german(page)
    widths = {}
    for key in RULES:
        page.goto(f"/rules/{key}/")
        assert language_of(page) == "de"
        widths[key] = page.evaluate("document.documentElement.scrollWidth")
    assert widths == dict.fromkeys(RULES, 360)
