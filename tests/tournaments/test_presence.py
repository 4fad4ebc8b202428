"""Who is there: check-in by code, the desk's list, guests, no-shows, late entries."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from puzzles.services.refusal import Refusal
from tests.tournaments.people import NOW, account, enter, person, register, seated, tournament
from tournaments.models import Registration, Tournament
from tournaments.services import presence, registration
from tournaments.services.drawing import seat_present_players
from tournaments.services.organising import call_off, close_registration
from tournaments.services.overview import overview_of
from ubongo_site.outbox.models import Mail

pytestmark = pytest.mark.django_db

# 12:00 to 13:45 in Berlin on 7 June; play begins at 14:00.
OPENS = datetime.fromisoformat("2026-06-07T10:00Z")
CLOSES = datetime.fromisoformat("2026-06-07T11:45Z")


def cup_with_check_in(names: str = "ab", *, capacity: int = 4, hours: int = 0) -> Tournament:
    cup = tournament(
        person("org"),
        capacity=capacity,
        confirm_hours=hours,
        check_in_opens_at=datetime(2026, 6, 7, 12, 0),
        check_in_closes_at=datetime(2026, 6, 7, 13, 45),
    )
    for name in names:
        register(person(name), cup)
    return cup


def arrive(cup: Tournament, name: str, *, now: datetime = OPENS, code: str = "") -> Registration:
    return presence.check_in(
        user=account(name), tournament=cup, code=code or cup.check_in_code, now=now
    )


def refusal_of(cup: Tournament, name: str, **change: object) -> tuple[str, str]:
    with pytest.raises(Refusal) as refused:
        arrive(cup, name, **change)  # type: ignore[arg-type]
    return refused.value.field, refused.value.message


def states(cup: Tournament) -> dict[str, str]:
    return {one.name: one.state for one in cup.registrations.select_related("user")}


CLOSED = ("non_field_errors", "Check-in is not open; speak to the organiser.")


def test_players_check_in_while_it_is_open() -> None:
    cup = cup_with_check_in()
    second = timedelta(seconds=1)
    assert refusal_of(cup, "a", now=OPENS - second) == CLOSED
    assert refusal_of(cup, "a", now=CLOSES) == CLOSED
    assert arrive(cup, "a", now=OPENS).is_present
    assert arrive(cup, "b", now=CLOSES - second, code=f" {cup.check_in_code.upper()} ").is_present
    assert arrive(cup, "a", now=OPENS).is_present  # again changes nothing


def test_the_code_is_that_of_the_place() -> None:
    cup = cup_with_check_in()
    assert refusal_of(cup, "a", code="x" * 8) == (
        "code",
        "That is not the code of this tournament.",
    )
    assert refusal_of(cup, "a", code="ä") == ("code", "That is not the code of this tournament.")
    other = tournament(account("org"))
    assert len({cup.check_in_code, other.check_in_code}) == 2
    assert len(cup.check_in_code) == 8


def test_only_who_has_a_place_checks_in() -> None:
    cup = cup_with_check_in("abc", capacity=2)
    assert refusal_of(cup, "c") == ("non_field_errors", "Only who has a place can be present.")
    person("z")
    assert refusal_of(cup, "z") == ("non_field_errors", "You are not registered.")
    call_off(tournament=cup, now=NOW)
    assert refusal_of(cup, "a") == CLOSED


def test_without_a_window_the_desk_alone_notes_who_is_there() -> None:
    cup = tournament(person("org"))
    register(person("a"), cup)
    assert refusal_of(cup, "a") == CLOSED


def test_an_offer_ends_when_check_in_begins() -> None:
    cup = cup_with_check_in("abcd", capacity=2, hours=48)
    before = OPENS - timedelta(hours=1)
    registration.withdraw_player(user=account("a"), tournament=cup, now=before)
    assert states(cup)["c"] == "offered"
    assert refusal_of(cup, "c")[1] == "Only who has a place can be present."
    # The place went on; from now on nobody is waited for.
    arrive(cup, "b")
    assert states(cup) == {"a": "withdrawn", "b": "registered", "c": "withdrawn", "d": "registered"}


def test_no_shows_are_taken_off_and_others_move_up() -> None:
    cup = cup_with_check_in("abcd", capacity=2)
    arrive(cup, "b")
    with pytest.raises(Refusal) as refused:
        presence.remove_absent(tournament=cup, now=CLOSES - timedelta(seconds=1))
    assert refused.value.message == "Check-in is still open."
    assert presence.remove_absent(tournament=cup, now=CLOSES) == 1
    assert states(cup) == {"a": "removed", "b": "registered", "c": "registered", "d": "waiting"}
    # c isn't there either; d is, and the desk says so.
    assert presence.remove_absent(tournament=cup, now=CLOSES) == 1
    late = cup.registrations.get(user__username="d")
    assert late.state == "registered"
    presence.set_presence(registration=late, is_present=True)
    assert presence.remove_absent(tournament=cup, now=CLOSES) == 0


def test_who_was_taken_off_comes_back_by_the_desk_alone() -> None:
    cup = cup_with_check_in("abc", capacity=2)
    own = cup.registrations.get(user__username="a")
    assert presence.take_off(registration=own, now=NOW).state == "removed"
    assert states(cup) == {"a": "removed", "b": "registered", "c": "registered"}
    with pytest.raises(Refusal) as refused:
        register(account("a"), cup)
    assert refused.value.message == "The organiser has taken you off; speak to them."
    back = presence.take_back(registration=own, now=NOW)
    assert (back.state, back.number) == ("waiting", 4)
    assert presence.take_back(registration=own, now=NOW).number == 4  # again changes nothing
    presence.take_off(registration=back, now=NOW)
    assert presence.take_off(registration=back, now=NOW).state == "removed"


def test_a_name_more_is_one_query_more() -> None:
    cup, costs = tournament(person("org"), capacity=2), []
    for names in ("Ann", "Bob\nCleo\nDan"):
        with CaptureQueriesContext(connection) as captured:
            presence.enter_guests(tournament=cup, names=names, is_present=True, now=NOW)
        costs.append(len(captured))
    assert costs[1] == costs[0] + 2
    people = cup.registrations.values_list("number", "guest_name", "state")
    assert list(people) == [
        (1, "Ann", "registered"),
        (2, "Bob", "registered"),
        (3, "Cleo", "waiting"),
        (4, "Dan", "waiting"),
    ]


def test_a_guest_comes_back_while_nobody_goes_by_the_name() -> None:
    cup = cup_with_check_in("a")
    gus, other = (_entered_and_taken_off(cup) for _each in range(2))
    assert presence.take_back(registration=other, now=NOW).state == "registered"
    with pytest.raises(Refusal) as refused:
        presence.take_back(registration=gus, now=NOW)
    assert (refused.value.field, refused.value.message) == (
        "guest_name",
        "Somebody of this name takes part already.",
    )


def _entered_and_taken_off(cup: Tournament) -> Registration:
    guest = presence.enter_guest(tournament=cup, name="Gus", is_present=True, now=NOW)
    return presence.take_off(registration=guest, now=NOW)


def test_guests_have_a_name_and_no_mail() -> None:
    cup = cup_with_check_in("", capacity=2)
    gus = presence.enter_guest(tournament=cup, name="  Gus \n Gale ", is_present=True, now=NOW)
    assert (gus.name, gus.state, gus.is_present) == ("Gus Gale", "registered", True)
    presence.enter_guest(tournament=cup, name="Ida", is_present=False, now=NOW)
    # Full: on the waitlist, and nobody waiting can be present.
    late = presence.enter_guest(tournament=cup, name="Lea", is_present=True, now=NOW)
    assert (late.state, late.is_present) == ("waiting", False)
    assert overview_of(cup).players == ["Gus Gale", "Ida"]
    assert Mail.objects.count() == 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "A name has 1 to 40 characters."),
        ("x" * 41, "A name has 1 to 40 characters."),
        ("<b>Gus</b>", "Names may not contain < or >."),
        ("Gus\u202e", "A name consists of visible characters."),
        ("A", "Somebody of this name takes part already."),
        ("Ａ", "Somebody of this name takes part already."),
    ],
)
def test_what_a_guest_cannot_be_called(name: str, message: str) -> None:
    cup = cup_with_check_in("a")
    with pytest.raises(Refusal) as refused:
        presence.enter_guest(tournament=cup, name=name, is_present=True, now=NOW)
    assert (refused.value.field, refused.value.message) == ("guest_name", message)
    assert cup.registrations.count() == 1


def test_a_whole_list_of_guests_or_none_of_it() -> None:
    cup = cup_with_check_in("a", capacity=3)

    def enter_all(names: str) -> list[tuple[str, str]]:
        guests = presence.enter_guests(tournament=cup, names=names, is_present=True, now=NOW)
        return [(guest.name, guest.state) for guest in guests]

    for names, message in {
        "Gus\n\nA\nIda": "Line 3: Somebody of this name takes part already.",
        "Gus\r\nIda\r\ngus": "Line 3: Somebody of this name takes part already.",
        "Gus\n<b>": "Line 2: Names may not contain < or >.",
        "x\n" * 1001: "At most 1000 names at once.",
    }.items():
        with pytest.raises(Refusal) as refused:
            enter_all(names)
        assert (refused.value.field, refused.value.message) == ("names", message)
        assert [one.name for one in cup.registrations.all()] == ["a"]
    assert enter_all(" Gus  Gale\n\n Ida \nLea") == [
        ("Gus Gale", "registered"),
        ("Ida", "registered"),
        ("Lea", "waiting"),
    ]


def test_a_late_entry_until_a_game_has_begun() -> None:
    cup = seated(person("org"), ["A", "B"])
    Tournament.objects.update(capacity=3)
    presence.enter_guest(tournament=cup, name="Late", is_present=True, now=NOW)
    seat_present_players(tournament=cup, seed=1, now=NOW)
    game = cup.games.get()
    assert sorted(seat.registration.name for seat in game.seats.all()) == ["A", "B", "Late"]
    enter(account("org"), game, "Late")
    with pytest.raises(Refusal) as refused:
        presence.enter_guest(tournament=cup, name="Later", is_present=True, now=NOW)
    assert refused.value.message == "The tables are seated already."


def test_seating_is_told_once() -> None:
    cup = tournament(person("org"))
    for name in "ab":
        presence.set_presence(registration=register(person(name), cup), is_present=True)
    close_registration(tournament=cup)
    for seed in (1, 2):
        seat_present_players(tournament=cup, seed=seed, now=NOW)
    assert Mail.objects.filter(subject="Your table: Sunday").count() == 2
