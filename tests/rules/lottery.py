"""A small made-up variant with all that the dice game lacks.

Its layout is drawn at the start, finishers come in order, each then draws a gem from a bag, and a
round that nobody finishes needs a second chance. It shows that the interface carries such games.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from tournaments.rules import (
    Choice,
    Event,
    Expected,
    Option,
    Rules,
    RuleViolation,
    ScoreSheet,
    Seats,
    Sentence,
    Standing,
)
from tournaments.rules.game import rank_by_points

WORTH = {"red": 4, "blue": 3, "brown": 1}
ROUNDS = 3


@dataclass(frozen=True)
class LotteryConfig:
    """How many gems of each colour are in the bag; None leaves it to chance."""

    bag: tuple[tuple[str, int], ...] | None = None

    def to_json(self) -> dict[str, Any]:
        return {} if self.bag is None else {"bag": dict(self.bag)}


@dataclass(frozen=True)
class LotteryState:
    config: LotteryConfig
    seats: int
    rounds: int
    to_draw: tuple[int, ...]
    drawn: tuple[tuple[int, str], ...]

    @property
    def bag(self) -> dict[str, int]:
        taken = [gem for _, gem in self.drawn]
        return {gem: count - taken.count(gem) for gem, count in self.config.bag or ()}

    def to_json(self) -> dict[str, Any]:
        return {
            "config": self.config.to_json(),
            "seats": self.seats,
            "rounds": self.rounds,
            "to_draw": list(self.to_draw),
            "drawn": [list(draw) for draw in self.drawn],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        return cls(
            Lottery().parse_config(value["config"]),
            value["seats"],
            value["rounds"],
            tuple(value["to_draw"]),
            tuple((seat, gem) for seat, gem in value["drawn"]),
        )


class Lottery(Rules[LotteryConfig, LotteryState]):
    key = "lottery"
    seats = (2, 3)
    dependants = frozenset({"draw"})
    state_type = LotteryState

    def parse_config(self, options: object) -> LotteryConfig:
        if not isinstance(options, Mapping):
            raise RuleViolation("config", "config_not_an_object", value=options)
        for name in options:
            if name != "bag":
                raise RuleViolation(f"config.{name}", "unknown_option", value=name)
        return LotteryConfig(tuple(options["bag"].items()) if "bag" in options else None)

    def describe(self, config: LotteryConfig) -> tuple[Sentence, ...]:
        return (Sentence.of("dice_next_area"),)

    def score_sheet(self, config: LotteryConfig) -> ScoreSheet:
        return ScoreSheet(3, (Sentence.of("dice_area", number=1),), Sentence.of("dice_total"))

    def _start(self, config: LotteryConfig, seats: int, rng: random.Random | None) -> LotteryState:
        if config.bag is None:
            assert rng is not None
            config = LotteryConfig(tuple((gem, rng.randint(3, 9)) for gem in WORTH))
        return LotteryState(config, seats, 0, (), ())

    def settle(self, state: LotteryState, event: Event, rng: random.Random) -> Event:
        if not isinstance(event, Mapping) or event.get("gem") != "random" or not state.to_draw:
            return event
        gems = [gem for gem, count in state.bag.items() for _ in range(count)]
        return {**event, "gem": rng.choice(gems)}

    def expected(self, state: LotteryState) -> Expected:
        if state.to_draw:
            gems = tuple(gem for gem, count in state.bag.items() if count)
            seat = Choice("seat", state.to_draw[:1])
            return Expected((Option("draw", (seat, Choice("gem", gems, by_chance="random"))),))
        if state.rounds == ROUNDS:
            return Expected(())
        everybody = tuple(range(state.seats))

        def option(least: int, most: int, *second_chance: bool) -> Option:
            finished = Seats("finished", everybody, (), least, most, ordered=True)
            return Option("round", (finished, Choice("second_chance", second_chance)))

        return Expected((option(1, state.seats, False, True), option(0, 0, True)))

    def _apply(self, state: LotteryState, event: Event) -> LotteryState:
        if event["kind"] == "draw":
            drawn = (*state.drawn, (event["seat"], event["gem"]))
            return replace(state, to_draw=state.to_draw[1:], drawn=drawn)
        return replace(state, rounds=state.rounds + 1, to_draw=tuple(event["finished"]))

    def scores(self, state: LotteryState) -> list[int]:
        return [
            sum(WORTH[gem] for owner, gem in state.drawn if owner == seat)
            for seat in range(state.seats)
        ]

    def ranking(self, state: LotteryState) -> list[Standing]:
        return rank_by_points(self.scores(state))
