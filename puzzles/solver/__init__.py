"""The solver: exact covers of a region by pieces. Pure Python and NumPy; it knows no Django,
reads no clock and prints nothing."""

from puzzles.solver.difficulty import Difficulty, measure
from puzzles.solver.errors import MESSAGES, MalformedTask, UnreadableFile
from puzzles.solver.joint import PiecesThatFill, sets_that_fill
from puzzles.solver.many import solve_many
from puzzles.solver.piecesets import (
    BUILT_IN,
    COPIES,
    NAMES,
    PieceSet,
    is_plain_text,
    parse_piece_set,
)
from puzzles.solver.regions import Region, canonical
from puzzles.solver.search import SITE_LIMITS, Limits
from puzzles.solver.shapes import Shape, parse_layers
from puzzles.solver.task import Task
from puzzles.solver.taskfile import MalformedEntry, TaskFile, dump_task_file, parse_task_file
from puzzles.solver.verdict import SOLVER_VERSION, Cover, Placed, Verdict, solve

__all__ = [
    "BUILT_IN",
    "COPIES",
    "MESSAGES",
    "NAMES",
    "SITE_LIMITS",
    "SOLVER_VERSION",
    "Cover",
    "Difficulty",
    "Limits",
    "MalformedEntry",
    "MalformedTask",
    "PieceSet",
    "PiecesThatFill",
    "Placed",
    "Region",
    "Shape",
    "Task",
    "TaskFile",
    "UnreadableFile",
    "Verdict",
    "canonical",
    "dump_task_file",
    "is_plain_text",
    "measure",
    "parse_layers",
    "parse_piece_set",
    "parse_task_file",
    "sets_that_fill",
    "solve",
    "solve_many",
]
