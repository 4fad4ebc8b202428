"""The key by which a program acts for a person."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.people import person
from ubongo_site.accounts.models import User
from ubongo_site.accounts.services import drop_api_key, make_api_key

pytestmark = pytest.mark.django_db

CUP = {
    "name": "Sunday",
    "variant": "dice",
    "starts_at": "2031-06-07T14:00",
    "time_zone": "Europe/Berlin",
    "capacity": 8,
}


def make_cup(key: str, scheme: str = "Bearer") -> Any:
    """What a program sends that has nothing but a key: no cookie, no CSRF token."""
    client = Client(enforce_csrf_checks=True)
    headers = {"Authorization": f"{scheme} {key}"}
    return client.post("/api/v1/tournaments/", CUP, "application/json", headers=headers)


def test_a_program_with_a_key_does_what_the_person_may_do() -> None:
    ann = person("ann")
    key = make_api_key(user=ann)
    made = make_cup(key)
    assert (made.status_code, made.json()["name"]) == (201, "Sunday")
    assert ann.tournaments.count() == 1
    assert make_cup(key, scheme="bearer").status_code == 201
    # The key itself is kept nowhere.
    assert len(key) == 43
    assert key not in str(list(User.objects.values()))


@pytest.mark.parametrize("change", ["another", "dropped", "shut", "made up", "empty", "scheme"])
def test_a_key_that_is_not_good(change: str) -> None:
    ann, scheme = person("ann"), "Bearer"
    key = make_api_key(user=ann)
    if change == "another":
        make_api_key(user=ann)
    elif change == "dropped":
        drop_api_key(user=ann)
    elif change == "shut":
        User.objects.update(is_active=False)
    elif change == "scheme":
        scheme = "Basic"
    else:
        key = {"made up": "x" * 43, "empty": ""}[change]
    answer = make_cup(key, scheme)
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Session")
    assert ann.tournaments.count() == 0
    headers = {"Authorization": f"{scheme} {key}"}
    read = Client().get("/api/v1/tournaments/", headers=headers)
    assert read.status_code == (200 if change == "scheme" else 401)


def test_the_key_is_shown_once() -> None:
    client = Client()
    client.force_login(person("ann"))
    profile = "/accounts/profile/"
    assert "Take the key back" not in client.get(profile).content.decode()
    made = client.post(f"{profile}api-key/make/")
    [key] = re.findall(r'<code id="api-key">([^<]+)</code>', made.content.decode())
    assert (made.status_code, "no-store" in made["Cache-Control"]) == (200, True)
    assert make_cup(key).status_code == 201
    later = client.get(profile).content.decode()
    assert (key in later, "Take the key back" in later) == (False, True)
    assert client.post(f"{profile}api-key/drop/").headers["Location"] == profile
    assert make_cup(key).status_code == 401


def test_a_key_is_made_on_purpose() -> None:
    client = Client()
    address = "/accounts/profile/api-key/make/"
    assert client.post(address).headers["Location"].startswith("/accounts/login/")
    client.force_login(person("ann"))
    assert client.get(address).status_code == 405
    assert User.objects.get().api_key_digest is None
