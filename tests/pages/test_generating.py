"""Generating a deck at the curator's desk: asked for, watched, looked at and accepted."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from puzzles.models import Deck, DeckGeneration, DeckProof
from puzzles.services import generations, piece_sets, proofs, queue
from tests import catalog
from tests.catalog import NOW
from tests.puzzles.test_generations import small_deck

pytestmark = pytest.mark.django_db

ADD = "/admin/puzzles/deckgeneration/add/"


@pytest.fixture
def desk(client: Client) -> Client:
    """The curator's browser."""
    piece_sets.load_built_in()
    client.force_login(catalog.curator())
    return client


@pytest.fixture
def page_of(desk: Client, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Ask for a deck of three boards, have it generated, and go to its page."""
    monkeypatch.setattr(generations, "GENERATORS", {"classic": small_deck})

    def generated() -> str:
        answer = desk.post(ADD, {"variant": "classic", "seed": 7, "name": ""})
        assert answer.status_code == 302
        row = DeckGeneration.objects.get(state="queued")
        assert answer.headers["Location"] == f"/admin/puzzles/deckgeneration/{row.pk}/change/"
        generations.generate(generation_id=row.pk, clock=lambda: NOW)
        return str(answer.headers["Location"])

    return generated


@pytest.mark.parametrize(
    ("wish", "field", "message"),
    [
        ({"variant": "chess"}, "variant", None),
        ({"seed": "x"}, "seed", "Enter a whole number."),
        ({"seed": -1}, "seed", "A seed is a whole number from 0 to 999999999."),
        ({"seed": 10**12}, "seed", "A seed is a whole number from 0 to 999999999."),
        ({"seed": ""}, "seed", "This field is required."),
        ({"name": "<b>"}, "name", "Names may not contain < or >."),
        ({"name": "x" * 81}, "name", None),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    desk: Client, wish: dict[str, object], field: str, message: str | None
) -> None:
    answer = desk.post(ADD, {"variant": "classic", "seed": 7, "name": ""} | wish)
    assert answer.status_code == 400
    errors = answer.context["form"].errors
    assert list(errors) == [field]
    if message is not None:
        assert errors[field] == [message]
    assert not DeckGeneration.objects.exists()


def test_a_deck_is_watched_and_cancelled_and_tried_again(desk: Client) -> None:
    path = desk.post(ADD, {"variant": "junior", "seed": 7, "name": ""}).headers["Location"]
    page = desk.get(path).content.decode()
    (poll,) = re.findall(r'hx-get="([^"]*)"', page)
    assert desk.get(poll).status_code == 204
    row = DeckGeneration.objects.get()
    queue.claim(DeckGeneration, job_id=row.pk, now=NOW)
    assert desk.get(poll).status_code == 200
    base = path.removesuffix("change/")
    assert desk.post(f"{base}cancel/do/").headers["Location"] == path
    assert desk.post(f"{base}cancel/do/").status_code == 409
    part = desk.get(poll).content.decode()
    assert (re.findall(r'data-state="(\w+)"', part), "hx-get" in part) == (["cancelled"], False)
    desk.post(f"{base}retry/do/")
    row.refresh_from_db()
    assert row.state == "queued"
    # What nobody can do is nothing; and nothing is done by looking.
    desk.post(f"{base}publish/do/")
    desk.get(f"{base}cancel/do/")
    row.refresh_from_db()
    assert row.state == "queued"


def test_the_boards_are_shown_as_pictures(desk: Client, page_of: Callable[[], str]) -> None:
    path = page_of()
    page = desk.get(path).content.decode()
    assert re.findall(r'name="boards" value="(\d+)"', page) == ["1", "2", "3"]
    assert re.findall(r'aria-label="(Area of \d+ cells)"', page) == [
        "Area of 6 cells",
        "Area of 3 cells",
        "Area of 2 cells",
    ]
    # The page that was watched is loaded anew once the boards are there.
    state = desk.get(path.replace("change/", "state/"))
    assert state.headers["HX-Refresh"] == "true"


def test_all_boards_are_accepted_once(desk: Client, page_of: Callable[[], str]) -> None:
    path = page_of()
    answer = desk.post(path, {"every": "1"}, follow=True)
    told = [str(message) for message in answer.context["messages"]]
    assert told == ["The deck classic2#7 is a draft now; publish it when it is proven."]
    assert Deck.objects.get().boards.count() == 3
    assert desk.post(path, {"every": "1"}).status_code == 409
    again = desk.post(ADD, {"variant": "classic", "seed": 7, "name": ""})
    assert again.status_code == 400
    assert again.context["form"].errors["seed"] == [
        "The deck of this seed has been accepted already: classic2#7"
    ]
    page = desk.get(path).content.decode()
    assert f'<a href="/admin/puzzles/deck/{Deck.objects.get().pk}/change/">classic2#7</a>' in page


def test_chosen_boards_are_accepted(desk: Client, page_of: Callable[[], str]) -> None:
    path = page_of()
    for wrong in ({}, {"boards": ["x"]}, {"boards": [99]}, {"boards": [9]}):
        assert desk.post(path, wrong).status_code == 400
    desk.post(path, {"boards": [1, 3]})
    assert [board.number for board in Deck.objects.get().boards.all()] == [1, 3]


def test_dice_areas_show_their_expected_rounds(desk: Client) -> None:
    path = desk.post(ADD, {"variant": "dice", "seed": 77, "name": ""}).headers["Location"]
    row = DeckGeneration.objects.get()
    generations.generate(generation_id=row.pk, clock=lambda: NOW)
    page = desk.get(path).content.decode()
    rounds = re.findall(r"<p>about (\d\.\d) rounds</p>", page)
    assert len(rounds) == 6
    desk.post(path, {"every": "1"})
    listed = desk.get("/decks/dice1-77/").content.decode()
    assert re.findall(r"<p>about (\d\.\d) rounds</p>", listed) == rounds


def test_who_may_not_add_decks_may_look_only(client: Client, page_of: Callable[[], str]) -> None:
    path = page_of()
    helper = get_user_model().objects.create_user("helper", is_staff=True)
    client.force_login(helper)
    assert client.get(path).status_code == 403
    assert client.get(ADD).status_code == 403
    helper.user_permissions.add(Permission.objects.get(codename="view_deckgeneration"))
    assert client.get(path).status_code == 200
    assert client.post(path, {"every": "1"}).status_code == 403
    assert client.post(path.replace("change/", "cancel/do/")).status_code == 403
    assert not Deck.objects.exists()


@pytest.mark.parametrize("name", ["00000000-0000-0000-0000-000000000000", "7", "x"])
def test_what_is_not_there_is_a_404(desk: Client, name: str) -> None:
    assert desk.get(f"/admin/puzzles/deckgeneration/{name}/change/").status_code == 404


@pytest.mark.parametrize("kind", ["deckgeneration", "deckproof"])
def test_a_list_costs_the_same_queries_for_one_and_three(
    desk: Client, kind: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    def queries() -> int:
        with django_assert_max_num_queries(12) as captured:
            assert desk.get(f"/admin/puzzles/{kind}/").status_code == 200
        return len(captured)

    def add(seed: int) -> None:
        card = catalog.save("#" * 2 * seed, " ".join(["A"] * seed))
        deck = catalog.deck_of([card], key=f"deck-{seed}")
        proofs.submit_proof(user=None, deck=deck, now=NOW)
        row = generations.submit_generation(user=None, variant="dice", seed=seed, name="", now=NOW)
        DeckGeneration.objects.filter(pk=row.pk).update(deck=deck)

    add(1)
    of_one = queries()
    add(2)
    add(3)
    assert queries() == of_one


def test_a_draft_goes_with_its_proofs(desk: Client) -> None:
    deck = catalog.deck_of([catalog.save(*catalog.UNIQUE)])
    proofs.submit_proof(user=None, deck=deck, now=NOW)
    path = f"/admin/puzzles/deck/{deck.pk}/delete/"
    assert desk.post(path, {"post": "yes"}).status_code == 302
    assert not Deck.objects.exists()
    assert not DeckProof.objects.exists()
