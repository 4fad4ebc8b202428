"""Classic of 2015 and 3-D Family: each sentence of the rules that gives or takes a gem."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tests.rules.play import (
    GAMES,
    Game,
    code_of,
    places,
    race,
    random_event,
    refused_options,
    why,
)
from tournaments.rules import (
    Event,
    IllegalEvent,
    Rules,
    RuleViolation,
    chance,
    correct,
    replay,
    split,
    undo,
)
from tournaments.rules.gem_values import (
    GEMS,
    VALUES,
    Classic2015Config,
    Classic2015Rules,
    Family3dConfig,
    Family3dRules,
)

CLASSIC = Classic2015Rules()
FAMILY = Family3dRules()
both = pytest.mark.parametrize("rules", [CLASSIC, FAMILY], ids=lambda rules: rules.key)

Any2015 = Rules[Any, Any]


def draw(seat: int, gem: str) -> dict[str, Any]:
    return {"kind": "draw", "seat": seat, "gem": gem}


def round_of(finished: Sequence[int], *gems: str, second_chance: bool = False) -> Game:
    """A round with its draws."""
    drawn = [draw(seat, gem) for seat, gem in zip(finished, gems, strict=True)]
    return [race(*finished, second_chance=second_chance), *drawn]


NOBODY = race(second_chance=True)


def after(rules: Any2015, seats: int, events: Sequence[Event], **options: Any) -> Any:
    return replay(rules, rules.parse_config(options), seats, events)


def gems(red: int = 0, blue: int = 0, green: int = 0, brown: int = 0) -> dict[str, int]:
    return {"red": red, "blue": blue, "green": green, "brown": brown}


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
