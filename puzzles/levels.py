"""Difficulty as people read it: five levels over the bits that the solver measures."""

# Borders between the levels, in bits: the fifths of the tasks of three to five pieces.
BORDERS = (6.0, 8.0, 10.0, 13.0)


def level_of(bits: float) -> int:
    """The level 1 (very easy) to 5 (very hard) of a difficulty in bits."""
    return 1 + sum(bits >= border for border in BORDERS)


def bits_of(level: int) -> tuple[float, float]:
    """The bits of a level: from the first, below the second."""
    edges = (0.0, *BORDERS, float("inf"))
    return edges[level - 1], edges[level]
