"""The golden games of the rules at a table of a tournament, and forms as a browser fills them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.test import Client

from tests.tournaments.people import seated
from tournaments.models import Game
from tournaments.services import games

GAMES = Path(__file__).parents[1] / "rules" / "games"

# What each game comes to; the arithmetic stands with the tests of the rules.
RESULTS = {
    "classic-2003": ([6, 6, 2], [1, 2, 3]),
    "classic-2015": ([16, 26, 27], [3, 2, 1]),
    "family-3d": ([33, 33, 33, 0], [2, 2, 1, 4]),
    "family-3d-shared": ([33, 33, 33, 0], [1, 1, 1, 4]),
    "junior-2": ([2, 2], [1, 1]),
    "junior-3": ([4, 3, 3], [1, 2, 2]),
    "junior-4": ([5, 3, 3, 3], [1, 2, 2, 2]),
    "dice": ([19, 18, 19, 17], [1, 3, 1, 4]),
    "dice-five-areas": ([9, 7], [1, 2]),
}


def golden(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((GAMES / f"{name}.json").read_text("utf-8"))
    return content


def table_for(organiser: Any, name: str) -> tuple[Game, list[dict[str, Any]]]:
    """A table that agreed on what a golden game has, and the game's events."""
    file = golden(name)
    cup = seated(organiser, file["seats"], variant=file["variant"], config={})
    game = games.agree(game=cup.games.get(), options=file["config"])
    return game, file["events"]


def result(game: Game) -> tuple[list[int], list[int]]:
    """The scores and places of a game that is over."""
    view = games.view_of(game)
    assert view.finished
    return view.scores, [one.place for one in view.rules.ranking(view.state)]


@dataclass
class Form:
    """A form of a page: what its fields hold, and what can be chosen in them."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    """By name the values of its options, ticks and buttons."""

    def choose(self, name: str, *values: str) -> None:
        """Choose these, which must be offered."""
        assert set(values) <= set(self.choices[name]), (name, values, self.choices)
        self.fields[name] = [*self.fields.get(name, []), *values]

    def send(self, client: Client) -> Any:
        return client.post(self.action, self.fields)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.select = ""
        self.in_template = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "template":
            self.in_template = True
        if self.in_template:
            return
        if tag == "form":
            self.forms.append(Form(at["action"]))
        elif tag == "select":
            self.select = at["name"]
        elif tag == "option":
            self._offer(self.select, at["value"], is_chosen="selected" in at)
        elif tag in ("input", "button", "textarea") and "name" in at and "disabled" not in at:
            if at.get("type") == "checkbox" or tag == "button":
                self._offer(at["name"], at.get("value", ""), is_chosen="checked" in at)
            else:
                self.forms[-1].fields.setdefault(at["name"], []).append(at.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        self.in_template = self.in_template and tag != "template"

    def _offer(self, name: str, value: str, *, is_chosen: bool) -> None:
        form = self.forms[-1]
        form.choices.setdefault(name, []).append(value)
        if is_chosen:
            form.fields.setdefault(name, []).append(value)


def forms(answer: Any, part: str) -> list[Form]:
    """The forms of a page that lead to an address with this part."""
    reader = _Reader()
    reader.feed(answer.content.decode())
    return [form for form in reader.forms if part in form.action]


def fill(form: Form, event: Mapping[str, Any]) -> None:
    """Say what the event says, as somebody does whose browser runs no script."""
    for name, value in event.items():
        if name in ("finished", "filled"):
            form.choose(name, *map(str, value))
        elif value is True:
            form.choose(name, "true")
        elif name not in ("kind", "seat") and value is not False:
            form.choose(name, json.dumps(value))


def play_by_forms(client: Client, table: str, events: Sequence[Mapping[str, Any]]) -> None:
    """Enter a game at a table, each event with the form that asks for it."""
    for event in events:
        asked = forms(client.get(table), "/enter/")
        seat = event.get("seat")
        [form] = [one for one in asked if seat is None or one.fields.get("seat") == [str(seat)]]
        fill(form, event)
        answer = form.send(client)
        assert answer.status_code == 302, (event, answer.status_code)
