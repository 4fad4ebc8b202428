"""Somebody with no account looks for a card: by keys alone, without JavaScript, in German."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.cards import ONE_COVER_IN_SPACE, TWO_COVERS, UNIQUE, publish_card
from tests.browser.german import language_of, speak_german
from tests.browser.keyboard import Keyboard


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer) -> LiveServer:
    """The site without a worker."""
    return live_server


def test_from_the_catalog_to_the_solution_by_keys_alone(page: Page) -> None:
    keys = Keyboard(page)
    publish_card(UNIQUE, name="Other")
    publish_card(TWO_COVERS, name="Corner bitten off")
    page.goto("/")
    keys.tab_to("#id_unique")
    keys.press("ArrowDown", "ArrowDown")  # past "exactly one" to "several"
    expect(page.locator(".card strong")).to_have_text(["Corner bitten off"])
    assert keys.is_at("#id_unique")
    keys.tab_to(".card")
    keys.press("Enter")
    expect(page.locator("h1")).to_have_text("Corner bitten off")
    keys.tab_to("summary")
    keys.press("Enter")
    expect(page.locator(".solution .covers svg").first).to_be_visible()


def test_the_same_without_javascript(new_context: Callable[..., BrowserContext]) -> None:
    plain = new_context(java_script_enabled=False).new_page()
    publish_card(UNIQUE)
    publish_card(ONE_COVER_IN_SPACE)
    publish_card(TWO_COVERS, name="Corner bitten off")
    plain.goto("/")
    expect(plain.locator(".count")).to_have_text("3 cards")
    plain.get_by_label("Game").select_option(label="Ubongo classic")
    plain.get_by_label("Pieces").select_option(label="3")
    plain.get_by_role("button", name="Show").click()
    expect(plain.locator(".count")).to_have_text("1 card")
    expect(plain.get_by_label("Game")).to_have_value("classic")
    plain.locator(".card").click()
    solution = plain.locator(".solution .covers svg").first
    expect(solution).to_be_hidden()
    plain.get_by_text("Show solution").click()
    expect(solution).to_be_visible()


def test_a_visitor_chooses_german(page: Page) -> None:
    publish_card(ONE_COVER_IN_SPACE)
    page.goto("/")
    assert language_of(page) == "en"
    expect(page.locator("h1")).to_have_text("Puzzle cards")

    speak_german(page)
    expect(page.locator("h1")).to_have_text("Rätselkarten")
    expect(page.locator(".count")).to_have_text("1 Karte")
    expect(page.locator(".filters label")).to_have_text(
        ["Spiel:", "Teile:", "Stufe der Tafel:", "Schwierigkeit:", "Lösungen:"]
    )
    page.get_by_label("Lösungen").select_option(label="genau eine")
    # The cards are there anew; those from before lead nowhere any more.
    expect(page).to_have_url("/?variant=&pieces=&level=&difficulty=&unique=true")
    page.locator(".card").click()
    assert language_of(page) == "de"  # on every page from now on
    expect(page.locator(".badge").first).to_have_text("eindeutig")
    expect(page.locator(".pieces li span").first).to_have_text("g1: grüne Ecke")
    page.get_by_text("Lösung anzeigen").click()
    expect(page.locator(".solution .note")).to_have_text("unterste Ebene zuerst")
    assert page.locator(".solution svg").get_attribute("aria-label") == "Lösung 1"

    page.goto("/accounts/login/")
    expect(page.locator("h1")).to_have_text("Anmeldung")
    page.get_by_role("button", name="EN").click()
    expect(page.locator("h1")).to_have_text("Sign In")
    assert language_of(page) == "en"
