"""Proposals through the API."""

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from puzzles.models import Proposal, Task
from puzzles.services import proposals
from tests import catalog
from tests.catalog import NOW, TWO_COVERS
from ubongo_site.accounts.models import User

pytestmark = pytest.mark.django_db

PATH = "/api/v1/proposals/"
DRAWN = {
    "piece_set": "classic-12",
    "area": ["####", "####", "###."],
    "pieces": ["A", "D", "K"],
}


@pytest.fixture
def anna() -> User:
    return get_user_model().objects.create_user("anna")


@pytest.fixture
def player(client: Client, anna: User) -> Client:
    client.force_login(anna)
    catalog.piece_set()
    return client


def post(client: Client, **change: object) -> Any:
    return client.post(PATH, json.dumps(DRAWN | change), content_type="application/json")


def other(name: str = "ben", **rights: Any) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_user(name, **rights))
    return client


def test_a_card_is_proposed_and_followed(player: Client) -> None:
    answer = post(player, name="Corner")
    assert answer.status_code == 201
    body = answer.json()
    assert (body["state"], body["reason"], body["decided"]) == ("checking", None, None)
    assert (body["task"]["name"], body["task"]["state"]) == ("Corner", "proposed")
    assert answer["Location"] == body["url"]

    catalog.prove_all()
    followed = player.get(body["url"]).json()
    assert (followed["state"], followed["task"]["verdict"]["covers"]) == ("proposed", 2)
    proposals.reject_proposals(
        user=catalog.curator(), chosen=[Task.objects.get()], reason="Too easy", now=NOW
    )
    rejected = player.get(body["url"]).json()
    assert (rejected["state"], rejected["reason"]) == ("rejected", "Too easy")
    assert rejected["decided"] == "2026-05-01T12:00:00Z"


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        ({"pieces": ["A"]}, {"area": ["The pieces need 2 cells, but the area has 11."]}),
        ({"pieces": ["A", "D", "Q"]}, {"pieces": ["The piece set has no piece 'Q'."]}),
        ({"name": "<i>x</i>"}, {"name": ["Names may not contain < or >."]}),
        ({"name": "x" * 81}, {"name": ["Ensure this field has no more than 80 characters."]}),
        ({"name": ["x"]}, {"name": ["Not a valid string."]}),
        ({"height": 0}, {"height": ["Ensure this value is greater than or equal to 1."]}),
    ],
)
def test_what_is_wrong_is_told_at_its_field(
    player: Client, change: dict[str, object], errors: dict[str, list[str]]
) -> None:
    answer = post(player, **change)
    assert (answer.status_code, answer.json()) == (400, errors)
    assert (Task.objects.count(), Proposal.objects.count()) == (0, 0)


def test_a_card_that_is_there_is_shown_to_who_may_see_it(player: Client) -> None:
    there = catalog.published(*TWO_COVERS)
    refused = post(player)
    assert (refused.status_code, refused.json()["existing"]["id"]) == (400, there.pk)
    assert refused.json()["area"] == [
        f"The catalog has this area with these pieces already: Task {there.pk}"
    ]
    Task.objects.update(state="draft")
    assert post(player).json() == {
        "area": ["This card is being considered already."],
        "existing": None,
    }


def test_the_limit_is_told(player: Client, anna: User) -> None:
    Proposal.objects.bulk_create(Proposal(author=anna, created=NOW) for _ in range(20))
    assert post(player).status_code == 201  # they were made long ago
    Proposal.objects.update(created=Proposal.objects.latest("created").created)
    answer = post(player, area=["##"], pieces=["A"])
    assert (answer.status_code, answer.json()) == (
        400,
        {"non_field_errors": ["You have proposed 21 cards within 24 hours; that is the limit."]},
    )


def test_who_may_what(player: Client) -> None:
    path = post(player).json()["url"]
    curator = Client()
    curator.force_login(catalog.curator())
    people = [Client(), other(), other("helper", is_staff=True), player, curator]
    assert [one.get(path).status_code for one in people] == [401, 404, 404, 200, 200]
    assert [one.get(PATH).json().get("count") for one in people] == [None, 0, 0, 1, 1]
    assert [one.delete(path).status_code for one in people[:3]] == [401, 404, 404]
    assert post(Client()).status_code == 401
    answer = curator.delete(path)
    assert (answer.status_code, answer.json()) == (
        400,
        {"state": ["Only an open proposal of your own can be withdrawn."]},
    )
    assert player.delete(path).status_code == 204
    assert player.get(path).status_code == 404
    assert Task.objects.count() == 0


def test_a_proposal_is_in_nobody_elses_catalog(player: Client) -> None:
    post(player)
    counts = [one.get("/api/v1/tasks/").json()["count"] for one in (Client(), other(), player)]
    assert counts == [0, 0, 1]


def test_too_many_are_held_back(player: Client) -> None:
    answers = [post(player, pieces=[]).status_code for _ in range(61)]
    assert answers == [400] * 60 + [429]


def test_the_list_costs_the_same_queries_for_one_and_three(
    player: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    def queries() -> int:
        with django_assert_max_num_queries(6) as captured:
            assert player.get(PATH).status_code == 200
        return len(captured)

    post(player)
    of_one = queries()
    post(player, area=["##"], pieces=["A"])
    post(player, area=["####"], pieces=["A", "A"])
    assert queries() == of_one
