"""The dice game: golden games worked out by hand, and what the rules refuse."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tests.rules.play import GAMES, Game, random_event, rounds
from tournaments.rules import IllegalEvent, RuleViolation, rules_of
from tournaments.rules.dice import DiceConfig, DiceRules, DiceState
from tournaments.rules.replay import replay

DICE = DiceRules()


def state_after(seats: int, *filled: Sequence[int], **options: int) -> DiceState:
    return replay(DICE, DICE.parse_config(options), seats, rounds(*filled))


def places(state: DiceState) -> list[int]:
    return [standing.place for standing in DICE.ranking(state)]


def why(state: DiceState) -> list[str]:
    return [standing.why.text for standing in DICE.ranking(state)]


class TestGoldenGames:
    def test_the_last_one_is_consoled(self) -> None:
        # Four players. Round 1: seat 2 fills, the first: 4. Round 2: seat 0, the second: 3.
        # Round 3: seat 3, the third: 2. Only seat 1 is left: 1 point of consolation.
        state = state_after(4, [2], [0], [3])
        assert state.points[0] == (3, 1, 4, 2)
        assert state.consoled[0] == 1
        assert (state.area, state.round) == (1, 1)

    def test_the_last_of_two_is_consoled_at_once(self) -> None:
        # Two players. Round 1: seat 1 fills: 2. Seat 0 is left alone: 1.
        state = state_after(2, [1])
        assert state.points[0] == (1, 2)
        assert state.consoled[0] == 0

    def test_two_remaining_finish_together(self) -> None:
        # Four players. Round 1: seat 0: 4. Round 2: seat 3: 3. Round 3: seats 1 and 2, who are
        # all that remain, as the third: 2 each, and nobody is left to be consoled.
        state = state_after(4, [0], [3], [1, 2])
        assert state.points[0] == (4, 2, 2, 3)
        assert state.consoled[0] is None

    def test_all_four_in_one_round(self) -> None:
        # The first round in which anybody fills: 4 for each of the four.
        state = state_after(4, [3, 0, 2, 1])
        assert state.points[0] == (4, 4, 4, 4)
        assert state.consoled[0] is None
        assert state.area == 1

    def test_both_of_two_in_one_round(self) -> None:
        # 2 and 2, not 2 and 1.
        state = state_after(2, [0, 1])
        assert state.points[0] == (2, 2)
        assert state.consoled[0] is None

    def test_one_then_nobody_then_both_others(self) -> None:
        # Three players. Round 1: seat 1: 3. Round 2: nobody, so it counts for nothing. Round 3:
        # the second round in which somebody fills: 2 for each of the two others.
        state = state_after(3, [1], [], [0, 2])
        assert state.points[0] == (2, 3, 2)
        assert state.consoled[0] is None
        assert state.rounds[0] == 3

    def test_three_in_one_round_and_the_fourth_consoled(self) -> None:
        # 4 for each of the three, 1 for the fourth.
        assert state_after(4, [1, 2, 3]).points[0] == (1, 4, 4, 4)

    def test_empty_rounds_change_nothing_but_round_and_roller(self) -> None:
        # Three players, seat 2 rolls first. Three empty rounds: seats 2, 0, 1 rolled, 2 is next.
        state = state_after(3, [], [], [], first=2)
        assert (state.area, state.round, state.roller, state.worth) == (0, 4, 2, 3)
        assert state.points[0] == (None, None, None)
        assert state.totals == (0, 0, 0)
        # Seat 0 then fills for 3, though it took four rounds; 2 comes next.
        state = state_after(3, [], [], [], [0], first=2)
        assert state.points[0] == (3, None, None)
        assert (state.round, state.roller, state.worth) == (5, 0, 2)

    def test_a_and_b_together_then_c_then_d_six_times(self) -> None:
        # Each area: seats 0 and 1 together: 4 each. Seat 2, the second: 3. Seat 3 left alone: 1.
        # Six areas: 6 × 4 = 24, 24, 6 × 3 = 18, 6 × 1 = 6. Places 1, 1, no 2, then 3 and 4.
        state = state_after(4, *([0, 1], [2]) * 6)
        assert DICE.finished(state)
        assert DICE.scores(state) == [24, 24, 18, 6]
        assert places(state) == [1, 1, 3, 4]
        assert why(state) == [
            "Total 24, the highest, level with seat 1: they share the place.",
            "Total 24, the highest, level with seat 0: they share the place.",
            "Total 18, behind seat 0, seat 1.",
            "Total 6, behind seat 0, seat 1, seat 2.",
        ]

    def test_two_players_with_five_areas(self) -> None:
        # Seat 0 first in areas 1, 3 and 4: 2 each, and 1 in area 2: 2 + 1 + 2 + 2 = 7.
        # Seat 1 the other way round: 1 + 2 + 1 + 1 = 5. Area 5 both at once: 2 each.
        # 9 and 7; the game is over after five areas.
        filled = [[0], [], [1], [0], [0], [0, 1]]
        assert not DICE.finished(state_after(2, *filled[:-1], areas=5))
        state = state_after(2, *filled, areas=5)
        assert DICE.finished(state)
        assert DICE.scores(state) == [9, 7]
        assert places(state) == [1, 2]
        assert why(state) == ["Total 9, the highest.", "Total 7, behind seat 0."]
        # With six areas the same rounds leave one to be played.
        assert not DICE.finished(state_after(2, *filled))

    def test_a_tie_of_two(self) -> None:
        # Six areas, each first in three: 3 × 2 + 3 × 1 = 9 each.
        state = state_after(2, [0], [1], [0], [1], [0], [1])
        assert DICE.scores(state) == [9, 9]
        assert places(state) == [1, 1]

    def test_a_tie_behind_the_first(self) -> None:
        # Three players, six times: seat 1 fills: 3; then seats 0 and 2 together: 2 each.
        # 6 × 2 = 12, 6 × 3 = 18, 12: places 2, 1, 2.
        state = state_after(3, *([1], [0, 2]) * 6)
        assert DICE.scores(state) == [12, 18, 12]
        assert places(state) == [2, 1, 2]
        assert why(state)[2] == (
            "Total 12, behind seat 1 and level with seat 0: they share the place."
        )

    def test_all_level(self) -> None:
        # Three players, six times all at once: 6 × 3 = 18 each.
        state = state_after(3, *[[0, 1, 2]] * 6)
        assert DICE.scores(state) == [18, 18, 18]
        assert places(state) == [1, 1, 1]

    def test_a_game_of_three_with_all_there_is(self) -> None:
        state = state_after(
            3,
            *([0], [1]),  # area 1: 3, 2, consoled 1
            *([], [0, 1, 2]),  # area 2: 3 each
            *([0, 2], []),  # area 3: 3 and 3, seat 1 consoled; the empty round is area 4's
            *([2], [0, 1]),  # area 4: seat 2: 3; then 2 and 2
            *([1], [0]),  # area 5: seat 1: 3, seat 0: 2, seat 2 consoled
            *([1, 2],),  # area 6: 3 and 3, seat 0 consoled
            first=1,
        )
        # Seat 0: 3 + 3 + 3 + 2 + 2 + 1 = 14. Seat 1: 2 + 3 + 1 + 2 + 3 + 3 = 14.
        # Seat 2: 1 + 3 + 3 + 3 + 1 + 3 = 14. All level.
        assert state.points == ((3, 2, 1), (3, 3, 3), (3, 1, 3), (2, 2, 3), (2, 3, 1), (1, 3, 3))
        assert state.consoled == (2, None, 1, None, 2, 0)
        assert state.rounds == (2, 2, 1, 3, 2, 1)
        assert DICE.scores(state) == [14, 14, 14]


class TestWhatAPageShows:
    def test_in_the_middle_of_an_area(self) -> None:
        # Area 1 took two rounds (seats 0 and 1; then 2; then 3 consoled), area 2 two so far.
        state = state_after(4, [0, 1], [2], [], [3], first=3)
        assert state.to_json() == {
            "config": {"areas": 6, "first": 3},
            "seats": 4,
            "points": [[4, 4, 3, 1], [None, None, None, 4], *[[None] * 4] * 4],
            "rounds": [2, 2, 0, 0, 0, 0],
            "area": 1,
            "round": 3,
            "roller": 3,  # four rounds on from seat 3
            "worth": 3,
            "done": [3],
            "left": [0, 1, 2],
            "consoled": [3, None, None, None, None, None],
            "totals": [4, 4, 3, 5],
            "dice": {"black": 4, "white": 4},
        }
        assert DICE.scores(state) == [4, 4, 3, 5]
        assert places(state) == [2, 2, 4, 1]

    def test_at_the_end(self) -> None:
        state = state_after(2, *[[0, 1]] * 5, areas=5)
        told = state.to_json()
        assert [told[key] for key in ("area", "round", "roller", "worth")] == [None] * 4
        assert told["done"] == told["left"] == []

    def test_the_roll_passes_clockwise_across_areas(self) -> None:
        filled = [[0], [1], [], [2], [0, 1]]  # areas end after the second and the fifth round
        assert [state_after(3, *filled[:count], first=1).roller for count in range(6)] == [
            *(1, 2, 0, 1, 2, 0)
        ]

    def test_the_buttons(self) -> None:
        (option,) = DICE.expected(state_after(3, [1])).options
        assert option.kind == "round"
        (field,) = option.fields
        assert vars(field) == {
            "name": "filled",
            "free": (0, 2),
            "barred": ((1, "dice_done"),),
            "least": 0,
            "most": 2,
            "ordered": False,
        }

    def test_rules_in_words(self) -> None:
        told = [sentence.text for sentence in DICE.describe(DiceConfig(areas=5))]
        assert told[0].endswith("The highest total after area 5 wins.")
        assert len(set(told)) == 13

    @pytest.mark.parametrize(("areas", "columns"), [(6, 4), (5, 2)])
    def test_score_sheet(self, areas: int, columns: int) -> None:
        sheet = DICE.score_sheet(DiceConfig(areas=areas))
        assert sheet.columns == columns
        assert [row.text for row in sheet.rows] == [f"Area {n}" for n in range(1, areas + 1)]
        assert sheet.total.text == "Total"


class TestOptions:
    def test_defaults(self) -> None:
        assert DICE.parse_config({}) == DiceConfig(areas=6, first=0)

    def test_the_json_of_a_config_gives_it_back(self) -> None:
        config = DiceConfig(areas=5, first=1)
        assert DICE.parse_config(config.to_json()) == config

    @pytest.mark.parametrize(
        ("options", "field", "code"),
        [
            (None, "config", "config_not_an_object"),
            ([], "config", "config_not_an_object"),
            ({"area": 6}, "config.area", "unknown_option"),
            ({7: 6}, "config.7", "unknown_option"),
            ({"areas": 4}, "config.areas", "option_not_allowed"),
            ({"areas": 7}, "config.areas", "option_not_allowed"),
            ({"areas": "6"}, "config.areas", "option_not_allowed"),
            ({"areas": 6.0}, "config.areas", "option_not_allowed"),
            ({"areas": None}, "config.areas", "option_not_allowed"),
            ({"areas": [6]}, "config.areas", "option_not_allowed"),
            ({"areas": 10**5000}, "config.areas", "option_not_allowed"),
            ({"first": -1}, "config.first", "option_not_a_seat"),
            ({"first": True}, "config.first", "option_not_a_seat"),
            ({"first": 0.0}, "config.first", "option_not_a_seat"),
            ({"first": "A"}, "config.first", "option_not_a_seat"),
            ({"first": None}, "config.first", "option_not_a_seat"),
        ],
    )
    def test_wrong(self, options: object, field: str, code: str) -> None:
        with pytest.raises(RuleViolation) as caught:
            DICE.parse_config(options)
        assert (caught.value.field, caught.value.code) == (field, code)

    @pytest.mark.parametrize(
        ("options", "seats", "field", "code"),
        [
            ({"areas": 5}, 3, "config.areas", "dice_five_areas"),
            ({"areas": 5}, 4, "config.areas", "dice_five_areas"),
            ({"first": 2}, 2, "config.first", "option_seat_missing"),
            ({"first": 4}, 4, "config.first", "option_seat_missing"),
            ({"first": 10**5000}, 4, "config.first", "option_seat_missing"),
            ({}, 1, "seats", "wrong_seats"),
            ({}, 5, "seats", "wrong_seats"),
            ({}, 0, "seats", "wrong_seats"),
            ({}, 2.0, "seats", "wrong_seats"),
            ({}, "2", "seats", "wrong_seats"),
        ],
    )
    def test_wrong_for_this_table(
        self, options: dict[str, Any], seats: Any, field: str, code: str
    ) -> None:
        with pytest.raises(RuleViolation) as caught:
            DICE.start(DICE.parse_config(options), seats)
        assert (caught.value.field, caught.value.code) == (field, code)


class TestIllegalEvents:
    @pytest.mark.parametrize(
        ("event", "field", "code"),
        [
            ({"kind": "round", "filled": [3]}, "filled", "no_such_seat"),
            ({"kind": "round", "filled": [-1]}, "filled", "no_such_seat"),
            ({"kind": "round", "filled": [10**5000]}, "filled", "no_such_seat"),
            ({"kind": "round", "filled": [0, 0]}, "filled", "seat_twice"),
            ({"kind": "round", "filled": [1]}, "filled", "dice_done"),
            ({"kind": "round", "filled": [0, 2, 1]}, "filled", "dice_done"),
            ({"kind": "round", "filled": [True]}, "filled", "seat_not_a_number"),
            ({"kind": "round", "filled": [False]}, "filled", "seat_not_a_number"),
            ({"kind": "round", "filled": [0.0]}, "filled", "seat_not_a_number"),
            ({"kind": "round", "filled": ["0"]}, "filled", "seat_not_a_number"),
            ({"kind": "round", "filled": [None]}, "filled", "seat_not_a_number"),
            ({"kind": "round", "filled": [[0]]}, "filled", "seat_not_a_number"),
            ({"kind": "round", "filled": 0}, "filled", "seats_not_a_list"),
            ({"kind": "round", "filled": None}, "filled", "seats_not_a_list"),
            ({"kind": "round", "filled": "0"}, "filled", "seats_not_a_list"),
            ({"kind": "round", "filled": {"0": 1}}, "filled", "seats_not_a_list"),
            ({"kind": "round"}, "filled", "field_missing"),
            ({"kind": "round", "filled": [0], "note": "x"}, "note", "field_unknown"),
            ({"kind": "round", "filled": [0], 7: "x"}, "7", "field_unknown"),
            ({"kind": "round", "finished": [0]}, "finished", "field_unknown"),
            ({"kind": "draw", "filled": [0]}, "kind", "wrong_kind"),
            ({"kind": None, "filled": [0]}, "kind", "wrong_kind"),
            ({"kind": ["round"], "filled": [0]}, "kind", "wrong_kind"),
            ({"filled": [0]}, "kind", "kind_missing"),
            ({}, "kind", "kind_missing"),
            (None, "event", "event_not_an_object"),
            ([], "event", "event_not_an_object"),
            ("round", "event", "event_not_an_object"),
        ],
    )
    def test_refused(self, event: Any, field: str, code: str) -> None:
        state = state_after(3, [1])
        before = state.to_json()
        with pytest.raises(RuleViolation) as caught:
            DICE.apply(state, event)
        assert (caught.value.field, caught.value.code) == (field, code)
        assert state.to_json() == before

    def test_nothing_follows_the_end(self) -> None:
        with pytest.raises(IllegalEvent) as caught:
            state_after(2, *[[0]] * 7)
        assert (caught.value.index, caught.value.field, caught.value.code) == (
            *(6, "event", "game_over"),
        )

    def test_who_is_done_is_named(self) -> None:
        with pytest.raises(IllegalEvent) as caught:
            state_after(3, [1], [], [1])
        assert caught.value.index == 2
        assert caught.value.message == (
            "The area is already filled by seat 1, who waits for the next one."
        )
        assert "by Bea, who" in caught.value.spoken(names=["Ali", "Bea", "Cem"])


# --- against a referee who keeps the books in another way ---------------------------------------

# What an area can give, sorted, for each number of players: the players divide into those of the
# first round, the second, and so on, and who is alone in the last is consoled.
POSSIBLE = {
    2: {(2, 2), (2, 1)},
    3: {(3, 3, 3), (3, 3, 1), (3, 2, 2), (3, 2, 1)},
    4: {
        *((4, 4, 4, 4), (4, 4, 4, 1), (4, 4, 3, 3), (4, 4, 3, 1)),
        *((4, 3, 3, 3), (4, 3, 3, 1), (4, 3, 2, 2), (4, 3, 2, 1)),
    },
}


class Referee:
    """Keeps the score as people do, with pencil and a pile of pads."""

    def __init__(self, seats: int, areas: int, first: int) -> None:
        self.seats, self.areas, self.roller = seats, areas, first
        self.pads: list[list[int]] = [[] for _ in range(seats)]
        self._next_area()

    def _next_area(self) -> None:
        self.busy = set(range(self.seats))
        self.prize = self.seats

    @property
    def over(self) -> bool:
        return all(len(pad) == self.areas for pad in self.pads)

    def round(self, filled: Sequence[int]) -> None:
        for seat in filled:
            self.pads[seat].append(self.prize)
            self.busy.remove(seat)
        if filled:
            self.prize -= 1
        if len(self.busy) == 1:
            self.pads[self.busy.pop()].append(1)
        if not self.busy:
            self._next_area()
        self.roller = (self.roller + 1) % self.seats


TABLES = [(2, 6, 0), (2, 5, 1), (3, 6, 0), (3, 6, 2), (4, 6, 0), (4, 6, 3)]


@pytest.mark.parametrize(("seats", "areas", "first"), TABLES)
def test_random_games_agree_with_the_referee(seats: int, areas: int, first: int) -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(GAMES):
        rng = random.Random(seed)
        state = DICE.start(DiceConfig(areas, first), seats)
        referee = Referee(seats, areas, first)
        while not DICE.finished(state):
            assert not referee.over
            assert state.roller == referee.roller
            assert set(state.left) == referee.busy
            assert state.worth == referee.prize
            event = random_event(DICE.expected(state), rng)
            state = DICE.apply(state, event)
            referee.round(event["filled"])
        assert referee.over
        assert [list(column) for column in zip(*state.points, strict=True)] == referee.pads
        assert DICE.scores(state) == [sum(pad) for pad in referee.pads]
        seen.update(tuple(sorted(area, reverse=True)) for area in zip(*referee.pads, strict=True))
        # Places are the order of the totals, nothing else.
        totals, order = DICE.scores(state), places(state)
        for one in range(seats):
            assert order[one] == 1 + sum(other > totals[one] for other in totals)
    assert set(seen) == POSSIBLE[seats]


def test_all_lists_of_seats_are_legal_or_not_as_the_rulebook_says() -> None:
    rng = random.Random(1)
    tried: Game = rounds(*_lists_of_seats())
    for seats, areas, first in TABLES:
        for _ in range(5):
            state = DICE.start(DiceConfig(areas, first), seats)
            referee = Referee(seats, areas, first)
            while True:
                for event in tried:
                    filled = event["filled"]
                    legal = (
                        not referee.over
                        and len(set(filled)) == len(filled)
                        and set(filled) <= referee.busy
                    )
                    assert DICE.expected(state).admits(event) == legal
                    if legal:
                        DICE.apply(state, event)
                    else:
                        with pytest.raises(RuleViolation):
                            DICE.apply(state, event)
                if referee.over:
                    break
                event = random_event(DICE.expected(state), rng)
                state = DICE.apply(state, event)
                referee.round(event["filled"])


def _lists_of_seats() -> list[list[int]]:
    """All subsets of the seats −1 to 4, and lists that hold a seat twice."""
    subsets = [[seat for seat in range(-1, 5) if mask >> (seat + 1) & 1] for mask in range(64)]
    return [*subsets, *([seat, seat] for seat in range(4)), [0, 1, 0], [3, 2, 1, 0]]


def test_the_registry_has_it() -> None:
    assert isinstance(rules_of("dice"), DiceRules)


@pytest.mark.parametrize("key", ["dices", "", "Dice", None, 5, [], {}, True])
def test_the_registry_names_an_unknown_key(key: object) -> None:
    with pytest.raises(RuleViolation) as caught:
        rules_of(key)
    assert (caught.value.field, caught.value.code) == ("variant", "unknown_variant")
    if isinstance(key, str):
        assert f"'{key}'" in caught.value.message
