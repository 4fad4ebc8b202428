"""The waitlist: offers with an end, who is next, what people are told by e-mail."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from puzzles.services.refusal import Refusal
from tests.tournaments.people import NOW, account, person, tournament, withdraw
from tournaments.models import Registration, Tournament
from tournaments.services import organising, presence, registration, waitlist
from tournaments.tasks import sweep_offers
from ubongo_site.outbox.models import Mail

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def cup_with_offers(names: str, *, capacity: int = 2, hours: int = 24) -> Tournament:
    """People of one letter each, registered in this order."""
    cup = tournament(person("org"), capacity=capacity, confirm_hours=hours)
    for name in names:
        registration.register_player(user=person(name), tournament=cup, now=NOW)
    return cup


def states(cup: Tournament) -> dict[str, str]:
    return {one.name: one.state for one in cup.registrations.select_related("user")}


def letters() -> list[tuple[str, str]]:
    """To whom which subject went, in order of writing."""
    rows = Mail.objects.order_by("created", "recipient")
    return [(row.recipient.split("@")[0], row.subject) for row in rows]


def test_a_free_place_is_offered_and_held_until_it_is_confirmed() -> None:
    cup = cup_with_offers("abcd")
    withdraw(account("a"), cup)
    assert states(cup) == {"a": "withdrawn", "b": "registered", "c": "offered", "d": "waiting"}
    assert cup.registrations.get(user__username="c").offered_until == NOW + 24 * HOUR
    own = registration.confirm_place(user=account("c"), tournament=cup, now=NOW + 23 * HOUR)
    assert (own.state, own.offered_until) == ("registered", None)
    again = registration.confirm_place(user=account("c"), tournament=cup, now=NOW + 25 * HOUR)
    assert again.state == "registered"
    with pytest.raises(Refusal) as refused:
        registration.confirm_place(user=account("d"), tournament=cup, now=NOW)
    assert refused.value.message == "No place is offered to you (any more)."


@pytest.mark.parametrize("by_worker", [True, False])
def test_an_offer_lapses_and_the_next_one_has_a_day_of_its_own(by_worker: bool) -> None:
    cup = cup_with_offers("abcd")
    withdraw(account("a"), cup)
    late = NOW + 24 * HOUR
    if by_worker:
        waitlist.sweep_offers(now=late)
    else:
        # Nobody waits for a worker: whoever does something next, finds it done.
        with pytest.raises(Refusal) as refused:
            registration.confirm_place(user=account("c"), tournament=cup, now=late)
        assert refused.value.message == "No place is offered to you (any more)."
        waitlist.sweep_offers(now=late)
    assert states(cup) == {"a": "withdrawn", "b": "registered", "c": "withdrawn", "d": "offered"}
    assert cup.registrations.get(user__username="d").offered_until == late + 24 * HOUR


@pytest.mark.parametrize("by_worker", [True, False])
def test_a_tournament_that_was_called_off_gives_no_places(by_worker: bool) -> None:
    cup = cup_with_offers("abcd")
    withdraw(account("a"), cup)
    organising.call_off(tournament=cup, now=NOW)
    before = states(cup), letters()
    if by_worker:
        waitlist.sweep_offers(now=NOW + 24 * HOUR)
    else:
        registration.confirm_place(user=account("b"), tournament=cup, now=NOW + 24 * HOUR)
        with pytest.raises(Refusal) as refused:
            registration.confirm_place(user=account("c"), tournament=cup, now=NOW + HOUR)
        assert refused.value.message == "No place is offered to you (any more)."
    assert (states(cup), letters()) == before


def test_the_worker_knows_the_time(settings: Any) -> None:
    cup = cup_with_offers("abc", hours=1)
    withdraw(account("a"), cup)
    sweep_offers()  # May 2026 is long past
    assert states(cup)["c"] == "withdrawn"
    assert "tournaments.tasks.sweep_offers" in [
        entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()
    ]


@pytest.mark.parametrize(
    ("now", "end"),
    [
        # Begins on 7 June at 12:00 UTC; check-in from 10:00 UTC.
        (datetime.fromisoformat("2026-06-06T10:00Z"), "2026-06-07T10:00Z"),
        (datetime.fromisoformat("2026-06-07T09:59Z"), "2026-06-07T10:00Z"),
        (datetime.fromisoformat("2026-06-07T10:00Z"), None),
    ],
)
def test_nobody_is_waited_for_once_check_in_has_begun(now: datetime, end: str | None) -> None:
    cup = tournament(
        person("org"),
        confirm_hours=48,
        check_in_opens_at=datetime(2026, 6, 7, 12, 0),
        check_in_closes_at=datetime(2026, 6, 7, 13, 45),
    )
    expected = end and datetime.fromisoformat(end)
    assert waitlist.end_of_offer(cup, now=now) == expected


def test_an_offered_place_is_a_place() -> None:
    cup = cup_with_offers("abc")
    withdraw(account("a"), cup)
    late = person("late")
    own = registration.register_player(user=late, tournament=cup, now=NOW)
    assert own.state == "waiting"
    # Who withdraws from an offer hands it on.
    withdraw(account("c"), cup)
    own.refresh_from_db()
    assert (own.state, states(cup)["c"]) == ("offered", "withdrawn")


def test_guests_move_up_at_once() -> None:
    cup = cup_with_offers("ab")
    guest = presence.enter_guest(tournament=cup, name="Gus", is_present=False, now=NOW)
    assert guest.state == "waiting"
    withdraw(account("a"), cup)
    assert states(cup)["Gus"] == "registered"


def test_everybody_is_told_once_in_their_language() -> None:
    cup = cup_with_offers("ab")
    cup.registrations.filter(user__username="b").update(language="de")
    registration.register_player(user=person("c"), tournament=cup, now=NOW + HOUR)
    withdraw(account("a"), cup)
    waitlist.sweep_offers(now=NOW + 50 * HOUR)
    organising.call_off(tournament=cup, now=NOW + 60 * HOUR)
    assert letters() == [
        ("a", "You take part: Sunday"),
        ("b", "You take part: Sunday"),
        ("c", "A place for you: Sunday"),
        ("c", "On the waitlist: Sunday"),
        ("c", "Your place went on: Sunday"),
        ("b", "Abgesagt: Sunday"),
    ]


def test_what_a_letter_says(settings: Any) -> None:
    settings.SITE_URL = "https://club.example.org"
    cup = cup_with_offers("abc")
    withdraw(account("a"), cup)
    body = Mail.objects.get(subject="A place for you: Sunday").body
    # Noon UTC in May is 2 p.m. in Berlin.
    assert body.splitlines() == [
        "Hello c,",
        "",
        "A place has become free. It is kept for you until May 2, 2026, 2 p.m. (time of the"
        " place); confirm it on the tournament's page until then, or it goes to the next one.",
        "",
        "Sunday, June 7, 2026, 2 p.m. (Europe/Berlin)",
        f"https://club.example.org/tournaments/{cup.pk}/",
    ]


def test_names_with_markup_stay_text_in_letters() -> None:
    cup = tournament(person("org"))
    user = person("x")
    user.nickname = "Tom & Jerry"
    user.save()
    registration.register_player(user=user, tournament=cup, now=NOW)
    assert Mail.objects.get().body.splitlines()[0] == "Hello Tom & Jerry,"


def test_a_letter_goes_with_the_change_or_not_at_all() -> None:
    cup = cup_with_offers("ab")
    before = Mail.objects.count()
    organising.close_registration(tournament=cup)
    with pytest.raises(Refusal):
        registration.register_player(user=person("c"), tournament=cup, now=NOW)
    assert Mail.objects.count() == before
    assert Registration.objects.count() == 2
