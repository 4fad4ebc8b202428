"""What workers did is forgotten after a while; what they found out is not."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from puzzles.models import DeckGeneration, DeckProof, Job, Verdict, Work
from puzzles.services import queue
from tests import catalog
from tests.broker.race import at_once
from tests.catalog import NOW, UNIQUE

MONTH = timedelta(days=30)
AFTER_A_MONTH = NOW + MONTH + timedelta(seconds=1)

pytestmark = pytest.mark.django_db


def generation(**changes: Any) -> DeckGeneration:
    return DeckGeneration.objects.create(
        **{"variant": "dice", "version": 1, "seed": 1, "created": NOW, "wake_at": NOW, **changes}
    )


def test_a_job_is_forgotten_a_month_after_its_end_and_the_verdict_stays() -> None:
    task = catalog.save(*UNIQUE)
    catalog.prove_all()
    queue.clear_away(now=NOW + MONTH)
    assert Job.objects.count() == 1
    assert queue.clear_away(now=AFTER_A_MONTH) == 1
    task.refresh_from_db()
    assert (Job.objects.count(), Verdict.objects.count()) == (0, 1)
    assert str(task.current_verdict) == "unique"


@pytest.mark.parametrize(
    ("state", "kept"),
    [("queued", 1), ("running", 1), ("done", 0), ("failed", 0), ("cancelled", 0)],
)
def test_only_what_has_ended_is_forgotten(state: str, kept: int) -> None:
    catalog.save(*UNIQUE)
    Job.objects.update(state=state, finished=NOW)
    queue.clear_away(now=AFTER_A_MONTH)
    assert Job.objects.count() == kept


def test_the_latest_proof_of_a_deck_stays() -> None:
    deck = catalog.deck_of([catalog.save(*UNIQUE)])
    _superseded, latest = (
        DeckProof.objects.create(
            deck=deck,
            steps=1,
            state=Work.State.CANCELLED,
            created=NOW + timedelta(hours=hour),
            finished=NOW,
            wake_at=NOW,
        )
        for hour in (0, 1)
    )
    assert queue.clear_away(now=AFTER_A_MONTH) == 1
    assert list(DeckProof.objects.all()) == [latest]


def test_a_generated_deck_that_waits_for_a_curator_stays() -> None:
    waiting = generation(state="done", finished=NOW, result="{}")
    generation(state="done", finished=NOW, result="")
    generation(state="failed", finished=NOW)
    assert queue.clear_away(now=AFTER_A_MONTH) == 2
    assert list(DeckGeneration.objects.all()) == [waiting]


def test_many_are_forgotten_in_batches_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "MOST_FORGOTTEN", 2)
    for hour in (2, 0, 1):
        generation(state="failed", seed=hour, finished=NOW + timedelta(hours=hour))
    end = AFTER_A_MONTH + timedelta(hours=2)
    assert queue.clear_away(now=end) == 2
    assert list(DeckGeneration.objects.values_list("seed", flat=True)) == [2]
    assert [queue.clear_away(now=end), queue.clear_away(now=end)] == [1, 0]


@pytest.mark.django_db(transaction=True)
def test_what_somebody_just_queues_again_is_left() -> None:
    job = generation(state="failed", finished=NOW)
    with transaction.atomic():
        queue.retry(job=job, now=AFTER_A_MONTH)
        gone = at_once(lambda: queue.clear_away(now=AFTER_A_MONTH))
    assert (gone, DeckGeneration.objects.get().state) == ([0], "queued")
