"""The curator's desk."""

from puzzles.admin import decks, generations, jobs, piece_sets, tasks

__all__ = ["decks", "generations", "jobs", "piece_sets", "tasks"]
