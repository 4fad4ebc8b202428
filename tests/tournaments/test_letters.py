"""Who is written to of which table: of the first round everybody, of later ones who wants it."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.people import NOW, account, person, register, seated, tournament
from tournaments.models import Game, Registration, Round, Seat, Tournament
from tournaments.services import drawing, letters, presence
from tournaments.services.registration import wish_mails
from ubongo_site.outbox.models import Mail

pytestmark = pytest.mark.django_db

NAMES = list("ABCDEFGH")


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    """Eight players at two tables, the first of three rounds."""
    return seated(organiser, NAMES, planned_rounds=3, finals="final")


def mails() -> list[tuple[str, str, str]]:
    """To whom, about what, and the sentence on the table; then they are gone."""
    found = [
        (mail.recipient.split("@")[0], mail.subject, mail.body.split("\n\n")[1])
        for mail in Mail.objects.order_by("recipient").exclude(subject="You take part: Sunday")
    ]
    Mail.objects.all().delete()
    return found


def tables(number: int = 1) -> dict[str, int]:
    seats = Seat.objects.filter(game__round__number=number)
    return dict(seats.values_list("registration__user__username", "game__table"))


def first(name: str, table: int) -> tuple[str, str, str]:
    return name, "Your table: Sunday", f"Round 1 of 3 is drawn: you sit at table {table}."


def moved(name: str, table: int) -> tuple[str, str, str]:
    what = f"The tables of this round have changed (Round 1 of 3): you sit at table {table} now."
    return name, "Another table: Sunday", what


def draw_anew(cup: Tournament, seed: int) -> None:
    drawing.seat_present_players(tournament=cup, seed=seed, now=NOW)


def end(number: int) -> None:
    for game in Game.objects.filter(round__number=number):
        places = list(range(1, game.seats.count() + 1))
        Game.objects.filter(pk=game.pk).update(result={"places": places, "scores": places})


def draw(cup: Tournament, number: int) -> Round:
    drawing.draw_next_round(tournament=cup, number=number, seed=5, now=NOW)
    return cup.rounds.get(number=number)


def test_of_the_first_round_everybody_is_told_where(cup: Tournament) -> None:
    body = Mail.objects.get(recipient="A@example.org", subject="Your table: Sunday").body
    assert body.endswith(
        f"\nYour table, with whom you play and where you stand:"
        f" http://127.0.0.1:8000/tournaments/{cup.pk}/mine/\n\n"
        "Sunday, June 7, 2026, 2 p.m. (Europe/Berlin)\n"
        f"http://127.0.0.1:8000/tournaments/{cup.pk}/\n"
    )
    assert mails() == [first(name, tables()[name]) for name in NAMES]


def test_of_later_rounds_who_wants_it(cup: Tournament) -> None:
    mails()
    for name in "AB":
        wish_mails(user=account(name), tournament=cup, each_round=True)
    wish_mails(user=account("B"), tournament=cup, each_round=False)
    end(1)
    draw(cup, 2)
    said = f"Round 2 of 3 is drawn: you sit at table {tables(2)['A']}."
    assert mails() == [("A", "Your table: Sunday", said)]
    for number in (2, 3):
        end(number)
        draw(cup, number + 1)
    subject = "Your table: Sunday"
    third = ("A", subject, f"Round 3 of 3 is drawn: you sit at table {tables(3)['A']}.")
    final = [("A", subject, "Final is drawn: you sit at table 1.")] if "A" in tables(4) else []
    assert mails() == [third, *final]


def test_drawn_anew_who_moves_is_told_once(cup: Tournament) -> None:
    mails()
    before = tables()
    draw_anew(cup, seed=11)
    after = tables()
    gone = [name for name in NAMES if before[name] != after[name]]
    assert 0 < len(gone) < 8
    assert mails() == [moved(name, after[name]) for name in gone]
    # The same draw once more moves nobody.
    draw_anew(cup, seed=11)
    assert (tables(), mails()) == (after, [])


def test_who_comes_late_is_told_for_the_first_time(cup: Tournament) -> None:
    mails()
    Tournament.objects.update(capacity=9)
    presence.enter_guest(tournament=cup, name="Gus", is_present=True, now=NOW)
    guest = Registration.objects.get(guest_name="Gus")
    Registration.objects.filter(pk=guest.pk).update(user=person("late"), guest_name="")
    draw_anew(cup, seed=3)
    told = {name: (subject, said) for name, subject, said in mails()}
    assert told["late"] == first("late", tables()["late"])[1:]
    assert {subject for name, (subject, _) in told.items() if name != "late"} <= {
        "Another table: Sunday"
    }


def test_an_exchange_is_told_to_both_if_they_were_told_before(cup: Tournament) -> None:
    mails()
    keys = dict(cup.registrations.values_list("user__username", "pk"))
    before = tables()
    one = next(name for name in NAMES if before[name] == 1)
    other = next(name for name in NAMES if before[name] == 2)

    def exchange(drawn: Round) -> None:
        pair = {"one": keys[one], "other": keys[other]}
        drawing.exchange_players(drawn=drawn, now=NOW, **pair)

    exchange(cup.rounds.get())
    assert mails() == sorted([moved(one, 2), moved(other, 1)])
    assert Seat.objects.filter(is_told=True).count() == 8
    end(1)
    second = draw(cup, 2)
    for name in (one, other):
        Seat.objects.filter(game__round=second, registration=keys[name]).update(
            game=second.games.get(table=1 if name == one else 2), number=9
        )
    # Of the second round nobody was told, so nobody has to be told of a change.
    exchange(second)
    assert mails() == []


def test_guests_and_people_without_an_address_get_none(organiser: Any) -> None:
    cup = tournament(organiser, planned_rounds=2)
    presence.enter_guest(tournament=cup, name="Gus", is_present=True, now=NOW)
    for name in ("mute", "A"):
        own = register(person(name), cup)
        presence.set_presence(registration=own, is_present=True)
    type(organiser).objects.filter(username="mute").update(email="")
    Mail.objects.all().delete()
    draw_anew(cup, seed=1)
    assert [name for name, *_ in mails()] == ["A"]
    assert Seat.objects.filter(is_told=True).count() == 1


def test_telling_many_asks_as_little_as_telling_few(organiser: Any) -> None:
    costs = []
    for letter, count in (("a", 4), ("b", 12)):
        cup = seated(organiser, [f"{letter}{n}" for n in range(count)], planned_rounds=2)
        costs.append(asked_for_telling(cup.rounds.get()))
    assert costs == [3, 3]


def asked_for_telling(drawn: Round) -> int:
    """How often the database is asked for seats, when there is nobody to write to any more."""
    with CaptureQueriesContext(connection) as captured:
        letters.tell_seats(drawn, told=letters.told_of(drawn), now=NOW)
    return sum("tournaments_seat" in one["sql"] for one in captured)
