"""Ordinary dice, drawn by their pips."""

from __future__ import annotations

from typing import Final

from puzzles.printing.pen import INK, WHITE, Pen

# Where the pips lie, in steps from the middle.
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


def draw_die(pen: Pen, x: float, y: float, number: int, *, side: float, black: bool) -> None:
    """A face of a die, its lower left corner at ``x``, ``y``.

    A black die that must save ink is told by its thick edge.
    """
    saved = black and pen.ink_saving
    pen.box(
        x,
        y,
        side,
        side,
        thick=1.8 if saved else 0.7,
        radius=side / 6,
        fill=INK if black else WHITE,
    )
    pips = WHITE if black and not pen.ink_saving else INK
    for across, up in PIPS[number]:
        middle = side / 2
        pen.dot(x + middle + across * side / 4, y + middle + up * side / 4, side / 6, colour=pips)
