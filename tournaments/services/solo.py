"""Playing alone: start a run, tap in it, give it up.

The server deals, stamps each arrival, and ends a run at its deadline, whoever looks first. A run's
row is locked by whoever changes it; all it consists of is its events.
"""

import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from puzzles.engine import ENGINE
from puzzles.models import BoardTask, Deck, Task, Verdict
from puzzles.services.refusal import Refusal
from tournaments import rules as game_rules
from tournaments.models import Person, SoloEvent, SoloResult, SoloRun
from tournaments.rules.junior import CARDS, COLOURS
from tournaments.rules.records import result_of
from tournaments.rules.solo import KINDS, LONGEST, SoloConfig, SoloState
from tournaments.services.games import rules_of, said_to_people

TAPS = ("solved", "set_aside")
"""What a player may tell. That the time is up, the server knows by itself."""

Dealt = tuple[int, str]
"""A task, and the content that it had when it was dealt."""


class Untimely(Refusal):
    """Right in itself, but not now: the run is over, or another task lies there."""


@dataclass(frozen=True)
class RunView:
    """A run as its events make it."""

    run: SoloRun

    @cached_property
    def config(self) -> SoloConfig:
        config: SoloConfig = rules_of(self.run.variant).parse_config(self.run.config)
        return config

    @cached_property
    def state(self) -> SoloState:
        events = [event.event for event in self.run.events.all()]
        state: SoloState = game_rules.replay(rules_of(self.run.variant), self.config, 1, events)
        return state

    @cached_property
    def task(self) -> Task | None:
        """The task that lies there: the first of the deal that is neither solved nor set aside.

        One that has lost its proof or was edited since it was dealt is left out.
        """
        if self.run.ended_at is not None:
            return None
        left = [(pk, content) for pk, content in self.run.deal if str(pk) not in self.state.seen]
        rows = Task.objects.filter(pk__in=[pk for pk, _content in left])
        proven = dict(
            rows.proven().filter(verdict__covers__gte=1).values_list("pk", "content_hash")
        )
        there = next((pk for pk, content in left if proven.get(pk) == content), None)
        cards = Task.objects.select_related("piece_set").prefetch_related("piece_set__pieces")
        return None if there is None else cards.get(pk=there)

    @cached_property
    def result(self) -> SoloResult | None:
        """What the run is worth; None as long as it goes on, and if it was given up."""
        return SoloResult.objects.filter(run=self.run).first()

    @property
    def is_running(self) -> bool:
        return self.run.ended_at is None


@dataclass(frozen=True)
class Tapped:
    """An event as it was taken, now or when it was sent for the first time."""

    event: SoloEvent
    is_new: bool


def any_seed() -> int:
    """A seed that nobody can guess; it is kept with the run."""
    return secrets.randbelow(2**31)


def start_run(
    *, user: Person, variant: str, options: Mapping[str, Any], seed: int, now: datetime
) -> SoloRun:
    """Deal the tasks of a form and start the clock.

    Raises ``Refusal`` at ``variant`` or ``config…``, ``Untimely`` while another run goes on.
    """
    if variant not in KINDS:
        raise Refusal(_("This game isn't played alone."), field="variant")
    with said_to_people():
        config: SoloConfig = rules_of(variant).parse_config(options)
    config, deal = _deal(config, seed)
    seconds = LONGEST if config.minutes is None else 60 * config.minutes
    end_overdue_runs(now=now)
    try:
        with transaction.atomic():
            return SoloRun.objects.create(
                player_id=user.pk,
                variant=variant,
                config=config.to_json(),
                seed=seed,
                deal=deal,
                started_at=now,
                deadline=now + timedelta(seconds=seconds),
            )
    except IntegrityError:
        raise Untimely(_("You are playing already; finish that game or give it up.")) from None


def run_of(*, user: Person) -> SoloRun | None:
    """The run in which the person is at present."""
    return SoloRun.objects.visible_to(user).filter(ended_at=None).first()


def look_at(*, run: SoloRun, now: datetime) -> RunView:
    """The run as it stands at this moment: ended, if its time is up."""
    if run.ended_at is None and now > run.deadline:
        with transaction.atomic():
            run = _lock(run)
            _end_if_due(run, now=now)
    return RunView(run)


def tap(*, run: SoloRun, key: UUID, kind: str, task: str, now: datetime) -> Tapped:
    """Take what the player tells of the task that lies there: ``solved`` or ``set_aside``.

    The same key again gives the event that it made. ``Untimely`` after the time is up, and for
    a task that isn't the one that lies there.
    """
    if kind not in TAPS:
        raise Refusal(_("A task can be solved or set aside."), field="kind")
    with transaction.atomic():
        locked = _lock(run)
        sent_before = locked.events.filter(key=key).first()
        if sent_before is not None:
            return Tapped(event=sent_before, is_new=False)
        _end_if_due(locked, now=now)
        tapped = None if locked.ended_at else _take(locked, key=key, kind=kind, task=task, now=now)
    if tapped is None:
        raise _why_over(locked)
    return tapped


def give_up(*, run: SoloRun, now: datetime) -> RunView:
    """End a run that nobody wants to play on; it has no result. Again changes nothing."""
    with transaction.atomic():
        locked = _lock(run)
        _end_if_due(locked, now=now)
        if locked.ended_at is None:
            locked.ended_at = now
            locked.save(update_fields=["ended_at"])
    return RunView(locked)


def end_overdue_runs(*, now: datetime) -> int:
    """End all runs whose time is up, so that their results count; returns how many."""
    ended = 0
    for run in SoloRun.objects.filter(ended_at=None, deadline__lt=now):
        with transaction.atomic():
            ended += _end_if_due(_lock(run), now=now)
    return ended


def _deal(config: SoloConfig, seed: int) -> tuple[SoloConfig, list[Dealt]]:
    """All tasks of this kind in an order by chance; of Junior's the eight cards of a colour."""
    rng = game_rules.chance(seed, "start")
    if config.variant == "solo-junior":
        colours = COLOURS if config.colour is None else (config.colour,)
        piles = [(colour, _proven(replace(config, colour=colour))) for colour in colours]
        whole = [(colour, pile) for colour, pile in piles if len(pile) >= CARDS]
        if not whole:
            raise Refusal(_("There aren't eight proven cards of one colour yet."), field="config")
        colour, pile = rng.choice(whole)
        return replace(config, colour=colour), rng.sample(pile, CARDS)
    pile = _proven(config)
    if len(pile) < (config.tasks or 1):
        raise Refusal(
            _("For this there aren't enough proven tasks yet: there are %(count)s.")
            % {"count": len(pile)},
            field="config",
        )
    return config, rng.sample(pile, len(pile))


def _proven(config: SoloConfig) -> list[Dealt]:
    """The tasks of this kind on published decks, each of which has a cover."""
    entries = BoardTask.objects.filter(
        board__deck__state=Deck.State.PUBLISHED,
        board__deck__variant=config.variant.removeprefix("solo-"),
        task__verdict__engine=ENGINE,
        task__verdict__covers__gte=1,
    )
    if config.variant == "solo-classic":
        entries = entries.filter(task__piece_count=config.kind)
    elif config.variant == "solo-family-3d":
        entries = entries.filter(board__level=config.kind)
    else:
        side = "A" if config.kind == "easy" else "B"
        entries = entries.filter(board__side=side, board__colour=config.colour)
    rows = entries.order_by("task_id").values_list("task_id", "task__content_hash")
    return list(rows.distinct())


def _take(run: SoloRun, *, key: UUID, kind: str, task: str, now: datetime) -> Tapped:
    view = RunView(run)
    if view.task is None or task != str(view.task.pk):
        raise Untimely(
            _("This task isn't the one that lies there now; look at the page anew."), field="task"
        )
    event: dict[str, Any] = {"kind": kind, "task": task}
    if kind == "solved" and not view.config.untimed:
        # Tenths of a second that are over; two arrivals may be stamped in the wrong order.
        passed = math.floor((now - run.started_at).total_seconds() * 10) / 10
        event["seconds"] = max(view.state.latest, passed)
    with said_to_people():
        state = rules_of(run.variant).apply(view.state, event)
    taken = _append(run, key=key, event=event, at=now)
    if state.over:
        _end(run, state, at=now)
    return Tapped(event=taken, is_new=True)


def _end_if_due(run: SoloRun, *, now: datetime) -> bool:
    """End a run whose time is up; against no clock, without a result."""
    if run.ended_at is not None or now <= run.deadline:
        return False
    view = RunView(run)
    state, event = view.state, {"kind": "time_up"}
    if view.config.minutes is not None:
        state = rules_of(run.variant).apply(state, event)
        _append(run, key=uuid4(), event=event, at=run.deadline)
    _end(run, state, at=run.deadline)
    return True


def _append(run: SoloRun, *, key: UUID, event: dict[str, Any], at: datetime) -> SoloEvent:
    index = run.events.count()
    return SoloEvent.objects.create(run=run, key=key, index=index, event=event, arrived_at=at)


def _end(run: SoloRun, state: SoloState, *, at: datetime) -> None:
    """Close the run, and keep its result if all that was solved was proven as it was dealt."""
    run.ended_at = at
    run.save(update_fields=["ended_at"])
    dealt = {str(pk): content for pk, content in run.deal}
    solved = {task: dealt[task] for task, _seconds in state.solved}
    contents = set(
        Verdict.objects.filter(content_hash__in=solved.values(), covers__gte=1).values_list(
            "content_hash", flat=True
        )
    )
    proven = {task for task, content in solved.items() if content in contents}
    day = timezone.localdate(at, timezone.get_default_timezone())
    result = result_of(state, day, proven)
    if result is not None:
        SoloResult.objects.create(
            run=run,
            player_id=run.player_id,
            variant=run.variant,
            form=result.form.to_json(),
            day=result.day,
            solved=result.solved,
            seconds=result.seconds,
            reached_at=at,
        )


def _why_over(run: SoloRun) -> Untimely:
    if run.ended_at == run.deadline:
        return Untimely(_("The time was up before this arrived; it doesn't count."))
    return Untimely(_("This game is over."))


def _lock(run: SoloRun) -> SoloRun:
    return SoloRun.objects.select_for_update().get(pk=run.pk)
