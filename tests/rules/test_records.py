"""Records: which result is the better, and which are the best."""

from __future__ import annotations

from datetime import date
from typing import Any

from tournaments.rules import replay, rules_of
from tournaments.rules.records import Records, Result, best, progress, records, result_of

CLASSIC, JUNIOR = rules_of("solo-classic"), rules_of("solo-junior")
TODAY = date(2026, 3, 15)
FIVE_MINUTES = CLASSIC.parse_config({"minutes": 5})
FIVE_TASKS = CLASSIC.parse_config({"tasks": 5})


def tasks_in(seconds: float, day: date = TODAY) -> Result:
    return Result(FIVE_TASKS, day, 5, seconds)


def solved_in_time(solved: int, day: date = TODAY, seconds: float = 200) -> Result:
    return Result(FIVE_MINUTES, day, solved, seconds)


def played(*events: dict[str, Any], rules: Any = CLASSIC, **options: Any) -> Any:
    return replay(rules, rules.parse_config(options), 1, list(events))


def solved(task: str, seconds: float) -> dict[str, Any]:
    return {"kind": "solved", "task": task, "seconds": seconds}


ASIDE = {"kind": "set_aside", "task": "c"}
TIME_UP = {"kind": "time_up"}


class TestTheResultOfAGame:
    def test_that_is_over(self) -> None:
        state = played(solved("a", 10), ASIDE, solved("b", 70), TIME_UP)
        # It doesn't matter that "c" isn't proven: it was set aside.
        assert result_of(state, TODAY, {"a", "b"}) == solved_in_time(2, seconds=70)

    def test_that_is_not_over(self) -> None:
        assert result_of(played(solved("a", 10)), TODAY, {"a"}) is None

    def test_with_a_task_that_is_not_proven(self) -> None:
        state = played(solved("a", 10), solved("b", 70), TIME_UP)
        assert result_of(state, TODAY, {"a"}) is None

    def test_colours_of_junior_are_one_form(self) -> None:
        state = played(TIME_UP, rules=JUNIOR, colour="pink")
        result = result_of(state, TODAY, set())
        assert result is not None
        assert result.form == JUNIOR.parse_config({})


class TestTheBetter:
    def test_against_the_clock(self) -> None:
        # Only the number counts, not how early the last one was solved.
        assert solved_in_time(4).beats(solved_in_time(3))
        assert not solved_in_time(3).beats(solved_in_time(4))
        assert not solved_in_time(3, seconds=10).beats(solved_in_time(3, seconds=20))

    def test_a_number_of_tasks(self) -> None:
        assert tasks_in(99.9).beats(tasks_in(100))
        assert not tasks_in(100).beats(tasks_in(100))
        assert not tasks_in(101).beats(tasks_in(100))


class TestTheBest:
    def test_several_can_hold_a_record(self) -> None:
        first, second = solved_in_time(4, seconds=10), solved_in_time(4, seconds=20)
        assert best([solved_in_time(3), first, solved_in_time(2), second]) == [first, second]
        assert best([]) == []

    def test_of_the_day_the_month_and_ever(self) -> None:
        ever = tasks_in(50, date(2025, 3, 15))
        month = tasks_in(60, date(2026, 3, 1))
        day = tasks_in(70)
        others = [
            tasks_in(80),
            tasks_in(55, date(2026, 2, 28)),
            tasks_in(10, date(2026, 3, 16)),  # tomorrow's
            solved_in_time(20),  # another form
        ]
        found = records([day, *others, month, ever], FIVE_TASKS, TODAY)
        assert found == Records(day=[day], month=[month], ever=[ever])

    def test_no_results(self) -> None:
        assert records([solved_in_time(3)], FIVE_TASKS, TODAY) == Records([], [], [])

    def test_progress_is_what_beat_all_before(self) -> None:
        days = [date(2026, 1, number) for number in range(1, 6)]
        one, two, three, four, five = (
            tasks_in(seconds, day) for seconds, day in zip((90, 95, 80, 80, 70), days, strict=True)
        )
        assert progress([five, solved_in_time(9), four, two, one, three], FIVE_TASKS) == [
            *(one, three, five),
        ]
