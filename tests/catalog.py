"""Building blocks of a catalog for tests: drawn tasks, saved tasks, verdicts by the real solver."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model

from puzzles import solver
from puzzles.models import Board, BoardTask, Deck, DeckGeneration, DeckProof, Job, PieceSet, Task
from puzzles.services import decks, jobs, piece_sets, proofs, publication, tasks
from puzzles.services.content import read_task
from tests.decks import SMALL_DECKS
from ubongo_site.accounts.models import User

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)

# D stands at the left end with K beside it and A below, or A stands there and D lies below K:
# two covers, and the area has no symmetry that would make one of them.
TWO_COVERS = ("####/####/###.", "A D K")
# The square lies at the left or at the right end: two covers, one up to symmetry.
UNIQUE = ("###/###", "A H")
# The bar of four can only lie in the upper row, and leaves two cells that do not touch.
IMPOSSIBLE = ("####/#..#", "A F")


def piece_set(key: str = "classic-12") -> PieceSet:
    """A built-in set."""
    piece_sets.load_built_in()
    return PieceSet.objects.get(key=key)


def draw(area: str, pieces: str, *, key: str = "classic-12", height: int = 1) -> solver.Task:
    """A task as it comes from the editor."""
    return read_task(
        piece_set=piece_set(key), area=area.split("/"), height=height, pieces=pieces.split()
    )


def save(
    area: str,
    pieces: str,
    *,
    key: str = "classic-12",
    height: int = 1,
    name: str = "",
    task: Task | None = None,
) -> Task:
    """A task in the catalog, its job queued."""
    return tasks.save_task(
        user=None,
        drawn=draw(area, pieces, key=key, height=height),
        piece_set=piece_set(key),
        name=name,
        now=NOW,
        task=task,
    )


def prove_all() -> None:
    """Do what a worker does with every job that is queued."""
    for job in Job.objects.filter(state=Job.State.QUEUED):
        jobs.run(job_id=job.pk, clock=lambda: NOW, deadline=timedelta(seconds=5))
    for proof in DeckProof.objects.filter(state=DeckProof.State.QUEUED):
        proofs.prove(proof_id=proof.pk, clock=lambda: NOW)


def published(area: str, pieces: str, *, key: str = "classic-12", height: int = 1) -> Task:
    """A task that is proven and published."""
    task = save(area, pieces, key=key, height=height)
    prove_all()
    return publication.publish_task(task=Task.objects.get(pk=task.pk))


def deck_of(cards: Sequence[Task], *, key: str = "deck") -> Deck:
    """A deck with a board for each of these tasks."""
    first = cards[0]
    deck = Deck.objects.create(key=key, name=key, variant="classic", piece_set=first.piece_set)
    for number, task in enumerate(cards, start=1):
        board = Board.objects.create(deck=deck, number=number, side="A", layers=task.layers)
        BoardTask.objects.create(board=board, task=task, number=1, die=[1])
    return deck


def load_small_decks(*, now: datetime = NOW) -> list[Deck]:
    """A deck of each game, two boards or four of each, to be proven."""
    piece_sets.load_built_in()
    files = sorted(SMALL_DECKS.glob("*.json"))
    loaded = (decks.load_deck(content=file.read_bytes(), now=now) for file in files)
    return [deck for deck in loaded if deck is not None]


def generated_deck() -> DeckGeneration:
    """A generated deck of four boards that waits to be accepted."""
    return DeckGeneration.objects.create(
        variant="junior",
        version=1,
        seed=7,
        state=DeckGeneration.State.DONE,
        result=(SMALL_DECKS / "junior.json").read_text("utf-8"),
        created=NOW,
        wake_at=NOW,
    )


def curator() -> User:
    """A superuser."""
    return get_user_model().objects.create_superuser("curator", "", "secret")
