"""What a game says to people: where it stands, what comes next, and what was entered of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models import Game
from tournaments.rules.classic_2003 import COLOURS as CLASSIC_COLOURS
from tournaments.rules.gem_values import VALUES
from tournaments.rules.junior import ROUNDS as JUNIOR_ROUNDS
from tournaments.rules.race import ROUNDS

VARIANTS: Mapping[str, str | Promise] = {
    "classic-2003": gettext_lazy("Classic of 2003"),
    "classic-2015": gettext_lazy("Classic of 2015"),
    "family-3d": gettext_lazy("3-D Family"),
    "junior": gettext_lazy("Junior"),
    "dice": gettext_lazy("Dice game"),
}
COLOURS: Mapping[str, str | Promise] = {
    "red": pgettext_lazy("colour", "red"),
    "green": pgettext_lazy("colour", "green"),
    "brown": pgettext_lazy("colour", "brown"),
    "violet": pgettext_lazy("colour", "violet"),
    "yellow": pgettext_lazy("colour", "yellow"),
    "blue": pgettext_lazy("colour", "blue"),
    "pink": pgettext_lazy("colour", "pink"),
}
LETTERS = gettext_lazy("red R, green G, brown N, violet V, yellow Y, blue B")


def letters() -> dict[str, str]:
    """The letter that stands for each colour of gems, in the reader's language."""
    spoken = (pair.split()[-1] for pair in str(LETTERS).split(", "))
    return dict(zip(COLOURS, spoken, strict=False))


def heading(variant: str, state: Any, kind: str | None) -> tuple[str, ...]:
    """Where a game stands, in a few words each; ``kind`` is that of the event that comes next."""
    if kind is None:
        return ()
    if variant == "dice":
        return (
            _("Area %(area)s") % {"area": state.area + 1},
            _("dice round %(round)s") % {"round": state.round},
            _("worth %(points)s") % {"points": state.worth},
        )
    if kind == "playoff":
        return (_("Playoff"),)
    if kind == "pawn":
        return (_("Before the first round"),)
    rounds = JUNIOR_ROUNDS if variant == "junior" else ROUNDS
    number = state.round if kind == "round" else state.rounds
    return (_("Round %(round)s of %(rounds)s") % {"round": number, "rounds": rounds},)


def what_comes(variant: str, state: Any, kind: str | None, names: Sequence[str]) -> list[str]:
    """What the table does next, and what is to be entered of it."""
    if kind is None:
        return []
    if kind == "pawn":
        return [
            _(
                "Lay out the gems as shown, or note below how yours lie, before anything is"
                " entered."
            ),
            _("Everybody puts a pawn before a row of the board. Tap each one's row."),
        ]
    if kind == "draw":
        return [
            _("%(name)s draws a gem from the bag.") % {"name": names[state.to_draw[0]]},
            _("Tap what was drawn, or let the site draw."),
        ]
    if kind == "take":
        waiting = ", ".join(names[seat] for seat in state.to_take)
        told = _("Whoever is quickest moves and takes first. Still to take: %(names)s")
        return [told % {"names": waiting}]
    if kind == "playoff":
        tied = ", ".join(names[seat] for seat in state.tied)
        return [
            _("Level at the top: %(names)s. They play one more task without the timer.")
            % {"names": tied},
            _("Tap who solves it first."),
        ]
    return [_beginning(variant, state, names), _round(variant)]


def _beginning(variant: str, state: Any, names: Sequence[str]) -> str:
    """Who begins the round, and with what."""
    begins = {
        "dice": _("%(name)s rolls."),
        "classic-2003": _("%(name)s rolls the die."),
        "classic-2015": _("%(name)s rolls the die and turns the timer."),
        "family-3d": _("%(name)s rolls the die, and somebody else turns the timer."),
        "junior": _("%(name)s gives the signal to start."),
    }
    seat = state.caller if variant == "junior" else state.roller
    return begins[variant] % {"name": names[seat]}


def _round(variant: str) -> str:
    if variant == "dice":
        return _("Tap who filled the area, then end the round.")
    if variant == "junior":
        return _(
            "Tap the names in the order of finishing; the round ends with the last but one. If it"
            " ends with fewer, the others gave up."
        )
    return _("Tap the names in the order of finishing, then end the round.")


def told(event: Mapping[str, Any], names: Sequence[str]) -> str:
    """What an event says."""
    kind = event["kind"]
    if kind == "round":
        seats = event.get("filled", event.get("finished", ()))
        people = ", ".join(names[seat] for seat in seats) or _("nobody")
        return people + (f" ({_('second chance')})" if event.get("second_chance") else "")
    if kind == "playoff":
        return _("%(name)s wins the playoff") % {"name": names[event["winner"]]}
    return f"{names[event['seat']]}: {chosen(event)}"


def chosen(event: Mapping[str, Any]) -> str:
    """What one seat's event is about: a gem, or a row."""
    if event["kind"] == "draw":
        return str(COLOURS[event["gem"]])
    if event["kind"] == "pawn":
        return _("pawn before row %(row)s") % event
    return _("too late to take") if event["row"] is None else _("row %(row)s") % event


def told_together(events: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    """A round with its draws or takes, in one line."""
    return " · ".join(told(event, names) for event in events)


@dataclass(frozen=True)
class Gems:
    """How many gems of each colour lie where, and what they come to."""

    colours: list[tuple[str, str]]
    """Key and name."""
    lines: list[tuple[str, list[int], str]]
    total: str
    """What is in the last column."""


def gems(variant: str, state: Any, names: Sequence[str]) -> Gems | None:
    """What everybody has won, and what lies on the track and in the bag; None without gems."""
    if variant == "classic-2003":
        keys: tuple[str, ...] = CLASSIC_COLOURS
        counted, places = list(state.counts), []
        totals = [str(own[0]) for own in state.by_colour]
    elif variant in ("classic-2015", "family-3d"):
        keys, counted = tuple(VALUES), [*state.won, state.track, state.bag]
        totals = [*map(str, state.totals), "", ""]
        places = [_("on the track"), _("in the bag")]
    else:
        return None
    total = _("Most") if variant == "classic-2003" else _("Points")
    rows = zip([*names, *places], counted, totals, strict=True)
    return Gems(
        colours=[(key, str(COLOURS[key])) for key in keys],
        lines=[(where, [counts[key] for key in keys], worth) for where, counts, worth in rows],
        total=total,
    )


def whence(game: Game, *, has_boxes: bool) -> str:
    """Where a table's boards come from; empty where no boxes are in the room to deal them from."""
    is_junior = game.round.variant == "junior"
    if game.boards is not None:
        box = {"box": game.boards["box"], "deck": game.boards["deck"]}
        if is_junior:
            return _("From box %(box)s of %(deck)s, to be shuffled.") % box
        return _("From box %(box)s of %(deck)s, in this order.") % box
    if not has_boxes:
        return ""
    if "levels" in game.config and game.config["levels"] is None:
        return _("Boards are dealt as soon as the levels of the table are entered.")
    if is_junior:
        return _("No cards are dealt to this table: draw your colours, and enter who has which.")
    return _("No boards are dealt to this table: take such as you have not played yet.")


def notes(variant: str, state: Any, seat: int) -> list[str]:
    """What there is to know of a seat beside its score."""
    agreed = agreed_for(state.config.to_json(), seat)
    if agreed:
        return [agreed]
    return [_("done")] if variant == "dice" and seat in state.done else []


def agreed_for(config: Mapping[str, Any], seat: int) -> str:
    """The level or the colour of a seat; empty where there are none."""
    if config.get("levels") is not None:
        return _("level %(level)s") % {"level": config["levels"][seat]}
    if config.get("colours") is not None:
        return str(COLOURS[config["colours"][seat]])
    return ""
