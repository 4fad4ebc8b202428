"""What a refusal says, word for word: values, limits and names stand in it as they were."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.rules.play import race, rounds
from tournaments.rules import RuleViolation, correct, replay, rules_of, undo
from tournaments.rules.classic_2003 import COLOURS
from tournaments.rules.game import Choice, Name, Number
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
        assert caught.value.params == {}
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
        assert refusal(field.check, "abcd") == (
            *("task", "This must be a text of 1 to 3 characters, not 'abcd'."),
        )
        assert refusal(field.check, "a") == (
            *("task", "The task 'a' was solved or set aside before."),
        )

    def test_a_number(self) -> None:
        field = Number("seconds", 1.5, 300)
        assert refusal(field.check, "2") == ("seconds", "This must be a number, not '2'.")
        assert refusal(field.check, 301) == ("seconds", "This must be from 1.5 to 300, not 301.")


class TestOptions:
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

    def test_a_key_twice(self) -> None:
        content = b'{"seed": 1, "seed": 2}'
        assert report(content)["error"]["reason"] == (
            "The key 'seed' is given twice in the same JSON object."
        )
