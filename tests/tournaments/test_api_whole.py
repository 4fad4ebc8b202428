"""A whole tournament through the API alone: two rounds at tables of two, a cut, a final."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.described import as_described
from tests.tournaments.pages import as_person
from tests.tournaments.people import person

pytestmark = pytest.mark.django_db

LIST = "/api/v1/tournaments/"
# Who the players are, by the number of their registration.
ANN, BOB, CLEO, DAN, EVA, GUS = range(1, 7)


class Programme:
    """A club's programme, logged in as one person, that talks to one tournament; it reads the
    API's schema."""

    def __init__(self, client: Client, path: str = LIST) -> None:
        self.client, self.path = client, path

    def __call__(
        self, method: str, part: str, body: Any = None, *, status: int = 200, **query: Any
    ) -> Any:
        content: dict[str, Any] = {"query_params": query} if query else {}
        if method != "get":
            content["content_type"] = "application/json"
            content["data"] = body if body is not None else {}
        answer = getattr(self.client, method)(self.path + part, **content)
        assert answer.status_code == status, answer.content
        if status < 300:
            as_described(answer, method=method, path=self.path + part)
        return answer.json()


def test_two_rounds_a_cut_and_a_final() -> None:
    desk, everybody = Programme(as_person(person("org"))), Programme(Client())
    shy = {"Dan": {"is_listed": False}}
    players = {
        name: Programme(as_person(person(name, **shy.get(name, {}))))
        for name in ("Ann", "Bob", "Cleo", "Dan", "Eva")
    }
    ann, bob, cleo, dan, _eva = players.values()

    # --- made, changed, opened ---
    now = timezone.now()
    made = desk(
        "post",
        "",
        {
            "name": "Sunday",
            "variant": "dice",
            "starts_at": (now + timedelta(hours=2)).isoformat(),
            "time_zone": "Europe/Berlin",
            "capacity": 2,
            "check_in_opens_at": (now - timedelta(hours=1)).isoformat(),
            "check_in_closes_at": (now + timedelta(hours=1)).isoformat(),
            "planned_rounds": 3,
            "table_size": 2,
            "finals": "final",
        },
        status=201,
    )
    assert (made["state"], made["config"], made["confirm_hours"]) == ("draft", {}, 0)
    part = f"{made['id']}/"
    everybody("get", part, status=404)
    for one in (desk, everybody, *players.values()):
        one.path = LIST + part
    assert desk("patch", "", {"capacity": 5})["planned_rounds"] == 3
    assert ann("post", "register/", status=404) == {
        "detail": "No Tournament matches the given query."
    }
    assert desk("post", "open/")["state"] == "open"

    # --- registered, checked in ---
    for number, one in enumerate(players.values(), 1):
        assert one("post", "register/")["number"] == number
    assert everybody("get", "")["check_in_code"] is None
    code = desk("get", "")["check_in_code"]
    assert ann("post", "check-in/", {"code": "wrong"}, status=400) == {
        "code": ["That is not the code of this tournament."]
    }
    for one in (ann, bob, cleo):
        assert one("post", "check-in/", {"code": code})["is_present"] is True
    assert desk("patch", f"registrations/{DAN}/", {"is_present": True})["name"] == "Dan"
    gus = desk("post", "registrations/", {"guest_name": "Gus", "is_present": True}, status=201)
    assert (gus["number"], gus["is_guest"], gus["state"]) == (GUS, True, "waiting")
    assert desk("post", "registrations/remove-absent/", status=409) == {
        "non_field_errors": ["Check-in is still open."]
    }
    desk("patch", "", {"check_in_closes_at": (now - timedelta(minutes=1)).isoformat()})
    # Eva never came; Gus, who moves up for her, has gone home.
    assert desk("post", "registrations/remove-absent/") == {"removed": 1}
    assert desk("get", f"registrations/{GUS}/")["state"] == "registered"
    assert desk("post", f"registrations/{GUS}/take-off/")["state"] == "removed"
    assert [one["state"] for one in desk("get", "registrations/")["results"]] == [
        *["registered"] * 4,
        *["removed"] * 2,
    ]

    # --- the first round: Ann against Bob, Cleo against Dan ---
    drawn = desk("post", "rounds/seat/")
    assert drawn["quality"] == {"repeats": 0, "short_again": 0, "spread": 0.0}
    _let_meet(desk, drawn, ANN, BOB)
    clock = "rounds/1/clock/"
    assert desk("post", f"{clock}start/", {"minutes": 20})["minutes"] == 20
    assert 1199 < desk("post", f"{clock}pause/")["seconds_left"] <= 1200
    assert desk("post", f"{clock}pause/", status=409) == {
        "non_field_errors": ["The clock is paused already."]
    }
    assert everybody("get", clock)["ends_at"] is None
    assert desk("post", f"{clock}resume/")["paused_at"] is None
    table = ann("get", "own/")["table"]
    assert (table["round"], table) == (1, bob("get", "own/")["table"])
    desk("post", f"{clock}extend/", {"table": table["number"], "minutes": 5})
    # Ann fills each of the six areas first: 12 points, and 6 consolations for Bob.
    here, seats = f"tables/{table['number']}/", _seats(ann, table["number"])
    for index in range(6):
        event = {"kind": "round", "filled": [seats["Ann"]]}
        entry = {"key": str(uuid4()), "index": index, "event": event}
        ann("post", f"{here}entries/", entry, status=201)
    assert ann("post", f"{here}confirm/")["confirmed"] is False
    disputed = bob("post", f"{here}dispute/", {"dispute": "I was first once."})
    assert (disputed["dispute"], disputed["confirmed_by"]) == ("I was first once.", ["Ann"])
    assert desk("post", f"{here}confirm/")["confirmed"] is True
    assert bob("post", f"{here}dispute/", {"dispute": "Really."}, status=409) == {
        "non_field_errors": ["The result is confirmed; speak to the organiser."]
    }
    # On paper Dan filled the first area first, and Cleo all the others; it was Cleo there, too.
    other = cleo("get", "own/")["table"]["number"]
    there, seats = f"tables/{other}/", _seats(cleo, other)
    order = [{"kind": "round", "filled": [seats[name]]} for name in ("Dan", *["Cleo"] * 5)]
    desk("post", f"{there}sheet/", {"key": str(uuid4()), "events": order})
    cleo("post", f"{there}confirm/")
    dan("post", f"{there}confirm/")
    right = {"index": 0, "events": [order[1]], "reason": "Read from the wrong line."}
    assert dan("post", f"{there}correct/", right, status=400) == {
        "non_field_errors": ["The result is confirmed; only the desk corrects it, for a reason."]
    }
    assert desk("post", f"{there}correct/", right)["corrections"] == 1
    [gone] = dan("get", there)["taken_back"]
    assert (gone["by"], gone["reason"], gone["retirement"]) == (
        "org",
        "Read from the wrong line.",
        "corrected",
    )
    desk("post", f"{clock}stop/")

    # --- the second round, the last one before the cut: Ann against Cleo, Bob against Dan ---
    desk("put", "plan/", {"planned_rounds": 2, "finals": "final"})
    drawn = desk("post", "rounds/", {"number": 2}, status=201)
    assert desk("post", "rounds/", {"number": 2}, status=409) == {
        "number": ["Round 2 is drawn already."]
    }
    _let_meet(desk, drawn, ANN, CLEO)
    assert desk("post", "finish/", status=409)["non_field_errors"][0].startswith("These tables")
    for winner, loser in (("Ann", "Cleo"), ("Bob", "Dan")):
        _play(players[winner], winner, loser)

    # --- the cut: Bob and Cleo are level, and play it out ---
    assert desk("post", "rounds/", {"number": 3}, status=409) == {
        "finals": ["Level at the cut: Bob, Cleo. Let them play it out, and enter the play-off."]
    }
    assert desk("get", "playoffs/") == {
        "level": [
            [{"registration": BOB, "player": "Bob"}, {"registration": CLEO, "player": "Cleo"}]
        ],
        "played": [],
    }
    assert desk("post", "playoffs/", {"order": [CLEO, DAN]}, status=400) == {
        "order": ["A play-off is among all the players who share a place, each once."]
    }
    played = desk("post", "playoffs/", {"order": [CLEO, BOB]}, status=201)
    assert (played["level"], len(played["played"])) == ([], 1)
    final = desk("post", "rounds/", {"number": 3}, status=201)
    [table] = final["tables"]
    assert (final["kind"], {seat["player"] for seat in table["seats"]}) == (
        "final",
        {"Ann", "Cleo"},
    )
    _play(cleo, "Cleo", "Ann")
    assert desk("post", "finish/")["state"] == "finished"

    # --- published ---
    shown = everybody("get", "standings/")
    assert shown["is_final"] is True
    assert [metric["key"] for metric in shown["metrics"]] == made["metrics"]
    # Table points: Ann won both games, Bob and Cleo one each, Dan none. Share of the best: who
    # lost had 6 of 12. Opponents' strength: Ann's, Bob and Cleo, won half of their games, so did
    # Dan's; Bob's, Ann and Dan, all and none, as Cleo's. Bob and Cleo never met.
    assert shown["standings"] == [
        {
            "place": 1,
            "registration": CLEO,
            "player": "Cleo",
            "points": None,
            "figures": ["1", "1.5", "1", "0.5", "–", "–"],
            "why": ["Stands above Ann: place 1 to 2 in the finals."],
        },
        {
            "place": 2,
            "registration": ANN,
            "player": "Ann",
            "points": None,
            "figures": ["2", "2", "2", "0.5", "–", "–"],
            "why": ["Stands above Bob: came further in the finals."],
        },
        {
            "place": 3,
            "registration": BOB,
            "player": "Bob",
            "points": None,
            "figures": ["1", "1.5", "1", "0.5", "–", "0"],
            "why": ["Stands above Player 4: Table points 1 to 0."],
        },
        {
            "place": 4,
            "registration": DAN,
            "player": "Player 4",
            "points": None,
            "figures": ["0", "1", "0", "0.5", "–", "–"],
            "why": [],
        },
    ]
    rounds = everybody("get", "rounds/")
    assert [(drawn["number"], drawn["kind"]) for drawn in rounds] == [
        (1, "round"),
        (2, "round"),
        (3, "final"),
    ]
    for drawn in rounds:
        for table in drawn["tables"]:
            assert sorted(zip(table["scores"], table["places"], strict=True)) == [(6, 2), (12, 1)]
            assert (table["boards"], table["dispute"]) == (None, None)
    assert sum(table["corrections"] for table in everybody("get", "rounds/1/")["tables"]) == 1


def _let_meet(desk: Programme, drawn: Any, one: int, other: int) -> None:
    """Have these two at one table: exchanged, if they sit at two, with whoever sits there."""
    tables = [[seat["registration"] for seat in table["seats"]] for table in drawn["tables"]]
    [table] = [table for table in tables if one in table]
    [instead] = set(table) - {one}
    if instead != other:
        path, pair = f"rounds/{drawn['number']}/exchange/", {"one": instead, "other": other}
        assert desk("get", path, **pair)["then"]["repeats"] == 0
        seated = desk("post", path, pair)
        tables = [[seat["registration"] for seat in table["seats"]] for table in seated["tables"]]
    assert {one, other} in [set(table) for table in tables]


def _seats(player: Programme, table: int) -> dict[str, int]:
    names = player("get", f"tables/{table}/")["players"]
    return {name: seat for seat, name in enumerate(names)}


def _play(winner: Programme, name: str, loser: str) -> None:
    """The winner notes from paper that they filled each area first, and says that it is right."""
    number = winner("get", "own/")["table"]["number"]
    seats = _seats(winner, number)
    assert set(seats) == {name, loser}
    events = [{"kind": "round", "filled": [seats[name]]}] * 6
    winner("post", f"tables/{number}/sheet/", {"key": str(uuid4()), "events": events})
    assert winner("post", f"tables/{number}/confirm/")["finished"] is True
