"""Tournaments: stands on the catalog in ``puzzles``, never the other way round."""
