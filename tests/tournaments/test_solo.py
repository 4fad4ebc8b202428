"""Playing alone: the deal, the server's clock, taps that count once, and what a run is worth."""

from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from puzzles.models import BoardTask, Task, Verdict
from puzzles.services.refusal import Refusal
from tests.tournaments.people import NOW, person
from tests.tournaments.solo_cards import cards, edit, numbers
from tournaments.models import SoloEvent, SoloResult, SoloRun
from tournaments.services import solo

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Any:
    return person("ann")


def start(
    user: Any, variant: str = "solo-classic", *, seed: int = 7, at: float = 0, **options: Any
) -> SoloRun:
    return solo.start_run(user=user, variant=variant, options=options, seed=seed, now=after(at))


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def tap(
    run: SoloRun, at: float, kind: str = "solved", *, task: str = "", key: UUID | None = None
) -> solo.Tapped:
    """Tap at a task, that which lies there unless another is named."""
    there = lying(run)
    return solo.tap(run=run, key=key or uuid4(), kind=kind, task=task or there, now=after(at))


def lying(run: SoloRun) -> str:
    task = solo.RunView(fresh(run)).task
    return "" if task is None else str(task.pk)


def fresh(run: SoloRun) -> SoloRun:
    return SoloRun.objects.get(pk=run.pk)


def state(run: SoloRun) -> Any:
    return solo.RunView(fresh(run)).state


def result(run: SoloRun) -> tuple[int, float | None] | None:
    row = SoloResult.objects.filter(run=run).first()
    return None if row is None else (row.solved, row.seconds)


def refused(run: SoloRun, at: float, **how: Any) -> str:
    with pytest.raises(solo.Untimely) as caught:
        tap(run, at, **how)
    return caught.value.message


class TestTheDeal:
    def test_all_tasks_of_the_kind_each_once(self, ann: Any) -> None:
        made = cards(6)
        # On a second board, and of other kinds: none of it is dealt.
        board = cards(1, piece_count=4)[0].boards.get()
        BoardTask.objects.create(board=board, task=made[0], number=2)
        cards(1, covers=0)
        cards(1, state="proving")
        cards(1, variant="family-3d", level=1)
        run = start(ann)
        assert sorted(run.deal) == sorted((task.pk, task.content_hash) for task in made)

    def test_the_order_is_that_of_the_seed(self, ann: Any) -> None:
        cards(8)
        deals = [
            start(person(f"p{number}"), seed=seed).deal for number, seed in enumerate((1, 1, 2))
        ]
        assert deals[0] == deals[1]
        assert deals[0] != deals[2]
        assert SoloRun.objects.filter(seed=1).count() == 2

    def test_of_3d_by_level(self, ann: Any) -> None:
        cards(2, variant="family-3d", level=1)
        wanted = cards(2, variant="family-3d", level=3)
        run = start(ann, "solo-family-3d", level=3)
        assert {str(pk) for pk, _ in run.deal} == numbers(wanted)

    def test_of_junior_eight_cards_of_a_colour(self, ann: Any) -> None:
        cards(7, variant="junior", colour="pink")
        cards(8, variant="junior", colour="blue", side="B")
        with pytest.raises(Refusal) as caught:
            start(ann, "solo-junior")
        assert (caught.value.field, caught.value.message) == (
            *("config", "There aren't eight proven cards of one colour yet."),
        )
        wanted = cards(9, variant="junior", colour="green")
        run = start(ann, "solo-junior")
        assert run.config == {"side": "easy", "minutes": 8, "colour": "green"}
        assert len(run.deal) == 8
        assert {str(pk) for pk, _ in run.deal} < numbers(wanted)

    @pytest.mark.parametrize(("tasks", "dealt"), [(5, True), (10, False)])
    def test_not_enough_for_a_number_of_tasks(self, ann: Any, tasks: int, dealt: bool) -> None:
        cards(5)
        if dealt:
            assert len(start(ann, tasks=tasks).deal) == 5
            return
        with pytest.raises(Refusal) as caught:
            start(ann, tasks=tasks)
        assert caught.value.field == "config"
        assert caught.value.message.endswith("there are 5.")

    @pytest.mark.parametrize(
        ("variant", "options", "field"),
        [
            ("dice", {}, "variant"),
            ("nothing", {}, "variant"),
            ("solo-classic", {"minutes": 7}, "config.minutes"),
            ("solo-classic", {"minutes": 5, "tasks": 5}, "config.minutes"),
            ("solo-classic", {"level": 1}, "config.level"),
        ],
    )
    def test_what_cannot_be_played(
        self, ann: Any, variant: str, options: dict[str, Any], field: str
    ) -> None:
        cards(1)
        with pytest.raises(Refusal) as caught:
            start(ann, variant, **options)
        assert caught.value.field == field
        assert not SoloRun.objects.exists()

    def test_one_run_at_a_time(self, ann: Any) -> None:
        cards(1)
        start(ann, minutes=5)
        with pytest.raises(solo.Untimely):
            start(ann, minutes=5, at=300)
        # A moment later the first one is over, and what was missed is made up for.
        start(ann, minutes=5, at=300.1)
        assert SoloRun.objects.count() == 2
        assert SoloResult.objects.get().solved == 0


class TestTheClock:
    def test_is_the_servers(self, ann: Any) -> None:
        cards(2)
        run = start(ann, minutes=10)
        assert (run.started_at, run.deadline) == (NOW, NOW + timedelta(minutes=10))
        tapped = tap(run, 41.27)
        # Tenths that are over.
        assert tapped.event.event == {
            **{"kind": "solved", "task": tapped.event.event["task"], "seconds": 41.2},
        }
        assert tapped.event.arrived_at == after(41.27)

    def test_a_tap_at_the_deadline_counts(self, ann: Any) -> None:
        cards(2)
        run = start(ann, minutes=5)
        tap(run, 300)
        assert state(run).solved[0][1] == 300

    def test_a_late_tap_is_refused_and_the_run_is_over(self, ann: Any) -> None:
        cards(3)
        run = start(ann, minutes=5)
        tap(run, 60)
        assert refused(run, 300.001) == ("The time was up before this arrived; it doesn't count.")
        assert state(run).time_up
        assert fresh(run).ended_at == after(300)
        assert result(run) == (1, 60)
        assert refused(run, 301) == "The time was up before this arrived; it doesn't count."
        assert SoloEvent.objects.filter(run=run).count() == 2

    def test_whoever_looks_ends_it(self, ann: Any) -> None:
        cards(3)
        run = start(ann, minutes=5)
        assert solo.look_at(run=run, now=after(300)).is_running
        view = solo.look_at(run=run, now=after(9000))
        assert not view.is_running
        assert view.result is not None
        assert (view.result.solved, view.result.day) == (0, date(2026, 5, 1))
        assert view.result.reached_at == after(300)

    def test_arrivals_in_the_wrong_order(self, ann: Any) -> None:
        cards(3)
        run = start(ann, minutes=5)
        tap(run, 50)
        tap(run, 49)
        assert [seconds for _, seconds in state(run).solved] == [50, 50]

    def test_without_a_clock_none_is_kept(self, ann: Any) -> None:
        cards(8, variant="junior", colour="pink")
        run = start(ann, "solo-junior", untimed=True)
        for _ in range(7):
            tap(run, 5)
        tap(run, 6, "set_aside")
        assert result(run) == (7, None)
        assert SoloResult.objects.get().form == {"side": "easy", "untimed": True}

    def test_a_number_of_tasks_that_nobody_goes_on_with(self, ann: Any) -> None:
        cards(5)
        run = start(ann, tasks=5)
        tap(run, 5)
        assert solo.end_overdue_runs(now=after(24 * 3600)) == 0
        assert solo.end_overdue_runs(now=after(24 * 3600 + 1)) == 1
        assert result(run) is None
        assert SoloEvent.objects.count() == 1
        assert solo.end_overdue_runs(now=after(24 * 3600 + 1)) == 0


class TestTaps:
    def test_tasks_come_in_the_order_of_the_deal_and_none_again(self, ann: Any) -> None:
        cards(4)
        run = start(ann, minutes=5)
        order = [str(pk) for pk, _ in run.deal]
        for place, kind in enumerate(("solved", "set_aside", "solved", "solved")):
            assert lying(run) == order[place]
            tap(run, place, kind)
        assert lying(run) == ""
        assert state(run).set_aside == (order[1],)
        # The run goes on until its time is up.
        assert fresh(run).ended_at is None
        solo.end_overdue_runs(now=after(301))
        assert result(run) == (3, 3)

    def test_the_same_key_counts_once(self, ann: Any) -> None:
        cards(4)
        run, key = start(ann, minutes=5), uuid4()
        first = tap(run, 10, key=key)
        again = tap(run, 11, "set_aside", key=key)
        assert (first.is_new, again.is_new) == (True, False)
        assert again.event == first.event
        # Also when it is sent again after the end.
        assert not tap(run, 999, key=key).is_new
        assert len(state(run).solved) == 1

    def test_a_task_that_does_not_lie_there(self, ann: Any) -> None:
        cards(4)
        run = start(ann, minutes=5)
        first, second = (str(pk) for pk, _ in run.deal[:2])
        tap(run, 10)
        for task in (first, str(run.deal[3][0]), "nonsense"):
            assert refused(run, 11, task=task).startswith(
                "This task isn't the one that lies there now"
            )
        assert lying(run) == second
        assert SoloEvent.objects.count() == 1

    @pytest.mark.parametrize("kind", ["time_up", "round", ""])
    def test_what_a_player_cannot_tell(self, ann: Any, kind: str) -> None:
        cards(4)
        run = start(ann, minutes=5)
        with pytest.raises(Refusal) as caught:
            tap(run, 1, kind)
        assert caught.value.field == "kind"
        assert not SoloEvent.objects.exists()

    def test_five_tasks_are_over_with_the_fifth(self, ann: Any) -> None:
        cards(7)
        run = start(ann, tasks=5)
        for place in range(5):
            tap(run, 10 * place)
            if place == 2:
                tap(run, 10 * place + 1, "set_aside")
        assert fresh(run).ended_at == after(40)
        assert result(run) == (5, 40)
        assert SoloResult.objects.get().form == {"pieces": 3, "tasks": 5}
        assert refused(run, 41) == "This game is over."

    def test_given_up(self, ann: Any) -> None:
        cards(7)
        run = start(ann, tasks=5)
        tap(run, 10)
        solo.give_up(run=run, now=after(20))
        assert not solo.give_up(run=run, now=after(30)).is_running
        assert fresh(run).ended_at == after(20)
        assert result(run) is None
        assert refused(run, 21) == "This game is over."
        start(ann, at=22)

    def test_giving_up_after_the_time_changes_nothing(self, ann: Any) -> None:
        cards(2)
        run = start(ann, minutes=5)
        tap(run, 10)
        solo.give_up(run=run, now=after(301))
        assert result(run) == (1, 10)


class TestProof:
    """A result counts what was proven when it was played."""

    def test_a_task_that_is_changed_before_its_turn_does_not_come(self, ann: Any) -> None:
        cards(3)
        run = start(ann, minutes=5)
        order = [pk for pk, _ in run.deal]
        edit(Task.objects.get(pk=order[1]))
        assert lying(run) == str(order[0])
        tap(run, 1)
        assert lying(run) == str(order[2])

    def test_a_task_that_is_changed_as_it_lies_there_takes_no_part(self, ann: Any) -> None:
        cards(3)
        run = start(ann, minutes=5)
        order = [pk for pk, _ in run.deal]
        edit(Task.objects.get(pk=order[0]))
        refused(run, 5, task=str(order[0]))
        tap(run, 6)
        solo.end_overdue_runs(now=after(301))
        assert state(run).solved == ((str(order[1]), 6),)
        assert result(run) == (1, 6)

    def test_a_result_stays_when_its_task_is_changed_later(self, ann: Any) -> None:
        cards(2)
        run = start(ann, minutes=5)
        tap(run, 5)
        edit(Task.objects.get(pk=run.deal[0][0]))
        solo.end_overdue_runs(now=after(301))
        assert result(run) == (1, 5)
        edit(Task.objects.get(pk=run.deal[1][0]))
        assert result(run) == (1, 5)

    def test_without_a_proof_there_is_no_result(self, ann: Any) -> None:
        cards(2)
        run = start(ann, minutes=5)
        tap(run, 5)
        # As if the solver had been wrong, and its verdict taken back.
        Verdict.objects.update(covers=0)
        solo.end_overdue_runs(now=after(301))
        assert not solo.RunView(fresh(run)).is_running
        assert result(run) is None
