"""The catalog: piece sets, decks, boards, tasks, proposals, verdicts, and jobs to fetch them.

No workflow lives here: what a person does is a function in ``puzzles.services``. Three rules are
kept by the database itself: one task per region and pieces up to symmetry (``fingerprint``), one
verdict per content and engine, one task per number of a board.
"""

from puzzles.models.decks import Board, BoardTask, Deck, validate_die_faces
from puzzles.models.jobs import DeckGeneration, DeckProof, Job
from puzzles.models.people import PLAIN_NAME, Visitor, filed, fold, is_curator
from puzzles.models.pieces import Piece, PieceSet
from puzzles.models.prints import PrintJob
from puzzles.models.proposals import Proposal
from puzzles.models.tasks import Task, Verdict
from puzzles.models.work import Work

__all__ = [
    "PLAIN_NAME",
    "Board",
    "BoardTask",
    "Deck",
    "DeckGeneration",
    "DeckProof",
    "Job",
    "Piece",
    "PieceSet",
    "PrintJob",
    "Proposal",
    "Task",
    "Verdict",
    "Visitor",
    "Work",
    "filed",
    "fold",
    "is_curator",
    "validate_die_faces",
]
