"""Pads for the dice game: what holds for every seed, and what one seed gives for ever."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from puzzles import solver
from puzzles.decks import dice
from puzzles.decks.dice import BLACK_DIE, MOST_SEED, WHITE_DIE, Area, generate
from puzzles.decks.growing import has_hole
from puzzles.decks.walled import LONGEST_SIDE, bits_of, placements, squares_of

PADS = [generate(seed) for seed in range(150)]
PIECE_SET = solver.BUILT_IN["dice"]

# What the first version of the generator gives for this seed. If this fails, the generator
# draws otherwise than it did when sheets with its ids were printed: raise its version.
DICE1_77 = """
    .##. ..## ##### ...## ...### .##..#
    ###. .### ###.. ##### ###### .##..#
    #### #### ###.. .#### ..#### ###.##
    .### #### ###.. .#### ..#### ######
    .##. ##.. .##.. ..##. ...##. .####.
"""


def every_area() -> Iterator[Area]:
    return (area for pad in PADS for area in pad.areas)


def region_of(area: Area) -> solver.Region:
    return solver.Region.from_area(list(area.rows))


def columns(drawing: str) -> list[tuple[str, ...]]:
    """Areas drawn side by side."""
    return list(zip(*(line.split() for line in drawing.split("\n") if line.strip()), strict=True))


def test_a_printed_id_stays_true() -> None:
    pad = generate(77)
    assert pad.id == "dice1#77"
    assert [area.rows for area in pad.areas] == columns(DICE1_77)


def test_the_same_seed_gives_the_same_pad() -> None:
    assert generate(123) == generate(123)


def test_every_seed_gives_other_areas() -> None:
    assert len({tuple(area.rows for area in pad.areas) for pad in PADS}) == len(PADS)


def test_the_ends_of_the_range() -> None:
    assert len(generate(0).areas) == len(generate(MOST_SEED).areas) == 6
    for seed in (-1, MOST_SEED + 1):
        with pytest.raises(ValueError, match="A seed lies between"):
            generate(seed)


def test_six_areas_of_rising_size() -> None:
    for pad in PADS:
        sizes = [area.size for area in pad.areas]
        assert len(sizes) == 6
        assert sizes == sorted(set(sizes))
        assert (sizes[0], sizes[-1]) == (14, 21)


def test_areas_hang_together_and_have_no_hole() -> None:
    for area in every_area():
        region = region_of(area)
        assert region.size == area.size
        assert solver.Shape(region.cells).connected
        assert not has_hole(area.rows)
        assert len(area.rows) <= 5
        assert {len(row) for row in area.rows} <= {3, 4, 5, 6}


def test_no_area_straggles_or_is_a_box() -> None:
    for area in every_area():
        squares = set(region_of(area).cells)
        beside = [
            sum((x + a, y + b, 0) in squares for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1)))
            for x, y, _ in squares
        ]
        assert beside.count(1) <= 2
        assert area.size < len(area.rows) * len(area.rows[0])


def test_the_solver_agrees_that_the_dice_can_fill_each_area() -> None:
    for area in every_area():
        codes = tuple(laid.code for laid in area.filling)
        task = solver.Task(id="", region=region_of(area), pieces=codes, piece_set=PIECE_SET)
        assert solver.solve(task, solver.Limits(max_covers=1)).covers == 1
        # In so many rounds, one black and one white shape each.
        assert sum(code in BLACK_DIE for code in codes) <= area.rounds
        assert sum(code in WHITE_DIE for code in codes) <= area.rounds


def test_the_solver_agrees_that_fewer_rounds_would_not_do() -> None:
    tried = 0
    for area in every_area():
        fewer = area.rounds - 1
        for codes in hands(fewer) if area.size <= fewer * 8 else ():
            if sum(PIECE_SET.pieces[code].size for code in codes) == area.size:
                task = solver.Task(id="", region=region_of(area), pieces=codes, piece_set=PIECE_SET)
                assert solver.solve(task).covers == 0
                tried += 1
    assert tried


def hands(rounds: int) -> Iterator[tuple[str, ...]]:
    """All that can be entered in so many rounds."""
    colours = [
        [hand for many in range(rounds + 1) for hand in combinations_with_replacement(die, many)]
        for die in (BLACK_DIE, sorted(set(WHITE_DIE)))
    ]
    return (black + white for black, white in product(*colours))


def test_a_filling_covers_each_square_once() -> None:
    for area in every_area():
        laid = [square for shape in area.filling for square in shape.squares]
        assert sorted(laid) == sorted((x, y) for x, y, _ in region_of(area).cells)


def test_all_sizes_come_up() -> None:
    sizes = Counter(area.size for area in every_area())
    assert set(sizes) == set(range(14, 22))
    assert min(sizes[size] for size in range(15, 21)) > len(PADS) / 2


@pytest.mark.parametrize(
    ("area", "hole"),
    [(("###", "#.#", "###"), True), (("###", "#.#", "#.#"), False), (("##", "##"), False)],
)
def test_holes(area: tuple[str, ...], hole: bool) -> None:
    assert has_hole(area) is hole


def test_the_dice_are_those_of_the_house() -> None:
    assert set(BLACK_DIE) | set(WHITE_DIE) == set(PIECE_SET.pieces)
    assert {PIECE_SET.pieces[code].size for code in BLACK_DIE} == {4, 5}
    assert {PIECE_SET.pieces[code].size for code in WHITE_DIE} == {1, 2, 3}


def test_an_area_of_single_squares_takes_a_round_for_each() -> None:
    rounds, filling = dice.fewest_rounds(("#.#", "...", "#.#"))
    assert rounds == 4
    assert [laid.code for laid in filling] == ["I1"] * 4


@pytest.mark.parametrize("code", PIECE_SET.pieces)
def test_placements_are_those_that_the_solver_finds(code: str) -> None:
    """The places of a shape in an area, against a task whose rest is single squares."""
    rows = ("######", "######", "##.###", "######")
    area = bits_of(rows)
    rest = ("I1",) * (area.bit_count() - PIECE_SET.pieces[code].size)
    task = solver.Task(
        id="",
        region=solver.Region.from_area(list(rows)),
        pieces=(code, *rest),
        piece_set=PIECE_SET,
    )
    found = placements(area, PIECE_SET.pieces[code])
    assert len(set(found)) == len(found)
    # Another single square makes no other cover.
    assert solver.solve(task).covers == (1 if code == "I1" else len(found))
    assert all(not bits & ~area for bits in found)


def test_a_side_that_is_too_long() -> None:
    with pytest.raises(ValueError, match="longer than"):
        bits_of(["#" * (LONGEST_SIDE + 1)])


def test_squares_there_and_back() -> None:
    assert squares_of(bits_of(("#.", ".#"))) == ((0, 0), (1, 1))
