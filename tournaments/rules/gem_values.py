"""Classic of 2015 and 3-D Family: who solves the task in time wins gems, each worth its points.

It is one game with two sets of pieces. What differs is where the boards come from.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from tournaments.rules.game import (
    Choice,
    Event,
    Expected,
    Option,
    Rules,
    ScoreSheet,
    Standing,
    rank_by_points,
)
from tournaments.rules.messages import Sentence
from tournaments.rules.options import (
    check_first_seat,
    check_one_a_seat,
    first_seat,
    known,
    one_a_seat,
    one_of,
)
from tournaments.rules.race import ROUNDS, race

VALUES: Final = {"red": 4, "blue": 3, "green": 2, "brown": 1}
GEMS: Final = {"red": 10, "blue": 19, "green": 10, "brown": 19}
"""What a gem is worth, and how many there are."""

PRIZES: Final = ("blue", "brown")
"""What the first and the second to finish take from the track, which holds one for each round."""

BOARDS: Final = 36
"""How many boards the stack of classic has."""

Gems = Mapping[str, int]


def _changed(gems: Gems, gem: str, by: int) -> dict[str, int]:
    return {**gems, gem: gems[gem] + by}


@dataclass(frozen=True)
class Classic2015Config:
    """``pieces`` says which side of the boards is played; the seat ``first`` rolls first."""

    pieces: int = 3
    first: int = 0
    playoff: bool = True

    def to_json(self) -> dict[str, Any]:
        return {"pieces": self.pieces, "first": self.first, "playoff": self.playoff}


@dataclass(frozen=True)
class Family3dConfig:
    """``levels`` has that of each seat, or is None as long as nobody says."""

    levels: tuple[int, ...] | None = None
    first: int = 0
    playoff: bool = True

    def to_json(self) -> dict[str, Any]:
        levels = None if self.levels is None else list(self.levels)
        return {"levels": levels, "first": self.first, "playoff": self.playoff}


C = TypeVar("C", bound=Classic2015Config | Family3dConfig)


@dataclass(frozen=True)
class GemState(Generic[C]):
    """``rounds`` have been raced; ``to_draw`` are those who still draw for the last of them."""

    config: C
    seats: int
    rounds: int
    to_draw: tuple[int, ...]
    track: Gems
    bag: Gems
    won: tuple[Gems, ...]
    playoff: int | None
    """Who won the playoff."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The worth of each seat's gems."""
        return tuple(sum(VALUES[gem] * count for gem, count in own.items()) for own in self.won)

    @property
    def tied(self) -> tuple[int, ...]:
        """Who is level at the top after the last round, unless the table shares the place."""
        if self.rounds < ROUNDS or self.to_draw or not self.config.playoff:
            return ()
        top = tuple(seat for seat, total in enumerate(self.totals) if total == max(self.totals))
        return top if len(top) > 1 else ()

    @property
    def over(self) -> bool:
        undecided = bool(self.tied) and self.playoff is None
        return self.rounds == ROUNDS and not self.to_draw and not undecided

    @property
    def round(self) -> int | None:
        """The number, from 1, of the round that comes next."""
        return self.rounds + 1 if self.rounds < ROUNDS else None

    @property
    def roller(self) -> int | None:
        """Who rolls next: it passes clockwise each round. In a playoff anybody may."""
        return (self.config.first + self.rounds) % self.seats if self.rounds < ROUNDS else None

    def to_json(self) -> dict[str, Any]:
        """What it consists of, then what follows from that."""
        return {
            "config": self.config.to_json(),
            "seats": self.seats,
            "rounds": self.rounds,
            "to_draw": list(self.to_draw),
            "track": dict(self.track),
            "bag": dict(self.bag),
            "won": [dict(own) for own in self.won],
            "playoff": self.playoff,
            "totals": list(self.totals),
            "tied": list(self.tied),
            "round": self.round,
            "roller": self.roller,
            "boards": self.boards,
        }

    @property
    @abstractmethod
    def boards(self) -> dict[str, int]:
        """How many boards lie where, apart from those of a playoff."""

    @classmethod
    @abstractmethod
    def config_from(cls, value: Mapping[str, Any]) -> C: ...

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        return cls(
            config=cls.config_from(value["config"]),
            seats=value["seats"],
            rounds=value["rounds"],
            to_draw=tuple(value["to_draw"]),
            track=dict(value["track"]),
            bag=dict(value["bag"]),
            won=tuple(map(dict, value["won"])),
            playoff=value["playoff"],
        )


class Classic2015State(GemState[Classic2015Config]):
    @property
    def boards(self) -> dict[str, int]:
        """All draw from one stack; used boards are discarded, and four players need them all."""
        used = self.seats * self.rounds
        return {"stack": BOARDS - used, "discarded": used}

    @classmethod
    def config_from(cls, value: Mapping[str, Any]) -> Classic2015Config:
        return Classic2015Config(**value)


class Family3dState(GemState[Family3dConfig]):
    @property
    def boards(self) -> dict[str, int]:
        """Each has a pile of the own level; used boards go back into the box."""
        return {"pile": ROUNDS - self.rounds, "boxed": self.seats * self.rounds}

    @classmethod
    def config_from(cls, value: Mapping[str, Any]) -> Family3dConfig:
        levels = value["levels"]
        return Family3dConfig(**{**value, "levels": None if levels is None else tuple(levels)})


S = TypeVar("S", bound=GemState[Any])


class GemRules(Rules[C, S]):
    """Rounds, ``{"kind": "round", "finished": [seats], "second_chance": false}``, each with a
    ``{"kind": "draw", "seat": 0, "gem": "red"}`` for each finisher in order; then, if need be,
    ``{"kind": "playoff", "winner": 0}``.
    """

    seats = (2, 3, 4)
    dependants = frozenset({"draw"})

    def describe(self, config: C) -> tuple[Sentence, ...]:
        return (
            Sentence.of("gems_goal", rounds=ROUNDS),
            Sentence.of("gems_setup", prizes=ROUNDS),
            Sentence.of("gems_worth"),
            *self._describe_boards(config),
            Sentence.of("race_task"),
            Sentence.of("race_second_chance"),
            Sentence.of("gems_first"),
            Sentence.of("gems_second"),
            Sentence.of("gems_others"),
            Sentence.of("gems_nothing"),
            Sentence.of("gems_left_on_track"),
            Sentence.of("gems_most"),
            *self._describe_tie(config),
        )

    @abstractmethod
    def _describe_boards(self, config: C) -> tuple[Sentence, ...]: ...

    def _describe_tie(self, config: C) -> tuple[Sentence, ...]:
        if not config.playoff:
            return (Sentence.of("gems_no_playoff"),)
        return (Sentence.of("gems_playoff"), Sentence.of("gems_playoff_boards"))

    def score_sheet(self, config: C) -> ScoreSheet:
        labels = ("gems_row_red", "gems_row_blue", "gems_row_green", "gems_row_brown")
        return ScoreSheet(
            columns=max(self.seats),
            rows=tuple(map(Sentence.of, labels)),
            total=Sentence.of("points_total"),
        )

    def _start(self, config: C, seats: int, rng: random.Random | None) -> S:
        check_first_seat(config.first, seats)
        self._check_config(config, seats)
        track = {gem: ROUNDS if gem in PRIZES else 0 for gem in GEMS}
        return self.state_type(
            config=config,
            seats=seats,
            rounds=0,
            to_draw=(),
            track=track,
            bag={gem: count - track[gem] for gem, count in GEMS.items()},
            won=(dict.fromkeys(GEMS, 0),) * seats,
            playoff=None,
        )

    def _check_config(self, config: C, seats: int) -> None:
        """Raise RuleViolation where the config doesn't fit the table."""

    def settle(self, state: S, event: Event, rng: random.Random) -> Event:
        """Draw the gem that is left to chance: every gem in the bag is as likely."""
        if not state.to_draw or not isinstance(event, Mapping) or event.get("gem") != "random":
            return event
        return {**event, "gem": rng.choices(list(state.bag), list(state.bag.values()))[0]}

    def expected(self, state: S) -> Expected:
        everybody = range(state.seats)
        if state.to_draw:
            drawing = state.to_draw[0]
            seat = Choice(
                name="seat",
                values=(drawing,),
                barred=tuple((other, "draw_not_now") for other in everybody if other != drawing),
            )
            gem = Choice(
                name="gem",
                values=tuple(gem for gem, count in state.bag.items() if count),
                by_chance="random",
                barred=tuple((gem, "gem_gone") for gem, count in state.bag.items() if not count),
            )
            return Expected((Option("draw", (seat, gem)),))
        if state.rounds < ROUNDS:
            return race(state.seats)
        if state.over:
            return Expected(())
        out = tuple((seat, "playoff_not_tied") for seat in everybody if seat not in state.tied)
        return Expected((Option("playoff", (Choice("winner", state.tied, barred=out),)),))

    def _apply(self, state: S, event: Event) -> S:
        if event["kind"] == "playoff":
            return replace(state, playoff=event["winner"])
        if event["kind"] == "draw":
            return self._end_round(self._draw(state, event["seat"], event["gem"]))
        return self._end_round(self._reward(state, tuple(event["finished"])))

    def _reward(self, state: S, finished: tuple[int, ...]) -> S:
        """The first takes blue and the second brown from the track; all of them are to draw."""
        track, won = state.track, list(state.won)
        for seat, gem in zip(finished, PRIZES, strict=False):
            track = _changed(track, gem, -1)
            won[seat] = _changed(won[seat], gem, +1)
        return replace(
            state, rounds=state.rounds + 1, to_draw=finished, track=track, won=tuple(won)
        )

    def _draw(self, state: S, seat: int, gem: str) -> S:
        """A gem goes from the bag to who drew it."""
        won = list(state.won)
        won[seat] = _changed(won[seat], gem, +1)
        bag = _changed(state.bag, gem, -1)
        return replace(state, to_draw=state.to_draw[1:], bag=bag, won=tuple(won))

    def _end_round(self, state: S) -> S:
        """After the last draw: the track has one blue and one brown less than before the round.

        Of those that nobody took, with one finisher the brown and with none both, go into the bag.
        """
        if state.to_draw:
            return state
        track, bag = state.track, state.bag
        for gem in PRIZES:
            left = track[gem] - (ROUNDS - state.rounds)
            track, bag = _changed(track, gem, -left), _changed(bag, gem, +left)
        return replace(state, track=track, bag=bag)

    def scores(self, state: S) -> list[int]:
        return list(state.totals)

    def ranking(self, state: S) -> list[Standing]:
        """By points; of those level at the top the winner of the playoff is first, the others
        share the second place."""
        ranking = rank_by_points(state.totals)
        for seat in state.tied:
            level = [other for other in state.tied if other != seat]
            told: dict[str, Any] = {"points": state.totals[seat]}
            if state.playoff is None:
                why = Sentence("playoff_due", {**told, "seats_level": level})
            elif state.playoff == seat:
                why = Sentence("playoff_won", {**told, "seats_level": level})
            elif len(level) == 1:
                why = Sentence("playoff_lost", {**told, "seat": state.playoff})
            else:
                level.remove(state.playoff)
                told |= {"seat": state.playoff, "seats_level": level}
                why = Sentence("playoff_lost_shared", told)
            ranking[seat] = Standing(1 if state.playoff in (None, seat) else 2, why)
        return ranking


class Classic2015Rules(GemRules[Classic2015Config, Classic2015State]):
    key: ClassVar[str] = "classic-2015"
    title: ClassVar[Sentence] = Sentence.of("name_classic_2015")
    state_type = Classic2015State

    def parse_config(self, options: object) -> Classic2015Config:
        given = known(options, "pieces", "first", "playoff")
        return Classic2015Config(
            pieces=one_of(given, "pieces", (3, 4)),
            first=first_seat(given),
            playoff=one_of(given, "playoff", (True, False)),
        )

    def _describe_boards(self, config: Classic2015Config) -> tuple[Sentence, ...]:
        return (
            Sentence.of("classic_set"),
            Sentence.of("classic_pieces", pieces=config.pieces),
            Sentence.of("classic_boards"),
            Sentence.of("classic_roller"),
        )


class Family3dRules(GemRules[Family3dConfig, Family3dState]):
    key: ClassVar[str] = "family-3d"
    title: ClassVar[Sentence] = Sentence.of("name_family_3d")
    state_type = Family3dState

    def parse_config(self, options: object) -> Family3dConfig:
        given = known(options, "levels", "first", "playoff")
        return Family3dConfig(
            levels=one_a_seat(given, "levels", (1, 2, 3, 4)),
            first=first_seat(given),
            playoff=one_of(given, "playoff", (True, False)),
        )

    def _check_config(self, config: Family3dConfig, seats: int) -> None:
        check_one_a_seat(config.levels, "levels", seats)

    def _describe_boards(self, config: Family3dConfig) -> tuple[Sentence, ...]:
        return (
            Sentence.of("family_set"),
            Sentence.of("family_levels"),
            Sentence.of("family_house_boards"),
            Sentence.of("family_boards", boards=ROUNDS),
            Sentence.of("family_numbers"),
            Sentence.of("family_roller"),
        )
