"""The solver: exact covers of a region by pieces. Pure Python; it knows no Django,
reads no clock and prints nothing."""

from puzzles.solver.errors import MESSAGES, MalformedTask, UnreadableFile
from puzzles.solver.piecesets import BUILT_IN, PieceSet, parse_piece_set
from puzzles.solver.regions import Region
from puzzles.solver.search import SITE_LIMITS, Limits
from puzzles.solver.shapes import Shape
from puzzles.solver.task import Task
from puzzles.solver.verdict import SOLVER_VERSION, Cover, Placed, Verdict, solve

__all__ = [
    "BUILT_IN",
    "MESSAGES",
    "SITE_LIMITS",
    "SOLVER_VERSION",
    "Cover",
    "Limits",
    "MalformedTask",
    "PieceSet",
    "Placed",
    "Region",
    "Shape",
    "Task",
    "UnreadableFile",
    "Verdict",
    "parse_piece_set",
    "solve",
]
