"""The organiser's deeds through the API: a tournament, its plan, its people; what it costs."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.pages import as_person, post, queries
from tests.tournaments.people import NOW, account, enter, person, register, seated, tournament
from tests.tournaments.test_drawing import end
from tournaments.models import Game, Registration, Round, Tournament
from tournaments.services import drawing

pytestmark = pytest.mark.django_db

LIST = "/api/v1/tournaments/"
CUP = {
    "name": "Sunday",
    "variant": "classic-2015",
    "config": {"pieces": 4, "playoff": False},
    "starts_at": "2026-06-07T14:00",
    "time_zone": "Europe/Berlin",
    "closes_at": "2026-06-06T18:00:00+01:00",
    "capacity": 60,
    "confirm_hours": 24,
    "check_in_opens_at": "2026-06-07T13:00",
    "check_in_closes_at": "2026-06-07T13:45",
    "planned_rounds": 3,
    "table_size": 3,
    "score_weight": "1.5",
    "finals": "semis",
    "metrics": ["wins", "table_points"],
}


def put(client: Client, path: str, body: Any) -> Any:
    return client.put(path, json.dumps(body), content_type="application/json")


def patch(client: Client, path: str, body: Any) -> Any:
    return client.patch(path, json.dumps(body), content_type="application/json")


def said(answer: Any) -> tuple[int, Any]:
    return answer.status_code, answer.json()


@pytest.fixture
def league(organiser: Any) -> Tournament:
    """Two tables of three, whose first of two rounds is drawn and not begun."""
    names = [*"ABCDE", "shy"]
    made = seated(organiser, names, planned_rounds=2, table_size=3)
    shy = account("shy")
    shy.is_listed = False
    shy.save()
    made.refresh_from_db()
    return made


# --- making and changing ----------------------------------------------------------------------


def test_all_fields_of_the_form(organiser: Any, desk: Client) -> None:
    answer = post(desk, LIST, CUP)
    made = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, made["url"])
    kept = Tournament.objects.get()
    assert (kept.organiser_id, kept.state) == (organiser.pk, "draft")
    # Berlin is two hours ahead of UTC in June.
    assert {key: made[key] for key in CUP} == {
        **CUP,
        "starts_at": "2026-06-07T12:00:00Z",
        "closes_at": "2026-06-06T17:00:00Z",
        "check_in_opens_at": "2026-06-07T11:00:00Z",
        "check_in_closes_at": "2026-06-07T11:45:00Z",
    }
    assert desk.get(made["calendar"]).content.startswith(b"BEGIN:VCALENDAR")
    # What is read can be sent back: nothing has changed by it.
    again = put(desk, made["url"], {key: made[key] for key in CUP})
    assert said(again) == (200, {**made, "version": made["version"] + 1})
    # What is left out is as usual in PUT, and stays in PATCH.
    needed = {key: CUP[key] for key in ("name", "variant", "starts_at", "time_zone", "capacity")}
    usual = put(desk, made["url"], needed).json()
    assert (usual["config"], usual["closes_at"], usual["planned_rounds"]) == ({}, None, 1)
    changed = patch(desk, made["url"], {"capacity": 20, "closes_at": "2026-06-07T13:00"}).json()
    assert (changed["capacity"], changed["closes_at"], changed["name"]) == (
        20,
        "2026-06-07T11:00:00Z",
        "Sunday",
    )


def test_another_game_has_options_of_its_own(desk: Client) -> None:
    made = post(desk, LIST, CUP).json()
    assert patch(desk, made["url"], {"variant": "dice"}).json()["config"] == {}
    both = {"variant": "classic-2015", "config": {"pieces": 3}}
    assert patch(desk, made["url"], both).json()["config"] == {"pieces": 3}


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"name": "<b>"}, "name", None),
        ({"name": "x" * 81}, "name", "Ensure this value has at most 80 characters (it has 81)."),
        ({"variant": "chess"}, "variant", "There is no variant 'chess'."),
        (
            {"variant": "solo-classic", "config": {}},
            "variant",
            "This game is played alone; a tournament needs tables.",
        ),
        ({"config": {"areas": 6}}, "config.areas", None),
        ({"config": [6]}, "config", None),
        ({"time_zone": "Europe/Atlantis"}, "time_zone", "There is no such time zone."),
        ({"starts_at": "soon"}, "starts_at", None),
        # In Berlin the clocks go from 2:00 to 3:00 on the 29th of March 2026.
        (
            {"starts_at": "2026-03-29T02:30"},
            "starts_at",
            "The clocks skip this time in that night.",
        ),
        ({"starts_at": "9999-12-31T23:59Z"}, "starts_at", "The calendar ends there."),
        ({"starts_at": "0001-01-01T00:00"}, "starts_at", "The calendar ends there."),
        (
            {"closes_at": "2026-06-07T12:01Z"},
            "closes_at",
            "Registration must close before the beginning.",
        ),
        (
            {"check_in_opens_at": None},
            "check_in_opens_at",
            "Check-in needs both times, or none.",
        ),
        ({"capacity": 1}, "capacity", "Ensure this value is greater than or equal to 2."),
        ({"capacity": 5000}, "capacity", "Ensure this value is less than or equal to 1000."),
        ({"capacity": 10**30}, "capacity", None),
        ({"planned_rounds": 21}, "planned_rounds", None),
        ({"table_size": 5}, "table_size", None),
        ({"score_weight": "1.55"}, "score_weight", None),
        ({"score_weight": "NaN"}, "score_weight", None),
        ({"score_weight": -1}, "score_weight", None),
        ({"finals": "all"}, "finals", None),
        ({"metrics": ["luck"]}, "metrics", "There is no such measure, or it comes twice."),
        ({"metrics": ["wins", "wins"]}, "metrics", "There is no such measure, or it comes twice."),
        ({"metrics": []}, "metrics", None),
    ],
)
def test_what_no_tournament_can_be(
    desk: Client, change: dict[str, Any], field: str, message: str | None
) -> None:
    answer = post(desk, LIST, CUP | change)
    assert (answer.status_code, list(answer.json())) == (400, [field])
    if message is not None:
        assert answer.json()[field] == [message]
    assert Tournament.objects.count() == 0


def test_a_change_that_contradicts_what_stays_is_a_mistake(desk: Client) -> None:
    made = post(desk, LIST, CUP).json()
    assert said(patch(desk, made["url"], {"starts_at": "2026-06-06T14:00"})) == (
        400,
        {"closes_at": ["Registration must close before the beginning."]},
    )


def test_changes_at_the_wrong_time(league: Tournament, desk: Client) -> None:
    path = f"{LIST}{league.pk}/"
    seated_already = {"non_field_errors": ["The tables are seated already."]}
    assert said(patch(desk, path, {"capacity": 20})) == (409, seated_already)
    assert said(put(desk, path, CUP)) == (409, seated_already)
    assert said(patch(desk, f"{path}registrations/1/", {"is_present": False}))[0] == 200
    assert said(post(desk, f"{path}open/", {})) == (
        409,
        {"state": ["That is not possible now; the tournament is: running"]},
    )


def test_more_or_fewer_rounds(league: Tournament, desk: Client) -> None:
    path = f"{LIST}{league.pk}/plan/"
    more = put(desk, path, {"planned_rounds": 3, "finals": "semis"}).json()
    assert (more["planned_rounds"], more["finals"]) == (3, "semis")
    Round.objects.create(tournament=league, number=2, variant="dice", drawn_at=NOW)
    assert said(put(desk, path, {"planned_rounds": 1, "finals": ""})) == (
        400,
        {"planned_rounds": ["2 rounds are drawn already."]},
    )
    for body, field in [
        ({"planned_rounds": 21, "finals": ""}, "planned_rounds"),
        ({"planned_rounds": 3, "finals": "all"}, "finals"),
        ({"planned_rounds": 3}, "finals"),
    ]:
        assert list(put(desk, path, body).json()) == [field]


# --- people -----------------------------------------------------------------------------------


def test_a_place_that_is_offered(organiser: Any) -> None:
    now = timezone.now()
    wall = (now + timedelta(days=9)).replace(tzinfo=None)
    cup = tournament(organiser, capacity=2, confirm_hours=24, starts_at=wall, time_zone="UTC")
    path = f"{LIST}{cup.pk}/"
    first, second, third = (as_person(person(name)) for name in "abc")
    for client in (first, second, third):
        post(client, f"{path}register/", {})
    assert third.get(f"{path}own/").json()["state"] == "waiting"
    post(first, f"{path}withdraw/", {})
    own = third.get(f"{path}own/").json()
    assert (own["state"], own["table"]) == ("offered", None)
    assert datetime.fromisoformat(own["offered_until"]) - now > timedelta(hours=23)
    assert post(third, f"{path}confirm/", {}).json()["state"] == "registered"
    assert said(post(first, f"{path}confirm/", {})) == (
        400,
        {"non_field_errors": ["No place is offered to you (any more)."]},
    )


def test_the_desks_list(organiser: Any, desk: Client) -> None:
    cup = tournament(organiser, capacity=2)
    path = f"{LIST}{cup.pk}/registrations/"
    register(person("shy", nickname="Shy One", is_listed=False), cup)
    answer = post(desk, path, {"guest_name": " Gus \n Guest "})
    assert answer["Location"] == f"http://testserver{path}2/"
    assert said(answer)[0] == 201
    taken = {"guest_name": ["Somebody of this name takes part already."]}
    assert said(post(desk, path, {"guest_name": "shy one"})) == (400, taken)
    for name in ("", "x" * 41):
        assert said(post(desk, path, {"guest_name": name})) == (
            400,
            {"guest_name": ["A name has 1 to 40 characters."]},
        )
    assert patch(desk, f"{path}1/", {"is_present": True}).json()["is_present"] is True
    assert post(desk, f"{path}1/take-off/", {}).json()["state"] == "removed"
    assert said(patch(desk, f"{path}1/", {"is_present": True})) == (
        409,
        {"non_field_errors": ["Only who has a place can be present."]},
    )
    back = post(desk, f"{path}1/take-back/", {}).json()
    assert (back["number"], back["state"]) == (3, "registered")
    rest = {"offered_until": None, "is_present": False, "state": "registered"}
    assert desk.get(path).json()["results"] == [
        {"number": 2, "name": "Gus Guest", "is_guest": True, **rest},
        {"number": 3, "name": "Shy One", "is_guest": False, **rest},
    ]
    overview = Client().get(f"{LIST}{cup.pk}/").json()["overview"]
    assert overview["players"] == ["Gus Guest", "Player 3"]


# --- what it costs ----------------------------------------------------------------------------


PARTS = ["", "standings/", "rounds/", "rounds/1/", "registrations/", "playoffs/", "tables/1/"]


def test_it_costs_the_same_for_few_and_many(organiser: Any, desk: Client) -> None:
    def cup(players: int, rounds: int, mark: str) -> Tournament:
        names = [f"{mark}{number}" for number in range(players)]
        made = seated(organiser, names, planned_rounds=3, table_size=4)
        for number in range(1, rounds + 1):
            if number > 1:
                drawing.draw_next_round(tournament=made, number=number, seed=7, now=NOW)
            for game in made.games.filter(round__number=number):
                enter(organiser, game)
            end(Round.objects.get(tournament=made, number=number))
        return made

    few, many = cup(4, 1, "a"), cup(12, 3, "b")
    for part in PARTS:
        costs = [queries(desk, f"{LIST}{one.pk}/{part}") for one in (few, many)]
        assert costs[0] == costs[1], part
        assert costs[0] <= 16, part
    # A later round has more before it, and no more queries.
    first, third = (queries(desk, f"{LIST}{many.pk}/rounds/{number}/") for number in (1, 3))
    assert first == third


def test_a_table_that_is_drawn_anew_is_no_304(league: Tournament, desk: Client) -> None:
    path = f"{LIST}{league.pk}/tables/1/"
    known = {"If-None-Match": desk.get(path)["ETag"]}
    assert desk.get(path, headers=known).status_code == 304
    assert as_person(person("stranger")).get(path, headers=known).status_code == 404
    post(desk, f"{LIST}{league.pk}/rounds/seat/", {})
    assert desk.get(path, headers=known).status_code == 200


@pytest.mark.parametrize("part", ["", "standings/", "rounds/", "rounds/1/"])
def test_nothing_new_is_a_304(league: Tournament, desk: Client, part: str) -> None:
    path, everybody = f"{LIST}{league.pk}/{part}", Client()
    first = everybody.get(path)
    known = {"If-None-Match": first["ETag"]}
    assert first["Cache-Control"] == "private, no-cache"
    with CaptureQueriesContext(connection) as captured:
        again = everybody.get(path, headers=known)
    assert (again.status_code, again.content, len(captured)) == (304, b"", 1)
    # The desk is told other things, and German is another text.
    assert desk.get(path, headers=known).status_code == 200
    assert everybody.get(path, headers={**known, "Accept-Language": "de"}).status_code == 200
    enter(account("org"), Game.objects.filter(table=1).get())
    assert everybody.get(path, headers=known).status_code == 200


# --- anything at all --------------------------------------------------------------------------


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
FIELDS = [*CUP, "guest_name", "is_present", "number", "early_reason", "one", "other", "order"]
FIELDS += ["minutes", "table", "deck", "boxes", "dispute"]
DEEDS = [
    ("post", ""),
    ("put", "{pk}/"),
    ("patch", "{pk}/"),
    ("put", "{pk}/plan/"),
    ("post", "{pk}/registrations/"),
    ("patch", "{pk}/registrations/1/"),
    ("post", "{pk}/rounds/"),
    ("post", "{pk}/rounds/1/exchange/"),
    ("post", "{pk}/rounds/1/clock/start/"),
    ("post", "{pk}/rounds/1/clock/extend/"),
    ("post", "{pk}/playoffs/"),
    ("post", "{pk}/boxes/"),
    ("post", "{pk}/tables/1/dispute/"),
]


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(deed=st.sampled_from(DEEDS), change=st.dictionaries(st.sampled_from(FIELDS), JSON) | JSON)
def test_no_json_is_the_servers_error(
    league: Tournament, desk: Client, deed: tuple[str, str], change: Any
) -> None:
    cache.clear()  # none of them is held back
    sent = (
        {"number": 2, "minutes": 5, "table": 1, **CUP, **change} if type(change) is dict else change
    )
    method, address = deed
    path = LIST + address.format(pk=league.pk)
    answer = getattr(desk, method)(path, json.dumps(sent), content_type="application/json")
    assert answer.status_code in (200, 201, 400, 409)
    assert isinstance(answer.json(), dict | list)
    assert Registration.objects.filter(tournament=league).count() >= 6
