"""What every variant is to the rest of the site: one interface, whatever is played.

A game is its events, plain JSON objects. A state is what becomes of them: ``start``, then
``apply`` for each. Neither draws anything; what chance decides is drawn before, by ``settle``,
and stands in the event from then on. Seats are numbered from 0, clockwise.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from puzzles.wording import shortened
from tournaments.rules.messages import MESSAGES, Sentence, Translate, say

Event = Mapping[str, Any]
"""A plain JSON object with a ``kind``; which further keys, says `Rules.expected`."""


class RuleViolation(ValueError):
    """What the rules refuse: at which field, and why (a key of `MESSAGES` with its params)."""

    def __init__(self, field: str, code: str, **params: Any) -> None:
        self.field = field
        self.code = code
        self.params = params
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The sentence in English, seats by their numbers."""
        return say(self.code, self.params)

    def spoken(self, translate: Translate = str, names: Sequence[str] | None = None) -> str:
        """The sentence in another language, and seats by the names of those who sit there."""
        return say(self.code, self.params, translate, names)


def is_one_of(value: object, values: Collection[object]) -> bool:
    """Whether JSON would call the value equal to one of these. To Python, 1 equals true."""
    return any(type(value) is type(one) and value == one for one in values)


# --- what may happen next ---------------------------------------------------------------------


class Field(ABC):
    """A field of an expected event: what a form offers, and what it may hold."""

    name: str

    @abstractmethod
    def check(self, value: object) -> None:
        """Raise RuleViolation unless the field may hold this value."""


@dataclass(frozen=True)
class Seats(Field):
    """Some of the seats, ``least`` to ``most`` of them, none twice.

    ``free`` can be chosen; ``barred`` are the table's other seats, each with the code of the
    reason why not. ``ordered`` says whether their order means something.
    """

    name: str
    free: tuple[int, ...]
    barred: tuple[tuple[int, str], ...]
    least: int
    most: int
    ordered: bool

    def check(self, value: object) -> None:
        if not isinstance(value, list):
            raise RuleViolation(self.name, "seats_not_a_list", value=shortened(value))
        barred = dict(self.barred)
        seen = set()
        for seat in value:
            if type(seat) is not int:
                raise RuleViolation(self.name, "seat_not_a_number", value=shortened(seat))
            if seat in barred:
                raise RuleViolation(self.name, barred[seat], seat=seat)
            if seat not in self.free:
                raise RuleViolation(self.name, "no_such_seat", value=shortened(seat))
            if seat in seen:
                raise RuleViolation(self.name, "seat_twice", seat=seat)
            seen.add(seat)
        if len(value) < self.least:
            raise RuleViolation(self.name, "too_few_seats", least=self.least, value=len(value))
        if len(value) > self.most:
            raise RuleViolation(self.name, "too_many_seats", most=self.most, value=len(value))


@dataclass(frozen=True)
class Choice(Field):
    """One of some values (texts, numbers, null).

    ``by_chance``, where it is given, is a further value that a form may offer: it asks `settle`
    to draw one of the others in its place. ``barred`` are values that somebody may think of, each
    with the code of the reason why not now; one that is a seat is spoken by its name.
    """

    name: str
    values: tuple[str | int | bool | None, ...]
    by_chance: str | None = None
    barred: tuple[tuple[str | int | bool, str], ...] = ()

    def check(self, value: object) -> None:
        if is_one_of(value, self.values):
            return
        for one, code in self.barred:
            if is_one_of(value, (one,)):
                is_seat = "%(seat)s" in MESSAGES[code]
                raise RuleViolation(self.name, code, **({"seat": one} if is_seat else {}))
        allowed = ", ".join(map(shortened, self.values))
        raise RuleViolation(self.name, "not_a_choice", value=shortened(value), allowed=allowed)


@dataclass(frozen=True)
class Name(Field):
    """A text of up to ``longest`` characters that names something new: none of those ``taken``."""

    name: str
    taken: tuple[str, ...]
    code: str
    """Why not one of those."""
    longest: int = 100

    def check(self, value: object) -> None:
        if not isinstance(value, str) or not 1 <= len(value) <= self.longest:
            raise RuleViolation(
                self.name, "not_a_name", value=shortened(value), longest=self.longest
            )
        if value in self.taken:
            raise RuleViolation(self.name, self.code, value=shortened(value))


@dataclass(frozen=True)
class Number(Field):
    """A number, with decimals or without, from ``least`` to ``most``."""

    name: str
    least: float
    most: float

    def check(self, value: object) -> None:
        if type(value) not in (int, float):
            raise RuleViolation(self.name, "not_a_number", value=shortened(value))
        if not self.least <= value <= self.most:  # type: ignore[operator]
            raise RuleViolation(
                self.name,
                "number_out_of_range",
                value=shortened(value),
                least=self.least,
                most=self.most,
            )


@dataclass(frozen=True)
class Option:
    """A kind of event that may come next, with its fields in the order of a form."""

    kind: str
    fields: tuple[Field, ...]

    def complaint(self, event: Event) -> tuple[int, RuleViolation] | None:
        """What is wrong with an event of this kind, after so many fields that are right."""
        for known in event:
            if known != "kind" and known not in {field.name for field in self.fields}:
                return 0, RuleViolation(str(known), "field_unknown", value=shortened(known))
        for position, field in enumerate(self.fields):
            try:
                if field.name not in event:
                    raise RuleViolation(field.name, "field_missing")
                field.check(event[field.name])
            except RuleViolation as violation:
                return position, violation
        return None


@dataclass(frozen=True)
class Expected:
    """All that may happen next: an event that one of the options admits, and no other.

    Several options may be of one kind. There is none once the game is over.
    """

    options: tuple[Option, ...]

    def check(self, event: object) -> None:
        """Raise RuleViolation, of the option that it comes nearest to, unless it may come next."""
        if not isinstance(event, Mapping):
            raise RuleViolation("event", "event_not_an_object", value=shortened(event))
        if not self.options:
            raise RuleViolation("event", "game_over")
        if "kind" not in event:
            raise RuleViolation("kind", "kind_missing")
        meant = [option for option in self.options if option.kind == event["kind"]]
        if not meant:
            kinds = ", ".join(dict.fromkeys(option.kind for option in self.options))
            value = shortened(event["kind"])
            raise RuleViolation("kind", "wrong_kind", value=value, expected=kinds)
        complaints = []
        for option in meant:
            complaint = option.complaint(event)
            if complaint is None:
                return
            complaints.append(complaint)
        raise max(complaints, key=lambda complaint: complaint[0])[1]

    def admits(self, event: object) -> bool:
        """Whether the event may come next."""
        try:
            self.check(event)
        except RuleViolation:
            return False
        return True


# --- what comes of it -------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """A seat's place, from 1, and why it has it."""

    place: int
    why: Sentence


@dataclass(frozen=True)
class ScoreSheet:
    """What a printed pad needs: a column a seat, a row a score, and the row of the totals."""

    columns: int
    rows: tuple[Sentence, ...]
    total: Sentence


class Config(Protocol):
    """What a table agreed, a frozen dataclass. Parsing its JSON gives it back."""

    def to_json(self) -> dict[str, Any]: ...


class State(Protocol):
    """Where a game stands, a frozen dataclass. Its JSON gives it back, and tells pages the rest."""

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self: ...

    def to_json(self) -> dict[str, Any]: ...


C = TypeVar("C", bound=Config)
S = TypeVar("S", bound=State)


class Rules(ABC, Generic[C, S]):
    """A variant. It has no state of its own; one object serves all games."""

    key: ClassVar[str]
    title: ClassVar[Sentence]
    """What people call it."""

    seats: ClassVar[tuple[int, ...]]
    """How many seats a table may have."""

    dependants: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that belong to the round before them, and are corrected with it."""

    state_type: type[S]
    """Whose ``from_json`` reads a state."""

    @abstractmethod
    def parse_config(self, options: object) -> C:
        """The options with their defaults; RuleViolation at ``config`` or ``config.<name>``."""

    @abstractmethod
    def describe(self, config: C) -> tuple[Sentence, ...]:
        """The rules in words."""

    @abstractmethod
    def score_sheet(self, config: C) -> ScoreSheet:
        """What a printed pad needs."""

    def start(self, config: C, seats: int, rng: random.Random | None = None) -> S:
        """The state before the first event; RuleViolation where config and seats disagree.

        Some variants draw a layout unless ``config`` holds one. What they drew is in the
        ``config`` of the state; from that one on, no ``rng`` is needed any more.
        """
        if type(seats) is not int or seats not in self.seats:
            allowed = ", ".join(map(str, self.seats))
            raise RuleViolation("seats", "wrong_seats", value=shortened(seats), allowed=allowed)
        return self._start(config, seats, rng)

    @abstractmethod
    def _start(self, config: C, seats: int, rng: random.Random | None) -> S: ...

    def settle(self, state: S, event: Event, rng: random.Random) -> Event:
        """The event with what chance decides filled in; one that isn't expected, as it is."""
        return event

    def apply(self, state: S, event: Event) -> S:
        """The state after a settled event; RuleViolation unless `expected` admits it."""
        self.expected(state).check(event)
        return self._apply(state, event)

    @abstractmethod
    def _apply(self, state: S, event: Event) -> S: ...

    @abstractmethod
    def expected(self, state: S) -> Expected:
        """What may happen next: it drives forms and buttons, and decides what is legal."""

    def finished(self, state: S) -> bool:
        """Whether the game is over."""
        return not self.expected(state).options

    @abstractmethod
    def scores(self, state: S) -> list[int]:
        """Each seat's score, so far."""

    @abstractmethod
    def ranking(self, state: S) -> list[Standing]:
        """Each seat's standing, so far. Ties share a place, and the next place is skipped."""


def rank_by_points(points: Sequence[int]) -> list[Standing]:
    """The standings where nothing but points decides."""
    return [_standing(seat, points) for seat in range(len(points))]


def _standing(seat: int, points: Sequence[int]) -> Standing:
    own = points[seat]
    ahead = [other for other, theirs in enumerate(points) if theirs > own]
    level = [other for other, theirs in enumerate(points) if theirs == own and other != seat]
    code = ("behind" if ahead else "highest") + ("_shared" if level else "")
    told: dict[str, Any] = {"points": own}
    if ahead:
        told["seats_ahead"] = ahead
    if level:
        told["seats_level"] = level
    return Standing(1 + len(ahead), Sentence(code, told))
