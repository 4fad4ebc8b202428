"""A curator draws a card, has it proven by the worker and publishes it; a visitor finds it."""

import pytest
from playwright.sync_api import Page, expect

from puzzles.models import Task
from puzzles.services import piece_sets
from tests.browser.cards import IMPOSSIBLE, ONE_COVER_IN_SPACE, TWO_COVERS, UNIQUE, publish_card
from tests.browser.editor import Editor
from tests.browser.pictures import as_text, cells_of, sizes


@pytest.fixture
def editor(curator: Page) -> Editor:
    piece_sets.load_built_in()
    return Editor(curator)


@pytest.fixture
def visitor(page: Page) -> Page:
    """Somebody else's browser, with no account."""
    return page


def mark(page: Page) -> None:
    """Leave a mark on the page that a reload would wipe off."""
    page.evaluate("window.isTheSamePage = true")


def is_marked(page: Page) -> bool:
    return bool(page.evaluate("window.isTheSamePage === true"))


def test_a_card_is_drawn_proven_published_and_found(editor: Editor, visitor: Page) -> None:
    publish_card(UNIQUE)
    publish_card(ONE_COVER_IN_SPACE)

    editor.open_new()
    mark(editor.page)
    editor.choose_set("Classic, twelve pieces")
    editor.stroke(0, 0, 3)
    editor.stroke(1, 3, 0)
    editor.stroke(2, 0, 3)
    assert editor.drawn == "####/####/####"
    editor.stroke(2, 3, 3)  # a stroke that begins on a painted cell erases
    assert editor.drawn == "####/####/###."
    expect(editor.balance).to_have_text("11 cells drawn, 0 needed.")
    editor.pick("A D K")
    assert editor.picked == "A D K"
    expect(editor.balance).to_have_text("11 cells drawn, 11 needed: it adds up.")

    editor.check()
    editor.expect_covers(2)
    assert {as_text(picture) for picture in editor.covers.all()} == {
        "DKKK/DDKK/DAA.",
        "AKKK/ADKK/DDD.",
    }
    assert is_marked(editor.page)
    assert list(Task.objects.filter(piece_count=3).values_list("piece_set__key", flat=True)) == [
        "family-3d-8"
    ]  # nothing is saved by a check

    editor.page.get_by_label("Name:").fill("Corner bitten off")
    editor.save_and_publish()
    expect(editor.state).to_have_attribute("data-state", "published")
    editor.expect_covers(2)

    visitor.goto("/")
    expect(visitor.locator(".count")).to_have_text("3 cards")
    visitor.get_by_label("Game").select_option(label="Ubongo classic")
    expect(visitor.locator(".count")).to_have_text("2 cards")
    visitor.get_by_label("Pieces").select_option(label="3")
    expect(visitor.locator(".count")).to_have_text("1 card")
    visitor.get_by_label("Solutions").select_option(label="several")
    expect(visitor).to_have_url("/?variant=classic&pieces=3&level=&difficulty=&unique=false")
    card = visitor.locator(".card")
    expect(card.locator("strong")).to_have_text("Corner bitten off")
    expect(card.locator(".badge.several")).to_have_text("2 solutions")
    assert as_text(card.locator("svg")) == "####/####/###."

    card.click()
    expect(visitor.locator("h1")).to_have_text("Corner bitten off")
    assert as_text(visitor.locator(".area svg")) == "####/####/###."
    pictures = visitor.locator(".solution .covers svg")
    expect(pictures.first).to_be_hidden()
    visitor.get_by_text("Show solution").click()
    expect(pictures.first).to_be_visible()
    assert {as_text(picture) for picture in pictures.all()} == {"DKKK/DDKK/DAA.", "AKKK/ADKK/DDD."}


def test_a_card_in_space(editor: Editor, visitor: Page) -> None:
    editor.open_new()
    editor.choose_set("3-D Family, eight pieces")
    expect(editor.page.locator("#grid-times")).to_have_text("× 2 levels")
    editor.draw("###/###")
    editor.pick("g1 b1 b2")
    expect(editor.balance).to_have_text("12 cells drawn, 12 needed: it adds up.")
    editor.check()
    # Eight ways to lay it, all of them the same one turned.
    editor.expect_covers(8)
    expect(editor.verdict.locator(".answer")).to_have_text("unique")
    assert [sizes(picture) for picture in editor.covers.all()] == [{"g1": 3, "b1": 4, "b2": 5}]
    editor.save_and_publish()
    expect(editor.state).to_have_attribute("data-state", "published")

    visitor.goto("/?variant=family-3d")
    visitor.locator(".card").click()
    area = visitor.locator(".area svg")
    assert as_text(area) == "###/###"
    expect(area.locator(".note")).to_have_text("× 2 levels")
    visitor.get_by_text("Show solution").click()
    solution = visitor.locator(".solution .covers svg")
    expect(solution).to_be_visible()
    expect(solution.locator(".note")).to_have_text("bottom level first")
    assert sizes(solution) == {"g1": 3, "b1": 4, "b2": 5}
    # Two levels of 3 × 2 cells beside each other, 74 units apart.
    assert sorted({x for x, _ in cells_of(solution)}) == [0, 1, 2, 3.7, 4.7, 5.7]


def test_a_card_that_exists_is_found_again_mirrored_and_turned(editor: Editor) -> None:
    there = publish_card(TWO_COVERS, name="Corner bitten off")
    address = f"/admin/puzzles/task/{there.pk}/change/"

    editor.open_new()
    editor.choose_set("Classic, twelve pieces")
    editor.draw("##./###/###/###", top=3, left=5)
    editor.pick("K A D")
    editor.check()
    note = editor.verdict.locator(".existing")
    expect(note).to_have_text(
        "The catalog has this area with these pieces already: Corner bitten off"
    )
    assert note.locator("a").get_attribute("href") == address
    editor.expect_covers(2)

    editor.save_and_publish()
    expect(editor.page).to_have_url(address)
    expect(editor.messages).to_have_text(
        ["The catalog has this area with these pieces already: Corner bitten off"]
    )
    assert editor.drawn == "####/####/###."
    assert list(Task.objects.values_list("pk", flat=True)) == [there.pk]


def test_an_impossible_card_says_why_and_stays_a_draft(editor: Editor, visitor: Page) -> None:
    _, area, _, pieces = IMPOSSIBLE
    editor.open_new()
    editor.choose_set("Classic, twelve pieces")
    editor.draw(area)
    editor.pick(pieces)
    editor.check()
    editor.expect_covers(0)
    expect(editor.verdict.locator(".answer")).to_have_text("impossible")
    expect(editor.verdict).to_contain_text("One of the pieces fits nowhere into the area.")
    expect(editor.covers).to_have_count(0)

    editor.save_and_publish()
    expect(editor.messages).to_have_text(
        ["Only a task with a current verdict and a solution can be published."]
    )
    expect(editor.state).to_have_attribute("data-state", "draft")
    editor.expect_covers(0)
    visitor.goto("/")
    expect(visitor.locator(".count")).to_have_text("0 cards")
