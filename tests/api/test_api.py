"""The API: what it tells, what it takes, whom it shows what."""

import json
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from puzzles.models import Job, Task
from puzzles.services import decks
from tests import catalog
from tests.catalog import NOW, TWO_COVERS, UNIQUE

pytestmark = pytest.mark.django_db

DRAWN = {
    "piece_set": "classic-12",
    "area": ["####", "####", "###."],
    "pieces": ["A", "D", "K"],
}


@pytest.fixture
def member(client: Client) -> Client:
    """A person who is logged in and no curator."""
    client.force_login(get_user_model().objects.create_user("member"))
    catalog.piece_set()
    return client


def post(client: Client, body: object) -> Any:
    return client.post("/api/v1/jobs/", json.dumps(body), content_type="application/json")


def test_something_drawn_is_taken_and_its_job_can_be_followed(member: Client) -> None:
    answer = post(member, DRAWN)
    assert answer.status_code == 202
    job = answer.json()
    assert (job["state"], job["verdict"], job["existing"]) == ("queued", None, None)
    assert answer["Location"] == job["url"]
    assert Task.objects.count() == 0

    catalog.prove_all()
    done = member.get(answer["Location"]).json()
    assert done["state"] == "done"
    verdict = done["verdict"]
    assert (verdict["kind"], verdict["covers"], verdict["complete"]) == ("several", 2, True)
    assert len(verdict["shown"]) == 2


def test_what_was_drawn_is_found_in_the_catalog(member: Client) -> None:
    there = catalog.published(*TWO_COVERS)
    assert post(member, DRAWN).json()["existing"]["id"] == there.pk


def test_a_draft_that_is_there_is_not_told_to_strangers(member: Client) -> None:
    catalog.save(*TWO_COVERS)
    assert post(member, DRAWN).json()["existing"] is None


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"piece_set": "nobody's"}, "piece_set", None),
        ({"piece_set": "a\0b"}, "piece_set", None),
        ({"pieces": ["A"]}, "area", "The pieces need 2 cells, but the area has 11."),
        ({"pieces": ["A", "D", "Q"]}, "pieces", "The piece set has no piece 'Q'."),
        ({"pieces": "ADK"}, "pieces", None),
        ({"pieces": []}, "pieces", "The task needs at least one piece."),
        ({"area": ["####", "###"]}, "area", None),
        ({"area": []}, "area", None),
        ({"area": ["#?"]}, "area", None),
        (
            {"area": ["#" * 50] * 40},
            "area",
            "At most 400 cells are allowed, but there are 2000.",
        ),
        ({"height": 0}, "height", None),
        ({"height": 2}, "height", None),
        ({"height": "tall"}, "height", None),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_nothing_is_kept(
    member: Client, change: dict[str, object], field: str, message: str | None
) -> None:
    answer = post(member, DRAWN | change)
    assert answer.status_code == 400
    errors = answer.json()
    assert list(errors) == [field]
    if message is not None:
        assert errors[field] == [message]
    assert Job.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 400),
        ("{", 400),
        ("[" * 100_000, 400),
        ('{"height": ' + "9" * 5000 + "}", 400),
        ("[1]", 400),
        ("null", 400),
        ('"' + "a" * 2_600_000 + '"', 413),
    ],
    ids=["empty", "half", "deep", "long number", "a list", "null", "large"],
)
def test_bodies_that_are_no_task(member: Client, body: str, status: int) -> None:
    answer = member.post("/api/v1/jobs/", body, content_type="application/json")
    assert answer.status_code == status
    assert Job.objects.count() == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["piece_set", "area", "height", "layers", "pieces", "id"]), inner
        )
    ),
    max_leaves=12,
)


@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(change=st.dictionaries(st.sampled_from([*DRAWN, "height", "layers"]), JSON))
def test_no_json_is_the_servers_error(member: Client, change: dict[str, object]) -> None:
    cache.clear()  # none of them is held back
    answer = post(member, DRAWN | change)
    assert answer.status_code in (202, 400)


def test_a_stranger_reads_and_asks_for_no_checks(client: Client) -> None:
    public = catalog.published(*UNIQUE)
    draft = catalog.save(*TWO_COVERS)
    listed = client.get("/api/v1/tasks/").json()
    assert [task["id"] for task in listed["results"]] == [public.pk]
    assert client.get(f"/api/v1/tasks/{draft.pk}/").status_code == 404
    assert post(client, DRAWN).status_code == 401
    assert client.get("/api/v1/jobs/").status_code == 401


def test_a_job_is_its_askers_and_the_curators(member: Client) -> None:
    job = post(member, DRAWN).json()
    path = f"/api/v1/jobs/{job['id']}/"
    other, curator = Client(), Client()
    other.force_login(get_user_model().objects.create_user("other"))
    curator.force_login(catalog.curator())
    assert [one.get(path).status_code for one in (member, other, curator)] == [200, 404, 200]
    assert other.post(f"{path}cancel/").status_code == 404
    assert other.get("/api/v1/jobs/").json()["count"] == 0


def test_cancel_and_retry(member: Client) -> None:
    path = f"/api/v1/jobs/{post(member, DRAWN).json()['id']}/"
    assert member.post(f"{path}retry/").json() == {
        "state": ["Only a job that failed or was cancelled can be retried."]
    }
    assert member.post(f"{path}cancel/").json()["state"] == "cancelled"
    again = member.post(f"{path}cancel/")
    assert (again.status_code, again.json()) == (400, {"state": ["This job has ended already."]})
    assert member.post(f"{path}retry/").json()["state"] == "queued"


def test_too_many_checks_are_held_back(member: Client) -> None:
    answers = [post(member, DRAWN | {"pieces": []}).status_code for _ in range(61)]
    assert answers == [400] * 60 + [429]


def test_the_filters_are_those_of_the_page(client: Client) -> None:
    unique = catalog.published(*UNIQUE)
    several = catalog.published(*TWO_COVERS)
    solid = catalog.published("###/###", "g1 b1 b2", key="family-3d-8", height=2)

    def found(**query: str | int) -> set[int]:
        return {task["id"] for task in client.get("/api/v1/tasks/", query).json()["results"]}

    assert found() == {unique.pk, several.pk, solid.pk}
    assert found(variant="classic") == {unique.pk, several.pk}
    assert found(variant="family-3d") == {solid.pk}
    assert found(pieces=2) == {unique.pk}
    assert found(unique="true") == {unique.pk, solid.pk}
    assert found(unique="false") == {several.pk}
    assert found(variant="classic", pieces=3) == {several.pk}
    assert set().union(*(found(difficulty=level) for level in range(1, 6))) == found()
    assert sum(len(found(difficulty=level)) for level in range(1, 6)) == 3
    wrong = client.get("/api/v1/tasks/", {"difficulty": 9})
    assert (wrong.status_code, list(wrong.json())) == (400, ["difficulty"])


def test_a_filter_by_the_level_of_the_board(client: Client) -> None:
    first, second = catalog.published(*UNIQUE), catalog.published(*TWO_COVERS)
    for level, task in [(1, first), (2, second)]:
        deck = catalog.deck_of([task], key=f"deck-{level}")
        deck.boards.update(level=level)
    listed = client.get("/api/v1/tasks/", {"level": 2}).json()["results"]
    assert [task["id"] for task in listed] == [second.pk]


def test_a_deck_as_a_task_file(client: Client) -> None:
    card = catalog.published(*TWO_COVERS)
    deck = decks.publish_deck(user=None, deck=catalog.deck_of([card]), now=NOW)
    answer = client.get(f"/api/v1/decks/{deck.key}/task-file/")
    assert answer["Content-Disposition"] == 'attachment; filename="deck.json"'
    assert answer.json() == {
        "format": "ubongo-tasks/1",
        "piece_set": "classic-12",
        "tasks": [
            {
                "id": str(card.pk),
                "area": ["####", "####", "###."],
                "height": 1,
                "pieces": ["A", "D", "K"],
            }
        ],
    }


def test_a_deck_that_is_not_published_is_not_there(client: Client) -> None:
    deck = catalog.deck_of([catalog.published(*UNIQUE)])
    assert client.get("/api/v1/decks/").json()["count"] == 0
    assert client.get(f"/api/v1/decks/{deck.key}/").status_code == 404
    assert client.get(f"/api/v1/decks/{deck.key}/task-file/").status_code == 404


@pytest.mark.parametrize("address", ["tasks", "decks", "piece-sets"])
def test_a_list_costs_the_same_queries_for_one_and_three(
    client: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    def queries() -> int:
        with django_assert_max_num_queries(10) as captured:
            assert client.get(f"/api/v1/{address}/").status_code == 200
        return len(captured)

    def add(number: int, area: str, pieces: str) -> None:
        card = catalog.published(area, pieces)
        deck = catalog.deck_of([card], key=f"deck-{number}")
        decks.publish_deck(user=None, deck=deck, now=NOW)

    add(1, *UNIQUE)
    of_one = queries()
    add(2, *TWO_COVERS)
    add(3, "###/##.", "A B")
    assert queries() == of_one


def test_the_schema_is_valid() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", "/dev/null")
