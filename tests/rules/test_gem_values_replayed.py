"""Classic of 2015 and 3-D Family replayed: draws, corrections, what a page shows, a referee."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tests.rules.gems import CLASSIC, FAMILY, NOBODY, Any2015, after, both, draw, gems, round_of
from tests.rules.play import (
    GAMES,
    Game,
    code_of,
    places,
    race,
    random_event,
)
from tournaments.rules import (
    IllegalEvent,
    chance,
    correct,
    split,
    undo,
)
from tournaments.rules.gem_values import (
    GEMS,
    Classic2015Config,
    Family3dConfig,
)


class TestDrawing:
    @both
    def test_in_the_order_of_finishing(self, rules: Any2015) -> None:
        state = after(rules, 3, [race(2, 0)])
        assert code_of(rules, state, draw(0, "red")) == ("seat", "draw_not_now")
        assert code_of(rules, state, draw(1, "red")) == ("seat", "draw_not_now")
        assert code_of(rules, state, draw(3, "red")) == ("seat", "not_a_choice")
        assert code_of(rules, state, draw(2, "violet")) == ("gem", "not_a_choice")
        assert code_of(rules, state, draw(2, "random")) == ("gem", "not_a_choice")
        assert code_of(rules, state, race(1)) == ("kind", "wrong_kind")
        assert rules.apply(state, draw(2, "red")).to_draw == (0,)

    @both
    def test_what_a_form_offers(self, rules: Any2015) -> None:
        (option,) = rules.expected(after(rules, 3, [race(2, 0)])).options
        seat, gem = option.fields
        assert option.kind == "draw"
        assert vars(seat)["values"] == (2,)
        assert vars(gem)["values"] == ("red", "blue", "green", "brown")
        assert vars(gem)["by_chance"] == "random"

    @both
    def test_by_chance(self, rules: Any2015) -> None:
        state = after(rules, 3, [race(2)])
        drawn = Counter(
            rules.settle(state, draw(2, "random"), chance(seed, 1))["gem"] for seed in range(4000)
        )
        # 10 of each in the bag: 1000 each, and the standard deviation is 27.
        assert set(drawn) == set(GEMS)
        assert all(850 < count < 1150 for count in drawn.values())

    @both
    def test_chance_goes_by_what_is_in_the_bag(self, rules: Any2015) -> None:
        # Nine reds are gone: of the 40 − 9 = 31 gems in the bag one is red and ten are blue.
        events = [*round_of([0, 1, 2], "red", "red", "red")] * 3
        state = after(rules, 3, [*events, race(1)])
        assert sum(state.bag.values()) == 31
        drawn = Counter(
            rules.settle(state, draw(1, "random"), chance(seed, 1))["gem"] for seed in range(3100)
        )
        assert 60 < drawn["red"] < 140
        assert 900 < drawn["blue"] < 1100

    @both
    def test_nothing_else_is_left_to_chance(self, rules: Any2015) -> None:
        rng = random.Random(0)
        start, drawing = after(rules, 3, []), after(rules, 3, [race(2)])
        odd: list[Any] = [race(1), draw(2, "red"), [], None, {"gem": ["random"]}]
        for event in odd:
            assert rules.settle(drawing, event, rng) == event
        assert rules.settle(start, draw(2, "random"), rng) == draw(2, "random")


class TestCorrecting:
    EVENTS: Game = [
        *round_of([0, 1, 2], "red", "red", "red"),
        *round_of([0, 1, 2], "red", "red", "red"),
        *round_of([0, 1, 2], "red", "red", "red"),
        *round_of([2], "red"),
    ]

    @both
    def test_a_round_goes_with_its_draws(self, rules: Any2015) -> None:
        config = rules.parse_config({})
        assert split(rules, self.EVENTS) == [range(4), range(4, 8), range(8, 12), range(12, 14)]
        assert undo(rules, self.EVENTS) == self.EVENTS[:12]
        new = round_of([1], "green")
        game = correct(rules, config, 3, self.EVENTS, {6: new})
        # Three reds less, and the green one: seat 0 has lost blue + red, seat 1 has blue + green
        # in place of brown + red, seat 2 has lost a red.
        assert rules.scores(after(rules, 3, self.EVENTS)) == [21, 15, 19]
        assert rules.scores(after(rules, 3, game)) == [14, 15, 15]

    @both
    def test_a_gem_that_is_gone_then(self, rules: Any2015) -> None:
        # An eleventh red: the last draw of the game becomes illegal, and is named.
        config = rules.parse_config({})
        events = [*round_of([0], "green"), *self.EVENTS]
        new = round_of([0], "red")
        with pytest.raises(IllegalEvent) as caught:
            correct(rules, config, 3, events, {0: new})
        assert (caught.value.index, caught.value.field, caught.value.code) == (
            15,
            "gem",
            "gem_gone",
        )
        game = correct(rules, config, 3, events, {0: new, 14: round_of([2], "blue")})
        assert rules.scores(after(rules, 3, game)) == [21 + 7, 15, 18]

    @both
    def test_a_playoff_that_is_not_due_then(self, rules: Any2015) -> None:
        config = rules.parse_config({})
        events = [*[NOBODY] * 9, {"kind": "playoff", "winner": 1}]
        new = round_of([0], "red")
        with pytest.raises(IllegalEvent) as caught:
            correct(rules, config, 2, events, {3: new})
        assert (caught.value.index, caught.value.code) == (9, "game_over")
        game = correct(rules, config, 2, events, {3: new, 9: []})
        assert places(rules, after(rules, 2, game)) == [1, 2]


class TestWhatAPageShows:
    def test_classic(self) -> None:
        state = after(CLASSIC, 4, [*round_of([3], "red"), race(1, 0)], first=3, pieces=4)
        assert state.to_json() == {
            "config": {"pieces": 4, "first": 3, "playoff": True},
            "seats": 4,
            "rounds": 2,
            "to_draw": [1, 0],
            "track": gems(blue=7, brown=7),
            "bag": gems(9, 10, 10, 11),
            "won": [gems(brown=1), gems(blue=1), gems(), gems(red=1, blue=1)],
            "playoff": None,
            "totals": [1, 3, 0, 7],
            "tied": [],
            "round": 3,
            "roller": 1,  # two rounds on from seat 3
            "boards": {"stack": 28, "discarded": 8},
        }

    def test_four_players_use_all_boards(self) -> None:
        state = after(CLASSIC, 4, [NOBODY] * 9)
        assert state.boards == {"stack": 0, "discarded": 36}
        assert (state.round, state.roller) == (None, None)

    def test_family(self) -> None:
        told = after(FAMILY, 3, [NOBODY] * 2, levels=[1, 4, 2]).to_json()
        assert told["config"] == {"levels": [1, 4, 2], "first": 0, "playoff": True}
        assert told["boards"] == {"pile": 7, "boxed": 6}

    @both
    def test_the_roll_passes_clockwise(self, rules: Any2015) -> None:
        rollers = [after(rules, 3, [NOBODY] * count, first=1).roller for count in range(10)]
        assert rollers == [1, 2, 0, 1, 2, 0, 1, 2, 0, None]

    @both
    def test_score_sheet(self, rules: Any2015) -> None:
        sheet = rules.score_sheet(rules.parse_config({}))
        assert sheet.columns == 4
        assert [row.text for row in sheet.rows] == [
            *("Red gems, 4 each", "Blue gems, 3 each", "Green gems, 2 each", "Brown gems, 1 each"),
        ]
        assert sheet.total.text == "Points"

    @both
    def test_rules_in_words(self, rules: Any2015) -> None:
        def codes(**options: bool) -> list[str]:
            return [one.code for one in rules.describe(rules.parse_config(options))]

        assert codes()[-2:] == ["gems_playoff", "gems_playoff_boards"]
        assert codes(playoff=False)[-1:] == ["gems_no_playoff"]
        assert codes(playoff=False)[:-1] == codes()[:-2]
        told = [one.text for one in rules.describe(rules.parse_config({}))]
        assert "9 rounds" in told[0]
        assert "9 blue and 9 brown" in told[1]
        # The playoff's boards, and the boards of 3-D.
        house = [text for text in told if text.startswith("House ruling")]
        assert len(house) == (2 if rules is FAMILY else 1)

    def test_every_rule_is_told(self) -> None:
        rewards = ["gems_first", "gems_second", "gems_others", "gems_nothing"]
        variants: list[tuple[Any2015, list[str]]] = [
            (CLASSIC, ["classic_set", "classic_pieces", "classic_boards", "classic_roller"]),
            (
                FAMILY,
                [
                    *("family_set", "family_levels", "family_house_boards", "family_boards"),
                    *("family_numbers", "family_roller"),
                ],
            ),
        ]
        for rules, boards in variants:
            assert [one.code for one in rules.describe(rules.parse_config({}))] == [
                *("gems_goal", "gems_setup", "gems_worth", *boards),
                *("race_task", "race_second_chance", *rewards, "gems_left_on_track"),
                *("gems_most", "gems_playoff", "gems_playoff_boards"),
            ]

    def test_rules_in_words_say_what_was_agreed(self) -> None:
        told = [one.text for one in CLASSIC.describe(Classic2015Config(pieces=4))]
        assert "The boards lie with that side up whose tasks have 4 pieces." in told
        told = [one.text for one in FAMILY.describe(Family3dConfig())]
        assert any("9 boards of the own level" in text for text in told)


# --- against a referee who has the gems in hand --------------------------------------------------


class Referee:
    """Moves single gems between bag, track and players, as people do."""

    def __init__(self, seats: int) -> None:
        every = [gem for gem, count in GEMS.items() for _ in range(count)]
        self.track = [["blue", "brown"] for _ in range(9)]
        for pair in self.track:
            for gem in pair:
                every.remove(gem)
        self.bag = every
        self.hands: list[list[str]] = [[] for _ in range(seats)]

    def round(self, finished: Sequence[int], drawn: Sequence[str]) -> None:
        prizes = self.track.pop()
        for seat, gem in zip(finished, drawn, strict=True):
            if prizes:
                self.hands[seat].append(prizes.pop(0))
            self.bag.remove(gem)
            self.hands[seat].append(gem)
        self.bag += prizes

    def points(self) -> list[int]:
        worth = {"red": 4, "blue": 3, "green": 2, "brown": 1}
        return [sum(worth[gem] for gem in hand) for hand in self.hands]


@both
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_agree_with_the_referee(rules: Any2015, seats: int) -> None:
    playoffs = 0
    for seed in range(GAMES):
        rng = random.Random(seed)
        state, referee = rules.start(rules.parse_config({}), seats), Referee(seats)
        played = 0
        while not rules.finished(state):
            event = rules.settle(state, random_event(rules.expected(state), rng), rng)
            state = rules.apply(state, event)
            if event["kind"] == "round":
                finished, drawn = event["finished"], []
                played += 1
            elif event["kind"] == "draw":
                drawn.append(event["gem"])
            held = Counter(state.bag) + Counter(state.track)
            for own in state.won:
                held += Counter(own)
            assert held == GEMS
            assert min(*state.bag.values(), *state.track.values()) >= 0
            if event["kind"] != "playoff" and not state.to_draw:
                referee.round(finished, drawn)
                assert +Counter(state.bag) == Counter(referee.bag)
                assert [+Counter(own) for own in state.won] == list(map(Counter, referee.hands))
                assert state.track == gems(blue=9 - played, brown=9 - played)
        points = referee.points()
        assert rules.scores(state) == points
        assert played == 9
        top = [seat for seat in range(seats) if points[seat] == max(points)]
        assert (state.playoff is None) == (len(top) == 1)
        playoffs += len(top) > 1
        for seat, place in enumerate(places(rules, state)):
            above = sum(other > points[seat] for other in points)
            beaten = seat in top and len(top) > 1 and seat != state.playoff
            assert place == 1 + above + beaten
    assert playoffs > GAMES // 80
