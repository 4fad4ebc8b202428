"""Tables: everybody once, of the wanted size, the fewest smaller ones."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.seating.past import Past
from tournaments.seating.rounds import draw_rounds
from tournaments.seating.tables import table_sizes


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (0, None),
        (1, None),
        (2, [2]),
        (3, [3]),
        (4, [4]),
        (5, [3, 2]),  # 4 + 1 would leave somebody alone
        (6, [4, 2]),
        (7, [4, 3]),
        (9, [4, 3, 2]),
        (13, [4, 4, 3, 2]),
        (60, [4] * 15),
    ],
)
def test_sizes(players: int, sizes: list[int] | None) -> None:
    assert table_sizes(players, smallest=2, largest=4) == sizes


def test_tables_of_two_only() -> None:
    assert table_sizes(6, smallest=2, largest=2) == [2, 2, 2]
    assert table_sizes(7, smallest=2, largest=2) is None


@given(players=st.integers(2, 200), seed=st.integers())
def test_everybody_sits_once_and_few_tables_are_small(players: int, seed: int) -> None:
    rounds = draw_rounds(
        range(players), rounds=1, smallest=2, largest=4, past=Past(), rng=random.Random(seed)
    )
    assert rounds is not None
    [tables] = rounds
    assert sorted(player for table in tables for player in table) == list(range(players))
    assert all(2 <= len(table) <= 4 for table in tables)
    # One smaller table takes a rest of 2 or 3; a rest of 1 needs company, so two.
    assert sum(len(table) < 4 for table in tables) == {0: 0, 1: 2, 2: 1, 3: 1}[players % 4]
