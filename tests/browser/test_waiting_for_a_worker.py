"""A check while no worker runs: the page says so, and nothing is lost."""

import re
from collections.abc import Callable

import pytest
from django.db.models import F
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from puzzles.models import Job
from puzzles.services import piece_sets, queue
from tests.browser.cards import TWO_COVERS, add_card
from tests.browser.editor import Editor

HINT = "No worker has taken this job yet. It stays in the queue and nothing is lost."


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer) -> LiveServer:
    """The site whose worker is yet to be started."""
    return live_server


def let_the_waiting_time_pass() -> None:
    """By moving the job into the past."""
    wait = 2 * queue.FIRST_WAKE
    moved = Job.objects.filter(state=Job.State.QUEUED).update(
        created=F("created") - wait, wake_at=F("wake_at") - wait
    )
    assert moved == 1


def test_a_check_waits_is_cancelled_and_tried_again(
    curator: Page, start_celery_worker: Callable[..., object]
) -> None:
    piece_sets.load_built_in()
    editor = Editor(curator)
    job = editor.verdict.locator(".job")
    button = editor.verdict.locator(".job button")
    editor.open_new()
    editor.choose_set("Classic, twelve pieces")
    editor.draw("####/####/###.")
    editor.pick("A D K")
    editor.check()
    expect(job).to_have_attribute("data-state", "queued")
    expect(job).to_contain_text("Check: queued")
    expect(job).not_to_contain_text(HINT)
    let_the_waiting_time_pass()
    expect(job).to_contain_text(HINT)

    # The page asks again and again; who is about to press the button keeps it.
    expect(button).to_have_text("Cancel")
    button.focus()
    for _ in range(2):
        with curator.expect_response(re.compile(r"/jobs/[^/]+/\?seen=")):
            pass
    expect(button).to_be_focused()
    curator.keyboard.press("Enter")
    expect(job).to_have_attribute("data-state", "cancelled")
    expect(button).to_have_text("Try again")
    expect(button).to_be_focused()
    curator.keyboard.press("Enter")
    expect(job).to_have_attribute("data-state", "queued")
    expect(job).not_to_contain_text(HINT)

    start_celery_worker()
    editor.expect_covers(2)
    expect(job).to_have_attribute("data-state", "done")
    assert editor.covers.count() == 2
    assert list(Job.objects.values_list("state", "attempts")) == [("done", 1)]


def test_a_saved_card_that_waits_can_be_changed_and_its_check_cancelled(curator: Page) -> None:
    card = add_card(TWO_COVERS, is_proven=False)
    editor = Editor(curator)
    job = editor.verdict.locator(".job")
    editor.open_card(card.pk)
    expect(job).to_have_attribute("data-state", "queued")
    editor.verdict.locator(".job button").click()
    expect(job).to_have_attribute("data-state", "cancelled")
    expect(curator).to_have_url(f"/admin/puzzles/task/{card.pk}/change/")

    curator.locator("#id_name").fill("Corner bitten off")
    curator.locator("#id_name").press("Enter")
    expect(curator).to_have_url("/admin/puzzles/task/")
    expect(curator.locator("#result_list .field-title")).to_have_text("Corner bitten off")
