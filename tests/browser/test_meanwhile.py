"""A page that stays open while something else happens: elsewhere, before, in another tab."""

from collections.abc import Callable
from datetime import timedelta

from playwright.sync_api import Page, Route, expect

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
from tests.tournaments.people import NOW, enter_event, seated
from tests.waiting import eventually
from tournaments.models import Game, Registration, Round, Tournament
from tournaments.services import clock, drawing
from ubongo_site.accounts.models import User

__all__ = ["cup", "new_phone", "organiser", "site", "table"]

BOARDS = {"deck": "house", "box": 1, "seats": [["1A"], ["2A"], ["3A"]]}


def draw_anew(cup: Tournament) -> None:
    """Without Cleo: the table is another one."""
    Registration.objects.filter(user__username="Cleo").update(is_present=False)
    drawing.seat_present_players(tournament=cup, seed=3, now=NOW)


def test_boards_that_lie_open_hold_nothing_back(
    new_phone: Callable[[], Page], cup: Tournament
) -> None:
    Game.objects.update(boards=BOARDS)
    table = Table(new_phone()).open(cup)
    boards = table.page.locator("details.dealt")
    expect(boards).to_have_attribute("open", "")
    clock.start_clock(drawn=Round.objects.get(), minutes=20, now=NOW)
    expect(table.page.locator(".clock")).to_have_count(1)
    table.round("Ann")
    table.expect_rounds("Ann")
    expect(boards).to_have_attribute("open", "")


def test_what_was_folded_stays_so(new_phone: Callable[[], Page], cup: Tournament) -> None:
    Game.objects.update(boards=BOARDS)
    table = Table(new_phone()).open(cup)
    boards = table.page.locator("details.dealt")
    boards.locator("summary").tap()
    expect(boards).not_to_have_attribute("open", "")
    clock.start_clock(drawn=Round.objects.get(), minutes=20, now=NOW)
    expect(table.page.locator(".clock")).to_have_count(1)
    expect(boards).not_to_have_attribute("open", "")


def test_a_round_that_is_looked_at_hides_none_until_it_is_corrected(
    table: Table, cup: Tournament
) -> None:
    table.round("Ann")
    table.expect_rounds("Ann")
    looked_at = table.page.locator(".history details").first
    looked_at.locator("summary").tap()
    table.round("Bob")
    table.expect_rounds("Ann", "Bob")
    expect(looked_at).to_have_attribute("open", "")
    # While a correction is typed, nothing moves but the clock.
    looked_at.get_by_label("Cleo").check()
    table.page.locator("h1").tap()
    clock.start_clock(drawn=Round.objects.get(), minutes=20, now=NOW)
    expect(table.page.locator(".clock")).to_have_count(1)
    expect(looked_at.get_by_label("Cleo")).to_be_checked()
    clock.stop_clock(drawn=Round.objects.get())
    expect(table.page.locator(".clock")).to_have_count(0)
    expect(looked_at.get_by_label("Cleo")).to_be_checked()


def test_a_tap_for_the_round_after_one_that_is_undone(table: Table, cup: Tournament) -> None:
    table.round("Ann")
    table.expect_rounds("Ann")
    table.tap("Bob")
    table.page.get_by_role("button", name="Undo the last round").tap()
    expect(table.page.locator(".taken-back li")).to_contain_text("undone")
    table.expect_taps()
    table.round("Cleo")
    assert told_in_order(cup, 1) == [("Cleo",)]


def test_a_tick_for_a_round_that_was_entered_elsewhere(
    new_phone: Callable[[], Page], organiser: User
) -> None:
    cup = seated(organiser, ["Ann", "Bob"], variant="classic-2015", config={"pieces": 3})
    game = cup.games.get()
    table = Table(new_phone()).open(cup)
    table.page.locator("#entry .tick").tap()
    enter_event(organiser, game, {"kind": "round", "finished": [0], "second_chance": False})
    table.page.reload()
    expect(table.page.locator("#entry .answer").first).to_be_visible()
    enter_event(organiser, game, {"kind": "draw", "seat": 0, "gem": "random"})
    expect(table.page.locator("#entry .tap")).to_have_count(3)
    expect(table.page.locator("#entry .tick input")).not_to_be_checked()


def test_a_table_that_is_no_longer_there(
    new_phone: Callable[[], Page], cup: Tournament, complaints: list[str]
) -> None:
    idle, busy = (Table(new_phone()) for _ in range(2))
    for phone in (idle, busy):
        phone.page.goto(f"/tournaments/{cup.pk}/tables/1/?game={cup.games.get().pk}")
    busy.tap("Bob")
    draw_anew(cup)
    expect(idle.page.locator("h1")).to_have_text("Desk")
    busy.end.tap()
    expect(busy.problem).to_contain_text("This table is no longer there")
    busy.problem.get_by_role("button").tap()
    expect(busy.page.locator("h1")).to_have_text("Desk")
    forgive_the_network(complaints, "a status of 404")


def test_what_a_closed_tab_left_is_sent_by_the_other_one(
    table: Table, cup: Tournament, complaints: list[str]
) -> None:
    other = Table(table.page.context.new_page()).open(cup)
    table.page.route("**/tables/1/enter/**", lambda route: route.abort())
    table.round("Ann")
    expect(other.unsent).to_contain_text("Not sent yet: 1.")
    table.page.close()
    other.expect_rounds("Ann")
    expect(other.unsent).to_be_hidden()
    assert rounds_of(cup) == [{"Ann"}]
    forgive_the_network(complaints)


def test_all_that_waits_is_tried_again_together(
    new_phone: Callable[[], Page], cup: Tournament, complaints: list[str]
) -> None:
    page = new_phone()
    page.clock.install(time=NOW)
    table = Table(page).open(cup)
    page.clock.pause_at(NOW + timedelta(minutes=1))
    tried: list[Route] = []
    page.route("**/tables/1/enter/**", lambda route: tried.append(route))

    def lose(number: int) -> None:
        eventually(lambda: page.title() and len(tried) == number, f"it is tried {number} times")
        tried[-1].abort()
        expect(table.unsent).to_contain_text("Not sent yet")

    table.round("Ann")
    page.clock.run_for(800)  # what is told waits for a second tap
    lose(1)
    table.round("Bob")
    page.clock.run_for(800)
    lose(2)
    # Two seconds after the first one and not yet after the second.
    page.clock.run_for(1600)
    assert (page.title(), len(tried)) == ("Table 1 · Ubongo", 2)
    page.clock.run_for(800)
    lose(3)
    forgive_the_network(complaints)
