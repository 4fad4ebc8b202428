"""Whole games of every variant through every door, and what each door refuses."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.tournaments.golden import RESULTS, forms, play_by_forms, result, table_for
from tests.tournaments.pages import api_of, entry_of, page_of, post, send, text
from tests.tournaments.people import NOW, enter_event, seated
from tournaments.models import Entry, Game
from tournaments.services import games
from tournaments.templatetags.boards import short_names

pytestmark = pytest.mark.django_db


# --- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["classic-2003", "family-3d", "junior-3", "dice-five-areas"])
def test_a_game_by_forms_without_a_script(organiser: Any, desk: Client, name: str) -> None:
    game, events = table_for(organiser, name)
    play_by_forms(desk, page_of(game), events)
    assert result(game) == RESULTS[name]
    assert games.view_of(game).events == events
    over = desk.get(page_of(game))
    assert "The game is over." in text(over)
    assert forms(over, "/enter/") == []


@pytest.mark.parametrize("name", ["classic-2015", "junior-4", "dice"])
def test_a_game_by_the_pages_script(organiser: Any, desk: Client, name: str) -> None:
    game, events = table_for(organiser, name)
    for index, event in enumerate(events):
        assert send(desk, game.tournament, entry_of(event, index)).status_code == 200
    assert result(game) == RESULTS[name]


@pytest.mark.parametrize("name", ["classic-2003", "family-3d-shared", "junior-2"])
def test_a_game_by_the_api(organiser: Any, desk: Client, name: str) -> None:
    game, events = table_for(organiser, name)
    for index, event in enumerate(events):
        answer = post(desk, f"{api_of(game)}entries/", entry_of(event, index))
        assert (answer.status_code, answer.json()["event"]) == (201, event)
    assert result(game) == RESULTS[name]


def test_what_comes_of_a_game_is_public_with_why(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "family-3d")
    post(desk, f"{api_of(game)}sheet/", {"key": str(uuid4()), "events": events})
    names = games.view_of(game).names
    page = text(Client().get(f"/tournaments/{game.tournament_id}/"))
    assert "3-D Family ·" in page
    assert (
        f"{names[2]} 33 Total 33, the highest, level with {names[0]}, {names[1]},"
        " and first in the playoff."
    ) in page
    overview = Client().get(f"/api/v1/tournaments/{game.tournament_id}/").json()["overview"]
    [table] = overview["tables"]
    assert (table["scores"], table["places"]) == RESULTS["family-3d"]
    assert table["why"][3] == f"Total 0, behind {names[0]}, {names[1]}, {names[2]}."
    assert (table["finished"], table["next"]) == (True, [])
    assert table["config"] == {"levels": [4, 3, 3, 1], "first": 0, "playoff": True}


def test_a_long_game_travels_packed(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2003")
    for event in events[:-1]:
        enter_event(organiser, game, event)
    packed = {"Accept-Encoding": "gzip"}
    whole = desk.get(f"{page_of(game)}state/")
    part = desk.get(f"{page_of(game)}state/", headers=packed)
    # All nine rounds can be corrected on the page, which is much to read and little to send.
    assert part["Content-Encoding"] == "gzip"
    assert len(part.content) < len(whole.content) / 5
    packed["If-None-Match"] = part["ETag"]
    assert desk.get(f"{page_of(game)}state/", headers=packed).status_code == 304


# --- what comes next --------------------------------------------------------------------------


def now_told(client: Client, game: Game) -> str:
    return text(client.get(page_of(game))).split("Sunday Table 1 ", 1)[1]


def test_a_page_says_what_comes_next(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2015")
    names = games.view_of(game).names
    # The third seat rolls first: that is what the table agreed on.
    assert now_told(desk, game).startswith(
        f"Round 1 of 9 {names[2]} rolls the die and turns the timer."
        " Tap the names in the order of finishing, then end the round."
    )
    enter_event(organiser, game, events[0])
    assert now_told(desk, game).startswith(
        f"Round 1 of 9 {names[0]} draws a gem from the bag. Tap what was drawn, or let the site"
    )
    [form] = forms(desk.get(page_of(game)), "/enter/")
    assert form.choices == {"gem": ['"red"', '"blue"', '"green"', '"brown"', '"random"']}
    for event in events[1:4]:
        enter_event(organiser, game, event)
    # The fourth seat isn't there, so it is the first one's turn.
    assert f"Round 2 of 9 {names[0]} rolls" in now_told(desk, game)


def test_bag_and_track_stand_on_the_page(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2015")
    for event in events[:4]:
        enter_event(organiser, game, event)
    page = text(desk.get(page_of(game)))
    # Drawn from the bag: red, green, blue; from the track: one blue, one brown.
    assert "on the track 0 8 0 8" in page
    assert "in the bag 9 9 9 10" in page


def test_a_playoff_is_among_those_who_are_level(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "family-3d")
    post(desk, f"{api_of(game)}sheet/", {"key": str(uuid4()), "events": events})
    games.undo_last(user=organiser, game=game, index=len(events) - 1, now=NOW)
    names = games.view_of(game).names
    assert now_told(desk, game).startswith(
        f"Playoff Level at the top: {', '.join(names[:3])}. They play one more task"
    )
    [form] = forms(desk.get(page_of(game)), "/enter/")
    assert form.choices == {"winner": ["0", "1", "2"]}
    refused = send(
        desk, game.tournament, entry_of({"kind": "playoff", "winner": 3}, len(events) - 1)
    )
    assert (refused.status_code, refused.json()) == (
        422,
        {
            "field": "winner",
            "error": f"The playoff is without {names[3]}, who isn't level at the top.",
        },
    )


def test_the_rows_that_a_finisher_may_reach(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2003")
    for event in events[:4]:
        enter_event(organiser, game, event)
    names = games.view_of(game).names
    page = desk.get(page_of(game))
    # From row 1 the first may move three rows; the second two; the third, on row 6, one.
    rows = {form.fields["seat"][0]: form.choices["row"] for form in forms(page, "/enter/")}
    assert rows == {
        "0": ["1", "2", "3", "4", "null"],
        "1": ["1", "2", "3", "null"],
        "2": ["5", "6", "null"],
    }
    drawn = page.content.decode().split('class="board-2003"')[1].split(">")[0]
    assert f"row 1: red, red ({names[0]}, {names[1]})" in drawn
    assert f"{names[2]} may reach: 5, 6" in drawn
    # Whoever is quickest takes first: here the second to finish.
    enter_event(organiser, game, {"kind": "take", "seat": 1, "row": 1})
    drawn = desk.get(page_of(game)).content.decode()
    assert f"row 1: blue, blue ({names[0]}, {names[1]})" in drawn
    assert drawn.count('class="hole"') == 2


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ann", "Bobbie"], ["Ann", "Bobbie"]),
        (["Bartholomew", "Bob"], ["Barth…", "Bob"]),
        (["Player 1", "Player 2", "Player 10"], ["Pl…r 1", "Pl…r 2", "Pl… 10"]),
    ],
)
def test_names_on_the_board_differ(names: list[str], shown: list[str]) -> None:
    assert short_names(names) == shown


# --- chance -----------------------------------------------------------------------------------


def test_a_random_gem_is_drawn_once_and_kept(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2015")
    enter_event(organiser, game, events[0])
    sent = entry_of({"kind": "draw", "seat": 0, "gem": "random"}, 1)
    first, again = (send(desk, game.tournament, sent).json() for _ in range(2))
    assert first == again
    assert first["event"]["gem"] in ("red", "blue", "green", "brown")
    # Undone and drawn again it is the same: nobody fishes for a better one.
    desk.post(f"{page_of(game)}undo/", {"index": 1})
    redrawn = send(desk, game.tournament, {**sent, "key": str(uuid4())}).json()
    assert redrawn["event"] == first["event"]


def test_tables_have_a_chance_of_their_own(organiser: Any) -> None:
    cup = seated(organiser, [f"p{n}" for n in range(8)], variant="classic-2003", config={})
    one, other = cup.games.all()
    assert one.config["gems"] != other.config["gems"]
    assert one.seed != other.seed


def test_what_chance_drew_at_the_start_stays(organiser: Any) -> None:
    cup = seated(organiser, ["A", "B", "C"], variant="junior", config={"side": "difficult"})
    game = cup.games.get()
    assert game.config["side"] == "difficult"
    assert len(set(game.config["colours"])) == 3
    assert games.view_of(game).state.to_json()["config"] == game.config


# --- refused ----------------------------------------------------------------------------------

START: dict[str, list[dict[str, Any]]] = {
    "classic-2003": [{"kind": "pawn", "seat": seat, "row": 1} for seat in range(3)],
    "classic-2015": [],
    "family-3d": [],
    "junior": [],
}
RACE = {"kind": "round", "finished": [0], "second_chance": False}
REFUSED: list[tuple[str, list[dict[str, Any]], dict[str, Any], str]] = [
    ("classic-2003", [], {"kind": "take", "seat": 0, "row": 1}, "kind"),
    ("classic-2003", [RACE], {"kind": "take", "seat": 0, "row": 5}, "row"),
    ("classic-2003", [RACE], {"kind": "take", "seat": 1, "row": 1}, "seat"),
    ("classic-2003", [], {**RACE, "finished": []}, "second_chance"),
    ("classic-2015", [], {**RACE, "finished": [0, 0]}, "finished"),
    ("classic-2015", [], {"kind": "round", "finished": [0]}, "second_chance"),
    ("classic-2015", [RACE], RACE, "kind"),
    ("classic-2015", [RACE], {"kind": "draw", "seat": 1, "gem": "red"}, "seat"),
    ("classic-2015", [RACE], {"kind": "draw", "seat": 0, "gem": "violet"}, "gem"),
    ("family-3d", [RACE], {"kind": "draw", "seat": 0, "gem": None}, "gem"),
    ("family-3d", [], {"kind": "playoff", "winner": 0}, "kind"),
    ("junior", [], {"kind": "round", "finished": [0, 1, 2]}, "finished"),
    ("junior", [], {**RACE}, "second_chance"),
]


@pytest.mark.parametrize(("variant", "before", "event", "field"), REFUSED)
def test_what_the_rules_refuse(
    organiser: Any,
    desk: Client,
    variant: str,
    before: list[dict[str, Any]],
    event: dict[str, Any],
    field: str,
) -> None:
    cup = seated(organiser, ["A", "B", "C"], variant=variant, config={})
    game = cup.games.get()
    there = [*START[variant], *before]
    for one in there:
        enter_event(organiser, game, one)
    page = send(desk, cup, entry_of(event, len(there)))
    assert (page.status_code, page.json()["field"]) == (422, field)
    api = post(desk, f"{api_of(game)}entries/", entry_of(event, len(there)))
    assert (api.status_code, list(api.json())) == (400, [field])
    late = post(desk, f"{api_of(game)}entries/", entry_of(event, len(there) + 1))
    assert late.status_code == 409
    assert Entry.objects.count() == len(there)


def test_who_was_slower_is_told_what_is_there(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2003")
    for event in events[:5]:
        enter_event(organiser, game, event)
    name = games.view_of(game).names[0]
    late = send(desk, game.tournament, entry_of({"kind": "take", "seat": 0, "row": 2}, 4))
    assert (late.status_code, late.json()["told"]) == (
        409,
        f"Round 1 was entered by somebody else. There it says: {name}: row 1.",
    )
    pawn = send(desk, game.tournament, entry_of({"kind": "pawn", "seat": 0, "row": 2}, 0))
    assert pawn.json()["told"] == (
        f"Somebody else was quicker. There it says: {name}: pawn before row 1."
    )
