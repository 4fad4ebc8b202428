"""A table's entry page in the browser: on bad wifi, on two phones at once, by keys alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.keyboard import Keyboard
from tests.browser.table import (
    Table,
    cup,
    forgive_the_network,
    new_phone,
    organiser,
    rounds_of,
    site,
    table,
    told_in_order,
)
from tests.tournaments.people import NOW
from tests.waiting import eventually
from tournaments.models import Entry, Registration, Tournament
from tournaments.services import drawing, games

__all__ = ["cup", "new_phone", "organiser", "site", "table"]


# --- bad wifi ---------------------------------------------------------------------------------


def test_rounds_ended_without_wifi_are_sent_once_when_it_is_back(
    table: Table, cup: Tournament, complaints: list[str]
) -> None:
    table.tap("Ann")
    table.page.context.set_offline(True)
    table.round("Bob")  # and Ann, from before
    expect(table.unsent).to_contain_text("Not sent yet: 1.")
    table.round("Cleo", "Ann")
    table.tap("Bob")
    expect(table.unsent).to_contain_text("Not sent yet: 2.")
    expect(table.unsent).to_be_in_viewport(ratio=1)
    assert rounds_of(cup) == []

    table.page.context.set_offline(False)
    expect(table.unsent).to_be_hidden()
    # Who was tapped for the third round still is.
    table.expect_taps("Bob")
    assert rounds_of(cup) == [{"Ann", "Bob"}, {"Ann", "Cleo"}]
    table.page.reload()
    table.expect_taps("Bob")
    table.end.tap()
    table.expect_rounds(*map(", ".join, told_in_order(cup, 3)))
    assert rounds_of(cup) == [{"Ann", "Bob"}, {"Ann", "Cleo"}, {"Bob"}]
    assert Entry.objects.count() == 3
    forgive_the_network(complaints)


def test_a_round_that_was_not_sent_outlives_the_page(
    table: Table, cup: Tournament, complaints: list[str]
) -> None:
    enter_address = "**/tables/1/enter/**"
    table.page.route(enter_address, lambda route: route.abort())
    table.round("Ann")
    table.tap("Bob")
    expect(table.unsent).to_contain_text("Not sent yet: 1.")
    table.page.reload()
    expect(table.unsent).to_contain_text("Not sent yet: 1.")
    table.expect_taps("Bob")
    assert rounds_of(cup) == []

    table.page.unroute(enter_address)
    expect(table.unsent).to_be_hidden()
    assert rounds_of(cup) == [{"Ann"}]
    table.end.tap()
    assert told_in_order(cup, 2) == [("Ann",), ("Bob",)]
    table.page.reload()
    table.expect_rounds("Ann", "Bob")
    assert Entry.objects.count() == 2
    forgive_the_network(complaints)


def test_an_answer_that_is_lost_doubles_nothing(
    table: Table, cup: Tournament, complaints: list[str]
) -> None:
    lost = []

    def lose_the_answer(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort()

    table.page.route("**/tables/1/enter/**", lose_the_answer, times=2)
    table.round("Ann")
    expect(table.unsent).to_be_visible()
    expect(table.unsent).to_be_hidden(timeout=15_000)
    assert lost == [200, 200]
    table.expect_rounds("Ann")
    assert Entry.objects.count() == 1
    forgive_the_network(complaints)


def test_a_round_is_not_lost_on_the_page_of_a_login(
    table: Table, cup: Tournament, complaints: list[str]
) -> None:
    def welcome(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", body="<html>Accept our terms</html>")

    def answer_as_json(route: Route) -> None:
        route.fulfill(status=200, json={"welcome": "to our café"})

    for name, handler in (("Ann", welcome), ("Bob", answer_as_json)):
        table.page.route("**/tables/1/enter/**", handler, times=1)
        table.round(name)
        expect(table.unsent).to_be_visible()
        expect(table.unsent).to_be_hidden()
    assert rounds_of(cup) == [{"Ann"}, {"Bob"}]

    table.page.context.clear_cookies(name="sessionid")
    table.round("Cleo")
    table.unsent.get_by_role("link", name="Log in again").tap()
    assert len(rounds_of(cup)) == 2
    table.page.get_by_label("Login").fill("org")
    table.page.get_by_label("Password").fill("secret")
    table.page.get_by_role("button", name="Sign In").tap()
    expect(table.page.locator("h1")).to_have_text("Table 1")
    assert told_in_order(cup, 3)[2] == ("Cleo",)
    expect(table.unsent).to_be_hidden()
    forgive_the_network(complaints)


def test_a_finger_that_taps_twice_ends_one_round(table: Table, cup: Tournament) -> None:
    table.tap("Ann")
    table.end.dblclick()
    table.expect_rounds("Ann")
    table.end.tap()  # nobody: meant, this time
    table.expect_rounds("Ann", "nobody")
    assert rounds_of(cup) == [{"Ann"}, set()]


def test_a_tap_before_the_script_is_there_counts(
    new_phone: Callable[..., Page], cup: Tournament
) -> None:
    page = new_phone()
    held: list[Route] = []
    page.route("**/tournaments/table.js", lambda route: held.append(route))
    page.goto(f"/tournaments/{cup.pk}/tables/1/", wait_until="commit")
    table = Table(page)
    table.tap("Ann")
    eventually(lambda: page.title() and held, "the script is asked for")
    held[0].continue_()
    page.wait_for_load_state()
    table.round("Bob")
    assert set(told_in_order(cup, 1)[0]) == {"Ann", "Bob"}


@pytest.fixture
def held(table: Table) -> list[tuple[Route, APIResponse]]:
    """A question of the page for the table's state, then the one after Ann's round, and so on,
    with the answers that don't reach it yet."""
    held: list[tuple[Route, APIResponse]] = []
    table.page.route("**/tables/1/state/", lambda route: held.append((route, route.fetch())))
    asked(table, held, 1)
    table.round("Ann")
    asked(table, held, 2)
    return held


def asked(table: Table, held: list[tuple[Route, APIResponse]], times: int) -> None:
    eventually(lambda: table.page.title() and len(held) == times, f"the page asks {times} times")


def test_an_answer_that_is_overtaken_turns_nothing_back(
    table: Table, cup: Tournament, held: list[tuple[Route, APIResponse]]
) -> None:
    (overtaken, old), (route, new) = held
    route.fulfill(response=new)
    table.expect_rounds("Ann")
    overtaken.fulfill(response=old)
    asked(table, held, 3)
    table.expect_rounds("Ann")
    table.round("Bob")
    assert told_in_order(cup, 2) == [("Ann",), ("Bob",)]


def test_an_entry_does_not_wait_for_what_the_page_is_told(
    table: Table, cup: Tournament, held: list[tuple[Route, APIResponse]]
) -> None:
    table.round("Bob")
    assert told_in_order(cup, 2) == [("Ann",), ("Bob",)]
    table.expect_taps()
    assert held[1][0].request.failure is None, "the page gave up waiting"


# --- two phones -------------------------------------------------------------------------------


def test_two_phones_at_one_table(
    new_phone: Callable[[], Page], cup: Tournament, complaints: list[str]
) -> None:
    one, other = (Table(new_phone()).open(cup) for _ in range(2))
    other.tap("Bob")
    one.round("Ann")
    one.expect_rounds("Ann")
    other.expect_taps("Bob")
    other.end.tap()
    told = "Round 1 was entered by somebody else. There it says: Ann. You tapped: Bob."
    expect(other.problem).to_contain_text(told)
    expect(other.problem).to_be_in_viewport(ratio=1)
    other.page.reload()
    expect(other.problem).to_contain_text(told)
    assert rounds_of(cup) == [{"Ann"}]

    other.problem.get_by_role("button", name="Discard what was not sent").tap()
    expect(other.problem).to_be_hidden()
    expect(other.unsent).to_be_hidden()
    other.expect_taps()
    other.expect_rounds("Ann")
    other.round("Bob")
    # The first phone hears of it by itself.
    one.expect_rounds("Ann", "Bob")
    assert rounds_of(cup) == [{"Ann"}, {"Bob"}]
    assert Entry.objects.count() == 2
    forgive_the_network(complaints, "a status of 409")


def test_a_tap_that_was_taken_back_stands_in_nobodys_way(
    new_phone: Callable[[], Page], cup: Tournament
) -> None:
    one, other = (Table(new_phone()).open(cup) for _ in range(2))
    other.tap("Bob", "Bob")
    one.round("Ann")
    other.expect_rounds("Ann")
    other.round("Cleo")
    other.expect_rounds("Ann", "Cleo")


def test_tables_that_are_drawn_anew(
    new_phone: Callable[[], Page], cup: Tournament, complaints: list[str]
) -> None:
    idle, busy = (Table(new_phone()).open(cup) for _ in range(2))
    before = cup.games.get().pk
    busy.tap("Bob")
    Registration.objects.filter(user__username="Cleo").update(is_present=False)
    drawing.seat_present_players(tournament=cup, seed=3, now=NOW)
    assert cup.games.get().pk != before
    expect(idle.page.locator("#entry .tap")).to_have_count(2)

    busy.end.tap()
    expect(busy.problem).to_contain_text("This table is no longer there")
    busy.problem.get_by_role("button").tap()
    expect(busy.page.locator("#entry .tap")).to_have_count(2)
    busy.expect_taps()
    assert Entry.objects.count() == 0
    busy.round("Ann")
    for phone in (idle, busy):
        phone.expect_rounds("Ann")
    forgive_the_network(complaints, "a status of 404")


# --- without a mouse --------------------------------------------------------------------------


def test_a_round_by_keys_alone(new_phone: Callable[..., Page], cup: Tournament) -> None:
    page = new_phone(is_mobile=False, has_touch=False)
    keys = Keyboard(page)
    table = Table(page).open(cup)
    view = games.view_of(cup.games.get())
    for name in sorted(("Ann", "Cleo"), key=view.names.index):
        keys.tab_to(f'#entry input[value="{view.names.index(name)}"]')
        keys.press("Space")
    table.expect_taps("Ann", "Cleo")
    keys.tab_to("#entry button")
    keys.press("Enter")
    # All of the area are done: Bob was consoled. The button keeps the focus.
    expect(page.locator(".history summary")).to_have_count(1)
    assert keys.is_at("#entry button")
    keys.tab_to("form[action*=undo] button")
    keys.press("Enter")
    expect(page.locator(".taken-back li")).to_contain_text("undone")
    assert rounds_of(cup) == []
