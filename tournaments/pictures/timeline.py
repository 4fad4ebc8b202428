"""Alone: what was solved when, and what was set aside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from puzzles.wording import N_
from tournaments.pictures.svg import Markup, box, disc, path, picture, text
from tournaments.rules import Event
from tournaments.rules.messages import Translate

LABEL: Final = N_("A line of time with %(solved)s tasks solved and %(aside)s set aside")
SECONDS: Final = N_("seconds")
SOLVED: Final = N_("solved")
ASIDE: Final = N_("set aside")
END: Final = N_("time is up")

LEFT, RIGHT, LINE = 14, 326, 56
STEPS: Final = (30, 60)
"""Seconds between two marks, for a short and for a long line."""


def timeline_picture(events: Sequence[Event], states: Sequence[Any], translate: Translate) -> str:
    """The whole game as a line: discs for tasks that were solved, crosses for those set aside.

    Nobody looks at a clock for the latter, so each stands halfway between its neighbours.
    """
    state = states[-1]
    minutes = state.config.minutes
    end = 60 * minutes if minutes else state.seconds
    every = STEPS[end > 200]
    parts: list[Markup] = [path(f"M{LEFT} {LINE}H{RIGHT}", "r-axis")]
    for seconds in range(0, int(end) + 1, every):
        x = _place(seconds, end)
        parts += [path(f"M{x:.1f} {LINE}v6", "r-axis"), text(x, LINE + 20, seconds, "mid small")]
    parts.append(text(RIGHT, LINE + 36, translate(SECONDS), "end small"))
    for index, event in enumerate(events):
        if event["kind"] == "time_up":
            continue
        x = _place(_moment(events, index), end)
        is_solved = event["kind"] == "solved"
        parts.append(disc(x, LINE, 6, "r-dot") if is_solved else _cross(x))
        parts.append(text(x, LINE - 14, event["task"], "mid strong"))
    if minutes:
        parts.append(box(RIGHT - 1.5, LINE - 26, 3, 32, "r-end"))
        parts.append(text(RIGHT, LINE - 34, translate(END), "end small"))
    key = LINE + 40
    parts += [
        *(disc(LEFT + 6, key, 6, "r-dot"), text(LEFT + 18, key + 4, translate(SOLVED), "small")),
        *(_cross(LEFT + 96, key), text(LEFT + 108, key + 4, translate(ASIDE), "small")),
    ]
    told = {"solved": len(state.solved), "aside": len(state.set_aside)}
    return picture(LINE + 54, parts, label=translate(LABEL) % told)


def _place(seconds: float, end: float) -> float:
    return LEFT + (RIGHT - LEFT) * seconds / end


def _moment(events: Sequence[Event], index: int) -> float:
    """When an event was, in seconds; of one that isn't timed, halfway between its neighbours."""
    if "seconds" in events[index]:
        return float(events[index]["seconds"])
    before = [event["seconds"] for event in events[:index] if "seconds" in event]
    after = [event["seconds"] for event in events[index:] if "seconds" in event]
    return float((before[-1] if before else 0) + after[0]) / 2


def _cross(x: float, y: float = LINE) -> Markup:
    return path(f"M{x - 5:.1f} {y - 5}l10 10m-10 0l10 -10", "r-line")
