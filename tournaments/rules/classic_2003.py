"""Classic of 2003: who solves the task in time moves a pawn and takes gems from its row."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from puzzles.wording import shortened
from tournaments.rules.game import (
    Choice,
    Event,
    Expected,
    Option,
    Rules,
    RuleViolation,
    ScoreSheet,
    Standing,
)
from tournaments.rules.messages import Sentence
from tournaments.rules.options import check_first_seat, first_seat, known, one_of
from tournaments.rules.race import ROUNDS, race

COLOURS: Final = ("red", "green", "brown", "violet", "yellow", "blue")
ROWS: Final = 6
IN_A_ROW: Final = 12
"""How many gems lie in a row at first; and there are as many of each colour."""

TAKEN: Final = 2
"""How many gems a row gives, those nearest the pawn."""

REACH: Final = (3, 2, 1, 0)
"""How many rows the first to finish may move, the second, and so on; also with fewer players."""

Layout = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Classic2003Config:
    """``gems`` is the layout, row by row and nearest the pawn first; None leaves it to chance.

    ``pieces`` says which side of the boards is played; the seat ``first`` rolls first.
    """

    gems: Layout | None = None
    pieces: int = 3
    first: int = 0

    def to_json(self) -> dict[str, Any]:
        gems = None if self.gems is None else [list(row) for row in self.gems]
        return {"gems": gems, "pieces": self.pieces, "first": self.first}


@dataclass(frozen=True)
class Classic2003State:
    """``rounds`` have been raced; ``finished`` is the order of the last one as long as some of
    them, ``to_take``, still take. Rows are numbered from 1.
    """

    config: Classic2003Config
    seats: int
    rows: Layout
    """The gems that are left, nearest the pawn first."""
    pawns: tuple[int | None, ...]
    rounds: int
    finished: tuple[int, ...]
    to_take: tuple[int, ...]
    won: tuple[tuple[str, ...], ...]
    """Each seat's gems in the order in which they were taken. They lie open."""

    @property
    def over(self) -> bool:
        return self.rounds == ROUNDS and not self.to_take

    @property
    def round(self) -> int | None:
        """The number, from 1, of the round that comes next."""
        return self.rounds + 1 if self.rounds < ROUNDS else None

    @property
    def roller(self) -> int | None:
        """Who rolls next: it passes clockwise each round."""
        return (self.config.first + self.rounds) % self.seats if self.rounds < ROUNDS else None

    @property
    def counts(self) -> tuple[dict[str, int], ...]:
        """How many gems of each colour each seat has."""
        return tuple({colour: own.count(colour) for colour in COLOURS} for own in self.won)

    @property
    def by_colour(self) -> tuple[tuple[int, ...], ...]:
        """The same numbers, the most of one colour first: 6, 4, 3, 0, 0, 0."""
        return tuple(tuple(sorted(own.values(), reverse=True)) for own in self.counts)

    def reach(self, seat: int) -> tuple[int, ...]:
        """The rows that the pawn of a seat that takes may go to; there is no way round the edge."""
        pawn, far = self.pawns[seat], REACH[self.finished.index(seat)]
        assert pawn is not None
        return tuple(row for row in range(1, ROWS + 1) if abs(row - pawn) <= far)

    def to_json(self) -> dict[str, Any]:
        """What it consists of, then what follows from that."""
        return {
            "config": self.config.to_json(),
            "seats": self.seats,
            "rows": [list(row) for row in self.rows],
            "pawns": list(self.pawns),
            "rounds": self.rounds,
            "finished": list(self.finished),
            "to_take": list(self.to_take),
            "won": [list(own) for own in self.won],
            "counts": list(self.counts),
            "by_colour": [list(own) for own in self.by_colour],
            "reach": [
                list(self.reach(seat)) if seat in self.to_take else [] for seat in range(self.seats)
            ],
            "round": self.round,
            "roller": self.roller,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        config = value["config"]
        return cls(
            config=Classic2003Config(**{**config, "gems": tuple(map(tuple, config["gems"]))}),
            seats=value["seats"],
            rows=tuple(map(tuple, value["rows"])),
            pawns=tuple(value["pawns"]),
            rounds=value["rounds"],
            finished=tuple(value["finished"]),
            to_take=tuple(value["to_take"]),
            won=tuple(map(tuple, value["won"])),
        )


class Classic2003Rules(Rules[Classic2003Config, Classic2003State]):
    """First ``{"kind": "pawn", "seat": 0, "row": 3}`` for each seat. Then rounds,
    ``{"kind": "round", "finished": [seats], "second_chance": false}``, each with a
    ``{"kind": "take", "seat": 0, "row": 4}`` for each finisher in the order of their taking.
    """

    key = "classic-2003"
    title = Sentence.of("name_classic_2003")
    seats = (2, 3, 4)
    dependants = frozenset({"take"})
    state_type = Classic2003State

    def parse_config(self, options: object) -> Classic2003Config:
        given = known(options, "gems", "pieces", "first")
        return Classic2003Config(
            gems=None if given.get("gems") is None else _layout(given["gems"]),
            pieces=one_of(given, "pieces", (3, 4)),
            first=first_seat(given),
        )

    def describe(self, config: Classic2003Config) -> tuple[Sentence, ...]:
        return (
            Sentence.of("pawns_goal", rounds=ROUNDS),
            Sentence.of("pawns_board", rows=ROWS, gems=IN_A_ROW),
            Sentence.of("pawns_start"),
            Sentence.of("classic_set"),
            Sentence.of("classic_pieces", pieces=config.pieces),
            Sentence.of("pawns_boards"),
            Sentence.of("pawns_roller"),
            Sentence.of("race_task"),
            Sentence.of("race_second_chance"),
            Sentence.of("pawns_move"),
            Sentence.of("pawns_take"),
            Sentence.of("pawns_empty_row"),
            Sentence.of("pawns_order"),
            Sentence.of("pawns_too_late"),
            Sentence.of("pawns_open"),
            Sentence.of("pawns_most"),
            Sentence.of("pawns_tie"),
        )

    def score_sheet(self, config: Classic2003Config) -> ScoreSheet:
        labels = (
            *("colour_red", "colour_green", "colour_brown"),
            *("colour_violet", "colour_yellow", "colour_blue"),
        )
        return ScoreSheet(
            columns=max(self.seats),
            rows=tuple(map(Sentence.of, labels)),
            total=Sentence.of("pawns_total"),
        )

    def _start(
        self, config: Classic2003Config, seats: int, rng: random.Random | None
    ) -> Classic2003State:
        check_first_seat(config.first, seats)
        if config.gems is None:
            if rng is None:
                raise RuleViolation("config.gems", "gems_missing")
            gems = [colour for colour in COLOURS for _ in range(IN_A_ROW)]
            rng.shuffle(gems)
            rows = (gems[row * IN_A_ROW : (row + 1) * IN_A_ROW] for row in range(ROWS))
            config = replace(config, gems=tuple(map(tuple, rows)))
        assert config.gems is not None
        return Classic2003State(
            config=config,
            seats=seats,
            rows=config.gems,
            pawns=(None,) * seats,
            rounds=0,
            finished=(),
            to_take=(),
            won=((),) * seats,
        )

    def expected(self, state: Classic2003State) -> Expected:
        if None in state.pawns:
            waiting = tuple(seat for seat, row in enumerate(state.pawns) if row is None)
            seat = _choice_of_seat(state, waiting, other="pawn_stands")
            return Expected((Option("pawn", (seat, Choice("row", tuple(range(1, ROWS + 1))))),))
        if state.to_take:
            return Expected(tuple(self._take(state, seat) for seat in state.to_take))
        return Expected(()) if state.over else race(state.seats)

    def _take(self, state: Classic2003State, seat: int) -> Option:
        """What a finisher may do. Who was too late to take has no row."""
        reach = state.reach(seat)
        far = tuple((row, "row_too_far") for row in range(1, ROWS + 1) if row not in reach)
        return Option(
            "take",
            (
                _choice_of_seat(state, (seat,), other="take_not_now"),
                Choice("row", (*reach, None), barred=far),
            ),
        )

    def _apply(self, state: Classic2003State, event: Event) -> Classic2003State:
        if event["kind"] == "round":
            finished = tuple(event["finished"])
            return replace(state, rounds=state.rounds + 1, finished=finished, to_take=finished)
        if event["kind"] == "pawn":
            return replace(state, pawns=_with(state.pawns, event["seat"], event["row"]))
        seat = event["seat"]
        to_take = tuple(other for other in state.to_take if other != seat)
        state = replace(state, to_take=to_take, finished=state.finished if to_take else ())
        return state if event["row"] is None else self._moved(state, seat, event["row"])

    def _moved(self, state: Classic2003State, seat: int, row: int) -> Classic2003State:
        """The pawn goes to the row, and its seat takes the nearest two gems that are left there."""
        gems = state.rows[row - 1]
        return replace(
            state,
            pawns=_with(state.pawns, seat, row),
            rows=_with(state.rows, row - 1, gems[TAKEN:]),
            won=_with(state.won, seat, state.won[seat] + gems[:TAKEN]),
        )

    def scores(self, state: Classic2003State) -> list[int]:
        """The most gems that each seat has of one colour."""
        return [own[0] for own in state.by_colour]

    def ranking(self, state: Classic2003State) -> list[Standing]:
        """The most of one colour is best; if equal, of the next best colour of each, and so on."""
        return [_standing(seat, state.by_colour) for seat in range(state.seats)]


def _layout(rows: object) -> Layout:
    """The gems of the board as an option gives them."""
    if not isinstance(rows, list) or len(rows) != ROWS:
        raise RuleViolation("config.gems", "gems_not_rows", rows=ROWS, gems=IN_A_ROW)
    for row in rows:
        if not isinstance(row, list) or len(row) != IN_A_ROW:
            raise RuleViolation("config.gems", "gems_not_rows", rows=ROWS, gems=IN_A_ROW)
        for gem in row:
            if gem not in COLOURS:
                value, allowed = shortened(gem), ", ".join(COLOURS)
                raise RuleViolation("config.gems", "gem_unknown", value=value, allowed=allowed)
    counts = Counter(gem for row in rows for gem in row)
    for colour in COLOURS:
        if counts[colour] != IN_A_ROW:
            told = {"colour": colour, "gems": IN_A_ROW, "value": counts[colour]}
            raise RuleViolation("config.gems", "gems_unequal", **told)
    return tuple(map(tuple, rows))


def _choice_of_seat(state: Classic2003State, seats: tuple[int, ...], *, other: str) -> Choice:
    barred = tuple((seat, other) for seat in range(state.seats) if seat not in seats)
    return Choice("seat", seats, barred=barred)


def _with(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """The same values but for that one."""
    return (*values[:index], value, *values[index + 1 :])


def _standing(seat: int, by_colour: Sequence[tuple[int, ...]]) -> Standing:
    own = by_colour[seat]
    ahead = [theirs for theirs in by_colour if theirs > own]
    level = [other for other, theirs in enumerate(by_colour) if theirs == own and other != seat]
    told: dict[str, Any] = {"counts": _spoken(own)}
    if level:
        told["seats_level"] = level
    if ahead:
        # Those of the place before.
        told["theirs"] = _spoken(min(ahead))
        told["seats_ahead"] = _who(by_colour, min(ahead))
    elif not level:
        # Those of the place after, since they may have as many of the best colour.
        following = max(theirs for theirs in by_colour if theirs < own)
        told["theirs"] = _spoken(following)
        told["seats_behind"] = _who(by_colour, following)
    code = ("colours_behind" if ahead else "colours_highest") + ("_shared" if level else "")
    return Standing(1 + len(ahead), Sentence(code, told))


def _who(by_colour: Sequence[tuple[int, ...]], counts: tuple[int, ...]) -> list[int]:
    return [seat for seat, theirs in enumerate(by_colour) if theirs == counts]


def _spoken(counts: tuple[int, ...]) -> str:
    """The numbers of gems by colour, as 6-4-3."""
    return "-".join(str(count) for count in counts if count) or "0"
