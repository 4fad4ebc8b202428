from pathlib import Path

# A deck of each game with a few boards: for tests that need some decks, but not full ones.
SMALL_DECKS = Path(__file__).parent / "small"
