"""Entries of the dice game on a table's page: by script, by form, undone, corrected."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.tournaments.pages import entry, send, told
from tests.tournaments.people import NOW, seated
from tournaments.models import Entry, Tournament
from tournaments.services import drawing, games

pytestmark = pytest.mark.django_db


# The same in every process that shares the tests.
KEY = "5f7d1a52-9a6b-4a39-8e0d-6a3f6d8f3c11"


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        "1",
        b"\xff\xfe",
        "[" * 100_000,
        '{"key": ' * 5000,
        json.dumps({"index": 1, "event": {}}),
        json.dumps(entry([], key="no key")),
        json.dumps(entry([], key=7)),
        json.dumps(entry([], key=[1])),
        json.dumps(entry([], key=KEY, index="1")),
        json.dumps(entry([], key=KEY, index=True)),
        json.dumps(entry([], key=KEY, index=1.0)),
        json.dumps(entry([], key=KEY, index=-1)),
        json.dumps(entry([], key=KEY, index=2**40)),
        f'{{"key": "{KEY}", "index": {"9" * 5000}, "event": {{}}}}',
    ],
    ids=lambda body: str(body)[:30],
)  # fmt: skip
def test_what_is_no_entry_is_refused(cup: Tournament, desk: Client, body: Any) -> None:
    assert send(desk, cup, body).status_code == 400
    assert Entry.objects.count() == 1


def test_an_event_of_any_depth_is_no_servers_error(cup: Tournament, desk: Client) -> None:
    for depth in (*range(100, 1000, 50), 10_000):
        filled = "[" * depth + "]" * depth
        body = '{"key": "%s", "index": 1, "event": {"kind": "round", "filled": %s}}'
        assert send(desk, cup, body % (uuid4(), filled)).status_code in (400, 422)
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    ("event", "field", "message"),
    [
        ({"kind": "round", "filled": [3]}, "filled", "The table has no seat 3."),
        ({"kind": "round", "filled": [-1]}, "filled", "The table has no seat -1."),
        ({"kind": "round", "filled": [10**50]}, "filled", "The table has no seat …."),
        ({"kind": "round", "filled": ["1"]}, "filled", None),
        ({"kind": "round", "filled": [True]}, "filled", None),
        ({"kind": "round", "filled": [None]}, "filled", None),
        ({"kind": "round", "filled": "AB"}, "filled", None),
        ({"kind": "round", "filled": {}}, "filled", None),
        ({"kind": "round"}, "filled", "The event lacks this field."),
        ({"kind": "turn", "filled": []}, "kind", None),
        ({"kind": ["round"], "filled": []}, "kind", None),
        ({"filled": []}, "kind", "The event must say of which kind it is."),
        ({"kind": "round", "filled": [], "winner": 1}, "winner", None),
        ({"kind": "round", "filled": [], "\ud800": 1}, "\ud800", None),
        ([], "event", None),
        ("round", "event", None),
        (None, "event", None),
    ],
)
def test_what_the_rules_refuse_names_the_field(
    cup: Tournament, desk: Client, event: Any, field: str, message: str | None
) -> None:
    answer = send(desk, cup, {"key": str(uuid4()), "index": 1, "event": event})
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    if message is not None:
        assert answer.json()["error"] == message
    assert Entry.objects.count() == 1


def test_who_is_done_is_named(cup: Tournament, desk: Client) -> None:
    seat = games.view_of(cup.games.get()).names.index("A")
    answer = send(desk, cup, entry([seat]))
    assert (answer.status_code, answer.json()) == (
        422,
        {
            "error": "The area is already filled by A, who waits for the next one.",
            "field": "filled",
        },
    )
    twice = [one for one in range(3) if one != seat][:1] * 2
    assert send(desk, cup, entry(twice)).json()["field"] == "filled"


def test_a_round_entered_twice(cup: Tournament, desk: Client) -> None:
    sent = entry([])
    first, again = send(desk, cup, sent), send(desk, cup, sent)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json() == sent
    # The same round with another key, as a second phone would send it.
    other = send(desk, cup, entry([]))
    assert other.status_code == 409
    assert other.json() == {
        "error": "Something else was entered in the meantime; look at the game as it stands.",
        "there": [sent],
        "told": "Round 2 was entered by somebody else. There it says: nobody.",
    }
    assert Entry.objects.count() == 2


def test_a_conflict_shows_all_that_is_there(cup: Tournament, desk: Client) -> None:
    there = [entry([]), entry([], index=2)]
    for one in there:
        send(desk, cup, one)
    assert send(desk, cup, entry([])).json()["there"] == there
    assert send(desk, cup, entry([], index=9)).json()["there"] == []


def test_an_entry_for_a_table_that_was_drawn_anew(organiser: Any, desk: Client) -> None:
    cup = seated(organiser, ["A", "B"])
    shown = cup.games.get()
    drawing.seat_present_players(tournament=cup, seed=2, now=NOW)
    path = f"/tournaments/{cup.pk}/tables/1/enter/?game={shown.pk}"
    body = json.dumps(entry([0], index=0))
    assert desk.post(path, body, content_type="application/json").status_code == 404
    assert Entry.objects.count() == 0


def test_entries_without_javascript(cup: Tournament, desk: Client) -> None:
    table = f"/tournaments/{cup.pk}/tables/1/"
    view = games.view_of(cup.games.get())
    b = view.names.index("B")
    page = desk.get(table).content.decode()
    [key] = re.findall(r'name="key" value="([^"]*)"', page)
    [index] = re.findall(r'id="entry".*?name="index" value="(\d+)"', page, flags=re.DOTALL)
    fields = {"key": key, "index": index, "kind": "round", "many": "filled", "filled": [b]}
    for _ in range(2):  # "send this form again?" does no harm
        assert desk.post(table + "enter/", fields)["Location"] == f"{table}?game={view.game.pk}"
    assert games.view_of(cup.games.get()).events[-1] == {"kind": "round", "filled": [b]}
    late = desk.post(table + "enter/", fields | {"key": str(uuid4())})
    assert told(late) == [
        "Something else was entered in the meantime; look at the game as it stands."
    ]
    wrong = desk.post(table + "enter/", {**fields, "key": str(uuid4()), "index": 2, "filled": [7]})
    assert told(wrong)[-1] == "The table has no seat 7."
    broken: dict[str, Any]
    for broken in (
        {"index": "x"},
        {"key": "x"},
        {"filled": ["x"]},
        {"filled": ["9" * 5000]},
        {"kind": []},
    ):
        assert desk.post(table + "enter/", {**fields, **broken}).status_code == 400
    assert Entry.objects.count() == 2


@pytest.mark.parametrize("index", ["", "x", "-1", "1", "9" * 5000, "²"])
def test_an_undo_of_another_round_undoes_nothing(cup: Tournament, desk: Client, index: str) -> None:
    answer = desk.post(f"/tournaments/{cup.pk}/tables/1/undo/", {"index": index})
    assert len(told(answer)) == 1
    assert Entry.objects.get().retired_at is None


@pytest.mark.parametrize(
    "fields",
    [
        {"0.filled": ["9" * 5000], "reason": "a slip"},
        {"0.filled": ["x"], "reason": "a slip"},
        {"0.filled": ["3"], "reason": "a slip"},
        {"0.filled": ["0", "0"], "reason": "a slip"},
        {"0.filled": ["0"]},
        {"0.filled": ["0"], "reason": "   "},
        {"0.filled": ["0"], "reason": "a\0b"},
        {"0.filled": ["0"], "reason": "<b>slip</b>"},
        {"0.filled": ["0"], "reason": "x" * 201},
    ],
    ids=["long", "word", "stranger", "twice", "no reason", "blanks", "NUL", "markup", "much"],
)
def test_a_correction_that_is_wrong_changes_nothing(
    cup: Tournament, desk: Client, fields: dict[str, Any]
) -> None:
    answer = desk.post(f"/tournaments/{cup.pk}/tables/1/correct/0/", fields)
    assert (answer.status_code, len(told(answer))) == (409, 1)
    assert Entry.objects.get().retired_at is None
    nowhere = desk.post(f"/tournaments/{cup.pk}/tables/1/correct/{'9' * 30}/", {"reason": "x"})
    assert "event" in told(nowhere)[-1]


def test_a_round_that_was_never_played(cup: Tournament, desk: Client) -> None:
    fields = {"0.remove": "1", "0.filled": ["0"], "reason": "nobody rolled"}
    desk.post(f"/tournaments/{cup.pk}/tables/1/correct/0/", fields)
    assert games.view_of(cup.games.get()).events == []


def test_a_login_leads_back_to_the_same_game(cup: Tournament, desk: Client) -> None:
    game = cup.games.get()
    address = f"/tournaments/{cup.pk}/tables/1/"
    login = f"/accounts/login/?next={address}%3Fgame%3D{game.pk}"
    for answer in (desk.get(address), desk.post(f"{address}undo/", {"index": 9})):
        assert f'href="{login}"' in answer.content.decode()
    assert Client().post(f"{address}undo/?game={game.pk}")["Location"] == login
