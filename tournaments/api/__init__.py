"""Tournaments through the API: all that the pages offer, by the same services."""
