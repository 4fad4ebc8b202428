"""Alone: as many tasks as possible in a time, or a number of tasks as fast as possible."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Self

from tournaments.rules.game import (
    Event,
    Expected,
    Field,
    Name,
    Number,
    Option,
    Rules,
    RuleViolation,
    ScoreSheet,
    Standing,
)
from tournaments.rules.junior import CARDS, COLOURS, SIDES
from tournaments.rules.messages import Sentence
from tournaments.rules.options import known, one_of

MINUTES: Final = (5, 10, 20)
TASKS: Final = (5, 10, 20)
JUNIOR_MINUTES: Final = (8, 5, 3)
LONGEST: Final = 24 * 60 * 60
"""A day in seconds; nobody plays longer against no clock."""


@dataclass(frozen=True)
class SoloConfig:
    """The form, which is one of three: so many ``minutes``, so many ``tasks``, or ``untimed``.

    ``kind`` says which tasks are played: the number of pieces, the level, the side of the cards.
    ``colour`` is that of the Junior cards, if anybody says.
    """

    variant: str
    kind: str | int
    minutes: int | None = None
    tasks: int | None = None
    untimed: bool = False
    colour: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The options that give it: of the forms only its own."""
        options: dict[str, Any] = {KINDS[self.variant][0]: self.kind}
        if self.minutes is not None:
            options["minutes"] = self.minutes
        if self.tasks is not None:
            options["tasks"] = self.tasks
        if self.untimed:
            options["untimed"] = True
        if self.colour is not None:
            options["colour"] = self.colour
        return options

    @property
    def form(self) -> SoloConfig:
        """What results are compared by: without the colour, since all colours are as hard."""
        return replace(self, colour=None)

    @property
    def label(self) -> tuple[Sentence, Sentence]:
        """The form and the kind of the tasks in a few words, as they stand over a record."""
        if self.minutes is not None:
            form = Sentence.of("solo_form_minutes", minutes=self.minutes)
        elif self.tasks is not None:
            form = Sentence.of("solo_form_tasks", tasks=self.tasks)
        else:
            form = Sentence.of("solo_form_untimed")
        if self.variant == "solo-classic":
            return form, Sentence.of("solo_kind_pieces", kind=self.kind)
        if self.variant == "solo-family-3d":
            return form, Sentence.of("solo_kind_level", kind=self.kind)
        if self.kind == "easy":
            return form, Sentence.of("solo_kind_side_easy")
        return form, Sentence.of("solo_kind_side_difficult")


KINDS: Final[Mapping[str, tuple[str, tuple[Any, ...]]]] = {
    "solo-classic": ("pieces", (3, 4)),
    "solo-family-3d": ("level", (1, 2, 3, 4)),
    "solo-junior": ("side", SIDES),
}
"""What each variant calls the kind of its tasks, and which there are."""


@dataclass(frozen=True)
class SoloState:
    config: SoloConfig
    solved: tuple[tuple[str, float | None], ...]
    """Each task with the seconds from the start; None if no clock was running."""
    set_aside: tuple[str, ...]
    """Tasks that were given up for others. They don't come again."""
    time_up: bool

    @property
    def seen(self) -> tuple[str, ...]:
        """All tasks that were solved or set aside."""
        return (*(task for task, _ in self.solved), *self.set_aside)

    @property
    def seconds(self) -> float | None:
        """When the last task was solved; None if none was, or nobody looked at a clock."""
        return self.solved[-1][1] if self.solved else None

    @property
    def latest(self) -> float:
        """The last moment that is on record."""
        return max((seconds for _, seconds in self.solved if seconds is not None), default=0)

    @property
    def over(self) -> bool:
        """Time is up, or all tasks are solved, or Junior's cards are used up."""
        return (
            self.time_up
            or len(self.solved) == self.config.tasks
            or (self.config.variant == "solo-junior" and len(self.seen) == CARDS)
        )

    def to_json(self) -> dict[str, Any]:
        """What it consists of, then what follows from that."""
        return {
            "variant": self.config.variant,
            "config": self.config.to_json(),
            "solved": [list(one) for one in self.solved],
            "set_aside": list(self.set_aside),
            "time_up": self.time_up,
            "seconds": self.seconds,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        return cls(
            config=_config(value["variant"], value["config"]),
            solved=tuple((task, seconds) for task, seconds in value["solved"]),
            set_aside=tuple(value["set_aside"]),
            time_up=value["time_up"],
        )


class SoloRules(Rules[SoloConfig, SoloState]):
    """``{"kind": "solved", "task": "id", "seconds": 41.2}``, seconds since the start;
    ``{"kind": "set_aside", "task": "id"}``; and against the clock ``{"kind": "time_up"}``.
    """

    seats = (1,)
    state_type = SoloState

    def parse_config(self, options: object) -> SoloConfig:
        return _config(self.key, options)

    def describe(self, config: SoloConfig) -> tuple[Sentence, ...]:
        return (
            *self._describe_tasks(config),
            self._describe_form(config),
            *self._describe_set_aside(config),
            *(() if config.untimed else (Sentence.of("solo_clock"),)),
            Sentence.of("solo_proven"),
            Sentence.of("solo_records"),
        )

    @abstractmethod
    def _describe_tasks(self, config: SoloConfig) -> tuple[Sentence, ...]: ...

    def _describe_form(self, config: SoloConfig) -> Sentence:
        if config.minutes is not None:
            return Sentence.of("solo_minutes", minutes=config.minutes)
        if config.tasks is not None:
            return Sentence.of("solo_tasks", tasks=config.tasks)
        return Sentence.of("solo_untimed")

    def _describe_set_aside(self, config: SoloConfig) -> tuple[Sentence, ...]:
        return (Sentence.of("solo_set_aside"), Sentence.of("solo_not_again"))

    def score_sheet(self, config: SoloConfig) -> ScoreSheet:
        rows = (Sentence.of("solo_solved_label"), Sentence.of("solo_set_aside_label"))
        return ScoreSheet(columns=1, rows=rows, total=Sentence.of("solo_time_label"))

    def _start(self, config: SoloConfig, seats: int, rng: random.Random | None) -> SoloState:
        return SoloState(config, (), (), time_up=False)

    def expected(self, state: SoloState) -> Expected:
        if state.over:
            return Expected(())
        minutes = state.config.minutes
        task = Name("task", state.seen, "solo_task_again")
        end = LONGEST if minutes is None else 60 * minutes
        seconds: Field = Number("seconds", state.latest, end)
        options = [Option("solved", (task, seconds)), Option("set_aside", (task,))]
        if state.config.untimed:
            options.insert(1, Option("solved", (task,)))
        if minutes is not None:
            options.append(Option("time_up", ()))
        return Expected(tuple(options))

    def _apply(self, state: SoloState, event: Event) -> SoloState:
        if event["kind"] == "time_up":
            return replace(state, time_up=True)
        if event["kind"] == "set_aside":
            return replace(state, set_aside=(*state.set_aside, event["task"]))
        return replace(state, solved=(*state.solved, (event["task"], event.get("seconds"))))

    def scores(self, state: SoloState) -> list[int]:
        """How many tasks are solved. Where their number is given, the state's seconds count."""
        return [len(state.solved)]

    def ranking(self, state: SoloState) -> list[Standing]:
        """The only seat is first; it says how well."""
        told: dict[str, Any] = {"solved": len(state.solved)}
        if state.seconds is None:
            return [Standing(1, Sentence("solo_solved", told))]
        return [Standing(1, Sentence("solo_solved_in", {**told, "seconds": state.seconds}))]


class SoloClassicRules(SoloRules):
    key: ClassVar[str] = "solo-classic"
    title: ClassVar[Sentence] = Sentence.of("name_solo_classic")

    def _describe_tasks(self, config: SoloConfig) -> tuple[Sentence, ...]:
        return (Sentence.of("classic_pieces", pieces=config.kind),)


class SoloFamily3dRules(SoloRules):
    key: ClassVar[str] = "solo-family-3d"
    title: ClassVar[Sentence] = Sentence.of("name_solo_family_3d")

    def _describe_tasks(self, config: SoloConfig) -> tuple[Sentence, ...]:
        return (Sentence.of("solo_level", level=config.kind),)


class SoloJuniorRules(SoloRules):
    key: ClassVar[str] = "solo-junior"
    title: ClassVar[Sentence] = Sentence.of("name_solo_junior")

    def _describe_tasks(self, config: SoloConfig) -> tuple[Sentence, ...]:
        side = Sentence.of("junior_easy" if config.kind == "easy" else "junior_difficult")
        return (Sentence.of("solo_junior_cards", cards=CARDS), side)

    def _describe_set_aside(self, config: SoloConfig) -> tuple[Sentence, ...]:
        return (Sentence.of("solo_junior_box"), Sentence.of("solo_junior_end", cards=CARDS))


def forms_of(variant: str) -> list[SoloConfig]:
    """All forms of a variant, for each kind of its tasks, in the order of a list to choose from."""
    name, kinds = KINDS[variant]
    junior = variant == "solo-junior"
    forms: list[dict[str, Any]] = [
        {"minutes": minutes} for minutes in (JUNIOR_MINUTES if junior else MINUTES)
    ]
    forms += [{"untimed": True}] if junior else [{"tasks": tasks} for tasks in TASKS]
    return [_config(variant, {name: kind, **form}) for kind in kinds for form in forms]


def _config(variant: str, options: object) -> SoloConfig:
    """The config of a variant. Without a form it is that of the shortest or usual time."""
    kind, kinds = KINDS[variant]
    junior = variant == "solo-junior"
    forms = ("minutes", "untimed") if junior else ("minutes", "tasks")
    given = known(options, kind, *forms, *(["colour"] if junior else []))
    untimed = one_of(given, "untimed", (False, True))
    if ("minutes" in given) + ("tasks" in given) + untimed > 1:
        raise RuleViolation("config.minutes", "solo_two_forms")
    config = SoloConfig(variant, one_of(given, kind, kinds), untimed=untimed)
    if "tasks" in given:
        return replace(config, tasks=one_of(given, "tasks", TASKS))
    if not untimed:
        minutes = one_of(given, "minutes", JUNIOR_MINUTES if junior else MINUTES)
        config = replace(config, minutes=minutes)
    return replace(config, colour=one_of(given, "colour", (None, *COLOURS)))
