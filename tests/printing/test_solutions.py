"""The solution booklet, read back: every solution covers its area exactly, with its pieces."""

from collections import Counter
from dataclasses import replace

import pytest

from puzzles.decks.deckfile import BoardSide
from puzzles.printing.deck import Deck, Laid
from puzzles.services import prints
from puzzles.services.prints import PrintOptions
from puzzles.services.prints.decks import relaid
from puzzles.solver import BUILT_IN, Region, Shape
from puzzles.solver.shapes import representative
from tests.printing.decks import VARIANTS, starter, starter_file
from tests.printing.drawing import Drawing, Square, read_pdf
from tests.printing.reading_cards import laid_pieces, ruler_of

SIDE = 3.9
BETWEEN_LEVELS = 2.0


def printed(deck: Deck, **options: object) -> list[Drawing]:
    chosen = PrintOptions.read("solutions", {"deck": deck.key, **options})
    return read_pdf(prints.print_sheets(options=chosen, deck=deck).content)


Pieces = list[tuple[str, list[Square]]]


def solutions_on(page: Drawing) -> dict[tuple[str, int], Pieces]:
    """The pieces of each solution, by the name of its side and the number of its task.

    A number stands above the left end of its solution, the name of the side before the first;
    a side of a single task has its name alone.
    """
    names = [text for text in page.texts if abs(text.size - 13) < 0.01]
    numbers = [text for text in page.texts if abs(text.size - 8) < 0.01]
    places: list[tuple[float, float, str, int]] = []
    for number in numbers:
        own = min((name for name in names if name.y > number.y - 7), key=lambda name: name.y)
        places.append((number.y, number.x, own.text, int(number.text)))
    if not numbers:
        places = [(name.y + 5, name.x, name.text, 1) for name in names]
    found: dict[tuple[str, int], Pieces] = {}
    for _, name, squares in laid_pieces(page, side=SIDE):
        top, left = max(one.y for one in squares), min(one.x for one in squares)
        line = min(place[0] for place in places if place[0] > top)
        own_place = max(place for place in places if place[0] == line and place[1] < left + 0.1)
        found.setdefault(own_place[2:], []).append((name, squares))
    return found


def cells_of(pieces: Pieces, side: BoardSide) -> dict[tuple[int, int, int], str]:
    """Which piece lies on each cell of the side."""
    squares = [(name, one) for name, group in pieces for one in group]
    left = min(one.x for _, one in squares)
    top = max(one.y for _, one in squares)
    columns = len(side.region.layers()[0][0])
    step = columns * SIDE + BETWEEN_LEVELS
    found: dict[tuple[int, int, int], str] = {}
    for name, one in squares:
        level = int((one.x - left + 0.1) // step)
        cell = (
            round((one.x - left - level * step) / SIDE),
            round((top - one.y) / SIDE),
            level,
        )
        assert cell not in found, "two pieces lie on one cell"
        found[cell] = name
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_task_has_a_solution_that_covers_its_area(variant: str) -> None:
    file, deck = starter_file(variant), starter(variant)
    shapes = BUILT_IN[file.piece_set]
    shorts = {piece.look.short: code for code, piece in deck.pieces.by_code.items()}
    assert len(shorts) == len(shapes.pieces)
    pages = printed(deck)
    for page in pages:
        assert ruler_of(page) == pytest.approx(100, abs=0.01)
    solutions = {key: read for page in pages for key, read in solutions_on(page).items()}
    assert len(solutions) == sum(len(side.tasks) for side in file.boards)
    for side in file.boards:
        for task in side.tasks:
            pieces = solutions[f"{side.number}{side.side}", task.number]
            cells = cells_of(pieces, side)
            assert sorted(cells) == sorted(side.region.cells)
            laid: dict[str, list[tuple[int, int, int]]] = {}
            for cell, short in cells.items():
                laid.setdefault(shorts[short], []).append(cell)
            assert Counter(laid.keys()) == Counter(task.pieces)
            for code, own in laid.items():
                motions = {"dimension": shapes.dimension, "flip": shapes.flip}
                assert representative(Shape.of(own), **motions) == representative(
                    shapes.pieces[code], **motions
                )


def test_a_stored_solution_is_printed_as_it_is() -> None:
    deck = starter("classic")
    first = deck.sides[0]
    task = first.tasks[0]
    cells = Region.from_area(first.rows).cells
    stored = replace(task, cover=(Laid("A", cells[:2]), Laid("B", cells[2:])), solutions=3)
    deck = replace(deck, sides=(replace(first, tasks=(stored,)),))
    (page,) = printed(deck)
    laid = {name: squares for _, name, squares in laid_pieces(page, side=SIDE)}
    assert {name: len(squares) for name, squares in laid.items()} == {
        "A": 2,
        "B": len(cells) - 2,
    }
    assert "3 solutions" in page.all_text


def test_a_task_without_solution_says_so() -> None:
    deck = starter("classic")
    impossible = replace(deck.sides[0].tasks[0], pieces=("A",))
    deck = replace(deck, sides=(replace(deck.sides[0], tasks=(impossible,)),))
    (page,) = printed(deck)
    assert "no solution known" in page.all_text


def test_chosen_boards_alone() -> None:
    (page,) = printed(starter("classic"), boards="2")
    names = {text.text for text in page.texts if abs(text.size - 13) < 0.01}
    assert names == {"2A", "2B"}


FLAT = BUILT_IN["classic-12"]


def test_a_solution_is_turned_to_where_the_area_lies_on_its_board() -> None:
    """The area was found lying, and stands on the board, turned over; the solution goes along."""
    found = (("###", "#.."),)
    cover = (("A", ((0, 0, 0), (1, 0, 0))), ("A", ((2, 0, 0), (0, 1, 0))))
    board = (("##", ".#", ".#"),)
    laid = relaid(cover, found, board, FLAT)
    assert [piece.code for piece in laid] == ["A", "A"]
    # The long row becomes the right column; its end beside the foot becomes the upper end.
    assert sorted(laid[0].cells) == [(1, 0, 0), (1, 1, 0)]
    assert sorted(laid[1].cells) == [(0, 0, 0), (1, 2, 0)]


def test_a_solid_solution_is_not_mirrored() -> None:
    """The area and its mirror image are the same up to a turn over, which swaps the levels."""
    found = (("##.", ".##"), ("##.", ".##"))
    board = ((".##", "##."), (".##", "##."))
    bottom = tuple((x, y, 0) for x, y in ((0, 0), (1, 0), (1, 1), (2, 1)))
    cover = (("r1", bottom), ("r2", tuple((x, y, 1) for x, y, _ in bottom)))
    laid = relaid(cover, found, board, BUILT_IN["family-3d-8"])
    assert {z for _, _, z in laid[0].cells} == {1}
    assert {z for _, _, z in laid[1].cells} == {0}
