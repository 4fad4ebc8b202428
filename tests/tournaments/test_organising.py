"""The life of a tournament, its times, its tables."""

from datetime import UTC, datetime
from typing import Any

import pytest

from puzzles.services.refusal import Refusal
from tests.tournaments.people import NOW, enter, person, register, seated, tournament
from tournaments.models import Game, Registration, Tournament
from tournaments.services import drawing, games, organising, presence

pytestmark = pytest.mark.django_db


def test_times_are_those_of_the_place() -> None:
    cup = tournament(person("org"), starts_at=datetime(2026, 7, 1, 14, 0))
    # Summer time in Berlin is two hours ahead of UTC.
    assert cup.starts_at == datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
    cup.refresh_from_db()
    assert f"{cup.starts_locally:%H:%M}" == "14:00"


@pytest.mark.parametrize(
    ("zone", "wall", "moment"),
    [
        # Twice in that night: the first of the two is meant, and so it is where half an hour is.
        ("Europe/Berlin", datetime(2026, 10, 25, 2, 30), datetime(2026, 10, 25, 0, 30)),
        ("Europe/Berlin", datetime(2026, 10, 25, 3, 0), datetime(2026, 10, 25, 2, 0)),
        ("America/New_York", datetime(2026, 11, 1, 1, 30), datetime(2026, 11, 1, 5, 30)),
        ("Australia/Lord_Howe", datetime(2026, 4, 5, 1, 45), datetime(2026, 4, 4, 14, 45)),
        # Never in that night; there is no moment.
        ("America/New_York", datetime(2026, 3, 8, 2, 30), None),
        ("Australia/Lord_Howe", datetime(2026, 10, 4, 2, 15), None),
        ("Australia/Lord_Howe", datetime(2026, 10, 4, 2, 30), datetime(2026, 10, 3, 15, 30)),
        # A whole day that Samoa skipped.
        ("Pacific/Apia", datetime(2011, 12, 30, 12, 0), None),
    ],
)
def test_nights_in_which_the_clocks_change(
    zone: str, wall: datetime, moment: datetime | None
) -> None:
    if moment is None:
        with pytest.raises(Refusal) as refused:
            organising.local_moment(wall, zone, field="starts_at")
        assert refused.value.message == "The clocks skip this time in that night."
    else:
        found = organising.local_moment(wall, zone, field="starts_at")
        assert found.astimezone(UTC) == moment.replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        # In Berlin the clocks go from 2:00 to 3:00 on the 29th of March 2026.
        (
            {"starts_at": datetime(2026, 3, 29, 2, 30)},
            "starts_at",
            "The clocks skip this time in that night.",
        ),
        ({"time_zone": "Europe/Atlantis"}, "time_zone", "There is no such time zone."),
        ({"time_zone": "../etc"}, "time_zone", "There is no such time zone."),
        ({"time_zone": ""}, "time_zone", "There is no such time zone."),
        (
            {"closes_at": datetime(2026, 6, 7, 14, 1)},
            "closes_at",
            "Registration must close before the beginning.",
        ),
        ({"config": {"areas": 7}}, "config.areas", None),
        ({"config": {"colour": "red"}}, "config.colour", None),
        ({"variant": "chess"}, "variant", None),
        (
            {"variant": "solo-classic", "config": {}},
            "variant",
            "This game is played alone; a tournament needs tables.",
        ),
    ],
)
def test_what_is_wrong_is_told_at_its_field(
    change: dict[str, Any], field: str, message: str | None
) -> None:
    with pytest.raises(Refusal) as refused:
        tournament(person("org"), **change)
    assert refused.value.field == field
    if message is not None:
        assert refused.value.message == message
    assert Tournament.objects.count() == 0


def test_an_hour_that_the_clocks_show_twice_is_the_first_one() -> None:
    cup = tournament(person("org"), starts_at=datetime(2026, 10, 25, 2, 30))
    assert cup.starts_at == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_twenty_unfinished_are_enough() -> None:
    organiser = person("org")
    for _ in range(20):
        tournament(organiser)
    with pytest.raises(Refusal) as refused:
        tournament(organiser)
    assert refused.value.message == "You have 20 tournaments that are not finished."
    assert Tournament.objects.count() == 20


def test_those_who_are_present_sit_down_once_each() -> None:
    cup = tournament(person("org"))
    for number in range(9):
        own = register(person(f"p{number}"), cup)
        if number != 4:
            presence.set_presence(registration=own, is_present=True)
    tables = drawing.seat_present_players(tournament=cup, seed=1, now=NOW)
    assert [table.seats.count() for table in tables] == [4, 4]
    sitting = [name for table in tables for name in games.view_of(table).names]
    assert sorted(sitting) == [f"p{number}" for number in range(9) if number != 4]


def test_the_same_seed_seats_the_same_and_another_one_otherwise() -> None:
    cup = tournament(person("org"))
    for number in range(12):
        own = register(person(f"p{number}"), cup)
        presence.set_presence(registration=own, is_present=True)

    def tables(seed: int) -> list[tuple[str, ...]]:
        drawn = drawing.seat_present_players(tournament=cup, seed=seed, now=NOW)
        return [games.view_of(game).names for game in drawn]

    assert tables(1) == tables(1)
    assert tables(1) != tables(2)


def test_nobody_moves_once_something_was_entered() -> None:
    organiser = person("org")
    cup = seated(organiser, ["a", "b"])
    enter(organiser, cup.games.get())
    with pytest.raises(Refusal) as refused:
        drawing.seat_present_players(tournament=cup, seed=2, now=NOW)
    assert refused.value.message == "A game has begun; the tables stay as they are."


def test_one_player_is_no_table() -> None:
    cup = tournament(person("org"))
    presence.set_presence(registration=register(person("a"), cup), is_present=True)
    with pytest.raises(Refusal) as refused:
        drawing.seat_present_players(tournament=cup, seed=1, now=NOW)
    assert refused.value.message == "Present: 1. So many can't be seated at tables of 2, 3, 4."
    assert Tournament.objects.get().state == "open"


def test_five_areas_are_for_tables_of_two() -> None:
    cup = tournament(person("org"), areas=5)
    for name in "abc":
        presence.set_presence(registration=register(person(name), cup), is_present=True)
    with pytest.raises(Refusal) as refused:
        drawing.seat_present_players(tournament=cup, seed=1, now=NOW)
    assert refused.value.message == "Present: 3. So many can't be seated at tables of 2."
    presence.set_presence(registration=register(person("d"), cup), is_present=True)
    tables = drawing.seat_present_players(tournament=cup, seed=1, now=NOW)
    assert [table.seats.count() for table in tables] == [2, 2]


def test_a_tournament_is_finished_when_every_table_is() -> None:
    organiser = person("org")
    cup = seated(organiser, ["a", "b"], areas=5)
    game = cup.games.get()
    for _ in range(4):
        enter(organiser, game, "a")
    with pytest.raises(Refusal) as refused:
        organising.finish(tournament=cup)
    assert refused.value.message == "These tables have not finished: 1"
    enter(organiser, game, "a", "b")
    assert organising.finish(tournament=cup).state == "finished"
    with pytest.raises(Refusal):
        enter(organiser, game)
    # a: four times 2, then 2 with b. b: consoled four times, then 2.
    assert games.view_of(game).standings == [
        (1, "a", 10, "Total 10, the highest."),
        (2, "b", 6, "Total 6, behind a."),
    ]


def test_the_steps_of_its_life() -> None:
    cup = tournament(person("org"))
    with pytest.raises(Refusal):
        organising.open_registration(tournament=cup)
    organising.close_registration(tournament=cup)
    with pytest.raises(Refusal):
        organising.close_registration(tournament=cup)
    organising.open_registration(tournament=cup)
    with pytest.raises(Refusal):
        organising.finish(tournament=cup)


def test_a_draft_is_its_organisers() -> None:
    organiser, other = person("org"), person("other")
    cup = tournament(organiser)
    Tournament.objects.update(state="draft")
    assert list(Tournament.objects.visible_to(organiser)) == [cup]
    assert list(Tournament.objects.visible_to(other)) == []
    with pytest.raises(Refusal):
        drawing.seat_present_players(tournament=cup, seed=1, now=NOW)
    assert (Game.objects.count(), Registration.objects.count()) == (0, 0)
    assert cup.starts_at > NOW


def test_somebody_comes_late_and_the_tables_are_drawn_anew() -> None:
    organiser = person("org")
    cup = seated(organiser, ["a", "b"])
    Tournament.objects.update(capacity=3)
    late = Registration.objects.create(
        tournament=cup, user=person("c"), number=3, state="registered", changed=NOW
    )
    presence.set_presence(registration=late, is_present=True)
    (table,) = drawing.seat_present_players(tournament=cup, seed=3, now=NOW)
    assert sorted(games.view_of(table).names) == ["a", "b", "c"]
    enter(organiser, table)
    with pytest.raises(Refusal):
        presence.set_presence(registration=late, is_present=False)


def test_called_off_is_the_end() -> None:
    organiser = person("org")
    cup = seated(organiser, ["a", "b"])
    enter(organiser, cup.games.get())
    assert organising.call_off(tournament=cup, now=NOW).state == "called-off"
    with pytest.raises(Refusal):
        enter(organiser, cup.games.get())
    with pytest.raises(Refusal):
        organising.call_off(tournament=cup, now=NOW)
    with pytest.raises(Refusal):
        drawing.seat_present_players(tournament=cup, seed=1, now=NOW)


def test_what_was_called_off_leaves_room_for_another() -> None:
    organiser = person("org")
    for _ in range(20):
        last = tournament(organiser)
    organising.call_off(tournament=last, now=NOW)
    assert tournament(organiser).state == "open"
