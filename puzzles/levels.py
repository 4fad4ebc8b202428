"""Difficulty as people read it: five levels over the bits that the solver measures."""

# Borders between the levels, in bits: the fifths of the 1,184 unique tasks of the decks that the
# site ships (4.32, 8.74, 11.40 and 14.63), rounded to halves.
BORDERS = (4.5, 8.5, 11.5, 14.5)


def level_of(bits: float) -> int:
    """The level 1 (very easy) to 5 (very hard) of a difficulty in bits."""
    return 1 + sum(bits >= border for border in BORDERS)


def bits_of(level: int) -> tuple[float, float]:
    """The bits of a level: from the first, below the second."""
    edges = (0.0, *BORDERS, float("inf"))
    return edges[level - 1], edges[level]
