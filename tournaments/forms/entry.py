"""What an entry page asks: the forms that follow from what may come next, and what comes back."""

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from tournaments.rules import Choice, Option, Seats
from tournaments.rules.classic_2003 import ROWS, TAKEN
from tournaments.rules.gem_values import VALUES
from tournaments.rules.race import race
from tournaments.services.games import GameView
from tournaments.services.telling import COLOURS

LARGEST_INDEX = 2**31
NO_FIELDS = ("csrfmiddlewaretoken", "key", "index", "many")


@dataclass(frozen=True)
class Button:
    """An answer that one tap gives; ``gems`` are pictured beside it."""

    name: str
    value: str
    """As JSON."""
    label: str
    gems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """A form: what of an expected event a person has to say, in taps, ticks or one button.

    ``seat``, if the event is that seat's own, is known.
    """

    kind: str
    seat: int | None
    name: str
    taps: Seats | None
    ticks: tuple[str, ...]
    buttons: tuple[Button, ...]
    key: UUID = field(default_factory=uuid4)
    """Of the entry that the form makes."""

    @property
    def places(self) -> range:
        """The places that a finisher may have."""
        return range(1, self.taps.most + 1 if self.taps else 1)


def questions(view: GameView) -> list[Question]:
    """The forms for what may come next, one for each seat whose turn it may be."""
    asked: dict[tuple[str, int | None], Question] = {}
    for option in view.expected.options:
        for seat in _seats_of(option):
            # Options of one kind differ in what they allow, not in what they ask.
            key = option.kind, seat
            if key not in asked or _most(option) > asked[key].places.stop:
                asked[key] = _question(view, option, seat)
    return list(asked.values())


def ahead(view: GameView) -> list[Question]:
    """The forms for a round, and for a draw or take of somebody who finished in it.

    With them a page goes on while it can't ask the site; nobody's name and reach is in them.
    """
    shares = {
        "draw": Option("draw", (Choice("gem", tuple(VALUES), by_chance="random"),)),
        "take": Option("take", (Choice("row", (*range(1, ROWS + 1), None)),)),
    }
    if not view.rules.dependants:
        return []
    somebody = race(len(view.names)).options[0]
    own = (shares[kind] for kind in view.rules.dependants)
    return [_question(view, option, None) for option in (somebody, *own)]


def _seats_of(option: Option) -> list[int | None]:
    for one in option.fields:
        if isinstance(one, Choice) and one.name == "seat":
            return [seat for seat in one.values if isinstance(seat, int)]
    return [None]


def _most(option: Option) -> int:
    return max((one.most + 1 for one in option.fields if isinstance(one, Seats)), default=0)


def _question(view: GameView, option: Option, seat: int | None) -> Question:
    taps, ticks, buttons = None, [], []
    for one in option.fields:
        if isinstance(one, Seats):
            taps = one
        elif isinstance(one, Choice) and any(value is True for value in one.values):
            ticks.append(one.name)
        elif isinstance(one, Choice) and one.name != "seat":
            values = [*one.values, *([one.by_chance] if one.by_chance else [])]
            buttons += [_button(view, one.name, value, seat) for value in values]
    name = "" if seat is None else view.names[seat]
    return Question(option.kind, seat, name, taps, tuple(ticks), tuple(buttons))


def _button(view: GameView, name: str, value: Any, seat: int | None) -> Button:
    code = json.dumps(value)
    if name == "winner":
        return Button(name, code, view.names[value])
    if name == "gem" and value in VALUES:
        return Button(name, code, f"{COLOURS[value]} · {VALUES[value]}", (value,))
    if name == "gem":
        return Button(name, code, _("let the site draw"))
    if value is None:
        return Button(name, code, _("too late to take"))
    takes = seat is not None and seat in view.state.to_take
    near = view.state.rows[value - 1][:TAKEN] if takes else ()
    return Button(name, code, _("row %(row)s") % {"row": value}, near)


# --- what comes back --------------------------------------------------------------------------


def entry_of(request: HttpRequest) -> dict[str, Any] | None:
    """Key, index and event of an entry that was sent; None for what is none at all.

    A script sends them as JSON. Of a form, each field is JSON, and ``many`` names its lists.
    """
    try:
        if request.content_type == "application/json":
            body = json.loads(request.body)
            key, index, event = UUID(body["key"]), body["index"], body["event"]
        else:
            key, index = UUID(request.POST["key"]), int(request.POST["index"])
            event = _event_of(request.POST)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return None
    is_index = type(index) is int and 0 <= index < LARGEST_INDEX
    return {"key": key, "index": index, "event": event} if is_index else None


def _event_of(form: QueryDict) -> dict[str, Any]:
    many = form.getlist("many")
    event: dict[str, Any] = {"kind": form["kind"], **{name: [] for name in many}}
    for name in form:
        if name in many:
            event[name] = [json.loads(value) for value in form.getlist(name) if value]
        elif name not in (*NO_FIELDS, "kind"):
            event[name] = json.loads(form.getlist(name)[-1])
    return event
