"""The plot of somebody's results."""

from __future__ import annotations

from datetime import date
from xml.etree import ElementTree

from tournaments.pictures.progress import BOTTOM, TOP, progress_picture
from tournaments.rules import rules_of
from tournaments.rules.records import Result, progress

CLASSIC = rules_of("solo-classic")


def plot(values: list[float], *, timed: bool = False, days: int = 1) -> ElementTree.Element:
    form = CLASSIC.parse_config({"tasks": 5} if timed else {"minutes": 5})
    results = [
        Result(
            form,
            date(2026, 5, 1 + min(place, days - 1)),
            5 if timed else int(value),
            value if timed else 100,
        )
        for place, value in enumerate(values)
    ]
    return ElementTree.fromstring(progress_picture(results, progress(results, form), str))


def spots(root: ElementTree.Element, kind: str) -> list[tuple[float, float]]:
    return [
        (float(at.get("cx", 0)), float(at.get("cy", 0)))
        for at in root.iter("circle")
        if at.get("class") == kind
    ]


def words(root: ElementTree.Element) -> list[str]:
    return [at.text or "" for at in root.iter("text")]


def test_tasks_solved() -> None:
    root = plot([2, 1, 4, 3])
    # 4 is at the top, 0 at the bottom, the others in proportion.
    high = BOTTOM - TOP
    assert [y for _, y in spots(root, "r-dot")] == [
        *(BOTTOM - high / 2, BOTTOM - high / 4, TOP, BOTTOM - 3 * high / 4),
    ]
    across = [x for x, _ in spots(root, "r-dot")]
    assert across == sorted(across)
    # 2 was the first, and 4 beat it.
    assert spots(root, "r-ring") == [spots(root, "r-dot")[place] for place in (0, 2)]
    assert words(root) == ["tasks", "4", "0", "2026-05-01"]
    assert root.get("aria-label") == "Results of 4 games; the best is 4."


def test_seconds_of_which_few_are_better() -> None:
    root = plot([80, 100.5, 60], timed=True, days=3)
    assert words(root) == ["seconds", "100.5", "0", "2026-05-01", "2026-05-03"]
    assert [y for _, y in spots(root, "r-dot")][1] == TOP
    assert spots(root, "r-ring") == [spots(root, "r-dot")[place] for place in (0, 2)]
    assert root.get("aria-label") == "Results of 3 games; the best is 60."


def test_nothing_solved() -> None:
    assert [y for _, y in spots(plot([0]), "r-dot")] == [BOTTOM]
