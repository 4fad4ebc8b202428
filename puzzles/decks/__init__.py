"""Decks as files: pure, no Django."""
