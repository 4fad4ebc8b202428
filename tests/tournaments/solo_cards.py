"""Cards for those who play alone: proven tasks on published decks, without asking a solver."""

from collections.abc import Sequence
from itertools import count

from puzzles.engine import ENGINE
from puzzles.models import Board, BoardTask, Deck, PieceSet, Task, Verdict
from puzzles.services import piece_sets

_numbers = count(1)

CONTENT = {
    "classic": ("classic-12", [["####", "####", "###."]], ["A", "D", "K"]),
    "family-3d": ("family-3d-8", [["###", "###"]] * 2, ["g1", "b1", "b2"]),
    "junior": ("junior", [["###", "###"]], ["meerkat", "snake"]),
}


def cards(
    number: int,
    *,
    variant: str = "classic",
    level: int | None = None,
    side: str = "A",
    colour: str = "",
    piece_count: int = 3,
    covers: int = 1,
    state: str = Deck.State.PUBLISHED,
) -> list[Task]:
    """So many tasks, each on a board of a new deck; all look alike, but count as different."""
    if not PieceSet.objects.exists():
        piece_sets.load_built_in()
    key, layers, pieces = CONTENT[variant]
    row = PieceSet.objects.get(key=key)
    name = f"deck-{next(_numbers)}"
    deck = Deck.objects.create(key=name, name=name, variant=variant, piece_set=row, state=state)
    made = []
    for place in range(1, number + 1):
        content = f"{name}-{place}"
        verdict = Verdict.objects.create(
            content_hash=content,
            engine=ENGINE,
            kind="unique",
            covers=covers,
            complete=True,
            nodes=1,
            dead_ends=0,
        )
        task = Task.objects.create(
            piece_set=row,
            layers=layers,
            pieces=pieces,
            cells=11,
            piece_count=piece_count,
            fingerprint=content,
            content_hash=content,
            verdict=verdict,
            state=Task.State.PUBLISHED,
        )
        board = Board.objects.create(
            deck=deck, number=place, side=side, level=level, colour=colour, layers=layers
        )
        BoardTask.objects.create(board=board, task=task, number=1)
        made.append(task)
    return made


def edit(task: Task) -> None:
    """What an edit does to a task: other content, for which there is no verdict yet."""
    Task.objects.filter(pk=task.pk).update(
        content_hash=f"{task.content_hash}-edited", verdict=None, state=Task.State.DRAFT
    )


def numbers(tasks: Sequence[Task]) -> set[str]:
    """What events call these tasks."""
    return {str(task.pk) for task in tasks}
