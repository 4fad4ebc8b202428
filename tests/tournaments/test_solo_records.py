"""Records: of the day, of the month and ever, shared by who is level, without the unlisted."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.people import person
from tests.tournaments.solo_cards import cards
from tests.tournaments.test_solo import start, tap
from tournaments.models import SoloResult, SoloRun
from tournaments.rules import rules_of
from tournaments.rules.records import Records, records
from tournaments.services.records import Kept, _by_form, progress_of, records_of

pytestmark = pytest.mark.django_db

TODAY = datetime(2026, 5, 20, 12, 0, tzinfo=UTC)
FIVE_MINUTES = {"pieces": 3, "minutes": 5}
FIVE_TASKS = {"pieces": 3, "tasks": 5}
NONE: Records[Kept] = Records([], [], [])


def keep(
    user: Any,
    solved: int,
    *,
    seconds: float | None = 100,
    at: datetime = TODAY,
    form: dict[str, Any] = FIVE_MINUTES,
    variant: str = "solo-classic",
) -> SoloResult:
    """A result as a run leaves it behind."""
    run = SoloRun.objects.create(
        player=user,
        variant=variant,
        config=form,
        seed=1,
        deal=[],
        started_at=at,
        deadline=at,
        ended_at=at,
    )
    return SoloResult.objects.create(
        run=run,
        player=user,
        variant=variant,
        form=form,
        day=at.date(),
        solved=solved,
        seconds=seconds,
        reached_at=at,
    )


def told(now: datetime = TODAY) -> list[tuple[Any, list[str], list[str], list[str]]]:
    """Each form with who holds its records."""
    return [
        (
            held.form.to_json(),
            [one.player for one in held.records.day],
            [one.player for one in held.records.month],
            [one.player for one in held.records.ever],
        )
        for held in records_of(now=now)
    ]


def test_of_the_day_of_the_month_and_ever() -> None:
    ann, ben, cleo = person("ann"), person("ben"), person("cleo")
    keep(ann, 3)
    keep(ben, 5, at=TODAY - timedelta(days=19))  # 1 May
    keep(cleo, 9, at=TODAY - timedelta(days=20))  # 30 April
    assert told() == [(FIVE_MINUTES, ["ann"], ["ben"], ["cleo"])]
    assert told(TODAY + timedelta(days=1)) == [(FIVE_MINUTES, [], ["ben"], ["cleo"])]


def test_who_is_level_shares_and_nobody_stands_there_twice() -> None:
    ann, ben = person("ann"), person("ben")
    keep(ann, 4, seconds=10)
    keep(ben, 4, seconds=299, at=TODAY + timedelta(minutes=1))
    keep(ann, 4, seconds=5, at=TODAY + timedelta(minutes=2))
    keep(ben, 3)
    assert told() == [(FIVE_MINUTES, ["ann", "ben"], ["ann", "ben"], ["ann", "ben"])]


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["ann", "ben", "cleo"]),
            st.sampled_from([FIVE_MINUTES, FIVE_TASKS, {"pieces": 4, "minutes": 5}]),
            st.integers(3, 5),
            st.sampled_from([80.0, 90.0]),
            st.integers(-1, 40),
        ),
        max_size=12,
    )
)
def test_the_database_finds_what_the_rules_call_the_best(
    results: list[tuple[str, dict[str, Any], int, float, int]],
) -> None:
    with transaction.atomic():
        players = {name: person(name) for name in ("ann", "ben", "cleo")}
        for minute, (name, form, solved, seconds, days) in enumerate(results):
            keep(
                players[name],
                5 if "tasks" in form else solved,
                seconds=seconds,
                form=form,
                at=TODAY - timedelta(days=days) + timedelta(minutes=minute),
            )
        shown = {held.form: held.records for held in records_of(now=TODAY)}
        for played, kept in _by_form(SoloResult.objects.select_related("player")):
            wanted, found = records(kept, played, TODAY.date()), shown.get(played, NONE)
            for span in ("day", "month", "ever"):
                first = {one.player: one for one in reversed(getattr(wanted, span))}
                in_turn = sorted(first.values(), key=lambda one: one.reached_at)
                assert getattr(found, span) == in_turn
        transaction.set_rollback(True)


def test_only_what_is_shown_is_read() -> None:
    ann, ben = person("ann"), person("ben")
    for solved in range(20):
        keep(ann, solved)
        keep(ben, solved)
    rows = SoloResult.objects.public().holding_records(TODAY.date())
    assert [(one.player, one.solved) for one in rows] == [(ann, 19), (ben, 19)]


def test_forms_are_kept_apart_in_their_order() -> None:
    ann, ben = person("ann"), person("ben")
    keep(ann, 5, seconds=80, form=FIVE_TASKS)
    keep(ben, 5, seconds=79.9, form=FIVE_TASKS)
    keep(ann, 2)
    keep(ben, 2, variant="solo-junior", form={"side": "easy", "untimed": True}, seconds=None)
    assert [(form, ever) for form, _day, _month, ever in told()] == [
        (FIVE_MINUTES, ["ann"]),
        (FIVE_TASKS, ["ben"]),
        ({"side": "easy", "untimed": True}, ["ben"]),
    ]


def test_the_unlisted_and_the_inactive_hold_none_in_public() -> None:
    keep(person("ann"), 3)
    hidden = person("ben", is_listed=False)
    keep(hidden, 9)
    keep(person("cleo", is_active=False), 9)
    assert told() == [(FIVE_MINUTES, ["ann"], ["ann"], ["ann"])]
    (own,) = progress_of(user=hidden, now=TODAY)
    assert [one.solved for one in own.results] == [9]


def test_a_run_that_nobody_looked_at_counts() -> None:
    cards(2)
    ann = person("ann")
    run = start(ann, minutes=5)
    tap(run, 10)
    assert told(run.deadline) == []
    assert told(run.deadline + timedelta(seconds=1)) == [
        (FIVE_MINUTES, ["ann"], ["ann"], ["ann"]),
    ]


def test_a_day_ends_at_midnight_of_the_sites_zone(settings: Any) -> None:
    settings.TIME_ZONE = "Pacific/Auckland"  # twelve hours ahead of UTC in May
    cards(2)
    run = start(person("ann"), minutes=5)  # at noon, so midnight over there
    records_of(now=run.deadline + timedelta(seconds=1))
    assert SoloResult.objects.get().day.isoformat() == "2026-05-02"


def test_ones_own_progress() -> None:
    ann = person("ann")
    for place, solved in enumerate((3, 2, 4, 4, 5)):
        keep(ann, solved, at=TODAY + timedelta(minutes=place))
    keep(person("ben"), 99)
    (own,) = progress_of(user=ann, now=TODAY)
    assert own.form == rules_of("solo-classic").parse_config(FIVE_MINUTES)
    assert [one.solved for one in own.results] == [3, 2, 4, 4, 5]
    assert [one.solved for one in own.steps] == [3, 4, 5]
