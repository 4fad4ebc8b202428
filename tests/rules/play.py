"""Playing games of any variant in tests: by hand, and at random."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count, islice, permutations
from typing import Any, Final

import pytest

from tournaments.rules import (
    Choice,
    Expected,
    Field,
    Name,
    Number,
    Option,
    Rules,
    RuleViolation,
    Seats,
)

Game = list[dict[str, Any]]

GAMES: Final = int(os.environ.get("RANDOM_GAMES", "300"))
"""How many games are played at random at each table: thousands a variant. Fewer, where many
mutants of the rules are to be tried."""


def rounds(*filled: Sequence[int]) -> Game:
    """Dice rounds, each by those who filled the area in it."""
    return [{"kind": "round", "filled": list(seats)} for seats in filled]


@lru_cache(maxsize=10_000)
def values(field: Field) -> list[Any]:
    """All that a field of an expected event may hold; of texts and numbers, some."""
    if isinstance(field, Choice):
        return list(field.values)
    if isinstance(field, Name):
        names = (f"task {number}" for number in count() if f"task {number}" not in field.taken)
        return list(islice(names, 3))
    if isinstance(field, Number):
        return [field.least, (3 * field.least + field.most) / 4, field.most]
    assert isinstance(field, Seats)
    arrange = permutations if field.ordered else combinations
    return [
        list(seats)
        for size in range(field.least, field.most + 1)
        for seats in arrange(field.free, size)
    ]


def events(option: Option) -> Iterator[dict[str, Any]]:
    """All events that an option admits."""
    made: list[dict[str, Any]] = [{"kind": option.kind}]
    for field in option.fields:
        made = [{**event, field.name: value} for event in made for value in values(field)]
    yield from made


def random_event(expected: Expected, rng: random.Random) -> dict[str, Any]:
    """Any event that may come next."""
    option = rng.choice(expected.options)
    event: dict[str, Any] = {"kind": option.kind}
    for field in option.fields:
        event[field.name] = rng.choice(values(field))
        if isinstance(field, Choice) and field.by_chance and rng.random() < 0.5:
            event[field.name] = field.by_chance
    return event


def random_game(
    rules: Rules[Any, Any], config: Any, seats: int, rng: random.Random, longest: int = 2000
) -> tuple[list[Any], Game]:
    """Legal play to the end: the state before each event and after the last, and the events."""
    states = [rules.start(config, seats, rng)]
    game: Game = []
    while not rules.finished(states[-1]):
        assert len(game) < longest, "the game doesn't end"
        event = random_event(rules.expected(states[-1]), rng)
        event = dict(rules.settle(states[-1], event, rng))
        game.append(through_json(event))
        states.append(rules.apply(states[-1], event))
    return states, game


def through_json(value: Any) -> Any:
    """The value as it comes out of a file or database."""
    return json.loads(json.dumps(value))


def race(*finished: int, second_chance: bool = False) -> dict[str, Any]:
    """A round against the timer."""
    return {"kind": "round", "finished": list(finished), "second_chance": second_chance}


def code_of(rules: Rules[Any, Any], state: Any, event: Any) -> tuple[str, str]:
    """The field and the reason for which the event is refused; the state must stay as it was."""
    before = through_json(state.to_json())
    with pytest.raises(RuleViolation) as caught:
        rules.apply(state, event)
    assert caught.value.message
    assert through_json(state.to_json()) == before
    return caught.value.field, caught.value.code


def refused_options(rules: Rules[Any, Any], options: Any, seats: int) -> tuple[str, str]:
    """The field and the reason for which a table can't agree on these options."""
    with pytest.raises(RuleViolation) as caught:
        rules.start(rules.parse_config(options), seats, random.Random(0))
    assert caught.value.message
    return caught.value.field, caught.value.code


def places(rules: Rules[Any, Any], state: Any) -> list[int]:
    return [standing.place for standing in rules.ranking(state)]


def why(rules: Rules[Any, Any], state: Any) -> list[str]:
    return [standing.why.text for standing in rules.ranking(state)]
