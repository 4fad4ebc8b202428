"""Whole games of every variant through every door, and what each door refuses."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.tournaments.golden import RESULTS, forms, play_by_forms, result, table_for
from tests.tournaments.pages import as_person, send, text, told
from tests.tournaments.people import NOW, enter_event, seated
from tournaments.models import Entry, Game, Tournament
from tournaments.services import games, rounds

pytestmark = pytest.mark.django_db


def page_of(game: Game) -> str:
    return f"/tournaments/{game.tournament_id}/tables/{game.table}/"


def api_of(game: Game) -> str:
    return f"/api/v1{page_of(game)}"


def post(client: Client, path: str, body: Any) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json")


def entry(event: Any, index: int) -> dict[str, Any]:
    return {"key": str(uuid4()), "index": index, "event": event}


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
        assert send(desk, game.tournament, entry(event, index)).status_code == 200
    assert result(game) == RESULTS[name]


@pytest.mark.parametrize("name", ["classic-2003", "family-3d-shared", "junior-2"])
def test_a_game_by_the_api(organiser: Any, desk: Client, name: str) -> None:
    game, events = table_for(organiser, name)
    for index, event in enumerate(events):
        answer = post(desk, f"{api_of(game)}entries/", entry(event, index))
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
    refused = send(desk, game.tournament, entry({"kind": "playoff", "winner": 3}, len(events) - 1))
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


# --- chance -----------------------------------------------------------------------------------


def test_a_random_gem_is_drawn_once_and_kept(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2015")
    enter_event(organiser, game, events[0])
    sent = entry({"kind": "draw", "seat": 0, "gem": "random"}, 1)
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
    page = send(desk, cup, entry(event, len(there)))
    assert (page.status_code, page.json()["field"]) == (422, field)
    api = post(desk, f"{api_of(game)}entries/", entry(event, len(there)))
    assert (api.status_code, list(api.json())) == (400, [field])
    late = post(desk, f"{api_of(game)}entries/", entry(event, len(there) + 1))
    assert late.status_code == 409
    assert Entry.objects.count() == len(there)


# --- undone and corrected ---------------------------------------------------------------------


def test_undo_takes_back_one_draw_at_a_time(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2015")
    for event in events[:3]:
        enter_event(organiser, game, event)
    undo = f"{page_of(game)}undo/"
    assert desk.post(undo, {"index": 2}).status_code == 302
    assert games.view_of(game).events == events[:2]
    assert desk.post(undo, {"index": 2}).status_code == 409
    # The round with the draw that is left: the API may take back all of it.
    assert post(desk, f"{api_of(game)}undo/", {"index": 0}).json()["events"] == []
    assert [one.retirement for one in Entry.objects.all()] == ["undone"] * 3


def test_a_round_is_corrected_with_its_draws(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2015")
    for event in events[:7]:
        enter_event(organiser, game, event)
    names = games.view_of(game).names
    # The form holds what was entered: Ann first, Ben second, Cleo third.
    first = forms(desk.get(page_of(game)), "/correct/0/")[0]
    places = {name: value for name, value in first.fields.items() if "place" in name}
    assert places == {"0.place.0": ["1"], "0.place.1": ["2"], "0.place.2": ["3"]}
    for name, value in {
        "0.place.0": "2",
        "0.place.1": "1",
        "0.place.2": "",
        "0.gem.0": "red",
        "0.gem.1": "brown",
        "0.gem.2": "",
    }.items():
        first.fields[name] = []
        first.choose(name, value)
    first.fields["reason"] = ["Ben was first"]
    assert first.send(desk).status_code == 302
    view = games.view_of(game)
    assert view.events == [
        {"kind": "round", "finished": [1, 0], "second_chance": False},
        {"kind": "draw", "seat": 1, "gem": "brown"},
        {"kind": "draw", "seat": 0, "gem": "red"},
        *events[4:7],
    ]
    assert [entry.index for entry in view.entries] == list(range(6))
    assert view.corrections == 1
    a, b, c = names
    assert (
        f"Round 1: {a}, {b}, {c} · {a}: red · {b}: green · {c}: blue"
        f" → {b}, {a} · {b}: brown · {a}: red – corrected, org,"
    ) in text(desk.get(page_of(game)))
    [taken_back] = rounds.taken_back(view)
    assert (taken_back.first.reason, taken_back.first.retired_round) == ("Ben was first", 1)


def test_takes_are_corrected_in_the_order_of_taking(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2003")
    for event in events[:7]:
        enter_event(organiser, game, event)
    form = forms(desk.get(page_of(game)), "/correct/3/")[0]
    for name, value in {"3.took.0": "2", "3.took.1": "1", "3.row.2": "late"}.items():
        form.fields[name] = []
        form.choose(name, value)
    form.fields["reason"] = ["Ben was quicker"]
    assert form.send(desk).status_code == 302
    assert games.view_of(game).events[4:] == [
        {"kind": "take", "seat": 1, "row": 1},
        {"kind": "take", "seat": 0, "row": 1},
        {"kind": "take", "seat": 2, "row": None},
    ]
    # A pawn is corrected by itself; the first take goes from row 3 to row 1 all the same.
    pawn = forms(desk.get(page_of(game)), "/correct/1/")[0]
    pawn.fields |= {"1.row.1": ["3"], "reason": ["a slip"]}
    assert pawn.send(desk).status_code == 302
    assert games.view_of(game).events[1] == {"kind": "pawn", "seat": 1, "row": 3}


def corrected_later(organiser: Any, desk: Client) -> tuple[Game, Any]:
    """A pawn that is moved so that a take of the first round becomes illegal."""
    game, events = table_for(organiser, "classic-2003")
    for event in events[:7]:
        enter_event(organiser, game, event)
    pawn = forms(desk.get(page_of(game)), "/correct/2/")[0]
    pawn.fields |= {"2.row.2": ["1"], "reason": ["it stood on row 1"]}
    return game, pawn.send(desk)


def test_a_correction_that_makes_a_later_round_wrong(organiser: Any, desk: Client) -> None:
    game, answer = corrected_later(organiser, desk)
    why = "This row is too far away for a pawn of this place in the round."
    assert (answer.status_code, told(answer)) == (
        409,
        [f"Then round 1 would no longer be right: {why}"],
    )
    assert Entry.objects.exclude(retired_at=None).count() == 0
    assert games.view_of(game).state.pawns == (1, 1, 6)


def test_both_are_corrected_in_the_same_step(organiser: Any, desk: Client) -> None:
    game, answer = corrected_later(organiser, desk)
    # The answer asks for the later round too, and keeps what was written.
    form = forms(answer, "/correct/2/")[0]
    assert (form.fields["2.row.2"], form.fields["3.row.2"]) == (["1"], ["6"])
    assert form.fields["reason"] == ["it stood on row 1"]
    form.fields["3.row.2"] = ["2"]
    assert form.send(desk).status_code == 302
    assert games.view_of(game).state.pawns == (1, 1, 2)
    assert games.view_of(game).corrections == 2


def test_several_rounds_are_corrected_by_the_api(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2003")
    for event in events[:7]:
        enter_event(organiser, game, event)
    body: dict[str, Any] = {
        "index": 2,
        "events": [{"kind": "pawn", "seat": 2, "row": 1}],
        "reason": "row 1",
    }
    refused = post(desk, f"{api_of(game)}correct/", body)
    assert (refused.status_code, list(refused.json())) == (400, ["row"])
    body["also"] = [{"index": 3, "events": [*events[3:6], {**events[6], "row": 2}]}]
    answer = post(desk, f"{api_of(game)}correct/", body)
    assert (answer.status_code, answer.json()["corrections"]) == (200, 2)
    assert answer.json()["events"][6] == {"kind": "take", "seat": 2, "row": 2}
    twice = {**body, "also": [{"index": 4, "events": []}, {"index": 3, "events": []}]}
    assert post(desk, f"{api_of(game)}correct/", twice).status_code == 400


# --- what a table agrees on -------------------------------------------------------------------


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


def test_only_the_organiser_agrees(cup: Tournament) -> None:
    player = as_person(cup.registrations.get(user__username="A").user)
    for deed, body in (
        ("agree", {"config": {}}),
        ("sheet", {"key": str(uuid4()), "events": []}),
    ):
        path = f"{api_of(cup.games.get())}{deed}/"
        assert post(player, path, body).status_code == 404
        assert post(Client(), path, body).status_code == 401
