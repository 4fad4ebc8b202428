"""Reading a printed dice pad back from its PDF, with nothing but what is drawn there.

Lengths are in millimetres.
"""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pdfplumber

MM = 72 / 25.4
DICE_TABLE_LEFT = 150.0
NUMBER_SIZE = 24.0
PARTS = ("char", "line", "rect", "curve")

Rows = tuple[str, ...]


@dataclass(frozen=True)
class Square:
    """A square of the grid that areas and shapes are drawn in, measured from the upper left."""

    x: float
    y: float
    side: float


@dataclass(frozen=True)
class Box:
    """The sides of what is drawn, thickness of lines included."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class ReadSheet:
    """All that a sheet shows."""

    width: float
    height: float
    areas: tuple[Rows, ...]
    black: tuple[Rows, ...]
    white: tuple[Rows, ...]
    sides: frozenset[float]
    circles: tuple[float, ...]
    ruler: float
    text: str
    drawn: Box
    filled: int
    fonts: frozenset[str]


def read_sheets(content: bytes) -> list[ReadSheet]:
    """Every sheet of a PDF."""
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        return [_read(page) for page in pdf.pages]


def _read(page: Any) -> ReadSheet:
    squares = [
        Square(box["x0"] / MM, box["top"] / MM, box["width"] / MM)
        for box in page.rects
        if abs(box["width"] - box["height"]) < 0.01 and box["linewidth"] < 1
    ]
    edge = min(square.x for square in squares)
    in_table = [square for square in squares if square.x - edge > DICE_TABLE_LEFT]
    in_areas = [square for square in squares if square not in in_table]
    shapes = sorted(_groups(in_table), key=lambda group: min(square.y for square in group))
    faces = [_rows(group) for group in shapes]
    circles = [
        curve
        for curve in page.curves
        if len(curve["pts"]) == 4 + 1 and abs(curve["width"] - curve["height"]) < 0.01
    ]
    return ReadSheet(
        width=page.width / MM,
        height=page.height / MM,
        areas=tuple(_areas_by_number(page, _groups(in_areas))),
        black=tuple(faces[:6]),
        white=tuple(faces[6:]),
        sides=frozenset(round(square.side, 3) for square in in_areas),
        circles=tuple(round(curve["width"] / MM, 2) for curve in circles),
        ruler=max(line["width"] for line in page.lines if _has_ticks(page, line)) / MM,
        text=page.extract_text(),
        drawn=_extent(page),
        filled=sum(bool(part["fill"]) for part in page.rects + page.curves),
        fonts=frozenset(char["fontname"] for char in page.chars),
    )


def _areas_by_number(page: Any, groups: Sequence[list[Square]]) -> Iterable[Rows]:
    """The areas in the order of the numbers that stand above them."""
    numbers = [char for char in page.chars if abs(char["size"] - NUMBER_SIZE) < 0.01]
    for char in sorted(numbers, key=lambda char: str(char["text"])):
        x, y = char["x0"] / MM, char["bottom"] / MM

        yield _rows(min(groups, key=partial(_below, x=x, y=y)))


def _below(group: Sequence[Square], x: float, y: float) -> float:
    """How far an area lies from below a place."""
    left, top = min(at.x for at in group), min(at.y for at in group)
    return abs(left - x) + (top - y if top > y - 5 else 1000)


def _groups(squares: Sequence[Square]) -> list[list[Square]]:
    """Squares that lie side by side."""
    left = list(squares)
    groups: list[list[Square]] = []
    while left:
        group = [left.pop()]
        for square in group:
            near = [
                other
                for other in left
                if abs(abs(other.x - square.x) + abs(other.y - square.y) - square.side) < 0.01
            ]
            group += near
            left = [other for other in left if other not in near]
        groups.append(group)
    return groups


def _rows(group: Sequence[Square]) -> Rows:
    x0, y0 = min(square.x for square in group), min(square.y for square in group)
    side = group[0].side
    cells = {(round((at.x - x0) / side), round((at.y - y0) / side)) for at in group}
    assert len(cells) == len(group), "a square is drawn twice"
    return tuple(
        "".join("#" if (x, y) in cells else "." for x in range(max(x for x, _ in cells) + 1))
        for y in range(max(y for _, y in cells) + 1)
    )


def pips(content: bytes) -> list[int]:
    """How many dots the faces in the margin have, from top to bottom."""
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        page = pdf.pages[0]
        dots = [line for line in page.lines if not line["width"] and not line["height"]]
        faces = [curve for curve in page.curves if len(curve["pts"]) > 5 and curve["x0"] > 400]
        found = []
        for face in sorted(faces, key=lambda face: float(face["top"])):
            inside = [
                dot
                for dot in dots
                if face["x0"] < dot["x0"] < face["x1"] and face["top"] < dot["top"] < face["bottom"]
            ]
            if inside:
                found.append(len(inside))
        return found


def _has_ticks(page: Any, line: Any) -> bool:
    """Does a line have short lines on it, as a ruler has?"""
    on_it = [
        tick
        for tick in page.lines
        if tick["height"] and not tick["width"] and abs(tick["bottom"] - line["top"]) < 0.01
    ]
    return line["width"] > 0 and len(on_it) == 11


def _extent(page: Any) -> Box:
    parts = [part for kind in PARTS for part in page.objects.get(kind, [])]

    def half(part: Any) -> float:
        """What a line is wider than its path; a text has no line."""
        return float(part["linewidth"]) / 2 if part.get("stroke") else 0.0

    return Box(
        left=min(part["x0"] - half(part) for part in parts) / MM,
        top=min(part["top"] - half(part) for part in parts) / MM,
        right=max(part["x1"] + half(part) for part in parts) / MM,
        bottom=max(part["bottom"] + half(part) for part in parts) / MM,
    )
