"""Somebody's results of a form as a line over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from puzzles.wording import N_
from tournaments.pictures.svg import Markup, disc, path, picture, text
from tournaments.rules.messages import Translate
from tournaments.rules.records import Result

LABEL: Final = N_("Results of %(count)s games; the best is %(best)s.")
SOLVED: Final = N_("tasks")
SECONDS: Final = N_("seconds")

LEFT, RIGHT, TOP, BOTTOM = 44, 328, 24, 124


def progress_picture(
    results: Sequence[Result], steps: Sequence[Result], translate: Translate
) -> str:
    """The results of one form, oldest first; ``steps``, those that beat all before, are ringed.

    Upward is what is counted: tasks that were solved, or the seconds that a given number took, of
    which few are better.
    """
    timed = results[0].form.tasks is not None
    values = [_value(result, timed) for result in results]
    most, best = max(*values, 1), min(values) if timed else max(values)
    spots = [
        (
            LEFT + (RIGHT - LEFT) * (number + 0.5) / len(values),
            BOTTOM - (BOTTOM - TOP) * value / most,
        )
        for number, value in enumerate(values)
    ]
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    parts: list[Markup] = [
        path(f"M{LEFT} {TOP - 8}V{BOTTOM}H{RIGHT}", "r-axis"),
        text(4, 12, translate(SECONDS if timed else SOLVED), "small"),
        text(LEFT - 6, TOP + 4, _told(most), "end small"),
        text(LEFT - 6, BOTTOM + 4, "0", "end small"),
        text(LEFT, BOTTOM + 18, results[0].day.isoformat(), "small"),
        path(line, "r-line"),
    ]
    if len({result.day for result in results}) > 1:
        parts.append(text(RIGHT, BOTTOM + 18, results[-1].day.isoformat(), "end small"))
    stepped = {id(step) for step in steps}
    for result, (x, y) in zip(results, spots, strict=True):
        if id(result) in stepped:
            parts.append(disc(x, y, 7, "r-ring"))
        parts.append(disc(x, y, 3.5, "r-dot"))
    label = translate(LABEL) % {"count": len(results), "best": _told(best)}
    return picture(BOTTOM + 26, parts, label=label)


def _value(result: Result, timed: bool) -> float:
    return (result.seconds or 0) if timed else result.solved


def _told(value: float) -> str:
    return f"{value:g}"
