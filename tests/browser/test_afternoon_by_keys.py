"""An afternoon without a mouse: the focus is seen, and no refreshed part takes it away."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.afternoon import (
    cast_of,
    confirm,
    first_results,
    first_round,
    game_of,
    gathered,
    wall,
)
from tests.browser.keyboard import Keyboard
from tests.browser.table import organiser, site
from tests.tournaments.people import account, person, register, tournament
from tournaments.models import Registration, Tournament
from tournaments.services import games
from ubongo_site.accounts.models import User
from ubongo_site.accounts.services import change_profile

__all__ = ["organiser", "site"]  # fixtures


@pytest.fixture
def keys_of(
    new_context: Callable[..., BrowserContext], site: LiveServer
) -> Callable[[str], Keyboard]:
    """The keyboard of somebody who is logged in."""

    def make(name: str) -> Keyboard:
        client = Client()
        client.force_login(account(name))
        context = new_context()
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
        return Keyboard(context.new_page())

    return make


def test_register_and_check_in(keys_of: Callable[[str], Keyboard], organiser: User) -> None:
    times: dict[str, Any] = {
        "starts_at": wall(hours=2),
        "check_in_opens_at": wall(hours=-1),
        "check_in_closes_at": wall(hours=1),
    }
    cup = tournament(organiser, planned_rounds=2, **times)
    person("Ann")
    keys = keys_of("Ann")
    keys.page.goto(f"/tournaments/{cup.pk}/")
    keys.tab_to("form[action*=register] button")
    keys.press("Enter")
    expect(keys.page.locator("#own-state")).to_have_text("registered")

    # Bob registers meanwhile: both parts of the page are brought up to date under the focus.
    keys.tab_to("a[href*=check-in]")
    with keys.page.expect_response("**/own/"):
        register(person("Bob"), cup)
    expect(keys.page.locator("#live .names li")).to_have_text(["Ann", "Bob"])
    assert keys.is_at("a[href*=check-in]")
    keys.sees_focus()
    keys.press("Enter")
    expect(keys.page.locator("h1")).to_have_text("Check in")
    keys.tab_to("#code")
    keys.type(cup.check_in_code)
    keys.press("Enter")
    expect(keys.page.locator(".own")).to_contain_text("registered · present")
    assert Registration.objects.get(user__username="Ann").is_present


def test_report_and_confirm_at_the_table(
    keys_of: Callable[[str], Keyboard], organiser: User
) -> None:
    cup = gathered(organiser)
    cast = first_round(cup)
    game = game_of(cup, cast.winner)
    keys = keys_of(cast.winner)
    page = keys.page
    page.goto(f"/tournaments/{cup.pk}/")
    keys.tab_to(".own a[href*='/tables/']")
    keys.press("Enter")
    expect(page.locator("h1")).to_have_text(f"Table {game.table}")
    keys.tab_to("#entry button")
    for number, name in enumerate([cast.winner, cast.loser] * 2 + [cast.winner], 1):
        seat = games.view_of(game).names.index(name)
        keys.tab_back_to(f'.taps input[value="{seat}"]')
        keys.press("Space")
        keys.tab_to("#entry button")
        keys.press("Enter")
        expect(page.locator(".history summary")).to_have_count(number)
        if number < 5:
            expect(page.locator("#entry button:not([aria-disabled=true])")).to_be_focused()
    # What had the focus is gone with the game: it is where the table's part begins.
    expect(page.locator(".now")).to_have_text("The game is over.")
    assert keys.is_at("#table")
    keys.sees_focus()
    keys.press("Tab")
    assert keys.is_at("form[action*=confirm] button")
    # The other one confirms first.
    confirm(game, cast.loser)
    expect(page.locator(".confirming")).to_contain_text(f"Confirmed by: {cast.loser}.")
    assert keys.is_at("form[action*=confirm] button")
    keys.press("Enter")
    expect(page.locator("#confirmed")).to_be_visible()
    assert games.view_of(game).scores == [
        3 if name == cast.winner else 2 for name in games.view_of(game).names
    ]


def test_the_desk_draws_and_corrects(keys_of: Callable[[str], Keyboard], organiser: User) -> None:
    cup = gathered(organiser)
    cast = first_round(cup)
    first_results(cup, cast)
    game = game_of(cup, cast.winner)
    keys = keys_of("org")
    page = keys.page
    page.goto(f"/tournaments/{cup.pk}/desk/")
    keys.tab_to('.deeds a[href$="/rounds/"]')
    keys.press("Enter")
    expect(page.locator("h1")).to_have_text("Rounds")
    keys.tab_to("form[action*=draw] button")
    keys.press("Enter")
    expect(page.locator("h2").first).to_have_text("Round 2 of 2")

    keys.tab_to(f'a[href$="?game={game.pk}"]')
    keys.press("Enter")
    expect(page.locator("h1")).to_have_text(f"Table {game.table}")
    keys.tab_to('.history li[value="1"] summary')
    keys.press("Enter")
    names = games.view_of(game).names
    # Of the two, the first place goes from one to the other.
    for seat, name in enumerate(names):
        keys.tab_to(f'[name="0.place.{seat}"]')
        keys.press("ArrowUp" if name == cast.winner else "ArrowDown")
    keys.tab_to('.history li[value="1"] [name=reason]')
    keys.type("The photo shows it")
    keys.press("Enter")
    expect(page.locator(".taken-back li")).to_contain_text(f"{cast.winner} → {cast.loser}")
    assert cast_of(Tournament.objects.get()) == cast
    view = games.view_of(game)
    assert dict(zip(view.names, view.scores, strict=True)) == {cast.winner: 2, cast.loser: 3}


def test_what_a_reader_unfolded_stays_unfolded(page: Page, organiser: User) -> None:
    cup = gathered(organiser)
    cast = first_round(cup)
    first_results(cup, cast)
    keys = Keyboard(page)
    page.goto(f"/tournaments/{cup.pk}/")
    keys.tab_to("#live summary")
    keys.press("Enter")
    rule = page.locator("#live details li").first
    expect(rule).to_be_visible()
    change_profile(user=User.objects.get(username=cast.winner), nickname="Zoe", is_listed=True)
    expect(page.locator(".standings")).to_contain_text("Zoe")
    expect(rule).to_be_visible()
    assert keys.is_at("#live summary")
    keys.sees_focus()
