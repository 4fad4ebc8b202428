"""How large the tables are, and lots."""

import random
from collections.abc import Sequence
from typing import TypeVar

Player = TypeVar("Player")


def table_sizes(players: int, *, smallest: int, largest: int) -> list[int] | None:
    """Tables of the largest size and the fewest smaller ones, larger ones first.

    None if the number of players can't be divided so.
    """
    full, rest = divmod(players, largest)
    sizes = [largest] * full + ([rest] if rest else [])
    # Who would be too few for a table get company from the full ones.
    while sizes and sizes[-1] < smallest:
        donor = max(range(len(sizes) - 1), key=lambda table: (sizes[table], table), default=None)
        if donor is None or sizes[donor] <= smallest:
            return None
        sizes[donor] -= 1
        sizes[-1] += 1
    return sorted(sizes, reverse=True) or None


def shuffled(players: Sequence[Player], rng: random.Random) -> list[Player]:
    """The players in an order drawn by lot.

    Our own shuffle: random() alone is promised to give the same numbers in every version.
    """
    drawn = list(players)
    for last in range(len(drawn) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        drawn[last], drawn[other] = drawn[other], drawn[last]
    return drawn
