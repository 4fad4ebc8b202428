"""Proofs of whole decks: by turns, under a claim, stopped and taken up again."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from puzzles import solver
from puzzles.models import Deck, DeckProof, Job, Task, Verdict
from puzzles.services import decks, proofs, queue, tasks
from tests import catalog
from tests.catalog import IMPOSSIBLE, NOW, TWO_COVERS, UNIQUE

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@pytest.fixture
def classic() -> Deck:
    """Twenty-four tasks that wait for their verdicts."""
    catalog.load_small_decks()
    return Deck.objects.get(variant="classic")


def proof_of(deck: Deck) -> DeckProof:
    proof = deck.proofs.first()
    assert proof is not None
    return proof


def prove(deck: Deck, clock: Callable[[], datetime] = lambda: NOW) -> DeckProof:
    proof = proof_of(deck)
    assert proofs.prove(proof_id=proof.pk, clock=clock)
    proof.refresh_from_db()
    return proof


def ticking(step: timedelta) -> Callable[[], datetime]:
    """A clock that goes on by so much whenever somebody looks."""

    def ticks() -> Iterator[datetime]:
        now = NOW
        while True:
            yield now
            now += step

    clock = ticks()
    return lambda: next(clock)


def test_a_deck_is_proven_in_one_turn_if_there_is_time(classic: Deck) -> None:
    proof = prove(classic)
    assert (proof.state, proof.steps_done, proof.steps) == ("done", 24, 24)
    classic.refresh_from_db()
    assert classic.state == "published"


def test_the_verdicts_are_those_of_the_path_of_one_task(classic: Deck) -> None:
    prove(classic)
    for task in Task.objects.filter(boards__deck=classic):
        drawn = solver.Task("", task.region, tuple(task.pieces), task.piece_set.shapes)
        alone = solver.solve(drawn, solver.SITE_LIMITS, keep_covers=12)
        verdict = task.verdict
        assert verdict is not None
        assert (verdict.kind, verdict.covers, verdict.nodes, verdict.dead_ends) == (
            alone.kind,
            alone.covers,
            alone.nodes,
            alone.dead_ends,
        )
        assert len(verdict.shown) == alone.covers
        difficulty = solver.measure(drawn)
        assert difficulty is not None
        assert (verdict.difficulty, verdict.near_misses) == (
            difficulty.bits,
            difficulty.near_misses,
        )


def test_a_turn_ends_and_the_next_goes_on(classic: Deck) -> None:
    clock = ticking(SECOND)
    first = prove(classic, clock)
    assert (first.state, first.claim, first.attempts) == ("queued", None, 0)
    assert 0 < first.steps_done < 24
    assert Verdict.objects.count() == first.steps_done
    turns = 1
    while prove(classic, clock).state == "queued":
        turns += 1
    assert 1 < turns < 24
    assert Verdict.objects.count() == 24


def test_even_a_turn_without_time_gets_something_done(classic: Deck) -> None:
    at_the_end = iter([NOW, NOW, NOW])
    late = NOW + proofs.TURN
    prove(classic, lambda: next(at_the_end, late))
    assert Verdict.objects.count() == 1


def test_what_is_known_is_not_worked_out_again(
    classic: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    prove(classic)
    Task.objects.update(verdict=None)
    Deck.objects.filter(pk=classic.pk).update(state=Deck.State.PROVING)
    catalog.load_small_decks(now=NOW + SECOND)
    monkeypatch.setattr(solver, "measure", None)
    assert prove(classic).state == "done"
    assert Task.objects.filter(boards__deck=classic, verdict=None).count() == 0


def test_a_cancelled_proof_writes_nothing_more(
    classic: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve_many = solver.solve_many

    def cancelled_meanwhile(*args: Any) -> list[solver.Verdict]:
        queue.cancel(job=proof_of(classic), now=NOW)
        return solve_many(*args)

    monkeypatch.setattr(solver, "solve_many", cancelled_meanwhile)
    proof = prove(classic)
    assert (proof.state, Verdict.objects.count()) == ("cancelled", 0)
    # A start leaves alone what a curator stopped; the curator takes it up again.
    monkeypatch.undo()
    catalog.load_small_decks()
    assert classic.proofs.count() == 1
    queue.retry(job=proof, now=NOW)
    assert prove(classic).state == "done"


def test_a_second_delivery_does_nothing(classic: Deck) -> None:
    proof = proof_of(classic)
    assert queue.claim(DeckProof, job_id=proof.pk, now=NOW) is not None
    assert not proofs.prove(proof_id=proof.pk, clock=lambda: NOW)
    assert Verdict.objects.count() == 0
    # The lease ran out: another worker takes it.
    assert proofs.prove(proof_id=proof.pk, clock=lambda: NOW + queue.LEASE + SECOND)
    assert Verdict.objects.count() == 24


def test_the_sweeper_wakes_for_proofs_too(classic: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    class Broker:
        def send_task(self, name: str, args: Any) -> None:
            calls.append(name)

    monkeypatch.setattr(queue, "current_app", Broker())
    assert queue.sweep(now=NOW + queue.FIRST_WAKE) == 4
    assert calls == ["puzzles.tasks.prove_deck"] * 4


def test_an_error_is_tried_three_times_and_a_new_start_tries_again(
    classic: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any) -> list[solver.Verdict]:
        raise RuntimeError("broken")

    monkeypatch.setattr(solver, "solve_many", broken)
    states = [prove(classic).state for _ in range(3)]
    assert states == ["queued", "queued", "failed"]
    monkeypatch.undo()
    catalog.load_small_decks(now=NOW + SECOND)
    assert classic.proofs.count() == 2
    assert prove(classic).state == "done"


def test_a_start_with_a_new_engine_proves_all_decks_again(classic: Deck) -> None:
    catalog.prove_all()
    Verdict.objects.update(engine="an earlier one")
    assert catalog.load_small_decks(now=NOW + SECOND) == []
    assert DeckProof.objects.filter(state="queued").count() == 4
    classic.refresh_from_db()
    assert classic.state == "published"  # printed cards stay where they are
    catalog.prove_all()
    assert Task.objects.unproven().count() == 0
    assert Verdict.objects.count() == 2 * 44


def test_tasks_that_are_not_what_they_were_saved_as_end_the_proof(classic: Deck) -> None:
    Task.objects.filter(boards__deck=classic).update(content_hash="another")
    assert [prove(classic).state for _ in range(3)] == ["queued", "queued", "failed"]
    assert Verdict.objects.count() == 0


def test_a_deck_keeps_its_open_proof(classic: Deck) -> None:
    decks.publish_deck(user=None, deck=classic, now=NOW)
    assert classic.proofs.count() == 1


def test_a_deck_with_an_impossible_task_is_proven_but_not_published() -> None:
    deck = catalog.deck_of([catalog.save(*UNIQUE), catalog.save(*IMPOSSIBLE)])
    decks.publish_deck(user=None, deck=deck, now=NOW)
    assert prove(deck).state == "done"
    deck.refresh_from_db()
    assert deck.state == "proving"
    assert set(Task.objects.values_list("verdict__kind", flat=True)) == {"unique", "impossible"}


def test_a_draft_that_is_proven_stays_a_draft() -> None:
    deck = catalog.deck_of([catalog.save(*TWO_COVERS)])
    proofs.submit_proof(user=None, deck=deck, now=NOW)
    assert prove(deck).state == "done"
    deck.refresh_from_db()
    assert deck.state == "draft"
    assert decks.publish_deck(user=None, deck=deck, now=NOW).state == "published"


def test_the_bar_counts_all_decks_and_does_not_go_back(classic: Deck) -> None:
    def bar() -> tuple[int, int, bool] | None:
        now = proofs.progress(now=NOW)
        return None if now is None else (now.done, now.all, now.waits)

    assert bar() == (0, 44, False)
    prove(classic)
    assert bar() == (24, 44, False)
    late = proofs.progress(now=NOW + queue.FIRST_WAKE + SECOND)
    assert late is not None
    assert late.waits
    queue.cancel(job=proof_of(Deck.objects.get(variant="junior")), now=NOW)
    assert bar() == (24, 40, False)
    catalog.prove_all()
    assert bar() is None


def test_a_changed_shape_sends_whole_decks_to_their_proof(classic: Deck) -> None:
    prove(classic)
    loose = catalog.published(*UNIQUE)
    piece = loose.piece_set.pieces.get(code="A")
    piece.layers = [["###"]]
    piece.save()
    used = [task for task in Task.objects.filter(piece_set=loose.piece_set) if "A" in task.pieces]
    later = NOW + SECOND
    assert tasks.withdraw_verdicts(piece_set=loose.piece_set, now=later) == len(used)
    classic.refresh_from_db()
    assert classic.state == "proving"
    assert (classic.proofs.count(), proof_of(classic).steps) == (2, 24)
    assert [job.task for job in Job.objects.filter(state="queued")] == [loose]
