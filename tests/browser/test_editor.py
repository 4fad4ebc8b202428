"""The editor by itself: strokes, refusals and edits; no worker is needed for them."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from puzzles.models import Job, Task
from puzzles.services import piece_sets
from tests.browser.cards import TWO_COVERS, add_card, publish_card
from tests.browser.complaints import forgive
from tests.browser.editor import Editor


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer) -> LiveServer:
    """The site without a worker."""
    return live_server


@pytest.fixture
def editor(curator: Page) -> Editor:
    piece_sets.load_built_in()
    return Editor(curator)


@pytest.fixture
def visitor(page: Page) -> Page:
    """Somebody else's browser, with no account."""
    return page


def test_a_fast_stroke_leaves_no_gap(editor: Editor) -> None:
    editor.open_new()
    editor.stroke(0, 0, 9, steps=1)
    assert editor.drawn == "##########"


def test_an_area_that_does_not_add_up_is_refused_at_the_area(
    editor: Editor, complaints: list[str]
) -> None:
    editor.open_new()
    editor.choose_set("Classic, twelve pieces")
    editor.draw("###")
    editor.pick("A")
    expect(editor.balance).to_have_text("3 cells drawn, 2 needed.")
    editor.check()
    expect(editor.verdict).to_have_text("The pieces need 2 cells, but the area has 3.")
    forgive(complaints, 400)

    editor.save_and_publish()
    error = editor.page.locator(".field-area .errorlist")
    expect(error).to_have_text("The pieces need 2 cells, but the area has 3.")
    expect(error).to_be_visible()
    # What was drawn is still there.
    expect(editor.balance).to_have_text("3 cells drawn, 2 needed.")
    assert editor.drawn == "###"
    assert editor.picked == "A"
    assert editor.grid.get_by_role("row").count() == 8
    assert not Task.objects.exists()
    assert not Job.objects.exists()


def test_an_edit_withdraws_verdict_and_publication(
    editor: Editor, visitor: Page, complaints: list[str]
) -> None:
    card = publish_card(TWO_COVERS)
    assert visitor.goto(f"/tasks/{card.pk}/").status == 200  # type: ignore[union-attr]

    editor.open_card(card.pk)
    editor.expect_covers(2)
    assert editor.drawn == "####/####/###."
    editor.stroke(0, 0, 2)
    editor.stroke(1, 0, 1)
    expect(editor.verdict.locator(".stale")).to_have_text(
        "The drawing has changed since this check."
    )
    assert editor.drawn == "...#/..##/###."
    editor.pick("K")
    expect(editor.balance).to_have_text("6 cells drawn, 6 needed: it adds up.")
    editor.page.locator("[name=_continue]").click()
    expect(editor.state).to_have_attribute("data-state", "draft")
    # No worker runs here, so the new drawing has no verdict yet.
    expect(editor.verdict.locator(".job")).to_have_attribute("data-state", "queued")
    expect(editor.verdict.locator("[data-covers]")).to_have_count(0)

    assert visitor.goto(f"/tasks/{card.pk}/").status == 404  # type: ignore[union-attr]
    visitor.goto("/")
    expect(visitor.locator(".count")).to_have_text("0 cards")
    forgive(complaints, 404)


def test_the_enter_key_saves_but_does_not_publish(editor: Editor) -> None:
    card = add_card(TWO_COVERS)
    editor.open_card(card.pk)
    editor.page.locator("#id_name").fill("Corner bitten off")
    editor.page.locator("#id_name").press("Enter")
    expect(editor.page).to_have_url("/admin/puzzles/task/")
    card.refresh_from_db()
    assert (card.name, card.state) == ("Corner bitten off", "draft")
