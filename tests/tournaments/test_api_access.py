"""Whom the API lets do what with a tournament."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.pages import as_person
from tests.tournaments.people import account, person, tournament
from tournaments.models import Entry, Registration, Tournament

pytestmark = pytest.mark.django_db

WHO, FORBIDDEN, GONE, NOT_SO, UNTIMELY = 401, 403, 404, 405, 409
EVERYBODY = (200, 200, 200, 200)
# For a stranger, a player of the tournament, another tournament's organiser, and its own.
ACCESS = {
    "get": {
        "": EVERYBODY,
        "{pk}/": EVERYBODY,
        "{pk}/standings/": EVERYBODY,
        "{pk}/files/results/": EVERYBODY,
        "{pk}/files/secrets/": (GONE, GONE, GONE, GONE),
        "{pk}/prints/standings/": (WHO, GONE, GONE, 200),
        "{pk}/own/": (WHO, 200, GONE, GONE),
        "{pk}/registrations/": (WHO, FORBIDDEN, FORBIDDEN, 200),
        "{pk}/registrations/1/": (WHO, FORBIDDEN, FORBIDDEN, 200),
        "{pk}/registrations/99/": (WHO, FORBIDDEN, FORBIDDEN, GONE),
        "{pk}/boxes/": (WHO, FORBIDDEN, FORBIDDEN, 200),
        "{pk}/playoffs/": (WHO, FORBIDDEN, FORBIDDEN, 200),
        "{pk}/rounds/": EVERYBODY,
        "{pk}/rounds/1/": EVERYBODY,
        "{pk}/rounds/2/": (GONE, GONE, GONE, GONE),
        "{pk}/rounds/1/exchange/": (WHO, FORBIDDEN, FORBIDDEN, 400),
        "{pk}/rounds/1/clock/": EVERYBODY,
        "{pk}/rounds/1/clock/start/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
        "{pk}/open/": (WHO, NOT_SO, NOT_SO, NOT_SO),
        "{pk}/tables/1/": (WHO, 200, GONE, 200),
        "{pk}/tables/2/": (WHO, GONE, GONE, GONE),
        "{pk}/tables/1/?round=2": (WHO, GONE, GONE, GONE),
        "{pk}/tables/1/?round=x": (WHO, GONE, GONE, GONE),
        "{pk}/tables/1/?game=0": (WHO, GONE, GONE, GONE),
        "{pk}/tables/1/?game=x": (WHO, GONE, GONE, GONE),
    },
    "post": {
        "": (WHO, 400, 400, 400),
        "{pk}/": (WHO, NOT_SO, NOT_SO, NOT_SO),
        "{pk}/register/": (WHO, 400, 400, 400),
        "{pk}/confirm/": (WHO, 200, 400, 400),
        "{pk}/check-in/": (WHO, 400, 400, 400),
        "{pk}/withdraw/": (WHO, 400, 400, 400),
        "{pk}/leave/": (WHO, UNTIMELY, UNTIMELY, UNTIMELY),
        "{pk}/come-back/": (WHO, 200, UNTIMELY, UNTIMELY),
        "{pk}/open/": (WHO, FORBIDDEN, FORBIDDEN, UNTIMELY),
        "{pk}/close/": (WHO, FORBIDDEN, FORBIDDEN, UNTIMELY),
        "{pk}/finish/": (WHO, FORBIDDEN, FORBIDDEN, UNTIMELY),
        "{pk}/boxes/": (WHO, FORBIDDEN, FORBIDDEN, 400),
        "{pk}/playoffs/": (WHO, FORBIDDEN, FORBIDDEN, 400),
        "{pk}/registrations/": (WHO, FORBIDDEN, FORBIDDEN, 400),
        "{pk}/registrations/1/take-off/": (WHO, FORBIDDEN, FORBIDDEN, UNTIMELY),
        "{pk}/registrations/1/take-back/": (WHO, FORBIDDEN, FORBIDDEN, UNTIMELY),
        "{pk}/registrations/99/take-off/": (WHO, FORBIDDEN, FORBIDDEN, GONE),
        "{pk}/registrations/remove-absent/": (WHO, FORBIDDEN, FORBIDDEN, UNTIMELY),
        "{pk}/rounds/": (WHO, FORBIDDEN, FORBIDDEN, 400),
        "{pk}/rounds/seat/": (WHO, FORBIDDEN, FORBIDDEN, UNTIMELY),
        "{pk}/rounds/1/exchange/": (WHO, FORBIDDEN, FORBIDDEN, 400),
        "{pk}/rounds/2/exchange/": (WHO, FORBIDDEN, FORBIDDEN, GONE),
        "{pk}/rounds/1/clock/start/": (WHO, FORBIDDEN, FORBIDDEN, 400),
        "{pk}/rounds/1/clock/pause/": (WHO, FORBIDDEN, FORBIDDEN, UNTIMELY),
        "{pk}/rounds/1/clock/resume/": (WHO, FORBIDDEN, FORBIDDEN, UNTIMELY),
        "{pk}/rounds/1/clock/stop/": (WHO, FORBIDDEN, FORBIDDEN, UNTIMELY),
        "{pk}/rounds/1/clock/extend/": (WHO, FORBIDDEN, FORBIDDEN, 400),
        "{pk}/tables/1/entries/": (WHO, 400, 400, 400),
        "{pk}/tables/1/undo/": (WHO, 400, 400, 400),
        "{pk}/tables/1/correct/": (WHO, 400, 400, 400),
        "{pk}/tables/1/sheet/": (WHO, 400, 400, 400),
        "{pk}/tables/1/agree/": (WHO, 400, 400, 400),
        "{pk}/tables/1/confirm/": (WHO, 400, GONE, 400),
        "{pk}/tables/1/dispute/": (WHO, 400, GONE, 400),
    },
    "put": {
        "{pk}/": (WHO, FORBIDDEN, FORBIDDEN, 400),
        "{pk}/plan/": (WHO, FORBIDDEN, FORBIDDEN, 400),
        "{pk}/mails/": (WHO, 400, 400, 400),
    },
    "patch": {
        "{pk}/": (WHO, FORBIDDEN, FORBIDDEN, UNTIMELY),
        "{pk}/registrations/1/": (WHO, FORBIDDEN, FORBIDDEN, 400),
    },
}
# It would succeed: it has a test of its own.
ELSEWHERE = ["{pk}/call-off/"]


@pytest.mark.parametrize("method", ["get", "post", "put", "patch"])
def test_who_may_what(cup: Tournament, organiser: Any, method: str) -> None:
    rival = person("rival")
    tournament(rival)
    clients = [Client(), *map(as_person, (account("A"), rival, organiser))]
    before = _everything(cup)
    found = {}
    for address in ACCESS[method]:
        path = "/api/v1/tournaments/" + address.format(pk=cup.pk)
        content = {} if method == "get" else {"content_type": "application/json"}
        answers = [getattr(one, method)(path, **content) for one in clients]
        found[address] = tuple(answer.status_code for answer in answers)
    assert found == ACCESS[method]
    # None of these had content, or came at the right time: nothing became of them.
    assert _everything(cup) == before


def _everything(cup: Tournament) -> list[Any]:
    return [
        list(rows.values())
        for rows in (
            Entry.objects.all(),
            Tournament.objects.filter(pk=cup.pk),
            Registration.objects.filter(tournament=cup),
        )
    ]


def test_every_address_is_in_the_table() -> None:
    from tournaments.api.urls import urlpatterns

    known = [name.partition("?")[0] for names in ACCESS.values() for name in names]
    probes = {"tournaments/" + name.format(pk=1) for name in [*known, *ELSEWHERE]}
    for pattern in urlpatterns:
        if not str(pattern.pattern).startswith("solo/"):
            assert any(pattern.resolve(probe) for probe in probes), pattern


def test_only_the_organiser_calls_it_off(cup: Tournament, organiser: Any) -> None:
    path = f"/api/v1/tournaments/{cup.pk}/call-off/"
    clients = [Client(), *map(as_person, (account("A"), person("rival"), organiser, organiser))]
    answers = [client.post(path) for client in clients]
    assert [answer.status_code for answer in answers] == [401, 403, 403, 200, 409]
    assert answers[2].json() == {"detail": "Only the organiser of this tournament can do that."}
    assert answers[3].json()["state"] == "called-off"
    assert answers[4].json() == {
        "state": ["That is not possible now; the tournament is: called off"]
    }


def test_the_draft_of_another_is_not_there(organiser: Any) -> None:
    draft = tournament(organiser)
    Tournament.objects.update(state="draft")
    rival = as_person(person("rival"))
    found = {
        (method, address)
        for method, addresses in ACCESS.items()
        for address, allowed in addresses.items()
        if "{pk}" in address and NOT_SO not in allowed
        # Of an entry the content is looked at first.
        if not address.endswith(("entries/", "undo/", "correct/", "sheet/", "agree/"))
        if rival.generic(
            method.upper(),
            "/api/v1/tournaments/" + address.format(pk=draft.pk),
            "{}",
            content_type="application/json",
        ).status_code
        != GONE
    }
    assert found == set()
