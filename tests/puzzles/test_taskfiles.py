"""Task files: in whole or not at all, out and in again the same."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from puzzles.models import Job, PieceSet, Task
from puzzles.services import taskfiles
from puzzles.services.refusal import Refusal
from tests import catalog
from tests.catalog import NOW, TWO_COVERS, UNIQUE

pytestmark = pytest.mark.django_db

GOOD = {"id": "good", "area": ["####", "####", "###."], "pieces": ["A", "D", "K"]}
SOLID = {"id": "solid", "layers": [["##"], ["##"]], "pieces": ["r1", "r1"]}


def file(*entries: object, piece_set: object = "classic-12") -> bytes:
    content = {"format": "ubongo-tasks/1", "piece_set": piece_set, "tasks": entries}
    return json.dumps(content).encode()


def bring(content: bytes) -> taskfiles.Import:
    catalog.piece_set()
    return taskfiles.import_task_file(user=None, content=content, now=NOW)


def test_all_tasks_come_in_as_drafts_to_be_checked() -> None:
    came = bring(file(GOOD, {"id": "two", "area": ["###", "###"], "pieces": ["A", "H"]}))
    assert [(task.name, task.state, task.pieces) for task in came.added] == [
        ("good", "draft", ["A", "D", "K"]),
        ("two", "draft", ["A", "H"]),
    ]
    assert Job.objects.count() == 2


def test_what_is_there_already_is_not_added() -> None:
    there = catalog.save(*TWO_COVERS)
    came = bring(file(GOOD | {"area": ["###.", "####", "####"]}))
    assert (came.added, came.known) == ([], [there])


def test_one_wrong_task_and_nothing_is_imported() -> None:
    wrong: list[dict[str, Any]] = [
        GOOD,
        {"id": "sum", "area": ["####"], "pieces": ["A"]},
        {"id": "code", "area": ["##"], "pieces": ["Q"]},
        {"id": "ragged", "area": ["##", "#"], "pieces": ["B"]},
        {"area": ["##"], "pieces": ["A"]},
        {"id": "<b>", "area": ["##"], "pieces": ["A"]},
    ]
    with pytest.raises(taskfiles.FileRefusal) as refused:
        bring(file(*wrong))
    errors = refused.value.errors
    assert [(error.line, error.id, error.field) for error in errors] == [
        (2, "sum", "area"),
        (3, "code", "pieces"),
        (4, "ragged", "area"),
        (5, "", "id"),
        (6, "<b>", "name"),
    ]
    assert errors[0].message == "The pieces need 2 cells, but the area has 4."
    assert (Task.objects.count(), Job.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("content", "field"),
    [
        (b"", "format"),
        (b"\xff\xfe", "format"),
        (b"[]", "format"),
        (file(piece_set="nobody's"), "piece_set"),
        (file(), "tasks"),
        (b'{"format": "ubongo-tasks/1", "piece_set": "classic-12", "tasks": 3}', "tasks"),
    ],
)
def test_what_is_no_task_file_is_refused(content: bytes, field: str) -> None:
    with pytest.raises(Refusal) as refused:
        bring(content)
    assert refused.value.field == field
    assert Task.objects.count() == 0


def test_a_set_of_the_same_shapes_is_the_one_that_is_there() -> None:
    shapes = catalog.piece_set("dice").shapes.to_json()
    came = bring(file({"id": "a", "area": ["##"], "pieces": ["I2"]}, piece_set=shapes))
    assert came.added[0].piece_set.key == "dice"


def test_new_shapes_become_a_new_set_once() -> None:
    ring = {"dimension": 2, "flip": True, "pieces": {"ring": ["###", "#.#", "###"]}}
    entry = {"id": "a", "area": ["###", "#.#", "###"], "pieces": ["ring"]}
    came = bring(file(entry, piece_set=ring))
    again = bring(file(entry, piece_set=ring))
    assert again.known == came.added
    assert PieceSet.objects.filter(key__startswith="set-").count() == 1
    assert came.added[0].piece_set.pieces.get().layers == [["###", "#.#", "###"]]


def test_exported_and_imported_it_is_the_same() -> None:
    first, second = catalog.save(*TWO_COVERS), catalog.save(*UNIQUE)
    text = taskfiles.export_task_file(exported=[first, second])
    assert [task["id"] for task in json.loads(text)["tasks"]] == [str(first.pk), str(second.pk)]
    came = bring(text.encode())
    assert came.known == [first, second]


def test_solid_areas_of_any_layers_travel_too() -> None:
    catalog.piece_set()
    task = bring(file(SOLID, piece_set="family-3d-8")).added[0]
    text = taskfiles.export_task_file(exported=[task])
    assert json.loads(text)["tasks"] == [
        {"id": str(task.pk), "area": ["##"], "height": 2, "pieces": ["r1", "r1"]}
    ]


def test_tasks_of_two_sets_do_not_fit_into_one_file() -> None:
    flat = catalog.save(*UNIQUE)
    solid = catalog.save("##", "r1 r1", key="family-3d-8", height=2)
    with pytest.raises(Refusal):
        taskfiles.export_task_file(exported=[flat, solid])
    with pytest.raises(Refusal):
        taskfiles.export_task_file(exported=[])


def test_the_command_tells_each_wrong_line(tmp_path: Path) -> None:
    catalog.piece_set()
    path = tmp_path / "tasks.json"
    path.write_bytes(file(GOOD, {"id": "sum", "area": ["####"], "pieces": ["A"]}))
    with pytest.raises(CommandError) as refused:
        call_command("import_tasks", str(path))
    assert str(refused.value) == (
        "Nothing was imported; these tasks are wrong:\n"
        "  2. sum: area: The pieces need 2 cells, but the area has 4."
    )
    path.write_bytes(file(GOOD))
    call_command("import_tasks", str(path))
    assert Task.objects.get().name == "good"
    with pytest.raises(CommandError) as missing:
        call_command("import_tasks", str(tmp_path / "nothing.json"))
    assert missing.value.returncode == 2
