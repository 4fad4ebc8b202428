"""Who asked to be left out is named on no public page and in no file, whatever happened."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.tournaments.pages import as_person
from tests.tournaments.people import NOW, person, seated
from tournaments.models import Game, Tournament
from tournaments.services import drawing, finals

pytestmark = pytest.mark.django_db

PAGES = ("", "live/", "own/", "screen/", "screen/live/", "check-in/", "tournament.ics")
FILES = [
    f"{what}.{kind}" for what in ("standings", "pairings", "results") for kind in ("csv", "json")
]
API = ("", *(f"files/{what}/" for what in ("standings", "pairings", "results")))


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    """Eight who are left out have played a round, a play-off of all, and a final with a tie."""
    made = seated(organiser, [f"Secret{number}" for number in range(8)], finals="final")
    get_user_model().objects.filter(username__startswith="Secret").update(is_listed=False)
    Game.objects.update(result={"places": [1] * 4, "scores": [1] * 4})
    keys = list(made.registrations.values_list("pk", flat=True))
    finals.record_playoff(user=organiser, tournament=made, order=keys, now=NOW)
    [final] = drawing.draw_next_round(tournament=made, number=2, seed=1, now=NOW)
    result = {"places": [1, 2, 3, 3], "scores": [3, 2, 1, 1]}
    Game.objects.filter(pk=final.pk).update(result=result)
    made.refresh_from_db()
    return made


def addresses(cup: Tournament) -> list[str]:
    pages = [f"/tournaments/{cup.pk}/{part}" for part in (*PAGES, *FILES)]
    return ["/tournaments/", "/api/v1/tournaments/", *pages] + [
        f"/api/v1/tournaments/{cup.pk}/{part}" for part in API
    ]


def test_nobody_reads_their_names(cup: Tournament) -> None:
    staff = as_person(person("staff", is_staff=True))
    clients = [Client(), as_person(person("stranger")), staff]
    shown = 0
    for client in clients:
        for address in addresses(cup):
            answer = client.get(address)
            assert b"Secret" not in answer.content, address
            shown += answer.status_code == 200
    # A stranger is asked to log in at two of the addresses.
    assert shown == len(clients) * len(addresses(cup)) - 2
    assert b"Player 8" in Client().get(f"/tournaments/{cup.pk}/").content


def test_of_a_draft_strangers_see_nothing(cup: Tournament) -> None:
    Tournament.objects.update(state="draft")
    staff = as_person(person("staff", is_staff=True))
    of_the_cup = [one for one in addresses(cup) if f"/{cup.pk}/" in one]
    assert {staff.get(address).status_code for address in of_the_cup} == {404}
    for deed in ("register", "withdraw", "confirm"):
        assert staff.post(f"/tournaments/{cup.pk}/{deed}/").status_code == 404
        assert staff.post(f"/api/v1/tournaments/{cup.pk}/{deed}/").status_code == 404
