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
