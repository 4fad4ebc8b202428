"""Sharing out piece sizes over separate regions: each gets exactly as many cells as it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

_Stock = tuple[tuple[int, int], ...]
"""Sizes, the largest first, and how many pieces there are of each."""


def reachable_sums(sizes: Sequence[int]) -> int:
    """The sums of subsets of ``sizes``: bit s is set when s can be reached."""
    sums = 1
    for size in sizes:
        sums |= sums << size
    return sums


def can_share_out(
    regions: Sequence[int], pieces: Sequence[int], *, max_steps: int | None = None
) -> bool:
    """Whether the pieces can be dealt to the regions so that each region's sum is its size.

    Exact without ``max_steps``. With it, a search that has not ended after so many steps
    says True: nothing then speaks against the pieces.
    """
    if sum(regions) != sum(pieces):
        return False
    if len(regions) == 1:
        return True
    sums = reachable_sums(pieces)
    if not all(sums >> region & 1 for region in regions):
        return False
    stock = tuple(sorted(Counter(pieces).items(), reverse=True))
    return _Dealer(max_steps).deal(tuple(sorted(regions, reverse=True)), stock)


class _Dealer:
    """A depth-first deal, region by region, that never visits a failed state twice."""

    def __init__(self, max_steps: int | None) -> None:
        self._steps_left = max_steps
        self._failed: set[tuple[int, _Stock]] = set()

    def deal(self, regions: tuple[int, ...], stock: _Stock) -> bool:
        if len(regions) <= 1:
            return True
        state = (len(regions), stock)
        if state in self._failed:
            return False
        for rest in self._after_filling(regions[0], stock):
            if self.deal(regions[1:], rest):
                return True
        self._failed.add(state)
        return self._gave_up

    @property
    def _gave_up(self) -> bool:
        return self._steps_left is not None and self._steps_left <= 0

    def _after_filling(self, room: int, stock: _Stock) -> Iterator[_Stock]:
        """What can be left of the stock once a region of ``room`` cells is filled from it."""
        if self._steps_left is not None:
            self._steps_left -= 1
            if self._steps_left <= 0:
                return
        if not room:
            yield stock
            return
        if not stock:
            return
        (size, count), smaller = stock[0], stock[1:]
        for used in range(min(count, room // size), -1, -1):
            kept = ((size, count - used),) if used < count else ()
            for rest in self._after_filling(room - used * size, smaller):
                yield kept + rest
