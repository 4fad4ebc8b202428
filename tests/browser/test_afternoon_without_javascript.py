"""The whole afternoon by links and forms: a player's, and the desk's."""

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.afternoon import confirm, game_of, names, play, wall
from tests.browser.table import PHONE, organiser, site
from tests.browser.test_afternoon import agree, correct, disagree, expect_standings, fill_sheet
from tests.tournaments.people import account, person, register
from tournaments.models import Tournament
from ubongo_site.accounts.models import User

__all__ = ["organiser", "site"]  # fixtures


@pytest.fixture
def plain_of(new_context: Callable[..., BrowserContext], site: LiveServer) -> Callable[[str], Page]:
    """A phone that runs no scripts, of somebody who is logged in."""

    def make(name: str) -> Page:
        client = Client()
        client.force_login(account(name))
        context = new_context(**PHONE, java_script_enabled=False)
        cookie = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
        return context.new_page()

    return make


def test_from_the_form_to_the_final_standings(
    plain_of: Callable[[str], Page], organiser: User
) -> None:
    for name in ("Ann", "Bob", "Cleo"):
        person(name)
    desk, ann = plain_of("org"), plain_of("Ann")
    desk.goto("/tournaments/new/")
    for folded in desk.locator("main form summary").all():
        folded.tap()
    for label, value in (
        ("Name", "Afternoon"),
        ("Begins", f"{wall(hours=2):%Y-%m-%dT%H:%M}"),
        ("Check-in opens", f"{wall(hours=-1):%Y-%m-%dT%H:%M}"),
        ("Check-in closes", f"{wall(hours=1):%Y-%m-%dT%H:%M}"),
        ("Rounds", "2"),
        ("Weight of the score", "1"),
    ):
        desk.get_by_label(f"{label}:", exact=True).fill(value)
    desk.get_by_label("Game:", exact=True).select_option("junior")
    desk.get_by_label("Players at a table").select_option("2")
    desk.get_by_label("After the rounds").select_option("final")
    desk.get_by_role("button", name="Save").tap()
    desk.get_by_role("button", name="Open registration").tap()
    code = desk.locator("summary strong").inner_text()
    cup = Tournament.objects.get()

    ann.goto("/tournaments/")
    ann.get_by_role("link", name="Afternoon").tap()
    for deed in ("Register", "Withdraw", "Register"):
        ann.get_by_role("button", name=deed).tap()
    expect(ann.locator("#own-state")).to_have_text("registered")
    ann.get_by_role("link", name="Check in").tap()
    ann.get_by_label("Code of the poster").fill(code)
    ann.get_by_role("button", name="I am here").tap()
    expect(ann.locator(".own")).to_contain_text("present")

    for name in ("Bob", "Cleo"):
        register(account(name), cup)
    desk.reload()
    for name in ("Bob", "Cleo"):
        desk.locator(".presence li", has_text=name).get_by_role("button", name="is there").tap()
    desk.get_by_label("Somebody without an account").fill("Gil")
    desk.get_by_role("button", name="Enter").tap()
    desk.get_by_role("button", name="Seat the 4 present players").tap()
    expect(desk.locator("#tournament-state")).to_have_text("running")

    # Ann plays the winner's part, whoever sits with her.
    own = game_of(cup, "Ann")
    [loser] = set(names(own)) - {"Ann"}
    other = cup.games.exclude(pk=own.pk).get()
    third, guest = names(other)
    ann.reload()
    ann.get_by_role("link", name="To my table").tap()
    for number, name in enumerate(["Ann", loser, "Ann", loser, "Ann"], 1):
        ann.locator(".by-place select").select_option(label=name)
        ann.get_by_role("button", name="End of the round").tap()
        expect(ann.locator(".history summary")).to_have_count(number)
    agree(ann)
    expect(ann.locator(".confirming")).to_contain_text("Confirmed by: Ann.")
    confirm(own, "org")
    desk.locator("a.button", has_text=f"Table {other.table}").tap()
    fill_sheet(desk, [third] * 5)
    agree(desk)

    draw(desk, "Round 2 of 2")
    play(account("org"), game_of(cup, "Ann"), {third: 2, "Ann": 3})
    play(account("org"), game_of(cup, loser), {loser: 3, guest: 2})
    confirm(game_of(cup, loser), "org")
    ann.reload()
    ann.get_by_role("link", name="To my table").tap()
    disagree(ann, "Round 1 was mine")
    desk.reload()
    expect(desk.locator(".tables strong")).to_have_text("Not agreed: Round 1 was mine")
    desk.locator("a.button", has_text=f"Table {game_of(cup, 'Ann').table}").tap()
    correct(desk, 1, first="Ann", last=third, reason="The card lies there")
    agree(desk)
    desk.goto(f"/tournaments/{cup.pk}/tables/{game_of(cup, loser).table}/")
    correct(desk, 3, first=guest, last=loser, reason="The photo shows it")

    draw(desk, "Final")
    ann.reload()
    ann.get_by_role("link", name="To my table 1").tap()
    fill_sheet(ann, [third, "Ann", third, "Ann", third])
    agree(ann)
    desk.goto(f"/tournaments/{cup.pk}/tables/1/")
    agree(desk)
    desk.get_by_role("button", name="Finish the tournament").tap()
    expect(desk.locator("#tournament-state")).to_have_text("finished")
    ann.locator(".crumbs a").tap()
    expect(ann.locator("#live h2").first).to_have_text("Final standings")
    expect_standings(
        ann, ("1", third, "1"), ("2", "Ann", "2"), ("3", guest, "1"), ("4", loser, "0")
    )


def draw(desk: Page, name: str) -> None:
    """The next round, at the desk."""
    desk.goto(f"/tournaments/{Tournament.objects.get().pk}/desk/rounds/")
    desk.get_by_role("button", name="Draw the round").tap()
    expect(desk.locator("h2").first).to_have_text(name)
