"""Junior: who wins which card."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tests.rules.play import (
    GAMES,
    code_of,
    places,
    random_event,
    refused_options,
    through_json,
    why,
)
from tournaments.rules import chance, correct, replay
from tournaments.rules.junior import COLOURS, JuniorConfig, JuniorRules

JUNIOR = JuniorRules()


def rounds(*finished: Sequence[int]) -> list[dict[str, Any]]:
    return [{"kind": "round", "finished": list(seats)} for seats in finished]


def after(seats: int, *finished: Sequence[int], **options: Any) -> Any:
    return replay(JUNIOR, JUNIOR.parse_config(options), seats, rounds(*finished))


class TestWhoWinsWhichCard:
    @pytest.mark.parametrize(
        ("seats", "finished", "won", "boxed"),
        [
            # Two: the first keeps the own card, the other's goes into the box.
            (2, [0], [[0], []], [1]),
            (2, [1], [[], [1]], [0]),
            (2, [], [[], []], [0, 1]),
            # Three: the first gets the third's card too, the second keeps the own.
            (3, [0, 1], [[0, 2], [1], []], []),
            (3, [2, 0], [[0], [], [2, 1]], []),
            # House ruling: two gave up; their cards go into the box.
            (3, [1], [[], [1], []], [0, 2]),
            (3, [], [[], [], []], [0, 1, 2]),
            # Four: the first gets the fourth's card too, the second and third keep their own.
            (4, [0, 1, 2], [[0, 3], [1], [2], []], []),
            (4, [3, 1, 0], [[0], [1], [], [3, 2]], []),
            # House ruling again, with two and with three who gave up.
            (4, [2, 0], [[0], [], [2], []], [1, 3]),
            (4, [3], [[], [], [], [3]], [0, 1, 2]),
            (4, [], [[], [], [], []], [0, 1, 2, 3]),
        ],
    )
    def test_in_one_round(
        self, seats: int, finished: list[int], won: list[list[int]], boxed: list[int]
    ) -> None:
        state = after(seats, finished)
        assert list(map(list, state.won)) == won
        assert list(state.boxed) == boxed
        assert JUNIOR.scores(state) == list(map(len, won))

    def test_the_last_never_finishes(self) -> None:
        for seats in (2, 3, 4):
            event = rounds(range(seats))[0]
            assert code_of(JUNIOR, after(seats), event) == ("finished", "too_many_seats")

    def test_the_buttons(self) -> None:
        (option,) = JUNIOR.expected(after(3)).options
        (field,) = option.fields
        assert option.kind == "round"
        assert vars(field) == {
            "name": "finished",
            "free": (0, 1, 2),
            "barred": (),
            "least": 0,
            "most": 2,
            "ordered": True,
        }

    def test_refused(self) -> None:
        state = after(3)
        assert code_of(JUNIOR, state, rounds([1, 1])[0]) == ("finished", "seat_twice")
        assert code_of(JUNIOR, state, rounds([3])[0]) == ("finished", "no_such_seat")
        timed = {"kind": "round", "finished": [0], "second_chance": False}
        assert code_of(JUNIOR, state, timed) == ("second_chance", "field_unknown")


class TestTheEnd:
    def test_five_rounds(self) -> None:
        # Seat 0 first and seat 1 second, five times: 5 × 2 = 10 and 5.
        assert not JUNIOR.finished(after(3, *[[0, 1]] * 4))
        state = after(3, *[[0, 1]] * 5)
        assert JUNIOR.finished(state)
        assert JUNIOR.scores(state) == [10, 5, 0]
        assert places(JUNIOR, state) == [1, 2, 3]
        assert code_of(JUNIOR, state, rounds([0])[0]) == ("event", "game_over")

    def test_ties_win_together(self) -> None:
        # Seat 0: 2 in round 1 and 1 in round 2 = 3. Seat 1: 1 and 2 = 3. Seat 2: nothing.
        state = after(3, [0, 1], [1, 0], [], [], [])
        assert places(JUNIOR, state) == [1, 1, 3]
        assert why(JUNIOR, state)[0].endswith("level with seat 1: they share the place.")

    def test_a_correction(self) -> None:
        game = correct(JUNIOR, JuniorConfig(), 3, rounds([0, 1], [2, 1]), {1: rounds([2])})
        # Seat 0: 2; seat 1: 1 and now nothing; seat 2: 1 and no card of seat 0's.
        assert JUNIOR.scores(replay(JUNIOR, JuniorConfig(), 3, game)) == [2, 1, 1]


class TestWhatAPageShows:
    def test_in_the_middle(self) -> None:
        colours = ["green", "pink", "blue"]
        state = after(3, [0, 2], [1], first=2, side="difficult", colours=colours)
        assert state.to_json() == {
            "config": {"side": "difficult", "first": 2, "colours": colours},
            "seats": 3,
            "rounds": 2,
            "won": [[0, 1], [1], [2]],
            "boxed": [0, 2],
            "totals": [2, 1, 1],
            "pile": 3,
            "round": 3,
            "caller": 1,  # two rounds on from seat 2
        }

    def test_the_start_passes_clockwise(self) -> None:
        callers = [after(4, *[[]] * played, first=3).caller for played in range(6)]
        assert callers == [3, 0, 1, 2, 3, None]
        assert after(2, *[[]] * 5).round is None

    def test_colours_are_drawn_blindly(self) -> None:
        drawn = set()
        for seed in range(200):
            config = JUNIOR.start(JuniorConfig(), 2, chance(seed, "start")).config
            assert config.colours is not None
            assert len(set(config.colours)) == 2
            drawn.add(config.colours)
        assert len(drawn) == 4 * 3
        entered = JUNIOR.parse_config({"colours": ["pink", "blue"]})
        assert JUNIOR.start(entered, 2, chance(1, "start")).config == entered
        # Without chance nobody needs them.
        assert JUNIOR.start(JuniorConfig(), 2).config.colours is None

    def test_rules_in_words(self) -> None:
        told = [one.text for one in JUNIOR.describe(JuniorConfig())]
        assert "In each of 5 rounds" in told[0]
        assert [one.code for one in JUNIOR.describe(JuniorConfig())] == [
            *("junior_goal", "junior_colours", "junior_house_set", "junior_easy", "junior_cards"),
            *(
                "junior_caller",
                "junior_round",
                "junior_end_of_round",
                "junior_two",
                "junior_three",
                "junior_four",
            ),
            *("junior_nobody", "junior_gave_up", "junior_most"),
        ]
        assert "Of the 8 cards of a colour 3 are put away unseen." in told[4]
        assert "The other 5 are" in told[4]
        assert sum(text.startswith("House ruling") for text in told) == 2
        told = [one.text for one in JUNIOR.describe(JuniorConfig(side="difficult"))]
        assert "All play the difficult side of the cards." in told

    def test_score_sheet(self) -> None:
        sheet = JUNIOR.score_sheet(JuniorConfig())
        assert sheet.columns == 4
        assert [row.text for row in sheet.rows] == [f"Round {number}" for number in range(1, 6)]
        assert sheet.total.text == "Cards"


class TestOptions:
    def test_defaults(self) -> None:
        assert JUNIOR.parse_config({}) == JuniorConfig(side="easy", first=0, colours=None)
        assert JUNIOR.parse_config({}) == JuniorConfig()

    def test_colours_may_stay_open(self) -> None:
        state = JUNIOR.start(JuniorConfig(), 3)
        told = through_json(state.to_json())
        assert told["config"] == {"side": "easy", "first": 0, "colours": None}
        assert JUNIOR.parse_config(told["config"]) == JuniorConfig()
        assert JUNIOR.state_type.from_json(told) == state

    @pytest.mark.parametrize(
        ("options", "field", "code"),
        [
            (7, "config", "config_not_an_object"),
            ({"side": "hard"}, "config.side", "option_not_allowed"),
            ({"side": None}, "config.side", "option_not_allowed"),
            ({"first": 3}, "config.first", "option_seat_missing"),
            ({"first": -1}, "config.first", "option_not_a_seat"),
            ({"colours": ["pink", "blue"]}, "config.colours", "option_one_a_seat"),
            ({"colours": list(COLOURS)}, "config.colours", "option_one_a_seat"),
            ({"colours": ["pink", "blue", "pink"]}, "config.colours", "colours_repeated"),
            ({"colours": ["pink", "blue", "red"]}, "config.colours", "option_not_allowed"),
            ({"colours": "pink"}, "config.colours", "option_not_a_list"),
            ({"rounds": 5}, "config.rounds", "unknown_option"),
        ],
    )
    def test_wrong(self, options: Any, field: str, code: str) -> None:
        assert refused_options(JUNIOR, options, 3) == (field, code)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_agree_with_the_referee(seats: int) -> None:
    for seed in range(GAMES):
        rng = random.Random(seed)
        state = JUNIOR.start(JuniorConfig(), seats)
        piles = [[f"{seat}-{number}" for number in range(5)] for seat in range(seats)]
        winnings: list[list[str]] = [[] for _ in range(seats)]
        box: list[str] = []
        while not JUNIOR.finished(state):
            finished = (event := random_event(JUNIOR.expected(state), rng))["finished"]
            state = JUNIOR.apply(state, event)
            cards = {seat: pile.pop() for seat, pile in enumerate(piles)}
            for seat in finished:
                winnings[seat].append(cards.pop(seat))
            if len(finished) == seats - 1 >= 2:
                winnings[finished[0]].append(cards.popitem()[1])
            box += cards.values()
            assert JUNIOR.scores(state) == list(map(len, winnings))
            assert [[int(card[0]) for card in own] for own in winnings] == list(
                map(list, state.won)
            )
            assert Counter(int(card[0]) for card in box) == Counter(state.boxed)
            lying = sum(map(len, piles))
            assert lying == seats * state.to_json()["pile"]
            assert sum(state.totals) + len(state.boxed) + lying == 5 * seats
        assert not any(piles)
        totals = list(map(len, winnings))
        for seat, place in enumerate(places(JUNIOR, state)):
            assert place == 1 + sum(other > totals[seat] for other in totals)
