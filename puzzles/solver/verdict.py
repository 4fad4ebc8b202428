"""The solver's door: a task goes in, its verdict comes out, the same every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from puzzles.solver.grids import Cell
from puzzles.solver.guards import first_obstacle
from puzzles.solver.orbits import Orbits
from puzzles.solver.search import LONG_COVERS, LONG_NODES, Effort, Limits, search
from puzzles.solver.setting import Setting
from puzzles.solver.task import Task

if TYPE_CHECKING:
    from puzzles.solver.merged import Count

SOLVER_VERSION: Final[int] = 3
"""Raised when a task's verdict may differ from an earlier version's."""
MOST_SYMMETRIES: Final = 24
ENUMERABLE: Final = 100_000
"""So many covers are better met one by one where counting can't tell their classes."""

Outcome = Literal["impossible", "unique", "several", "at_least", "undecided"]


@dataclass(frozen=True)
class Placed:
    """One piece of a cover: its code and its cells, in the region's coordinates."""

    code: str
    cells: tuple[Cell, ...]


Cover = tuple[Placed, ...]
"""The pieces of one exact cover, in the order in which they fill the region."""


class Verdict(NamedTuple):
    """What the solver says of a task.

    ``covers`` are the different exact covers of the fixed region (a lower bound unless
    ``complete``); ``essentially_different`` those modulo the region's symmetries, None
    unless complete, and where so many covers were counted that nobody met each of them.
    ``impossible`` is the key of the guard that rules the task out, or "search";
    ``stopped_by`` the limit that ended an incomplete search. ``nodes`` counts pieces laid one
    by one, ``dead_ends`` fillings that couldn't be continued. ``shown`` holds some covers,
    of those that were met one of each symmetry class before any second one.
    """

    covers: int
    essentially_different: int | None
    complete: bool
    impossible: str | None
    stopped_by: str | None
    nodes: int
    dead_ends: int
    shown: tuple[Cover, ...] = ()

    @property
    def kind(self) -> Outcome:
        """The verdict in one word; ``unique`` is said only of a complete search."""
        if not self.complete:
            return "at_least" if self.covers else "undecided"
        if not self.covers:
            return "impossible"
        return "unique" if self.essentially_different == 1 else "several"

    def to_json(self, id: str) -> dict[str, object]:
        """The verdict as the object that the command line prints for the task ``id``."""
        return {
            "id": id,
            "covers": self.covers,
            "essentially_different": self.essentially_different,
            "complete": self.complete,
            "impossible": self.impossible,
            "stopped_by": self.stopped_by,
            "nodes": self.nodes,
            "error": None,
        }


class _Tally:
    """Covers as they are found: how many classes there are, and which covers to show."""

    def __init__(self, setting: Setting, keep: int) -> None:
        self._orbits = Orbits(setting)
        self._keep = keep
        self._least: list[Sequence[int]] = []
        self._others: list[Sequence[int]] = []
        self.classes = 0

    def add(self, cover: Sequence[int]) -> None:
        least = self._orbits.is_least(cover)
        self.classes += least
        kept = self._least if least else self._others
        if len(kept) < self._keep:
            kept.append(cover)

    @property
    def kept(self) -> list[Sequence[int]]:
        return (self._least + self._others)[: self._keep]


def solve(task: Task, limits: Limits = Limits(), *, keep_covers: int = 0) -> Verdict:  # noqa: B008
    """The verdict on ``task`` within ``limits``, with up to ``keep_covers`` of its covers.

    Nodes and covers as limits give the same verdict on every machine; a deadline doesn't.
    """
    setting = Setting(task)
    obstacle = first_obstacle(setting)
    if obstacle is not None:
        return Verdict(0, 0, True, obstacle, None, 0, 0)
    patience = LONG_NODES if limits.max_nodes is None else min(LONG_NODES, limits.max_nodes)
    tally = _Tally(setting, keep_covers)
    effort = search(setting, replace(limits, max_nodes=patience), tally.add)
    if _is_long(effort):
        # Not before it is needed: NumPy takes its time to load.
        from puzzles.solver.merged import count_covers

        count = count_covers(setting, max_states=limits.max_states, out_of_time=limits.out_of_time)
        if count is not None and _tells_the_verdict(count, setting, limits):
            return _counted(count, effort, _as_covers(setting, tally.kept))
        if effort.stopped_by == "nodes" and limits.max_nodes != patience:
            tally = _Tally(setting, keep_covers)
            effort = search(setting, limits, tally.add)
    complete = effort.stopped_by is None
    return Verdict(
        covers=effort.covers,
        essentially_different=tally.classes if complete else None,
        complete=complete,
        impossible="search" if complete and not effort.covers else None,
        stopped_by=effort.stopped_by,
        nodes=effort.nodes,
        dead_ends=effort.dead_ends,
        shown=_as_covers(setting, tally.kept),
    )


def _is_long(effort: Effort) -> bool:
    if effort.stopped_by == "covers":
        return effort.covers >= LONG_COVERS
    return effort.stopped_by == "nodes" and effort.nodes >= LONG_NODES


def _tells_the_verdict(count: Count, setting: Setting, limits: Limits) -> bool:
    """Whether nothing is lost if the covers are only counted.

    Without their classes a single class may hide in as many covers as there are motions, and
    as long as nothing stops the search it can tell the classes of some more.
    """
    if count.classes is not None:
        return True
    return count.covers > (MOST_SYMMETRIES if limits.are_set else ENUMERABLE)


def _counted(count: Count, effort: Effort, shown: tuple[Cover, ...]) -> Verdict:
    return Verdict(
        covers=count.covers,
        essentially_different=count.classes,
        complete=True,
        impossible=None if count.covers else "search",
        stopped_by=None,
        nodes=effort.nodes,
        dead_ends=effort.dead_ends,
        shown=shown,
    )


def _as_covers(setting: Setting, covers: Sequence[Sequence[int]]) -> tuple[Cover, ...]:
    if not covers:
        return ()
    board = setting.board
    cell_of_bit = {board.bit(cell): cell for cell in setting.task.region.cells}
    return tuple(_as_cover(setting, cover, cell_of_bit) for cover in covers)


def _as_cover(setting: Setting, cover: Sequence[int], cell_of_bit: dict[int, Cell]) -> Cover:
    """A cover with the codes of equal copies given out in the order of filling."""
    board = setting.board
    codes = {}
    lowest = 1
    for kind in setting.kinds:
        codes[lowest] = iter(kind.codes)
        lowest <<= len(kind.codes)
    placed: list[Placed] = []
    for token in cover:
        cells: list[Cell] = []
        left = token & board.full
        while left:
            bit = left & -left
            cells.append(cell_of_bit[bit])
            left ^= bit
        placed.append(Placed(next(codes[token >> board.width]), tuple(sorted(cells))))
    return tuple(placed)
