"""Score pads as they come out of the printer, read back from the PDF and measured."""

import io
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from pypdf import PdfReader

from puzzles import words
from puzzles.services import prints
from puzzles.services.prints import PrintOptions, score_pads
from puzzles.services.refusal import Refusal
from tests.printing.drawing import MM, Drawing, read_pdf
from tests.printing.drawing import Path as Drawn
from tests.printing.reading_cards import ruler_of
from tournaments.rules import classic_2003, gem_values, junior, race

ROOT = Path(__file__).resolve().parents[2]
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
WIDTH, HEIGHT = 190.0, 259.0
KINDS = ("gem-pad", "majority-pad", "junior-pad")

EVERY = [
    PrintOptions(kind, paper=paper, language=language, ink_saving=ink_saving, sheets=2)
    for kind, paper, language, ink_saving in product(KINDS, PAPERS, ("en", "de"), (False, True))
]


@cache
def printed(options: PrintOptions) -> bytes:
    return prints.print_sheets(options=options).content


@cache
def pages_of(options: PrintOptions) -> list[Drawing]:
    return read_pdf(printed(options))


def first_page(kind: str, **options: Any) -> Drawing:
    return pages_of(PrintOptions(kind, sheets=2, **options))[0]


def paths(page: Drawing) -> list[Drawn]:
    return [path for part in page.everywhere() for path in part.paths]


def texts(page: Drawing) -> Counter[str]:
    return Counter(text.text for part in page.everywhere() for text in part.texts)


def lines(page: Drawing, *, upright: bool) -> list[tuple[tuple[float, float], ...]]:
    """The straight lines of the pads, above the ruler."""
    axis = 0 if upright else 1
    return [
        path.points
        for path in paths(page)
        if len(path.points) == 2
        and abs(path.points[0][axis] - path.points[1][axis]) < 0.001
        and abs(path.points[0][1 - axis] - path.points[1][1 - axis]) > 8
        and path.points[0][1] > (page.height - HEIGHT) / 2 + 12
    ]


def steps(places: set[float]) -> list[float]:
    """How far places lie apart, from one to the next."""
    ordered = sorted(places)
    return [round(b - a, 2) for a, b in pairwise(ordered)]


@pytest.fixture(params=EVERY, ids=lambda options: options.id + "-".join(options.as_typed()))
def options(request: pytest.FixtureRequest) -> PrintOptions:
    chosen: PrintOptions = request.param
    return chosen


def test_pads_count_as_the_rules_do() -> None:
    assert score_pads.GEM_POINTS == gem_values.VALUES
    assert score_pads.ROUNDS == race.ROUNDS
    assert score_pads.COLOURS == classic_2003.COLOURS
    assert tuple(words.COLOURS) == junior.COLOURS
    assert score_pads.JUNIOR_ROUNDS == junior.ROUNDS


def test_sheets_have_their_true_size(options: PrintOptions) -> None:
    pages = pages_of(options)
    assert len(pages) == 2
    for page in pages:
        assert (page.width, page.height) == pytest.approx(PAPERS[options.paper], abs=0.01)
        assert ruler_of(page) == pytest.approx(100, abs=0.01)


def test_nothing_is_drawn_outside_the_printable_area(options: PrintOptions) -> None:
    width, height = PAPERS[options.paper]
    left, bottom = (width - WIDTH) / 2, (height - HEIGHT) / 2
    for page in pages_of(options):
        extent = page.extent
        assert extent[0] >= left
        assert extent[1] >= bottom
        assert extent[2] <= left + WIDTH
        assert extent[3] <= bottom + HEIGHT


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_word_is_cut_by_a_line_or_by_the_edge(kind: str, language: str) -> None:
    page = first_page(kind, language=language)
    upright = lines(page, upright=True)
    assert upright
    with pdfplumber.open(io.BytesIO(printed(PrintOptions(kind, language=language)))) as pdf:
        found = pdf.pages[0].extract_words()
    assert found
    for word in found:
        left, right = word["x0"] / MM, word["x1"] / MM
        middle = page.height - (word["top"] + word["bottom"]) / 2 / MM
        assert (page.width - WIDTH) / 2 <= left < right <= (page.width + WIDTH) / 2
        for (x, y), (_, to_y) in upright:
            if min(y, to_y) < middle < max(y, to_y):
                assert not left < x < right, word["text"]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_gem_pad_has_a_box_for_each_gem_of_each_round(paper: str) -> None:
    page = first_page("gem-pad", paper=paper)
    # (190 - 2 · 0.5 - 27) / 4 = 40.5 for a seat, of which each gem has a quarter.
    left = (page.width - WIDTH) / 2
    places = {round(points[0][0] - left, 2) for points in lines(page, upright=True)}
    assert sorted(places)[0] == 27.5
    assert steps(places) == pytest.approx([10.125] * 15, abs=0.01)
    # Two pads of (259 - 12 - 7) / 2 = 120: nine rounds share 51 of them.
    level = {round(points[0][1], 3) for points in lines(page, upright=False)}
    rounds = [step for step in steps(level) if abs(step - 51 / 9) < 0.02]
    assert len(rounds) == 2 * 9


@pytest.mark.parametrize("paper", PAPERS)
def test_the_majority_pad_has_a_line_for_each_colour(paper: str) -> None:
    page = first_page("majority-pad", paper=paper)
    # Three pads of (259 - 12 - 14) / 3 = 77 2/3: six colours share 39 2/3 of them.
    level = {round(points[0][1], 3) for points in lines(page, upright=False)}
    rows = [step for step in steps(level) if abs(step - 119 / 18) < 0.02]
    assert len(rows) == 3 * 6


@pytest.mark.parametrize("paper", PAPERS)
def test_the_junior_pad_has_two_cards_for_each_seat_and_round(paper: str) -> None:
    page = first_page("junior-pad", paper=paper)
    cards = 0
    for path in paths(page):
        across, up = [x for x, _ in path.points], [y for _, y in path.points]
        size = max(across) - min(across), max(up) - min(up)
        cards += size == pytest.approx((8, 10.5), abs=0.01)
    assert cards == 2 * 5 * 4 * 2


GEM_TEXTS = {
    "en": ["red", "blue", "green", "brown", "Round", "Gems", "Points", "Total", "The golden sum:"],
    "de": [
        *("rot", "blau", "grün", "braun"),
        *("Runde", "Edelsteine", "Punkte", "Summe", "Die goldene Summe:"),
    ],
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_gem_pad_names_gems_and_shows_the_golden_sum(language: str) -> None:
    found = texts(first_page("gem-pad", language=language))
    *names, round_, gems, points, total, example = GEM_TEXTS[language]
    # On each of two pads once for every seat, and once in the example.
    assert [found[name] for name in names] == [2 * 5] * 4
    assert [found[label] for label in (round_, gems, points, total, example)] == [2] * 5
    assert [found[f"× {value}"] for value in (4, 3, 2, 1)] == [2 * 4] * 4
    # 1 · 4 + 1 · 3 + 3 · 2 + 3 · 1 = 16
    assert [found[text] for text in ("1 ×", "+ 1 ×", "+ 3 ×", "= 16")] == [2, 2, 4, 2]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["red", "green", "brown", "violet", "yellow", "blue", "Classic 2003", "Place"]),
        ("de", ["rot", "grün", "braun", "violett", "gelb", "blau", "Klassisch 2003", "Rang"]),
    ],
)
def test_the_majority_pad_names_colours_and_decides_ties(language: str, names: list[str]) -> None:
    found = texts(first_page("majority-pad", language=language))
    assert [found[name] for name in names] == [3] * 8
    # Six numbers of four seats on three pads, each at least as large as the next.
    assert found["≥"] == 3 * 4 * 5


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["yellow", "pink", "green", "blue", "Round 1", "Round 5", "Cards"]),
        ("de", ["gelb", "rosa", "grün", "blau", "Runde 1", "Runde 5", "Karten"]),
    ],
)
def test_the_junior_pad_names_colours_and_rounds(language: str, names: list[str]) -> None:
    found = texts(first_page("junior-pad", language=language))
    assert [found[name] for name in names] == [2 * 4] * 4 + [2] * 3
    assert not found["Round 6"]


def test_every_gem_has_an_outline_of_its_own() -> None:
    """In grey, gems differ by their cuts: none has another's corners."""
    page = first_page("majority-pad")
    gems = Counter(
        tuple(
            (round(x - path.points[0][0], 1), round(y - path.points[0][1], 1))
            for x, y in path.points
        )
        for path in paths(page)
        if path.filled and 3 <= len(path.points) <= 8 and width_of(path) < 6
    )
    assert sorted(gems.values()) == [3] * 6


def width_of(path: Drawn) -> float:
    across = [x for x, _ in path.points]
    return max(across) - min(across)


def test_saving_ink_fills_nothing(options: PrintOptions) -> None:
    filled = any(path.filled for page in pages_of(options) for path in paths(page))
    assert filled is not options.ink_saving


@pytest.mark.parametrize("kind", KINDS)
def test_fonts_are_embedded_and_the_file_says_what_it_is(kind: str) -> None:
    reader = PdfReader(io.BytesIO(printed(PrintOptions(kind, language="de", sheets=2))))
    size: Any = reader.trailer["/Size"]
    objects: list[Any] = [reader.get_object(number) for number in range(1, size)]
    fonts = [one for one in objects if isinstance(one, dict) and one.get("/Type") == "/Font"]
    assert fonts
    for font in fonts:
        assert "FiraGO" in str(font["/BaseFont"])
        assert "/FontFile2" in font["/FontDescriptor"]
    root: Any = reader.root_object
    assert str(root["/ViewerPreferences"]["/PrintScaling"]) == "/None"
    assert str(root["/Lang"]) == "de"
    assert reader.metadata
    assert str(reader.metadata.title).startswith("Ubongo · Wertungsblock · ")
    outline = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert outline == ["Blatt 1", "Blatt 2"]


def test_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    out = tmp_path / "pad.pdf"
    subprocess.run(
        [
            *(sys.executable, "manage.py", "print", "gem-pad", "--paper", "letter"),
            *("--sheets", "2", "--language", "de", "--out", str(out)),
        ],
        check=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": "1"},
        stdout=subprocess.DEVNULL,
    )
    options = PrintOptions("gem-pad", paper="letter", sheets=2, language="de")
    assert out.read_bytes() == prints.print_sheets(options=options).content


@pytest.mark.parametrize("kind", KINDS)
def test_pads_are_small_and_the_same_each_time(kind: str) -> None:
    one, many = PrintOptions(kind), PrintOptions(kind, sheets=prints.MOST_SHEETS)
    assert prints.print_sheets(options=one).content == prints.print_sheets(options=one).content
    assert len(printed(one)) < 40_000
    assert (len(printed(many)) - len(printed(one))) / 199 < 1_000


@pytest.mark.parametrize("kind", KINDS)
def test_a_pad_has_no_seed(kind: str) -> None:
    with pytest.raises(Refusal) as refused:
        PrintOptions.read(kind, {"seed": "7"})
    assert refused.value.field == "seed"


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_pads_have_a_page_and_a_file(client: Any, kind: str) -> None:
    assert client.get(f"/print/{kind}/").status_code == 200
    response = client.get(f"/print/{kind}/pdf/", {"paper": "letter", "sheets": "2"})
    assert response.headers["Content-Type"] == "application/pdf"
    content = b"".join(response) if response.streaming else response.content
    options = PrintOptions(kind, paper="letter", sheets=2)
    assert content == printed(options)
