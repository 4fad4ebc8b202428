from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.solver import BUILT_IN, SITE_LIMITS, MalformedTask, Region, Task, UnreadableFile, solve
from puzzles.solver.taskfile import MalformedEntry, TaskFile, dump_task_file, parse_task_file
from tests.solver.drawing import tasks

GOOD: dict[str, Any] = {"id": "a", "area": ["####", "###."], "height": 1, "pieces": ["C", "D"]}


def file_of(*entries: object, **changes: object) -> str:
    whole = {"format": "ubongo-tasks/1", "piece_set": "classic-12", "tasks": list(entries)}
    return json.dumps(whole | changes)


def only_entry(entry: object, **changes: object) -> Task | MalformedEntry:
    (only,) = parse_task_file(file_of(entry, **changes)).entries
    return only


def test_a_task_is_read() -> None:
    assert only_entry(GOOD | {"expect": {"covers": 1}, "note": [None]}) == Task(
        "a", Region.from_area(["####", "###."]), ("C", "D"), BUILT_IN["classic-12"]
    )


def test_height_is_one_unless_given() -> None:
    task = only_entry({"id": "a", "area": ["##"], "pieces": ["r1"]}, piece_set="family-3d-8")
    assert isinstance(task, Task)
    assert task.region.height == 1


def test_layers_in_place_of_an_area() -> None:
    entry = {"id": "a", "layers": [["##"], ["#."]], "pieces": ["g1"]}
    task = only_entry(entry, piece_set="family-3d-8")
    assert isinstance(task, Task)
    assert solve(task).kind == "unique"


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != key}


@pytest.mark.parametrize(
    ("entry", "entry_id", "field", "code"),
    [
        (7, None, "tasks", "task_not_an_object"),
        (None, None, "tasks", "task_not_an_object"),
        ([], None, "tasks", "task_not_an_object"),
        (without("id"), None, "id", "id_missing"),
        (GOOD | {"id": ""}, None, "id", "id_not_text"),
        (GOOD | {"id": 5}, None, "id", "id_not_text"),
        (GOOD | {"id": "x" * 101}, None, "id", "id_not_text"),
        (GOOD | {"id": "a\x00"}, None, "id", "id_unprintable"),
        (GOOD | {"id": "\ud800"}, None, "id", "id_unprintable"),
        (without("area"), "a", "area", "area_missing"),
        (GOOD | {"area": None}, "a", "area", "rows_not_a_list"),
        (GOOD | {"area": ["##", "#"]}, "a", "area", "ragged"),
        (GOOD | {"height": True}, "a", "height", "height_not_a_number"),
        (GOOD | {"height": None}, "a", "height", "height_not_a_number"),
        (GOOD | {"height": 2}, "a", "height", "height_in_2d"),
        (GOOD | {"layers": [["#"]]}, "a", "layers", "area_and_layers"),
        (without("pieces"), "a", "pieces", "pieces_missing"),
        (GOOD | {"pieces": "CD"}, "a", "pieces", "pieces_not_a_list"),
        (GOOD | {"pieces": []}, "a", "pieces", "no_pieces"),
        (GOOD | {"pieces": ["C", "Q"]}, "a", "pieces", "unknown_piece"),
        (GOOD | {"pieces": ["C", ["D"]]}, "a", "pieces", "unknown_piece"),
        (GOOD | {"pieces": [1]}, "a", "pieces", "unknown_piece"),
        (GOOD | {"pieces": ["A"] * 401}, "a", "pieces", "too_many_pieces"),
    ],
)
def test_malformed_entries(entry: object, entry_id: str | None, field: str, code: str) -> None:
    found = only_entry(entry)
    assert isinstance(found, MalformedEntry)
    assert (found.id, found.error.field, found.error.code) == (entry_id, field, code)
    line = found.to_json()
    assert line["id"] == entry_id
    assert line["error"] == {"field": field, "message": found.error.message}
    json.dumps(line).encode("ascii")


def test_flat_pieces_and_several_layers() -> None:
    found = only_entry({"id": "a", "layers": [["#"], ["#"]], "pieces": ["A"]})
    assert isinstance(found, MalformedEntry)
    assert (found.error.field, found.error.code) == ("layers", "height_in_2d")


def test_an_id_is_used_once_and_the_other_entries_still_count() -> None:
    entries = parse_task_file(file_of(GOOD, GOOD, {"id": "b"}, GOOD | {"id": "c"})).entries
    assert [type(entry) for entry in entries] == [Task, MalformedEntry, MalformedEntry, Task]
    second = entries[1]
    assert isinstance(second, MalformedEntry)
    assert (second.id, second.error.code) == ("a", "id_repeated")


@pytest.mark.parametrize(
    ("text", "field", "code"),
    [
        ("", "format", "not_json"),
        ("{", "format", "not_json"),
        (b"\xff\xfe{", "format", "not_utf8"),
        ("[" * 100_000, "format", "too_deep"),
        ('{"a":' * 100_000, "format", "too_deep"),
        ("1" * 5000, "format", "not_json"),
        ("NaN", "format", "not_json"),
        ('{"a": Infinity}', "format", "not_json"),
        ('{"a": 1, "a": 2}', "format", "duplicate_key"),
        ("[]", "format", "not_an_object"),
        ("null", "format", "not_an_object"),
        ("{}", "format", "wrong_format"),
        (file_of(format="ubongo-tasks/2"), "format", "wrong_format"),
        (file_of(format=["ubongo-tasks/1"]), "format", "wrong_format"),
        ('{"format": "ubongo-tasks/1", "tasks": []}', "piece_set", "piece_set_missing"),
        (file_of(piece_set="nope"), "piece_set", "piece_set_unknown"),
        (file_of(piece_set=None), "piece_set", "piece_set_not_an_object"),
        (file_of(tasks={}), "tasks", "tasks_not_a_list"),
        (file_of(tasks=None), "tasks", "tasks_not_a_list"),
        ('{"format": "ubongo-tasks/1", "piece_set": "dice"}', "tasks", "tasks_not_a_list"),
    ],
    ids=range(20),
)
def test_files_that_cannot_be_read(text: str | bytes, field: str, code: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        parse_task_file(text)
    assert (caught.value.field, caught.value.code) == (field, code)
    assert len(caught.value.message) < 300


def test_a_file_may_name_the_sets_that_the_caller_knows() -> None:
    known = {"mine": BUILT_IN["dice"]}
    text = file_of({"id": "a", "area": ["#"], "pieces": ["I1"]}, piece_set="mine")
    assert parse_task_file(text, known_sets=known).piece_set is BUILT_IN["dice"]
    with pytest.raises(UnreadableFile) as caught:
        parse_task_file(file_of(), known_sets=known)
    assert caught.value.message == "There is no piece set 'classic-12'."


def test_a_byte_order_mark_does_no_harm() -> None:
    assert len(parse_task_file(b"\xef\xbb\xbf" + file_of(GOOD).encode()).entries) == 1
    assert len(parse_task_file("\ufeff" + file_of(GOOD)).entries) == 1


def test_a_file_is_written_a_task_a_line() -> None:
    piece_set = BUILT_IN["family-3d-8"]
    text = dump_task_file(
        piece_set,
        [
            Task("é", Region.from_area(["##"], 2), ("r1", "r1"), piece_set),
            Task("b", Region.from_layers([["##"], ["#."]]), ("g1",), piece_set),
        ],
    )
    assert text == (
        '{"format":"ubongo-tasks/1","piece_set":"family-3d-8",\n"tasks":[\n'
        '{"id":"\\u00e9","area":["##"],"height":2,"pieces":["r1","r1"]},\n'
        '{"id":"b","layers":[["##"],["#."]],"pieces":["g1"]}\n]}\n'
    )
    assert parse_task_file(dump_task_file(piece_set, [])) == TaskFile(piece_set, ())


@settings(max_examples=100, deadline=None)
@given(tasks())
def test_what_is_written_is_read_back(task: Task) -> None:
    read = parse_task_file(dump_task_file(task.piece_set, [task]))
    assert read.entries == (task,)
    assert read.piece_set == task.piece_set


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["#", "##", "#.", "A", "C", "classic-12", "ubongo-tasks/1", ""])
)
KEYS = st.sampled_from(
    ["format", "piece_set", "tasks", "id", "area", "height", "layers", "pieces", "dimension"]
) | st.text(max_size=3)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)
ENTRY = st.fixed_dictionaries(
    {},
    optional={
        "id": ANYTHING | st.just("a"),
        "area": ANYTHING | st.lists(st.text("#.", max_size=4), max_size=4),
        "height": ANYTHING | st.integers(0, 4),
        "layers": ANYTHING | st.lists(st.lists(st.text("#.", max_size=3), max_size=3), max_size=3),
        "pieces": ANYTHING | st.lists(st.sampled_from("ABCD"), max_size=4),
    },
)
PIECE_SET = st.fixed_dictionaries(
    {},
    optional={
        "dimension": ANYTHING | st.sampled_from([2, 3]),
        "flip": ANYTHING | st.booleans(),
        "pieces": ANYTHING
        | st.dictionaries(st.sampled_from("ABCD"), st.lists(st.text("#.", max_size=3), max_size=3)),
    },
)
FILE = st.fixed_dictionaries(
    {"format": st.just("ubongo-tasks/1")},
    optional={
        "piece_set": ANYTHING | PIECE_SET | st.sampled_from(sorted(BUILT_IN)),
        "tasks": ANYTHING | st.lists(ENTRY | ANYTHING, max_size=4),
    },
)


@settings(max_examples=500, deadline=None)
@given(ANYTHING | FILE)
def test_any_json_gives_verdicts_or_clean_errors(content: object) -> None:
    try:
        entries = parse_task_file(json.dumps(content)).entries
    except UnreadableFile as error:
        entries = (MalformedEntry(None, error),)
    for entry in entries:
        line = (
            solve(entry, SITE_LIMITS).to_json(entry.id)
            if isinstance(entry, Task)
            else entry.to_json()
        )
        assert list(line) == [
            "id",
            "covers",
            "essentially_different",
            "complete",
            "impossible",
            "stopped_by",
            "nodes",
            "error",
        ]
        json.dumps(line)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_any_text_is_refused_cleanly(text: str | bytes) -> None:
    with pytest.raises(MalformedTask):
        parse_task_file(text)
