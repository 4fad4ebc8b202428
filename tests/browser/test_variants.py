"""The entry page of other games than dice: in order, with draws and takes, corrected, offline."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import (
    LONG,
    Table,
    forgive_the_network,
    new_phone,
    organiser,
    site,
)
from tests.browser.test_every_page import FAULTS
from tests.tournaments.people import enter_event, seated
from tests.waiting import eventually
from tournaments.models import Entry, Game, Tournament
from tournaments.services import games
from ubongo_site.accounts.models import User

__all__ = ["new_phone", "organiser", "site"]  # fixtures

RACE = {"kind": "round", "finished": [0, 1], "second_chance": False}


@dataclass
class Played(Table):
    """A table under the organiser's fingers, and what was recorded of it."""

    game: Game

    @classmethod
    def of(cls, page: Page, cup: Tournament) -> "Played":
        table = cls(page, cup.games.get())
        table.open(cup)
        return table

    @property
    def names(self) -> tuple[str, ...]:
        return games.view_of(self.game).names

    def answer(self, label: str, *, of: str = "") -> None:
        form = self.page.locator(f'#entry form[data-name="{of}"]') if of else self.page
        form.get_by_role("button", name=label).tap()
        self.page.wait_for_function("() => !document.querySelector('#entry [aria-disabled=true]')")

    def expect_events(self, *told: str) -> None:
        def recorded() -> tuple[str, ...]:
            return tuple(one.told for one in games.view_of(self.game).rounds)

        eventually(lambda: recorded() == told, f"{told} instead of {recorded()}")


@pytest.fixture
def cup(organiser: User) -> Tournament:
    return seated(organiser, ["Ann", "Bob", "Cleo"], variant="classic-2015", config={})


def test_a_round_with_draws_undone_and_corrected(
    new_phone: Callable[..., Page], cup: Tournament
) -> None:
    table = Played.of(new_phone(), cup)
    # Bob is taken back, and so comes after Cleo and Ann.
    table.tap("Bob", "Cleo", "Bob", "Ann", "Bob")
    places = table.page.locator("#entry .tap:has(input:checked)")
    shown = {one.get_attribute("data-name"): one.inner_text()[:2] for one in places.all()}
    assert shown == {"Cleo": "1.", "Ann": "2.", "Bob": "3."}
    table.end.tap()
    now = table.page.locator(".now")
    expect(now).to_contain_text("Cleo draws a gem from the bag.")
    table.answer("red · 4")
    expect(now).to_contain_text("Ann draws a gem from the bag.")
    table.answer("blue · 3")
    expect(now).to_contain_text("Bob draws a gem from the bag.")
    table.page.get_by_role("button", name="Undo the last entry").tap()
    expect(table.page.locator(".taken-back li")).to_contain_text("Round 1: Ann: blue – undone")
    expect(now).to_contain_text("Ann draws a gem from the bag.")
    table.answer("green · 2")
    expect(now).to_contain_text("Bob draws a gem from the bag.")
    table.answer("brown · 1")
    expect(now).to_contain_text("Round 2 of 9")
    told = "Cleo, Ann, Bob · Cleo: red · Ann: green · Bob: brown"
    table.expect_events(told)
    # Bag and track as they are: one blue and one brown left the track, three gems the bag.
    lines = table.page.locator(".gems tbody tr").all_inner_texts()
    assert [line.split()[-4:] for line in lines[-2:]] == [
        ["0", "8", "0", "8"],
        ["9", "10", "9", "9"],
    ]

    # It was Ann, then Cleo; Bob was late.
    table.page.locator(".history summary").tap()
    for name, place, gem in (("Ann", "1", "green"), ("Cleo", "2", "red"), ("Bob", "", "")):
        seat = table.names.index(name)
        table.page.locator(f'[name="0.place.{seat}"]').select_option(place)
        table.page.locator(f'[name="0.gem.{seat}"]').select_option(gem)
    table.page.get_by_label("Reason").fill("The photo shows Ann")
    table.page.get_by_role("button", name="Correct").tap()
    history = table.page.locator(".taken-back li").last
    expect(history).to_contain_text(
        f"Round 1: {told} → Ann, Cleo · Ann: green · Cleo: red – corrected, org,"
    )
    expect(history).to_contain_text("The photo shows Ann")
    table.expect_events("Ann, Cleo · Ann: green · Cleo: red")


def test_a_game_goes_on_without_wifi(
    new_phone: Callable[..., Page], cup: Tournament, complaints: list[str]
) -> None:
    table = Played.of(new_phone(), cup)
    table.page.context.set_offline(True)
    table.round("Cleo", "Ann")
    table.answer("red · 4", of="Cleo")
    table.answer("green · 2", of="Ann")
    table.page.get_by_label("second chance").check()
    table.round("Bob")
    table.answer("brown · 1", of="Bob")
    table.round("Ann")
    expect(table.unsent).to_contain_text(
        "Not sent yet: 6. It is sent as soon as the site can be reached."
        " Cleo, Ann · Cleo: red · 4 · Ann: green · 2 · Bob (second chance) · Bob: brown · 1 · Ann"
    )
    assert Entry.objects.count() == 0
    table.page.context.set_offline(False)
    expect(table.unsent).to_be_hidden()
    table.expect_events(
        "Cleo, Ann · Cleo: red · Ann: green", "Bob (second chance) · Bob: brown", "Ann"
    )
    expect(table.page.locator(".now")).to_contain_text("Ann draws a gem from the bag.")
    assert [one.index for one in Entry.objects.all()] == list(range(6))
    forgive_the_network(complaints)


def test_a_page_that_cannot_be_refreshed_goes_on(
    new_phone: Callable[..., Page], cup: Tournament, complaints: list[str]
) -> None:
    table = Played.of(new_phone(), cup)

    def recorded(number: int) -> None:
        eventually(lambda: Entry.objects.count() == number, f"{number} entries are there")

    table.page.route("**/tables/1/state/", lambda route: route.abort())
    table.round("Cleo", "Ann")
    recorded(1)
    table.answer("red · 4", of="Cleo")
    recorded(2)
    table.answer("green · 2", of="Ann")
    recorded(3)
    table.round("Bob")
    recorded(4)
    table.page.unroute("**/tables/1/state/")
    expect(table.page.locator(".now")).to_contain_text("Bob draws a gem from the bag.")
    table.expect_events("Cleo, Ann · Cleo: red · Ann: green", "Bob")
    forgive_the_network(complaints)


def test_dealt_boards_that_are_unfolded_keep_no_news_back(
    new_phone: Callable[..., Page], cup: Tournament
) -> None:
    cup.games.update(boards={"deck": "box", "box": 1, "seats": [["1A"], ["2A"], ["3A"]]})
    one, other = (Played.of(new_phone(), cup) for _each in range(2))
    expect(other.page.locator(".dealt")).to_have_attribute("open", "")
    one.round(one.names[0])
    one.answer("red · 4")
    for each in (one, other):
        expect(each.page.locator(".history summary")).to_have_count(1)
        # One red gem and the blue one from the track.
        expect(each.page.locator(".gems tbody tr").first.locator("td").last).to_have_text("7")
        expect(each.page.locator(".dealt")).to_have_attribute("open", "")


def test_two_tabs_of_one_table_keep_each_others_entries(
    new_phone: Callable[..., Page], organiser: User, complaints: list[str]
) -> None:
    cup = seated(organiser, ["Ann", "Bob", "Cleo"])
    one = Played.of(new_phone(), cup)
    other = Played.of(one.page.context.new_page(), cup)
    other.page.wait_for_load_state()
    one.page.context.set_offline(True)
    one.round("Ann")
    expect(other.unsent).to_contain_text("Not sent yet: 1.")
    other.round("Bob")
    expect(one.unsent).to_contain_text("Not sent yet: 2.")
    one.round()
    expect(other.unsent).to_contain_text("Not sent yet: 3.")
    other.page.close()
    one.page.context.set_offline(False)
    expect(one.unsent).to_be_hidden()
    one.expect_events("Ann", "Bob", "nobody")
    assert Entry.objects.count() == 3
    forgive_the_network(complaints)


def test_takes_are_drawn_on_the_board(new_phone: Callable[..., Page], organiser: User) -> None:
    cup = seated(organiser, ["Ann", "Bob"], variant="classic-2003", config={})
    table = Played.of(new_phone(), cup)
    names = table.names
    table.answer("row 6", of=names[1])
    table.answer("row 1", of=names[0])
    table.round(names[0], names[1])
    board = table.page.locator(".board-2003")
    expect(board.locator(".reach")).to_have_count(2)
    rows = table.page.locator(f'#entry form[data-name="{names[1]}"] button').all_inner_texts()
    assert [row.splitlines()[-1].strip() for row in rows] == [
        "row 4",
        "row 5",
        "row 6",
        "too late to take",
    ]
    # The second to finish is the first to take.
    table.answer("row 4", of=names[1])
    expect(board.locator(".reach")).to_have_count(1)
    expect(board.locator(".hole")).to_have_count(2)
    table.answer("too late to take", of=names[0])
    expect(table.page.locator(".now")).to_contain_text("Round 2 of 9")
    expect(board.locator(".reach")).to_have_count(0)
    took = f"{names[0]}, {names[1]} · {names[1]}: row 4 · {names[0]}: too late to take"
    assert [one.told for one in games.view_of(table.game).rounds][2:] == [took]


def test_finishers_by_place_before_the_script_is_there(
    new_phone: Callable[..., Page], cup: Tournament
) -> None:
    page = new_phone()
    held: list[Any] = []
    page.route("**/tournaments/table.js", lambda route: held.append(route))
    page.goto(f"/tournaments/{cup.pk}/tables/1/", wait_until="commit")
    table = Played(page, cup.games.get())
    cleo, ann = (str(table.names.index(name)) for name in ("Cleo", "Ann"))
    page.get_by_label("1.").select_option(cleo)
    page.get_by_label("2.").select_option(ann)
    eventually(lambda: page.title() and held, "the script is asked for")
    held[0].continue_()
    table.round("Bob")
    eventually(lambda: Entry.objects.count() == 1, "the round is recorded")
    assert [one.told for one in games.view_of(table.game).rounds] == ["Cleo, Ann, Bob"]


def test_no_page_of_another_game_is_too_wide_or_nameless(
    browser: Browser, new_phone: Callable[..., Page], organiser: User
) -> None:
    phone = new_phone()
    found = {}
    pawns = [{"kind": "pawn", "seat": seat, "row": 3} for seat in range(4)]
    for variant, events in (
        ("classic-2003", []),
        ("classic-2003", [*pawns, RACE]),
        ("family-3d", [RACE]),
        ("junior", []),
    ):
        names = [f"{number}{len(events)}{variant[:2]}{LONG}"[:40] for number in range(4)]
        cup = seated(organiser, names, variant=variant, config={})
        for event in events:
            enter_event(organiser, cup.games.get(), event)
        for address in ("", "tables/1/", "tables/1/sheet/"):
            phone.goto(f"/tournaments/{cup.pk}/{address}")
            for summary in phone.locator("main summary").all():
                summary.click()
            faults = phone.evaluate(FAULTS)
            beyond = phone.evaluate("document.scrollingElement.scrollWidth - 360")
            if beyond > 0:
                faults.append(f"{beyond} px too wide")
            if faults:
                found[variant, len(events), address] = faults
    assert found == {}
