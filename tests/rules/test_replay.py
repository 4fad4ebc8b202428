"""Replaying, correcting and undoing, case by case."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.lottery import Lottery
from tests.rules.play import Game, rounds
from tournaments.rules import IllegalEvent, RuleViolation, chance, correct, replay, split, undo
from tournaments.rules.dice import DiceConfig, DiceRules

DICE = DiceRules()
LOTTERY = Lottery()
BAG = LOTTERY.parse_config({"bag": {"red": 2, "blue": 1, "brown": 9}})


def corrected(seats: int, game: Game, corrections: dict[int, Game]) -> Any:
    return correct(DICE, DiceConfig(), seats, game, corrections)


def test_an_illegal_event_is_named() -> None:
    with pytest.raises(IllegalEvent) as caught:
        replay(DICE, DiceConfig(), 4, rounds([0], [1], [0]))
    assert (caught.value.index, caught.value.offset) == (2, None)
    assert (caught.value.field, caught.value.code) == ("filled", "dice_done")


class TestCorrecting:
    GAME = rounds([0, 1], [2], [0], [1])

    def test_a_round(self) -> None:
        # Area 1 now ends 4, 3, 3, consoled 1; area 2 has the same rounds as before.
        game = corrected(4, self.GAME, {0: rounds([0])[:1], 1: rounds([1, 2])})
        assert game == rounds([0], [1, 2], [0], [1])
        assert replay(DICE, DiceConfig(), 4, game).points[0] == (4, 3, 3, 1)

    def test_a_later_event_becomes_illegal_and_is_named(self) -> None:
        with pytest.raises(IllegalEvent) as caught:
            corrected(4, self.GAME, {0: rounds([1, 2])})
        assert (caught.value.index, caught.value.offset) == (1, None)
        assert (caught.value.field, caught.value.params["seat"]) == ("filled", 2)

    def test_and_is_corrected_in_the_same_step(self) -> None:
        game = corrected(4, self.GAME, {1: rounds([0]), 0: rounds([1, 2])})
        assert game == rounds([1, 2], [0], [0], [1])

    def test_the_correction_itself_is_illegal(self) -> None:
        with pytest.raises(IllegalEvent) as caught:
            corrected(4, self.GAME, {2: rounds([0], [0])})
        assert (caught.value.index, caught.value.offset, caught.value.field) == (2, 1, "filled")

    def test_a_round_that_never_was_is_taken_out(self) -> None:
        assert corrected(4, self.GAME, {2: []}) == rounds([0, 1], [2], [1])

    def test_a_round_that_was_forgotten_is_put_in(self) -> None:
        game = corrected(4, self.GAME, {0: rounds([], [0, 1])})
        assert game == rounds([], [0, 1], [2], [0], [1])

    def test_an_event_after_the_end(self) -> None:
        # Seat 0 of two was first in each area; an empty round is now said to have been full.
        game = rounds([0], [0], [], [0], [0], [0], [0])
        with pytest.raises(IllegalEvent) as caught:
            corrected(2, game, {2: rounds([1])})
        assert (caught.value.index, caught.value.code) == (6, "game_over")

    @pytest.mark.parametrize("index", [-1, 4, 10**30])
    def test_no_such_event(self, index: int) -> None:
        with pytest.raises(RuleViolation) as caught:
            corrected(4, self.GAME, {index: []})
        assert (caught.value.field, caught.value.code) == ("index", "no_such_event")


class TestUndoing:
    def test_the_last_round(self) -> None:
        assert undo(DICE, rounds([0], [1])) == rounds([0])

    def test_nothing(self) -> None:
        with pytest.raises(RuleViolation) as caught:
            undo(DICE, [])
        assert caught.value.code == "nothing_to_undo"


class TestRoundsWithDependants:
    GAME: Game = [
        {"kind": "round", "finished": [1, 0], "second_chance": False},
        {"kind": "draw", "seat": 1, "gem": "red"},
        {"kind": "draw", "seat": 0, "gem": "brown"},
        {"kind": "round", "finished": [0], "second_chance": False},
        {"kind": "draw", "seat": 0, "gem": "red"},
    ]
    NEW: Game = [
        {"kind": "round", "finished": [0], "second_chance": True},
        {"kind": "draw", "seat": 0, "gem": "red"},
    ]

    def test_a_round_goes_with_its_draws(self) -> None:
        assert split(LOTTERY, self.GAME) == [range(3), range(3, 5)]
        assert undo(LOTTERY, self.GAME) == self.GAME[:3]
        assert undo(LOTTERY, self.GAME[:2]) == []
        assert split(LOTTERY, []) == []

    def test_any_event_of_the_round_stands_for_it(self) -> None:
        for index in range(3):
            game = correct(LOTTERY, BAG, 2, self.GAME, {index: self.NEW})
            assert game == [*self.NEW, *self.GAME[3:]]

    def test_two_corrections_of_one_round(self) -> None:
        with pytest.raises(RuleViolation) as caught:
            correct(LOTTERY, BAG, 2, self.GAME, {0: self.NEW, 2: self.NEW})
        assert (caught.value.field, caught.value.code) == ("index", "round_corrected_twice")

    def test_a_later_gem_is_gone(self) -> None:
        # Two reds: if seat 1 and seat 0 got both in the first round, the second can't be red.
        new = [*self.GAME[:2], {"kind": "draw", "seat": 0, "gem": "red"}]
        with pytest.raises(IllegalEvent) as caught:
            correct(LOTTERY, BAG, 2, self.GAME, {0: new})
        assert (caught.value.index, caught.value.field) == (4, "gem")

    def test_a_correction_without_its_draws_is_unfinished(self) -> None:
        with pytest.raises(IllegalEvent) as caught:
            correct(LOTTERY, BAG, 2, self.GAME, {0: self.NEW[:1]})
        assert (caught.value.index, caught.value.field) == (3, "kind")

    def test_an_alternative_is_told_by_the_field_that_fits(self) -> None:
        event = {"kind": "round", "finished": [], "second_chance": False}
        with pytest.raises(IllegalEvent) as caught:
            replay(LOTTERY, BAG, 2, [event])
        assert caught.value.field == "second_chance"

    @pytest.mark.parametrize("value", [0, 1, None, "true"])
    def test_a_choice_is_of_json_values(self, value: object) -> None:
        event = {"kind": "round", "finished": [0], "second_chance": value}
        with pytest.raises(IllegalEvent) as caught:
            replay(LOTTERY, BAG, 2, [event])
        assert (caught.value.field, caught.value.code) == ("second_chance", "not_a_choice")


class TestChance:
    GAME: Game = [
        {"kind": "round", "finished": [1, 0], "second_chance": False},
        {"kind": "draw", "seat": 1, "gem": "random"},
        {"kind": "draw", "seat": 0, "gem": "random"},
    ]

    def test_the_seed_decides_the_same_every_time(self) -> None:
        config = LOTTERY.parse_config({})
        states = [replay(LOTTERY, config, 2, self.GAME, seed=seed) for seed in (7, 7, 8, 9, 10)]
        assert states[0] == states[1]
        assert len({state.config for state in states}) > 1
        assert len({state.drawn for state in states}) > 1

    def test_an_event_settled_alone_is_as_in_the_replay(self) -> None:
        state = LOTTERY.start(LOTTERY.parse_config({}), 2, chance(7, "start"))
        for index, event in enumerate(self.GAME):
            state = LOTTERY.apply(state, LOTTERY.settle(state, event, chance(7, index)))
        assert state == replay(LOTTERY, LOTTERY.parse_config({}), 2, self.GAME, seed=7)

    def test_a_correction_settles_and_leaves_what_was_drawn(self) -> None:
        drawn = correct(LOTTERY, BAG, 2, self.GAME, {}, seed=7)
        assert all(event.get("gem") != "random" for event in drawn)
        assert correct(LOTTERY, BAG, 2, drawn, {}, seed=8) == drawn

    def test_without_a_seed_nothing_is_left_to_chance(self) -> None:
        with pytest.raises(IllegalEvent) as caught:
            replay(LOTTERY, BAG, 2, self.GAME)
        assert (caught.value.index, caught.value.field) == (1, "gem")
