"""How pieces are told apart: a colour, a hatch that shows in grey too, and a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from puzzles.printing.pen import Colour, Point

# The same colours as in the pictures of the pages, by their number there.
TINTS: Final[tuple[Colour, ...]] = (
    (0.949, 0.651, 0.353),
    (0.557, 0.792, 0.902),
    (0.71, 0.851, 0.612),
    (0.925, 0.541, 0.525),
    (0.804, 0.706, 0.859),
    (0.965, 0.835, 0.361),
    (0.624, 0.722, 0.678),
    (1.0, 0.784, 0.867),
    (0.435, 0.624, 0.847),
    (0.831, 0.639, 0.451),
    (0.788, 0.886, 0.396),
    (0.851, 0.851, 0.851),
)

Stroke = tuple[Point, Point]

# Strokes within a square of side 1, measured from its upper left corner. They keep away from
# its edges, so that nobody takes them for lines between squares. The first eight are the kinds
# that the pages have.
NEAR: Final = 0.18
FAR: Final = 1 - NEAR
_RISING: Final = ((NEAR, FAR), (FAR, NEAR))
_FALLING: Final = ((NEAR, NEAR), (FAR, FAR))
_LEVEL: Final = ((NEAR, 0.5), (FAR, 0.5))
_UPRIGHT: Final = ((0.5, NEAR), (0.5, FAR))
HATCHES: Final[tuple[tuple[Stroke, ...], ...]] = (
    (),
    (_RISING,),
    (_FALLING,),
    (_LEVEL,),
    (_UPRIGHT,),
    (_RISING, _FALLING),
    (_LEVEL, _UPRIGHT),
    tuple(((x, y), (x + 0.12, y)) for y in (0.32, 0.68) for x in (0.26, 0.62)),
    (((NEAR, 0.35), (FAR, 0.35)), ((NEAR, 0.65), (FAR, 0.65))),
    (((0.35, NEAR), (0.35, FAR)), ((0.65, NEAR), (0.65, FAR))),
    (((NEAR, 0.62), (0.62, NEAR)), ((0.38, FAR), (FAR, 0.38))),
    (((0.38, NEAR), (FAR, 0.62)), ((NEAR, 0.38), (0.62, FAR))),
    (((NEAR, 0.7), (0.5, 0.3)), ((0.5, 0.3), (FAR, 0.7))),
    (((0.3, NEAR), (0.7, 0.5)), ((0.7, 0.5), (0.3, FAR))),
    (((0.5, NEAR), (FAR, FAR)), ((FAR, FAR), (NEAR, FAR)), ((NEAR, FAR), (0.5, NEAR))),
    (((NEAR, NEAR), (NEAR, FAR)), ((NEAR, FAR), (FAR, FAR))),
)


@dataclass(frozen=True)
class Look:
    """Colour and hatch by their numbers, the piece's name, and one short enough for a square."""

    tint: int
    hatch: int
    name: str
    short: str

    @property
    def colour(self) -> Colour:
        return TINTS[self.tint % len(TINTS)]

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        return HATCHES[self.hatch % len(HATCHES)]


def shade(colour: Colour, part: float) -> Colour:
    """A colour darkened to so much of its brightness."""
    red, green, blue = colour
    return red * part, green * part, blue * part
