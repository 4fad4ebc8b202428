"""Cards as they come out of the printer, read back from the PDF and measured."""

import io
import unicodedata
from collections import Counter
from dataclasses import replace

import pytest
from pypdf import PdfReader

from puzzles.decks.deckfile import BoardSide, DeckFile
from puzzles.printing.deck import Deck
from puzzles.services import prints
from puzzles.services.prints import PrintOptions
from puzzles.services.refusal import Refusal
from tests.printing.decks import VARIANTS, starter, starter_file
from tests.printing.drawing import Drawing, read_pdf
from tests.printing.reading_cards import Box, ReadCard, boxes_of, read_cards, ruler_of

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
WIDTH, HEIGHT = 190.0, 259.0


def printed(variant: str, **options: object) -> list[Drawing]:
    deck = starter(variant, str(options.get("language", "en")))
    return printed_deck(deck, **options)


def printed_deck(deck: Deck, **options: object) -> list[Drawing]:
    chosen = PrintOptions.read("cards", {"deck": deck.key, **options})
    return read_pdf(prints.print_sheets(options=chosen, deck=deck).content)


def sides(file: DeckFile, letter: str) -> list[BoardSide]:
    return [side for side in file.boards if side.side == letter]


def assert_same(card: ReadCard, side: BoardSide) -> None:
    """The card shows the side: its area, and in each row the pieces that the die chooses."""
    assert card.name == f"{side.number}{side.side}"
    assert card.rows == side.region.layers()[0]
    expected: dict[int, Counter[str]] = {}
    for task in side.tasks:
        assert card.tasks.keys() & set(task.die or (0,)), f"{card.name} has no task {task.number}"
        for face in task.die or (0,):
            expected[face] = Counter(task.pieces)
    # Several dice may stand before one task; each of its pieces is nearest to one of them.
    together: dict[int, Counter[str]] = {}
    for task in side.tasks:
        faces = task.die or (0,)
        together[faces[0]] = sum((card.tasks.pop(face, Counter()) for face in faces), Counter())
    assert card.tasks == {}
    assert together == {(task.die or (0,))[0]: Counter(task.pieces) for task in side.tasks}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_area_and_every_piece_is_the_deck_s(variant: str) -> None:
    file = starter_file(variant)
    cards = {
        card.name: card
        for page in printed(variant)
        for card in read_cards(page, square=12.5, piece_set=file.piece_set)
    }
    assert len(cards) == len(file.boards)
    for side in file.boards:
        assert_same(cards[f"{side.number}{side.side}"], side)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("square", [12.5, 13, 14.5, 16, 9.75])
def test_squares_and_ruler_have_their_true_size(paper: str, square: float) -> None:
    pages = printed("classic", paper=paper, square_mm=square, boards=[1, 2])
    for page in pages:
        assert (page.width, page.height) == pytest.approx(PAPERS[paper], abs=0.01)
        assert ruler_of(page) == pytest.approx(100, abs=0.01)
        for card in read_cards(page, square=square, piece_set="classic-12"):
            (side,) = (
                side
                for side in starter_file("classic").boards
                if card.name == f"{side.number}{side.side}"
            )
            assert card.rows == side.region.layers()[0]
            own = [one for one in page.squares if card.box.holds(one.x + 1, one.y + 1)]
            area = [one for one in own if abs(one.side - square) < 0.01]
            wide = max(one.x + one.side for one in area) - min(one.x for one in area)
            assert wide == pytest.approx(len(card.rows[0]) * square, abs=0.1)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_each_back_lies_behind_its_front(paper: str, duplex: str, variant: str) -> None:
    pages = printed(variant, paper=paper, duplex=duplex)
    width, height = PAPERS[paper]
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for name, box in named_boxes(front).items():
            behind = named_boxes(back)[name.replace("A", "B")]
            if duplex == "long":
                seen = Box(width - behind.right, behind.bottom, width - behind.left, behind.top)
            else:
                seen = Box(behind.left, height - behind.top, behind.right, height - behind.bottom)
            assert box.around(seen) < 0.1


def named_boxes(page: Drawing) -> dict[str, Box]:
    """The cards of a page by their names, also where the page is turned round."""
    boxes = boxes_of(page)
    heads = [text for text in page.texts if abs(text.size - 17) < 0.01]
    return {text.text: box for text in heads for box in boxes if box.holds(text.x, text.y)}


def test_a_card_turned_like_a_leaf_shows_its_back_upright_whatever_the_edge() -> None:
    """On the short edge the printer turns the sheet over its foot, so the page stands on its
    head; then each card's head lies where its front has it, seen through the paper."""
    _, back = printed("classic", duplex="short", boards=[1])
    (box,) = named_boxes(back).values()
    (head,) = (text for text in back.texts if text.text == "1B")
    assert head.y < (box.bottom + box.top) / 2
    assert head.x > (box.left + box.right) / 2


def test_backs_are_moved_as_far_as_was_asked_for() -> None:
    still = printed("classic", boards=[1])
    moved = printed("classic", boards=[1], back_x_mm=1.5, back_y_mm="-0,75")
    assert named_boxes(moved[0]) == named_boxes(still[0])
    (was,), (now,) = (named_boxes(pages[1]).values() for pages in (still, moved))
    assert (now.left - was.left, now.top - was.top) == pytest.approx((1.5, -0.75), abs=0.01)


@pytest.mark.parametrize(("square", "upright"), [(12.5, True), (20, False)])
def test_folded_in_the_gutter_back_lies_on_front(square: float, upright: bool) -> None:
    """Four cards a page fold along an upright line, two cards a page along a level one."""
    for page in printed("classic", duplex="fold", square_mm=square):
        boxes = named_boxes(page)
        dashed = [path.points for path in page.paths if len(path.points) == 2]
        ((x, y), (to_x, _)) = dashed[0]
        assert (abs(x - to_x) < 0.01) is upright
        for name, front in boxes.items():
            if name.endswith("A"):
                back = boxes[name.replace("A", "B")]
                if upright:
                    seen = Box(2 * x - back.right, back.bottom, 2 * x - back.left, back.top)
                else:
                    seen = Box(back.left, 2 * y - back.top, back.right, 2 * y - back.bottom)
                assert front.around(seen) < 0.1


def test_marks_stand_outside_of_every_card_and_apart_from_the_others() -> None:
    page = printed("classic")[0]
    boxes = boxes_of(page)
    assert len(boxes) == 2 == len(starter_file("classic").boards) // 2
    lines = [
        path.points
        for stamp in page.stamps
        for path in stamp.placed().paths
        if len(path.points) == 2 and len(stamp.form.paths) == 8
    ]
    assert len(lines) == 16
    assert len({tuple(line) for line in lines}) == 16
    for line in lines:
        assert not any(box.holds(*point) for box in boxes for point in line)


def test_the_last_page_is_there_though_it_is_not_full() -> None:
    many = deck_of(5)
    pages = printed_deck(many)
    assert [sorted(named_boxes(page)) for page in pages] == [
        ["1A", "2A", "3A", "4A"],
        ["1B", "2B", "3B", "4B"],
        ["5A"],
        ["5B"],
    ]
    pages = printed_deck(many, order="fronts-first")
    assert [sorted(named_boxes(page)) for page in pages] == [
        ["1A", "2A", "3A", "4A"],
        ["5A"],
        ["1B", "2B", "3B", "4B"],
        ["5B"],
    ]


def deck_of(boards: int) -> Deck:
    """A classic deck with so many boards, all of them like the first one of the starter deck."""
    first = [side for side in starter("classic").sides if side.number == 1]
    sides = tuple(replace(side, number=number) for number in range(1, boards + 1) for side in first)
    return replace(starter("classic"), sides=sides)


def test_chosen_boards_lie_as_in_the_whole_deck() -> None:
    whole = deck_of(8)
    some = printed_deck(whole, boards="2, 7-8")
    assert [sorted(named_boxes(page)) for page in some] == [["2A", "7A", "8A"], ["2B", "7B", "8B"]]


def test_what_stands_on_a_card() -> None:
    wanted = {
        "classic": {"1A": ["3 pieces"], "1B": ["4 pieces"]},
        "family-3d": {"1A": ["Level 1 · 2 levels high"]},
        "junior": {"1A": ["yellow · easy side"], "1B": ["yellow · difficult side"]},
    }
    for variant, cards in wanted.items():
        read = {
            card.name: card
            for page in printed(variant)
            for card in read_cards(page, square=12.5, piece_set=starter_file(variant).piece_set)
        }
        for name, texts in cards.items():
            assert set(texts) <= set(read[name].texts)
            assert starter(variant).name in read[name].texts
    german = "\n".join(page.all_text for page in printed("junior", language="de"))
    for word in ("gelb · leichte Seite", "gelb · schwierige Seite", "Erdmännchen", "Löwe"):
        assert word in german


def test_the_foot_says_how_to_print_the_sheet_again() -> None:
    (page, _) = printed("classic", boards=[2], square_mm=13)
    key = starter("classic").key
    assert f"/print/cards/?deck={key}&boards=2&square_mm=13" in page.all_text.splitlines()


def test_saving_ink_fills_nothing_and_leaves_letters_and_hatches() -> None:
    for variant in VARIANTS:
        full, saved = (printed(variant, ink_saving=saving) for saving in (False, True))
        for one, other in zip(full, saved, strict=True):
            assert one.all_text == other.all_text
            count = [sum(len(part.paths) for part in page.everywhere()) for page in (one, other)]
            assert count[0] == count[1]
    flat = printed("classic", ink_saving=True) + printed("junior", ink_saving=True)
    paths = [path for page in flat for part in page.everywhere() for path in part.paths]
    assert not any(path.filled for path in paths)


def test_squares_too_large_for_a_page_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        printed("classic", square_mm=40)
    assert refused.value.field == "square_mm"


def test_boards_that_the_deck_has_not_are_refused() -> None:
    with pytest.raises(Refusal, match="no board 3-4,77") as refused:
        printed("classic", boards="1, 3-4, 77")
    assert refused.value.field == "boards"


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Քարտեր ⭐", "Karter ·"),
        ("كروت", "كروت"[::-1]),
        ("การ์ด", None),
        ("日本のカード", None),
    ],
)
def test_a_deck_may_be_named_in_any_script(name: str, seen: str | None) -> None:
    """What FiraGO hasn't is spelled, shaped or drawn in another font, never a black box."""
    deck = replace(starter("classic"), name=name)
    for kind in ("cards", "solutions"):
        chosen = PrintOptions.read(kind, {"deck": deck.key, "boards": "1"})
        content = prints.print_sheets(options=chosen, deck=deck).content
        assert PdfReader(io.BytesIO(content)).pages
        if seen:
            texts = "".join(page.all_text for page in read_pdf(content))
            assert seen in unicodedata.normalize("NFKC", texts)
