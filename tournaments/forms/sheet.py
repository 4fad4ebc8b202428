"""Rounds as lines of paper: a cell for each seat, for a correction or a whole game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from puzzles.services.refusal import Refusal
from tournaments.rules import RuleViolation
from tournaments.rules.classic_2003 import ROWS
from tournaments.rules.gem_values import VALUES
from tournaments.rules.junior import ROUNDS as JUNIOR_ROUNDS
from tournaments.rules.race import ROUNDS
from tournaments.services.games import GameView, Round
from tournaments.services.rounds import IllegalRound
from tournaments.services.telling import COLOURS

Event = dict[str, Any]
Choices = Sequence[tuple[str, str | Promise]]

TOO_LATE = "late"
# What a cell of a round holds, beside whether its seat finished.
CELLS: Mapping[str, tuple[str, ...]] = {
    "dice": ("filled",),
    "junior": ("place",),
    "classic-2015": ("place", "gem"),
    "family-3d": ("place", "gem"),
    "classic-2003": ("place", "row", "took"),
}


@dataclass(frozen=True)
class Control:
    """A field of a cell, as the page shows it."""

    field: str
    name: str
    label: str
    choices: Choices
    value: str


@dataclass
class Line:
    """A round, the pawns of some seats, a playoff, or (of dice, on a whole sheet) an area."""

    view: GameView
    kind: str
    prefix: str
    title: str
    seats: Sequence[int]
    values: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What was written, by the names of the controls."""
    seen: int | None = None
    """The pk of the entry that it begins with, as the person saw it."""
    error: str = ""

    # --- as the page shows it -----------------------------------------------------------------

    @property
    def fields(self) -> tuple[str, ...]:
        """What a cell holds."""
        kinds = {"pawn": ("row",), "area": ("points",), "playoff": ("wins",)}
        return kinds.get(self.kind) or CELLS[self.view.variant]

    @property
    def has_second_chance(self) -> bool:
        return self.kind == "round" and self.view.variant in (
            "classic-2003",
            "classic-2015",
            "family-3d",
        )

    @property
    def second_chance(self) -> bool:
        return bool(self._written("second_chance"))

    @property
    def removed(self) -> bool:
        return bool(self._written("remove"))

    @property
    def cells(self) -> list[tuple[int, str, list[Control]]]:
        """Of each seat: its number, its name, and the controls."""
        return [
            (seat, name, [self._control(one, seat, name) for one in self.fields])
            for seat, name in enumerate(self.view.names)
            if seat in self.seats
        ]

    def _control(self, field: str, seat: int, name: str) -> Control:
        labels = {
            "filled": _("filled the area"),
            "place": _("place in the round"),
            "gem": _("gem drawn"),
            "row": _("row"),
            "took": _("took as number"),
            "points": _("points"),
            "wins": _("wins the playoff"),
        }
        label = f"{self.title}, {name}: {labels[field]}"
        value = self._written(field, seat)
        return Control(field, self._name(field, seat), label, self._choices(field), value)

    def _choices(self, field: str) -> Choices:
        seats = range(1, len(self.view.names) + 1)
        if field == "gem":
            gems = ((gem, f"{COLOURS[gem]} {value}") for gem, value in VALUES.items())
            return [("", _("gem")), *gems]
        if field == "row":
            rows = [(str(row), _("row %(row)s") % {"row": row}) for row in range(1, ROWS + 1)]
            late = [(TOO_LATE, _("too late to take"))] if self.kind == "round" else []
            return [("", _("row")), *rows, *late]
        if field in ("place", "took"):
            blank = _("place") if field == "place" else _("took as")
            blank = blank if len(self.fields) > 1 else "–"
            return [("", blank), *((str(place), f"{place}.") for place in seats)]
        if field == "points":
            return [("", "–"), *((str(points), str(points)) for points in reversed(seats))]
        return []

    # --- as events ----------------------------------------------------------------------------

    def events(self) -> list[Event]:
        """What the line says; Refusal at one of its fields if it says nothing that could be."""
        if self.removed:
            return []
        if self.kind == "pawn":
            return [self._pawn(seat) for seat in self.seats]
        if self.kind == "playoff":
            return [{"kind": "playoff", "winner": number_of(one)} for one in self._all("wins")]
        if self.kind == "area":
            return self._rounds_of_the_area()
        if self.view.variant == "dice":
            return [{"kind": "round", "filled": [number_of(one) for one in self._all("filled")]}]
        return self._race()

    def _pawn(self, seat: int) -> Event:
        row = self._written("row", seat)
        if not row:
            message = _("On which row does the pawn of %(name)s stand?")
            raise Refusal(message % {"name": self.view.names[seat]}, field="row")
        return {"kind": "pawn", "seat": seat, "row": number_of(row)}

    def _rounds_of_the_area(self) -> list[Event]:
        """The dice rounds behind the points of an area; those in which nobody filled it are lost.

        The rules judge them: they must give the same points.
        """
        points = [number_of(self._written("points", seat)) for seat in self.seats]
        groups = sorted({one for one in points if one}, reverse=True)
        rounds = [
            {"kind": "round", "filled": [seat for seat in self.seats if points[seat] == worth]}
            for worth in groups
            if worth > 1
        ]
        rules = self.view.rules
        state = rules.start(self.view.config, len(self.view.names))
        try:
            for event in rounds:
                state = rules.apply(state, event)
        except RuleViolation:
            pass
        if list(state.points[0]) != points:
            message = _(
                "No area gives these points: the first to fill it get %(most)s, the next one less,"
                " and a single last player 1."
            )
            raise Refusal(message % {"most": len(points)}, field="points")
        return rounds

    def _race(self) -> list[Event]:
        """Who finished, in order, and what each of them drew or took."""
        places = {seat: self._written("place", seat) for seat in self.seats}
        finished = sorted((number_of(place) or 0, seat) for seat, place in places.items() if place)
        if [place for place, _seat in finished] != list(range(1, len(finished) + 1)):
            message = _("The places must be 1, 2 and so on, each of them once.")
            raise Refusal(message, field="finished")
        if self.view.variant == "junior" and len(finished) == len(self.view.names):
            # The round ended when the last but one had finished: who is written last had not.
            finished.pop()
        event: Event = {"kind": "round", "finished": [seat for _place, seat in finished]}
        if self.has_second_chance:
            event["second_chance"] = self.second_chance
        return [event, *self._shares(event["finished"])]

    def _shares(self, finished: Sequence[int]) -> list[Event]:
        for one in self.fields[1:]:
            for seat in set(self.seats) - set(finished):
                if self._written(one, seat):
                    message = _("%(name)s has no place in this round, and gets nothing.")
                    raise Refusal(message % {"name": self.view.names[seat]}, field=one)
        for seat in finished:
            for one in self.fields[1:2]:
                if not self._written(one, seat):
                    message = _("What did %(name)s get for finishing?")
                    raise Refusal(message % {"name": self.view.names[seat]}, field=one)
        if "gem" in self.fields:
            return [
                {"kind": "draw", "seat": seat, "gem": self._written("gem", seat)}
                for seat in finished
            ]
        if "row" not in self.fields:
            return []
        # Who took when: as it is said, else in the order of finishing.
        order = {seat: place for place, seat in enumerate(finished, 1)}
        order |= {
            seat: number for seat in finished if (number := number_of(self._written("took", seat)))
        }
        return [
            {"kind": "take", "seat": seat, "row": self._row(seat)}
            for seat in sorted(finished, key=lambda seat: order[seat])
        ]

    def _row(self, seat: int) -> int | str | None:
        written = self._written("row", seat)
        return None if written == TOO_LATE else number_of(written) or written

    # --- names of the controls ----------------------------------------------------------------

    def _name(self, field: str, seat: int) -> str:
        # Ticks of all seats are one list.
        is_list = field in ("filled", "wins")
        return f"{self.prefix}.{field}" if is_list else f"{self.prefix}.{field}.{seat}"

    def _all(self, field: str) -> Sequence[str]:
        return self.values.get(f"{self.prefix}.{field}", [])

    def _written(self, field: str, seat: int | None = None) -> str:
        name = f"{self.prefix}.{field}" if seat is None else self._name(field, seat)
        written = self.values.get(name) or [""]
        if field in ("filled", "wins"):
            return "1" if str(seat) in written else ""
        return written[-1]


def line_of(view: GameView, one: Round, data: QueryDict | None = None) -> Line:
    """A round that was entered, as a line to be corrected."""
    first = one.entries[0].event
    seats = [first["seat"]] if first["kind"] == "pawn" else range(len(view.names))
    title = one.told if one.number is None else _("Round %(number)s") % {"number": one.number}
    prefix = str(one.index)
    line = Line(view, first["kind"], prefix, title, seats)
    if data is None:
        line.values, line.seen = _written_of(line, one), one.entries[0].pk
    else:
        line.values = dict(data.lists())
        line.seen = number_of(data.get(f"{prefix}.seen", ""))
    return line


def _written_of(line: Line, one: Round) -> dict[str, list[str]]:
    """What the controls of a line hold, so that it says the same."""
    prefix, events = line.prefix, [entry.event for entry in one.entries]
    first, shares = events[0], events[1:]
    if first["kind"] == "pawn":
        return {f"{prefix}.row.{first['seat']}": [str(first["row"])]}
    if first["kind"] == "playoff":
        return {f"{prefix}.wins": [str(first["winner"])]}
    written = {f"{prefix}.filled": [str(seat) for seat in first.get("filled", ())]}
    for place, seat in enumerate(first.get("finished", ()), 1):
        written[f"{prefix}.place.{seat}"] = [str(place)]
    if first.get("second_chance"):
        written[f"{prefix}.second_chance"] = ["1"]
    for number, share in enumerate(shares, 1):
        seat = share["seat"]
        if share["kind"] == "draw":
            written[f"{prefix}.gem.{seat}"] = [share["gem"]]
        else:
            row = TOO_LATE if share["row"] is None else str(share["row"])
            written[f"{prefix}.row.{seat}"] = [row]
            written[f"{prefix}.took.{seat}"] = [str(number)]
    return written


class Sheet:
    """A whole game as a sheet of paper has it, one line a round and one column a seat."""

    def __init__(self, view: GameView, data: QueryDict | None = None) -> None:
        self.view = view
        values = {} if data is None else dict(data.lists())
        seats = range(len(view.names))
        self.lines = [
            Line(view, kind, str(number), title, seats, values)
            for number, (kind, title) in enumerate(_lines(view))
        ]
        self.said: list[list[Event]] = []

    @property
    def has_second_chance(self) -> bool:
        return any(line.has_second_chance for line in self.lines)

    @property
    def advice(self) -> str:
        """What is to be written into the cells."""
        advice = {
            "dice": _("For each area the points of each player."),
            "junior": _("For each round who finished as which; the last needs no place."),
            "classic-2003": _(
                "First the row of each pawn; then, for each round, who finished as which, the row"
                " that was taken from, and who took when, if it wasn't in the order of finishing."
                " How the gems lay is noted before, on the table's page."
            ),
        }
        gems = _("For each round who finished as which, and which gem was drawn from the bag.")
        return advice.get(self.view.variant, gems)

    def events(self) -> list[Event] | None:
        """What the sheet says; None, with an error at its line, if a line says what can't be."""
        for line in self.lines:
            try:
                self.said.append(line.events())
            except Refusal as refusal:
                line.error = refusal.message
                return None
        return [event for events in self.said for event in events]

    def refuse(self, illegal: IllegalRound) -> None:
        """Show what the rules refused at its line, with the name of the seat."""
        index = illegal.index
        for line, events in zip(self.lines, self.said, strict=True):
            if index < len(events):
                seat = events[index].get("seat")
                name = "" if seat is None else f"{self.view.names[seat]}: "
                line.error = name + illegal.message
                return
            index -= len(events)


def _lines(view: GameView) -> list[tuple[str, str]]:
    if view.variant == "dice":
        areas = range(1, view.config.areas + 1)
        return [("area", _("Area %(number)s") % {"number": number}) for number in areas]
    rounds = range(1, (JUNIOR_ROUNDS if view.variant == "junior" else ROUNDS) + 1)
    lines = [("round", _("Round %(number)s") % {"number": number}) for number in rounds]
    if view.variant == "classic-2003":
        return [("pawn", _("Pawns")), *lines]
    if getattr(view.config, "playoff", False):
        return [*lines, ("playoff", _("Playoff"))]
    return lines


def number_of(text: str) -> int | None:
    """A number as forms send it; None for anything else."""
    return int(text) if text.isdecimal() and len(text) < 10 else None
