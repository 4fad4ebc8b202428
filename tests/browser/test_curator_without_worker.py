"""What the curator's desk does by itself: strokes, refusals, edits, the list's filters."""

import json

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from puzzles.models import Job, Task, Verdict
from puzzles.services import piece_sets
from tests.browser import task_list
from tests.browser.cards import IMPOSSIBLE, TWO_COVERS, UNIQUE, add_card, publish_card
from tests.browser.complaints import forgive
from tests.browser.editor import Editor
from tests.waiting import eventually


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
    forgive(complaints, 400)
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


def test_a_stroke_before_the_pieces_are_shown_loses_none(
    editor: Editor, complaints: list[str]
) -> None:
    card = add_card(TWO_COVERS)
    held: list[Route] = []
    editor.page.route("**/picker/", lambda route: held.append(route))
    editor.page.goto(f"/admin/puzzles/task/{card.pk}/change/")
    editor.stroke(0, 4, 4)
    eventually(lambda: editor.page.title() and held, "the pieces' pictures are asked for")
    assert json.loads(editor.page.locator("#id_pieces").input_value()) == card.pieces
    held[0].continue_()
    expect(editor.page.locator(".pick [aria-pressed=true]")).to_have_count(len(set(card.pieces)))
    editor.page.locator("[name=_save]").click()
    # One cell more than the pieces have.
    error = editor.page.locator(".field-area .errorlist")
    expect(error).to_have_text("The pieces need 11 cells, but the area has 12.")
    forgive(complaints, 400)


def test_a_drawing_that_changed_during_its_check_says_so(editor: Editor) -> None:
    editor.open_new()
    editor.choose_set("Classic, twelve pieces")
    editor.draw("##")
    editor.pick("A")
    held: list[Route] = []
    editor.page.route("**/jobs/", lambda route: held.append(route))
    editor.check()
    eventually(lambda: editor.page.title() and held, "the check is asked for")
    editor.stroke(0, 4, 4)
    held[0].continue_()
    expect(editor.verdict.locator(".job")).to_have_attribute("data-state", "queued")
    stale = editor.verdict.locator(".stale")
    expect(stale).to_have_text("The drawing has changed since this check.")


def test_the_enter_key_saves_but_does_not_publish(editor: Editor) -> None:
    card = add_card(TWO_COVERS)
    editor.open_card(card.pk)
    editor.page.locator("#id_name").fill("Corner bitten off")
    editor.page.locator("#id_name").press("Enter")
    expect(editor.page).to_have_url("/admin/puzzles/task/")
    card.refresh_from_db()
    assert (card.name, card.state) == ("Corner bitten off", "draft")


def test_a_file_with_wrong_tasks_is_refused_with_a_line_for_each(
    curator: Page, complaints: list[str]
) -> None:
    piece_sets.load_built_in()
    task_list.upload(
        curator,
        task_list.entry("good", UNIQUE),
        task_list.entry("short", UNIQUE, area=["##.", ".##"]),
        task_list.entry("strange", UNIQUE, pieces=["A", "Z"]),
        task_list.entry("ragged", UNIQUE, area=["##", "####"]),
    )
    lines = curator.locator("#line-errors li")
    expect(lines).to_have_text(
        [
            "short, area: The pieces need 6 cells, but the area has 4.",
            "strange, pieces: The piece set has no piece 'Z'.",
            "ragged, area: All rows must have the same length: row 2 has 4 characters, the first "
            "has 2.",
        ]
    )
    assert lines.evaluate_all("all => all.map(line => line.value)") == [2, 3, 4]
    assert not Task.objects.exists()
    forgive(complaints, 400)


def test_the_list_says_what_needs_attention(curator: Page) -> None:
    publish_card(UNIQUE, name="fine")
    publish_card(TWO_COVERS, name="two")
    add_card(IMPOSSIBLE, name="none")
    old = publish_card(("classic-12", "###/#..", 1, "A A"), name="old")
    Verdict.objects.filter(tasks=old).update(engine="an earlier one")

    curator.goto(task_list.ADDRESS)
    assert task_list.rows(curator) == ["old", "none", "two", "fine"]
    task_list.choose(curator, "not unique")
    assert task_list.rows(curator) == ["none", "two"]
    task_list.choose(curator, "verdict out of date")
    assert task_list.rows(curator) == ["old"]
    expect(curator.locator("[data-task]")).to_have_text("out of date")
    task_list.choose(curator, "unpublished")
    assert task_list.rows(curator) == ["none"]
