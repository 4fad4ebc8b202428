"""A task laid out for searching: its board, its kinds of pieces and where they can lie."""

from __future__ import annotations

from functools import cached_property

from puzzles.solver.boards import Board, board_of, component_sizes
from puzzles.solver.task import Task, kinds_of


class Setting:
    """What guards, search and difficulty share of one task, each part made when asked for."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.kinds = kinds_of(task)

    @cached_property
    def board(self) -> Board:
        """The region as bits."""
        return board_of(self.task.region)

    @cached_property
    def placements(self) -> tuple[list[int], ...]:
        """For each kind every way to lay it inside the region, as sets of cells."""
        board, piece_set = self.board, self.task.piece_set
        return tuple(
            board.placements(kind.shape, dimension=piece_set.dimension, flip=piece_set.flip)
            for kind in self.kinds
        )

    @cached_property
    def component_sizes(self) -> tuple[int, ...]:
        """The sizes of the region's separate parts, ascending."""
        return component_sizes(self.board, self.board.full)

    @property
    def pieces_are_connected(self) -> bool:
        """Whether every piece hangs together, and so stays within one part of the region."""
        return all(kind.shape.connected for kind in self.kinds)
