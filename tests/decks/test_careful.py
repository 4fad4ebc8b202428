"""The simulated player: keeps the rules, and its figures are what they claim to be."""

from collections.abc import Sequence
from itertools import product
from math import hypot

import pytest

from puzzles import solver
from puzzles.decks.careful import CarefulPlayer, expected_rounds
from puzzles.decks.chance import Chance
from puzzles.decks.dice import BLACK_DIE, PIECES, WHITE_DIE, generate
from puzzles.decks.walled import lonely, placements, squares_of

PIECE_SET = solver.BUILT_IN["dice"]


def can_be_laid(left: int, codes: Sequence[str]) -> bool:
    """Do these shapes cover these squares exactly? The solver says so."""
    region = solver.Region(tuple(sorted((x, y, 0) for x, y in squares_of(left))))
    task = solver.Task(id="", region=region, pieces=tuple(codes), piece_set=PIECE_SET)
    return solver.solve(task).covers > 0


@pytest.mark.parametrize("seed", range(4))
def test_every_round_enters_at_most_one_shape_of_each_colour(seed: int) -> None:
    chance = Chance(f"rules {seed}")
    for area in generate(seed).areas:
        player = CarefulPlayer(area.rows)
        left = player.area
        while left:
            black = [chance.choice(BLACK_DIE) for _ in range(3)]
            white = [chance.choice(WHITE_DIE) for _ in range(3)]
            move = player.move(left, black=black, white=white)
            assert move.black in black
            assert move.white in white
            entered = left ^ move.left
            assert move.left | left == left
            assert not entered or any(
                can_be_laid(entered, codes)
                for codes in ([move.black], [move.white], [move.black, move.white])
            )
            left = move.left


def trouble(left: int) -> int:
    """As the model says it, square by square."""
    squares = set(squares_of(left))
    marks = 0
    for x, y in squares:
        near = sum(side in squares for side in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
        marks += {0: 4, 1: 2}.get(near, 1)
    return marks


def test_of_all_ways_the_one_with_the_least_trouble_is_taken() -> None:
    chance = Chance("least trouble")
    area = generate(3).areas[0]
    player = CarefulPlayer(area.rows)
    left = player.area
    while left:
        black = [chance.choice(BLACK_DIE) for _ in range(2)]
        white = [chance.choice(WHITE_DIE) for _ in range(2)]
        rests = {left}
        for b, w in product(black, white):
            blacks = [0, *placements(left, PIECES[b])]
            whites = [0, *placements(left, PIECES[w])]
            rests |= {left ^ one ^ other for one in blacks for other in whites if not one & other}
        move = player.move(left, black=black, white=white)
        assert trouble(move.left) == min(map(trouble, rests))
        left = move.left


def test_lonely_squares() -> None:
    player = CarefulPlayer(("#.##", "..##", "###."))
    alone, hanging = lonely(player.area)
    assert squares_of(alone) == ((0, 0),)
    assert squares_of(hanging) == ((0, 0), (0, 2))


def test_the_figures_are_the_same_each_time() -> None:
    rows = generate(77).areas[0].rows
    assert expected_rounds(rows) == expected_rounds(rows)
    expected = expected_rounds(rows)
    assert (expected.mean, round(expected.error, 4), expected.games) == (3.48, 0.0691, 400)


@pytest.mark.parametrize(("rows", "rounds"), [(("#",), 9 / 5), (("##",), 9 / 5)])
def test_what_can_be_worked_out_by_hand(rows: tuple[str, ...], rounds: float) -> None:
    # One square: 5 of 9 throws of two white dice show it. Two: 5 of 9 show the domino, and
    # 3 of 9 a single square, which leaves the other to be waited for.
    expected = expected_rounds(rows, games=20_000)
    assert abs(expected.mean - rounds) < 4 * expected.error
    assert expected.error < 0.01


@pytest.mark.parametrize("seed", [1, 77])
def test_the_error_says_how_far_other_games_lie(seed: int) -> None:
    for area in generate(seed).areas:
        stated = expected_rounds(area.rows)
        longer = expected_rounds(area.rows, games=3000, name="other games")
        assert longer.error < stated.error / 2
        assert abs(stated.mean - longer.mean) < 3 * hypot(stated.error, longer.error)


def test_more_dice_to_choose_from_take_fewer_rounds() -> None:
    rows = generate(5).areas[3].rows
    means = [expected_rounds(rows, dice=dice).mean for dice in (1, 2, 3, 4)]
    assert means == sorted(means, reverse=True)


def test_nobody_is_quicker_than_luck_allows() -> None:
    for area in generate(9).areas:
        assert expected_rounds(area.rows).mean > area.rounds
