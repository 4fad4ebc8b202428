"""The curator's look at solo games: found, filtered, never touched."""

from datetime import timedelta

import pytest
from django.test import Client

from tests import catalog
from tests.tournaments.pages import queries, text
from tests.tournaments.people import person
from tests.tournaments.test_solo_records import TODAY, keep
from tournaments.models import SoloRun

pytestmark = pytest.mark.django_db

LIST = "/admin/tournaments/solorun/"


@pytest.fixture
def curator(client: Client) -> Client:
    client.force_login(catalog.curator())
    return client


def test_each_game_stands_there_with_what_it_is_worth(curator: Client) -> None:
    keep(person("ann"), 4, seconds=81.5)
    row = text(curator.get(LIST)).partition("Seconds ")[2]
    noon = "May 20, 2026, noon"
    form = "Against 5 minutes · Tasks of 3 pieces"
    assert row.startswith(f"ann Classic alone {form} {noon} {noon} 4 81.5 ")


def test_it_is_found_by_player_and_filtered_by_game(curator: Client) -> None:
    keep(person("ann"), 4)
    keep(person("ben"), 2, variant="solo-junior", form={"side": "easy", "untimed": True})
    unended = SoloRun.objects.create(
        player=person("cleo"),
        variant="solo-classic",
        config={"pieces": 3, "minutes": 5},
        seed=1,
        deal=[],
        started_at=TODAY,
        deadline=TODAY,
    )

    def found(query: str) -> list[str]:
        return [str(run.player) for run in curator.get(LIST + query).context["cl"].result_list]

    assert found("?q=ann") == ["ann"]
    assert found("?variant=solo-junior") == ["ben"]
    assert sorted(found("?outcome=counts")) == ["ann", "ben"]
    assert found("?outcome=nothing") == []
    assert found("?outcome=playing") == [str(unended.player)]
    assert sorted(found("?variant=forged")) == ["ann", "ben", "cleo"]


def test_many_games_cost_no_more(curator: Client) -> None:
    keep(person("ann"), 4)
    one = queries(curator, LIST)
    keep(person("ben"), 4)
    keep(person("cleo"), 4, at=TODAY - timedelta(days=1))
    assert queries(curator, LIST) == one


def test_nobody_changes_a_game(curator: Client) -> None:
    run = keep(person("ann"), 4).run
    page = f"{LIST}{run.pk}/"
    assert curator.get(page + "change/").status_code == 200
    statuses = [
        curator.post(page + "change/", {"solved": 9}).status_code,
        curator.post(page + "delete/", {"post": "yes"}).status_code,
        curator.get(LIST + "add/").status_code,
    ]
    assert statuses == [403, 403, 403]
    assert SoloRun.objects.get().result.solved == 4
