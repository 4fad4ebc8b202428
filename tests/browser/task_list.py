"""The curator's list of tasks as a person handles it."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.cards import Card

ADDRESS = "/admin/puzzles/task/"


def entry(name: str, card: Card, **changes: Any) -> dict[str, Any]:
    """A task of a file."""
    _, area, height, pieces = card
    task = {"id": name, "area": area.split("/"), "height": height, "pieces": pieces.split()}
    return {**task, **changes}


def upload(curator: Page, *tasks: dict[str, Any]) -> None:
    content = {"format": "ubongo-tasks/1", "piece_set": "classic-12", "tasks": tasks}
    curator.goto(ADDRESS)
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
