"""Chance that never changes: what an id drew once it draws for ever, on every machine.

Python promises this for one method only: "random()" of a generator seeded with a number. So
the seed is a digest of the id, and every choice is made from "random()".
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """A source of choices that depends on a text alone."""

    def __init__(self, text: str) -> None:
        digest = hashlib.sha256(text.encode()).digest()
        self._random = random.Random(int.from_bytes(digest[:16], "big")).random

    def below(self, end: int) -> int:
        """A whole number from 0 up to ``end``, which is left out."""
        return int(self._random() * end)

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def weighted(self, weights: Sequence[int]) -> int:
        """An index, drawn as often as its weight says."""
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise ValueError("There is nothing to draw from.")
