"""The lines around areas."""

import pytest

from puzzles.decks.dice import generate
from puzzles.printing.boards import outlines

Corner = tuple[int, int]


def sides_on(line: list[Corner]) -> set[frozenset[Corner]]:
    """The sides of squares that a closed line runs along."""
    sides = set()
    for (x, y), (to_x, to_y) in zip(line, [*line[1:], line[0]], strict=True):
        assert (x == to_x) != (y == to_y), "a line runs straight"
        dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
        while (x, y) != (to_x, to_y):
            sides.add(frozenset([(x, y), (x + dx, y + dy)]))
            x, y = x + dx, y + dy
    return sides


def borders(rows: tuple[str, ...]) -> set[frozenset[Corner]]:
    """The sides that one square of the area has and no other."""
    sides: set[frozenset[Corner]] = set()
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark == "#":
                corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
                for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
                    sides ^= {frozenset([one, other])}
    return sides


@pytest.mark.parametrize("seed", range(20))
def test_one_line_runs_around_an_area(seed: int) -> None:
    for area in generate(seed).areas:
        (line,) = outlines(area.rows)
        assert sides_on(line) == borders(area.rows)


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        (("#",), [4]),
        (("##", "#."), [6]),
        (("###", "#.#", "###"), [4, 4]),
        (("#.", ".#"), [4, 4]),
        ((".#", "#."), [4, 4]),
    ],
)
def test_corners_of_each_line(rows: tuple[str, ...], lines: list[int]) -> None:
    found = outlines(rows)
    assert [len(line) for line in found] == lines
    assert set().union(*map(sides_on, found)) == borders(rows)
