"""What a refusal says, word for word: values, limits and names stand in it as they were."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.rules.play import race, rounds
from tournaments.rules import RuleViolation, correct, replay, rules_of, undo
from tournaments.rules.classic_2003 import COLOURS
from tournaments.rules.game import Choice, Name, Number, Seats
from tournaments.rules.gamefile import report

DICE, CLASSIC, PAWNS = (rules_of(key) for key in ("dice", "classic-2015", "classic-2003"))
FAMILY, JUNIOR = rules_of("family-3d"), rules_of("junior")


def refusal(deed: Any, *given: Any, **named: Any) -> tuple[str, str]:
    with pytest.raises(RuleViolation) as caught:
        deed(*given, **named)
    return caught.value.field, caught.value.message


class TestFields:
    def test_a_choice(self) -> None:
        field = Choice("row", (1, 2, None))
        assert refusal(field.check, "3") == (
            *("row", "This can't be '3' now; possible: 1, 2, null."),
        )

    def test_a_barred_text_is_no_seat(self) -> None:
        field = Choice("gem", ("red",), barred=(("blue", "gem_gone"),))
        with pytest.raises(RuleViolation) as caught:
            field.check("blue")
        assert (caught.value.field, caught.value.params) == ("gem", {})
        assert caught.value.spoken(names=["Ann", "Ben"]) == (
            "The bag has no gem of this colour any more."
        )

    def test_a_barred_number_is_a_seat(self) -> None:
        field = Choice("seat", (0,), barred=((1, "draw_not_now"),))
        with pytest.raises(RuleViolation) as caught:
            field.check(1)
        assert caught.value.spoken(names=["Ann", "Ben"]) == "It isn't for Ben to draw now."

    def test_a_name(self) -> None:
        field = Name("task", ("a",), "solo_task_again", longest=3)
        field.check("b")
        field.check("abc")
        assert refusal(field.check, "abcd") == (
            *("task", "This must be a text of 1 to 3 characters, not 'abcd'."),
        )
        assert refusal(field.check, "a") == (
            *("task", "The task 'a' was solved or set aside before."),
        )

    def test_a_number(self) -> None:
        field = Number("seconds", 1.5, 300)
        field.check(1.5)
        field.check(300)
        assert refusal(field.check, "2") == ("seconds", "This must be a number, not '2'.")
        assert refusal(field.check, 301) == ("seconds", "This must be from 1.5 to 300, not 301.")


SEATS = Seats("filled", (0, 2), ((1, "dice_done"),), least=1, most=1, ordered=False)


class TestSeats:
    @pytest.mark.parametrize(
        ("value", "said"),
        [
            ("02", "The seats must be a list, not '02'."),
            (["0"], "A seat is given by its number, from 0, not by '0'."),
            ([True], "A seat is given by its number, from 0, not by true."),
            ([1], "The area is already filled by seat 1, who waits for the next one."),
            ([7], "The table has no seat 7."),
            ([0, 0], "The list holds seat 0 twice."),
            ([], "The list must hold at least 1 seats, not 0."),
            ([0, 2], "The list may hold at most 1 seats, not 2."),
        ],
    )
    def test_what_cannot_be(self, value: Any, said: str) -> None:
        assert refusal(SEATS.check, value) == ("filled", said)

    @pytest.mark.parametrize("value", [[0], [2]])
    def test_what_can(self, value: Any) -> None:
        SEATS.check(value)


class TestEvents:
    @pytest.mark.parametrize(
        ("event", "field", "said"),
        [
            (7, "event", "An event must be a JSON object, not 7."),
            ({}, "kind", "The event must say of which kind it is."),
            (
                {"kind": "draw"},
                "kind",
                "An event of the kind 'draw' can't come now; expected: round.",
            ),
            ({"kind": "round"}, "filled", "The event lacks this field."),
            (
                {"kind": "round", "filled": [], "points": 3},
                "points",
                "The event can't have the field 'points'.",
            ),
            ({"kind": "round", "filled": [2]}, "filled", "The table has no seat 2."),
        ],
    )
    def test_of_the_dice(self, event: Any, field: str, said: str) -> None:
        state = DICE.start(DICE.parse_config({}), 2)
        assert refusal(DICE.apply, state, event) == (field, said)

    def test_after_the_end(self) -> None:
        state = replay(DICE, DICE.parse_config({}), 2, rounds(*([0, 1],) * 6))
        assert DICE.finished(state)
        assert refusal(DICE.apply, state, {"kind": "round", "filled": []}) == (
            *("event", "The game is over; nothing can follow."),
        )

    def test_each_kind_is_named_once(self) -> None:
        alone = rules_of("solo-junior")
        state = alone.start(alone.parse_config({"untimed": True}), 1)
        assert not alone.finished(state)
        assert refusal(alone.apply, state, {"kind": "time_up"}) == (
            "kind",
            "An event of the kind 'time_up' can't come now; expected: solved, set_aside.",
        )

    def test_of_two_forms_the_nearer_one_is_meant(self) -> None:
        alone = rules_of("solo-junior")
        state = alone.start(alone.parse_config({"untimed": True}), 1)
        assert refusal(alone.apply, state, {"kind": "solved", "seconds": 5}) == (
            *("task", "The event lacks this field."),
        )
        event = {"kind": "solved", "task": "a", "seconds": -1}
        assert refusal(alone.apply, state, event) == (
            *("seconds", "This must be from 0 to 86400, not -1."),
        )


class TestOptions:
    def test_how_many_sit_there(self) -> None:
        for seats, shown in ((1, "1"), (5, "5"), ("2", "'2'"), (True, "true")):
            assert refusal(DICE.start, DICE.parse_config({}), seats) == (
                *("seats", f"A table of this variant has 2, 3, 4 seats, not {shown}."),
            )

    @pytest.mark.parametrize(
        ("options", "field", "said"),
        [
            (7, "config", "The options must be a JSON object, not 7."),
            ({"level": 1}, "config.level", "This variant has no option 'level'."),
            ({"pieces": 5}, "config.pieces", "This option can be 3, 4, but not 5."),
            ({"pieces": True}, "config.pieces", "This option can be 3, 4, but not true."),
            (
                {"first": -1},
                "config.first",
                "This option must be the number of a seat, from 0, not -1.",
            ),
        ],
    )
    def test_of_classic(self, options: Any, field: str, said: str) -> None:
        assert refusal(CLASSIC.parse_config, options) == (field, said)

    def test_the_seat_that_begins(self) -> None:
        assert refusal(CLASSIC.start, CLASSIC.parse_config({"first": 2}), 2) == (
            *("config.first", "The table has no seat 2: its seats are 0 to 1."),
        )

    def test_five_areas(self) -> None:
        assert refusal(DICE.start, DICE.parse_config({"areas": 5}), 3) == (
            *("config.areas", "Only two players can agree on five areas; here are 3."),
        )

    @pytest.mark.parametrize("gems", ["red", [["red"] * 12] * 5, [["red"] * 11] * 6])
    def test_rows_of_gems(self, gems: Any) -> None:
        assert refusal(PAWNS.parse_config, {"gems": gems}) == (
            "config.gems",
            "The gems must be 6 rows of 12, each a list that begins nearest the pawn.",
        )

    def test_gems_are_asked_for_where_nothing_is_drawn(self) -> None:
        config = PAWNS.parse_config({})
        assert refusal(replay, PAWNS, config, 2, []) == (
            *("config.gems", "How the gems lie is neither given nor drawn."),
        )
        drawn = replay(PAWNS, config, 2, [], seed=1)
        assert sorted(gem for row in drawn.rows for gem in row) == sorted(COLOURS * 12)

    def test_one_a_seat(self) -> None:
        assert refusal(FAMILY.parse_config, {"levels": "high"}) == (
            *("config.levels", "This option must be a list, a value for each seat, not 'high'."),
        )
        assert refusal(FAMILY.start, FAMILY.parse_config({"levels": [1, 2]}), 3) == (
            *("config.levels", "This option must have 3 values, one a seat, not 2."),
        )


class TestCorrecting:
    def test_no_such_event(self) -> None:
        config = DICE.parse_config({})
        assert refusal(correct, DICE, config, 2, rounds([0]), {7: []}) == (
            *("index", "The game has no event 7."),
        )

    def test_the_same_round_twice(self) -> None:
        game = [race(second_chance=True), race(0), {"kind": "draw", "seat": 0, "gem": "red"}]
        config = CLASSIC.parse_config({})
        assert refusal(correct, CLASSIC, config, 2, game, {1: [], 2: []}) == (
            *("index", "Two corrections are for the same round, that of event 1."),
        )

    def test_nothing_to_undo(self) -> None:
        assert refusal(undo, DICE, []) == ("events", "There is nothing to undo yet.")


def file(seed: int, **changes: Any) -> bytes:
    """The game of the file's description, played on: every gem left to chance."""
    events: list[dict[str, Any]] = []
    for _ in range(9):
        events += [race(1, 0)]
        events += [{"kind": "draw", "seat": seat, "gem": "random"} for seat in (1, 0)]
    content = {
        **{"format": "ubongo-game/1", "variant": "classic-2015", "seats": ["A", "B"]},
        **{"seed": seed, "events": events, **changes},
    }
    return json.dumps(content).encode()


class TestTheGameFile:
    def test_chance_is_drawn_from_its_seed(self) -> None:
        told = [report(file(seed)) for seed in (7, 7, 8)]
        assert told[0] == told[1]
        assert told[0]["finished"]
        assert told[0]["state"]["won"] != told[2]["state"]["won"]

    def test_each_event_has_a_chance_of_its_own(self) -> None:
        # The same as if each gem were drawn by itself, as it is at a table.
        state = CLASSIC.start(CLASSIC.parse_config({}), 2)
        for index, event in enumerate(json.loads(file(7))["events"]):
            rng = random.Random(f"7/{index}")
            state = CLASSIC.apply(state, CLASSIC.settle(state, event, rng))
        assert report(file(7))["state"] == json.loads(json.dumps(state.to_json()))

    def test_a_file_without_a_seed_has_nought(self) -> None:
        content = {key: value for key, value in json.loads(file(1)).items() if key != "seed"}
        told = report(json.dumps(content).encode())
        assert told == report(file(0))
        assert told != report(file(1))

    def test_a_key_twice(self) -> None:
        content = b'{"seed": 1, "seed": 2}'
        assert report(content)["error"]["reason"] == (
            "The key 'seed' is given twice in the same JSON object."
        )
