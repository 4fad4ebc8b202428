"""What makes two tasks the same: the content a verdict is about, and the card up to symmetry."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from puzzles import solver
from puzzles.models import PLAIN_NAME, PieceSet, Task
from puzzles.services.refusal import Refusal


def read_task(
    *,
    piece_set: PieceSet,
    pieces: Sequence[str],
    area: Sequence[str] | None = None,
    height: int = 1,
    layers: Sequence[Sequence[str]] | None = None,
) -> solver.Task:
    """The task as the solver takes it; a Refusal names the field that is wrong."""
    try:
        if layers is not None:
            region = solver.Region.from_layers(layers)
        else:
            region = solver.Region.from_area(area or (), height)
        drawn = solver.Task(id="", region=region, pieces=tuple(pieces), piece_set=piece_set.shapes)
    except solver.MalformedTask as error:
        raise Refusal.of(error) from error
    refuse_other_sizes(drawn)
    return drawn


def refuse_other_sizes(drawn: solver.Task) -> None:
    """Cells that don't add up are an error at the area: no person means such a card."""
    needed = sum(drawn.piece_set.pieces[code].size for code in drawn.pieces)
    if needed != drawn.region.size:
        raise Refusal(
            _("The pieces need %(needed)s cells, but the area has %(drawn)s.")
            % {"needed": needed, "drawn": drawn.region.size},
            field="area",
        )


def refuse_markup(name: str, *, field: str = "name") -> None:
    """A name is text of one line; what looks like markup is an error at the field."""
    try:
        PLAIN_NAME(name)
    except ValidationError as error:
        raise Refusal(error.message, field=field) from error


def in_set_order(task: solver.Task) -> list[str]:
    """The pieces as they are listed everywhere: in the order of their set."""
    order = {code: position for position, code in enumerate(task.piece_set.pieces)}
    return sorted(task.pieces, key=order.__getitem__)


def content_of(task: solver.Task) -> dict[str, Any]:
    """All that a verdict depends on, as JSON: the shapes, the region as it lies, the pieces."""
    used = sorted(set(task.pieces))
    shapes = {code: task.piece_set.pieces[code].layers() for code in used}
    return {
        "dimension": task.piece_set.dimension,
        "flip": task.piece_set.flip,
        "shapes": shapes,
        "layers": task.region.layers(),
        "pieces": in_set_order(task),
    }


def task_of(content: dict[str, Any]) -> solver.Task:
    """The task that ``content_of`` was made from."""
    shapes = {
        code: solver.parse_layers(layers, "piece_set") for code, layers in content["shapes"].items()
    }
    piece_set = solver.PieceSet(
        key=None, dimension=content["dimension"], flip=content["flip"], pieces=shapes
    )
    region = solver.Region.from_layers(content["layers"])
    return solver.Task(id="", region=region, pieces=tuple(content["pieces"]), piece_set=piece_set)


def digest(value: object) -> str:
    """A short name for a JSON value: the same in every process and on every machine."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def drawing_of(task: Task, shapes: solver.PieceSet) -> solver.Task:
    """A task of the catalog as the solver takes it, with the shapes of its piece set."""
    return solver.Task(id="", region=task.region, pieces=tuple(task.pieces), piece_set=shapes)


def has_area(*, task: Task, layers: Sequence[Sequence[str]]) -> bool:
    """Is the task's area this one, as its pieces may be turned?"""
    looks = [
        solver.canonical(region, dimension=task.piece_set.dimension, flip=task.piece_set.flip)
        for region in (task.region, solver.Region.from_layers(layers))
    ]
    return looks[0] == looks[1]


def fingerprint_of(task: solver.Task, *, piece_set: PieceSet) -> str:
    """The same for every task that looks alike when turned (or turned over, where allowed)."""
    canonical = solver.canonical(
        task.region, dimension=task.piece_set.dimension, flip=task.piece_set.flip
    )
    return digest([piece_set.pk, canonical.layers(), sorted(task.pieces)])
