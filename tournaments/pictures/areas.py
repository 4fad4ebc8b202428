"""The dice game: what was rolled, who took it, and how it fills the areas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from puzzles.solver import BUILT_IN
from puzzles.wording import N_
from tournaments.pictures.svg import CELL, NAMES, Markup, box, cells, hatch, picture, text
from tournaments.rules import Event
from tournaments.rules.messages import Translate

LABEL: Final = N_("The dice and the areas after dice round %(round)s")
BLACK: Final = N_("black dice")
WHITE: Final = N_("white dice")
SQUARES: Final = N_("%(filled)s of %(whole)s squares")
POINTS: Final = N_("%(points)s points")
CONSOLED: Final = N_("1 point, consoled")

TAKEN: Final = (
    (("P5", "V3"), ("L4", "I2"), ("T4", "I1")),
    (("O4", "I2"), ("L5", "V3"), ("S4", "I1")),
)
"""Round by round, what each player took: a black and a white die. All of it is drawn."""

FILLED: Final = (
    ("addcc", "aabcc", "aabb."),
    ("acccc", "acbdd", "aabd."),
    ("abc..", "aacc.", "ad.c."),
)
"""Each player's area; the letters are the shapes in the order in which they were drawn."""

AREA: Final = ("#####", "#####", "####.")

DIE: Final = 44
SMALL: Final = 9
COLUMN: Final = 110


def rounds_picture(events: Sequence[Event], states: Sequence[Any], translate: Translate) -> str:
    """The dice of the last round, each above the name of who took it, and the areas after it."""
    state, played = states[-1], len(events)
    parts: list[Markup] = []
    for row, words in enumerate((BLACK, WHITE)):
        y = 18 + row * 84
        parts.append(text(4, y - 4, translate(words), "small"))
        for seat, name in enumerate(NAMES):
            x = 36 + seat * COLUMN
            parts += _die(x, y, TAKEN[played - 1][seat][row], is_black=row == 0)
            parts.append(text(x + DIE / 2, y + DIE + 14, name, "mid small"))
    y = 196
    whole = sum(row.count("#") for row in AREA)
    for seat, name in enumerate(NAMES):
        x = 4 + seat * COLUMN
        shapes = [code for taken in TAKEN[:played] for code in taken[seat]]
        filled = 0
        parts.append(text(x, y - 8, name, "strong"))
        parts.append(cells(x, y, _squares(AREA, "#"), CELL, "region"))
        for index, code in enumerate(shapes):
            squares = _squares(FILLED[seat], "abcd"[index])
            filled += len(squares)
            parts += [
                cells(x, y, squares, CELL, f"p{(0, 1, 2, 4)[index]}"),
                hatch(x, y, squares, index),
                _outline(x, y, squares),
                text(x + squares[0][0] * CELL + 2, y + squares[0][1] * CELL + 12, code, "tiny"),
            ]
        told = translate(SQUARES) % {"filled": filled, "whole": whole}
        parts.append(text(x, y + 3 * CELL + 16, told, "small"))
        points = state.points[0][seat]
        if points is not None:
            is_consoled = state.consoled[0] == seat
            words = translate(CONSOLED if is_consoled else POINTS) % {"points": points}
            parts.append(text(x, y + 3 * CELL + 34, words, "strong small"))
    return picture(290, parts, label=translate(LABEL) % {"round": played})


def _squares(rows: Sequence[str], mark: str) -> list[tuple[int, int]]:
    return [
        (column, row)
        for row, line in enumerate(rows)
        for column, found in enumerate(line)
        if found == mark
    ]


def _die(x: float, y: float, code: str, *, is_black: bool) -> list[Markup]:
    """A die with this shape on top: the small squares of the shape in its middle."""
    squares = [(column, row) for column, row, _ in BUILT_IN["dice"].pieces[code].cells]
    wide, high = (max(side) + 1 for side in zip(*squares, strict=True))
    left, top = x + (DIE - wide * SMALL) / 2, y + (DIE - high * SMALL) / 2
    kinds = ("r-die-black", "r-face-light") if is_black else ("r-die-white", "r-face-dark")
    return [
        box(x, y, DIE, DIE, kinds[0], round_by=7),
        cells(left, top, squares, SMALL, kinds[1]),
        text(x + DIE + 4, y + DIE / 2 + 4, code, "small"),
    ]


def _outline(x: float, y: float, squares: Sequence[tuple[int, int]]) -> Markup:
    """Every side of a square behind which the shape does not go on."""
    own, strokes = set(squares), ""
    for column, row in squares:
        left, top = x + column * CELL, y + row * CELL
        if (column, row - 1) not in own:
            strokes += f"M{left} {top}h{CELL}"
        if (column, row + 1) not in own:
            strokes += f"M{left} {top + CELL}h{CELL}"
        if (column - 1, row) not in own:
            strokes += f"M{left} {top}v{CELL}"
        if (column + 1, row) not in own:
            strokes += f"M{left + CELL} {top}v{CELL}"
    return Markup(f'<path class="edge" d="{strokes}"/>')
