"""The curator's desk."""

from puzzles.admin import decks, jobs, piece_sets, tasks

__all__ = ["decks", "jobs", "piece_sets", "tasks"]
