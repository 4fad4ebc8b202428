"""Tournaments through the API: what it tells, what it takes, what it answers to bad input."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.people import enter, person, register, round_of, seated, tournament
from tournaments.models import Entry, Registration, Tournament
from tournaments.services import games, organising
from tournaments.standings.metrics import USUAL_ORDER

pytestmark = pytest.mark.django_db

LIST = "/api/v1/tournaments/"


def as_person(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def post(client: Client, path: str, body: Any = None) -> Any:
    content = body if isinstance(body, str | bytes) else json.dumps(body or {})
    return client.post(path, content, content_type="application/json")


@pytest.fixture
def organiser() -> Any:
    return person("org")


@pytest.fixture
def desk(organiser: Any) -> Client:
    return as_person(organiser)


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    """A, B and C at table 1, where nothing was entered yet."""
    return seated(organiser, ["A", "B", "C"])


def table_of(cup: Tournament) -> str:
    return f"{LIST}{cup.pk}/tables/1/"


def entry(filled: Any, *, index: Any = 0, key: Any = None) -> dict[str, Any]:
    event = {"kind": "round", "filled": filled}
    return {"key": str(uuid4()) if key is None else key, "index": index, "event": event}


# --- reading ----------------------------------------------------------------------------------


def test_a_list_of_tournaments(organiser: Any, desk: Client) -> None:
    cup, draft = tournament(organiser), tournament(organiser, name="Secret")
    Tournament.objects.filter(pk=draft.pk).update(state="draft")
    [listed] = Client().get(LIST).json()["results"]
    assert listed == {
        "id": cup.pk,
        "url": f"http://testserver{LIST}{cup.pk}/",
        "page": f"/tournaments/{cup.pk}/",
        "calendar": f"http://testserver/tournaments/{cup.pk}/tournament.ics",
        "name": "Sunday",
        "variant": "dice",
        "config": {"areas": 6},
        "state": "open",
        "starts_at": "2026-06-07T12:00:00Z",
        "time_zone": "Europe/Berlin",
        "venue": "",
        "about": "",
        "closes_at": None,
        "capacity": 16,
        "confirm_hours": 0,
        "check_in_opens_at": None,
        "check_in_closes_at": None,
        "planned_rounds": 1,
        "table_size": 4,
        "score_weight": "0.0",
        "finals": "",
        "metrics": list(USUAL_ORDER),
        "version": Tournament.objects.get(pk=cup.pk).version,
    }
    assert desk.get(LIST).json()["count"] == 2
    assert Client().get(f"{LIST}{draft.pk}/").status_code == 404
    assert desk.get(f"{LIST}{draft.pk}/").status_code == 200


def test_everything_of_a_tournament(cup: Tournament, organiser: Any) -> None:
    game = cup.games.get()
    enter(organiser, game, "A")
    enter(organiser, game, "B")
    names = list(games.view_of(game).names)
    points = {"A": 3, "B": 2, "C": 1}
    ahead_of_c = ", ".join(name for name in names if name != "C")
    why = {
        "A": "Total 3, the highest.",
        "B": "Total 2, behind A.",
        "C": f"Total 1, behind {ahead_of_c}.",
    }
    overview = Client().get(f"{LIST}{cup.pk}/").json()["overview"]
    assert overview == {
        "players": ["A", "B", "C"],
        "waiting": [],
        "tables": [
            {
                "number": 1,
                "players": names,
                "config": {"areas": 6, "first": 0},
                "finished": False,
                "confirmed": False,
                "scores": [points[name] for name in names],
                "places": [4 - points[name] for name in names],
                "why": [why[name] for name in names],
                "corrections": 0,
                "next_index": 2,
                "next": [
                    {
                        "kind": "round",
                        "fields": [
                            {
                                "name": "filled",
                                "seats": [0, 1, 2],
                                "least": 0,
                                "most": 3,
                                "ordered": False,
                            }
                        ],
                    }
                ],
                "events": [round_of(game, "A"), round_of(game, "B")],
            }
        ],
        "standings": [
            # Table points, share of the best, wins, and the mean of both opponents' table points.
            {
                "place": 1,
                "player": "A",
                "points": 3,
                "figures": ["1", "1", "1", "0.25", "–", "–"],
                "why": ["Stands above B: Table points 1 to 0.5."],
            },
            {
                "place": 2,
                "player": "B",
                "points": 2,
                "figures": ["0.5", "0.67", "0", "0.5", "–", "–"],
                "why": ["Stands above C: Table points 0.5 to 0."],
            },
            {
                "place": 3,
                "player": "C",
                "points": 1,
                "figures": ["0", "0.33", "0", "0.75", "–", "–"],
                "why": [],
            },
        ],
    }


def test_a_tournament_costs_the_same_for_few_and_many(organiser: Any) -> None:
    few = seated(organiser, [f"a{number}" for number in range(8)])
    many = seated(organiser, [f"b{number}" for number in range(40)])
    for game in many.games.all():
        enter(organiser, game)
        enter(organiser, game, games.view_of(game).names[0])
    costs = set()
    for path in (f"{LIST}{few.pk}/", f"{LIST}{many.pk}/"):
        with CaptureQueriesContext(connection) as captured:
            assert Client().get(path).status_code == 200
        costs.add(len(captured))
    assert len(costs) == 1
    assert max(costs) <= 8


# --- who may what -----------------------------------------------------------------------------


@pytest.mark.parametrize("deed", ["entries", "undo", "correct"])
def test_a_table_is_that_of_its_players_and_the_organiser(
    cup: Tournament, desk: Client, deed: str
) -> None:
    body = {**entry([]), "events": [], "reason": "a slip"}
    path = f"{table_of(cup)}{deed}/"
    assert post(Client(), path, body).status_code == 401
    assert post(as_person(person("stranger")), path, body).status_code == 404
    rival = person("rival")
    tournament(rival)
    assert post(as_person(rival), path, body).status_code == 404
    assert post(desk, path.replace("tables/1", "tables/2"), body).status_code == 404
    assert post(desk, path.replace("tables/1", f"tables/{'9' * 30}"), body).status_code == 404
    assert desk.get(path).status_code == 405
    assert Entry.objects.count() == 0


def test_without_a_login_nobody_registers(organiser: Any) -> None:
    cup = tournament(organiser)
    for deed in ("register", "withdraw"):
        assert post(Client(), f"{LIST}{cup.pk}/{deed}/").status_code == 401
    careless = Client(enforce_csrf_checks=True)
    careless.force_login(organiser)
    assert post(careless, f"{LIST}{cup.pk}/register/").status_code == 403
    assert Registration.objects.count() == 0


# --- registering ------------------------------------------------------------------------------


def test_register_wait_move_up_and_withdraw(organiser: Any) -> None:
    cup = tournament(organiser, capacity=2)
    path = f"{LIST}{cup.pk}/"
    clients = [as_person(person(name)) for name in "abc"]
    answers = [post(client, f"{path}register/") for client in clients]
    assert [answer.status_code for answer in answers] == [200] * 3
    rest = {"offered_until": None, "is_present": False, "mails_each_round": False}
    assert [answer.json() for answer in answers] == [
        {"number": 1, "state": "registered", **rest},
        {"number": 2, "state": "registered", **rest},
        {"number": 3, "state": "waiting", **rest},
    ]
    assert post(clients[2], f"{path}register/").json() == answers[2].json()
    assert post(clients[0], f"{path}withdraw/").json()["state"] == "withdrawn"
    assert post(clients[2], f"{path}register/").json()["state"] == "registered"
    stranger = as_person(person("d"))
    answer = post(stranger, f"{path}withdraw/")
    assert (answer.status_code, answer.json()) == (
        400,
        {"non_field_errors": ["You are not registered."]},
    )
    organising.close_registration(tournament=cup)
    late = post(stranger, f"{path}register/")
    assert (late.status_code, late.json()) == (
        400,
        {"non_field_errors": ["Registration is closed."]},
    )
    assert post(stranger, f"{LIST}{cup.pk + 1}/register/").status_code == 404


# --- entries ----------------------------------------------------------------------------------


def test_an_entry_is_made_once(cup: Tournament, desk: Client) -> None:
    path, sent = f"{table_of(cup)}entries/", entry([0])
    first, again = post(desk, path, sent), post(desk, path, sent)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json() == sent
    other = post(desk, path, entry([1]))
    assert (other.status_code, other.json()) == (
        409,
        {
            "index": ["Something else was entered in the meantime; look at the game as it stands."],
            "there": [sent],
        },
    )
    gap = post(desk, path, entry([1], index=7))
    assert (gap.status_code, gap.json()["there"]) == (409, [])
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"key": None}, "key", None),
        ({"key": "x"}, "key", "Must be a valid UUID."),
        ({"key": []}, "key", None),
        ({"key": -1}, "key", None),
        ({"index": -1}, "index", None),
        ({"index": "x"}, "index", None),
        ({"index": 10**30}, "index", None),
        ({"index": [0]}, "index", None),
        ({"event": None}, "event", None),
        ({"event": []}, "event", None),
        ({"event": "round"}, "event", None),
        ({"event": {}}, "kind", "The event must say of which kind it is."),
        ({"event": {"kind": "turn"}}, "kind", None),
        ({"event": {"kind": {"a": []}, "filled": []}}, "kind", None),
        ({"event": {"kind": "\ud800", "filled": []}}, "kind", None),
        ({"event": {"kind": "round"}}, "filled", "The event lacks this field."),
        ({"event": {"kind": "round", "filled": 0}}, "filled", None),
        ({"event": {"kind": "round", "filled": [3]}}, "filled", "The table has no seat 3."),
        ({"event": {"kind": "round", "filled": ["\ud800"]}}, "filled", None),
        ({"event": {"kind": "round", "filled": [0, 0]}}, "filled", None),
        ({"event": {"kind": "round", "filled": [0], "a\0b": 1}}, "a\0b", None),
        ({"event": {"kind": "round", "filled": [0], "\ud800": 1}}, "event", None),
    ],
)
def test_what_is_wrong_is_told_at_its_field(
    cup: Tournament, desk: Client, change: dict[str, Any], field: str, message: str | None
) -> None:
    answer = post(desk, f"{table_of(cup)}entries/", entry([]) | change)
    assert answer.status_code == 400
    assert list(answer.json()) == [field]
    if message is not None:
        assert answer.json()[field] == [message]
    assert Entry.objects.count() == 0


def test_half_a_character_is_no_servers_error(cup: Tournament, desk: Client) -> None:
    plan = json.dumps({"planned_rounds": 1, "finals": "\ud800"})
    path = f"/api/v1/tournaments/{cup.pk}/plan/"
    answer = desk.put(path, plan, content_type="application/json")
    assert (answer.status_code, list(answer.json())) == (400, ["finals"])


@pytest.mark.parametrize("missing", ["key", "index", "event"])
def test_nothing_may_be_missing(cup: Tournament, desk: Client, missing: str) -> None:
    sent = entry([])
    del sent[missing]
    answer = post(desk, f"{table_of(cup)}entries/", sent)
    assert (answer.status_code, list(answer.json())) == (400, [missing])


@pytest.mark.parametrize(
    "body", ["", "{", "[1]", "null", "[" * 100_000, b"\xff", '{"index": ' + "9" * 5000 + "}"]
)
def test_bodies_that_are_no_entry(cup: Tournament, desk: Client, body: str | bytes) -> None:
    for deed in ("entries", "undo", "correct"):
        assert post(desk, f"{table_of(cup)}{deed}/", body).status_code == 400


def test_an_event_of_any_depth_is_no_servers_error(cup: Tournament, desk: Client) -> None:
    for depth in (*range(100, 1000, 50), 10_000):
        filled = "[" * depth + "]" * depth
        body = f'{{"key": "{uuid4()}", "index": 0, "event": {{"kind": "x", "filled": {filled}}}}}'
        assert post(desk, f"{table_of(cup)}entries/", body).status_code == 400


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["kind", "filled", "key", "index"]) | st.text(), inner)
    ),
    max_leaves=10,
)
EVENTS = st.fixed_dictionaries(
    {}, optional={"kind": st.just("round") | JSON, "filled": st.lists(st.integers(-1, 4)) | JSON}
)
BODIES = st.fixed_dictionaries(
    {},
    optional={
        "key": st.uuids().map(str) | JSON,
        "index": st.integers(-1, 3) | JSON,
        "event": EVENTS | JSON,
        "events": st.lists(EVENTS | JSON, max_size=3) | JSON,
        "also": st.lists(st.fixed_dictionaries({}, optional={"index": JSON, "events": JSON})),
        "config": st.dictionaries(st.sampled_from(["areas", "first", "levels"]), JSON) | JSON,
        "reason": st.text() | JSON,
    },
)


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    deed=st.sampled_from(["entries", "entries", "undo", "correct", "sheet", "agree"]),
    body=BODIES | JSON,
)
def test_no_json_is_the_servers_error(cup: Tournament, desk: Client, deed: str, body: Any) -> None:
    cache.clear()  # none of them is held back
    answer = post(desk, f"{table_of(cup)}{deed}/", json.dumps(body))
    assert answer.status_code in (200, 201, 400, 409)
    if answer.status_code == 400:
        assert isinstance(answer.json(), dict)
    # Whatever it was, the game is one that can be played on.
    view = games.view_of(cup.games.get())
    assert [kept.index for kept in view.entries] == list(range(len(view.entries)))
    assert len(view.scores) == 3


# --- undo, correct ----------------------------------------------------------------------------


def test_undo(cup: Tournament, desk: Client) -> None:
    path = table_of(cup)
    nothing = post(desk, f"{path}undo/", {"index": 0})
    assert (nothing.status_code, nothing.json()) == (
        400,
        {"events": ["There is nothing to undo yet."]},
    )
    there = [entry([0]), entry([1], index=1)]
    for one in there:
        post(desk, f"{path}entries/", one)
    early = post(desk, f"{path}undo/", {"index": 0})
    assert (early.status_code, early.json()["there"]) == (409, there)
    undone = post(desk, f"{path}undo/", {"index": 1})
    assert undone.status_code == 200
    assert (undone.json()["next_index"], undone.json()["events"]) == (1, [there[0]["event"]])
    twice = post(desk, f"{path}undo/", {"index": 1})
    assert (twice.status_code, twice.json()["there"]) == (409, [])
    assert post(desk, f"{path}undo/", {}).json() == {"index": ["This field is required."]}


def test_correct(cup: Tournament, desk: Client) -> None:
    path = table_of(cup)
    for index, filled in enumerate([[0], [1]]):
        post(desk, f"{path}entries/", entry(filled, index=index))

    def correct(**change: Any) -> Any:
        event = {"kind": "round", "filled": [2]}
        body = {"index": 0, "events": [event], "reason": "It was the third.", **change}
        return post(desk, f"{path}correct/", body)

    wrong: list[tuple[dict[str, Any], str]] = [
        ({"reason": ""}, "reason"),
        ({"reason": " "}, "reason"),
        ({"reason": "<b>"}, "reason"),
        ({"reason": "a\0b"}, "reason"),
        ({"reason": "x" * 201}, "reason"),
        ({"index": 2}, "index"),
        ({"events": None}, "events"),
        ({"events": [1]}, "events"),
        ({"events": [{}]}, "kind"),
        ({"events": [{"kind": "round", "filled": [0, 1, 2, 3]}]}, "filled"),
        ({"events": [{"kind": "round", "filled": [1]}]}, "filled"),
        ({"events": [{"kind": "round", "filled": []}] * 21}, "events"),
    ]
    for change, field in wrong:
        answer = correct(**change)
        assert (answer.status_code, list(answer.json())) == (400, [field]), change
    refused = correct(events=[{"kind": "round", "filled": [1]}]).json()["filled"][0]
    assert refused.startswith("Then round 2 would no longer be right: The area is already filled")
    assert Entry.objects.exclude(retired_at=None).count() == 0

    done = correct()
    assert (done.status_code, done.json()["corrections"]) == (200, 1)
    assert done.json()["events"] == [
        {"kind": "round", "filled": [2]},
        {"kind": "round", "filled": [1]},
    ]
    gone = Entry.objects.exclude(retired_at=None).get()
    assert (gone.retirement, gone.reason) == ("corrected", "It was the third.")
    assert Client().get(f"{LIST}{cup.pk}/").json()["overview"]["tables"][0]["corrections"] == 1


def test_after_the_end(organiser: Any, desk: Client) -> None:
    cup = seated(organiser, ["A", "B"])
    for index in range(6):
        post(desk, f"{table_of(cup)}entries/", entry([0, 1], index=index))
    over = post(desk, f"{table_of(cup)}entries/", entry([0], index=6))
    assert over.json() == {"event": ["The game is over; nothing can follow."]}
    organising.finish(tournament=cup)
    refused = {"non_field_errors": ["Entries are only taken while the tournament is running."]}
    for deed, body in [
        ("entries", entry([0], index=6)),
        ("undo", {"index": 5}),
        ("correct", {"index": 5, "events": [], "reason": "late"}),
    ]:
        answer = post(desk, f"{table_of(cup)}{deed}/", body)
        assert (answer.status_code, answer.json()) == (400, refused)


def test_a_late_copy_is_answered_after_the_end_too(organiser: Any, desk: Client) -> None:
    cup = seated(organiser, ["A", "B"])
    sent = entry([0, 1])
    post(desk, f"{table_of(cup)}entries/", sent)
    for index in range(1, 6):
        post(desk, f"{table_of(cup)}entries/", entry([0, 1], index=index))
    organising.finish(tournament=cup)
    late = post(desk, f"{table_of(cup)}entries/", sent)
    assert (late.status_code, late.json()) == (200, sent)


def test_people_are_called_by_what_they_want(organiser: Any) -> None:
    cup = tournament(organiser, capacity=2)
    shy = person("shy", is_listed=False)
    for user in (person("a", nickname="Annie"), shy, person("c", is_listed=False)):
        register(user, cup)
    overview = Client().get(f"{LIST}{cup.pk}/").json()["overview"]
    assert (overview["players"], overview["waiting"]) == (["Annie", "Player 2"], ["Player 3"])


def test_the_schema_is_valid() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", "/dev/null")
