"""Rounds through the API: drawn, drawn anew, exchanged, played off; their clock, boxes, boards."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.pages import as_person, post
from tests.tournaments.people import account, enter, person, tournament
from tests.tournaments.test_api_desk import LIST, league, said
from tests.tournaments.test_boards import deck
from tests.tournaments.test_drawing import end
from tournaments.models import Game, Round, Tournament

__all__ = ["deck", "league"]
pytestmark = pytest.mark.django_db


def test_the_next_round_may_have_its_own_game(league: Tournament, desk: Client) -> None:
    path = f"{LIST}{league.pk}/rounds/"
    missing = "These tables have not finished: 1/1, 1/2"
    assert said(post(desk, path, {"number": 2})) == (409, {"early_reason": [missing]})
    assert said(post(desk, path, {"number": 2, "early_reason": " "})) == (
        400,
        {"early_reason": [missing]},
    )
    asked = {"number": 2, "variant": "classic-2015", "early_reason": "Lunch is cold."}
    for variant, told in [
        ("chess", "There is no variant 'chess'."),
        ("solo-classic", "This game is played alone; a tournament needs tables."),
    ]:
        wrong = post(desk, path, {**asked, "variant": variant})
        assert said(wrong) == (400, {"variant": [told]})
    wrong = post(desk, path, {**asked, "config": {"pieces": 5}})
    assert (wrong.status_code, list(wrong.json())) == (400, ["config.pieces"])
    wrong = post(desk, path, {**asked, "config": {"first": 10**30}})
    assert (wrong.status_code, list(wrong.json())) == (400, ["config.first"])
    assert said(post(desk, path, {**asked, "number": 3})) == (
        409,
        {"number": ["Round 3 is not the next."]},
    )
    answer = post(desk, path, {**asked, "config": {"playoff": False}})
    drawn = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, f"http://testserver{path}2/")
    assert (drawn["variant"], drawn["config"]) == ("classic-2015", {"playoff": False})
    assert drawn["early_reason"] == "Lunch is cold."
    assert Client().get(f"{path}2/").json()["early_reason"] == "Lunch is cold."


def test_a_round_of_the_usual_game_has_its_usual_options(league: Tournament, desk: Client) -> None:
    Tournament.objects.filter(pk=league.pk).update(variant="classic-2015", config={"pieces": 4})
    asked = {"number": 2, "variant": "classic-2015", "early_reason": "Lunch is cold."}
    assert post(desk, f"{LIST}{league.pk}/rounds/", asked).json()["config"] == {"pieces": 4}


def test_drawn_anew_and_exchanged(league: Tournament, desk: Client) -> None:
    path = f"{LIST}{league.pk}/rounds/"
    game = Game.objects.filter(table=1).get()
    anew = post(desk, f"{path}seat/", {}).json()
    assert anew["number"] == 1
    gone = f"{LIST}{league.pk}/tables/1/?game={game.pk}"
    assert desk.get(gone).status_code == 404
    one, two = ([seat["registration"] for seat in t["seats"]] for t in anew["tables"])
    for pair, told in [
        ((one[0], one[1]), "The two sit at the same table already."),
        ((one[0], 99), "Only two players who sit in this round can change places."),
    ]:
        body = {"one": pair[0], "other": pair[1]}
        refused = (400, {"other": [told]})
        assert said(desk.get(f"{path}1/exchange/", body)) == refused
        assert said(post(desk, f"{path}1/exchange/", body)) == refused
    body = {"one": one[0], "other": two[0]}
    nothing = {"repeats": 0, "short_again": 0, "spread": 0.0}
    assert desk.get(f"{path}1/exchange/", body).json() == {"now": nothing, "then": nothing}
    after = post(desk, f"{path}1/exchange/", body).json()["tables"]
    assert [[seat["registration"] for seat in t["seats"]] for t in after] == [
        [two[0], *one[1:]],
        [one[0], *two[1:]],
    ]
    [first, _second] = after
    assert first["seating"] == ["No pair has met before."]
    # A game that has begun stays as it is; so does a round that isn't the latest one.
    games = Game.objects.order_by("table")
    enter(account("org"), games[0])
    assert said(post(desk, f"{path}1/exchange/", body)) == (
        409,
        {"non_field_errors": ["A game has begun; the tables stay as they are."]},
    )
    end(Round.objects.get())
    post(desk, path, {"number": 2})
    assert said(post(desk, f"{path}1/exchange/", body)) == (
        409,
        {"non_field_errors": ["This round is not the latest one."]},
    )
    Tournament.objects.update(state="called-off")
    assert said(post(desk, f"{path}2/exchange/", body)) == (
        409,
        {"non_field_errors": ["The tournament isn't running."]},
    )


def test_a_round_without_boards_and_disputes_for_everybody(
    league: Tournament, desk: Client
) -> None:
    boards = {"deck": "box", "box": 1, "seats": [["1A"], ["2A"], ["3A"]]}
    Game.objects.filter(table=1).update(boards=boards, dispute="Not so.", extra_minutes=4)
    part = f"{LIST}{league.pk}/rounds/"
    for path in (part, f"{part}1/"):
        told = {}
        for who, client in (("desk", desk), ("all", Client())):
            body = client.get(path).json()
            first, second = (body[0] if path == part else body)["tables"]
            names = {seat["player"] for seat in [*first["seats"], *second["seats"]]}
            told[who] = (first["boards"], first["dispute"], names, first["extra_minutes"])
        assert told == {
            "desk": (boards, "Not so.", {*"ABCDE", "shy"}, 4),
            "all": (None, None, {*"ABCDE", "Player 6"}, 4),
        }
    mine = [seat["player"] for seat in desk.get(f"{part}1/").json()["tables"][0]["seats"]]
    at_table = next(name for name in mine if name != "shy")
    own = as_person(account(at_table)).get(f"{LIST}{league.pk}/tables/1/").json()
    # Who sits together knows each other by name.
    assert (own["boards"], own["dispute"], own["players"]) == (boards, "Not so.", mine)


def test_a_play_off_waits_for_all_results(league: Tournament, desk: Client) -> None:
    path = f"{LIST}{league.pk}/playoffs/"
    assert desk.get(path).json() == {"level": [], "played": []}
    order = [1, 2, 3, 4, 5, 6]
    told = {"order": ["A play-off is among all the players who share a place, each once."]}
    assert said(post(desk, path, {"order": order})) == (400, told)
    end(Round.objects.get(), levels=True)
    assert said(post(desk, path, {"order": [*order, 6]})) == (400, told)
    assert said(post(desk, path, {"order": order[1:]})) == (400, told)
    answer = post(desk, path, {"order": order[::-1]})
    assert (answer.status_code, answer.json()["level"]) == (201, [])
    assert [one["registration"] for one in answer.json()["played"][0]] == order[::-1]
    # Entered anew, it stands for what was entered by mistake.
    [anew] = post(desk, path, {"order": order}).json()["played"]
    assert [one["registration"] for one in anew] == order


def test_a_look_changes_nothing(league: Tournament, desk: Client) -> None:
    end(Round.objects.get(), levels=True)
    for part, body in [
        ("playoffs/", {"order": [1, 2, 3, 4, 5, 6]}),
        ("boxes/", {"deck": "box", "boxes": 1}),
        ("rounds/1/exchange/", {"one": 1, "other": 2}),
    ]:
        path = f"{LIST}{league.pk}/{part}"
        for method in ("GET", "HEAD"):
            desk.generic(method, path, json.dumps(body), content_type="application/json")
    assert (league.playoffs.count(), league.decks_in_room.count()) == (0, 0)
    changed = Tournament.objects.get(pk=league.pk).version
    assert changed == league.version


def test_the_clock_is_the_servers(league: Tournament, desk: Client) -> None:
    path = f"{LIST}{league.pk}/rounds/1/clock/"
    stopped = {"minutes": None, "started_at": None, "paused_at": None, "ends_at": None}
    before = desk.get(path).json()
    now = datetime.fromisoformat(before.pop("now"))
    assert before == {**stopped, "seconds_left": None}
    assert abs(now - timezone.now()) < timedelta(minutes=1)
    for minutes in (0, 181, 10**30):
        assert said(post(desk, f"{path}start/", {"minutes": minutes})) == (
            400,
            {"minutes": ["Choose 1 to 180 minutes."]},
        )
    running = post(desk, f"{path}start/", {"minutes": 30}).json()
    began, ends = (datetime.fromisoformat(running[key]) for key in ("started_at", "ends_at"))
    assert ends - began == timedelta(minutes=30)
    again = post(desk, f"{path}start/", {"minutes": 30})
    assert said(again)[0] == 409
    for table, minutes, refused in [
        (9, 5, (400, {"table": ["There is no such table."]})),
        (1, 0, (400, {"minutes": ["Choose 1 to 180 minutes."]})),
    ]:
        body = {"table": table, "minutes": minutes}
        assert said(post(desk, f"{path}extend/", body)) == refused
    assert post(desk, f"{path}extend/", {"table": 2, "minutes": 5}).status_code == 200
    clock, tables = Client().get(f"{LIST}{league.pk}/rounds/1/").json(), {}
    for table in clock["tables"]:
        tables[table["number"]] = datetime.fromisoformat(table["ends_at"]) - began
    assert tables == {1: timedelta(minutes=30), 2: timedelta(minutes=35)}


def test_boxes_in_the_room(organiser: Any, desk: Client, deck: Any) -> None:
    cup = tournament(organiser)
    path = f"{LIST}{cup.pk}/boxes/"
    assert said(post(desk, path, {"deck": "box", "boxes": 3})) == (
        200,
        [{"deck": "box", "boxes": 3}],
    )
    assert desk.get(path).json() == [{"deck": "box", "boxes": 3}]
    for body, refused in [
        ({"deck": "none", "boxes": 1}, {"deck": ["There is no such deck."]}),
        ({"deck": "box", "boxes": 101}, {"boxes": ["A room has 0 to 100 boxes."]}),
    ]:
        assert said(post(desk, path, body)) == (400, refused)
    assert post(desk, path, {"deck": "box", "boxes": 0}).json() == []


def test_what_was_seen_is_what_is_changed(league: Tournament, desk: Client) -> None:
    enter(account("org"), Game.objects.get(table=1))
    path = f"{LIST}{league.pk}/tables/1/"
    [seen] = desk.get(path).json()["entries"]
    assert (seen["index"], seen["event"]) == (0, {"kind": "round", "filled": []})
    event = {"kind": "round", "filled": [0]}
    right = {"index": 0, "events": [event], "reason": "a slip", "seen": seen["id"]}
    assert post(desk, f"{path}correct/", right).status_code == 200
    # Who looked at it before is told what stands there by now.
    there = [one["event"] for one in post(desk, f"{path}correct/", right).json()["there"]]
    assert there == [event]
    late = post(desk, f"{path}undo/", {"index": 0, "seen": seen["id"]})
    assert (late.status_code, len(late.json()["there"])) == (409, 1)
    [new] = desk.get(path).json()["entries"]
    assert post(desk, f"{path}undo/", {"index": 0, "seen": new["id"]}).json()["events"] == []


def test_who_leaves_is_not_drawn_until_they_come_back(league: Tournament) -> None:
    player, path = as_person(account("A")), f"{LIST}{league.pk}/"
    for deed, is_present in (("leave", False), ("leave", False), ("come-back", True)):
        answer = post(player, f"{path}{deed}/", {})
        assert (answer.status_code, answer.json()["is_present"]) == (200, is_present)
        assert league.registrations.present().count() == 5 + is_present
    assert said(post(as_person(person("x")), f"{path}leave/", {})) == (
        409,
        {"non_field_errors": ["You are not registered."]},
    )
