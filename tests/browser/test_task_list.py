"""The curator's list: files come in, verdicts arrive, many cards are handled at once."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from puzzles.models import Task, Verdict
from puzzles.services import piece_sets
from tests.browser.cards import IMPOSSIBLE, TWO_COVERS, UNIQUE, Card, add_card, publish_card
from tests.browser.complaints import forgive

LIST = "/admin/puzzles/task/"


@pytest.fixture(autouse=True)
def _built_in_sets(transactional_db: None) -> None:
    piece_sets.load_built_in()


def entry(name: str, card: Card, **changes: Any) -> dict[str, Any]:
    """A task of a file."""
    _, area, height, pieces = card
    task = {"id": name, "area": area.split("/"), "height": height, "pieces": pieces.split()}
    return {**task, **changes}


def upload(curator: Page, *tasks: dict[str, Any]) -> None:
    content = {"format": "ubongo-tasks/1", "piece_set": "classic-12", "tasks": tasks}
    curator.goto(LIST)
    curator.get_by_role("link", name="Import a task file").click()
    curator.get_by_label("Task file").set_input_files(
        {
            "name": "cards.json",
            "mimeType": "application/json",
            "buffer": json.dumps(content).encode(),
        }
    )
    curator.get_by_role("button", name="Import").click()


def rows(curator: Page) -> list[str]:
    """The names of the cards that the list shows."""
    return [name.strip() for name in curator.locator("#result_list .field-title").all_inner_texts()]


def with_all(curator: Page, action: str) -> list[str]:
    """Do something with all cards of the list; returns what the site says to it."""
    curator.locator("#action-toggle").check()
    curator.get_by_label("Action:").select_option(label=action)
    curator.get_by_role("button", name="Go").click()
    expect(curator.locator(".messagelist")).to_be_visible()
    return curator.locator(".messagelist li").all_inner_texts()


def choose(curator: Page, attention: str) -> None:
    curator.locator("#changelist-filter").get_by_role("link", name=attention, exact=True).click()
    expect(curator.locator("#changelist-filter .selected a", has_text=attention)).to_be_visible()


def states() -> dict[str, str]:
    return dict(Task.objects.values_list("name", "state"))


def test_a_file_comes_in_and_its_verdicts_arrive_by_themselves(curator: Page) -> None:
    upload(curator, entry("two", TWO_COVERS), entry("one", UNIQUE), entry("none", IMPOSSIBLE))
    expect(curator).to_have_url(LIST)
    curator.evaluate("window.isTheSamePage = true")
    expect(curator.locator(".messagelist li")).to_have_text(["3 tasks are imported and checked."])
    assert rows(curator) == ["none", "one", "two"]
    # 5.4 bits of difficulty, and 0: both lie below the first border of 6.
    expect(curator.locator("[data-task]")).to_have_text(
        ["impossible", "unique · very easy", "2 solutions · very easy"]
    )
    expect(curator.locator("#checks")).to_be_hidden()
    assert curator.evaluate("window.isTheSamePage")


def test_a_file_with_wrong_tasks_is_refused_with_a_line_for_each(
    curator: Page, complaints: list[str]
) -> None:
    upload(
        curator,
        entry("good", UNIQUE),
        entry("short", UNIQUE, area=["##.", ".##"]),
        entry("strange", UNIQUE, pieces=["A", "Z"]),
        entry("ragged", UNIQUE, area=["##", "####"]),
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


def test_many_are_checked_published_and_retired_at_once(curator: Page) -> None:
    add_card(TWO_COVERS, name="two")
    add_card(UNIQUE, name="one", is_proven=False)
    add_card(IMPOSSIBLE, name="none", is_proven=False)
    curator.goto(LIST)
    assert with_all(curator, "Check the selected tasks") == ["3 tasks are checked."]
    expect(curator.locator("[data-task]")).to_have_text(
        ["impossible", "unique · very easy", "2 solutions · very easy"]
    )
    assert with_all(curator, "Publish the selected tasks") == [
        "2 tasks are published.",
        "1 task is left as it is: it has no current verdict with a solution.",
    ]
    assert states() == {"two": "published", "one": "published", "none": "draft"}
    assert with_all(curator, "Retire the selected tasks") == ["3 tasks are retired."]
    assert states() == {"two": "retired", "one": "retired", "none": "retired"}


def test_the_list_says_what_needs_attention(curator: Page) -> None:
    publish_card(UNIQUE, name="fine")
    publish_card(TWO_COVERS, name="two")
    add_card(IMPOSSIBLE, name="none")
    old = publish_card(("classic-12", "###/#..", 1, "A A"), name="old")
    Verdict.objects.filter(tasks=old).update(engine="an earlier one")

    curator.goto(LIST)
    assert rows(curator) == ["old", "none", "two", "fine"]
    choose(curator, "not unique")
    assert rows(curator) == ["none", "two"]
    choose(curator, "verdict out of date")
    assert rows(curator) == ["old"]
    expect(curator.locator("[data-task]")).to_have_text("out of date")
    choose(curator, "unpublished")
    assert rows(curator) == ["none"]

    choose(curator, "verdict out of date")
    assert with_all(curator, "Check the selected tasks") == ["1 task is checked."]
    # Two dominoes on a bent strip of four lie in one way only.
    expect(curator.locator("[data-task]")).to_have_text("unique · very easy")
