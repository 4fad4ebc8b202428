"""A tournament's tables as files, its date for calendars, and who has no name there."""

import csv
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.test import Client
from icalendar import Calendar

from tests.tournaments.pages import as_person, queries
from tests.tournaments.people import NOW, account, enter, person, seated, tournament
from tournaments.models import Game, Tournament
from tournaments.services import drawing, exports, organising, presence

pytestmark = pytest.mark.django_db


def finished_cup() -> Tournament:
    """Anna wins 11 : 6 over Bob and Cara's 5 … by places 1, 2, 3 and scores 9, 6, 3."""
    cup = seated(person("org"), ["Anna", "Bob", "Cara"])
    game = cup.games.get()
    names = {seat.number: seat.registration.name for seat in game.seats.all()}
    order = ["Anna", "Bob", "Cara"]
    places = [1 + order.index(names[number]) for number in range(3)]
    scores = [12 - 3 * place for place in places]
    Game.objects.update(result={"places": places, "scores": scores})
    Tournament.objects.update(planned_rounds=2)
    return Tournament.objects.get()


def rows(client: Client, cup: Tournament, what: str) -> list[dict[str, str]]:
    answer = client.get(f"/tournaments/{cup.pk}/{what}.csv")
    assert answer["Content-Type"] == "text/csv"
    assert answer["Content-Disposition"] == f'attachment; filename="{what}-{cup.pk}.csv"'
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))


def test_standings_results_and_pairings() -> None:
    cup = finished_cup()
    assert rows(Client(), cup, "standings") == [
        {
            "place": place,
            "player": player,
            "table_points": points,
            "share_of_best": share,
            "wins": wins,
            "opponents": strength,
            "direct": "",
            "playoff": "",
        }
        # Points of the opponents: (½ + 0) / 2, (1 + 0) / 2, (1 + ½) / 2.
        for place, player, points, share, wins, strength in (
            ("1", "Anna", "1.0", "1.0", "1.0", "0.25"),
            ("2", "Bob", "0.5", "0.666667", "0.0", "0.5"),
            ("3", "Cara", "0.0", "0.333333", "0.0", "0.75"),
        )
    ]
    results = sorted(rows(Client(), cup, "results"), key=lambda row: row["place"])
    assert [(row["player"], row["score"], row["round"]) for row in results] == [
        ("Anna", "9", "1"),
        ("Bob", "6", "1"),
        ("Cara", "3", "1"),
    ]
    pairings = rows(Client(), cup, "pairings")
    assert [(row["table"], row["seat"]) for row in pairings] == [("1", "1"), ("1", "2"), ("1", "3")]
    as_json = Client().get(f"/tournaments/{cup.pk}/pairings.json").json()["pairings"]
    through_api = Client().get(f"/api/v1/tournaments/{cup.pk}/files/pairings/").json()["rows"]
    assert [row["player"] for row in as_json] == [row["player"] for row in pairings]
    assert through_api == as_json


def test_who_is_left_out_and_who_is_a_formula() -> None:
    cup = finished_cup()
    shy = account("Bob")
    shy.is_listed = False
    shy.save()
    tricky = account("Cara")
    tricky.nickname = "=1+1"
    tricky.save()
    for client in (Client(), as_person(account("org"))):
        players = {row["player"] for row in rows(client, cup, "results")}
        assert players == {"Anna", "Player 2", "'=1+1"}
    # For programs nothing is changed.
    names = {row["player"] for row in exports.results_rows(cup)}
    assert names == {"Anna", "Player 2", "=1+1"}


def test_a_draft_has_no_files_for_strangers() -> None:
    cup = tournament(person("org"))
    Tournament.objects.update(state="draft")
    for name in ("standings.csv", "results.json", "tournament.ics"):
        assert Client().get(f"/tournaments/{cup.pk}/{name}").status_code == 404
    assert Client().get(f"/api/v1/tournaments/{cup.pk}/files/standings/").status_code == 404
    own = as_person(account("org"))
    assert own.get(f"/tournaments/{cup.pk}/standings.csv").content == b"\xef\xbb\xbf"
    assert own.get(f"/api/v1/tournaments/{cup.pk}/files/players/").status_code == 404


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
def test_no_cell_is_a_formula(start: str) -> None:
    lines = exports.as_csv([{"player": f"{start}1+1", "score": -3}]).splitlines()
    assert lines == ["player,score", f"'{start}1+1,-3"]


def test_the_calendar_file() -> None:
    cup = tournament(
        person("org"),
        name="Sunday, with cake; at noon",
        planned_rounds=2,
        venue="Hall, east",
        about="Cake.\nAnd games.",
    )
    answer = Client().get(f"/tournaments/{cup.pk}/tournament.ics")
    assert answer["Content-Type"] == "text/calendar"
    [event] = Calendar.from_ical(answer.content).walk("VEVENT")
    assert event["SUMMARY"] == "Sunday, with cake; at noon"
    assert event.decoded("DTSTART") == datetime(2026, 6, 7, 12, 0, tzinfo=UTC)
    assert event.decoded("DTEND") == datetime(2026, 6, 7, 13, 30, tzinfo=UTC)
    assert event["STATUS"] == "CONFIRMED"
    assert (event["LOCATION"], event["DESCRIPTION"]) == ("Hall, east", "Cake.\nAnd games.")
    assert str(event["URL"]).endswith(f"/tournaments/{cup.pk}/")
    organising.call_off(tournament=cup, now=NOW)
    [event] = Calendar.from_ical(exports.calendar(Tournament.objects.get(), now=NOW)).walk("VEVENT")
    assert event["STATUS"] == "CANCELLED"


@pytest.mark.parametrize("what", ["standings", "pairings", "results"])
def test_a_file_costs_the_same_for_few_and_many(what: str) -> None:
    few = seated(person("one"), ["a", "b"])
    many = tournament(person("two"), capacity=40)
    for number in range(24):
        presence.enter_guest(tournament=many, name=f"G{number}", is_present=True, now=NOW)
    drawing.seat_present_players(tournament=many, seed=1, now=NOW)
    enter(account("one"), few.games.get(), "a")
    costs = {queries(Client(), f"/tournaments/{cup.pk}/{what}.json") for cup in (few, many)}
    assert len(costs) == 1
