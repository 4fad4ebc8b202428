"""What a table agrees on before its game begins."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.tournaments.golden import forms
from tests.tournaments.pages import api_of, as_person, page_of, post, text, told
from tests.tournaments.people import enter_event, person, seated
from tournaments.models import Game, Tournament

pytestmark = pytest.mark.django_db


def agreement(client: Client, game: Game, **fields: str) -> Any:
    [form] = forms(client.get(page_of(game)), "/agree/")
    for name, value in fields.items():
        form.fields[name.replace("_", "-")] = [value]
    return form.send(client)


def test_levels_and_who_begins(organiser: Any, desk: Client) -> None:
    cup = seated(organiser, ["A", "B"], variant="family-3d", config={"playoff": False})
    game = cup.games.get()
    levels = {"levels_0": "4", "levels_1": "1"}
    half = agreement(desk, game, first="1", levels_0="4", levels_1="")
    assert half.status_code == 400
    assert "This option can be 1, 2, 3, 4, but not 0." in text(half)
    assert agreement(desk, game, first="1", **levels).status_code == 302
    game.refresh_from_db()
    assert game.config == {"levels": [4, 1], "first": 1, "playoff": False}
    assert "level 4" in text(desk.get(page_of(game)))
    enter_event(organiser, game, {"kind": "round", "finished": [], "second_chance": True})
    assert forms(desk.get(page_of(game)), "/agree/") == []
    late = desk.post(f"{page_of(game)}agree/", {"first": "0", "levels-0": "1", "levels-1": "1"})
    assert (late.status_code, told(late)) == (
        409,
        ["The game has begun; what the table agreed on stays as it is."],
    )


LAYOUT = "\n".join(["RRRRRRRRRRRR", "gggggggggggg", "N" * 12, "V" * 12, "Y" * 12, "B " * 12])


def test_how_the_gems_lie(organiser: Any, desk: Client) -> None:
    cup = seated(organiser, ["A", "B"], variant="classic-2003", config={})
    game = cup.games.get()
    drawn = game.config["gems"]
    assert agreement(desk, game, gems=LAYOUT).status_code == 302
    game.refresh_from_db()
    assert [row[0] for row in game.config["gems"]] == [
        *("red", "green", "brown", "violet", "yellow", "blue"),
    ]
    assert game.config["gems"] != drawn
    for wrong, message in [
        (LAYOUT.replace("V" * 12, "V" * 11), "The gems must be 6 rows of 12"),
        (LAYOUT.replace("V" * 12, "V" * 11 + "Y"), "There must be 12 gems of the colour violet"),
        (LAYOUT.replace("V" * 12, "V" * 11 + "X"), "There is no gem"),
        ("", "This field is required."),
    ]:
        answer = agreement(desk, game, gems=wrong)
        assert (answer.status_code, message in text(answer)) == (400, True), message
        assert answer.context["agreement"].errors.keys() == {"gems"}


def test_two_agree_on_five_areas(organiser: Any, desk: Client) -> None:
    two, three = seated(organiser, ["A", "B"]), seated(organiser, ["C", "D", "E"])
    game = two.games.get()
    assert agreement(desk, game, areas="5").status_code == 302
    game.refresh_from_db()
    assert game.config == {"areas": 5, "first": 0}
    [form] = forms(desk.get(page_of(three.games.get())), "/agree/")
    assert set(form.choices) == {"first"}
    refused = post(desk, f"{api_of(three.games.get())}agree/", {"config": {"areas": 5}})
    assert (refused.status_code, list(refused.json())) == (400, ["config.areas"])


def test_no_stranger_agrees(cup: Tournament) -> None:
    stranger = as_person(person("stranger"))
    for deed, body in (
        ("agree", {"config": {}}),
        ("sheet", {"key": str(uuid4()), "events": []}),
    ):
        path = f"{api_of(cup.games.get())}{deed}/"
        assert post(stranger, path, body).status_code == 404
        assert post(Client(), path, body).status_code == 401
