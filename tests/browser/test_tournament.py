"""A dice tournament in the browser: on the organiser's phone, before the public, on bad wifi."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.german import speak_german
from tests.browser.keyboard import Keyboard
from tests.browser.test_every_page import FAULTS
from tests.tournaments.people import NOW, enter, person, register, seated, tournament
from tests.waiting import eventually
from tournaments.models import Entry, Game, Registration, Tournament
from tournaments.services import drawing, games
from ubongo_site.accounts.models import User

PASSWORD = "nine colourful tiles"
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


# --- the whole way ----------------------------------------------------------------------------


def rows(page: Page) -> Locator:
    return page.locator(".standings tbody tr")


def test_from_registration_to_the_final_standings(
    new_context: Callable[..., BrowserContext], new_phone: Callable[[], Page], page: Page
) -> None:
    phone = new_phone()
    phone.goto("/tournaments/")
    phone.get_by_role("link", name="Organise a tournament").tap()
    phone.get_by_label("Name").fill("Sunday dice")
    phone.get_by_label("Begins").fill("2031-06-08T14:00")
    phone.get_by_label("Places").fill("4")
    phone.get_by_role("button", name="Save").tap()
    phone.get_by_role("button", name="Open registration").tap()
    expect(phone.locator("#tournament-state")).to_have_attribute("data-state", "open")
    cup = Tournament.objects.get()
    for name in ("Ann", "Bob", "Cleo"):
        register(person(name), cup)

    # A spectator: this page is never loaded again.
    page.goto("/tournaments/")
    page.get_by_role("link", name="Sunday dice").click()
    expect(page.locator("#live .names li")).to_have_text(["Ann", "Bob", "Cleo"])

    own = new_context(**PHONE).new_page()
    own.goto("/accounts/signup/")
    own.locator("#id_username").fill("dora.private")
    own.locator("#id_nickname").fill("Dora")
    own.locator("#id_email").fill("dora@example.org")
    own.locator("#id_password1").fill(PASSWORD)
    own.locator("#id_password2").fill(PASSWORD)
    own.locator("main form button").tap()
    own.get_by_role("button", name="Menu").tap()
    expect(own.get_by_role("button", name="Log out")).to_be_visible()
    own.get_by_role("link", name="Tournaments").tap()
    own.get_by_role("link", name="Sunday dice").tap()
    own.get_by_role("button", name="Register").tap()
    expect(own.locator("#own-state")).to_have_text("registered")
    expect(page.locator("#live .names li")).to_have_text(["Ann", "Bob", "Cleo", "Dora"])

    phone.reload()
    for _ in range(4):
        phone.get_by_role("button", name="is there").first.tap()
    phone.get_by_role("button", name="Seat the 4 present players").tap()
    phone.get_by_role("link", name="Table 1").tap()
    expect(page.locator("#tournament-state")).to_have_attribute("data-state", "running")
    expect(rows(page)).to_have_text(["1Ann0", "1Bob0", "1Cleo0", "1Dora0"])

    table = Table(phone)
    table.round("Ann", "Bob")
    table.round("Cleo")
    expect(rows(page)).to_have_text(["1Ann4", "1Bob4", "3Cleo3", "4Dora1"])

    # Cleo instead of Bob: corrected, with a reason.
    table.round("Ann", "Cleo")
    expect(table.page.locator(".history summary")).to_have_count(3)
    wrong = table.page.locator('.history li[value="3"]')
    wrong.locator("summary").tap()
    wrong.get_by_label("Bob").check()
    wrong.get_by_label("Cleo").uncheck()
    wrong.get_by_label("Reason").fill("It was Bob.")
    wrong.get_by_role("button", name="Correct").tap()
    expect(table.page.locator(".taken-back li")).to_contain_text("corrected, org")
    expect(table.page.locator(".taken-back li")).to_contain_text("It was Bob.")
    expect(page.locator("#live")).to_contain_text("1 round corrected")
    expect(rows(page)).to_have_text(["1Ann8", "1Bob8", "3Cleo3", "4Dora1"])
    table.round("Cleo")

    # Dora instead of nobody: undone.
    expect(table.page.locator(".history summary")).to_have_count(4)
    table.round("Dora")
    expect(table.page.locator(".history summary")).to_have_count(5)
    table.page.get_by_role("button", name="Undo the last round").tap()
    expect(table.page.locator(".history summary")).to_have_count(4)
    expect(rows(page)).to_have_text(["1Ann8", "1Bob8", "3Cleo6", "4Dora2"])

    for _ in range(4):
        table.round("Ann", "Bob")
        table.round("Cleo")
    expect(table.page.locator(".now")).to_have_text("The game is over.")
    expect(page.locator(".board")).to_contain_text("finished")
    expect(page.get_by_role("heading", name="Standings so far")).to_be_visible()

    phone.locator(".crumbs a").tap()
    phone.get_by_role("button", name="Finish the tournament").tap()
    expect(page.locator("#tournament-state")).to_have_text("finished")
    expect(page.locator("#live h2").first).to_have_text("Final standings")
    expect(rows(page)).to_have_text(["1Ann24", "1Bob24", "3Cleo18", "4Dora6"])
    places = page.locator(".places li")
    assert places.evaluate_all("all => all.map((one) => one.value)") == [1, 1, 3, 4]
    expect(page.locator("body")).not_to_contain_text("dora.private")
    assert [len(names) for names in rounds_of(cup)] == [2, 1] * 6


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


def told_in_order(cup: Tournament, number: int) -> list[tuple[str, ...]]:
    """The names of each round as the page writes them, once there are so many rounds."""
    game = cup.games.get()
    eventually(lambda: len(games.view_of(game).entries) == number, f"{number} rounds are there")
    return names_of(game)


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
    for table in (idle, busy):
        table.expect_rounds("Ann")
    forgive_the_network(complaints, "a status of 404")


# --- without a mouse, in German, on every screen ----------------------------------------------


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


def test_in_german(new_phone: Callable[[], Page], cup: Tournament, organiser: User) -> None:
    phone = new_phone()
    speak_german(phone)
    phone.goto(f"/tournaments/{cup.pk}/desk/")
    expect(phone.locator("h1")).to_have_text("Turnierleitung")
    expect(phone.locator("#tournament-state")).to_have_text("läuft")
    phone.get_by_role("link", name="Tisch 1").tap()
    expect(phone.locator(".now")).to_contain_text("Fläche 1 · Wurf 1 · 3 Punkte wert")
    phone.locator('#entry .tap[data-name="Ann"]').tap()
    phone.get_by_role("button", name="Ende der Runde").tap()
    expect(phone.get_by_role("button", name="Letzte Runde zurücknehmen")).to_be_visible()
    phone.goto(f"/tournaments/{cup.pk}/")
    expect(phone.locator("#live h2").nth(1)).to_have_text("Rangliste bisher")
    expect(rows(phone).first).to_have_text("1Ann3")
    expect(phone.locator(".places small").first).to_have_text("Summe 3, die höchste.")


LONG = "Bartholomäus-Maximilian_vom_Donaudampfer"


@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_is_too_wide_or_nameless(
    browser: Browser, new_phone: Callable[[], Page], organiser: User, width: int
) -> None:
    phone = new_phone()
    phone.set_viewport_size({"width": width, "height": 740})
    waiting = tournament(organiser, capacity=2, name="W" * 80)
    for name in ("one", "two", LONG):
        register(person(name, nickname=f"{name}"[:40]), waiting)
    running = seated(organiser, [f"{number}{LONG}"[:40] for number in range(4)])
    game = running.games.get()
    enter(organiser, game)
    enter(organiser, game, games.view_of(game).names[0])
    games.undo_last(user=organiser, game=game, index=1, now=running.starts_at)
    found = {}
    for address in [
        "",
        "new/",
        f"{waiting.pk}/",
        f"{waiting.pk}/edit/",
        f"{waiting.pk}/desk/",
        f"{running.pk}/",
        f"{running.pk}/desk/",
        f"{running.pk}/tables/1/",
    ]:
        answer = phone.goto(f"/tournaments/{address}")
        assert answer is not None
        assert answer.status == 200
        for summary in phone.locator("main summary").all():
            summary.click()
        faults = phone.evaluate(FAULTS)
        beyond = phone.evaluate(f"document.scrollingElement.scrollWidth - {width}")
        if beyond > 0:
            faults.append(f"{beyond} px too wide")
        if faults:
            found[address] = faults
    assert found == {}
