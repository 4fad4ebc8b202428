"""A whole game from paper: all of it or nothing, and what is wrong at its round."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.tournaments.golden import RESULTS, Form, forms, result, table_for
from tests.tournaments.pages import as_person, text, told
from tests.tournaments.people import NOW, person
from tournaments.models import Entry, Game, Tournament
from tournaments.rules import split
from tournaments.services import games, rounds

pytestmark = pytest.mark.django_db

# The points of each area in the golden games of dice, as their pads have them.
AREAS = {
    "dice": ["3142", "4223", "4444", "3433", "4431", "1334"],
    "dice-five-areas": ["21", "12", "21", "21", "22"],
}


def sheet_of(client: Client, game: Game) -> Form:
    [form] = forms(client.get(f"/tournaments/{game.tournament_id}/tables/1/sheet/"), "/sheet/")
    return form


def write(form: Form, game: Game, events: list[dict[str, Any]]) -> None:
    """Write a game round by round into the cells of a sheet."""
    lines = [[events[i] for i in span] for span in split(games.view_of(game).rules, events)]
    pawns = [line[0] for line in lines if line[0]["kind"] == "pawn"]
    for pawn in pawns:
        form.choose(f"0.row.{pawn['seat']}", str(pawn["row"]))
    for number, (first, *shares) in enumerate(lines[len(pawns) :], 1 if pawns else 0):
        if first["kind"] == "playoff":
            form.choose(f"{number}.wins", str(first["winner"]))
            continue
        for place, seat in enumerate(first["finished"], 1):
            form.choose(f"{number}.place.{seat}", str(place))
        if first.get("second_chance"):
            form.choose(f"{number}.second_chance", "1")
        for order, share in enumerate(shares, 1):
            seat = share["seat"]
            if share["kind"] == "draw":
                form.choose(f"{number}.gem.{seat}", share["gem"])
                continue
            form.choose(f"{number}.row.{seat}", str(share["row"] or "late"))
            if first["finished"].index(seat) + 1 != order:
                form.choose(f"{number}.took.{seat}", str(order))


@pytest.mark.parametrize("name", sorted(set(RESULTS) - set(AREAS)))
def test_a_sheet_is_the_game(organiser: Any, desk: Client, name: str) -> None:
    game, events = table_for(organiser, name)
    form = sheet_of(desk, game)
    write(form, game, events)
    # Twice: "send this form again?" does no harm.
    assert [form.send(desk).status_code for _ in range(2)] == [302, 302]
    assert games.view_of(game).events == events
    assert result(game) == RESULTS[name]


def test_the_last_of_a_round_of_junior_may_be_written_down(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "junior-3")
    form = sheet_of(desk, game)
    write(form, game, events)
    [[last]] = [{0, 1, 2}.difference(event["finished"]) for event in events[:1]]
    assert form.fields[f"0.place.{last}"] == [""]
    form.choose(f"0.place.{last}", "3")
    assert form.send(desk).status_code == 302
    assert (games.view_of(game).events, result(game)) == (events, RESULTS["junior-3"])


@pytest.mark.parametrize("name", sorted(AREAS))
def test_a_pad_of_dice_has_the_points_of_each_area(organiser: Any, desk: Client, name: str) -> None:
    game, _events = table_for(organiser, name)
    form = sheet_of(desk, game)
    for number, area in enumerate(AREAS[name]):
        for seat, points in enumerate(area):
            form.choose(f"{number}.points.{seat}", points)
    assert form.send(desk).status_code == 302
    assert result(game) == RESULTS[name]


@pytest.mark.parametrize("area", ["3333", "4441", "4432", "4211", "4322", "4433"])
def test_points_of_an_area_that_can_or_cannot_be(organiser: Any, desk: Client, area: str) -> None:
    game, _events = table_for(organiser, "dice")
    form = sheet_of(desk, game)
    for number, points in enumerate([area, *AREAS["dice"][1:]]):
        for seat, own in enumerate(points):
            form.choose(f"{number}.points.{seat}", own)
    answer = form.send(desk)
    if area in ("4441", "4322", "4433"):
        assert answer.status_code == 302
    else:
        assert answer.status_code == 400
        assert "Area 1 : No area gives these points: the first to fill it get 4" in text(answer)
        assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("name", "line", "change", "message"),
    [
        ("classic-2003", "Round 1", {"1.row.1": "6"}, "This row is too far away"),
        ("classic-2003", "Round 9", {"9.row.2": "2"}, "This row is too far away"),
        ("classic-2003", "Pawns", {"0.row.1": ""}, "On which row does the pawn of"),
        ("classic-2003", "Round 2", {"2.row.1": ""}, "get for finishing?"),
        ("classic-2015", "Round 3", {"2.second_chance": ""}, "the timer is turned once more"),
        ("classic-2015", "Round 1", {"0.place.1": "1"}, "The places must be 1, 2 and so on"),
        ("classic-2015", "Round 1", {"0.place.1": ""}, "The places must be 1, 2 and so on"),
        ("classic-2015", "Round 2", {"1.gem.1": ""}, "get for finishing?"),
        ("classic-2015", "Round 2", {"1.gem.2": "red"}, "has no place in this round"),
        ("classic-2015", "Round 2", {"1.gem.1": "violet"}, "This can't be 'violet' now"),
        ("classic-2015", "Playoff", {"9.wins": "0"}, "The game is over; nothing can follow."),
        ("junior-3", "Round 1", {"0.place.2": "4"}, "The places must be 1, 2 and so on"),
        ("junior-3", "Round 1", {"0.place.0": "x"}, "The places must be 1, 2 and so on"),
    ],
)
def test_what_is_wrong_stands_at_its_round(
    organiser: Any, desk: Client, name: str, line: str, change: dict[str, str], message: str
) -> None:
    game, events = table_for(organiser, name)
    form = sheet_of(desk, game)
    write(form, game, events)
    form.fields |= {name: [value] for name, value in change.items()}
    answer = form.send(desk)
    assert answer.status_code == 400
    [found] = [one for one in answer.context["sheet"].lines if one.error]
    assert (found.title, message in found.error) == (line, True), found.error
    assert f"{line} : {found.error}" in text(answer).replace("&#x27;", "'")
    # Nothing is written, and what was filled in is there to be mended.
    assert Entry.objects.count() == 0
    kept = forms(answer, "/sheet/")[0].fields
    assert {key for key, value in kept.items() if value != [""]} >= {
        key for key, value in form.fields.items() if value[-1] and key not in change
    }


def test_a_game_that_is_not_over_is_no_whole_game(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "family-3d")
    form = sheet_of(desk, game)
    write(form, game, events[:-1])
    answer = form.send(desk)
    assert (answer.status_code, told(answer)) == (
        409,
        ["The game isn't over with this; what is missing: who won the playoff"],
    )
    assert Entry.objects.count() == 0


def test_a_sheet_does_not_go_over_what_was_entered(
    organiser: Any, desk: Client, cup: Tournament
) -> None:
    game = cup.games.get()
    form = sheet_of(desk, game)
    for number in range(6):
        for seat in range(3):
            form.choose(f"{number}.points.{seat}", "3")
    answer = form.send(desk)
    assert (answer.status_code, told(answer)) == (
        409,
        ["Something was entered of this game already; a sheet is for a whole game."],
    )
    assert Entry.objects.count() == 1
    games.undo_last(user=organiser, game=game, index=0, now=NOW)
    assert form.send(desk).status_code == 302
    assert Entry.objects.filter(retired_at=None).count() == 6
    del form.fields["key"]
    assert form.send(desk).status_code == 400


def test_a_sheet_by_the_api(organiser: Any, desk: Client) -> None:
    game, events = table_for(organiser, "classic-2015")
    path = f"/api/v1/tournaments/{game.tournament_id}/tables/1/sheet/"

    def post(client: Client, **body: Any) -> Any:
        return client.post(path, json.dumps(body), content_type="application/json")

    key = str(uuid4())
    short = post(desk, key=key, events=events[:-1])
    assert (short.status_code, short.json()) == (
        400,
        {"events": ["The game isn't over with this; what is missing: a gem that was drawn"]},
    )
    bad = [*events[:5], {"kind": "draw", "seat": 0, "gem": "red"}, *events[6:]]
    answer = post(desk, key=key, events=bad)
    assert (answer.status_code, answer.json()["index"]) == (400, 5)
    assert set(answer.json()) == {"seat", "index"}
    broken: dict[str, Any]
    for broken in ({"events": [{}]}, {"events": 1}, {"key": "x", "events": events}):
        assert post(desk, **{"key": key, **broken}).status_code == 400
    assert Entry.objects.count() == 0
    done = post(desk, key=key, events=events)
    assert (done.status_code, done.json()["scores"]) == (200, [16, 26, 27])
    assert post(desk, key=key, events=events).status_code == 200
    assert post(desk, key=str(uuid4()), events=events).status_code == 400
    assert Entry.objects.count() == len(events)
    stranger = as_person(person("stranger"))
    assert post(stranger, key=key, events=events).status_code == 404


def test_a_sheet_with_chance_is_drawn_from_the_seed(organiser: Any) -> None:
    game, events = table_for(organiser, "classic-2015")
    left_open = [one if one["kind"] == "round" else {**one, "gem": "random"} for one in events]
    view = rounds.record_sheet(user=organiser, game=game, key=uuid4(), events=left_open, now=NOW)
    drawn = [one["gem"] for one in view.events if one["kind"] == "draw"]
    assert set(drawn) <= {"red", "blue", "green", "brown"}
    assert [one.event for one in Entry.objects.all()] == view.events
