"""Exact covers of one task by filling the first empty cell, over plain integers.

The search is J. G. Fletcher's for pentominoes (Communications of the ACM 8, 1965): the
lowest empty cell must be covered by something, so only what has it as its lowest is tried.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from puzzles.solver.boards import Board
from puzzles.solver.setting import Setting

NODES_BETWEEN_LOOKS_AT_THE_CLOCK: Final = 256
NODES_BEFORE_OUTLOOKS: Final = 2_000
"""A search as short as those of genuine tasks doesn't earn back what outlooks cost."""
LONG_NODES: Final = 50_000
LONG_COVERS: Final = 1_000
"""A search that isn't over after so many nodes, or that is stopped after so many covers or
more, is long: then the covers are counted by merged states instead."""
MOST_LOOKS: Final = 1_000_000
MOST_STATES: Final = 200_000
"""What goes with a limit, so that nodes and covers have their price: placements that the search
looks at (a genuine task needs under 40,000), and states that counting may meet."""
MOST_STATES_UNLIMITED: Final = 5_000_000


@dataclass(frozen=True)
class Limits:
    """Where a search gives up; None is no limit.

    ``max_nodes`` counts pieces laid, ``max_covers`` covers found: a search stops when it
    would go beyond. If nodes are limited so is what they may cost, and a search that is
    stopped for that says, too, that it is for the nodes. ``out_of_time`` is asked now and then
    whether the deadline has passed.
    """

    max_nodes: int | None = None
    max_covers: int | None = None
    out_of_time: Callable[[], bool] | None = None

    @property
    def are_set(self) -> bool:
        """Whether nodes or covers are limited."""
        return self.max_nodes is not None or self.max_covers is not None

    @property
    def max_looks(self) -> int:
        """How many placements the search may look at."""
        return sys.maxsize if self.max_nodes is None else MOST_LOOKS

    @property
    def max_states(self) -> int:
        """How many states may be met in counting after a long search."""
        return MOST_STATES if self.are_set else MOST_STATES_UNLIMITED


SITE_LIMITS: Final = Limits(max_nodes=LONG_NODES, max_covers=LONG_COVERS)
"""What a job of the site may spend; a genuine task needs under 4,000 nodes."""


@dataclass(frozen=True)
class Effort:
    """What a search did: pieces laid, fillings that couldn't be continued, covers found,
    and the limit that stopped it (nodes, covers, deadline) or None."""

    nodes: int
    dead_ends: int
    covers: int
    stopped_by: str | None


def search(setting: Setting, limits: Limits, found: Callable[[Sequence[int]], object]) -> Effort:
    """Find the covers of a task whose cells add up, and hand each to ``found`` as tokens.

    A state is one integer: the empty cells, and above them for each kind as many ones as
    it has copies left. A token is a placement: its cells and the lowest one of its kind.
    So ``token & state == token`` says at once that the cells are free and a copy is left.
    Each step fills the lowest empty cell; equal copies are thereby laid in one order only.
    What is left for the last piece is one of the tokens, or a dead end.
    """
    start, tokens, stocks = _laid_out(setting)
    before_last = len(setting.task.pieces) - 2
    several = sum(stocks)
    max_nodes = sys.maxsize if limits.max_nodes is None else limits.max_nodes
    max_covers = sys.maxsize if limits.max_covers is None else limits.max_covers
    max_looks = limits.max_looks
    out_of_time = limits.out_of_time
    outlooks = _Outlooks(setting.board, tokens)
    windows, within = outlooks.windows, outlooks.within

    nodes = dead_ends = covers = 0
    path: list[int] = []
    undone: list[tuple[int, Iterator[int]]] = []
    state = start
    candidates: Sequence[int] = tokens.get(start & -start, ())
    choices = iter(candidates)
    looks = len(candidates)
    barren = True
    while True:
        for token in choices:
            if token & state == token:
                break
        else:
            dead_ends += barren
            if not undone:
                return Effort(nodes, dead_ends, covers, None)
            state, choices = undone.pop()
            path.pop()
            barren = False
            continue
        if nodes >= max_nodes or looks > max_looks:
            return Effort(nodes, dead_ends, covers, "nodes")
        if (
            out_of_time is not None
            and nodes % NODES_BETWEEN_LOOKS_AT_THE_CLOCK == 0
            and out_of_time()
        ):
            return Effort(nodes, dead_ends, covers, "deadline")
        nodes += 1
        rest = state ^ token
        copy = token & several
        if copy:
            # Of the ones in this stock the highest goes, not the lowest.
            rest ^= copy ^ ((state & stocks[copy]) + copy >> 1)
        if rest:
            lowest = rest & -rest
            candidates = tokens.get(lowest, ())
            if len(path) == before_last and rest not in candidates:
                dead_ends += 1
                barren = False
                continue
            if nodes >= NODES_BEFORE_OUTLOOKS:
                outlook = rest & windows[lowest]
                known = within.get(outlook)
                if known is None:
                    looks += len(candidates)
                    known = outlooks.narrowed(lowest, outlook)
                candidates = known
            undone.append((state, choices))
            path.append(token)
            state = rest
            choices = iter(candidates)
            looks += len(candidates)
            barren = True
        else:
            barren = False
            if covers >= max_covers:
                return Effort(nodes, dead_ends, covers, "covers")
            covers += 1
            found([*path, token])


class _Outlooks:
    """The tokens that are worth trying, by what is free just around the lowest empty cell.

    Of all tokens of that cell most stumble over the cells next to it. A long search meets
    the same surroundings again and again, so it remembers which tokens they leave. Only
    tokens that can't be laid are left out, so nothing else about the search changes.
    """

    def __init__(self, board: Board, tokens: Mapping[int, list[int]]) -> None:
        self._tokens = tokens
        self.within: dict[int, Sequence[int]] = {}
        self.windows = _Windows(board)

    def narrowed(self, lowest: int, outlook: int) -> Sequence[int]:
        shut = self.windows[lowest] & ~outlook
        fitting = [token for token in self._tokens.get(lowest, ()) if not token & shut]
        self.within[outlook] = fitting
        return fitting


class _Windows(dict[int, int]):
    """For each cell those of the region within two steps of it."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, cell: int) -> int:
        window = self[cell] = self._board.grown(self._board.grown(cell)) & -cell
        return window


def _laid_out(setting: Setting) -> tuple[int, Mapping[int, list[int]], dict[int, int]]:
    """The first state, the tokens by their lowest cell, and for each kind of several
    copies the ones of its stock, by the lowest of them."""
    start = setting.board.full
    lowest = 1 << setting.board.width
    tokens: defaultdict[int, list[int]] = defaultdict(list)
    stocks: dict[int, int] = {}
    for kind, placements in zip(setting.kinds, setting.placements, strict=True):
        copies = len(kind.codes)
        stock = lowest * ((1 << copies) - 1)
        start |= stock
        if copies > 1:
            stocks[lowest] = stock
        for cells in placements:
            tokens[cells & -cells].append(cells | lowest)
        lowest <<= copies
    return start, tokens, stocks
