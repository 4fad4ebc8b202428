"""Guards: quick proofs that a task has no cover, from the cheapest to the dearest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from puzzles.solver.setting import Setting
from puzzles.solver.sharing import can_share_out

MAX_SHARING_STEPS: Final = 2_000


def cells_add_up(setting: Setting) -> bool:
    """Whether the pieces have as many cells as the region."""
    cells = sum(len(kind.shape.cells) * len(kind.codes) for kind in setting.kinds)
    return cells == setting.task.region.size


def colours_add_up(setting: Setting) -> bool:
    """Whether the pieces can cover as many dark and light cells as the region has.

    This is Golomb's argument about the mutilated chessboard, for any pieces: a piece
    covers d more cells of one colour than of the other, and which colour that is depends
    on where it lies. The sums of ±d that all the pieces can reach are the bits of an
    integer, bit ``most + s`` for the sum s.
    """
    board = setting.board
    dark = board.dark.bit_count()
    surplus = dark - (setting.task.region.size - dark)
    most = 0
    sums = 1
    for kind in setting.kinds:
        imbalance = kind.shape.imbalance
        if imbalance:
            for _ in kind.codes:
                sums = sums << 2 * imbalance | sums
                most += imbalance
    return abs(surplus) <= most and sums >> (most + surplus) & 1 == 1


def parts_can_be_shared_out(setting: Setting) -> bool:
    """Whether the pieces can be dealt to the region's separate parts so that sizes agree."""
    parts = setting.component_sizes
    if len(parts) == 1 or not setting.pieces_are_connected:
        return True
    sizes = [kind.shape.size for kind in setting.kinds for _ in kind.codes]
    return can_share_out(parts, sizes, max_steps=MAX_SHARING_STEPS)


def every_piece_fits(setting: Setting) -> bool:
    """Whether each piece can lie somewhere inside the region."""
    return all(setting.placements)


def every_cell_is_reached(setting: Setting) -> bool:
    """Whether each cell of the region lies under some placement of some piece."""
    reached = 0
    for placements in setting.placements:
        for placement in placements:
            reached |= placement
    return reached == setting.board.full


_Guard = tuple[str, Callable[[Setting], bool]]

GUARDS: Final[tuple[_Guard, ...]] = (
    ("cell_count", cells_add_up),
    ("colouring", colours_add_up),
    ("region_sizes", parts_can_be_shared_out),
    ("piece_fits_nowhere", every_piece_fits),
    ("cell_uncoverable", every_cell_is_reached),
)
"""In the order in which they are asked; each must hold for a cover to exist."""
WITHOUT_PLACEMENTS: Final = 3
"""So many of them, the first, don't ask where the pieces can lie."""


def first_obstacle(setting: Setting) -> str | None:
    """The key of the first guard that proves the task impossible, or None."""
    return _first_of(GUARDS, setting)


def first_obstacle_before_placing(setting: Setting) -> str | None:
    """The same of the guards that need no placements."""
    return _first_of(GUARDS[:WITHOUT_PLACEMENTS], setting)


def _first_of(guards: Sequence[_Guard], setting: Setting) -> str | None:
    for key, holds in guards:
        if not holds(setting):
            return key
    return None
