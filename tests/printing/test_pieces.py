"""Pieces and dice to cut out, read back from the PDF and measured."""

from collections import Counter

import pytest

from puzzles.decks.dice import BLACK_DIE, PIECES, WHITE_DIE
from puzzles.services import prints
from puzzles.services.prints import PrintOptions
from puzzles.services.refusal import Refusal
from puzzles.solver import BUILT_IN, COPIES
from tests.printing.drawing import Drawing, Square, read_pdf
from tests.printing.reading_cards import joined, once, ruler_of, shape_of

pytestmark = pytest.mark.django_db

FLAT = [key for key, shapes in BUILT_IN.items() if shapes.dimension == 2]
SOLID = [key for key, shapes in BUILT_IN.items() if shapes.dimension == 3]


def printed(kind: str, **options: object) -> list[Drawing]:
    chosen = PrintOptions.read(kind, options)
    return read_pdf(prints.print_sheets(options=chosen).content)


def flat_shapes(key: str) -> Counter[object]:
    return Counter(shape_of_cells(shape.cells) for shape in BUILT_IN[key].pieces.values())


def shape_of_cells(cells: tuple[tuple[int, int, int], ...]) -> object:
    return shape_of([Square(x, -y, 1) for x, y, _ in cells])


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("square", [12.5, 16])
@pytest.mark.parametrize("key", FLAT)
def test_flat_pieces_have_their_shapes_at_true_size(key: str, square: float, paper: str) -> None:
    pages = printed("pieces", piece_set=key, square_mm=square, sheets=2, paper=paper)
    groups = [group for page in pages for group in joined(page.squares)]
    assert all(abs(one.side - square) < 0.01 for group in groups for one in group)
    assert Counter(shape_of(group) for group in groups) == Counter(
        {shape: 2 * count for shape, count in flat_shapes(key).items()}
    )
    for page in pages:
        assert ruler_of(page) == pytest.approx(100, abs=0.01)


@pytest.mark.parametrize("key", FLAT)
def test_each_flat_piece_bears_its_name(key: str) -> None:
    (page,) = printed("pieces", piece_set=key)
    for group in joined(page.squares):
        names = [
            text.text
            for text in page.texts
            if any(
                one.x < text.x + 0.1 < one.x + one.side and one.y < text.y < one.y + one.side
                for one in group
            )
        ]
        assert len(names) == 1
        assert shape_of(group) == shape_of_cells(BUILT_IN[key].pieces[names[0]].cells)


@pytest.mark.parametrize("key", SOLID)
def test_solid_pieces_come_as_levels_and_as_nets_of_all_their_cubes(key: str) -> None:
    pages = printed("pieces", piece_set=key, square_mm=14.5)
    crosses = 0
    in_levels = 0
    for page in pages:
        for group in joined(once(page.squares)):
            assert all(abs(one.side - 14.5) < 0.01 for one in group)
            if "Cut out" in page.all_text:
                assert len(group) == 6
                crosses += 1
            else:
                in_levels += len(group)
    shapes, copies = BUILT_IN[key].pieces, COPIES.get(key, {})
    assert in_levels == sum(shape.size for shape in shapes.values())
    assert crosses == sum(shape.size * copies.get(code, 1) for code, shape in shapes.items())


def test_a_piece_larger_than_a_page_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        printed("pieces", piece_set="ubongo-3d-16", square_mm=40)
    assert refused.value.field == "square_mm"


def test_the_eight_dice_have_the_faces_of_the_house_set() -> None:
    (page,) = printed("dice-nets")
    form = page.stamps[0].placed()
    faces = [one for one in form.squares if abs(one.side - 17) < 0.01]
    nets = joined(once(faces))
    assert [len(net) for net in nets] == [6] * 8
    small = [one for one in form.squares if abs(one.side - 3.6) < 0.01]
    read: Counter[object] = Counter()
    for net in nets:
        shapes = [
            shape_of(group)
            for face in net
            for group in joined(
                one
                for one in small
                if face.x < one.x < face.x + 17 and face.y < one.y < face.y + 17
            )
        ]
        read[frozenset(Counter(shapes).items())] += 1
    expected = {
        frozenset(Counter(shape_of_cells(PIECES[code].cells) for code in die).items()): 4
        for die in (BLACK_DIE, WHITE_DIE)
    }
    assert read == expected
    assert ruler_of(page) == pytest.approx(100, abs=0.01)
    assert "With ordinary dice" in page.all_text
