"""Pieces to cut out at true size: flat ones as they are, solid ones in layers and as cubes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

from puzzles.printing.boards import outlines_around
from puzzles.printing.deck import Piece, Pieces
from puzzles.printing.nets import draw_net, net_size
from puzzles.printing.pen import GREY, Pen
from puzzles.printing.pieces import (
    Square,
    draw_flat,
    draw_name,
    draw_solid,
    lying,
    solid_size,
    well_seen,
)
from puzzles.printing.sheet import FOOT, HEIGHT, WIDTH, Foot, How, document

TITLE: Final = 16.0
GAP: Final = 5.0
EDGE: Final = 1.2
PICTURE: Final = 5.0
CAPTION: Final = 4.5


@dataclass(frozen=True)
class Words:
    """The texts of the sheets in the language that they are printed in.

    ``flat``, ``layers`` and ``nets`` say what is to be done with each kind of sheet;
    ``cubes`` says of how many cubes a solid piece is made.
    """

    title: str
    subject: str
    sheet: str
    flat: str
    layers: str
    nets: str
    cubes: Callable[[int], str]


@dataclass(frozen=True)
class _Item:
    """Something to cut out, with the room that it needs; drawn from its upper left corner."""

    width: float
    height: float
    draw: Callable[[Pen, float, float], None]


@dataclass(frozen=True)
class _Page:
    note: str
    items: tuple[tuple[float, float, _Item], ...]


def draw(
    pieces: Pieces,
    words: Words,
    how: How,
    *,
    square: float,
    sets: int,
    report: Callable[[int, int], None],
) -> bytes:
    """So many sets of pieces made of squares or cubes of this size, as a PDF.

    ``LookupError`` if one is larger than a page.
    """
    pages = list(_pages(pieces, words, square=square, sets=sets))
    title = f"{words.title} · {pieces.name}"
    with document(how, title=title, subject=words.subject) as file:
        foot = Foot(file, how)
        for number, page in enumerate(pages, start=1):
            with file.page(f"{words.sheet} {number}") as pen:
                title = f"{words.title} · {pieces.name} · {square:g} mm"
                pen.text(1, HEIGHT - 6, title, size=12, bold=True, most=WIDTH - 2)
                pen.text(1, HEIGHT - 11, page.note, size=8, most=WIDTH - 2)
                for x, y, item in page.items:
                    item.draw(pen, x, y)
                foot.draw(pen, f"{number} / {len(pages)}")
            report(number, len(pages))
        return file.content()


def _pages(pieces: Pieces, words: Words, *, square: float, sets: int) -> Iterator[_Page]:
    box = [piece for piece in pieces.by_code.values() for _ in range(piece.copies)] * sets
    if not pieces.solid:
        yield from _packed((_flat(piece, square) for piece in box), words.flat)
        return
    every = pieces.by_code.values()
    yield from _packed((_layers(piece, words, square) for piece in every), words.layers)
    cubes = (_net(piece, square) for piece in box for _ in range(piece.shape.size))
    yield from _packed(cubes, words.nets)


def _packed(items: Iterable[_Item], note: str) -> Iterator[_Page]:
    """Items in lines from the upper left corner, on as many pages as they need."""
    placed: list[tuple[float, float, _Item]] = []
    x, top, tall = 1.0, HEIGHT - TITLE, 0.0
    for item in items:
        if item.width > WIDTH - 2 or item.height > HEIGHT - TITLE - FOOT:
            raise LookupError("A piece is larger than a page.")
        if x + item.width > WIDTH - 1:
            x, top, tall = 1.0, top - tall - GAP, 0.0
        if top - item.height < FOOT:
            yield _Page(note, tuple(placed))
            placed, x, top, tall = [], 1.0, HEIGHT - TITLE, 0.0
        placed.append((x, top, item))
        x += item.width + GAP
        tall = max(tall, item.height)
    yield _Page(note, tuple(placed))


def _flat(piece: Piece, square: float) -> _Item:
    squares = lying(piece)
    wide, high = _extent(squares)
    return _Item(wide * square, high * square, partial(_draw_flat, piece, squares, square))


def _draw_flat(
    piece: Piece, squares: tuple[Square, ...], square: float, pen: Pen, x: float, y: float
) -> None:
    draw_flat(pen, x, y, squares, side=square, look=piece.look, edge=EDGE)
    draw_name(pen, x, y, squares, piece.look.name, side=square)


def _layers(piece: Piece, words: Words, square: float) -> _Item:
    """A solid piece as a picture, and its levels beside each other at true size."""
    shape = well_seen(piece.shape)
    columns, rows, levels = shape.extents
    picture = solid_size(shape, PICTURE)
    width = picture[0] + levels * (columns * square + GAP)
    caption = words.cubes(shape.size)
    height = max(rows * square, picture[1]) + CAPTION

    def draw(pen: Pen, x: float, y: float) -> None:
        name = f"{piece.look.name} · {caption}"
        pen.text(x, y - 3, name, size=8, bold=True, most=width)
        draw_solid(pen, x, y - CAPTION, shape, edge=PICTURE, look=piece.look)
        left = x + picture[0] + GAP
        below = outlines_around({(column, row) for column, row, _ in shape.cells})
        for level in range(levels):
            for line in below:
                corners = [(left + a * square, y - CAPTION - b * square) for a, b in line]
                pen.lines(pairwise([*corners, corners[0]]), thick=0.4, colour=GREY, dashes=1)
            squares = tuple((column, row) for column, row, high in shape.cells if high == level)
            draw_flat(pen, left, y - CAPTION, squares, side=square, look=piece.look, edge=EDGE)
            draw_name(pen, left, y - CAPTION, squares, str(level + 1), side=square)
            left += columns * square + GAP

    return _Item(width, height, draw)


def _net(piece: Piece, edge: float) -> _Item:
    """The net of one cube of a piece."""
    look = piece.look

    def draw_face(pen: Pen, face: int, left: float, top: float) -> None:
        draw_flat(pen, left, top, [(0, 0)], side=edge, look=look)
        draw_name(pen, left, top, [(0, 0)], look.short, side=edge)

    def draw(pen: Pen, x: float, y: float) -> None:
        draw_net(pen, x, y, edge=edge, face=draw_face)

    return _Item(*net_size(edge), draw)


def _extent(squares: Iterable[Square]) -> tuple[int, int]:
    columns, rows = zip(*squares, strict=True)
    return max(columns) + 1, max(rows) + 1
