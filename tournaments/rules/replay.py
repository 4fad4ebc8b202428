"""Games as lists of events: replaying, correcting and undoing them, whatever the variant."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from puzzles.wording import shortened
from tournaments.rules.game import C, Event, Rules, RuleViolation, S


class IllegalEvent(RuleViolation):
    """The event of a game that the rules refuse.

    ``index`` is its place in the game as it stood; that of an event which a correction brings is
    the index of the round to be corrected, and ``offset`` its place in the correction.
    """

    def __init__(self, index: int, violation: RuleViolation, offset: int | None = None) -> None:
        self.index = index
        self.offset = offset
        super().__init__(violation.field, violation.code, **violation.params)


def chance(seed: int, moment: int | str) -> random.Random:
    """What decides about the event of this index, or about the "start": the same every time."""
    return random.Random(f"{seed}/{moment}")


def replay(
    rules: Rules[C, S],
    config: C,
    seats: int,
    events: Sequence[Event],
    *,
    seed: int | None = None,
) -> S:
    """The state after these events; IllegalEvent at the first that the rules refuse.

    What events leave to chance is drawn from ``seed``. Without one they have to be settled.
    """
    game = [(index, None, event) for index, event in enumerate(events)]
    return _play(rules, config, seats, game, seed)[0]


def correct(
    rules: Rules[C, S],
    config: C,
    seats: int,
    events: Sequence[Event],
    corrections: Mapping[int, Sequence[Event]],
    *,
    seed: int | None = None,
) -> list[Event]:
    """The settled events of the game with rounds replaced, legal as a whole.

    ``corrections`` has the index of any event of a round, and the round that takes its place with
    all that depends on it: none takes it out, several put rounds in. IllegalEvent names the event
    that the rules refuse, which may be a later one; it can then be corrected in the same step.
    """
    rounds = split(rules, events)
    replacing: dict[int, Sequence[Event]] = {}
    for index, new in corrections.items():
        start = next((each.start for each in rounds if index in each), None)
        if start is None:
            raise RuleViolation("index", "no_such_event", value=shortened(index))
        if start in replacing:
            raise RuleViolation("index", "round_corrected_twice", value=start)
        replacing[start] = new
    game: list[tuple[int, int | None, Event]] = []
    for each in rounds:
        if each.start in replacing:
            new = replacing[each.start]
            game += [(each.start, offset, event) for offset, event in enumerate(new)]
        else:
            game += [(index, None, events[index]) for index in each]
    return _play(rules, config, seats, game, seed)[1]


def undo(rules: Rules[Any, Any], events: Sequence[Event]) -> list[Event]:
    """The events without the last round and all that depends on it."""
    if not events:
        raise RuleViolation("events", "nothing_to_undo")
    return list(events[: split(rules, events)[-1].start])


def split(rules: Rules[Any, Any], events: Sequence[Event]) -> list[range]:
    """The indices of the events, round by round: the units of correction."""
    starts = [i for i, event in enumerate(events) if event["kind"] not in rules.dependants]
    return [range(*ends) for ends in pairwise([*starts, len(events)])]


def _play(
    rules: Rules[C, S],
    config: C,
    seats: int,
    game: Sequence[tuple[int, int | None, Event]],
    seed: int | None,
) -> tuple[S, list[Event]]:
    """The state after events with their index and offset, and the events as they were settled."""
    state = rules.start(config, seats, None if seed is None else chance(seed, "start"))
    settled = []
    for moment, (index, offset, event) in enumerate(game):
        if seed is not None:
            event = rules.settle(state, event, chance(seed, moment))
        try:
            state = rules.apply(state, event)
        except RuleViolation as violation:
            raise IllegalEvent(index, violation, offset) from violation
        settled.append(event)
    return state, settled
