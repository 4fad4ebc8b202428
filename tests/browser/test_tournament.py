"""A dice tournament in the browser: on the organiser's phone and before the public."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.german import speak_german
from tests.browser.table import LONG, PHONE, Table, cup, new_phone, organiser, rounds_of, rows, site
from tests.browser.test_every_page import FAULTS
from tests.tournaments.people import enter, person, register, seated, tournament
from tournaments.models import Tournament
from tournaments.services import games
from ubongo_site.accounts.models import User

__all__ = ["cup", "new_phone", "organiser", "site"]

PASSWORD = "nine colourful tiles"


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
