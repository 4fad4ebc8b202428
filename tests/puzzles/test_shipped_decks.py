"""The full decks that a new site starts with: the one test that loads and proves them all."""

from collections import Counter
from datetime import timedelta
from statistics import quantiles

import pytest
from django.core.management import call_command
from django.test import Client

from puzzles.levels import BORDERS
from puzzles.models import Board, BoardTask, Deck, DeckProof, Task, Verdict
from puzzles.services import proofs
from puzzles.services.taskfiles import tasks_of_deck
from tests.catalog import NOW

pytestmark = pytest.mark.django_db


def test_a_new_site_gets_four_decks_and_proves_them(client: Client) -> None:
    call_command("load_decks", verbosity=0)
    assert [
        (deck.name, deck.variant, deck.boards.count(), tasks_of_deck(deck=deck).count())
        for deck in Deck.objects.all()
    ] == [
        ("classic2#7", "classic", 72, 432),
        ("dice1#7", "dice", 6, 0),
        ("family-3d2#7", "family-3d", 144, 688),
        ("junior2#7", "junior", 64, 64),
    ]
    # The areas for the dice have nothing to be proven.
    assert [deck.state for deck in Deck.objects.all()] == [
        "proving",
        "published",
        "proving",
        "proving",
    ]
    dice = Board.objects.filter(deck__variant="dice")
    assert dice.filter(expected_rounds__gt=3, expected_rounds__lt=7).count() == 6
    assert client.get("/").context["page"].paginator.count == 0

    # A worker's first turn, cut short by its end after two lots, and then a second start.
    now = iter([NOW, NOW, *[NOW] * 40, *[NOW + timedelta(minutes=1)] * 100])
    junior = DeckProof.objects.get(deck__variant="junior")
    assert proofs.prove(proof_id=junior.pk, clock=lambda: next(now))
    junior.refresh_from_db()
    assert junior.state == "queued"
    assert 0 < junior.steps_done < 64
    done = Verdict.objects.count()
    assert done == junior.steps_done
    call_command("load_decks", verbosity=0)
    assert DeckProof.objects.count() == 3
    assert (Deck.objects.count(), Task.objects.count()) == (4, 1184)

    for proof in DeckProof.objects.filter(state="queued"):
        assert proofs.prove(proof_id=proof.pk, clock=lambda: NOW)
    assert set(Deck.objects.values_list("state", flat=True)) == {"published"}
    assert Counter(Verdict.objects.values_list("kind", flat=True)) == {"unique": 1184}
    assert set(Task.objects.values_list("state", flat=True)) == {"published"}
    assert all(len(verdict.shown) >= 1 for verdict in Verdict.objects.all())

    # The levels are fifths of all these tasks, to the nearest half bit.
    bits = [verdict.difficulty or 0.0 for verdict in Verdict.objects.all()]
    fifths = quantiles(bits, n=5, method="inclusive")
    assert tuple(round(2 * border) / 2 for border in fifths) == BORDERS

    pages_stay_light(client)


def pages_stay_light(client: Client) -> None:
    for key, pages in [("classic2-7", 3), ("family-3d2-7", 6), ("junior2-7", 3), ("dice1-7", 1)]:
        page = client.get(f"/decks/{key}/", {"page": pages})
        assert page.context["page"].paginator.num_pages == pages
        assert len(page.content) < 100_000
    assert client.get("/").context["page"].paginator.count == 1184
    assert len(client.get("/").content) < 60_000
    assert BoardTask.objects.count() == 1184
