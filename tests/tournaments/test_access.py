"""Whom the tournament's pages let in where."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.pages import as_person, text
from tests.tournaments.people import (
    account,
    person,
    tournament,
)
from tournaments.models import Entry, Game, Registration, Tournament

pytestmark = pytest.mark.django_db


LOGIN, GONE, NOT_SO = 302, 404, 405
# For a stranger, a player of the tournament, another tournament's organiser, and its own.
READ = {
    "": (200, 200, 200, 200),
    "new/": (LOGIN, 200, 200, 200),
    "{pk}/": (200, 200, 200, 200),
    "{pk}/live/": (200, 200, 200, 200),
    "{pk}/own/": (LOGIN, 200, 200, 200),
    "{pk}/rounds/1/": (200, 200, 200, 200),
    "{pk}/rounds/2/": (GONE, GONE, GONE, GONE),
    "{pk}/mine/": (LOGIN, 200, GONE, GONE),
    "{pk}/mine/live/": (LOGIN, 200, GONE, GONE),
    "{pk}/mine/leave/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/mine/come-back/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/mine/mails/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/screen/": (200, 200, 200, 200),
    "{pk}/screen/live/": (200, 200, 200, 200),
    "{pk}/register/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/withdraw/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/edit/": (LOGIN, GONE, GONE, 200),
    "{pk}/desk/": (LOGIN, GONE, GONE, 200),
    "{pk}/desk/live/": (LOGIN, GONE, GONE, 200),
    "{pk}/desk/people/": (LOGIN, GONE, GONE, 200),
    "{pk}/desk/rounds/live/": (LOGIN, GONE, GONE, 200),
    "{pk}/desk/rounds/clock/": (LOGIN, GONE, GONE, 200),
    "{pk}/desk/open/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/close/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/seat/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/finish/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/delete/": (GONE, GONE, GONE, GONE),
    "{pk}/desk/call-off/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/confirm/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/check-in/": (LOGIN, 200, 200, 200),
    "{pk}/standings.csv": (200, 200, 200, 200),
    "{pk}/tournament.ics": (200, 200, 200, 200),
    "{pk}/desk/standings.pdf": (LOGIN, GONE, GONE, 200),
    "{pk}/desk/rounds/": (LOGIN, GONE, GONE, 200),
    "{pk}/desk/rounds/draw/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/rounds/exchange/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/rounds/playoff/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/rounds/plan/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/rounds/room/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/rounds/clock/start/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/rounds/clock/reset/": (GONE, GONE, GONE, GONE),
    "{pk}/desk/guests/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/guests/many/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/people/1/present/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/": (LOGIN, 200, GONE, 200),
    "{pk}/tables/2/": (LOGIN, GONE, GONE, GONE),
    "{pk}/tables/1/state/": (LOGIN, 200, GONE, 200),
    "{pk}/tables/1/enter/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/undo/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/correct/0/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/agree/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/sheet/": (LOGIN, 200, GONE, 200),
    "{pk}/tables/1/confirm/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/dispute/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/2/sheet/": (LOGIN, GONE, GONE, GONE),
}
REFUSED = 409
WRITE = {
    "": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "new/": (LOGIN, 400, 400, 400),
    "{pk}/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/live/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/own/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/rounds/1/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/mine/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/mine/live/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/mine/leave/": (LOGIN, REFUSED, GONE, GONE),
    # Who is there already is told nothing.
    "{pk}/mine/come-back/": (LOGIN, 302, GONE, GONE),
    "{pk}/mine/mails/": (LOGIN, 302, GONE, GONE),
    "{pk}/screen/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/screen/live/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/register/": (LOGIN, REFUSED, REFUSED, REFUSED),
    "{pk}/withdraw/": (LOGIN, REFUSED, REFUSED, REFUSED),
    "{pk}/edit/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/live/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/people/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/rounds/live/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/rounds/clock/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/open/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/close/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/seat/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/finish/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/confirm/": (LOGIN, 302, REFUSED, REFUSED),
    "{pk}/check-in/": (LOGIN, REFUSED, REFUSED, REFUSED),
    "{pk}/desk/rounds/draw/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/rounds/exchange/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/rounds/playoff/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/rounds/plan/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/rounds/room/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/rounds/clock/start/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/rounds/clock/pause/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/rounds/clock/resume/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/rounds/clock/stop/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/rounds/clock/extend/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/guests/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/guests/many/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/remove-absent/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/people/1/present/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/people/1/absent/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/people/1/take-off/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/people/1/take-back/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/people/99/present/": (LOGIN, GONE, GONE, GONE),
    "{pk}/tables/1/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/state/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/enter/": (LOGIN, 400, GONE, 400),
    "{pk}/tables/2/enter/": (LOGIN, GONE, GONE, GONE),
    "{pk}/tables/1/undo/": (LOGIN, REFUSED, GONE, REFUSED),
    "{pk}/tables/1/correct/0/": (LOGIN, REFUSED, GONE, REFUSED),
    "{pk}/tables/1/agree/": (LOGIN, 400, GONE, 400),
    "{pk}/tables/1/sheet/": (LOGIN, 400, GONE, 400),
    "{pk}/tables/1/confirm/": (LOGIN, REFUSED, GONE, REFUSED),
    "{pk}/tables/1/dispute/": (LOGIN, REFUSED, GONE, REFUSED),
}


@pytest.mark.parametrize(("method", "allowed"), [("get", READ), ("post", WRITE)])
def test_who_gets_in_where(
    cup: Tournament, organiser: Any, method: str, allowed: dict[str, tuple[int, ...]]
) -> None:
    rival = person("rival")
    tournament(rival)
    player = account("A")
    clients = [Client(), *map(as_person, (player, rival, organiser))]
    before = list(Entry.objects.values()), Tournament.objects.get(pk=cup.pk).state
    found = {}
    for address in allowed:
        answers = [
            getattr(one, method)("/tournaments/" + address.format(pk=cup.pk)) for one in clients
        ]
        found[address] = tuple(answer.status_code for answer in answers)
        if allowed[address][0] == LOGIN:
            assert answers[0]["Location"].startswith("/accounts/login/?next=/tournaments/")
    assert found == allowed
    # None of these had content, or came at the right time: nothing became of them.
    assert (list(Entry.objects.values()), Tournament.objects.get(pk=cup.pk).state) == before


def test_a_login_in_between_leads_to_a_page(cup: Tournament, organiser: Any) -> None:
    clients = [as_person(one) for one in (account("A"), organiser)]
    found = {}
    for address, (stranger, *others) in WRITE.items():
        if stranger == LOGIN and set(others) != {GONE}:
            login = Client().post("/tournaments/" + address.format(pk=cup.pk))
            [page] = parse_qs(urlsplit(login["Location"]).query)["next"]
            found[page] = {client.get(page).status_code for client in clients}
    assert [page for page, answers in found.items() if 200 not in answers] == []


def test_every_address_is_in_the_table() -> None:
    from tournaments.urls import urlpatterns

    probes = {name.format(pk=1) for name in {**READ, **WRITE}}
    for pattern in urlpatterns:
        assert any(pattern.resolve(probe) for probe in probes), pattern


def test_a_draft_is_shown_to_its_organiser_alone(organiser: Any, desk: Client) -> None:
    draft = tournament(organiser)
    Tournament.objects.update(state="draft")
    for part in ("", "live/", "screen/", "screen/live/"):
        path = f"/tournaments/{draft.pk}/{part}"
        assert desk.get(path).status_code == 200
        assert Client().get(path).status_code == 404
        assert as_person(person(f"other{len(part)}")).get(path).status_code == 404
    assert "Sunday" in text(desk.get("/tournaments/"))
    assert "Sunday" not in text(Client().get("/tournaments/"))
    other = as_person(person("third"))
    assert other.post(f"/tournaments/{draft.pk}/register/").status_code == 404
    assert Registration.objects.count() == 0


@pytest.mark.parametrize(
    "address",
    [
        "9" * 30 + "/",
        "9" * 30 + "/live/",
        "{pk}/desk/people/" + "9" * 30 + "/present/",
        "{pk}/tables/" + "9" * 30 + "/",
        "9" * 30 + "/tables/1/",
        "9" * 30 + "/tables/1/state/",
        "0/",
    ],
)
def test_what_is_not_there_is_a_404(cup: Tournament, desk: Client, address: str) -> None:
    path = "/tournaments/" + address.format(pk=cup.pk)
    assert (desk.post if "present" in address else desk.get)(path).status_code == 404


def test_a_number_too_large_for_the_database_is_not_asked_for(organiser: Any) -> None:
    # SQLite has no room for it and would fail.
    with CaptureQueriesContext(connection) as captured:
        assert not Game.objects.at_hand_of(organiser).at_table(10**30, 1).exists()
    assert len(captured) == 0


@pytest.mark.parametrize("page", ["mine/", "mine/live/"])
def test_nor_for_ones_own_page(organiser: Any, desk: Client, page: str) -> None:
    with CaptureQueriesContext(connection) as captured:
        assert desk.get(f"/tournaments/{10**30}/{page}").status_code == 404
    # The login alone.
    assert [query["sql"].split('"')[1] for query in captured] == ["django_session", "accounts_user"]


def test_a_form_without_its_token_is_refused(cup: Tournament, organiser: Any) -> None:
    careless = Client(enforce_csrf_checks=True)
    careless.force_login(organiser)
    assert careless.post(f"/tournaments/{cup.pk}/tables/1/undo/", {"index": 0}).status_code == 403
    assert Entry.objects.filter(retired_at=None).count() == 1
