"""Registering, and deeds at the desk, at the right time and the wrong one."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation.reloader import translation_file_changed

from tests.messages import po_file
from tests.tournaments.pages import as_person, entry, send, text, told
from tests.tournaments.people import (
    NOW,
    account,
    enter,
    person,
    seated,
    tournament,
)
from tournaments.models import Entry, Registration, Tournament
from tournaments.services import games, organising, rounds
from ubongo_site.translations import compile_translations

pytestmark = pytest.mark.django_db


def test_registering_twice_and_withdrawing(organiser: Any) -> None:
    cup = tournament(organiser, capacity=2)
    path = f"/tournaments/{cup.pk}/"
    clients = [as_person(person(name)) for name in "abc"]
    states = [told(client.post(path + "register/"))[0] for client in (*clients, clients[0])]
    assert states == ["registered", "registered", "on the waitlist", "registered"]
    assert "You: on the waitlist" in text(clients[2].get(path))
    assert told(clients[0].post(path + "withdraw/"))[-1] == "withdrawn"
    assert "You: registered" in text(clients[2].get(path))
    assert [one.state for one in Registration.objects.all()] == [
        "withdrawn",
        "registered",
        "registered",
    ]


def test_registering_after_closing(organiser: Any) -> None:
    cup = tournament(organiser)
    client, path = as_person(person("late")), f"/tournaments/{cup.pk}/"
    assert "Register" in text(client.get(path))
    organising.close_registration(tournament=cup)
    assert told(client.post(path + "register/")) == ["Registration is closed."]
    organising.open_registration(tournament=cup)
    Tournament.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    assert told(client.post(path + "register/"))[-1] == "Registration is closed."
    assert f'action="{path}register/"' not in client.get(path).content.decode()
    assert Registration.objects.count() == 0


def test_nobody_withdraws_from_a_table(cup: Tournament) -> None:
    client = as_person(account("A"))
    answer = client.post(f"/tournaments/{cup.pk}/withdraw/")
    assert told(answer) == ["The tournament has begun; speak to the organiser."]
    assert "Withdraw" not in text(client.get(f"/tournaments/{cup.pk}/"))


# --- the desk ---------------------------------------------------------------------------------


def test_presence_at_the_wrong_time(cup: Tournament, desk: Client) -> None:
    answer = desk.post(f"/tournaments/{cup.pk}/desk/people/1/absent/")
    assert told(answer) == ["The tables are seated already."]
    assert Registration.objects.filter(is_present=True).count() == 3


def test_deeds_at_the_wrong_time(cup: Tournament, desk: Client) -> None:
    path = f"/tournaments/{cup.pk}/desk/"
    said = [told(desk.post(f"{path}{deed}/"))[-1] for deed in ("open", "close", "seat", "finish")]
    assert said == [
        "That is not possible now; the tournament is: running",
        "That is not possible now; the tournament is: running",
        "A game has begun; the tables stay as they are.",
        "These tables have not finished: 1",
    ]


MARKUP = "<img src=x onerror=alert(1)>"


def test_names_with_markup_stay_text(cup: Tournament, organiser: Any, desk: Client) -> None:
    """Names that came by another way than the forms would still be shown as text."""
    Tournament.objects.update(name=MARKUP)
    user = account("B")
    user.nickname = f'"{MARKUP}'
    user.save()
    game = cup.games.get()
    rounds.correct_rounds(user=organiser, game=game, corrections={0: []}, reason="slip", now=NOW)
    Entry.objects.update(reason=MARKUP)
    page = f"/tournaments/{cup.pk}/"
    for address in ("/tournaments/", page, page + "live/", page + "desk/", page + "tables/1/"):
        body = desk.get(address).content.decode()
        assert "<img src=x" not in body
        assert "&lt;img src=x" in body


def test_finished_is_finished(organiser: Any, desk: Client) -> None:
    cup = seated(organiser, ["A", "B"])
    game = cup.games.get()
    for _ in range(6):
        enter(organiser, game, "A", "B")
    path = f"/tournaments/{cup.pk}/"
    desk.post(path + "desk/finish/")
    assert "Final standings" in text(Client().get(path))
    refused = "Entries are only taken while the tournament is running."
    assert send(desk, cup, entry([], index=6)).json()["error"] == refused
    assert told(desk.post(path + "tables/1/undo/", {"index": 5})) == [refused]
    fields = {"5.filled": [0], "reason": "late"}
    assert told(desk.post(path + "tables/1/correct/5/", fields))[-1] == refused
    assert Entry.objects.filter(retired_at=None).count() == 6
    page = desk.get(path + "tables/1/").content.decode()
    assert "Undo" not in page
    assert "<button" not in page.split('id="state"')[1].split('id="unsent"')[0]


def test_in_german(cup: Tournament, desk: Client) -> None:
    compile_translations()
    # Django may have read an older catalog by now.
    translation_file_changed(None, po_file("de").with_suffix(".mo"))
    headers = {"Accept-Language": "de"}
    page = f"/tournaments/{cup.pk}/"
    public = text(desk.get(page, headers=headers))
    assert "Rangliste" in public
    a = games.view_of(cup.games.get()).names.index("A")
    path = f"{page}tables/1/enter/"
    sent = json.dumps(entry([a]))
    answer = desk.post(path, sent, content_type="application/json", headers=headers)
    assert answer.json()["error"].startswith("A hat die Fläche")


def test_who_logs_in_to_register_comes_back_to_the_tournament(organiser: Any) -> None:
    cup = tournament(organiser)
    answer = Client().post(f"/tournaments/{cup.pk}/register/")
    assert answer["Location"] == f"/accounts/login/?next=/tournaments/{cup.pk}/"
