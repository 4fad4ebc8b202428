"""A slow and simple second opinion: tries every piece everywhere, knows no bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from puzzles.solver import Task
from puzzles.solver.grids import Cell

Cells = frozenset[Cell]
Laid = tuple[Cells, Cells]
"""What a piece looks like however it is turned (its least position), and where it lies."""
Filling = frozenset[Laid]


def _quarter_turn(cell: Cell) -> Cell:
    x, y, z = cell
    return (-y, x, z)


def _tip_over(cell: Cell) -> Cell:
    x, y, z = cell
    return (x, -z, y)


def _mirror(cell: Cell) -> Cell:
    x, y, z = cell
    return (-x, y, z)


def _moved_home(cells: Iterable[Cell]) -> Cells:
    cells = list(cells)
    x0, y0, z0 = (min(cell[axis] for cell in cells) for axis in range(3))
    return frozenset((x - x0, y - y0, z - z0) for x, y, z in cells)


def all_turns(cells: tuple[Cell, ...], *, dimension: int, flip: bool) -> set[tuple[Cell, ...]]:
    """Every image of a sequence of cells under the allowed motions, not moved home."""
    steps: list[Callable[[Cell], Cell]] = [_quarter_turn]
    if dimension == 3:
        steps.append(_tip_over)
    elif flip:
        steps.append(_mirror)
    found = {cells}
    fresh = [cells]
    while fresh:
        current = fresh.pop()
        for step in steps:
            image = tuple(map(step, current))
            if image not in found:
                found.add(image)
                fresh.append(image)
    return found


def _ways(task: Task, code: str) -> set[Cells]:
    cells = task.piece_set.pieces[code].cells
    turns = all_turns(cells, dimension=task.piece_set.dimension, flip=task.piece_set.flip)
    return {_moved_home(turn) for turn in turns}


def placements(task: Task, code: str) -> set[Laid]:
    region = frozenset(task.region.cells)
    ways = _ways(task, code)
    name = min(ways, key=sorted)
    found: set[Laid] = set()
    for way in ways:
        x0, y0, z0 = min(way)
        for x, y, z in region:
            lying = frozenset((x - x0 + a, y - y0 + b, z - z0 + c) for a, b, c in way)
            if lying <= region:
                found.add((name, lying))
    return found


def fillings(task: Task, codes: tuple[str, ...]) -> set[Filling]:
    """Every set of non-overlapping placements of exactly these pieces."""
    found: set[tuple[Filling, Cells]] = {(frozenset(), frozenset())}
    for code in codes:
        found = {
            (filling | {laid}, taken | laid[1])
            for filling, taken in found
            for laid in placements(task, code)
            if not taken & laid[1]
        }
    return {filling for filling, _ in found}


def covers(task: Task) -> set[Filling]:
    cells = sum(task.piece_set.pieces[code].size for code in task.pieces)
    return fillings(task, task.pieces) if cells == task.region.size else set()


def essentially_different(task: Task) -> int:
    """The orbits of the covers under the motions that map the region to itself."""
    region = task.region.cells
    self_maps: list[dict[Cell, Cell]] = []
    for turn in all_turns(region, dimension=task.piece_set.dimension, flip=task.piece_set.flip):
        x0, y0, z0 = (min(cell[axis] for cell in turn) for axis in range(3))
        home = [(x - x0, y - y0, z - z0) for x, y, z in turn]
        if set(home) == set(region):
            self_maps.append(dict(zip(region, home, strict=True)))
    orbits = {
        frozenset(
            frozenset((name, frozenset(where[cell] for cell in cells)) for name, cells in cover)
            for where in self_maps
        )
        for cover in covers(task)
    }
    return len(orbits)


def parts(cells: Iterable[Cell]) -> list[int]:
    """The sizes of the face-connected parts."""
    left = set(cells)
    sizes: list[int] = []
    while left:
        front = [left.pop()]
        size = 0
        while front:
            x, y, z = front.pop()
            size += 1
            near = {
                (x + a, y + b, z + c)
                for a, b, c in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
            } & left
            left -= near
            front += near
        sizes.append(size)
    return sizes


def can_deal(rooms: list[int], sizes: list[int]) -> bool:
    """Whether the sizes can be dealt out so that every room is filled exactly."""
    if not sizes:
        return not any(rooms)
    size, *rest = sizes
    return any(
        can_deal([*rooms[:i], room - size, *rooms[i + 1 :]], rest)
        for i, room in enumerate(rooms)
        if room >= size
    )


def promising_and_leading(task: Task) -> list[tuple[int, int]]:
    """For 0 up to all but one laid pieces: the fillings that leave regions which the
    remaining sizes can make up, and those of them that are part of a cover."""
    all_covers = covers(task)
    result: list[tuple[int, int]] = []
    numbers = range(len(task.pieces))
    for laid in numbers:
        promising: set[Filling] = set()
        for chosen in combinations(numbers, laid):
            rest = [
                task.piece_set.pieces[task.pieces[number]].size
                for number in numbers
                if number not in chosen
            ]
            for filling in fillings(task, tuple(task.pieces[number] for number in chosen)):
                taken = frozenset[Cell]().union(*(cells for _, cells in filling))
                if can_deal(parts(frozenset(task.region.cells) - taken), rest):
                    promising.add(filling)
        leading = {
            frozenset(part)
            for cover in all_covers
            for part in combinations(sorted_laid(cover), laid)
        }
        result.append((len(promising), len(leading)))
    return result


def sorted_laid(cover: Filling) -> list[Laid]:
    return sorted(cover, key=lambda laid: sorted(laid[1]))
