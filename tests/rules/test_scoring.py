"""What scores what: the tables of the rules' pages, by hand."""

from __future__ import annotations

import pytest

from tournaments.rules import RULES, Sentence
from tournaments.rules.scoring import score_table

Told = tuple[str | None, list[str], list[tuple[str, list[str | int | None]]]]


def told(variant: str) -> Told:
    table = score_table(variant)
    return (
        table.unit.text if table.unit else None,
        [column.text for column in table.columns],
        [
            (head.text, [cell.text if isinstance(cell, Sentence) else cell for cell in cells])
            for head, cells in table.rows
        ],
    )


PLAYERS = ["With 2 players", "With 3 players", "With 4 players"]


def test_dice() -> None:
    # The first round in which anybody fills the area: as many points as players, and one less
    # each time; who is left alone is consoled with 1.
    assert told("dice") == (
        "Points",
        PLAYERS,
        [
            ("Place 1", [2, 3, 4]),
            ("Place 2", [1, 2, 3]),
            ("Place 3", [None, 1, 2]),
            ("Place 4", [None, None, 1]),
        ],
    )


def test_junior() -> None:
    # Of two, only the first keeps a card; of three and four the first gets the last's as well.
    assert told("junior") == (
        "Cards",
        PLAYERS,
        [
            ("Place 1", [1, 2, 2]),
            ("Place 2", [0, 1, 1]),
            ("Place 3", [None, 0, 1]),
            ("Place 4", [None, None, 0]),
        ],
    )


def test_classic_2003() -> None:
    assert told("classic-2003") == (
        None,
        ["Rows the pawn may move", "Gems taken"],
        [("Place 1", [3, 2]), ("Place 2", [2, 2]), ("Place 3", [1, 2]), ("Place 4", [0, 2])],
    )


@pytest.mark.parametrize("variant", ["classic-2015", "family-3d"])
def test_gems(variant: str) -> None:
    assert told(variant) == (
        None,
        ["From the track", "Gems from the bag"],
        [
            ("Place 1", ["A blue gem, 3 points", 1]),
            ("Place 2", ["A brown gem, 1 point", 1]),
            ("Place 3", [None, 1]),
            ("Place 4", [None, 1]),
        ],
    )


@pytest.mark.parametrize("variant", ["solo-classic", "solo-family-3d"])
def test_alone(variant: str) -> None:
    more, less = "Tasks solved: more are better", "The time: less is better"
    assert told(variant) == (
        None,
        ["What counts"],
        [
            *((f"Against {minutes} minutes", [more]) for minutes in (5, 10, 20)),
            *((f"The time for {tasks} tasks", [less]) for tasks in (5, 10, 20)),
        ],
    )


def test_junior_alone() -> None:
    assert [head for head, _ in told("solo-junior")[2]] == [
        *("Against 8 minutes", "Against 5 minutes", "Against 3 minutes", "Untimed"),
    ]


def test_every_variant_has_one() -> None:
    assert all(score_table(variant).rows for variant in RULES)
