"""The desk in the browser, where the same thing is done sixty times in a row."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.table import new_phone, organiser, site
from tests.tournaments.people import NOW, tournament
from tests.waiting import eventually
from tournaments.services import presence
from ubongo_site.accounts.models import User

__all__ = ["new_phone", "organiser", "site"]


def test_noting_who_is_there_moves_nothing(
    new_phone: Callable[[], Page], organiser: User, complaints: list[str]
) -> None:
    cup = tournament(organiser, capacity=40)
    names = "\n".join(f"Kid {number}" for number in range(1, 31))
    presence.enter_guests(tournament=cup, names=names, is_present=False, now=NOW)
    desk = new_phone()
    desk.goto(f"/tournaments/{cup.pk}/desk/")
    line = desk.locator(".presence li").filter(has_text="Kid 27")
    line.scroll_into_view_if_needed()
    before = desk.evaluate("scrollY")
    line.get_by_role("button", name="is there").tap()
    expect(line.get_by_role("button", name="not there")).to_be_focused()
    assert (before > 1000, desk.evaluate("scrollY")) == (True, before)

    # One name after the other, without a tap between them.
    name = desk.get_by_label("Somebody without an account")
    name.tap()
    for each in ("Ada", "Zoë"):
        desk.keyboard.type(each)
        desk.keyboard.press("Enter")
        expect(desk.locator(".presence li").filter(has_text=each)).to_contain_text("present")
        expect(name).to_be_focused()
        expect(name).to_have_value("")
    expect(desk.get_by_role("button", name="Seat the 3 present players")).to_be_visible()

    # What is refused is told, with what was typed.
    desk.keyboard.type("zoë")
    desk.keyboard.press("Enter")
    expect(desk.locator(".errorlist")).to_have_text("Somebody of this name takes part already.")
    expect(name).to_have_value("zoë")
    complaints[:] = [one for one in complaints if "a status of 400" not in one]


def test_the_next_name_can_be_typed_while_the_former_one_is_sent(
    new_phone: Callable[[], Page], organiser: User
) -> None:
    cup = tournament(organiser)
    desk = new_phone()
    desk.goto(f"/tournaments/{cup.pk}/desk/")
    held: list[Route] = []
    desk.route("**/guests/", lambda route: held.append(route))
    name = desk.get_by_label("Somebody without an account")
    name.fill("Ada")
    name.press("Enter")
    eventually(lambda: desk.title() and held, "Ada is sent")
    name.fill("Zoë")
    held[0].continue_()
    expect(desk.locator(".presence li")).to_contain_text("Ada")
    expect(desk.get_by_role("button", name="Enter", exact=True).first).to_be_enabled()
    expect(name).to_have_value("Zoë")
