"""Task files in and out of the catalog."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from puzzles import solver
from puzzles.models import Deck, PieceSet, Task, Visitor
from puzzles.services import piece_sets, tasks
from puzzles.services.content import refuse_markup, refuse_other_sizes
from puzzles.services.refusal import Refusal


@dataclass(frozen=True)
class LineError:
    """What is wrong with one task of a file: its place (from 1), its id, the field, the words."""

    line: int
    id: str
    field: str
    message: str


class FileRefusal(Refusal):
    """A file with wrong tasks: nothing of it was imported; ``errors`` has a line for each."""

    def __init__(self, errors: list[LineError]) -> None:
        super().__init__(_("Nothing was imported; these tasks are wrong:"), field="file")
        self.errors = errors


@dataclass(frozen=True)
class Import:
    """What a file brought: new tasks, and tasks that the catalog had already."""

    added: list[Task]
    known: list[Task]


def import_task_file(*, user: Visitor | None, content: bytes, now: datetime) -> Import:
    """Import every task of a file and have it proven, or raise ``FileRefusal`` and import none."""
    stored = {row.key: row.shapes for row in PieceSet.objects.prefetch_related("pieces")}
    try:
        file = solver.parse_task_file(content, known_sets=stored)
    except solver.MalformedTask as error:
        raise Refusal.of(error) from error
    drawn, errors = [], []
    for line, entry in enumerate(file.entries, start=1):
        try:
            drawn.append(_importable(entry))
        except Refusal as refusal:
            errors.append(LineError(line, entry.id or "", refusal.field, refusal.message))
    if errors:
        raise FileRefusal(errors)
    if not drawn:
        raise Refusal(_("The file holds no tasks."), field="tasks")
    added, known = [], []
    with transaction.atomic():
        piece_set = piece_sets.find_or_add(shapes=file.piece_set)
        for entry in drawn:
            there = tasks.find_task(drawn=entry, piece_set=piece_set)
            if there is not None:
                known.append(there)
                continue
            added.append(
                tasks.save_task(
                    user=user, drawn=entry, piece_set=piece_set, name=entry.id[:80], now=now
                )
            )
    return Import(added=added, known=known)


def _importable(entry: solver.Task | solver.MalformedEntry) -> solver.Task:
    if isinstance(entry, solver.MalformedEntry):
        raise Refusal.of(entry.error)
    refuse_other_sizes(entry)
    refuse_markup(entry.id)
    return entry


def export_task_file(*, exported: Iterable[Task]) -> str:
    """Tasks of one piece set as a task file."""
    rows = list(exported)
    if not rows:
        raise Refusal(_("There are no tasks to export."))
    sets = {task.piece_set for task in rows}
    if len(sets) > 1:
        raise Refusal(_("A task file holds tasks of one piece set; choose tasks of one set."))
    shapes = sets.pop().shapes
    return solver.dump_task_file(
        shapes,
        [
            solver.Task(
                id=str(task.pk), region=task.region, pieces=tuple(task.pieces), piece_set=shapes
            )
            for task in rows
        ],
    )


def tasks_of_deck(*, deck: Deck) -> QuerySet[Task]:
    """The tasks on a deck's boards, each once."""
    return Task.objects.filter(boards__deck=deck).select_related("piece_set").distinct()
