"""A round against the timer, as classic and 3-D have it: who solved the task, in which order."""

from __future__ import annotations

from typing import Final

from tournaments.rules.game import Choice, Expected, Option, Seats

ROUNDS: Final = 9
"""How many rounds a game has. One that nobody finishes counts too."""


def race(seats: int) -> Expected:
    """A round: who finished in time, in order.

    If nobody did, the timer is turned once more, for a second chance, and never a third time:
    with ``second_chance`` there may be finishers, who are rewarded as usual, or none.
    """
    everybody = tuple(range(seats))

    def option(least: int, most: int, second_chance: Choice) -> Option:
        finished = Seats("finished", everybody, (), least, most, ordered=True)
        return Option("round", (finished, second_chance))

    somebody = option(1, seats, Choice("second_chance", (False, True)))
    nobody = Choice("second_chance", (True,), barred=((False, "second_chance_first"),))
    return Expected((somebody, option(0, 0, nobody)))
