"""Solve published and generated tasks and compare the counts with those stated for them.

    python -m tests.benchmarks.facts_check --facts DIR [--set NAME ...] [--difficulty]
    python -m tests.benchmarks.facts_check --nasty

DIR holds known_counts.json and benchmark_decks.json: lists of sets, each a task file whose
tasks carry an ``expect`` object. The exit code is 1 if a count differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, TypeVar

from puzzles.solver import SITE_LIMITS, Task, Verdict, solve
from puzzles.solver.difficulty import Difficulty, measure
from puzzles.solver.merged import count_covers
from puzzles.solver.setting import Setting
from puzzles.solver.taskfile import parse_task_file
from tests.solver.submissions import submissions

FILES = ("benchmark_decks.json", "known_counts.json")
Answer = TypeVar("Answer")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the solver with stated counts.")
    parser.add_argument("--facts", type=Path, metavar="DIR", help="where the JSON files lie")
    parser.add_argument("--set", action="append", metavar="NAME", help="only sets of this name")
    parser.add_argument("--difficulty", action="store_true", help="measure difficulties as well")
    parser.add_argument("--nasty", action="store_true", help="run the adversarial submissions")
    options = parser.parse_args(arguments)
    if not options.facts and not options.nasty:
        parser.error("nothing to do: give --facts or --nasty")
    differences = 0
    if options.facts:
        for facts in _sets(options.facts):
            if not options.set or facts["name"] in options.set:
                differences += check(facts)
                if options.difficulty:
                    report_difficulty(facts)
    if options.nasty:
        report_nasty_submissions()
    return 1 if differences else 0


def check(facts: dict[str, Any]) -> int:
    """Print one line on a set of tasks; return how many counts differ from the stated."""
    tasks = _tasks(facts)
    solved = [_timed(lambda task=task: solve(task)) for task in tasks]  # type: ignore[misc]
    different = [
        task.id
        for task, stated, (verdict, _) in zip(tasks, facts["file"]["tasks"], solved, strict=True)
        if not _agrees(verdict, stated["expect"])
    ]
    seconds = [taken for _, taken in solved]
    slowest = max(range(len(tasks)), key=seconds.__getitem__)
    print(
        f"{facts['name']:20} {len(tasks) - len(different):4} of {len(tasks):4} equal"
        f" {sum(seconds):8.3f} s, median {median(seconds) * 1e6:8.0f} µs a task,"
        f" slowest {tasks[slowest].id} {seconds[slowest]:.3f} s"
        f" ({solved[slowest][0].nodes:,} nodes)"
    )
    for task_id in different:
        print(f"    differs: {task_id}")
    return len(different)


def report_difficulty(facts: dict[str, Any]) -> None:
    """Print quantiles of the bits and of the time to measure them, by number of pieces."""
    by_pieces: dict[int, list[tuple[Difficulty, float]]] = {}
    unmeasured = 0
    for task in _tasks(facts):
        difficulty, taken = _timed(partial(measure, task))
        if difficulty is None:
            unmeasured += 1
        else:
            by_pieces.setdefault(len(task.pieces), []).append((difficulty, taken))
    every = [item for items in by_pieces.values() for item in items]
    groups = [("all", every), *((str(n), items) for n, items in sorted(by_pieces.items()))]
    for label, items in groups:
        if not items:
            continue
        bits = sorted(difficulty.bits for difficulty, _ in items)
        times = sorted(taken * 1000 for _, taken in items)
        print(
            f"    {label:>3} pieces, {len(items):4} tasks: bits 20/40/60/80 % "
            + " ".join(f"{_quantile(bits, part):6.2f}" for part in (0.2, 0.4, 0.6, 0.8))
            + "; ms 50/90/100 % "
            + " ".join(f"{_quantile(times, part):6.1f}" for part in (0.5, 0.9, 1))
        )
    print(f"    without a difficulty: {unmeasured}")


def report_nasty_submissions() -> None:
    """Print verdict and time of tasks made to be hard, within the site's limits."""
    count_covers(Setting(next(submissions()).task), max_states=0)  # what loads once in a process
    for submission in submissions():
        task = submission.task
        verdict, seconds = _timed(partial(solve, task, SITE_LIMITS, keep_covers=12))
        measured = verdict.complete and verdict.covers
        _, measuring = _timed(partial(measure, task)) if measured else (None, 0.0)
        reason = verdict.impossible or verdict.stopped_by
        print(
            f"{task.id:40} {verdict.kind:10} ({reason}), {verdict.covers} covers,"
            f" {verdict.nodes:,} nodes, {seconds * 1000:.1f} ms"
            f" + {measuring * 1000:.1f} ms for the difficulty"
        )


def _sets(folder: Path) -> Iterator[dict[str, Any]]:
    for name in FILES:
        if (folder / name).exists():
            yield from json.loads((folder / name).read_text("utf-8"))["sets"]


def _tasks(facts: dict[str, Any]) -> list[Task]:
    entries = parse_task_file(json.dumps(facts["file"])).entries
    tasks = [entry for entry in entries if isinstance(entry, Task)]
    if len(tasks) < len(entries):
        raise SystemExit(f"{facts['name']}: malformed tasks")
    return tasks


def _agrees(verdict: Verdict, stated: dict[str, int]) -> bool:
    return verdict.covers == stated["covers"] and verdict.essentially_different == stated.get(
        "essentially_different", verdict.essentially_different
    )


def _timed(work: Callable[[], Answer]) -> tuple[Answer, float]:
    start = process_time()
    answer = work()
    return answer, process_time() - start


def _quantile(ascending: Sequence[float], part: float) -> float:
    return ascending[round(part * (len(ascending) - 1))]


if __name__ == "__main__":
    sys.exit(main())
