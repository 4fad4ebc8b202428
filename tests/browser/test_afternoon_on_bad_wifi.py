"""Several rounds on bad wifi: half a minute away, two phones, a round too late, a new server."""

import os
import socket
import sys
from collections.abc import Callable, Iterator
from http import HTTPStatus
from urllib.request import urlopen

import pytest
from django.db import connection
from django.test import Client
from playwright.sync_api import BrowserContext, Error, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.afternoon import Cast, cast_of, first, first_round, game_of, gathered, play
from tests.browser.table import PHONE, Table, forgive_the_network, organiser, site
from tests.servers import url_of_database
from tests.tournaments.people import NOW, account, enter_event
from tests.waiting import eventually
from tournaments.models import Entry, Game, Tournament
from tournaments.services import drawing, games
from ubongo_site.accounts.models import User
from ubongo_site.supervisor import kill_session, spawn

__all__ = ["organiser", "site"]  # fixtures

AWAY = 30_000  # milliseconds
ENTER = "**/enter/**"


@pytest.fixture
def cup(organiser: User) -> Tournament:
    made = gathered(organiser)
    first_round(made)
    return made


@pytest.fixture
def cast(cup: Tournament) -> Cast:
    return cast_of(cup)


@pytest.fixture
def game(cup: Tournament, cast: Cast) -> Game:
    """At whose table both have an account."""
    return game_of(cup, cast.winner)


@pytest.fixture
def phone_of(new_context: Callable[..., BrowserContext], site: LiveServer) -> Callable[[str], Page]:
    """A phone of somebody who is logged in."""

    def make(name: str) -> Page:
        client = Client()
        client.force_login(account(name))
        context = new_context(**PHONE)
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
        return context.new_page()

    return make


def at(page: Page, game: Game) -> Table:
    """The page of this table, as the link of a player's page leads there."""
    page.goto(f"/tournaments/{game.tournament_id}/tables/{game.table}/?game={game.pk}")
    page.wait_for_load_state()
    return Table(page)


def winners(game: Game) -> list[str]:
    """Who was first in each round that counts."""
    view = games.view_of(game)
    return [view.names[event["finished"][0]] for event in view.events]


def test_half_a_minute_without_wifi_and_a_page_that_is_gone(
    phone_of: Callable[[str], Page], game: Game, cast: Cast, complaints: list[str]
) -> None:
    winner, loser = cast.winner, cast.loser
    page = phone_of(winner)
    page.clock.install()
    table = at(page, game)
    table.round(winner)
    page.clock.run_for(1000)
    eventually(lambda: winners(game) == [winner], "the first round is recorded")
    page.clock.run_for(1000)
    table.expect_rounds(winner)
    expect(table.unsent).to_be_hidden()
    table.tap(loser)
    page.context.set_offline(True)
    # Chromium's own way of being offline was seen to have a gap while a page is loaded anew.
    page.route(ENTER, lambda route: route.abort())
    table.end.tap()
    page.clock.run_for(AWAY // 2)
    table.round(winner)
    page.clock.run_for(AWAY // 2)
    table.tap(loser)
    expect(table.unsent).to_contain_text("Not sent yet: 2. It is sent as soon as")
    expect(table.unsent).to_contain_text(f"{loser} · {winner}")
    undo = page.get_by_role("button", name="Undo the last round")
    expect(undo).to_be_disabled()
    # Loaded anew without wifi, the page is gone; nothing else is.
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        page.reload()
    assert winners(game) == [winner]

    page.unroute(ENTER)
    page.context.set_offline(False)
    at(page, game)
    eventually(lambda: winners(game) == [winner, loser, winner], "all is sent")
    page.clock.run_for(1000)
    expect(table.unsent).to_be_hidden()
    table.expect_taps(loser)
    expect(undo).to_be_enabled()
    table.end.tap()
    eventually(lambda: winners(game) == [winner, loser, winner, loser], "and the next one")
    page.clock.run_for(1000)
    page.reload()
    table.expect_rounds(winner, loser, winner, loser)
    assert [one.index for one in Entry.objects.all()] == [0, 1, 2, 3]
    forgive_the_network(complaints)


def test_both_of_a_table_at_once(
    phone_of: Callable[[str], Page], game: Game, cast: Cast, complaints: list[str]
) -> None:
    one, other = (at(phone_of(name), game) for name in (cast.winner, cast.loser))
    other.page.context.set_offline(True)
    one.round(cast.winner)
    other.round(cast.loser)
    other.page.context.set_offline(False)
    expect(other.problem).to_contain_text(
        f"Round 1 was entered by somebody else. There it says: {cast.winner}."
        f" You tapped: {cast.loser}."
    )
    other.problem.get_by_role("button", name="Discard what was not sent").tap()
    for table in (one, other):
        table.expect_rounds(cast.winner)
    other.round(cast.loser)
    for table in (one, other):
        table.expect_rounds(cast.winner, cast.loser)
    assert [one.author.get_username() for one in Entry.objects.all()] == [cast.winner, cast.loser]
    forgive_the_network(complaints, "a status of 409")


def test_a_round_is_drawn_while_the_last_tap_of_the_former_one_waits(
    phone_of: Callable[[str], Page],
    cup: Tournament,
    game: Game,
    cast: Cast,
    complaints: list[str],
) -> None:
    winner, loser = cast.winner, cast.loser
    play(account(winner), game, {winner: 2, loser: 2})
    pinned, latest = at(phone_of(winner), game), Table(phone_of("org"))
    latest.page.goto(f"/tournaments/{cup.pk}/tables/{game.table}/")
    latest.expect_rounds(winner, winner, loser, loser)
    pinned.page.context.set_offline(True)
    pinned.round(winner)
    expect(pinned.unsent).to_contain_text("Not sent yet: 1.")
    drawing.draw_next_round(
        tournament=cup, number=2, seed=7, now=NOW, early_reason="The hall closes at six"
    )
    # The desk's page is the table's, whatever round it is; it shows the new one.
    expect(latest.page.locator(".crumbs")).to_have_text("Sunday · Round 2 of 2")
    latest.expect_rounds()

    pinned.page.context.set_offline(False)
    expect(pinned.page.locator(".now")).to_have_text("The game is over.")
    expect(pinned.unsent).to_be_hidden()
    assert winners(game) == [winner, winner, loser, loser, winner]
    [second] = Game.objects.filter(round__number=2, seats__registration__user__username=winner)
    assert winners(second) == []
    expect(pinned.page.locator(".later")).to_have_text(f"To my table {second.table} Round 2 of 2")
    pinned.page.get_by_role("link", name="To my table").tap()
    expect(pinned.page.locator(".crumbs")).to_have_text("Sunday · Round 2 of 2")
    pinned.round(winner)
    eventually(lambda: winners(second) == [winner], "the new round's table is played")
    assert Entry.objects.count() == 6
    forgive_the_network(complaints)


def test_a_draft_of_the_former_round_stays_there(
    phone_of: Callable[[str], Page], cup: Tournament, game: Game, complaints: list[str]
) -> None:
    desk = Table(phone_of("org"))
    desk.page.goto(f"/tournaments/{cup.pk}/tables/{game.table}/")
    view = games.view_of(game)
    desk.tap(view.names[0])
    for one in cup.games.all():
        for _round in range(5):
            enter_event(account("org"), one, first(one, games.view_of(one).names[0]))
    drawing.draw_next_round(tournament=cup, number=2, seed=7, now=NOW)
    desk.end.tap()
    # Meant for the first round, it never becomes one of the second.
    expect(desk.problem).to_contain_text(f"You tapped: {view.names[0]}.")
    desk.problem.get_by_role("button").tap()
    expect(desk.page.locator(".crumbs")).to_have_text("Sunday · Round 2 of 2")
    desk.expect_taps()
    assert Entry.objects.count() == 10
    forgive_the_network(complaints, "a status of 409")


class Server:
    """A server in a process of its own, on the test's database; killed and started again."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._at = f"127.0.0.1:{free.getsockname()[1]}"
        self.url = f"http://{self._at}"

    def start(self) -> None:
        database = url_of_database(connection.settings_dict["NAME"])
        command = ["-m", "gunicorn", "--no-control-socket", "--threads", "4", "--bind", self._at]
        self._process = spawn(
            [sys.executable, *command, "ubongo_site.wsgi"],
            env=os.environ | {"DATABASE_URL": database},
            output=None,
        )
        eventually(self._answers, "the server answers")

    def _answers(self) -> bool:
        try:
            return bool(urlopen(f"{self.url}/tournaments/").status == HTTPStatus.OK)
        except OSError:
            return False

    def kill(self) -> None:
        kill_session(self._process)


@pytest.fixture
def server(site: LiveServer) -> Iterator[Server]:
    started = Server()
    started.start()
    yield started
    started.kill()


def test_a_new_server_in_the_middle_of_a_game(
    phone_of: Callable[[str], Page],
    game: Game,
    cast: Cast,
    server: Server,
    complaints: list[str],
) -> None:
    page = phone_of(cast.winner)
    [session] = page.context.cookies()
    page.context.add_cookies([{"name": "sessionid", "value": session["value"], "url": server.url}])
    page.goto(f"{server.url}/tournaments/{game.tournament_id}/tables/{game.table}/?game={game.pk}")
    table = Table(page)
    table.round(cast.winner)
    table.expect_rounds(cast.winner)
    server.kill()
    table.round(cast.loser)
    expect(table.unsent).to_contain_text("Not sent yet: 1.")
    table.round(cast.winner)
    expect(table.unsent).to_contain_text("Not sent yet: 2.")
    server.start()
    expect(table.unsent).to_be_hidden()
    table.expect_rounds(cast.winner, cast.loser, cast.winner)
    assert winners(game) == [cast.winner, cast.loser, cast.winner]
    assert Entry.objects.count() == 3
    forgive_the_network(complaints, "net::ERR_CONNECTION_REFUSED", "net::ERR_EMPTY_RESPONSE")
