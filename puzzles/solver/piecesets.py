"""Piece sets: the built-in ones, and those that a task file brings along."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from puzzles.solver.errors import MalformedTask
from puzzles.solver.shapes import Shape, parse_grid, parse_layers
from puzzles.wording import N_

MAX_PIECES_IN_SET: Final = 400
MAX_CODE_LENGTH: Final = 20


@dataclass(frozen=True)
class PieceSet:
    """Pieces by code, in their order, and how they may move.

    ``key`` names a built-in set and is None for one that a file defines. ``dimension`` is
    2 or 3; ``flip`` says whether flat pieces may be turned over (never true in space).
    """

    key: str | None
    dimension: int
    flip: bool
    pieces: Mapping[str, Shape] = field(hash=False)

    def to_json(self) -> dict[str, object]:
        """The set as an inline object of the file format."""
        return {
            "dimension": self.dimension,
            "flip": self.flip,
            "pieces": {
                code: [list(rows) for rows in shape.layers()]
                if self.dimension == 3
                else list(shape.layers()[0])
                for code, shape in self.pieces.items()
            },
        }


def is_plain_text(text: str) -> bool:
    """Whether it holds no control character and no lone surrogate."""
    return all(unicodedata.category(character) not in ("Cc", "Cs") for character in text)


def parse_piece_set(value: object, known_sets: Mapping[str, PieceSet] | None = None) -> PieceSet:
    """A known set (built in, by default) by its key, or the set that an inline object defines.

    MalformedTask names the field piece_set.
    """
    if isinstance(value, str):
        sets = BUILT_IN if known_sets is None else known_sets
        if value not in sets:
            raise MalformedTask("piece_set", "piece_set_unknown", value=value)
        return sets[value]
    if not isinstance(value, dict):
        raise MalformedTask("piece_set", "piece_set_not_an_object", value=value)
    dimension = value.get("dimension")
    if isinstance(dimension, bool) or dimension not in (2, 3) or not isinstance(dimension, int):
        raise MalformedTask("piece_set", "dimension", value=dimension)
    flip = value.get("flip", False if dimension == 3 else None)
    if not isinstance(flip, bool):
        raise MalformedTask("piece_set", "flip", value=flip)
    if flip and dimension == 3:
        raise MalformedTask("piece_set", "flip_in_3d")
    return PieceSet(None, dimension, flip, _parse_pieces(value.get("pieces"), dimension))


def _parse_pieces(grids: object, dimension: int) -> dict[str, Shape]:
    if not isinstance(grids, dict):
        raise MalformedTask("piece_set", "pieces_not_an_object", value=grids)
    if not grids:
        raise MalformedTask("piece_set", "no_pieces_in_set")
    if len(grids) > MAX_PIECES_IN_SET:
        raise MalformedTask(
            "piece_set", "too_many_in_set", value=len(grids), limit=MAX_PIECES_IN_SET
        )
    pieces: dict[str, Shape] = {}
    for code, grid in grids.items():
        if (
            not isinstance(code, str)
            or not 1 <= len(code) <= MAX_CODE_LENGTH
            or not is_plain_text(code)
        ):
            raise MalformedTask("piece_set", "piece_code", value=code, limit=MAX_CODE_LENGTH)
        pieces[code] = _parse_piece(code, grid, dimension)
    return pieces


def _parse_piece(code: str, grid: object, dimension: int) -> Shape:
    stacked = isinstance(grid, (list, tuple)) and any(
        isinstance(item, (list, tuple)) for item in grid
    )
    if not stacked:
        return parse_grid(grid, "piece_set")
    if dimension == 2:
        raise MalformedTask("piece_set", "piece_not_flat", value=code)
    return parse_layers(grid, "piece_set")


def _flat(**drawings: str) -> dict[str, Shape]:
    """Flat pieces, each drawn as its rows with blanks between them."""
    return {code: parse_grid(rows.split(), "piece_set") for code, rows in drawings.items()}


def _solid(drawings: Mapping[str, str]) -> dict[str, Shape]:
    """Solid pieces, each drawn as its layers (bottom first) with a slash between them."""
    return {
        code: parse_layers([layer.split() for layer in layers.split("/")], "piece_set")
        for code, layers in drawings.items()
    }


_CLASSIC = _flat(
    A="# #",
    B="# # #",
    C="#. ##",
    D=".# ## .#",
    E="## .# .#",
    F="# # # #",
    G="#. ## .#",
    H="## ##",
    I=".# ## .# .#",
    J=".# .# .# ##",
    K="## ## .#",
    L="##. .#. .##",
)

_FAMILY_3D = _solid(
    {
        "r1": "##",
        "r2": "## #. / .. #.",
        "g1": "## #.",
        "g2": "### #.. / ... #..",
        "b1": "### #..",
        "b2": "##. #.. / .## ...",
        "y1": "## #. / .# ..",
        "y2": "### .#. / #.. ...",
    }
)

_UBONGO_3D = _solid(
    {
        "1": "### .#. / #.. ...",
        "2": "### #.. / ..# ...",
        "3": "## #. / .# ..",
        "4": "### #.#",
        "5": "### ..# / ... ..#",
        "6": "##. #.. / .## ...",
        "7": "### ##.",
        "8": "## #.",
        "9": "## ## / #. ..",
        "10": "## #. / .. #.",
        "11": "### ..# / #.. ...",
        "12": "##. .##",
        "13": "##. .## / #.. ...",
        "14": "### #.. / ... #..",
        "15": "### .#.",
        "16": "### #..",
    }
)

# The shapes of the animals and of the dice's faces are this site's own (the house set).
_JUNIOR = _flat(
    meerkat="# #",
    gecko="#. ##",
    tortoise="## ##",
    snake="#. ## .#",
    giraffe="## .# .#",
    lion=".# ## .#",
    hippo="## ## .#",
)

_DICE = _flat(
    I1="#",
    I2="# #",
    I3="# # #",
    V3="#. ##",
    L4="## .# .#",
    T4=".# ## .#",
    S4="#. ## .#",
    O4="## ##",
    P5="## ## .#",
    L5=".# .# .# ##",
)

BUILT_IN: Final[Mapping[str, PieceSet]] = {
    "classic-12": PieceSet("classic-12", 2, True, _CLASSIC),
    "family-3d-8": PieceSet("family-3d-8", 3, False, _FAMILY_3D),
    "ubongo-3d-16": PieceSet("ubongo-3d-16", 3, False, _UBONGO_3D),
    "junior": PieceSet("junior", 2, True, _JUNIOR),
    "dice": PieceSet("dice", 2, True, _DICE),
}

COPIES: Final[Mapping[str, Mapping[str, int]]] = {
    "ubongo-3d-16": {
        "1": 2,
        "2": 2,
        "3": 3,
        "4": 2,
        "5": 2,
        "6": 2,
        "7": 3,
        "8": 4,
        "9": 3,
        "10": 3,
        "11": 2,
        "12": 2,
        "13": 2,
        "14": 2,
        "15": 2,
        "16": 4,
    },
}
"""How many of each piece the box holds, where that is known."""

NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "classic-12": {
        "A": N_("domino (I2)"),
        "B": N_("bar of three (I3)"),
        "C": N_("small corner (V3)"),
        "D": N_("tee (T4)"),
        "E": N_("hook (L4)"),
        "F": N_("bar of four (I4)"),
        "G": N_("step (S4)"),
        "H": N_("square (O4)"),
        "I": N_("branch (Y5)"),
        "J": N_("long hook (L5)"),
        "K": N_("flag (P5)"),
        "L": N_("zigzag (Z5)"),
    },
    "family-3d-8": {
        "r1": N_("red domino"),
        "r2": N_("red screw"),
        "g1": N_("green corner"),
        "g2": N_("green hook with a raised foot"),
        "b1": N_("blue hook"),
        "b2": N_("blue staircase"),
        "y1": N_("yellow screw"),
        "y2": N_("yellow tee with a raised end"),
    },
    "ubongo-3d-16": {
        "1": N_("yellow tee with a raised end"),
        "2": N_("yellow hook with a raised tail"),
        "3": N_("yellow screw"),
        "4": N_("yellow arch"),
        "5": N_("blue hook with a raised foot"),
        "6": N_("blue staircase"),
        "7": N_("blue flag"),
        "8": N_("blue corner"),
        "9": N_("red square with a knob"),
        "10": N_("red screw"),
        "11": N_("red hook with a raised tail"),
        "12": N_("red step"),
        "13": N_("green step with a raised end"),
        "14": N_("green hook with a raised foot"),
        "15": N_("green tee"),
        "16": N_("green hook"),
    },
    "junior": {
        "meerkat": N_("meerkat"),
        "gecko": N_("gecko"),
        "tortoise": N_("tortoise"),
        "snake": N_("snake"),
        "giraffe": N_("giraffe"),
        "lion": N_("lion"),
        "hippo": N_("hippo"),
    },
    "dice": {
        "I1": N_("single square (I1)"),
        "I2": N_("domino (I2)"),
        "I3": N_("bar of three (I3)"),
        "V3": N_("small corner (V3)"),
        "L4": N_("hook (L4)"),
        "T4": N_("tee (T4)"),
        "S4": N_("step (S4)"),
        "O4": N_("square (O4)"),
        "P5": N_("flag (P5)"),
        "L5": N_("long hook (L5)"),
    },
}
"""What the pieces are called on the site, by set and code."""
