"""What scores what, as a table for each variant: the rules' own numbers in rows and columns."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.rules.classic_2003 import REACH, TAKEN
from tournaments.rules.dice import DiceRules
from tournaments.rules.game import Rules
from tournaments.rules.gem_values import PRIZES, VALUES
from tournaments.rules.junior import JuniorRules
from tournaments.rules.messages import Sentence
from tournaments.rules.solo import KINDS, forms_of

Cell = Sentence | int | None
"""Words or a number; None where there can be none."""

PLACES = 4


@dataclass(frozen=True)
class ScoreTable:
    """What the columns are about, and each row with its head; ``unit`` is what numbers count."""

    unit: Sentence | None
    columns: tuple[Sentence, ...]
    rows: tuple[tuple[Sentence, tuple[Cell, ...]], ...]


def score_table(variant: str) -> ScoreTable:
    """The table of a variant."""
    if variant in KINDS:
        return _alone(variant)
    if variant == "classic-2003":
        return ScoreTable(
            None,
            (Sentence.of("table_moves"), Sentence.of("table_gems")),
            tuple((_place(number), (REACH[number - 1], TAKEN)) for number in range(1, PLACES + 1)),
        )
    if variant in ("dice", "junior"):
        return _by_players(variant)
    return ScoreTable(
        None,
        (Sentence.of("table_track"), Sentence.of("table_bag")),
        tuple(
            (
                _place(number),
                (_prize(PRIZES[number - 1]) if number <= len(PRIZES) else None, 1),
            )
            for number in range(1, PLACES + 1)
        ),
    )


def _by_players(variant: str) -> ScoreTable:
    """A column for each number of players; the rules say themselves what a whole order gives."""
    rules: Rules = DiceRules() if variant == "dice" else JuniorRules()
    given = {seats: _given(rules, seats) for seats in rules.seats}
    return ScoreTable(
        Sentence.of("points_total" if variant == "dice" else "junior_total"),
        tuple(Sentence.of("table_players", count=seats) for seats in rules.seats),
        tuple(
            (
                _place(number),
                tuple(given[seats][number - 1] if number <= seats else None for seats in given),
            )
            for number in range(1, PLACES + 1)
        ),
    )


def _given(rules: Rules, seats: int) -> list[int]:
    """What each place gets where all finish one after the other."""
    state = rules.start(rules.parse_config({}), seats)
    if isinstance(rules, JuniorRules):
        finished = list(range(seats - 1))
        return rules.scores(rules.apply(state, {"kind": "round", "finished": finished}))
    for seat in range(seats - 1):
        state = rules.apply(state, {"kind": "round", "filled": [seat]})
    return rules.scores(state)


def _alone(variant: str) -> ScoreTable:
    """What each form counts: those of one kind of tasks stand for the others."""
    forms = [form for form in forms_of(variant) if form.kind == KINDS[variant][1][0]]
    return ScoreTable(
        None,
        (Sentence.of("table_counted"),),
        tuple(
            (
                form.label[0],
                (Sentence.of("table_solved" if form.tasks is None else "table_time"),),
            )
            for form in forms
        ),
    )


def _place(number: int) -> Sentence:
    return Sentence.of("table_place", number=number)


def _prize(colour: str) -> Sentence:
    code = "table_blue" if colour == "blue" else "table_brown"
    return Sentence.of(code, points=VALUES[colour])
