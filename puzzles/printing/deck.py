"""A deck as it is printed: plain values, whatever they were read from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzles.printing.looks import Look
from puzzles.solver import Shape

Cell = tuple[int, int, int]


@dataclass(frozen=True)
class Piece:
    """A piece of the set that a deck is made for."""

    code: str
    shape: Shape
    look: Look
    copies: int = 1


@dataclass(frozen=True)
class Pieces:
    """A set of pieces: flat ones that may be turned over, or solid ones."""

    key: str
    name: str
    solid: bool
    flip: bool
    by_code: Mapping[str, Piece]


@dataclass(frozen=True)
class Laid:
    """A piece of a solution with the cells that it covers."""

    code: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Task:
    """A task of a side: its number there, the faces of the die that choose it, its pieces.

    ``solutions`` is how many essentially different ones there are, where that is known, and
    ``cover`` one of them.
    """

    number: int
    die: tuple[int, ...]
    pieces: tuple[str, ...]
    solutions: int | None = None
    cover: tuple[Laid, ...] = ()


@dataclass(frozen=True)
class Side:
    """One side of a board: the rows of its area and how many levels it is high."""

    number: int
    letter: str
    level: int | None
    colour: str | None
    rows: tuple[str, ...]
    height: int
    tasks: tuple[Task, ...]

    @property
    def name(self) -> str:
        """What stands on it, such as 12A."""
        return f"{self.number}{self.letter}"


@dataclass(frozen=True)
class Deck:
    """A deck by the key that finds it again, with the name that stands on its cards."""

    key: str
    name: str
    variant: str
    pieces: Pieces
    sides: tuple[Side, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its boards in their order."""
        return tuple(dict.fromkeys(side.number for side in self.sides))
