"""The desk's page of rounds."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.pages import as_person, told
from tests.tournaments.people import NOW, account, person, tournament
from tournaments.models import Game, Playoff, Round, Seat, Tournament
from tournaments.services import drawing, presence

pytestmark = pytest.mark.django_db

NEXT = {"variant": "dice", "areas": "6", "early_reason": ""}


@pytest.fixture
def cup() -> Tournament:
    """Eight guests in two rounds; the first is drawn."""
    made = tournament(person("org"), planned_rounds=2)
    for number in range(1, 9):
        presence.enter_guest(tournament=made, name=f"P{number}", is_present=True, now=NOW)
    drawing.seat_present_players(tournament=made, seed=7, now=NOW)
    return Tournament.objects.get()


@pytest.fixture
def desk(cup: Tournament) -> Client:
    return as_person(account("org"))


def page(cup: Tournament) -> str:
    return f"/tournaments/{cup.pk}/desk/rounds/"


def end_all() -> None:
    """Everybody is level."""
    for game in Game.objects.all():
        count = game.seats.count()
        Game.objects.filter(pk=game.pk).update(
            result={"places": [1] * count, "scores": [1] * count}
        )


def errors(answer: Any, form: str) -> dict[str, list[str]]:
    shown: dict[str, list[str]] = answer.context[form].errors
    return dict(shown)


def test_the_next_round_is_drawn_with_a_game_of_its_own(cup: Tournament, desk: Client) -> None:
    end_all()
    sent = {"number": "2", "variant": "classic-2015", "pieces": "4", "playoff": "False"}
    assert desk.post(f"{page(cup)}draw/", sent)["Location"] == page(cup)
    second = Round.objects.get(number=2)
    assert (second.variant, second.config) == ("classic-2015", {"pieces": 4, "playoff": False})
    assert [game.config["pieces"] for game in second.games.all()] == [4, 4]
    again = desk.post(f"{page(cup)}draw/", sent)
    assert (again.status_code, errors(again, "next")) == (
        409,
        {"number": ["Round 2 is drawn already."]},
    )


def test_missing_results_need_a_reason(cup: Tournament, desk: Client) -> None:
    answer = desk.post(f"{page(cup)}draw/", {**NEXT, "number": "2"})
    assert (answer.status_code, errors(answer, "next")) == (
        409,
        {"early_reason": ["These tables have not finished: 1/1, 1/2"]},
    )
    answer = desk.post(f"{page(cup)}draw/", {**NEXT, "number": "2", "early_reason": "late bus"})
    assert answer.status_code == 302
    assert "Drawn before all results were in: late bus" in " ".join(
        Client().get(f"/tournaments/{cup.pk}/").content.decode().split()
    )


def test_an_exchange_and_what_it_costs(cup: Tournament, desk: Client) -> None:
    shown = desk.get(page(cup))
    one, other = (next(iter(table)) for table in shown.context["exchange"].tables)
    looked = desk.post(f"{page(cup)}exchange/", {"one": one, "other": other, "look": "1"})
    assert looked.context["cost"] == "Pairs that meet again: 0 now, 0 after the exchange."
    assert desk.post(f"{page(cup)}exchange/", {"one": one, "other": other}).status_code == 302
    now = desk.get(page(cup)).context["exchange"].tables
    assert (other in now[0], one in now[1]) == (True, True)
    same = desk.post(f"{page(cup)}exchange/", {"one": one, "other": one})
    assert (same.status_code, errors(same, "exchange")) == (
        409,
        {"other": ["The two sit at the same table already."]},
    )


def test_an_exchange_costs_turns_at_the_smaller_table_and_likeness(
    cup: Tournament, desk: Client
) -> None:
    # P1 to P4 are at a table, P5 to P7 at the smaller one; then the same again.
    Tournament.objects.update(score_weight=1)
    keys = list(cup.registrations.order_by("number").values_list("pk", flat=True))
    by_table = {1: keys[:4], 2: keys[4:7]}
    for number in (1, 2):
        drawn = cup.rounds.filter(number=number).first() or Round.objects.create(
            tournament=cup, number=number, variant="dice", drawn_at=NOW
        )
        drawn.games.all().delete()
        for table, seats in by_table.items():
            game = Game.objects.create(tournament=cup, round=drawn, table=table)
            game.seats.bulk_create(
                Seat(game=game, number=seat, registration_id=key) for seat, key in enumerate(seats)
            )
            if number == 1:
                places = list(range(1, len(seats) + 1))
                game.result = {"places": places, "scores": places[::-1]}
                game.save()
    swap = {"one": keys[0], "other": keys[4], "look": "1"}
    # 6 + 3 pairs meet again; P2 to P4 and P6 with P7 do after it. P5 to P7 are at the smaller
    # table again, P6 and P7 after it. Each table has its best (1) and its worst (0), before and
    # after: P1 and P5 have won both.
    assert desk.post(f"{page(cup)}exchange/", swap).context["cost"] == (
        "Pairs that meet again: 9 now, 4 after the exchange."
        " At a smaller table before it was their turn: 3 now, 2 after it."
        " From best to worst score at a table: 1 now, 1 after it, on average."
    )


def test_a_play_off_is_entered_by_places(cup: Tournament, desk: Client) -> None:
    end_all()
    drawing.draw_next_round(tournament=cup, number=2, seed=1, now=NOW)
    end_all()
    [form] = desk.get(page(cup)).context["playoffs"]
    keys = list(form.level)
    places = {f"{form.prefix}-{key}": str(place) for place, key in enumerate(keys[::-1], 1)}
    twice = dict.fromkeys(places, "1")
    assert desk.post(f"{page(cup)}playoff/", twice).status_code == 400
    assert Playoff.objects.count() == 0
    assert desk.post(f"{page(cup)}playoff/", places).status_code == 302
    assert Playoff.objects.get().order == keys[::-1]
    # Nobody is level any more, but what was entered by mistake can be entered anew.
    [again] = desk.get(page(cup)).context["playoffs"]
    assert again.initial == {str(key): place for place, key in enumerate(keys[::-1], 1)}
    places = {f"{form.prefix}-{key}": str(place) for place, key in enumerate(keys, 1)}
    assert desk.post(f"{page(cup)}playoff/", places).status_code == 302
    [again] = desk.get(page(cup)).context["playoffs"]
    assert again.initial == {str(key): place for place, key in enumerate(keys, 1)}


def test_more_rounds_and_too_few(cup: Tournament, desk: Client) -> None:
    assert (
        desk.post(f"{page(cup)}plan/", {"planned_rounds": "3", "finals": "final"}).status_code
        == 302
    )
    assert Tournament.objects.get().planned_rounds == 3
    refused = desk.post(f"{page(cup)}plan/", {"planned_rounds": "0", "finals": ""})
    assert (refused.status_code, errors(refused, "plan")) == (
        400,
        {"planned_rounds": ["Ensure this value is greater than or equal to 1."]},
    )


def test_tables_of_earlier_rounds_stay_to_be_seen(cup: Tournament, desk: Client) -> None:
    first = Game.objects.get(table=1)
    end_all()
    drawing.draw_next_round(tournament=cup, number=2, seed=1, now=NOW)
    path = f"/tournaments/{cup.pk}/tables/1/"
    assert desk.get(f"{path}?game={first.pk}").context["game"].round.number == 1
    assert desk.get(path).context["game"].round.number == 2
    assert told(desk.get(path)) == []
    assert desk.get(f"{path}?game=x").status_code == 404


def test_the_form_of_a_tournament_of_several_rounds() -> None:
    desk = as_person(person("org"))
    wanted = {
        "name": "Sunday",
        "variant": "dice",
        "areas": "6",
        "starts_at": "2026-06-07T14:00",
        "time_zone": "Europe/Berlin",
        "capacity": "16",
        "planned_rounds": "4",
        "table_size": "3",
        "score_weight": "0.5",
        "finals": "semis",
        "metric_1": "table_points",
        "metric_2": "wins",
    }
    assert desk.post("/tournaments/new/", wanted).status_code == 302
    made = Tournament.objects.get()
    assert (made.planned_rounds, made.table_size, str(made.score_weight), made.finals) == (
        4,
        3,
        "0.5",
        "semis",
    )
    assert made.metrics == ["table_points", "wins"]
    shown = desk.get(f"/tournaments/{made.pk}/edit/").context["form"]
    assert [shown[f"metric_{place}"].value() for place in (1, 2, 3)] == ["table_points", "wins", ""]
    twice = desk.post("/tournaments/new/", {**wanted, "metric_2": "table_points"})
    assert (twice.status_code, errors(twice, "form")) == (
        400,
        {"metric_1": ["There is no such measure, or it comes twice."]},
    )
