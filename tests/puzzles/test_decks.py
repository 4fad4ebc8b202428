"""Decks: loaded from their file, published when all of them is proven."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from puzzles.decks.deckfile import UnreadableDeck, parse_deck_file
from puzzles.models import Board, Deck, DeckProof, Job, Task
from puzzles.services import decks, piece_sets
from puzzles.services.refusal import Refusal
from tests import catalog
from tests.catalog import IMPOSSIBLE, NOW, TWO_COVERS, UNIQUE

pytestmark = pytest.mark.django_db


def test_the_decks_of_a_folder_are_loaded_once_and_published_when_proven() -> None:
    loaded = catalog.load_small_decks()
    assert [deck.variant for deck in loaded] == ["classic", "dice", "family-3d", "junior"]
    assert {deck.state for deck in loaded} == {"proving"}
    # Classic: two boards of two sides with six tasks. 3-D Family: with three. The others: one.
    assert [Task.objects.filter(boards__deck=deck).count() for deck in loaded] == [24, 4, 12, 4]
    assert Task.objects.filter(state="published").count() == 0
    assert (Job.objects.count(), DeckProof.objects.count()) == (0, 4)

    catalog.prove_all()
    assert set(Deck.objects.values_list("state", flat=True)) == {"published"}
    assert Task.objects.filter(state="published").count() == 44
    assert set(Task.objects.values_list("verdict__kind", flat=True)) == {"unique"}
    assert catalog.load_small_decks() == []
    assert DeckProof.objects.filter(state="done").count() == 4


def test_every_die_face_chooses_one_task_of_a_board() -> None:
    catalog.load_small_decks()
    for board in Board.objects.filter(deck__variant__in=["classic", "family-3d"]):
        faces = [face for entry in board.entries.all() for face in entry.die]
        assert sorted(faces) == [1, 2, 3, 4, 5, 6]


def test_one_task_without_a_solution_holds_a_deck_back() -> None:
    good, bad = catalog.save(*UNIQUE), catalog.save(*IMPOSSIBLE)
    deck = decks.publish_deck(user=None, deck=catalog.deck_of([good, bad]), now=NOW)
    catalog.prove_all()
    deck.refresh_from_db()
    assert (deck.state, Task.objects.filter(state="published").count()) == ("proving", 0)


def test_a_proven_deck_is_published_at_once() -> None:
    card = catalog.published(*UNIQUE)
    deck = decks.publish_deck(user=None, deck=catalog.deck_of([card]), now=NOW)
    assert deck.state == "published"


def test_an_empty_deck_is_not_published() -> None:
    empty = Deck.objects.create(
        key="empty", name="empty", variant="classic", piece_set=catalog.piece_set()
    )
    with pytest.raises(Refusal) as refused:
        decks.publish_deck(user=None, deck=empty, now=NOW)
    assert refused.value.message == "A deck without tasks can't be published."


def test_a_task_that_is_there_is_used_and_the_board_keeps_its_own_lie() -> None:
    there = catalog.save(*TWO_COVERS)
    content = {
        "format": "ubongo-deck/1",
        "variant": "classic",
        "seed": None,
        "piece_set": "classic-12",
        "boards": [
            {
                "number": 7,
                "side": "B",
                "level": None,
                "colour": None,
                "area": ["###.", "####", "####"],
                "height": 1,
                "tasks": [{"number": 1, "die": [1, 2], "pieces": ["K", "D", "A"]}],
            }
        ],
    }
    deck = decks.add_deck(content=parse_deck_file(json.dumps(content)), key="seven", name="Seven")
    board = deck.boards.get()
    entry = board.entries.get()
    assert (board.number, board.side, board.layers) == (7, "B", [["###.", "####", "####"]])
    assert (entry.task, entry.number, entry.die) == (there, 1, [1, 2])
    assert Task.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "format: This can be 'ubongo-deck/1', but not null."),
        (
            '{"format": "ubongo-deck/9"}',
            "format: This can be 'ubongo-deck/1', but not 'ubongo-deck/9'.",
        ),
        ("[]", "file: This must be a JSON object, not []."),
    ],
)
def test_what_is_no_deck_file_says_where(text: str, message: str) -> None:
    with pytest.raises(UnreadableDeck) as unreadable:
        parse_deck_file(text)
    assert str(unreadable.value) == message


def test_a_task_redrawn_since_it_was_put_on_its_board_holds_the_deck_back() -> None:
    task = catalog.save(*UNIQUE)
    deck = catalog.deck_of([task])
    catalog.save(*TWO_COVERS, task=task)
    with pytest.raises(Refusal) as refused:
        decks.publish_deck(user=None, deck=deck, now=NOW)
    assert refused.value.message == "The task has another area than its board: deck 1A · 1"
    deck.refresh_from_db()
    assert deck.state == "draft"


def test_a_generated_deck_is_imported_once_and_published_when_proven(tmp_path: Path) -> None:
    piece_sets.load_built_in()
    file = tmp_path / "deck.json"
    call_command("generate_deck", "junior", "--seed", "3", "--out", str(file))
    call_command("import_deck", str(file))
    deck = Deck.objects.get(key="junior2-3")
    assert (deck.name, deck.variant, deck.state) == ("junior2#3", "junior", "proving")
    assert deck.boards.count() == 64
    catalog.prove_all()
    deck.refresh_from_db()
    assert deck.state == "published"
    assert set(Task.objects.values_list("verdict__kind", flat=True)) == {"unique"}
    with pytest.raises(CommandError, match="already"):
        call_command("import_deck", str(file))


def test_a_wrong_file_or_folder_is_named(tmp_path: Path, settings: Any) -> None:
    settings.DECKS_DIR = tmp_path
    (tmp_path / "a.json").write_bytes(deck_text(variant="chess"))
    with pytest.raises(CommandError, match=r"a\.json: variant: There is no such game\.$"):
        call_command("load_decks")
    settings.DECKS_DIR = tmp_path / "none"
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("load_decks")
    assert not Deck.objects.exists()


def test_areas_for_the_dice_have_nothing_to_be_proven() -> None:
    piece_sets.load_built_in()
    tasks = [{"number": 1, "die": [], "expected_rounds": 3.5}]
    boards = [SIDE | {"tasks": tasks}]
    content = deck_text(variant="dice", piece_set="dice", boards=boards)
    deck = decks.import_deck(user=None, content=content, now=NOW)
    assert (deck.state, deck.boards.get().expected_rounds) == ("published", 3.5)
    assert (Task.objects.count(), DeckProof.objects.count()) == (0, 0)


SIDE = {"number": 1, "side": "A", "level": None, "colour": None, "area": ["###"], "height": 1}


TASK = {"number": 1, "die": [1], "pieces": ["B"]}


def deck_text(**changes: object) -> bytes:
    deck = {"format": "ubongo-deck/1", "variant": "classic", "piece_set": "classic-12"}
    return json.dumps(deck | {"boards": [SIDE | {"tasks": [TASK]}]} | changes).encode()


def side_text(**changes: object) -> bytes:
    return deck_text(boards=[SIDE | {"tasks": [TASK]} | changes])


def task_text(**changes: object) -> bytes:
    return side_text(tasks=[TASK | changes])


@pytest.mark.parametrize(
    ("content", "field"),
    [
        (b"\xff", "file"),
        (b"{}", "format"),
        (b'{"format": "ubongo-deck/1", "format": "ubongo-deck/1"}', "file"),
        (b"[" * 100_000, "file"),
        (deck_text(note="x" * 2_000_000), "file"),
        (deck_text(seed="x"), "seed"),
        (deck_text(seed=10**30), "seed"),
        (deck_text(version=True), "version"),
        (deck_text(variant=["classic"]), "variant"),
        (deck_text(piece_set="classic\x00"), "piece_set"),
        (deck_text(boards={}), "boards"),
        (deck_text(boards=[None]), "boards[0]"),
        (side_text(number="1"), "boards[0].number"),
        (side_text(number=10**20), "boards[0].number"),
        (side_text(side="C"), "boards[0].side"),
        (side_text(level=-1), "boards[0].level"),
        (side_text(colour="ultramarine"), "boards[0].colour"),
        (side_text(area=None), "boards[0].area"),
        (side_text(height=2), "boards[0].tasks[0].pieces"),
        (side_text(height=1.5), "boards[0].height"),
        (side_text(tasks=None), "boards[0].tasks"),
        (task_text(number=0), "boards[0].tasks[0].number"),
        (task_text(die=[0]), "boards[0].tasks[0].die[0]"),
        (task_text(die=[True]), "boards[0].tasks[0].die[0]"),
        (task_text(die=[6, 6]), "boards[0].tasks[0].die"),
        (task_text(pieces="B"), "boards[0].tasks[0].pieces"),
        (task_text(pieces=["B", []]), "boards[0].tasks[0].pieces[1]"),
        (task_text(expected_rounds="3"), "boards[0].tasks[0].expected_rounds"),
        (task_text(expected_rounds=0.5).replace(b"0.5", b"NaN"), "file"),
        (task_text(expected_rounds=0.5).replace(b"0.5", b"1e999"), "file"),
        (side_text(tasks=2 * [TASK]), "boards[0].tasks[1].number"),
        (deck_text(variant="chess"), "variant"),
        (deck_text(piece_set="none"), "piece_set"),
        (deck_text(boards=[]), "non_field_errors"),
        (task_text(pieces=[]), "boards[0].tasks[0].pieces"),
        (task_text(pieces=["Q"]), "boards[0].tasks[0].pieces"),
        (task_text(pieces=["A"]), "boards[0].tasks[0].pieces"),
        (deck_text(boards=2 * [SIDE | {"tasks": [TASK]}]), "boards[1].number"),
    ],
)
def test_a_deck_file_that_cannot_be_loaded_adds_nothing(content: bytes, field: str) -> None:
    piece_sets.load_built_in()
    with pytest.raises(Refusal) as refused:
        decks.import_deck(user=None, content=content, now=NOW)
    assert refused.value.field == field
    assert not Deck.objects.exists()
    assert not Task.objects.exists()


@pytest.mark.parametrize("seed", [None, 7])
def test_a_deck_made_by_hand_is_known_by_its_content(seed: int | None) -> None:
    piece_sets.load_built_in()
    deck = decks.import_deck(user=None, content=deck_text(seed=seed), now=NOW)
    assert deck.key.startswith("classic-")
    with pytest.raises(Refusal):
        decks.import_deck(user=None, content=deck_text(seed=seed), now=NOW)
