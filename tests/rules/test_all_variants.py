"""What holds for every variant, and for a made-up one that uses all of the interface."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.rules.lottery import Lottery
from tests.rules.play import GAMES, events, random_game, through_json
from tournaments.rules import (
    RULES,
    Event,
    IllegalEvent,
    Rules,
    RuleViolation,
    classic_2003,
    correct,
    replay,
    split,
    undo,
)

CORRECTED = min(GAMES, 200)
"""How many of the random games are corrected."""

ODD_EVENTS: list[Any] = [
    *(None, 7, "round", [], {}, {"kind": None}, {"kind": "nothing"}, {"kind": []}),
    *({"kind": "round"}, {"kind": "round", "filled": True}, {"kind": "round", "finished": None}),
]

# The options to play each variant with, besides none at all.
OPTIONS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "dice": [(2, {"areas": 5, "first": 1}), (4, {"first": 3})],
    "classic-2003": [(4, {"gems": [list(classic_2003.COLOURS) * 2] * 6, "first": 3})],
    "classic-2015": [(3, {"playoff": False, "pieces": 4, "first": 2})],
    "family-3d": [(4, {"levels": [1, 4, 2, 2], "first": 1}), (2, {"playoff": False})],
    "junior": [(3, {"side": "difficult", "first": 2, "colours": ["pink", "green", "yellow"]})],
    "solo-classic": [(1, {"minutes": 20, "pieces": 4}), (1, {"tasks": 5})],
    "solo-family-3d": [(1, {"level": 4, "tasks": 20})],
    "solo-junior": [(1, {"side": "difficult", "minutes": 3}), (1, {"untimed": True})],
    "lottery": [(3, {"bag": {"red": 3, "blue": 3, "brown": 3}})],
}

TABLES = [
    pytest.param(rules, seats, options, id=f"{rules.key}-{seats}-{', '.join(options)}")
    for rules in (*RULES.values(), Lottery())
    for seats, options in [*((seats, {}) for seats in rules.seats), *OPTIONS.get(rules.key, [])]
]
each_table = pytest.mark.parametrize(("rules", "seats", "options"), TABLES)

Table = tuple[Rules[Any, Any], int, dict[str, Any]]


@each_table
def test_random_games(rules: Rules[Any, Any], seats: int, options: dict[str, Any]) -> None:
    for seed in range(GAMES):
        rng = random.Random(seed)
        states, game = random_game(rules, rules.parse_config(options), seats, rng)
        # What was drawn at the start is in the config, and a replay draws nothing.
        config = rules.parse_config(through_json(states[0].config.to_json()))
        assert config == states[0].config
        assert replay(rules, config, seats, game) == states[-1]
        some = rng.randrange(len(states))
        assert replay(rules, config, seats, game[:some]) == states[some]
        assert rules.expected(states[-1]).options == ()
        for state in states:
            assert rules.state_type.from_json(through_json(state.to_json())) == state
            assert rules.finished(state) == (state is states[-1])
            scores, ranking = rules.scores(state), rules.ranking(state)
            assert len(scores) == len(ranking) == seats
            places = [standing.place for standing in ranking]
            for place, score in zip(places, scores, strict=True):
                assert place == 1 + sum(other < place for other in places)
                assert all(
                    score >= theirs
                    for other, theirs in zip(places, scores, strict=True)
                    if other > place
                )
            assert all(standing.why.text for standing in ranking)


@each_table
def test_what_is_expected_is_what_is_accepted(
    rules: Rules[Any, Any], seats: int, options: dict[str, Any]
) -> None:
    for seed in range(min(20, GAMES)):
        rng = random.Random(seed)
        states, game = random_game(rules, rules.parse_config(options), seats, rng)
        for state in states:
            before = through_json(state.to_json())
            for option in rules.expected(state).options:
                for event in events(option):
                    assert rules.expected(state).admits(event)
                    rules.apply(state, event)
            for event in [*ODD_EVENTS, *game]:
                if rules.expected(state).admits(event):
                    rules.apply(state, event)
                else:
                    with pytest.raises(RuleViolation) as caught:
                        rules.apply(state, event)
                    assert caught.value.message
                assert rules.settle(state, event, rng) == event
            assert state.to_json() == before


@each_table
def test_corrections_are_replays(
    rules: Rules[Any, Any], seats: int, options: dict[str, Any]
) -> None:
    outcomes: Counter[str] = Counter()
    for seed in range(CORRECTED):
        rng = random.Random(seed)
        states, game = random_game(rules, rules.parse_config(options), seats, rng)
        _, other = random_game(rules, states[0].config, seats, rng)
        config = states[0].config
        rounds = split(rules, game)
        assert [index for each in rounds for index in each] == list(range(len(game)))
        assert undo(rules, game) == game[: rounds[-1].start]

        # One or two rounds in exchange for one of another game, or for none, or for two.
        corrections: dict[int, list[Event]] = {}
        expected: list[tuple[int, int | None, Event]] = []
        chosen = rng.sample(range(len(rounds)), min(rng.choice((1, 1, 2)), len(rounds)))
        for number, each in enumerate(rounds):
            if number in chosen:
                donors = rng.choices(split(rules, other), k=rng.choice((0, 1, 1, 1, 2)))
                new: list[Event] = [other[index] for donor in donors for index in donor]
                corrections[rng.choice(each)] = new
                expected += [(each.start, offset, event) for offset, event in enumerate(new)]
            else:
                expected += [(index, None, game[index]) for index in each]
        flat = [event for _, _, event in expected]
        untouched = through_json(game)
        try:
            replay(rules, config, seats, flat)
        except IllegalEvent as illegal:
            with pytest.raises(IllegalEvent) as refused:
                correct(rules, config, seats, game, corrections)
            outcomes["refused"] += 1
            assert_same(refused.value, illegal, expected)
        else:
            outcomes["done"] += 1
            assert correct(rules, config, seats, game, corrections) == flat
        assert game == untouched
    assert outcomes["refused"] > CORRECTED // 40
    assert outcomes["done"] > CORRECTED // 40


def assert_same(
    refused: IllegalEvent, illegal: IllegalEvent, events: list[tuple[int, int | None, Event]]
) -> None:
    """A correction names the event that a replay names, where it stood or is to stand."""
    assert (refused.index, refused.offset) == events[illegal.index][:2]
    assert (refused.field, refused.code) == (illegal.field, illegal.code)


@each_table
def test_rules_in_words_and_score_sheet(
    rules: Rules[Any, Any], seats: int, options: dict[str, Any]
) -> None:
    config = rules.parse_config(options)
    assert all(sentence.text for sentence in rules.describe(config))
    sheet = rules.score_sheet(config)
    assert sheet.columns >= seats
    assert all(label.text for label in (*sheet.rows, sheet.total))


@each_table
def test_numbers_of_seats(rules: Rules[Any, Any], seats: int, options: dict[str, Any]) -> None:
    for wrong in (-1, 0, 1, 2, 5, 100, True, float(seats), str(seats), None):
        if type(wrong) is int and wrong in rules.seats:
            continue
        with pytest.raises(RuleViolation) as caught:
            rules.start(rules.parse_config({}), wrong, random.Random(0))  # type: ignore[arg-type]
        assert caught.value.field == "seats"


@each_table
def test_an_unknown_option_is_named(
    rules: Rules[Any, Any], seats: int, options: dict[str, Any]
) -> None:
    with pytest.raises(RuleViolation) as caught:
        rules.parse_config({**options, "nonsense": 1})
    assert caught.value.field == "config.nonsense"
