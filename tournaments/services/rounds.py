"""Whole rounds at once: corrected with their history, or a finished game entered from paper."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from puzzles.services.refusal import Refusal
from tournaments import rules as game_rules
from tournaments.models import Entry, Game, Person
from tournaments.rules import IllegalEvent, RuleViolation
from tournaments.services.changes import refuse_unless_plain
from tournaments.services.games import (
    Conflict,
    GameView,
    lock,
    note_result,
    refuse_if_confirmed,
    refuse_unless_running,
    retire,
    said_to_people,
    view_of,
)
from tournaments.services.telling import told_together

Events = Sequence[Mapping[str, Any]]


class IllegalRound(Refusal):
    """An event that the rules refuse.

    ``index`` is that of the event in the game as it stood, or in the game from paper; ``offset``
    is its place in the correction, or None if it belongs to another, later round.
    """

    def __init__(self, message: str, illegal: IllegalEvent) -> None:
        super().__init__(message, field=illegal.field)
        self.index = illegal.index
        self.offset = illegal.offset


def correct_rounds(
    *,
    user: Person,
    game: Game,
    corrections: Mapping[int, Events],
    reason: str,
    now: datetime,
    seen: Mapping[int, int] | None = None,
) -> GameView:
    """Put other events in place of the rounds at these indices; the old ones stay on record.

    No events take a round out. Refused, with nothing changed, if a later round would become
    illegal; the refusal names it, and it can then be corrected in the same step. ``seen`` has by
    index the pk of an entry as the person saw it: ``Conflict`` if there is another by now.
    """
    reason = _checked_reason(reason)
    with transaction.atomic():
        locked = lock(game)
        refuse_unless_running(locked.tournament)
        refuse_if_confirmed(locked, user, with_reason=True)
        view = view_of(locked)
        there = {entry.index: entry.pk for entry in view.entries}
        if any(there.get(index) != pk for index, pk in (seen or {}).items()):
            raise Conflict(view.entries)
        with _naming_the_round(view):
            corrected = game_rules.correct(
                view.rules, view.config, len(view.names), view.events, corrections,
                seed=locked.seed,
            )  # fmt: skip
        gone, staying, coming = _instead(view, corrections, corrected, user=user, now=now)
        retire(view, gone, user=user, now=now, how=Entry.Retirement.CORRECTED, reason=reason)
        _move(staying)
        Entry.objects.bulk_create(coming)
        return note_result(locked)


def record_sheet(*, user: Person, game: Game, key: UUID, events: Events, now: datetime) -> GameView:
    """Record a whole finished game, as a sheet of paper has it: all of it or nothing.

    The same key again changes nothing. Refused if anything was entered, and if the game isn't
    over with the last of the events; ``IllegalRound`` has the index of one that isn't right.
    """
    with transaction.atomic():
        locked = lock(game)
        if locked.entries.filter(key=key).exists():
            return view_of(locked)
        refuse_unless_running(locked.tournament)
        view = view_of(locked)
        if view.entries:
            raise Refusal(
                _("Something was entered of this game already; a sheet is for a whole game.")
            )
        with _naming_the_round(view):
            state, settled = _played(view, events)
        if not view.rules.finished(state):
            kind = view.rules.expected(state).options[0].kind
            message = gettext("The game isn't over with this; what is missing: %(what)s")
            raise Refusal(message % {"what": MISSING[kind]}, field="events")
        Entry.objects.bulk_create(
            _entry(locked, uuid5(key, str(place)) if place else key, place, event, user, now)
            for place, event in enumerate(settled)
        )
        return note_result(locked)


def _played(view: GameView, events: Events) -> tuple[Any, list[Mapping[str, Any]]]:
    """The state after these events from the beginning, and the events with what chance decided."""
    state, settled = view.state, []
    for index, event in enumerate(events):
        try:
            rng = game_rules.chance(view.game.seed, index)
            settled.append(view.rules.settle(state, event, rng))
            state = view.rules.apply(state, settled[-1])
        except RuleViolation as violation:
            raise IllegalEvent(index, violation) from violation
    return state, settled


MISSING = {
    "pawn": _("a pawn"),
    "round": _("a round"),
    "draw": _("a gem that was drawn"),
    "take": _("what a finisher took"),
    "playoff": _("who won the playoff"),
}


# --- history ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class TakenBack:
    """A round, or its last entries, that no longer counts: what it said, and what says it now."""

    first: Entry
    before: str
    after: str
    """Empty for what was undone, and for a round that was never played."""


def taken_back(view: GameView) -> list[TakenBack]:
    """All that was undone or corrected, in the order in which that happened."""
    entries = list(view.game.entries.select_related("retired_by").order_by("index", "pk"))
    retired = [(entry.retired_at, entry) for entry in entries if entry.retired_at is not None]
    groups: list[list[Entry]] = []
    for _moment, entry in sorted(retired, key=lambda pair: pair[0]):
        belongs = entry.event["kind"] in view.rules.dependants
        if groups and belongs and groups[-1][0].retired_at == entry.retired_at:
            groups[-1].append(entry)
        else:
            groups.append([entry])
    brought: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.replaces_id is not None:
            brought.setdefault(entry.replaces_id, []).append(entry)

    def told(group: Sequence[Entry]) -> str:
        return told_together([entry.event for entry in group], view.names)

    return [
        TakenBack(group[0], told(group), told(brought.get(group[0].pk, []))) for group in groups
    ]


# --- their parts ------------------------------------------------------------------------------


def _checked_reason(reason: str) -> str:
    reason = reason.strip()
    if not reason:
        raise Refusal(_("Say why; it stays on record with the correction."), field="reason")
    refuse_unless_plain(reason, model=Entry, field="reason")
    return reason


def _instead(
    view: GameView,
    corrections: Mapping[int, Events],
    corrected: Events,
    *,
    user: Person,
    now: datetime,
) -> tuple[list[Entry], list[tuple[int, Entry]], list[Entry]]:
    """The entries that go, those that stay, each with its new index, and those that come."""
    replacing = {
        each.start: len(corrections[index])
        for each in game_rules.split(view.rules, view.events)
        for index in each
        if index in corrections
    }
    gone: list[Entry] = []
    staying: list[tuple[int, Entry]] = []
    coming: list[Entry] = []
    place = 0
    for one in view.rounds:
        if one.index not in replacing:
            staying += enumerate(one.entries, place)
            place += len(one.entries)
            continue
        gone += one.entries
        for _each in range(replacing[one.index]):
            coming.append(_entry(view.game, uuid4(), place, corrected[place], user, now))
            coming[-1].replaces = one.entries[0]
            place += 1
    return gone, staying, coming


def _entry(
    game: Game, key: UUID, place: int, event: Mapping[str, Any], user: Person, now: datetime
) -> Entry:
    return Entry(
        game=game, key=key, index=place, event=dict(event), author_id=user.pk, entered_at=now
    )


def _move(staying: Sequence[tuple[int, Entry]]) -> None:
    """Give entries their new index, in an order in which no two ever share one."""
    forward = [(place, entry) for place, entry in staying if place > entry.index]
    backward = [(place, entry) for place, entry in staying if place < entry.index]
    for place, entry in [*backward, *reversed(forward)]:
        Entry.objects.filter(pk=entry.pk).update(index=place)


@contextmanager
def _naming_the_round(view: GameView) -> Iterator[None]:
    """What the rules refuse of whole rounds, in words; of a later round, which one."""
    try:
        with said_to_people(view.names):
            yield
    except Refusal as refusal:
        illegal = refusal.__cause__
        if not isinstance(illegal, IllegalEvent):
            raise
        message = refusal.message
        one = view.round_at(illegal.index)
        if illegal.offset is None and one is not None:
            told = {"number": one.number, "told": one.told, "why": message}
            if one.number is None:
                message = gettext("Then this would no longer be right: %(told)s. %(why)s") % told
            else:
                message = gettext("Then round %(number)s would no longer be right: %(why)s") % told
        raise IllegalRound(message, illegal) from illegal
