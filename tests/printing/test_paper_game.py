"""A game by two, played with a printed sheet, a pencil and four ordinary dice."""

from collections.abc import Sequence

import pytest

from puzzles.decks.careful import CarefulPlayer, expected_rounds
from puzzles.decks.chance import Chance
from puzzles.decks.dice import PIECES
from puzzles.services import prints
from puzzles.solver import parse_layers
from puzzles.solver.shapes import representative
from tests.printing.options import pad_options
from tests.printing.reading import ReadSheet, Rows, read_sheets


def code_of(rows: Rows) -> str:
    """The shape that is drawn, by the code it has in the set."""

    def look(layers: Sequence[Sequence[str]]) -> object:
        return representative(parse_layers(layers, "piece_set"), dimension=2, flip=True)

    (code,) = (code for code, piece in PIECES.items() if look(piece.layers()) == look([rows]))
    return code


def play(sheet: ReadSheet, chance: Chance) -> list[list[int]]:
    """Both go on until their areas are full; in how many rounds each was, area by area."""
    black, white = ([code_of(rows) for rows in faces] for faces in (sheet.black, sheet.white))
    rounds: list[list[int]] = [[], []]
    first = 0
    for rows in sheet.areas:
        player = CarefulPlayer(rows)
        left = [player.area, player.area]
        played = 0
        while any(left):
            played += 1
            assert played < 60
            # The pips 1 to 6 of each die, and the shape beside them in the table.
            blacks = [black[chance.below(6)] for _ in range(2)]
            whites = [white[chance.below(6)] for _ in range(2)]
            for seat in (first, 1 - first):
                if left[seat]:
                    move = player.move(left[seat], black=blacks, white=whites)
                    blacks.remove(move.black)
                    whites.remove(move.white)
                    left[seat] = move.left
                    if not move.left:
                        rounds[seat].append(played)
            first = 1 - first
    return rounds


@pytest.fixture(scope="module")
def sheet() -> ReadSheet:
    (read,) = read_sheets(prints.print_sheets(options=pad_options(seed=77)).content)
    return read


def test_a_game_is_played_to_its_end(sheet: ReadSheet) -> None:
    rounds = play(sheet, Chance("a family with ordinary dice"))
    assert [len(of_one) for of_one in rounds] == [6, 6]
    assert all(2 <= taken <= 20 for of_one in rounds for taken in of_one)


def test_areas_take_as_many_rounds_as_the_page_says(sheet: ReadSheet) -> None:
    """Over many games. Whoever takes second has no choice, so two take longer than one alone
    who chooses first, but one who chose first in every second round not twice as long."""
    games = [play(sheet, Chance(f"game {number}")) for number in range(80)]
    for index, rows in enumerate(sheet.areas):
        stated = expected_rounds(rows).mean
        taken = [rounds[index] for game in games for rounds in game]
        assert stated < sum(taken) / len(taken) < 2 * stated
        quicker = [min(game[0][index], game[1][index]) for game in games]
        assert abs(sum(quicker) / len(quicker) - stated) < 1
