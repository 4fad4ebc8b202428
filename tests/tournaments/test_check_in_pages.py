"""Offers, check-in and the desk's list, as the browser and the API see them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.people import NOW, account, person, register, tournament
from tournaments.models import Registration, Tournament
from tournaments.services import presence, registration

pytestmark = pytest.mark.django_db


def as_person(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def cup() -> Tournament:
    """Check-in has been open for an hour, and is for another."""
    made = tournament(person("org"), capacity=2)
    now = timezone.now()
    Tournament.objects.update(
        check_in_opens_at=now - timedelta(hours=1),
        check_in_closes_at=now + timedelta(hours=1),
        starts_at=now + timedelta(hours=2),
    )
    made.refresh_from_db()
    return made


def told(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def test_the_poster_leads_to_checking_in(cup: Tournament) -> None:
    register(person("a"), cup)
    path = f"/tournaments/{cup.pk}/check-in/"
    link = f"{path}?code={cup.check_in_code}"
    # Who is not logged in comes back to it, the code still there.
    login = Client().get(link)
    assert login["Location"] == f"/accounts/login/?next={path}%3Fcode%3D{cup.check_in_code}"
    phone = as_person(account("a"))
    assert f'value="{cup.check_in_code}"' in phone.get(link).content.decode()
    wrong = phone.post(path, {"code": "wrong"})
    assert (wrong.status_code, told(wrong)) == (400, ["That is not the code of this tournament."])
    assert phone.post(path, {"code": cup.check_in_code}).status_code == 302
    assert Registration.objects.get().is_present
    assert "You are checked in." in phone.get(path).content.decode()
    # No page but the desk's tells the code.
    for client in (Client(), phone):
        assert cup.check_in_code not in client.get(f"/tournaments/{cup.pk}/").content.decode()
        assert cup.check_in_code not in client.get(path).content.decode()
    desk = as_person(account("org")).get(f"/tournaments/{cup.pk}/desk/")
    assert f"http://testserver{link}" in desk.content.decode()


def test_checking_in_at_the_wrong_time(cup: Tournament) -> None:
    register(person("a"), cup)
    Tournament.objects.update(check_in_closes_at=timezone.now())
    answer = as_person(account("a")).post(
        f"/tournaments/{cup.pk}/check-in/", {"code": cup.check_in_code}
    )
    assert (answer.status_code, told(answer)) == (
        409,
        ["Check-in is not open; speak to the organiser."],
    )
    assert not Registration.objects.get().is_present


def test_an_offered_place_is_confirmed_on_the_page() -> None:
    cup = tournament(person("org"), capacity=2, confirm_hours=2)
    Tournament.objects.update(starts_at=timezone.now() + timedelta(days=9))
    for name in "abc":
        register(person(name), cup)
    registration.withdraw_player(user=account("a"), tournament=cup, now=timezone.now())
    phone = as_person(account("c"))
    assert phone.get(f"/tournaments/{cup.pk}/").context["own"].state == "offered"
    assert phone.post(f"/tournaments/{cup.pk}/confirm/").status_code == 302
    assert Registration.objects.get(user=account("c")).state == "registered"
    register(person("d"), cup)
    answer = as_person(account("d")).post(f"/tournaments/{cup.pk}/confirm/")
    assert (answer.status_code, told(answer)) == (409, ["No place is offered to you (any more)."])


def test_the_desk_finds_people_by_name_and_the_waitlist_in_its_order() -> None:
    cup = tournament(person("org"), capacity=4)
    names = "Player 10\nPlayer 2\nÖzil\nozan\nZoë\nAda"
    desk, path = as_person(account("org")), f"/tournaments/{cup.pk}/desk/"
    answer = desk.post(f"{path}guests/many/", {"names": names}, follow=True)
    assert answer.redirect_chain == [(path, 302)]
    assert told(answer) == [
        "6 names are entered.",
        "All places (4) are taken: 2 of those are on the waitlist.",
    ]
    in_order = ["ozan", "Özil", "Player 2", "Player 10", "Zoë", "Ada"]
    assert [one.name for one in answer.context["people"]] == in_order
    desk.post(f"{path}people/1/take-off/")
    # Zoë moved up, and who is gone comes last.
    in_order = ["ozan", "Özil", "Player 2", "Zoë", "Ada", "Player 10"]
    assert [one.name for one in desk.get(path).context["people"]] == in_order
    answer = desk.post(f"{path}guests/", {"name": "Late"}, headers={"X-Live": "1"})
    assert answer["Location"] == path
    assert told(desk.get(path)) == [
        "1 name is entered.",
        "All places (4) are taken: 1 of those is on the waitlist.",
    ]


def test_the_desk_stays_where_it_is_while_it_notes_who_is_there() -> None:
    cup = tournament(person("org"), capacity=4)
    desk, path = as_person(account("org")), f"/tournaments/{cup.pk}/desk/"
    assert desk.post(f"{path}guests/", {"name": "Gus"})["Location"] == f"{path}#person-1"
    assert desk.post(f"{path}people/1/present/")["Location"] == f"{path}#person-1"
    # The page that stays is given the list.
    here = {"X-Live": "1"}
    for answer, said in (
        (desk.post(f"{path}people/1/absent/", headers=here), "0 are present."),
        (
            desk.post(f"{path}guests/", {"name": "Ada", "is_present": "on"}, headers=here),
            "1 is present.",
        ),
    ):
        assert (answer.status_code, said in answer.content.decode()) == (200, True)
        assert [one.name for one in answer.templates] == ["tournaments/_people.html"]
    assert desk.post(f"{path}guests/", {"name": "ada"}, headers=here).status_code == 400


def test_the_desk_enters_guests_and_takes_people_off_and_back(cup: Tournament) -> None:
    register(person("a"), cup)
    desk, path = as_person(account("org")), f"/tournaments/{cup.pk}/desk/"
    assert desk.post(f"{path}guests/", {"name": "Gus", "is_present": "on"}).status_code == 302
    refused = desk.post(f"{path}guests/", {"name": "gus"})
    assert (refused.status_code, refused.context["guest"].errors) == (
        400,
        {"name": ["Somebody of this name takes part already."]},
    )
    answer = desk.post(f"{path}remove-absent/")
    assert (answer.status_code, told(answer)) == (409, ["Check-in is still open."])
    Tournament.objects.update(check_in_closes_at=timezone.now())
    assert desk.post(f"{path}remove-absent/").status_code == 302
    people = Registration.objects.order_by("number")
    assert [(one.name, one.state) for one in people] == [("a", "removed"), ("Gus", "registered")]
    assert desk.post(f"{path}people/1/take-back/").status_code == 302
    assert desk.post(f"{path}people/2/take-off/").status_code == 302
    assert [(one.name, one.state) for one in people.all()] == [
        ("Gus", "removed"),
        ("a", "registered"),
    ]


def test_the_desk_enters_a_whole_list(cup: Tournament) -> None:
    desk, path = as_person(account("org")), f"/tournaments/{cup.pk}/desk/"
    refused = desk.post(f"{path}guests/many/", {"names": "Gus\ngus"})
    assert (refused.status_code, refused.context["guests"].errors) == (
        400,
        {"names": ["Line 2: Somebody of this name takes part already."]},
    )
    # What was typed is still there, unfolded.
    assert "<details open><summary>Many at once" in refused.content.decode()
    assert ">\nGus\ngus</textarea>" in refused.content.decode()
    assert desk.post(f"{path}guests/many/", {"names": "Gus\nIda"}).status_code == 302
    people = Registration.objects.order_by("number")
    assert [(one.name, one.is_present) for one in people] == [("Gus", False), ("Ida", False)]


def test_the_desk_asks_as_little_for_many(
    cup: Tournament, django_assert_max_num_queries: Any
) -> None:
    desk, path = as_person(account("org")), f"/tournaments/{cup.pk}/desk/"
    presence.enter_guest(tournament=cup, name="Gus", is_present=True, now=NOW)
    register(person("a"), cup)
    with django_assert_max_num_queries(40) as asked:
        desk.get(path)
    one = len(asked)
    for name in "bcd":
        register(person(name), cup)
    with django_assert_max_num_queries(one) as asked:
        desk.get(path)
    assert len(asked) == one


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("check_in_opens_at", "", "Check-in needs both times, or none."),
        ("check_in_closes_at", "", "Check-in needs both times, or none."),
        ("check_in_closes_at", "2026-06-07T12:00", "Check-in must open before it closes."),
        (
            "check_in_closes_at",
            "2026-06-07T14:01",
            "Check-in must close before the beginning, or with it.",
        ),
        ("check_in_opens_at", "2026-03-29T02:30", "The clocks skip this time in that night."),
        ("confirm_hours", "169", "Ensure this value is less than or equal to 168."),
        ("confirm_hours", "-1", "Ensure this value is greater than or equal to 0."),
    ],
)
def test_what_is_wrong_with_check_in_stands_at_its_field(
    field: str, value: str, message: str
) -> None:
    wanted = {
        "name": "Sunday",
        "areas": "6",
        "variant": "dice",
        "starts_at": "2026-06-07T14:00",
        "time_zone": "Europe/Berlin",
        "capacity": "16",
        "check_in_opens_at": "2026-06-07T12:00",
        "check_in_closes_at": "2026-06-07T13:45",
        "confirm_hours": "24",
    }
    desk = as_person(person("org"))
    answer = desk.post("/tournaments/new/", {**wanted, field: value})
    assert (answer.status_code, answer.context["form"].errors) == (400, {field: [message]})
    assert desk.post("/tournaments/new/", wanted).status_code == 302
    made = Tournament.objects.get()
    assert (made.confirm_hours, made.check_in_opens_at) == (
        24,
        datetime(2026, 6, 7, 10, 0, tzinfo=UTC),
    )


def test_confirming_and_checking_in_through_the_api(cup: Tournament) -> None:
    register(person("a"), cup)
    path = f"/api/v1/tournaments/{cup.pk}/"
    client = as_person(account("a"))
    confirmed = client.post(f"{path}confirm/", content_type="application/json")
    assert (confirmed.status_code, confirmed.json()) == (
        200,
        {
            "number": 1,
            "state": "registered",
            "offered_until": None,
            "is_present": False,
            "mails_each_round": False,
        },
    )
    wrong = client.post(f"{path}check-in/", {"code": "x"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()) == (
        400,
        {"code": ["That is not the code of this tournament."]},
    )
    here = client.post(
        f"{path}check-in/", {"code": cup.check_in_code}, content_type="application/json"
    )
    assert (here.status_code, here.json()["is_present"]) == (200, True)
