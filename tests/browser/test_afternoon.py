"""Several people at once through a tournament of two rounds and a final: nobody's page waits."""

import csv
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.afternoon import Cast, cast_of, first_round, game_of, gathered
from tests.browser.table import PHONE, Table, organiser, site
from tests.tournaments.people import account, person
from tests.waiting import eventually
from tournaments.models import Tournament
from tournaments.services import games
from ubongo_site.accounts.models import User

__all__ = ["organiser", "site"]  # fixtures

PLACES = """() => [...document.querySelectorAll(".standings tbody tr")].map((row) => [
  row.cells[0].textContent, row.cells[1].firstChild.textContent, row.cells[2].textContent])"""


@pytest.fixture
def phone_of(new_context: Callable[..., BrowserContext], site: LiveServer) -> Callable[[str], Page]:
    """The phone of somebody who is logged in; the same one each time."""
    phones: dict[str, Page] = {}

    def phone(name: str) -> Page:
        if name not in phones:
            client = Client()
            client.force_login(account(name))
            context = new_context(**PHONE)
            cookie = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
            phones[name] = context.new_page()
        return phones[name]

    return phone


@pytest.fixture
def screen(page: Page) -> Page:
    """The big screen beside the spectator's page, with pages that stay."""
    return page.context.new_page()


def expect_standings(page: Page, *lines: tuple[str, str, str]) -> None:
    def shown() -> bool:
        return [tuple(line) for line in page.evaluate(PLACES)] == list(lines)

    eventually(shown, f"{lines} instead of {page.evaluate(PLACES)}")


def wall(**ahead: int) -> str:
    """So far from now, as a field for a time in UTC wants it."""
    return f"{datetime.now(UTC) + timedelta(**ahead):%Y-%m-%dT%H:%M}"


def test_everybody_finds_their_way_to_a_table(
    phone_of: Callable[[str], Page], page: Page, screen: Page, organiser: User
) -> None:
    for name in ("Ann", "Bob", "Cleo", "Dora", "Finn"):
        person(name)
    desk, ann, cleo, dora = map(phone_of, ("org", "Ann", "Cleo", "Dora"))
    desk.goto("/tournaments/new/")
    for folded in desk.locator("main form summary").all():
        folded.tap()
    for label, value in (
        ("Name", "Afternoon"),
        ("Begins", wall(hours=2)),
        ("Time zone", "UTC"),
        ("Places", "4"),
        ("Check-in opens", wall(hours=-1)),
        ("Check-in closes", wall(hours=1)),
        ("Rounds", "2"),
        ("Weight of the score", "1"),
    ):
        desk.get_by_label(f"{label}:", exact=True).fill(value)
    desk.get_by_label("Game:", exact=True).select_option("junior")
    desk.get_by_label("Players at a table").select_option("2")
    desk.get_by_label("After the rounds").select_option("final")
    desk.get_by_role("button", name="Save").tap()
    desk.get_by_role("button", name="Open registration").tap()
    expect(desk.locator("#tournament-state")).to_have_text("open for registration")
    code = desk.locator("summary strong").inner_text()
    cup = Tournament.objects.get()

    # The spectator's page and the big screen are never loaded again.
    page.goto(f"/tournaments/{cup.pk}/")
    screen.goto(f"/tournaments/{cup.pk}/screen/")
    for name in ("Ann", "Bob", "Dora", "Finn", "Cleo"):
        phone_of(name).goto(f"/tournaments/{cup.pk}/")
        phone_of(name).get_by_role("button", name="Register").tap()
        state = "on the waitlist" if name == "Cleo" else "registered"
        expect(phone_of(name).locator("#own-state")).to_have_text(state)
    expect(page.locator("ul.names li")).to_have_text(["Ann", "Bob", "Dora", "Finn"])
    expect(page.locator("ol.names li")).to_have_text(["Cleo"])
    dora.get_by_role("button", name="Withdraw").tap()
    expect(dora.get_by_role("button", name="Register")).to_be_visible()
    expect(cleo.locator("#own-state")).to_have_text("registered")
    expect(page.locator("ul.names li")).to_have_text(["Ann", "Bob", "Finn", "Cleo"])
    expect(screen.locator(".row")).to_have_text(["Ann", "Bob", "Finn", "Cleo"])

    # Ann types the code, Bob comes by the poster's address, Cleo is noted at the desk.
    ann.get_by_role("link", name="Check in").tap()
    ann.get_by_label("Code of the poster").fill(code.upper())
    ann.get_by_role("button", name="I am here").tap()
    expect(ann.locator(".own")).to_contain_text("You: registered · present")
    phone_of("Bob").goto(f"/tournaments/{cup.pk}/check-in/?code={code}")
    phone_of("Bob").get_by_role("button", name="I am here").tap()
    desk.reload()
    desk.locator(".presence li", has_text="Cleo").get_by_role("button", name="is there").tap()

    # Check-in ends, Finn has not come; a guest has.
    desk.get_by_role("link", name="Change").tap()
    desk.get_by_label("Check-in closes").fill(wall(minutes=-1))
    desk.get_by_role("button", name="Save").tap()
    desk.get_by_role("button", name="Take off everybody who is not there").tap()
    expect(page.locator("ul.names li")).to_have_text(["Ann", "Bob", "Cleo"])
    desk.get_by_label("Somebody without an account").fill("Gil")
    desk.get_by_role("button", name="Enter").tap()
    expect(page.locator("ul.names li")).to_have_text(["Ann", "Bob", "Cleo", "Gil"])
    desk.get_by_role("button", name="Seat the 4 present players").tap()
    expect(desk.locator("#tournament-state")).to_have_text("running")

    tables = [games.view_of(game).names for game in cup.games.all()]
    assert sorted(name for table in tables for name in table) == ["Ann", "Bob", "Cleo", "Gil"]
    expect(page.locator(".board .seats li")).to_have_text(
        [name for table in tables for name in table]
    )
    expect(screen.locator("h2").first).to_have_text("Round 1 of 2")
    expect(screen.locator(".leaf").first.locator(".row")).to_have_text(
        [f"Table {number} {', '.join(table)}Round 1 of 5" for number, table in enumerate(tables, 1)]
    )
    own = next(number for number, table in enumerate(tables, 1) if "Ann" in table)
    ann.get_by_role("link", name=f"To my table {own}").tap()
    expect(ann.locator("h1")).to_have_text(f"Table {own}")


@pytest.fixture
def cup(organiser: User) -> Tournament:
    """Seated for the first round."""
    made = gathered(organiser)
    first_round(made)
    return made


@pytest.fixture
def cast(cup: Tournament) -> Cast:
    return cast_of(cup)


def fill_sheet(page: Page, won: list[str]) -> None:
    """Enter who was first in each round, from paper, at the table that is shown."""
    page.wait_for_load_state()
    page.get_by_role("link", name="Enter a whole game from paper").tap()
    for number, name in enumerate(won, 1):
        label = f"Round {number}, {name}: place in the round"
        page.get_by_label(label).select_option("1")
    page.get_by_role("button", name="Check and record the game").tap()
    expect(page.locator(".now")).to_have_text("The game is over.")


def test_from_the_first_table_to_the_final_standings(
    phone_of: Callable[[str], Page], page: Page, screen: Page, cup: Tournament, cast: Cast
) -> None:
    winner, loser, third, guest = cast.winner, cast.loser, cast.third, cast.guest
    desk, one, two, other = map(phone_of, ("org", winner, loser, third))
    page.goto(f"/tournaments/{cup.pk}/")
    screen.goto(f"/tournaments/{cup.pk}/screen/")
    for phone in (one, two, other):
        phone.goto(f"/tournaments/{cup.pk}/")

    # Reported by one player, confirmed by that one and the other.
    one.get_by_role("link", name="To my table").tap()
    two.get_by_role("link", name="To my table").tap()
    for name in (winner, loser, winner, loser, winner):
        Table(one).round(name)
        expect(one.locator("#entry button:not([aria-disabled=true]), .confirming")).to_be_visible()
    agree(one)
    expect(two.locator(".confirming")).to_contain_text(f"Confirmed by: {winner}.")
    agree(two)
    for phone in (one, two):
        expect(phone.locator("#confirmed")).to_have_text("The result is confirmed.")

    # From paper, by the desk.
    desk.goto(f"/tournaments/{cup.pk}/desk/rounds/")
    desk.get_by_role("link", name=f"Table {game_of(cup, third).table}").tap()
    fill_sheet(desk, [third] * 5)
    agree(desk)
    # Who won is level with the other winner in all that counts; 2 of 3 cards are 0.67 of the best.
    level = sorted([winner, third])
    expect_standings(
        page, *(("1", name, "1") for name in level), ("3", loser, "0"), ("4", guest, "0")
    )
    expect(page.locator(".standings small").nth(2)).to_have_text(
        f"Stands above {guest}: Share of the best 0.67 to 0."
    )
    expect(page.locator(".board > p")).to_have_text(["confirmed", "confirmed"])

    # The winners meet. They don't agree; the desk decides.
    desk.goto(f"/tournaments/{cup.pk}/desk/rounds/")
    desk.get_by_role("button", name="Draw the round").tap()
    expect(desk.locator("h2").first).to_have_text("Round 2 of 2")
    expect(page.locator("h2", has_text="Round")).to_have_text("Round 2 of 2")
    # A phone that still shows the first round is led on.
    for phone in (one, other):
        expect(phone.locator(".own, .later")).to_contain_text("Round 2 of 2")
        phone.get_by_role("link", name="To my table").tap()
        expect(phone.locator(".crumbs")).to_have_text("Sunday · Round 2 of 2")
    table = game_of(cup, winner).table
    assert game_of(cup, third).table == table
    fill_sheet(other, [third, winner, third, winner, winner])
    disagree(one, "Round 3 was mine")
    desk.reload()
    expect(desk.locator(".tables strong")).to_have_text("Not agreed: Round 3 was mine")
    desk.locator("a.button", has_text=f"Table {table}").tap()
    correct(desk, 3, first=winner, last=third, reason="The card lies there")
    expect(one.locator(".places li strong")).to_have_text([winner, third])
    expect(one.locator(".taken-back")).to_contain_text(
        f"Round 3: {third} → {winner} – corrected, org"
    )
    agree(desk)
    expect(other.locator("#confirmed")).to_be_visible()

    desk.goto(f"/tournaments/{cup.pk}/tables/{game_of(cup, loser).table}/")
    fill_sheet(desk, [loser, loser, loser, guest, guest])
    agree(desk)
    # Share of the best: 2/3 + 1 against 1 + 1/4.
    expect_standings(
        page, ("1", winner, "2"), ("2", loser, "1"), ("3", third, "1"), ("4", guest, "0")
    )
    # Corrected after it was confirmed: another one comes into the final.
    desk.goto(f"/tournaments/{cup.pk}/tables/{game_of(cup, loser).table}/")
    correct(desk, 3, first=guest, last=loser, reason="The photo shows it")
    board = page.locator(".board", has_text=guest)
    expect(board).to_contain_text("1 round corrected")
    # Share of the best: 1 + 1/4 against 0 + 1.
    expect_standings(
        page, ("1", winner, "2"), ("2", third, "1"), ("3", guest, "1"), ("4", loser, "0")
    )

    desk.goto(f"/tournaments/{cup.pk}/desk/rounds/")
    desk.get_by_role("button", name="Draw the round").tap()
    expect(desk.locator("h2").first).to_have_text("Final")
    expect(page.locator("#live")).to_contain_text(
        "Corrected in earlier rounds: Round 2 of 2 · Table 1; Round 2 of 2 · Table 2"
    )
    expect(screen.locator("h2").first).to_have_text("Final")
    for phone in (one, other):
        expect(phone.locator(".later")).to_have_text("To my table 1 Final")
    other.get_by_role("link", name="To my table 1").tap()
    fill_sheet(other, [third, winner, third, winner, third])
    agree(other)
    one.get_by_role("link", name="To my table 1").tap()
    agree(one)
    expect(page.locator(".board > p")).to_have_text("confirmed")
    desk.goto(f"/tournaments/{cup.pk}/desk/")
    desk.get_by_role("button", name="Finish the tournament").tap()

    expect(page.locator("#live h2").first).to_have_text("Final standings")
    expect_standings(
        page, ("1", third, "1"), ("2", winner, "2"), ("3", guest, "1"), ("4", loser, "0")
    )
    expect(page.locator(".standings small").first).to_have_text(
        f"Stands above {winner}: place 1 to 2 in the finals."
    )
    expect(screen.locator(".row")).to_have_text(
        [f"1 {third}", f"2 {winner}", f"3 {guest}", f"4 {loser}"]
    )
    rows = downloaded(page, "standings")
    assert [list(row.values())[:6] for row in rows] == [
        # Opponents: the guest had 1 point in 2 games, the winner 2 of 2; and so on.
        ["1", third, "1.0", "1.25", "1.0", "0.75"],
        ["2", winner, "2.0", "2.0", "2.0", "0.25"],
        ["3", guest, "1.0", "1.0", "1.0", "0.25"],
        ["4", loser, "0.0", "1.333333", "0.0", "0.75"],
    ]
    scores = {(row["round"], row["player"]): row["score"] for row in downloaded(page, "results")}
    assert scores == {
        **{("1", winner): "3", ("1", loser): "2", ("1", third): "5", ("1", guest): "0"},
        **{("2", winner): "4", ("2", third): "1", ("2", loser): "2", ("2", guest): "3"},
        **{("3", winner): "2", ("3", third): "3"},
    }


def agree(page: Page) -> None:
    """Confirm the result of the table that is shown."""
    page.get_by_role("button", name="That is right").tap()
    expect(page.get_by_role("button", name="That is right")).to_have_count(0)


def disagree(page: Page, reason: str) -> None:
    """Call the desk to the table that is shown."""
    page.get_by_text("That is not right").tap()
    page.get_by_label("What is wrong?").fill(reason)
    page.get_by_role("button", name="Call the desk").tap()
    expect(page.locator(".confirming .problem")).to_have_text(f"Not agreed: {reason}")


def correct(page: Page, number: int, *, first: str, last: str, reason: str) -> None:
    """Put one player in the other's place in a round of the table that is shown."""
    line = page.locator(f'.history li[value="{number}"]')
    line.locator("summary").tap()
    line.get_by_label(f"{last}: place in the round").select_option("")
    line.get_by_label(f"{first}: place in the round").select_option("1")
    line.get_by_label("Reason").fill(reason)
    line.get_by_role("button", name="Correct").tap()
    expect(page.locator(".taken-back li")).to_contain_text(reason)


def downloaded(page: Page, what: str) -> list[dict[str, str]]:
    """The rows of a file of the tournament."""
    with page.expect_download() as download:
        page.locator(f'.files a[href$="{what}.csv"]').click()
    content = Path(download.value.path()).read_text(encoding="utf-8-sig")
    return list(csv.DictReader(StringIO(content)))
