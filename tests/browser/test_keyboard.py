"""The curator's whole way, from the login to the published card, without a mouse."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from puzzles.models import Task
from puzzles.services import piece_sets
from tests.browser.editor import Editor
from tests.browser.keyboard import Keyboard


@pytest.fixture
def keys(page: Page) -> Keyboard:
    piece_sets.load_built_in()
    get_user_model().objects.create_superuser("curator", "curator@example.org", "secret")
    return Keyboard(page)


def test_from_the_login_to_the_published_card(keys: Keyboard, page: Page) -> None:
    editor = Editor(page)
    page.goto("/admin/puzzles/task/add/")
    keys.tab_to("[name=login]")
    keys.type("curator")
    keys.tab_to("[name=password]")
    keys.type("secret")
    keys.press("Enter")

    expect(page).to_have_url("/admin/puzzles/task/add/")
    expect(page.locator("#id_piece_set")).to_be_focused()
    keys.press("ArrowDown")
    expect(page.locator("#id_piece_set option:checked")).to_have_text("Classic, twelve pieces")
    expect(page.locator(".pick")).to_have_count(12)

    keys.tab_to("[role=gridcell]")
    assert keys.is_at('[data-at="0,0"]')
    keys.press("Space", "ArrowRight", "Space", "ArrowRight", "Space", "ArrowRight", "Space")
    assert keys.is_at('[data-at="0,3"]')
    keys.press("ArrowDown", "Space", "ArrowLeft", "Space", "ArrowLeft", "Space", "Home", "Space")
    assert keys.is_at('[data-at="1,0"]')
    keys.press("ArrowDown", "Enter", "ArrowRight", "Enter", "ArrowRight", "Enter", "End", "Space")
    assert keys.is_at('[data-at="2,9"]')
    assert editor.drawn == "####....../####....../###......#"
    keys.press("Space")  # erases what it painted
    assert editor.drawn == "####/####/###."

    for code in "ADK":
        keys.tab_to(f'.pick[data-code="{code}"] button')
        keys.press("Space")
    expect(editor.balance).to_have_text("11 cells drawn, 11 needed: it adds up.")
    keys.tab_to("#check")
    keys.press("Enter")
    editor.expect_covers(2)
    assert keys.is_at("#check")  # the answer takes nobody's focus away

    keys.tab_to("[name=_publish]")
    keys.press("Enter")
    expect(editor.state).to_have_attribute("data-state", "published")
    card = Task.objects.get()
    assert (card.state, card.pieces) == ("published", ["A", "D", "K"])
