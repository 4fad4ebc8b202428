"""The game file and the command that replays it."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.play import rounds
from tournaments.management.commands.replay_game import Command
from tournaments.rules.gamefile import report

ROOT = Path(__file__).parents[2]

GOOD: dict[str, Any] = {
    "format": "ubongo-game/1",
    "variant": "dice",
    "config": {"areas": 6},
    "seats": ["A", "B", "C", "D"],
    "seed": 1,
    "events": rounds(*([0, 1], [2]) * 6),
}


def told(**changes: object) -> dict[str, Any]:
    return report(json.dumps(GOOD | changes).encode())


def without(key: str) -> dict[str, Any]:
    return report(json.dumps({k: v for k, v in GOOD.items() if k != key}).encode())


def test_a_finished_game() -> None:
    result = told()
    assert list(result) == ["finished", "scores", "places", "why", "state"]
    assert result["finished"] is True
    assert result["scores"] == [24, 24, 18, 6]
    assert result["places"] == [1, 1, 3, 4]
    assert result["why"][3] == "Total 6, behind seat 0, seat 1, seat 2."
    assert result["state"]["consoled"] == [3] * 6


def test_a_running_game() -> None:
    result = told(events=rounds([0]))
    assert (result["finished"], result["scores"], result["places"]) == (
        *(False, [4, 0, 0, 0], [1, 2, 2, 2]),
    )


def test_a_game_that_has_not_begun() -> None:
    result = told(events=[], seats=["A", "B"])
    assert (result["finished"], result["scores"], result["places"]) == (False, [0, 0], [1, 1])


@pytest.mark.parametrize("key", ["config", "seed"])
def test_what_may_be_left_out(key: str) -> None:
    assert without(key) == told()


def test_names_may_be_anything_and_repeat() -> None:
    names = ["", "<b>A</b>", "<b>A</b>", "\x00\ud800" * 500]
    assert told(seats=names) == told()


def test_a_byte_order_mark_is_fine() -> None:
    assert report(b"\xef\xbb\xbf" + json.dumps(GOOD).encode()) == told()


@pytest.mark.parametrize(
    ("changes", "index", "field"),
    [
        ({"events": [*rounds([0]), {"kind": "round", "filled": [0]}]}, 1, "filled"),
        ({"events": [7]}, 0, "event"),
        ({"events": [{"kind": "round", "filled": [], "x": 1}]}, 0, "x"),
        ({"events": [{"kind": "draw"}]}, 0, "kind"),
        ({"events": [*GOOD["events"], *rounds([])]}, 12, "event"),
        ({"config": {"areas": 5}}, None, "config.areas"),
        ({"config": {"first": 4}}, None, "config.first"),
        ({"config": {"areas": "6"}}, None, "config.areas"),
        ({"config": {"speed": 6}}, None, "config.speed"),
        ({"config": None}, None, "config"),
        ({"variant": "chess"}, None, "variant"),
        ({"variant": None}, None, "variant"),
        ({"variant": ["dice"]}, None, "variant"),
        ({"format": "ubongo-game/2"}, None, "format"),
        ({"format": 1}, None, "format"),
        ({"seats": ["A"]}, None, "seats"),
        ({"seats": list("ABCDE")}, None, "seats"),
        ({"seats": 4}, None, "seats"),
        ({"seats": "ABCD"}, None, "seats"),
        ({"seats": ["A", "B", "C", 4]}, None, "seats"),
        ({"seats": ["A", None]}, None, "seats"),
        ({"seed": "1"}, None, "seed"),
        ({"seed": 1.5}, None, "seed"),
        ({"seed": True}, None, "seed"),
        ({"seed": None}, None, "seed"),
        ({"events": None}, None, "events"),
        ({"events": {}}, None, "events"),
        ({"evnets": []}, None, "evnets"),
    ],
)
def test_an_error_names_its_field(changes: dict[str, Any], index: int | None, field: str) -> None:
    error = told(**changes)["error"]
    assert (error["index"], error["field"]) == (index, field)
    assert error["reason"].endswith(".")


@pytest.mark.parametrize("key", ["format", "variant", "seats", "events"])
def test_what_is_missing_is_named(key: str) -> None:
    error = without(key)["error"]
    assert (error["index"], error["field"]) == (None, key)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting property name"),
        (b"\xff\xfe", "UTF-8"),
        (b"[]", "must be a JSON object"),
        (b"null", "not null"),
        (b"NaN", "NaN is not a JSON number"),
        (b'{"format": "ubongo-game/1", "seed": Infinity}', "Infinity is not"),
        (b'{"format": "ubongo-game/1", "seed": -Infinity}', "-Infinity is not"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"format": ' + b"9" * 10_000 + b"}", "a number is too long"),
        (b'{"format": "ubongo-game/1", "format": "ubongo-game/1"}', "given twice"),
    ],
    ids=lambda value: value[:20] if isinstance(value, bytes) else None,
)
def test_what_is_no_game_file_at_all(content: bytes, reason: str) -> None:
    error = report(content)["error"]
    assert (error["index"], error["field"]) == (None, "format")
    assert reason in error["reason"]


def test_values_nested_just_not_too_deeply() -> None:
    for depth in (10, 300, 700, 900, 950, 990):
        nested = b"[" * depth + b"]" * depth
        for key in ("config", "seats", "seed", "events", "variant", "format"):
            whole = json.dumps(GOOD | {key: "HERE"}).encode().replace(b'"HERE"', nested)
            assert report(whole)["error"]["reason"]


def test_a_long_value_makes_a_short_reason() -> None:
    for changes in (
        {"variant": "x" * 10_000},
        {"events": [{"kind": "x" * 10_000}]},
        {"config": {"areas": [["x"] * 1000] * 1000}},
        {"events": [{"kind": "round", "filled": [10**4000]}]},
    ):
        assert len(told(**changes)["error"]["reason"]) < 250


# --- whatever a file holds ----------------------------------------------------------------------

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, 5)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.sampled_from(["round", "dice", "filled", "kind", "areas", "first", "%(x)s"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["kind", "filled", "areas", "first", "%s"]) | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def check(content: bytes) -> None:
    """There is an answer, it is one line of JSON, and it is an error or a standing."""
    result = report(content)
    assert "\n" not in json.dumps(result, allow_nan=False)
    if "error" in result:
        assert list(result) == ["error"]
        assert list(result["error"]) == ["index", "field", "reason"]
        assert isinstance(result["error"]["field"], str)
        assert result["error"]["reason"]
    else:
        assert list(result) == ["finished", "scores", "places", "why", "state"]


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(content: bytes) -> None:
    check(content)


@settings(max_examples=300, deadline=None)
@given(values)
def test_any_json(value: Any) -> None:
    check(json.dumps(value).encode())


@settings(max_examples=400, deadline=None)
@given(st.dictionaries(st.sampled_from(list(GOOD)), values, max_size=3))
def test_any_values_in_a_good_file(changes: dict[str, Any]) -> None:
    check(json.dumps(GOOD | changes).encode())


@settings(max_examples=400, deadline=None)
@given(
    st.lists(
        values
        | st.fixed_dictionaries(
            {"kind": st.just("round"), "filled": st.lists(st.integers(-1, 4) | values, max_size=4)}
        ),
        max_size=15,
    )
)
def test_any_events(events: list[Any]) -> None:
    check(json.dumps(GOOD | {"events": events}).encode())


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_good_file_with_some_bytes_changed(data: st.DataObject) -> None:
    content = bytearray(json.dumps(GOOD).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content) - 1))
        length = data.draw(st.integers(0, 5))
        content[start : start + length] = data.draw(st.binary(max_size=5))
    check(bytes(content))


# --- the command --------------------------------------------------------------------------------


def run(path: Path) -> tuple[str, int]:
    out = StringIO()
    try:
        call_command(Command(), str(path), stdout=out)
    except CommandError as error:
        return out.getvalue(), error.returncode
    return out.getvalue(), 0


def test_the_command_prints_one_line(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GOOD), "utf-8")
    out, code = run(path)
    assert code == 0
    assert out.count("\n") == 1
    assert json.loads(out) == told()


@pytest.mark.parametrize(
    ("content", "index", "field"),
    [
        (json.dumps(GOOD | {"events": rounds([0], [0])}).encode(), 1, "filled"),
        (b"{", None, "format"),
        (b"\xff", None, "format"),
    ],
)
def test_an_error_is_one_line_too(
    tmp_path: Path, content: bytes, index: int | None, field: str
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    out, code = run(path)
    assert code == 1
    assert out.count("\n") == 1
    error = json.loads(out)["error"]
    assert (error["index"], error["field"]) == (index, field)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.json", tmp_path):
        assert run(path) == ("", 2)


def test_the_rules_know_no_framework() -> None:
    code = (
        "import sys, tournaments.rules.gamefile;"
        "print(sorted({'django', 'celery', 'rest_framework', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
