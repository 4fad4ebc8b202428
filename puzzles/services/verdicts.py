"""Verdicts: the solver's answer as a row, and its way to every task of that very content.

All that is locked is locked before anything is written, and in the order that everybody keeps:
decks, then their tasks. So verdicts for one deck come one after the other, a deck that is just
being sent to its proof is not overlooked, and nobody who has a card waits for one who needs it.
"""

from collections.abc import Collection, Sequence

from puzzles import solver
from puzzles.engine import ENGINE
from puzzles.models import Deck, Task, Verdict
from puzzles.services import publication

# Covers kept with a verdict, to be shown as pictures.
SHOWN_COVERS = 12


def as_row(
    *,
    content_hash: str,
    found: solver.Verdict,
    difficulty: solver.Difficulty | None,
    shown: Sequence[solver.Cover],
) -> Verdict:
    """The verdict on a content, unsaved."""
    return Verdict(
        content_hash=content_hash,
        engine=ENGINE,
        kind=found.kind,
        covers=found.covers,
        essentially_different=found.essentially_different,
        complete=found.complete,
        impossible=found.impossible or "",
        stopped_by=found.stopped_by or "",
        nodes=found.nodes,
        dead_ends=found.dead_ends,
        difficulty=difficulty.bits if difficulty else None,
        difficulty_parts=list(difficulty.parts) if difficulty else [],
        near_misses=difficulty.near_misses if difficulty else None,
        shown=[[[placed.code, placed.cells] for placed in cover] for cover in shown],
    )


def known(*, hashes: Collection[str]) -> dict[str, Verdict]:
    """Today's verdicts on these contents, of those that have one."""
    rows = Verdict.objects.filter(content_hash__in=hashes, engine=ENGINE)
    return {row.content_hash: row for row in rows}


def lock_cards(*, hashes: Collection[str]) -> None:
    """Lock the decks with a task of such content, then all their tasks by number."""
    carrying = Deck.objects.filter(boards__tasks__content_hash__in=hashes)
    decks = Deck.objects.select_for_update().filter(pk__in=carrying.values("pk")).order_by("pk")
    cards = Task.objects.filter(boards__deck__in=[deck.pk for deck in decks])
    tasks = Task.objects.select_for_update().filter(pk__in=cards.values("pk")).order_by("pk")
    list(tasks.values_list("pk", flat=True))


def keep(*, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts as rows; where another worker was sooner, the one that is there."""
    Verdict.objects.bulk_create(
        [verdict for verdict in verdicts if verdict._state.adding], ignore_conflicts=True
    )
    rows = known(hashes=[verdict.content_hash for verdict in verdicts])
    return [rows[verdict.content_hash] for verdict in verdicts]


def hand_out(*, verdicts: Sequence[Verdict]) -> None:
    """Give each task its verdict, and publish the decks that waited for these."""
    for verdict in verdicts:
        Task.objects.filter(content_hash=verdict.content_hash).update(verdict=verdict)
    hashes = [verdict.content_hash for verdict in verdicts]
    publication.publish_proven_decks(
        candidates=Deck.objects.filter(boards__tasks__content_hash__in=hashes)
    )
