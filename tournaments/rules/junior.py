"""Junior: everybody fills cards with animals, and the fastest win them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
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
from tournaments.rules.options import (
    check_first_seat,
    check_one_a_seat,
    first_seat,
    known,
    one_a_seat,
    one_of,
)

ROUNDS: Final = 5
CARDS: Final = 8
"""How many cards there are of a colour; those that the rounds don't need are put away unseen."""

COLOURS: Final = ("yellow", "pink", "green", "blue")
SIDES: Final = ("easy", "difficult")


@dataclass(frozen=True)
class JuniorConfig:
    """``side`` of the cards is played by all; ``first`` is the seat of the oldest.

    ``colours`` has that of each seat; None leaves them to chance.
    """

    side: str = SIDES[0]
    first: int = 0
    colours: tuple[str, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        colours = None if self.colours is None else list(self.colours)
        return {"side": self.side, "first": self.first, "colours": colours}


@dataclass(frozen=True)
class JuniorState:
    """``won`` has, for each seat, whose cards lie on its winnings pile, in the order of winning.

    So does ``boxed`` for those that nobody won; it leaves out those put away unseen.
    """

    config: JuniorConfig
    seats: int
    rounds: int
    won: tuple[tuple[int, ...], ...]
    boxed: tuple[int, ...]

    @property
    def round(self) -> int | None:
        """The number, from 1, of the round that comes next."""
        return self.rounds + 1 if self.rounds < ROUNDS else None

    @property
    def caller(self) -> int | None:
        """Who starts the next round: it passes clockwise each round."""
        return (self.config.first + self.rounds) % self.seats if self.rounds < ROUNDS else None

    @property
    def totals(self) -> tuple[int, ...]:
        """How many cards each seat has won."""
        return tuple(map(len, self.won))

    def to_json(self) -> dict[str, Any]:
        """What it consists of, then what follows from that."""
        return {
            "config": self.config.to_json(),
            "seats": self.seats,
            "rounds": self.rounds,
            "won": [list(own) for own in self.won],
            "boxed": list(self.boxed),
            "totals": list(self.totals),
            "pile": ROUNDS - self.rounds,
            "round": self.round,
            "caller": self.caller,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        config, colours = value["config"], value["config"]["colours"]
        colours = None if colours is None else tuple(colours)
        return cls(
            config=JuniorConfig(**{**config, "colours": colours}),
            seats=value["seats"],
            rounds=value["rounds"],
            won=tuple(map(tuple, value["won"])),
            boxed=tuple(value["boxed"]),
        )


class JuniorRules(Rules[JuniorConfig, JuniorState]):
    """One kind of event, a round: ``{"kind": "round", "finished": [seats]}``, in order."""

    key = "junior"
    title = Sentence.of("name_junior")
    seats = (2, 3, 4)
    state_type = JuniorState

    def parse_config(self, options: object) -> JuniorConfig:
        given = known(options, "side", "first", "colours")
        colours = one_a_seat(given, "colours", COLOURS)
        if colours is not None and len(set(colours)) < len(colours):
            raise RuleViolation("config.colours", "colours_repeated")
        return JuniorConfig(one_of(given, "side", SIDES), first_seat(given), colours)

    def describe(self, config: JuniorConfig) -> tuple[Sentence, ...]:
        return (
            Sentence.of("junior_goal", rounds=ROUNDS),
            Sentence.of("junior_colours"),
            Sentence.of("junior_house_set"),
            Sentence.of("junior_easy" if config.side == "easy" else "junior_difficult"),
            Sentence.of("junior_cards", cards=CARDS, away=CARDS - ROUNDS, left=ROUNDS),
            Sentence.of("junior_caller"),
            Sentence.of("junior_round"),
            Sentence.of("junior_end_of_round"),
            Sentence.of("junior_two"),
            Sentence.of("junior_three"),
            Sentence.of("junior_four"),
            Sentence.of("junior_nobody"),
            Sentence.of("junior_gave_up"),
            Sentence.of("junior_most"),
        )

    def score_sheet(self, config: JuniorConfig) -> ScoreSheet:
        rounds = range(1, ROUNDS + 1)
        return ScoreSheet(
            columns=max(self.seats),
            rows=tuple(Sentence.of("round_number", number=number) for number in rounds),
            total=Sentence.of("junior_total"),
        )

    def _start(self, config: JuniorConfig, seats: int, rng: random.Random | None) -> JuniorState:
        check_first_seat(config.first, seats)
        check_one_a_seat(config.colours, "colours", seats)
        if config.colours is None and rng is not None:
            config = replace(config, colours=tuple(rng.sample(COLOURS, seats)))
        return JuniorState(config, seats, 0, ((),) * seats, ())

    def expected(self, state: JuniorState) -> Expected:
        if state.round is None:
            return Expected(())
        # The round ends with the last but one, so nobody is the last to finish.
        everybody = tuple(range(state.seats))
        finished = Seats("finished", everybody, (), least=0, most=state.seats - 1, ordered=True)
        return Expected((Option("round", (finished,)),))

    def _apply(self, state: JuniorState, event: Event) -> JuniorState:
        """Who finishes keeps the own card, and of three or four the first also gets the last's.

        All other cards go into the box: of two the second's; everybody's if nobody finished; and,
        which is a house ruling, all unfinished ones if more than one player didn't finish.
        """
        finished = event["finished"]
        unfinished = tuple(seat for seat in range(state.seats) if seat not in finished)
        won = [own + (seat,) * (seat in finished) for seat, own in enumerate(state.won)]
        if len(unfinished) == 1 and state.seats > 2:
            won[finished[0]] += unfinished
            unfinished = ()
        boxed = state.boxed + unfinished
        return replace(state, rounds=state.rounds + 1, won=tuple(won), boxed=boxed)

    def scores(self, state: JuniorState) -> list[int]:
        return list(state.totals)

    def ranking(self, state: JuniorState) -> list[Standing]:
        """Those with the same number of cards win together."""
        return rank_by_points(state.totals)
