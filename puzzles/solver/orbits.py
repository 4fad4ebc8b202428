"""Covers that a symmetry of the region carries into each other, counted once.

A class is counted at its least member, as in orderly generation (R. C. Read, 1978).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from puzzles.solver.regions import symmetries
from puzzles.solver.setting import Setting


class _Image(dict[int, int]):
    """Where one symmetry of the region takes each placement, worked out when first met."""

    def __init__(self, image_of_bit: dict[int, int], cells: int) -> None:
        super().__init__()
        self._image_of_bit = image_of_bit
        self._cells = cells

    def __missing__(self, token: int) -> int:
        left = token & self._cells
        image = token ^ left
        while left:
            bit = left & -left
            image |= self._image_of_bit[bit]
            left ^= bit
        self[token] = image
        return image


def placement_images(setting: Setting) -> tuple[_Image, ...]:
    """For each symmetry of the region but the identity where it takes a placement."""
    task, board = setting.task, setting.board
    bits = [board.bit(cell) for cell in task.region.cells]
    _, *others = symmetries(
        task.region, dimension=task.piece_set.dimension, flip=task.piece_set.flip
    )
    return tuple(
        _Image(dict(zip(bits, map(board.bit, cells), strict=True)), board.full) for cells in others
    )


class Orbits:
    """Tells the least cover of each symmetry class from its images.

    Of the covers that the symmetries carry into each other exactly one is the least, by
    its placements from the highest down. So the classes are counted by looking at each
    cover alone, without keeping any.
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    @cached_property
    def _images(self) -> tuple[_Image, ...]:
        return placement_images(self._setting)

    def is_least(self, cover: Sequence[int]) -> bool:
        """Whether no symmetry carries the cover to a lesser one."""
        images = self._images
        if not images:
            return True
        highest = max(cover)
        for image in images:
            moved = [image[token] for token in cover]
            top = max(moved)
            if top < highest:
                return False
            if top == highest and sorted(moved, reverse=True) < sorted(cover, reverse=True):
                return False
        return True
