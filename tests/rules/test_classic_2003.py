"""Classic of 2003: each sentence of the rules that moves a pawn or takes a gem."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.rules.pawns import MIXED, NOBODY, PAWNS, PLAIN, after, counts, reach, take
from tests.rules.play import (
    Game,
    code_of,
    places,
    race,
    refused_options,
    why,
)
from tournaments.rules import (
    RuleViolation,
    chance,
)
from tournaments.rules.classic_2003 import COLOURS, Classic2003Config


class TestSetup:
    def test_pawns_are_placed_in_any_order(self) -> None:
        state = PAWNS.start(PAWNS.parse_config({"gems": PLAIN}), 3)
        assert code_of(PAWNS, state, race(0)) == ("kind", "wrong_kind")
        assert code_of(PAWNS, state, {"kind": "pawn", "seat": 0, "row": 0})[0] == "row"
        assert code_of(PAWNS, state, {"kind": "pawn", "seat": 0, "row": 7})[0] == "row"
        assert code_of(PAWNS, state, {"kind": "pawn", "seat": 0, "row": None})[0] == "row"
        assert code_of(PAWNS, state, {"kind": "pawn", "seat": 3, "row": 1})[0] == "seat"
        state = PAWNS.apply(state, {"kind": "pawn", "seat": 2, "row": 6})
        again = {"kind": "pawn", "seat": 2, "row": 1}
        assert code_of(PAWNS, state, again) == ("seat", "pawn_stands")
        state = PAWNS.apply(state, {"kind": "pawn", "seat": 0, "row": 6})  # shared
        assert state.pawns == (6, None, 6)
        assert code_of(PAWNS, state, race(0)) == ("kind", "wrong_kind")
        state = PAWNS.apply(state, {"kind": "pawn", "seat": 1, "row": 1})
        assert PAWNS.expected(state).options[0].kind == "round"

    def test_where_a_pawn_may_stand(self) -> None:
        state = PAWNS.start(PAWNS.parse_config({"gems": PLAIN}), 2)
        (option,) = PAWNS.expected(state).options
        seat, row = option.fields
        assert (option.kind, seat.name, row.name) == ("pawn", "seat", "row")
        assert vars(seat)["values"] == (0, 1)
        assert vars(row)["values"] == (1, 2, 3, 4, 5, 6)

    def test_a_layout_by_chance(self) -> None:
        layouts = []
        for seed in range(60):
            state = PAWNS.start(PAWNS.parse_config({}), 4, chance(seed, "start"))
            assert Counter(gem for row in state.rows for gem in row) == dict.fromkeys(COLOURS, 12)
            assert [len(row) for row in state.rows] == [12] * 6
            assert state.rows == state.config.gems
            layouts.append(state.rows)
            assert layouts[-1] == PAWNS.start(PAWNS.parse_config({}), 4, chance(seed, "start")).rows
        assert len(set(layouts)) == 60
        # Each colour gets everywhere.
        assert {rows[5][11] for rows in layouts} == set(COLOURS)

    def test_an_entered_layout_stays(self) -> None:
        state = PAWNS.start(PAWNS.parse_config({"gems": MIXED}), 2, random.Random(1))
        assert state.rows == (COLOURS * 2,) * 6


class TestMoving:
    def test_how_far_each_may_go(self) -> None:
        # From row 3 or 4: the first 3 rows, the second 2, the third 1, the fourth none.
        state = after((3, 4, 3, 4), race(2, 1, 0, 3))
        assert reach(state) == {
            2: [1, 2, 3, 4, 5, 6, None],
            1: [2, 3, 4, 5, 6, None],
            0: [2, 3, 4, None],
            3: [4, None],
        }
        assert state.to_json()["reach"] == [[2, 3, 4], [2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], [4]]

    def test_not_around_the_edge(self) -> None:
        state = after((1, 6, 2, 5), race(0, 1, 2, 3))
        assert reach(state) == {
            0: [1, 2, 3, 4, None],
            1: [4, 5, 6, None],
            2: [1, 2, 3, None],
            3: [5, None],
        }
        assert code_of(PAWNS, state, take(0, 5)) == ("row", "row_too_far")
        assert code_of(PAWNS, state, take(0, 6)) == ("row", "row_too_far")
        assert code_of(PAWNS, state, take(3, 6)) == ("row", "row_too_far")
        assert code_of(PAWNS, state, take(3, 4)) == ("row", "row_too_far")
        assert code_of(PAWNS, state, take(3, 1)) == ("row", "row_too_far")
        assert code_of(PAWNS, state, take(1, 7)) == ("row", "not_a_choice")
        assert code_of(PAWNS, state, take(1, 0)) == ("row", "not_a_choice")

    def test_the_same_with_two_players(self) -> None:
        state = after((1, 1), race(1, 0))
        assert reach(state) == {1: [1, 2, 3, 4, None], 0: [1, 2, 3, None]}

    def test_the_pawn_stays_where_it_went(self) -> None:
        # Seat 0 goes from 1 to 4, then, as the second, from 4 to 6.
        state = after((1, 1), race(0), take(0, 4), race(1, 0), take(1, 1), take(0, 6))
        assert state.pawns == (6, 1)
        # The round is over, and with it the order of its finishers.
        assert state.finished == state.to_take == ()


class TestTaking:
    def test_two_gems_nearest_the_pawn(self) -> None:
        # Row 2 of the mixed board: red and green first, then brown and violet.
        state = after((2, 5), race(0), take(0, 2), gems=MIXED)
        assert state.won == (("red", "green"), ())
        assert state.rows[1] == COLOURS[2:] + COLOURS
        state = PAWNS.apply(PAWNS.apply(state, race(0)), take(0, 2))
        assert state.counts[0] == counts(red=1, green=1, brown=1, violet=1)

    def test_from_the_row_that_the_pawn_went_to(self) -> None:
        state = after((2, 5), race(0), take(0, 5))
        assert state.won == (("yellow", "yellow"), ())
        assert [len(row) for row in state.rows] == [12, 12, 12, 12, 10, 12]

    def test_two_on_one_row_take_one_after_the_other(self) -> None:
        # Seat 0 red and green, seat 1, who came after, brown and violet.
        state = after((1, 1), race(0, 1), take(0, 1), take(1, 1), gems=MIXED)
        assert state.counts == (counts(red=1, green=1), counts(brown=1, violet=1))

    def test_a_later_finisher_may_be_quicker(self) -> None:
        # The same, but seat 1 is there first, and still has the second place's reach.
        state = after((1, 4), race(0, 1), take(1, 2), gems=MIXED)
        assert reach(state) == {0: [1, 2, 3, 4, None]}
        state = PAWNS.apply(state, take(0, 2))
        assert state.counts == (counts(brown=1, violet=1), counts(red=1, green=1))

    def test_an_empty_row_can_be_reached_and_gives_nothing(self) -> None:
        # Six takes empty row 1. The seventh gives nothing, and the pawn goes there all the same.
        six = [event for _ in range(3) for event in (race(0, 1), take(0, 1), take(1, 1))]
        state = after((1, 1), *six, race(0, 1), take(1, 2), take(0, 1))
        assert state.rows[0] == ()
        assert state.counts == (counts(red=6), counts(red=6, green=2))
        state = PAWNS.apply(PAWNS.apply(state, race(1)), take(1, 1))
        assert state.pawns == (1, 1)
        assert state.counts[1] == counts(red=6, green=2)

    def test_too_late_to_take(self) -> None:
        # Seat 0 finished first and got nothing; the pawn stays, and seat 1 is the second still.
        state = after((1, 1, 6), race(0, 1), take(0, None))
        assert state.won[0] == ()
        assert state.pawns[0] == 1
        assert reach(state) == {1: [1, 2, 3, None]}
        assert code_of(PAWNS, state, take(0, 1)) == ("seat", "take_not_now")

    def test_only_finishers_take(self) -> None:
        state = after((1, 1, 6), race(2, 1))
        assert code_of(PAWNS, state, take(0, 1)) == ("seat", "take_not_now")
        assert code_of(PAWNS, state, take(0, None)) == ("seat", "take_not_now")
        assert code_of(PAWNS, state, race(0)) == ("kind", "wrong_kind")
        assert code_of(PAWNS, state, {"kind": "take", "seat": 1}) == ("row", "field_missing")

    def test_nobody_takes_after_a_round_without_finishers(self) -> None:
        state = after((1, 1), NOBODY)
        assert PAWNS.expected(state).options[0].kind == "round"
        assert state.round == 2
        assert code_of(PAWNS, after((1, 1)), race()) == ("second_chance", "second_chance_first")

    def test_a_second_chance_finisher_is_rewarded_as_usual(self) -> None:
        state = after((1, 1), race(1, second_chance=True))
        assert reach(state) == {1: [1, 2, 3, 4, None]}
        state = PAWNS.apply(state, take(1, 3))
        assert state.counts[1] == counts(brown=2)

    def test_four_who_always_finish(self) -> None:
        # Three rounds each on rows 1, 2 and 3 for seats 0 and 1, and on rows 4, 5 and 6 for seat
        # 2, who as the third moves one row at a time. Seat 3, always the fourth, can't leave row
        # 4, which is empty after six takes: 3 of nine give two gems.
        events: Game = []
        for row in (1, 2, 3):
            events += [
                race(0, 1, 2, 3),
                take(0, row),
                take(1, row),
                take(2, row + 3),
                take(3, 4),
            ] * 3
        state = after((1, 1, 4, 4), *events)
        assert state.counts == (
            counts(red=6, green=6, brown=6),
            counts(red=6, green=6, brown=6),
            counts(violet=6, yellow=6, blue=6),
            counts(violet=6),
        )
        assert places(PAWNS, state) == [1, 1, 1, 4]


class TestTheEnd:
    def test_nine_rounds_and_the_last_takes(self) -> None:
        state = after((1, 1), *[NOBODY] * 8, race(0, 1), take(1, 1))
        assert not PAWNS.finished(state)
        assert (state.round, state.roller) == (None, None)
        state = PAWNS.apply(state, take(0, 1))
        assert PAWNS.finished(state)
        assert code_of(PAWNS, state, NOBODY) == ("event", "game_over")

    def test_the_most_of_one_colour_wins(self) -> None:
        # Seat 0: 4 red = 4. Seat 1: 2 green, 2 brown, 2 violet = 2, although more gems.
        events = [race(0, 1), take(0, 1), take(1, 2), race(0, 1), take(0, 1), take(1, 3)]
        events += [race(1), take(1, 4), *[NOBODY] * 6]
        state = after((1, 2), *events)
        assert PAWNS.scores(state) == [4, 2]
        assert places(PAWNS, state) == [1, 2]
        assert why(PAWNS, state) == [
            "Gems by colour 4, ahead of seat 1 with 2-2-2.",
            "Gems by colour 2-2-2, behind seat 0 with 4.",
        ]

    @pytest.mark.parametrize(
        ("won", "expected"),
        [
            # 6-4-3 beats 6-4-2: other colours, but the third best decides.
            ([{"red": 6, "blue": 4, "brown": 3}, {"violet": 6, "red": 4, "yellow": 2}], [1, 2]),
            ([{"violet": 6, "red": 4, "yellow": 2}, {"red": 6, "blue": 4, "brown": 3}], [2, 1]),
            # The best colour comes before all others together.
            ([{"red": 5, "blue": 5, "green": 5}, {"red": 6}], [2, 1]),
            # The second best comes before the third.
            ([{"red": 6, "blue": 3, "green": 3}, {"blue": 6, "green": 4}], [2, 1]),
            # More colours, when all before is equal.
            ([{"red": 2}, {"blue": 2, "green": 1}], [2, 1]),
            # All of it equal: shared, and the next place is skipped.
            ([{"red": 3, "blue": 1}, {"green": 3, "red": 1}, {"blue": 3}], [1, 1, 3]),
            ([{"red": 4}, {"red": 3, "blue": 1}, {"green": 3, "red": 1}], [1, 2, 2]),
            ([{"red": 4}, {"red": 3}, {"green": 2}, {"blue": 1}], [1, 2, 3, 4]),
            ([{}, {}], [1, 1]),
        ],
    )
    def test_ties(self, won: list[dict[str, int]], expected: list[int]) -> None:
        state = PAWNS.start(PAWNS.parse_config({"gems": PLAIN}), len(won))
        told = state.to_json() | {
            "won": [[colour for colour, n in own.items() for _ in range(n)] for own in won]
        }
        assert places(PAWNS, PAWNS.state_type.from_json(told)) == expected

    def test_why(self) -> None:
        state = PAWNS.start(PAWNS.parse_config({"gems": PLAIN}), 4)
        won = [["red", "red", "blue"], ["green"], ["blue", "red", "red"], ["red"]]
        state = PAWNS.state_type.from_json(state.to_json() | {"won": won})
        assert why(PAWNS, state) == [
            "Gems by colour 2-1, the best, level with seat 2: they share the place.",
            "Gems by colour 1, behind seat 0, seat 2 with 2-1 and level with seat 3:"
            " they share the place.",
            "Gems by colour 2-1, the best, level with seat 0: they share the place.",
            "Gems by colour 1, behind seat 0, seat 2 with 2-1 and level with seat 1:"
            " they share the place.",
        ]
        # Who is behind, is told of the place before; who is ahead, of the place after.
        state = PAWNS.state_type.from_json(
            state.to_json() | {"won": [["red"] * 2, ["red"], [], []]}
        )
        assert why(PAWNS, state) == [
            "Gems by colour 2, ahead of seat 1 with 1.",
            "Gems by colour 1, behind seat 0 with 2.",
            "Gems by colour 0, behind seat 1 with 1 and level with seat 3: they share the place.",
            "Gems by colour 0, behind seat 1 with 1 and level with seat 2: they share the place.",
        ]


class TestOptions:
    def test_defaults(self) -> None:
        assert PAWNS.parse_config({}) == Classic2003Config(gems=None, pieces=3, first=0)
        assert PAWNS.parse_config({"gems": None}) == Classic2003Config()
        assert Classic2003Config().to_json() == {"gems": None, "pieces": 3, "first": 0}

    def test_an_unknown_gem_is_named(self) -> None:
        with pytest.raises(RuleViolation) as caught:
            PAWNS.parse_config({"gems": [*PLAIN[:5], ["orange"] * 12]})
        assert caught.value.message == (
            "There is no gem 'orange'; there are red, green, brown, violet, yellow, blue."
        )

    def test_without_chance_the_layout_must_be_given(self) -> None:
        with pytest.raises(RuleViolation) as caught:
            PAWNS.start(Classic2003Config(), 2)
        assert (caught.value.field, caught.value.code) == ("config.gems", "gems_missing")

    @pytest.mark.parametrize(
        ("gems", "code"),
        [
            (PLAIN[:5], "gems_not_rows"),
            ([*PLAIN, PLAIN[0]], "gems_not_rows"),
            ([*PLAIN[:5], ["blue"] * 11], "gems_not_rows"),
            ([*PLAIN[:5], ["blue"] * 13], "gems_not_rows"),
            ([*PLAIN[:5], "blue"], "gems_not_rows"),
            ([*PLAIN[:5], "b" * 12], "gems_not_rows"),
            ("red", "gems_not_rows"),
            ("rgbvyu", "gems_not_rows"),
            (True, "gems_not_rows"),
            ({}, "gems_not_rows"),
            ([*PLAIN[:5], ["orange"] * 12], "gem_unknown"),
            ([*PLAIN[:5], [["blue"]] * 12], "gem_unknown"),
            ([*PLAIN[:5], [None] * 12], "gem_unknown"),
            ([*PLAIN[:5], ["red"] * 12], "gems_unequal"),
            ([*PLAIN[:5], ["yellow", *["blue"] * 11]], "gems_unequal"),
        ],
    )
    def test_wrong_layouts(self, gems: object, code: str) -> None:
        assert refused_options(PAWNS, {"gems": gems}, 2) == ("config.gems", code)

    @pytest.mark.parametrize(
        ("options", "field", "code"),
        [
            ([], "config", "config_not_an_object"),
            ({"pieces": 5}, "config.pieces", "option_not_allowed"),
            ({"first": 2}, "config.first", "option_seat_missing"),
            ({"first": "0"}, "config.first", "option_not_a_seat"),
            ({"playoff": True}, "config.playoff", "unknown_option"),
        ],
    )
    def test_wrong(self, options: Any, field: str, code: str) -> None:
        assert refused_options(PAWNS, options, 2) == (field, code)
