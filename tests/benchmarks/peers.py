"""The solver beside the exact-cover packages that anybody can install, and beside C.

    python -m tests.benchmarks.peers [--facts DIR] [--rounds N] [--only NAME ...]

DIR holds benchmark_decks.json and generation_areas.json; without it the decks are those that
the generators make. All take turns within one run, each turn in a process of its own; the table
has medians of the processor's time, ratios, peak memory, and whether every count agrees.

The others get ready-made rows for nothing and say how many covers there are, and the C program
gets placements sorted by their lowest cell. The solver starts from tasks and gives verdicts:
guards, covers, classes. What it takes for the same job as the others stands beside it, from
regions laid out as bits to the numbers of covers.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from puzzles.decks.generating import GENERATORS
from puzzles.solver import BUILT_IN, Limits, Region, Task, sets_that_fill, solve, solve_many
from puzzles.solver.batches import Kinds, Layout, Symmetries
from puzzles.solver.frontier import Tally
from puzzles.solver.piecesets import parse_piece_set
from puzzles.solver.setting import Setting
from puzzles.solver.taskfile import parse_task_file

PATIENCE = 30.0
"""Seconds after which a turn is given up."""
LONG = 2.0
"""Who takes longer than this has a single turn."""
MANY = 8
"""From so many tasks on they are handed over together."""

PENTOMINOES = {
    "F": [".##", "##.", ".#."], "I": ["#####"], "L": ["####", "#..."], "N": ["##..", ".###"],
    "P": ["##", "##", "#."], "T": ["###", ".#.", ".#."], "U": ["#.#", "###"],
    "V": ["#..", "#..", "###"], "W": ["#..", "##.", ".##"], "X": [".#.", "###", ".#."],
    "Y": ["####", ".#.."], "Z": ["##.", ".#.", ".##"],
}  # fmt: skip
SOMA = {
    "V": [["##", "#."]], "L": [["###", "#.."]], "T": [["###", ".#."]], "Z": [["##.", ".##"]],
    "A": [["##", "#."], [".#", ".."]], "B": [["##", "#."], ["..", "#."]],
    "P": [["##", "#."], ["#.", ".."]],
}  # fmt: skip


@dataclass(frozen=True)
class Rows:
    """A task as an exact-cover problem: columns of the cells, then of the pieces."""

    columns: int
    rows: list[list[int]]


@dataclass(frozen=True)
class Case:
    """Some tasks, and how often each is covered."""

    name: str
    tasks: list[Task]
    covers: list[int]

    @cached_property
    def rows(self) -> list[Rows]:
        return [rows_of(task) for task in self.tasks]


Run = Callable[[], list[int]]
Prepare = Callable[[Case], Run]


def rows_of(task: Task) -> Rows:
    setting = Setting(task)
    column = {setting.board.bit(cell): place for place, cell in enumerate(task.region.cells)}
    rows: list[list[int]] = []
    for number, placements in enumerate(setting.placements):
        for cells in placements:
            row = [place for bit, place in column.items() if cells & bit]
            rows.append([*sorted(row), len(column) + number])
    return Rows(len(column) + len(setting.kinds), rows)


def ours(case: Case) -> Run:
    if len(case.tasks) >= MANY:
        return lambda: [verdict.covers for verdict in solve_many(case.tasks)]
    return lambda: [solve(task).covers for task in case.tasks]


def bare_counts(case: Case) -> Run:
    """Covers alone, of tasks that are laid out: what the others do with their rows."""
    kinds = Kinds(case.tasks[0].piece_set)
    masks = np.array([kinds.of(task.pieces)[0] for task in case.tasks], np.uint64)
    layout = Layout(case.tasks[0].piece_set, [task.region for task in case.tasks])
    batches = list(layout.batches(kinds.shapes, masks))
    tallies = [Tally(batch, no_symmetries(len(batch.numbers)), Limits()) for batch in batches]

    def run() -> list[int]:
        covers = np.zeros(len(case.tasks), np.int64)
        for batch, tally in zip(batches, tallies, strict=True):
            tally.search()
            covers[batch.numbers] = tally.covers
        return [int(many) for many in covers]

    return run


def no_symmetries(regions: int) -> Symmetries:
    return Symmetries(
        np.zeros(0, np.int64), np.zeros((0, 64), np.int64), np.ones(regions, np.int64)
    )


def one_by_one(case: Case) -> Run:
    return lambda: [solve(task).covers for task in case.tasks]


def exact_cover(case: Case) -> Run:
    import exact_cover

    matrices = []
    for problem in case.rows:
        matrix = np.zeros((len(problem.rows), problem.columns), np.int32)
        for number, row in enumerate(problem.rows):
            matrix[number, row] = 1
        matrices.append(matrix)
    return lambda: [int(exact_cover.get_solution_count(matrix)) for matrix in matrices]


def xcover(case: Case) -> Run:
    import xcover

    problems = case.rows
    able = [covers_all(problem) for problem in problems]

    def run() -> list[int]:
        return [
            sum(1 for _ in xcover.covers(problem.rows)) if can else 0
            for problem, can in zip(problems, able, strict=True)
        ]

    return run


def pyxcc(case: Case) -> Run:
    import pyxcc

    def count(rows: Rows) -> int:
        if not covers_all(rows):
            return 0
        options = [
            pyxcc.Option(f"r{number}", [str(column) for column in row], [])
            for number, row in enumerate(rows.rows)
        ]
        names = [str(column) for column in range(rows.columns)]
        return int(pyxcc.solve(pyxcc.Problem(names, [], options), True).count())

    problems = case.rows
    return lambda: [count(problem) for problem in problems]


def _miniexact_with(rows: Rows) -> Any:
    from miniexact import miniexacts_x

    if not covers_all(rows):
        return None
    solver = miniexacts_x()
    items = [solver.primary(f"i{column}") for column in range(rows.columns)]
    for row in rows.rows:
        solver.add([items[column] for column in row])
    return solver


def _miniexact_count(solver: Any) -> int:
    found = 0
    while solver is not None and solver.solve() == 10:
        found += 1
    return found


def miniexact(case: Case) -> Run:
    problems = case.rows
    return lambda: [_miniexact_count(_miniexact_with(problem)) for problem in problems]


def miniexact_search(case: Case) -> Run:
    """Without the time to hand over the rows."""
    solvers = [_miniexact_with(problem) for problem in case.rows]
    return lambda: [_miniexact_count(solver) for solver in solvers]


def cp_sat(case: Case) -> Run:
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    models = []
    for rows in case.rows:
        model = cp_model.CpModel()
        taken = [model.new_bool_var(f"r{number}") for number in range(len(rows.rows))]
        for column in range(rows.columns):
            model.add_exactly_one(
                var for var, row in zip(taken, rows.rows, strict=True) if column in row
            )
        models.append(model)

    def count(model: Any) -> int:
        solver, counter = cp_model.CpSolver(), Counter()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        solver.solve(model, counter)
        return counter.found

    return lambda: [count(model) for model in models]


def covers_all(problem: Rows) -> bool:
    return len({column for row in problem.rows for column in row}) == problem.columns


def c_input(case: Case) -> str | None:
    lines = [str(len(case.tasks))]
    for task, problem in zip(case.tasks, case.rows, strict=True):
        size = task.region.size
        if size > 64:
            return None
        # Cells in the solver's scanning order, which fills short sides first.
        board = Setting(task).board
        order = sorted(range(size), key=lambda place: board.bit(task.region.cells[place]))
        rank = {place: number for number, place in enumerate(order)}
        lines.append(f"{(1 << size) - 1} {len(problem.rows)}")
        for row in problem.rows:
            lines.append(f"{sum(1 << rank[place] for place in row[:-1])} {row[-1] - size}")
    return "\n".join(lines)


PEERS: dict[str, Prepare] = {
    "ours": ours,
    "ours, bare counts": bare_counts,
    "ours one by one": one_by_one,
    "exact-cover": exact_cover,
    "xcover": xcover,
    "pyxcc": pyxcc,
    "miniexact": miniexact,
    "its search alone": miniexact_search,
    "CP-SAT": cp_sat,
}


FOR_MANY = ("ours, bare counts", "ours one by one")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the solver with its peers.")
    parser.add_argument("--facts", type=Path, metavar="DIR")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--only", action="append", metavar="NAME", help="only cases of this name")
    options = parser.parse_args(arguments)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(Path(folder))
        for case in cases(options.facts):
            if not options.only or case.name in options.only:
                wrong += compare(case, program, options.rounds)
    generation(options.facts, options.rounds)
    return 1 if wrong else 0


def compare(case: Case, program: Path, rounds: int) -> int:
    """Print the table of a case; return how many of the counts are other ones."""
    text = c_input(case)
    turns: dict[str, Callable[[], Turn | None]] = {
        name: partial(in_a_process, partial(timed, prepare, case))
        for name, prepare in PEERS.items()
        if len(case.tasks) >= MANY or name not in FOR_MANY
    }
    if text is not None:
        turns["C"] = partial(c_turn, program, text)
    taken: dict[str, list[Turn]] = {name: [] for name in turns}
    for number in range(rounds):
        for name, turn in turns.items():
            if number == 0 or (taken[name] and taken[name][0].seconds < LONG):
                result = turn()
                if result is not None:
                    taken[name].append(result)
    print(f"\n{case.name}: {len(case.tasks)} tasks, {sum(case.covers)} covers")
    mine = median(turn.seconds for turn in taken["ours"])
    wrong = 0
    for name, every in taken.items():
        if not every:
            print(f"  {name:18} over {PATIENCE:.0f} s, or an error")
            continue
        seconds = median(turn.seconds for turn in every)
        others = sum(turn.covers != case.covers for turn in every)
        wrong += others
        memory = f"{max(turn.memory for turn in every):4.0f} MB" if every[0].memory else ""
        print(
            f"  {name:18} {seconds * 1e3:10.2f} ms {seconds / len(case.tasks) * 1e6:10.1f} µs"
            f" {seconds / mine:8.2f} × ours {memory:>8} {len(every)} turns,"
            f" {'OTHER COUNTS' if others else 'equal'}"
        )
    sys.stdout.flush()
    return wrong


class Turn(NamedTuple):
    """One run over a case: the processor's seconds, the peak in MB (or 0), the covers."""

    seconds: float
    memory: float
    covers: list[int]


def c_turn(program: Path, text: str) -> Turn:
    said = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    nanoseconds, *covers = map(int, said.stdout.split())
    return Turn(nanoseconds / 1e9, 0, covers)


def timed(prepare: Prepare, case: Case) -> Turn:
    run = prepare(case)
    if len(case.tasks) > 1:
        # What is compiled or looked up once in a process is not the tasks' time.
        prepare(case)()
    start = process_time()
    covers = run()
    seconds = process_time() - start
    return Turn(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, covers)


def in_a_process(work: Callable[[], Turn]) -> Turn | None:
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)

    def send(end: Connection) -> None:
        end.send(work())

    process = context.Process(target=send, args=(there,))
    process.start()
    there.close()
    try:
        result: Turn | None = here.recv() if here.poll(PATIENCE) else None
    except EOFError:
        result = None
    process.kill()
    process.join()
    return result


def compiled(folder: Path) -> Path:
    program = folder / "limit"
    source = Path(__file__).with_name("limit.c")
    subprocess.run(["cc", "-O2", "-march=native", "-o", program, source], check=True)
    return program


def cases(facts: Path | None) -> list[Case]:
    found: list[Case] = []
    if facts:
        for entry in json.loads((facts / "benchmark_decks.json").read_text("utf-8"))["sets"]:
            tasks = [
                task
                for task in parse_task_file(json.dumps(entry["file"])).entries
                if isinstance(task, Task)
            ]
            covers = [task["expect"]["covers"] for task in entry["file"]["tasks"]]
            found.append(Case(entry["name"], tasks, covers))
    else:
        for variant in ("classic", "family-3d"):
            deck = GENERATORS[variant](1)
            tasks = [
                Task("", side.region, task.pieces, BUILT_IN[deck.piece_set])
                for side in deck.boards
                for task in side.tasks
            ]
            found.append(Case(variant, tasks, [solve(task).covers for task in tasks]))
    flat = parse_piece_set({"dimension": 2, "flip": True, "pieces": PENTOMINOES})
    solid = parse_piece_set({"dimension": 3, "pieces": SOMA})
    for name, rows, known in (
        ("pentominoes 3x20", ["#" * 20] * 3, 8),
        ("pentominoes 8x8", ["#" * 8] * 3 + ["###..###"] * 2 + ["#" * 8] * 3, 520),
        ("pentominoes 6x10", ["#" * 10] * 6, 9356),
    ):
        task = Task(name, Region.from_area(rows), tuple(PENTOMINOES), flat)
        found.append(Case(name, [task], [known]))
    cube = Task("soma", Region.from_area(["###"] * 3, 3), tuple(SOMA), solid)
    found.append(Case("soma cube", [cube], [11520]))
    return found


def generation(facts: Path | None, rounds: int) -> None:
    """Print how many unique tasks a second come out of the joint search over areas."""
    piece_set = BUILT_IN["classic-12"]
    if facts:
        sets = json.loads((facts / "generation_areas.json").read_text("utf-8"))["sets"]
        jobs = [
            (entry["pieces_a_task"], [Region.from_area(area) for area in entry["areas"]])
            for entry in sets
        ]
    else:
        sides = GENERATORS["classic"](1).boards
        jobs = [(3, [s.region for s in sides[::2]]), (4, [s.region for s in sides[1::2]])]
    print("\ngeneration")
    everything = unique_in_all = 0.0
    for pieces, regions in jobs:
        taken = []
        for _ in range(rounds):
            start = process_time()
            found = sets_that_fill(piece_set, regions, count=pieces)
            taken.append(process_time() - start)
        every = [one for sets_of_area in found for one in sets_of_area]
        single = sum(one.covers == 1 for one in every)
        unique = sum(one.essentially_different == 1 for one in every)
        everything += median(taken)
        unique_in_all += unique
        print(
            f"  {pieces} pieces, {len(regions)} areas: {single} sets with one cover, {unique}"
            f" unique, {median(taken) * 1e3:.1f} ms, {unique / median(taken):,.0f} unique a second"
        )
    print(f"  together {unique_in_all / everything:,.0f} unique a second")


if __name__ == "__main__":
    sys.exit(main())
