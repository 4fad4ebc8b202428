from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from puzzles import solver, strict_json
from puzzles.solver.errors import MESSAGES, MalformedTask, UnreadableFile
from puzzles.wording import shortened


def test_every_message_is_a_sentence_and_is_used() -> None:
    folder = Path(solver.__file__).parent
    files = [*folder.glob("*.py"), Path(strict_json.__file__)]
    source = "".join(path.read_text("utf-8") for path in files)
    for code, text in MESSAGES.items():
        assert text[0].isupper(), code
        assert text.endswith("."), code
        assert re.search(rf'"{code}"(?!:)', source), f"{code} is never raised"


@pytest.mark.parametrize(
    "value",
    [
        "x" * 10_000,
        [["#"] * 1000] * 1000,
        10**5000,
        -(10**5000),
        {"a": {"b": {"c": {"d": 1}}}},
        "\ud800\n\x00",
        float("inf"),
    ],
    ids=["text", "lists", "huge", "low", "deep", "odd text", "infinite"],
)
def test_an_offending_value_is_shown_short_and_printable(value: object) -> None:
    text = shortened(value)
    assert len(text) <= 120
    assert text.isprintable()
    text.encode("utf-8")


def test_json_values_are_shown_as_json_writes_them() -> None:
    assert [shortened(value) for value in (None, True, False, 3)] == ["null", "true", "false", "3"]


def test_an_error_names_field_and_sentence_and_survives_pickling() -> None:
    error = UnreadableFile("piece_set", "piece_set_unknown", value="nope")
    assert isinstance(error, ValueError)
    assert str(error) == error.message == "There is no piece set 'nope'."
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is UnreadableFile
    assert (again.field, again.code, again.params, str(again)) == (
        error.field,
        error.code,
        error.params,
        str(error),
    )
    assert MESSAGES[error.code] % error.params == error.message


def test_malformed_task_is_the_kin_of_unreadable_file() -> None:
    assert issubclass(UnreadableFile, MalformedTask)
