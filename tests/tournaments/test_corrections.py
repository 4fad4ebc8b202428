"""Entries of any variant undone and corrected, with the history of it."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.golden import forms, table_for
from tests.tournaments.pages import api_of, page_of, post, text, told
from tests.tournaments.people import NOW, enter_event
from tournaments.models import Entry, Game
from tournaments.services import games, rounds

pytestmark = pytest.mark.django_db


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


def test_a_round_that_is_another_by_now_is_neither_undone_nor_corrected(
    organiser: Any, desk: Client
) -> None:
    game, events = table_for(organiser, "classic-2015")
    enter_event(organiser, game, events[0])
    page = desk.get(page_of(game))
    [undo], [correct] = forms(page, "/undo/"), forms(page, "/correct/0/")
    correct.fields |= {"0.gem.0": ["red"], "0.gem.1": ["red"], "0.gem.2": ["red"]}
    correct.fields["reason"] = ["red, all of them"]
    # Meanwhile somebody else draws, or enters the round anew.
    enter_event(organiser, game, events[1])
    assert undo.send(desk).status_code == 409
    assert games.view_of(game).events == events[:2]
    games.undo_last(user=organiser, game=game, index=0, now=NOW)
    enter_event(organiser, game, {**events[0], "finished": [2]})
    assert undo.send(desk).status_code == correct.send(desk).status_code == 409
    assert [entry.event["finished"] for entry in games.view_of(game).entries] == [[2]]
