"""Deck and task files with junk in any place: imported, or refused by name and nothing kept."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzles.models import Board, BoardTask, Deck, DeckProof, Job, Piece, PieceSet, Task
from puzzles.services import decks, piece_sets, taskfiles
from puzzles.services.refusal import Refusal
from tests.catalog import NOW

pytestmark = pytest.mark.django_db

DECK = {
    "format": "ubongo-deck/1",
    "variant": "classic",
    "version": 1,
    "seed": 7,
    "piece_set": "classic-12",
    "boards": [
        {
            **{"number": number, "side": "A", "level": 1, "colour": "pink"},
            **{"area": ["###", "###"], "height": 1},
            "tasks": [
                {"number": 1, "die": [1, 2], "pieces": ["A", "H"]},
                {"number": 2, "die": [3], "pieces": ["B", "B"]},
            ],
        }
        for number in (1, 2)
    ],
}
TASKS = {
    "format": "ubongo-tasks/1",
    "piece_set": {"dimension": 2, "flip": True, "pieces": {"a": ["##"], "b": ["#.", "##"]}},
    "tasks": [
        {"id": "1", "area": ["###", ".##"], "height": 1, "pieces": ["a", "b"]},
        {"id": "2", "layers": [["####"]], "pieces": ["a", "a"]},
    ],
}
KEPT = (Deck, Board, BoardTask, Task, PieceSet, Piece, Job, DeckProof)

JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [
        *(None, True, False, 0, -1, 1, 2, 40_000, 10**30, -(10**30), 0.5, 1e308),
        *("", " ", "\x00", "\ud800", "\u202e", "<b>", "#", "##", "A", "x" * 200, "classic"),
        *([], [[]], [None], ["#", 1], ["#" * 500], [[["#"]]]),
        *({}, {"a": 1}, {"": []}, {"\x00": ["#"]}),
    ]
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every object or list in a value, with each of its keys."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


@st.composite
def broken(draw: st.DrawFn, whole: dict[str, Any]) -> bytes:
    """The file with one to three of its values replaced, doubled or left out."""
    file = copy.deepcopy(whole)
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(list(places(file)) or [(file, "format")]))
        how = draw(st.sampled_from(["replaced", "replaced", "left out", "doubled"]))
        if how == "left out":
            del holder[key]
        elif how == "doubled" and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            holder[key] = copy.deepcopy(draw(JUNK))
        if not file:
            break
    return json.dumps(file).encode()


def test_the_command_says_what_is_wrong_where_and_fails(tmp_path: Path) -> None:
    piece_sets.load_built_in()
    file = tmp_path / "deck.json"
    file.write_text(json.dumps(DECK).replace('["B", "B"]', '"BB"', 1))
    with pytest.raises(CommandError) as refused:
        call_command("import_deck", str(file))
    assert str(refused.value) == "boards[0].tasks[1].pieces: This must be a list, not 'BB'."
    assert refused.value.returncode == 1
    with pytest.raises(CommandError) as unreadable:
        call_command("import_deck", str(tmp_path))
    assert unreadable.value.returncode == 2


def test_a_set_whose_codes_are_too_long_for_the_catalog_is_refused() -> None:
    content = json.dumps(TASKS).replace('"a"', f'"{"a" * 21}"').encode()
    with pytest.raises(Refusal) as refused:
        taskfiles.import_task_file(user=None, content=content, now=NOW)
    assert refused.value.field == "piece_set"
    assert not PieceSet.objects.exists()


def counts() -> list[int]:
    return [model._default_manager.count() for model in KEPT]


def is_imported_or_refused(bring: Callable[[], object]) -> bool:
    """Another exception than a refusal is passed on. Nothing stays for the next example."""
    before = counts()
    with transaction.atomic():
        try:
            bring()
        except Refusal as refusal:
            return bool(refusal.field and refusal.message) and counts() == before
        finally:
            transaction.set_rollback(True)
    return True


FEW = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def _piece_sets(db: None) -> None:
    piece_sets.load_built_in()


@pytest.mark.usefixtures("_piece_sets")
@FEW
@given(broken(DECK))
def test_a_broken_deck_file_is_imported_or_refused(content: bytes) -> None:
    assert is_imported_or_refused(lambda: decks.import_deck(user=None, content=content, now=NOW))


@pytest.mark.usefixtures("_piece_sets")
@FEW
@given(broken(TASKS))
def test_a_broken_task_file_is_imported_or_refused(content: bytes) -> None:
    assert is_imported_or_refused(
        lambda: taskfiles.import_task_file(user=None, content=content, now=NOW)
    )
