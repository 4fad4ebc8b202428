"""Options are right or name what is wrong with them."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.decks.dice import MOST_SEED
from puzzles.services import prints
from puzzles.services.refusal import Refusal
from tests.printing.options import pad_options


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seed", -1),
        ("seed", MOST_SEED + 1),
        ("sheets", 0),
        ("sheets", 201),
        ("sheets", 10_000),
        ("paper", "a3"),
        ("paper", ""),
        ("language", "fr"),
    ],
)
def test_a_refusal_names_the_option(field: str, value: object) -> None:
    options: dict[str, Any] = {"seed": 1, field: value}
    with pytest.raises(Refusal) as refused:
        pad_options(**options)
    assert refused.value.field == field
    assert refused.value.message


@pytest.mark.parametrize(
    ("text", "seed"),
    [("77", 77), ("dice1#77", 77), (" 0 ", 0), ("007", 7), (str(MOST_SEED), MOST_SEED)],
)
def test_a_seed_is_a_number_or_an_id(text: str, seed: int) -> None:
    assert prints.read_seed(text) == seed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "-1",
        "1.5",
        "1e3",
        "dice2#77",
        "dice1#",
        "classic1#7",
        "７７",
        "9" * 5000,
        "<b>1</b>",
    ],
)
def test_what_is_no_seed(text: str) -> None:
    with pytest.raises(Refusal, match="such as dice1#77") as refused:
        prints.read_seed(text)
    assert refused.value.field == "seed"


@pytest.mark.parametrize("text", ["", "0", "201", "10000", "-3", "four", "²"])
def test_what_is_no_number_of_sheets(text: str) -> None:
    with pytest.raises(Refusal, match="From 1 to 200") as refused:
        prints.READERS["sheets"](text)
    assert refused.value.field == "sheets"


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for read, most in ((prints.read_seed, MOST_SEED), (prints.READERS["sheets"], 200)):
        with suppress(Refusal):
            assert 0 <= read(text) <= most


def test_a_proposed_seed_is_short() -> None:
    drawn: list[int] = []

    def highest(end: int) -> int:
        drawn.append(end)
        return end - 1

    assert prints.any_seed(highest) == 99_999
    assert prints.any_seed(lambda end: end - drawn[0]) == 1


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", ()),
        ("7", (7,)),
        ("1-4,7", (1, 2, 3, 4, 7)),
        (" 3 - 4 ,2,, 2 ", (2, 3, 4)),
        ("1–3", (1, 2, 3)),
        ("999", (999,)),
    ],
)
def test_boards_are_numbers_and_spans(text: str, numbers: tuple[int, ...]) -> None:
    assert prints.READERS["boards"](text) == numbers


@pytest.mark.parametrize("text", ["0", "a", "4-1", "1-", "-3", "1--2", "1000", "1.5", "1 2-x", "²"])
def test_what_is_no_board(text: str) -> None:
    with pytest.raises(Refusal, match="such as 1-4, 7") as refused:
        prints.READERS["boards"](text)
    assert refused.value.field == "boards"


def test_a_long_text_is_read_as_fast_as_a_short_one() -> None:
    with pytest.raises(Refusal):
        prints.READERS["boards"](" " * 100_000 + "x")


@pytest.mark.parametrize(
    ("value", "length"), [("12.5", 12.5), ("14,5", 14.5), (" 16 ", 16.0), (13, 13.0), (9.876, 9.88)]
)
def test_a_length_is_read_to_a_hundredth(value: object, length: float) -> None:
    assert prints.READERS["square_mm"](value) == length


@pytest.mark.parametrize("value", ["", "nan", "inf", "1e1", "5.9", "40.1", True, None, "12.5.1"])
def test_what_is_no_length(value: object) -> None:
    with pytest.raises(Refusal) as refused:
        prints.READERS["square_mm"](value)
    assert refused.value.field == "square_mm"
