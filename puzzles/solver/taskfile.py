"""The task file: the one JSON format of command line, import, export and API."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from puzzles.solver.errors import MalformedTask, UnreadableFile
from puzzles.solver.piecesets import BUILT_IN, PieceSet, is_plain_text, parse_piece_set
from puzzles.solver.regions import Region
from puzzles.solver.task import Task
from puzzles.strict_json import NotJSON, read_json

FORMAT: Final = "ubongo-tasks/1"
MAX_ID_LENGTH: Final = 100


@dataclass(frozen=True)
class MalformedEntry:
    """An entry that is no task. ``id`` is None unless the entry has a usable one."""

    id: str | None
    error: MalformedTask

    def to_json(self) -> dict[str, object]:
        """The object that the command line prints in place of a verdict."""
        return {
            "id": self.id,
            "covers": None,
            "essentially_different": None,
            "complete": None,
            "impossible": None,
            "stopped_by": None,
            "nodes": None,
            "error": {"field": self.error.field, "message": self.error.message},
        }


@dataclass(frozen=True)
class TaskFile:
    """A piece set and, entry by entry, a task or what is wrong with it."""

    piece_set: PieceSet
    entries: tuple[Task | MalformedEntry, ...]


def parse_task_file(
    text: str | bytes, *, known_sets: Mapping[str, PieceSet] = BUILT_IN
) -> TaskFile:
    """Read a task file; ``known_sets`` are those that it may name by their key.

    What concerns one entry only is reported in its place; UnreadableFile (field format,
    piece_set or tasks) is raised when not a single entry can be read.
    """
    try:
        content = read_json(text)
    except NotJSON as error:
        raise UnreadableFile("format", error.code, **error.params) from None
    if not isinstance(content, dict):
        raise UnreadableFile("format", "not_an_object", value=content)
    if content.get("format") != FORMAT:
        raise UnreadableFile("format", "wrong_format", value=content.get("format"))
    if "piece_set" not in content:
        raise UnreadableFile("piece_set", "piece_set_missing")
    try:
        piece_set = parse_piece_set(content["piece_set"], known_sets)
    except MalformedTask as error:
        raise UnreadableFile.because_of(error) from error
    entries = content.get("tasks")
    if not isinstance(entries, list):
        raise UnreadableFile("tasks", "tasks_not_a_list", value=entries)
    seen: set[str] = set()
    return TaskFile(piece_set, tuple(_parse_entry(entry, piece_set, seen) for entry in entries))


def parse_task(value: object, piece_set: PieceSet) -> Task:
    """One entry of a file as a task; unknown keys are ignored. MalformedTask otherwise."""
    if not isinstance(value, dict):
        raise MalformedTask("tasks", "task_not_an_object", value=value)
    task_id = parse_id(value)
    return Task(task_id, _parse_region(value, piece_set), _parse_codes(value), piece_set)


def parse_id(value: dict[str, Any]) -> str:
    """The id of an entry: 1 to 100 characters, none of them a control character."""
    if "id" not in value:
        raise MalformedTask("id", "id_missing")
    task_id = value["id"]
    if not isinstance(task_id, str) or not 1 <= len(task_id) <= MAX_ID_LENGTH:
        raise MalformedTask("id", "id_not_text", value=task_id, limit=MAX_ID_LENGTH)
    if not is_plain_text(task_id):
        raise MalformedTask("id", "id_unprintable", value=task_id)
    return task_id


def dump_task_file(piece_set: PieceSet, tasks: Iterable[Task]) -> str:
    """The file of these tasks, one task a line, the same text every time."""
    head = {"format": FORMAT, "piece_set": piece_set.key or piece_set.to_json()}
    lines = ",\n".join(_compact(_task_as_json(task)) for task in tasks)
    body = f"[\n{lines}\n]" if lines else "[]"
    return f'{_compact(head)[:-1]},\n"tasks":{body}}}\n'


def _parse_entry(entry: object, piece_set: PieceSet, seen: set[str]) -> Task | MalformedEntry:
    task_id: str | None = None
    try:
        if isinstance(entry, dict):
            task_id = parse_id(entry)
            if task_id in seen:
                raise MalformedTask("id", "id_repeated", value=task_id)
            seen.add(task_id)
        return parse_task(entry, piece_set)
    except MalformedTask as error:
        return MalformedEntry(task_id, error)


def _parse_region(value: dict[str, Any], piece_set: PieceSet) -> Region:
    if "layers" in value:
        if "area" in value or "height" in value:
            raise MalformedTask("layers", "area_and_layers")
        region = Region.from_layers(value["layers"])
        if piece_set.dimension == 2 and region.height > 1:
            raise MalformedTask("layers", "height_in_2d", value=region.height)
        return region
    if "area" not in value:
        raise MalformedTask("area", "area_missing")
    return Region.from_area(value["area"], value.get("height", 1))


def _parse_codes(value: dict[str, Any]) -> tuple[str, ...]:
    if "pieces" not in value:
        raise MalformedTask("pieces", "pieces_missing")
    codes = value["pieces"]
    if not isinstance(codes, list):
        raise MalformedTask("pieces", "pieces_not_a_list", value=codes)
    return tuple(codes)


def _task_as_json(task: Task) -> dict[str, object]:
    prism = task.region.area_and_height()
    shape: dict[str, object] = (
        {"area": prism[0], "height": prism[1]} if prism else {"layers": task.region.layers()}
    )
    return {"id": task.id, **shape, "pieces": task.pieces}


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
