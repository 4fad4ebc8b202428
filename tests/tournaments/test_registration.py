"""Places, waitlist, withdrawal."""

from datetime import timedelta

import pytest

from puzzles.services.refusal import Refusal
from tests.tournaments.people import NOW, account, person, register, seated, tournament, withdraw
from tournaments.models import Registration, Tournament
from tournaments.services import organising, presence, registration

pytestmark = pytest.mark.django_db


def states(where: Tournament) -> list[tuple[str, str]]:
    rows = Registration.objects.filter(tournament=where).order_by("number")
    return [(row.name, row.state) for row in rows]


def test_places_first_then_the_waitlist_in_order() -> None:
    cup = tournament(person("org"), capacity=2)
    for name in "abcd":
        register(person(name), cup)
    assert states(cup) == [
        ("a", "registered"),
        ("b", "registered"),
        ("c", "waiting"),
        ("d", "waiting"),
    ]


def test_who_withdraws_lets_the_first_of_the_waitlist_move_up() -> None:
    cup = tournament(person("org"), capacity=2)
    a, b, c, d = (person(name) for name in "abcd")
    for user in (a, b, c, d):
        register(user, cup)
    withdraw(a, cup)
    assert dict(states(cup)) == {
        "a": "withdrawn",
        "b": "registered",
        "c": "registered",
        "d": "waiting",
    }
    withdraw(d, cup)  # from the waitlist: nobody moves
    withdraw(b, cup)
    assert dict(states(cup)) == {
        "a": "withdrawn",
        "b": "withdrawn",
        "c": "registered",
        "d": "withdrawn",
    }


def test_who_comes_back_comes_last() -> None:
    cup = tournament(person("org"), capacity=2)
    z, a, b, c = (person(name) for name in "zabc")
    for user in (z, a, b, c):
        register(user, cup)
    withdraw(a, cup)
    assert register(a, cup).state == "waiting"
    assert states(cup) == [
        ("z", "registered"),
        ("b", "registered"),
        ("c", "waiting"),
        ("a", "waiting"),
    ]


def test_again_changes_nothing() -> None:
    cup = tournament(person("org"))
    a = person("a")
    first = register(a, cup)
    again = register(a, cup)
    assert (again.pk, again.number, Registration.objects.count()) == (first.pk, 1, 1)
    withdraw(a, cup)
    assert withdraw(a, cup).state == "withdrawn"


def test_more_places_let_people_move_up_and_fewer_than_taken_are_refused() -> None:
    organiser = person("org")
    cup = tournament(organiser, capacity=2)
    for name in "abcd":
        register(person(name), cup)
    details = {
        "user": organiser,
        "name": "Sunday",
        "variant": "dice",
        "config": {"areas": 6},
        "starts_at": cup.starts_locally,
        "time_zone": "Europe/Berlin",
        "closes_at": None,
        "now": NOW,
        "tournament": cup,
    }
    organising.save_tournament(capacity=3, **details)
    assert [state for _name, state in states(cup)] == ["registered"] * 3 + ["waiting"]
    with pytest.raises(Refusal) as refused:
        organising.save_tournament(capacity=2, **details)
    assert (refused.value.field, refused.value.message) == (
        "capacity",
        "3 people have a place already.",
    )


def test_closed_is_closed() -> None:
    cup = tournament(person("org"))
    a, b = person("a"), person("b")
    register(a, cup)
    organising.close_registration(tournament=cup)
    with pytest.raises(Refusal) as refused:
        register(b, cup)
    assert refused.value.message == "Registration is closed."
    assert withdraw(a, cup).state == "withdrawn"


def test_closed_by_the_clock() -> None:
    cup = tournament(person("org"))
    closes = NOW + timedelta(hours=1)
    Tournament.objects.update(closes_at=closes)
    a, b = person("a"), person("b")
    early = registration.register_player(user=a, tournament=cup, now=closes - timedelta(seconds=1))
    assert early.state == "registered"
    with pytest.raises(Refusal):
        registration.register_player(user=b, tournament=cup, now=closes)


def test_nobody_withdraws_from_the_table() -> None:
    cup = seated(person("org"), ["a", "b"])
    with pytest.raises(Refusal) as refused:
        withdraw(account("a"), cup)
    assert refused.value.message == "The tournament has begun; speak to the organiser."


def test_only_who_has_a_place_can_be_present() -> None:
    cup = tournament(person("org"), capacity=2)
    for name in "abc":
        register(person(name), cup)
    waiting = Registration.objects.get(state="waiting")
    with pytest.raises(Refusal):
        presence.set_presence(registration=waiting, is_present=True)


def test_a_stranger_has_nothing_to_withdraw() -> None:
    with pytest.raises(Refusal) as refused:
        withdraw(person("a"), tournament(person("org")))
    assert refused.value.message == "You are not registered."
