"""Decks from a seed: asked for, generated under a claim, accepted whole or in part."""

from typing import Any

import pytest

from puzzles.decks.deckfile import BoardSide, BoardTask, DeckFile
from puzzles.models import Deck, DeckGeneration, Task
from puzzles.services import decks, generations, piece_sets, queue
from puzzles.services.refusal import Refusal
from puzzles.solver import Region
from tests import catalog
from tests.catalog import NOW
from ubongo_site.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _pieces() -> None:
    piece_sets.load_built_in()


@pytest.fixture
def curator() -> User:
    return catalog.curator()


def small_deck(seed: int, report: Any) -> DeckFile:
    """Three boards of a side, of which each has a single task."""
    boards = []
    for number, (rows, pieces) in enumerate(
        [(("###", "###"), ("A", "H")), (("###",), ("B",)), (("##",), ("A",))], start=1
    ):
        task = BoardTask(1, (1,), pieces)
        boards.append(BoardSide(number, "A", None, None, Region.from_area(rows), (task,)))
        report(number, 3)
    return DeckFile("classic", "classic-12", tuple(boards), seed, 2)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The generator of classic decks makes three boards only."""
    monkeypatch.setattr(generations, "GENERATORS", {"classic": small_deck})


def ask(curator: User, seed: int = 7, name: str = "", variant: str = "classic") -> DeckGeneration:
    return generations.submit_generation(
        user=curator, variant=variant, seed=seed, name=name, now=NOW
    )


def generated(curator: User, **wishes: Any) -> DeckGeneration:
    row = ask(curator, **wishes)
    assert generations.generate(generation_id=row.pk, clock=lambda: NOW)
    row.refresh_from_db()
    return row


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"variant": "chess"}, "variant"),
        ({"seed": -1}, "seed"),
        ({"seed": 1_000_000_000}, "seed"),
        ({"name": "<b>"}, "name"),
    ],
)
def test_a_wrong_wish_is_refused_at_its_field(
    curator: User, wish: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refusal) as refused:
        ask(curator, **wish)
    assert refused.value.field == field
    assert not DeckGeneration.objects.exists()


def test_a_deck_is_generated_and_kept_on_the_row(curator: User, quick: None) -> None:
    row = generated(curator)
    assert (row.state, row.steps_done, row.steps) == ("done", 3, 3)
    assert str(row) == "classic2#7"
    assert [board.number for board in generations.boards_of(generation=row)] == [1, 2, 3]
    assert (Deck.objects.count(), Task.objects.count()) == (0, 0)
    # A second delivery does nothing, and who asks again is led to it.
    assert not generations.generate(generation_id=row.pk, clock=lambda: NOW)
    assert ask(curator) == row


def test_accepting_all_makes_a_draft_that_is_proven(curator: User, quick: None) -> None:
    row = generated(curator)
    deck = generations.accept(user=curator, generation=row, now=NOW)
    assert (deck.key, deck.name, deck.state) == ("classic2-7", "classic2#7", "draft")
    assert deck.boards.count() == 3
    row.refresh_from_db()
    assert (row.deck, row.result) == (deck, "")
    catalog.prove_all()
    assert Task.objects.filter(boards__deck=deck, verdict__kind="unique").count() == 3
    assert decks.publish_deck(user=curator, deck=deck, now=NOW).state == "published"
    # It is accepted once; and its seed is told to be.
    with pytest.raises(Refusal) as refused:
        generations.accept(user=curator, generation=row, now=NOW)
    assert refused.value.field == "state"
    with pytest.raises(generations.SeedAccepted) as accepted:
        ask(curator)
    assert accepted.value.deck == deck
    assert accepted.value.message == "The deck of this seed has been accepted already: classic2#7"


def test_a_part_is_a_deck_of_its_own(curator: User, quick: None) -> None:
    row = generated(curator, name="Kenya")
    with pytest.raises(Refusal) as refused:
        generations.accept(user=curator, generation=row, numbers=[9], now=NOW)
    assert refused.value.field == "boards"
    part = generations.accept(user=curator, generation=row, numbers=[1, 3], now=NOW)
    assert (part.name, [board.number for board in part.boards.all()]) == ("Kenya", [1, 3])
    assert part.key.startswith("classic2-7-")
    # The whole deck of the seed can still be had, with its id.
    whole = generations.accept(user=curator, generation=generated(curator), now=NOW)
    assert (whole.key, whole.name) == ("classic2-7", "classic2#7")
    assert Task.objects.count() == 3


def test_a_part_without_a_name_says_how_large_it_is(curator: User, quick: None) -> None:
    part = generations.accept(user=curator, generation=generated(curator), numbers=[2], now=NOW)
    assert part.name == "classic2#7 (1/3)"


def test_a_cancelled_generation_stops_at_its_next_step(
    curator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = ask(curator)

    def stopped(seed: int, report: Any) -> DeckFile:
        queue.cancel(job=row, now=NOW)
        return small_deck(seed, report)

    monkeypatch.setattr(generations, "GENERATORS", {"classic": stopped})
    assert generations.generate(generation_id=row.pk, clock=lambda: NOW)
    row.refresh_from_db()
    assert (row.state, row.steps_done, row.result) == ("cancelled", 0, "")
    # What was cancelled is no reason not to ask again.
    assert ask(curator) != row


def test_dice_areas_need_no_proof(curator: User) -> None:
    row = generated(curator, variant="dice", seed=77)
    deck = generations.accept(user=curator, generation=row, now=NOW)
    assert (deck.key, deck.proofs.count()) == ("dice1-77", 0)
    rounds = [board.expected_rounds for board in deck.boards.all()]
    assert len(rounds) == 6
    assert all(expected and 3 < expected < 7 for expected in rounds)
    assert decks.publish_deck(user=curator, deck=deck, now=NOW).state == "published"
