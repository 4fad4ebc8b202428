"""Playing alone: what counts, and when it is over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.play import Game, code_of, refused_options, why
from tournaments.rules import Rules, correct, replay, rules_of, undo
from tournaments.rules.solo import forms_of

CLASSIC, FAMILY, JUNIOR = (
    rules_of(key) for key in ("solo-classic", "solo-family-3d", "solo-junior")
)
each = pytest.mark.parametrize("rules", [CLASSIC, FAMILY, JUNIOR], ids=lambda rules: rules.key)
boards = pytest.mark.parametrize("rules", [CLASSIC, FAMILY], ids=lambda rules: rules.key)

AnySolo = Rules[Any, Any]


def solved(task: str, seconds: float) -> dict[str, Any]:
    return {"kind": "solved", "task": task, "seconds": seconds}


def aside(task: str) -> dict[str, Any]:
    return {"kind": "set_aside", "task": task}


TIME_UP = {"kind": "time_up"}


def after(rules: AnySolo, events: Game, **options: Any) -> Any:
    return replay(rules, rules.parse_config(options), 1, events)


def kinds(rules: AnySolo, state: Any) -> list[str]:
    return [option.kind for option in rules.expected(state).options]


class TestAgainstTheClock:
    @each
    def test_every_solved_task_counts(self, rules: AnySolo) -> None:
        state = after(rules, [solved("a", 41.2), aside("b"), solved("c", 99), solved("d", 180)])
        assert rules.scores(state) == [3]
        assert not rules.finished(state)
        assert kinds(rules, state) == ["solved", "set_aside", "time_up"]
        state = rules.apply(state, TIME_UP)
        assert rules.finished(state)
        assert rules.scores(state) == [3]
        assert [one.place for one in rules.ranking(state)] == [1]
        assert why(rules, state) == ["Tasks solved: 3, the last after 180 seconds."]
        assert code_of(rules, state, solved("e", 190)) == ("event", "game_over")

    @each
    def test_nothing_solved(self, rules: AnySolo) -> None:
        state = after(rules, [aside("a"), TIME_UP])
        assert rules.scores(state) == [0]
        assert why(rules, state) == ["Tasks solved: 0."]
        assert state.to_json()["seconds"] is None

    @pytest.mark.parametrize(
        ("rules", "minutes"),
        [*((CLASSIC, m) for m in (5, 10, 20)), *((FAMILY, m) for m in (5, 10, 20))]
        + [(JUNIOR, m) for m in (8, 5, 3)],
    )
    def test_until_the_last_second(self, rules: AnySolo, minutes: int) -> None:
        state = after(rules, [], minutes=minutes)
        limit = 60 * minutes
        assert rules.scores(rules.apply(state, solved("a", limit))) == [1]
        late = solved("a", limit + 0.1)
        assert code_of(rules, state, late) == ("seconds", "number_out_of_range")

    @each
    def test_time_does_not_run_backwards(self, rules: AnySolo) -> None:
        state = after(rules, [solved("a", 50.5)])
        early = solved("b", 50.4)
        assert code_of(rules, state, early) == ("seconds", "number_out_of_range")
        assert rules.scores(rules.apply(state, solved("b", 50.5))) == [2]
        start = after(rules, [])
        assert rules.scores(rules.apply(start, solved("a", 0))) == [1]
        assert code_of(rules, start, solved("a", -0.1)) == ("seconds", "number_out_of_range")

    @each
    @pytest.mark.parametrize(
        ("event", "field", "code"),
        [
            ({"kind": "solved", "task": "c"}, "seconds", "field_missing"),
            ({"kind": "solved", "task": "c", "seconds": "60"}, "seconds", "not_a_number"),
            ({"kind": "solved", "task": "c", "seconds": True}, "seconds", "not_a_number"),
            ({"kind": "solved", "task": "c", "seconds": None}, "seconds", "not_a_number"),
            (solved("c", float("inf")), "seconds", "number_out_of_range"),
            (solved("c", float("nan")), "seconds", "number_out_of_range"),
            (solved("c", 10**400), "seconds", "number_out_of_range"),
            (solved("a", 60), "task", "solo_task_again"),
            (solved("b", 60), "task", "solo_task_again"),
            (aside("a"), "task", "solo_task_again"),
            (aside("b"), "task", "solo_task_again"),
            (aside(""), "task", "not_a_name"),
            (aside("x" * 101), "task", "not_a_name"),
            ({"kind": "set_aside", "task": 7}, "task", "not_a_name"),
            ({"kind": "set_aside"}, "task", "field_missing"),
            ({"kind": "time_up", "seconds": 300}, "seconds", "field_unknown"),
        ],
    )
    def test_refused(self, rules: AnySolo, event: Any, field: str, code: str) -> None:
        state = after(rules, [solved("a", 41.2), aside("b")])
        assert code_of(rules, state, event) == (field, code)

    def test_any_name_of_a_task_will_do(self) -> None:
        state = after(CLASSIC, [aside("x"), aside("x" * 100)])
        assert state.seen == ("x", "x" * 100)


class TestANumberOfTasks:
    @boards
    @pytest.mark.parametrize("tasks", [5, 10, 20])
    def test_over_with_the_last(self, rules: AnySolo, tasks: int) -> None:
        # A task in 30 seconds; one that is set aside doesn't count.
        events = [aside("x"), *(solved(str(n), 30 * n) for n in range(1, tasks))]
        state = after(rules, events, tasks=tasks)
        assert kinds(rules, state) == ["solved", "set_aside"]
        assert not rules.finished(state)
        state = rules.apply(state, solved(str(tasks), 30 * tasks))
        assert rules.finished(state)
        assert rules.scores(state) == [tasks]
        assert state.to_json()["seconds"] == 30 * tasks
        assert code_of(rules, state, aside("y")) == ("event", "game_over")

    @boards
    def test_it_may_take_a_day(self, rules: AnySolo) -> None:
        state = after(rules, [], tasks=5)
        assert rules.apply(state, solved("a", 86400)).seconds == 86400
        assert code_of(rules, state, solved("a", 86401)) == ("seconds", "number_out_of_range")
        assert code_of(rules, state, TIME_UP) == ("kind", "wrong_kind")

    def test_more_than_eight_boards(self) -> None:
        state = after(CLASSIC, [aside(str(n)) for n in range(30)])
        assert not CLASSIC.finished(state)


class TestJuniorCards:
    @pytest.mark.parametrize("options", [{}, {"minutes": 3}, {"untimed": True}])
    def test_over_after_eight(self, options: dict[str, Any]) -> None:
        events = [solved("1", 5), aside("2"), *(solved(str(n), 10 * n) for n in range(3, 8))]
        state = after(JUNIOR, events, **options)
        assert not JUNIOR.finished(state)
        boxed = JUNIOR.apply(state, aside("8"))
        assert JUNIOR.finished(boxed)
        assert JUNIOR.scores(boxed) == [6]
        assert JUNIOR.scores(JUNIOR.apply(state, solved("8", 80))) == [7]
        assert code_of(JUNIOR, boxed, aside("9")) == ("event", "game_over")

    def test_without_a_clock(self) -> None:
        state = after(JUNIOR, [{"kind": "solved", "task": "1"}], untimed=True)
        assert kinds(JUNIOR, state) == ["solved", "solved", "set_aside"]
        assert state.to_json()["seconds"] is None
        assert why(JUNIOR, state) == ["Tasks solved: 1."]
        assert code_of(JUNIOR, state, TIME_UP) == ("kind", "wrong_kind")
        # Who looks at one all the same, may say so.
        state = JUNIOR.apply(state, solved("2", 70))
        state = JUNIOR.apply(state, {"kind": "solved", "task": "3"})
        assert code_of(JUNIOR, state, solved("4", 69)) == ("seconds", "number_out_of_range")
        assert JUNIOR.scores(state) == [3]


class TestCorrecting:
    def test_each_event_is_a_unit(self) -> None:
        events = [solved("a", 10), aside("b"), solved("c", 30)]
        assert undo(CLASSIC, events) == events[:2]
        config = CLASSIC.parse_config({})
        assert correct(CLASSIC, config, 1, events, {1: [solved("b", 20)]})[1] == solved("b", 20)


class TestWhatAPageShows:
    def test_state(self) -> None:
        state = after(JUNIOR, [solved("1", 5.5), aside("2")], minutes=8, colour="pink")
        assert state.to_json() == {
            "variant": "solo-junior",
            "config": {"side": "easy", "minutes": 8, "colour": "pink"},
            "solved": [["1", 5.5]],
            "set_aside": ["2"],
            "time_up": False,
            "seconds": 5.5,
        }

    @pytest.mark.parametrize(
        ("rules", "options", "said"),
        [
            (CLASSIC, {"minutes": 10}, "Solve as many tasks as you can in 10 minutes."),
            (CLASSIC, {"pieces": 4}, "The boards lie with that side up whose tasks have 4 pieces."),
            (CLASSIC, {"tasks": 20}, "Solve 20 tasks as fast as you can; what counts is the time."),
            (FAMILY, {"level": 3}, "The tasks are of level 3."),
            (FAMILY, {}, "House ruling: a task that was set aside doesn't come again."),
            (JUNIOR, {}, "Take all 8 cards of one colour, and its animals."),
            (JUNIOR, {}, "All play the easy side of the cards."),
            (JUNIOR, {"side": "difficult"}, "All play the difficult side of the cards."),
            (JUNIOR, {}, "After 8 cards the game is over, even if there is time left."),
        ],
    )
    def test_rules_in_words(self, rules: AnySolo, options: dict[str, Any], said: str) -> None:
        told = [one.text for one in rules.describe(rules.parse_config(options))]
        assert said in told
        assert told[-1] == "Results are kept, to be beaten next time."

    def test_every_rule_is_told(self) -> None:
        def codes(rules: AnySolo) -> list[str]:
            return [one.code for one in rules.describe(rules.parse_config({}))]

        alike = [
            *("solo_minutes", "solo_set_aside", "solo_not_again"),
            *("solo_clock", "solo_proven", "solo_records"),
        ]
        assert codes(CLASSIC) == ["classic_pieces", *alike]
        assert codes(FAMILY) == ["solo_level", *alike]
        assert codes(JUNIOR) == [
            *("solo_junior_cards", "junior_easy", "solo_minutes"),
            *("solo_junior_box", "solo_junior_end", "solo_clock", "solo_proven", "solo_records"),
        ]

    def test_rules_in_words_without_a_clock(self) -> None:
        told = [one.text for one in JUNIOR.describe(JUNIOR.parse_config({"untimed": True}))]
        assert any(text.startswith("There is no clock") for text in told)
        assert not any("clock counts" in text for text in told)

    @each
    def test_score_sheet(self, rules: AnySolo) -> None:
        sheet = rules.score_sheet(rules.parse_config({}))
        assert sheet.columns == 1
        assert [row.text for row in (*sheet.rows, sheet.total)] == ["Solved", "Set aside", "Time"]


class TestForms:
    def test_all_there_are(self) -> None:
        assert [form.to_json() for form in forms_of("solo-classic")] == [
            {"pieces": pieces, name: number}
            for pieces in (3, 4)
            for name in ("minutes", "tasks")
            for number in (5, 10, 20)
        ]
        assert [form.to_json() for form in forms_of("solo-family-3d")][:7] == [
            *({"level": 1, "minutes": number} for number in (5, 10, 20)),
            *({"level": 1, "tasks": number} for number in (5, 10, 20)),
            {"level": 2, "minutes": 5},
        ]
        assert [form.to_json() for form in forms_of("solo-junior")] == [
            {"side": side, **form}
            for side in ("easy", "difficult")
            for form in ({"minutes": 8}, {"minutes": 5}, {"minutes": 3}, {"untimed": True})
        ]

    @pytest.mark.parametrize(
        ("rules", "options", "label"),
        [
            (CLASSIC, {"pieces": 4}, ["Against 5 minutes", "Tasks of 4 pieces"]),
            (FAMILY, {"level": 2, "tasks": 10}, ["The time for 10 tasks", "Tasks of level 2"]),
            (JUNIOR, {"minutes": 3}, ["Against 3 minutes", "Easy side of the cards"]),
            (
                JUNIOR,
                {"untimed": True, "side": "difficult"},
                ["Untimed", "Difficult side of the cards"],
            ),
        ],
    )
    def test_in_words(self, rules: AnySolo, options: dict[str, Any], label: list[str]) -> None:
        assert [part.text for part in rules.parse_config(options).label] == label

    def test_results_are_compared_whatever_the_colour(self) -> None:
        pink = JUNIOR.parse_config({"minutes": 3, "colour": "pink"})
        assert pink.form == JUNIOR.parse_config({"minutes": 3})


class TestOptions:
    def test_defaults(self) -> None:
        assert CLASSIC.parse_config({}).to_json() == {"pieces": 3, "minutes": 5}
        assert FAMILY.parse_config({}).to_json() == {"level": 1, "minutes": 5}
        assert JUNIOR.parse_config({}).to_json() == {"side": "easy", "minutes": 8}

    @pytest.mark.parametrize(
        ("rules", "options"),
        [
            (CLASSIC, {"pieces": 4, "tasks": 10}),
            (FAMILY, {"level": 4, "minutes": 20}),
            (JUNIOR, {"side": "difficult", "untimed": True}),
            (JUNIOR, {"side": "difficult", "minutes": 3, "colour": "blue"}),
        ],
    )
    def test_the_json_of_a_config_gives_it_back(
        self, rules: AnySolo, options: dict[str, Any]
    ) -> None:
        config = rules.parse_config(options)
        assert config.to_json() == options
        assert rules.parse_config(config.to_json()) == config

    def test_untimed_can_be_denied(self) -> None:
        assert JUNIOR.parse_config({"untimed": False}) == JUNIOR.parse_config({})
        assert JUNIOR.parse_config({"untimed": False, "minutes": 3}).minutes == 3

    @pytest.mark.parametrize(
        ("rules", "options", "field", "code"),
        [
            (CLASSIC, [], "config", "config_not_an_object"),
            (CLASSIC, {"minutes": 8}, "config.minutes", "option_not_allowed"),
            (CLASSIC, {"minutes": None}, "config.minutes", "option_not_allowed"),
            (CLASSIC, {"tasks": 6}, "config.tasks", "option_not_allowed"),
            (CLASSIC, {"tasks": 5, "minutes": 5}, "config.minutes", "solo_two_forms"),
            (CLASSIC, {"untimed": True}, "config.untimed", "unknown_option"),
            (CLASSIC, {"level": 1}, "config.level", "unknown_option"),
            (CLASSIC, {"pieces": 5}, "config.pieces", "option_not_allowed"),
            (FAMILY, {"level": 5}, "config.level", "option_not_allowed"),
            (FAMILY, {"pieces": 3}, "config.pieces", "unknown_option"),
            (FAMILY, {"colour": "pink"}, "config.colour", "unknown_option"),
            (JUNIOR, {"minutes": 10}, "config.minutes", "option_not_allowed"),
            (JUNIOR, {"tasks": 5}, "config.tasks", "unknown_option"),
            (JUNIOR, {"untimed": 1}, "config.untimed", "option_not_allowed"),
            (JUNIOR, {"untimed": True, "minutes": 8}, "config.minutes", "solo_two_forms"),
            (JUNIOR, {"side": "hard"}, "config.side", "option_not_allowed"),
            (JUNIOR, {"colour": "red"}, "config.colour", "option_not_allowed"),
        ],
    )
    def test_wrong(self, rules: AnySolo, options: Any, field: str, code: str) -> None:
        assert refused_options(rules, options, 1) == (field, code)

    @each
    def test_nobody_else(self, rules: AnySolo) -> None:
        assert refused_options(rules, {}, 2) == ("seats", "wrong_seats")
