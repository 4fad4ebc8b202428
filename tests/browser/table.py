"""The organiser's phones and a dice table under their fingers, for tests."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournaments.people import person, seated
from tests.waiting import eventually
from tournaments.models import Game, Tournament
from tournaments.services import games
from ubongo_site.accounts.models import User

LONG = "Bartholomäus-Maximilian_vom_Donaudampfer"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer) -> LiveServer:
    """The site without a worker."""
    return live_server


@pytest.fixture
def organiser(site: LiveServer) -> User:
    user: User = person("org")
    return user


@pytest.fixture
def new_phone(
    new_context: Callable[..., BrowserContext], site: LiveServer, organiser: User
) -> Callable[..., Page]:
    """A further phone on which the organiser is logged in."""

    def make(**options: Any) -> Page:
        client = Client()
        client.force_login(organiser)
        context = new_context(**{**PHONE, **options})
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
        return context.new_page()

    return make


@dataclass
class Table:
    """The entry page of a table, under the organiser's fingers."""

    page: Page

    def open(self, cup: Tournament) -> "Table":
        self.page.goto(f"/tournaments/{cup.pk}/tables/1/")
        return self

    @property
    def unsent(self) -> Locator:
        return self.page.locator("#unsent")

    @property
    def problem(self) -> Locator:
        return self.page.locator("#problem")

    @property
    def end(self) -> Locator:
        return self.page.get_by_role("button", name="End of the round")

    def tap(self, *names: str) -> None:
        for name in names:
            self.page.locator(f'#entry .tap[data-name="{name}"]').tap()

    def round(self, *names: str) -> None:
        self.tap(*names)
        self.end.tap()

    def expect_taps(self, *names: str) -> None:
        tapped = self.page.locator("#entry .tap:has(input:checked)")
        expect(tapped).to_have_count(len(names))
        assert {one.get_attribute("data-name") for one in tapped.all()} == set(names)

    def expect_rounds(self, *rounds: str) -> None:
        expect(self.page.locator(".history summary")).to_have_text(list(rounds))


@pytest.fixture
def cup(organiser: User) -> Tournament:
    """Ann, Bob and Cleo at table 1."""
    return seated(organiser, ["Ann", "Bob", "Cleo"])


@pytest.fixture
def table(new_phone: Callable[[], Page], cup: Tournament) -> Table:
    return Table(new_phone()).open(cup)


def rounds_of(cup: Tournament) -> list[set[str]]:
    """Who filled the area in each round that counts."""
    return [set(names) for names in names_of(cup.games.get())]


def names_of(game: Game) -> list[tuple[str, ...]]:
    """The names of each round in the order in which they were tapped."""
    view = games.view_of(game)
    return [tuple(view.names[seat] for seat in event["filled"]) for event in view.events]


def forgive_the_network(complaints: list[str], *also: str) -> None:
    """The browser complains of requests that fail, as they were meant to."""
    words = ("net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED", *also)
    complaints[:] = [one for one in complaints if not any(word in one for word in words)]


def told_in_order(cup: Tournament, number: int) -> list[tuple[str, ...]]:
    """The names of each round as the page writes them, once there are so many rounds."""
    game = cup.games.get()
    eventually(lambda: len(games.view_of(game).entries) == number, f"{number} rounds are there")
    return names_of(game)


def rows(page: Page) -> Locator:
    return page.locator(".standings tbody tr")
