"""The dice game: the same areas for all, filled with shapes that dice show."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from tournaments.rules.game import (
    Event,
    Expected,
    Option,
    Rules,
    RuleViolation,
    ScoreSheet,
    Seats,
    Standing,
    rank_by_points,
)
from tournaments.rules.messages import Sentence
from tournaments.rules.options import check_first_seat, first_seat, known, one_of

AREAS: Final = (6, 5)
"""How many areas a game can have; the first is usual, the other for two who agree."""

CONSOLATION: Final = 1


@dataclass(frozen=True)
class DiceConfig:
    """``areas`` to be played, and the seat that rolls ``first``."""

    areas: int = AREAS[0]
    first: int = 0

    def to_json(self) -> dict[str, Any]:
        return {"areas": self.areas, "first": self.first}


@dataclass(frozen=True)
class DiceState:
    """Areas count from 0. ``points[area][seat]`` is None as long as the seat has none there;
    ``rounds[area]`` is the number of dice rounds played in it.
    """

    config: DiceConfig
    seats: int
    points: tuple[tuple[int | None, ...], ...]
    rounds: tuple[int, ...]

    @property
    def area(self) -> int | None:
        """The area being filled: the first in which somebody has no points. None at the end."""
        open_areas = (area for area, points in enumerate(self.points) if None in points)
        return next(open_areas, None)

    @property
    def round(self) -> int | None:
        """The number, from 1, of the dice round that comes next in this area."""
        return None if self.area is None else self.rounds[self.area] + 1

    @property
    def roller(self) -> int | None:
        """Who rolls next: it passes clockwise each dice round, across areas too."""
        return None if self.area is None else (self.config.first + sum(self.rounds)) % self.seats

    @property
    def done(self) -> tuple[int, ...]:
        """Who has filled the area and waits for the next."""
        return () if self.area is None else self._seats_with(self.area, points=True)

    @property
    def left(self) -> tuple[int, ...]:
        """Who still fills the area, and takes dice."""
        return () if self.area is None else self._seats_with(self.area, points=False)

    def _seats_with(self, area: int, *, points: bool) -> tuple[int, ...]:
        return tuple(
            seat for seat, own in enumerate(self.points[area]) if (own is not None) == points
        )

    @property
    def worth(self) -> int | None:
        """The points for filling the area in the coming round.

        As many as there are seats, and one less for each round in which somebody filled it; each
        such round gave points of its own.
        """
        if self.area is None:
            return None
        return self.seats - len({own for own in self.points[self.area] if own is not None})

    @property
    def consoled(self) -> tuple[int | None, ...]:
        """The seat that was consoled in each area.

        A single point is never won by filling: there are at least two left in each round, so at
        most ``seats`` − 2 rounds before it gave points, and it is worth 2 or more.
        """
        return tuple(
            points.index(CONSOLATION) if CONSOLATION in points else None for points in self.points
        )

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat over all areas."""
        return tuple(sum(own or 0 for own in column) for column in zip(*self.points, strict=True))

    @property
    def dice(self) -> dict[str, int]:
        """How many dice of each colour are rolled, also when some players are done."""
        return {"black": self.seats, "white": self.seats}

    def to_json(self) -> dict[str, Any]:
        """What it consists of, then what follows from that."""
        return {
            "config": self.config.to_json(),
            "seats": self.seats,
            "points": [list(points) for points in self.points],
            "rounds": list(self.rounds),
            "area": self.area,
            "round": self.round,
            "roller": self.roller,
            "worth": self.worth,
            "done": list(self.done),
            "left": list(self.left),
            "consoled": list(self.consoled),
            "totals": list(self.totals),
            "dice": self.dice,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        return cls(
            config=DiceConfig(**value["config"]),
            seats=value["seats"],
            points=tuple(tuple(points) for points in value["points"]),
            rounds=tuple(value["rounds"]),
        )


class DiceRules(Rules[DiceConfig, DiceState]):
    """One kind of event, a dice round: ``{"kind": "round", "filled": [seats]}``."""

    key = "dice"
    title = Sentence.of("name_dice")
    seats = (2, 3, 4)
    state_type = DiceState

    def parse_config(self, options: object) -> DiceConfig:
        given = known(options, "areas", "first")
        return DiceConfig(areas=one_of(given, "areas", AREAS), first=first_seat(given))

    def describe(self, config: DiceConfig) -> tuple[Sentence, ...]:
        return (
            Sentence.of("dice_goal", areas=config.areas),
            Sentence.of("dice_dice"),
            Sentence.of("dice_house_set"),
            Sentence.of("dice_roller"),
            Sentence.of("dice_round"),
            Sentence.of("dice_shapes"),
            Sentence.of("dice_points"),
            Sentence.of("dice_waiting"),
            Sentence.of("dice_consolation"),
            Sentence.of("dice_no_consolation"),
            Sentence.of("dice_next_area"),
            Sentence.of("dice_ties"),
            Sentence.of("dice_two_players"),
        )

    def score_sheet(self, config: DiceConfig) -> ScoreSheet:
        areas = range(1, config.areas + 1)
        return ScoreSheet(
            columns=max(self.seats) if config.areas == AREAS[0] else 2,
            rows=tuple(Sentence.of("dice_area", number=number) for number in areas),
            total=Sentence.of("dice_total"),
        )

    def _start(self, config: DiceConfig, seats: int, rng: random.Random | None) -> DiceState:
        if config.areas != AREAS[0] and seats != 2:
            raise RuleViolation("config.areas", "dice_five_areas", seats=seats)
        check_first_seat(config.first, seats)
        return DiceState(config, seats, ((None,) * seats,) * config.areas, (0,) * config.areas)

    def expected(self, state: DiceState) -> Expected:
        if state.area is None:
            return Expected(())
        filled = Seats(
            name="filled",
            free=state.left,
            barred=tuple((seat, "dice_done") for seat in state.done),
            least=0,
            most=len(state.left),
            ordered=False,
        )
        return Expected((Option("round", (filled,)),))

    def _apply(self, state: DiceState, event: Event) -> DiceState:
        area = state.area
        assert area is not None
        points = list(state.points[area])
        for seat in event["filled"]:
            points[seat] = state.worth
        if points.count(None) == 1:
            points[points.index(None)] = CONSOLATION
        return DiceState(
            state.config,
            state.seats,
            (*state.points[:area], tuple(points), *state.points[area + 1 :]),
            (*state.rounds[:area], state.rounds[area] + 1, *state.rounds[area + 1 :]),
        )

    def scores(self, state: DiceState) -> list[int]:
        return list(state.totals)

    def ranking(self, state: DiceState) -> list[Standing]:
        return rank_by_points(state.totals)
