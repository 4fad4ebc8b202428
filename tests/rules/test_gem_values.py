"""Classic of 2015 and 3-D Family: each sentence of the rules that gives or takes a gem."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.gems import CLASSIC, FAMILY, NOBODY, Any2015, after, both, draw, gems, round_of
from tests.rules.play import (
    code_of,
    places,
    race,
    refused_options,
    why,
)
from tournaments.rules import (
    RuleViolation,
)
from tournaments.rules.gem_values import (
    GEMS,
    VALUES,
    Classic2015Config,
    Family3dConfig,
)


class TestSetup:
    @both
    def test_58_gems(self, rules: Any2015) -> None:
        # 9 blue and 9 brown on the track; 58 − 18 = 40 in the bag: 19 − 9 = 10 blue and brown.
        state = after(rules, 4, [])
        assert state.track == gems(blue=9, brown=9)
        assert state.bag == gems(10, 10, 10, 10)
        assert state.won == (gems(),) * 4

    def test_what_a_gem_is_worth(self) -> None:
        assert gems(4, 3, 2, 1) == VALUES
        assert gems(10, 19, 10, 19) == GEMS

    @both
    def test_the_example_of_16_points(self, rules: Any2015) -> None:
        # 1 red, 1 blue, 3 green, 3 brown = 1 × 4 + 1 × 3 + 3 × 2 + 3 × 1 = 16.
        events = [
            *round_of([0], "red"),  # blue + red
            *round_of([1, 0], "red", "green"),  # brown + green, three times
            *round_of([1, 0], "red", "green"),
            *round_of([1, 0], "red", "green"),
        ]
        state = after(rules, 2, events)
        assert state.won[0] == gems(red=1, blue=1, green=3, brown=3)
        # Seat 1: three times blue + red: 3 × (3 + 4) = 21.
        assert rules.scores(state) == [16, 21]


class TestRewards:
    @both
    def test_four_finishers(self, rules: Any2015) -> None:
        # 1st blue + green, 2nd brown + red, 3rd brown, 4th blue, both from the bag.
        state = after(rules, 4, round_of([2, 0, 3, 1], "green", "red", "brown", "blue"))
        assert state.won == (
            gems(red=1, brown=1),
            gems(blue=1),
            gems(blue=1, green=1),
            gems(brown=1),
        )
        assert rules.scores(state) == [5, 3, 5, 1]
        assert state.track == gems(blue=8, brown=8)
        assert state.bag == gems(9, 9, 9, 9)

    @both
    def test_not_in_time_nothing(self, rules: Any2015) -> None:
        state = after(rules, 3, round_of([1, 2], "green", "green"))
        assert state.won[0] == gems()
        assert rules.scores(state) == [0, 5, 3]

    @both
    def test_one_finisher(self, rules: Any2015) -> None:
        # Before: track 9 + 9, bag 40. The first takes blue and draws red; the brown one goes into
        # the bag after that: 40 − 1 + 1 = 40. Track 8 + 8.
        events = round_of([0], "red")
        state = after(rules, 2, events[:1])
        assert (state.track, state.bag) == (gems(blue=8, brown=9), gems(10, 10, 10, 10))
        state = after(rules, 2, events)
        assert (state.track, state.bag) == (gems(blue=8, brown=8), gems(9, 10, 10, 11))
        assert state.won == (gems(red=1, blue=1), gems())

    @both
    def test_no_finisher(self, rules: Any2015) -> None:
        # Both gems of the round go into the bag: 40 + 2 = 42.
        state = after(rules, 4, [NOBODY])
        assert (state.track, state.bag) == (gems(blue=8, brown=8), gems(10, 11, 10, 11))
        assert rules.scores(state) == [0, 0, 0, 0]
        assert state.round == 2

    @both
    def test_what_is_left_goes_into_the_bag_after_the_draws(self, rules: Any2015) -> None:
        # Ten times brown: nine rounds for two don't get there, so three draw it. Rounds 1 to 3:
        # three brown each, 9 of 10 gone. Round 4, one alone: the last one can be drawn, but the
        # second one of the round, which then goes into the bag, couldn't have been.
        events = [*round_of([0, 1, 2], "brown", "brown", "brown")] * 3
        events += round_of([0], "brown")
        state = after(rules, 3, events)
        assert state.bag["brown"] == 1
        events[-1:] = []
        events[-1] = race(0, 1)
        events += [draw(0, "brown")]
        state = after(rules, 3, events)
        assert code_of(rules, state, draw(1, "brown")) == ("gem", "gem_gone")

    @both
    def test_a_second_chance_finisher_is_rewarded_as_usual(self, rules: Any2015) -> None:
        usual = after(rules, 2, round_of([1, 0], "red", "green"))
        state = after(rules, 2, round_of([1, 0], "red", "green", second_chance=True))
        assert state == usual
        assert rules.scores(state) == [3, 7]

    @both
    def test_nobody_needs_a_second_chance(self, rules: Any2015) -> None:
        state = after(rules, 2, [])
        assert code_of(rules, state, race()) == ("second_chance", "second_chance_first")

    @both
    def test_the_buttons(self, rules: Any2015) -> None:
        somebody, nobody = rules.expected(after(rules, 3, [])).options
        assert [somebody.kind, nobody.kind] == ["round", "round"]
        finished, second_chance = somebody.fields
        assert vars(finished) == {
            "name": "finished",
            "free": (0, 1, 2),
            "barred": (),
            "least": 1,
            "most": 3,
            "ordered": True,
        }
        assert vars(second_chance)["values"] == (False, True)
        finished, second_chance = nobody.fields
        assert (vars(finished)["least"], vars(finished)["most"]) == (0, 0)
        assert vars(second_chance)["values"] == (True,)


class TestTheEnd:
    @both
    def test_nine_rounds(self, rules: Any2015) -> None:
        events = [NOBODY] * 8 + round_of([0], "brown")
        assert not rules.finished(after(rules, 2, events[:-2]))
        assert not rules.finished(after(rules, 2, events[:-1]))
        state = after(rules, 2, events)
        assert rules.finished(state)
        assert code_of(rules, state, NOBODY) == ("event", "game_over")
        # Eight times blue and brown, and once brown, went back into the bag:
        # blue 10 + 8, brown 10 − 1 + 9. One blue and one brown were won: 3 + 1 = 4.
        assert state.bag == gems(10, 18, 10, 18)
        assert rules.scores(state) == [4, 0]
        assert why(rules, state) == ["Total 4, the highest.", "Total 0, behind seat 0."]

    @both
    def test_all_level_without_a_gem(self, rules: Any2015) -> None:
        # Level at the top are all four, with 0.
        state = after(rules, 4, [NOBODY] * 9)
        assert state.tied == (0, 1, 2, 3)
        state = rules.apply(state, {"kind": "playoff", "winner": 3})
        assert places(rules, state) == [2, 2, 2, 1]

    @both
    def test_a_playoff_of_two(self, rules: Any2015) -> None:
        # Seats 0 and 2 once blue + brown each: 4; seat 1 nothing.
        events = [*round_of([0], "brown"), *round_of([2], "brown"), *[NOBODY] * 7]
        state = after(rules, 3, events)
        assert not rules.finished(state)
        assert state.tied == (0, 2)
        assert places(rules, state) == [1, 3, 1]
        assert why(rules, state)[0] == (
            "Total 4, the highest, level with seat 2: a playoff decides."
        )
        playoff = {"kind": "playoff", "winner": 1}
        assert code_of(rules, state, playoff) == ("winner", "playoff_not_tied")
        assert code_of(rules, state, NOBODY) == ("kind", "wrong_kind")
        assert code_of(rules, state, playoff | {"winner": 3}) == ("winner", "not_a_choice")
        state = rules.apply(state, playoff | {"winner": 2})
        assert rules.finished(state)
        assert rules.scores(state) == [4, 0, 4]
        assert places(rules, state) == [2, 3, 1]
        assert why(rules, state) == [
            "Total 4, the highest, but seat 2 won the playoff.",
            "Total 0, behind seat 0, seat 2.",
            "Total 4, the highest, level with seat 0, and first in the playoff.",
        ]

    @both
    def test_the_first_seat_can_win_it(self, rules: Any2015) -> None:
        state = after(rules, 2, [*[NOBODY] * 9, {"kind": "playoff", "winner": 0}])
        assert rules.finished(state)
        assert places(rules, state) == [1, 2]

    @both
    def test_a_tie_further_down_is_shared(self, rules: Any2015) -> None:
        events = [*round_of([1], "red"), *[NOBODY] * 8]
        state = after(rules, 3, events)
        assert rules.finished(state)
        assert places(rules, state) == [2, 1, 2]

    @both
    def test_without_a_playoff(self, rules: Any2015) -> None:
        events = [*round_of([0], "brown"), *round_of([2], "brown"), *[NOBODY] * 7]
        state = after(rules, 3, events, playoff=False)
        assert rules.finished(state)
        assert places(rules, state) == [1, 3, 1]
        assert why(rules, state)[0].endswith("level with seat 2: they share the place.")

    @both
    def test_no_playoff_before_the_last_draw(self, rules: Any2015) -> None:
        state = after(rules, 2, [*[NOBODY] * 8, race(0, 1), draw(0, "brown")])
        assert state.tied == ()
        assert why(rules, state)[0] == "Total 4, the highest."


class TestOptions:
    def test_defaults(self) -> None:
        assert CLASSIC.parse_config({}) == Classic2015Config(pieces=3, first=0, playoff=True)
        assert FAMILY.parse_config({}) == Family3dConfig(levels=None, first=0, playoff=True)
        assert CLASSIC.parse_config({}) == Classic2015Config()
        assert FAMILY.parse_config({}) == Family3dConfig()

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"pieces": 5}, "This option can be 3, 4, but not 5."),
            ({"first": 3}, "The table has no seat 3: its seats are 0 to 2."),
        ],
    )
    def test_what_is_said(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(RuleViolation) as caught:
            CLASSIC.start(CLASSIC.parse_config(options), 3)
        assert caught.value.message == message

    @both
    @pytest.mark.parametrize(
        ("options", "field", "code"),
        [
            (None, "config", "config_not_an_object"),
            ({"playoff": 0}, "config.playoff", "option_not_allowed"),
            ({"playoff": None}, "config.playoff", "option_not_allowed"),
            ({"first": 3}, "config.first", "option_seat_missing"),
            ({"first": -1}, "config.first", "option_not_a_seat"),
            ({"areas": 6}, "config.areas", "unknown_option"),
        ],
    )
    def test_wrong(self, rules: Any2015, options: Any, field: str, code: str) -> None:
        assert refused_options(rules, options, 3) == (field, code)

    @pytest.mark.parametrize("pieces", [2, 5, "3", 3.0, None])
    def test_wrong_pieces(self, pieces: object) -> None:
        refused = refused_options(CLASSIC, {"pieces": pieces}, 3)
        assert refused == ("config.pieces", "option_not_allowed")

    def test_of_the_other(self) -> None:
        assert refused_options(CLASSIC, {"levels": [1, 1]}, 2)[1] == "unknown_option"
        assert refused_options(FAMILY, {"pieces": 3}, 2)[1] == "unknown_option"

    @pytest.mark.parametrize(
        ("levels", "code"),
        [
            ([1, 2], "option_one_a_seat"),
            ([1, 2, 3, 4], "option_one_a_seat"),
            ([], "option_one_a_seat"),
            ([1, 2, 5], "option_not_allowed"),
            ([1, 0, 3], "option_not_allowed"),
            ([1, True, 3], "option_not_allowed"),
            (3, "option_not_a_list"),
            ("123", "option_not_a_list"),
            ({}, "option_not_a_list"),
        ],
    )
    def test_wrong_levels(self, levels: object, code: str) -> None:
        assert refused_options(FAMILY, {"levels": levels}, 3) == ("config.levels", code)
