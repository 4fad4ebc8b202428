"""Random small tasks for hypothesis, grown cell by cell so that they shrink well."""

from __future__ import annotations

from hypothesis import strategies as st

from puzzles.solver import PieceSet, Region, Shape, Task
from puzzles.solver.grids import Cell, at_origin

STEPS: dict[int, list[Cell]] = {
    2: [(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)],
    3: [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)],
}


def _beside(cells: set[Cell], dimension: int) -> list[Cell]:
    return sorted(
        {(x + a, y + b, z + c) for x, y, z in cells for a, b, c in STEPS[dimension]} - cells
    )


@st.composite
def cell_sets(draw: st.DrawFn, dimension: int, size: int) -> tuple[Cell, ...]:
    """A region of ``size`` cells, in one part or, now and then, in several."""
    cells: set[Cell] = {(0, 0, 0)}
    while len(cells) < size:
        if draw(st.integers(0, 9)) == 9:
            cells.add((max(x for x, _, _ in cells) + 2, 0, 0))
        else:
            cells.add(draw(st.sampled_from(_beside(cells, dimension))))
    return at_origin(cells)


@st.composite
def cuts(draw: st.DrawFn, cells: tuple[Cell, ...], dimension: int) -> list[Shape]:
    """Connected pieces of up to 4 cells into which the cells fall apart."""
    left = set(cells)
    pieces: list[Shape] = []
    while left:
        piece = {min(left)}
        for _ in range(draw(st.integers(0, 3))):
            choices = [cell for cell in _beside(piece, dimension) if cell in left]
            if choices:
                piece.add(draw(st.sampled_from(choices)))
        left -= piece
        pieces.append(Shape.of(piece))
    return pieces


@st.composite
def tasks(draw: st.DrawFn, max_cells: int = 9) -> Task:
    """A task with up to ``max_cells`` cells; about half of them can be solved.

    Equal pieces come under one code or under two, and turned in different ways.
    """
    dimension = draw(st.sampled_from((2, 3)))
    flip = dimension == 2 and draw(st.booleans())
    size = draw(st.integers(1, max_cells))
    region = draw(cell_sets(dimension, size))
    source = region if draw(st.booleans()) else draw(cell_sets(dimension, size))
    shapes = draw(cuts(source, dimension))
    own_codes = draw(st.booleans())
    pieces: dict[str, Shape] = {}
    codes: list[str] = []
    for number, shape in enumerate(shapes):
        known = [code for code, other in pieces.items() if other == shape]
        code = known[0] if known and not own_codes else f"p{number}"
        pieces[code] = shape
        codes.append(code)
    return Task("drawn", Region(region), tuple(codes), PieceSet(None, dimension, flip, pieces))
