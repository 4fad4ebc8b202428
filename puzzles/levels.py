"""Difficulty as people read it: five levels over the bits that the solver measures."""

# Borders between the levels, in bits: rounded fifths of 1,225 solvable tasks of three to five
# pieces, flat and solid (2.49, 4.40, 6.55 and 9.74).
BORDERS = (2.5, 4.5, 6.5, 10.0)


def level_of(bits: float) -> int:
    """The level 1 (very easy) to 5 (very hard) of a difficulty in bits."""
    return 1 + sum(bits >= border for border in BORDERS)


def bits_of(level: int) -> tuple[float, float]:
    """The bits of a level: from the first, below the second."""
    edges = (0.0, *BORDERS, float("inf"))
    return edges[level - 1], edges[level]
