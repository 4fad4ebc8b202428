"""The command line's door. It needs Django, though no database."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

pytest.importorskip("pytest_django")

from django.core.management import CommandError, call_command

GOOD = {"id": "a", "area": ["####", "###."], "height": 1, "pieces": ["C", "D"]}
BAD = {"id": "b", "area": ["##", "#"], "pieces": ["C"]}


def task_file(folder: Path, *tasks: object) -> str:
    path = folder / "tasks.json"
    content = {"format": "ubongo-tasks/1", "piece_set": "classic-12", "tasks": tasks}
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


def test_a_verdict_a_line(tmp_path: Path) -> None:
    out = StringIO()
    call_command("solve_tasks", task_file(tmp_path, GOOD, GOOD | {"id": "c"}), stdout=out)
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [
        {
            "id": name,
            "covers": 1,
            "essentially_different": 1,
            "complete": True,
            "impossible": None,
            "stopped_by": None,
            "nodes": 5,
            "error": None,
        }
        for name in ("a", "c")
    ]


def test_an_error_is_a_line_too_and_the_exit_code_is_1(tmp_path: Path) -> None:
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("solve_tasks", task_file(tmp_path, BAD, GOOD), stdout=out)
    assert caught.value.returncode == 1
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert (first["id"], first["error"]["field"], first["covers"]) == ("b", "area", None)
    assert (second["id"], second["error"], second["covers"]) == ("a", None, 1)


def test_limits_are_passed_on(tmp_path: Path) -> None:
    out = StringIO()
    path = task_file(tmp_path, {"id": "d", "area": ["######"] * 2, "pieces": ["A"] * 6})
    call_command("solve_tasks", path, "--max-covers", "5", stdout=out)
    call_command("solve_tasks", path, "--max-nodes", "7", stdout=out)
    stopped = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(line["stopped_by"], line["essentially_different"]) for line in stopped] == [
        ("covers", None),
        ("nodes", None),
    ]
    assert stopped[0]["covers"] == 5
    assert stopped[1]["nodes"] == 7


@pytest.mark.parametrize("content", [None, b"{", b"\xff", b'{"format": "other"}'])
def test_a_file_that_cannot_be_read_is_exit_code_2(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "tasks.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError) as caught:
        call_command("solve_tasks", str(path), stdout=StringIO())
    assert caught.value.returncode == 2
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("limit", ["0", "-1", "many"])
def test_a_limit_is_a_positive_number(tmp_path: Path, limit: str) -> None:
    with pytest.raises(CommandError):
        call_command("solve_tasks", task_file(tmp_path, GOOD), "--max-nodes", limit)
