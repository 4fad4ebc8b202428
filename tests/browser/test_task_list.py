"""The curator's list with a worker: files come in, verdicts arrive, many are handled at once."""

import re

import pytest
from playwright.sync_api import Page, expect

from puzzles.models import Task, Verdict
from puzzles.services import piece_sets
from tests.browser import task_list
from tests.browser.cards import IMPOSSIBLE, TWO_COVERS, UNIQUE, add_card

# The words for the level of difficulty follow.
VERDICTS: list[str | re.Pattern[str]] = [
    "impossible",
    re.compile("^unique · "),
    re.compile("^2 solutions · "),
]


@pytest.fixture(autouse=True)
def _built_in_sets(transactional_db: None) -> None:
    piece_sets.load_built_in()


def states() -> dict[str, str]:
    return dict(Task.objects.values_list("name", "state"))


def test_a_file_comes_in_and_its_verdicts_arrive_by_themselves(curator: Page) -> None:
    task_list.upload(
        curator,
        task_list.entry("two", TWO_COVERS),
        task_list.entry("one", UNIQUE),
        task_list.entry("none", IMPOSSIBLE),
    )
    expect(curator).to_have_url(task_list.ADDRESS)
    curator.evaluate("window.isTheSamePage = true")
    expect(curator.locator(".messagelist li")).to_have_text(["3 tasks are imported and checked."])
    assert task_list.rows(curator) == ["none", "one", "two"]
    expect(curator.locator("[data-task]")).to_have_text(VERDICTS)
    expect(curator.locator("#checks")).to_be_hidden()
    assert curator.evaluate("window.isTheSamePage")


def test_many_are_checked_published_and_retired_at_once(curator: Page) -> None:
    two = add_card(TWO_COVERS, name="two")
    Verdict.objects.filter(tasks=two).update(engine="an earlier one")
    add_card(UNIQUE, name="one", is_proven=False)
    add_card(IMPOSSIBLE, name="none", is_proven=False)
    curator.goto(task_list.ADDRESS)
    assert task_list.with_all(curator, "Check the selected tasks") == ["3 tasks are checked."]
    expect(curator.locator("[data-task]")).to_have_text(VERDICTS)
    assert task_list.with_all(curator, "Publish the selected tasks") == [
        "2 tasks are published.",
        "1 task is left as it is: it has no current verdict with a solution.",
    ]
    assert states() == {"two": "published", "one": "published", "none": "draft"}
    assert task_list.with_all(curator, "Retire the selected tasks") == ["3 tasks are retired."]
    assert states() == {"two": "retired", "one": "retired", "none": "retired"}
