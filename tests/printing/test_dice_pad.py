"""The dice pad as it comes out of the printer, read back from the PDF and measured."""

import io
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from puzzles.decks.dice import BLACK_DIE, MOST_SEED, PIECES, WHITE_DIE, generate
from puzzles.services import prints
from puzzles.services.prints import PrintOptions
from puzzles.solver import parse_layers
from puzzles.solver.shapes import representative
from tests.printing.options import pad_options
from tests.printing.reading import ReadSheet, pips, read_sheets

ROOT = Path(__file__).resolve().parents[2]

# Width and height in mm, and how wide the content may be.
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
WIDTH, HEIGHT = 190.0, 259.0

EVERY_KIND = [
    pad_options(seed=77, paper=paper, sheets=3, language=language, ink_saving=ink_saving)
    for paper, language, ink_saving in product(PAPERS, ("en", "de"), (False, True))
]


def printed(options: PrintOptions) -> bytes:
    return prints.print_sheets(options=options).content


def shape(rows: tuple[str, ...]) -> object:
    """A shape, however it lies."""
    return representative(parse_layers([rows], "piece_set"), dimension=2, flip=True)


@pytest.fixture(params=EVERY_KIND, ids=lambda kind: f"{kind.paper}-{kind.language}")
def kind(request: pytest.FixtureRequest) -> PrintOptions:
    options: PrintOptions = request.param
    return options


@cache
def read(options: PrintOptions) -> list[ReadSheet]:
    return read_sheets(printed(options))


@pytest.fixture
def sheets(kind: PrintOptions) -> list[ReadSheet]:
    return read(kind)


def test_squares_and_ruler_have_their_true_size(
    kind: PrintOptions, sheets: list[ReadSheet]
) -> None:
    assert len(sheets) == 3
    for sheet in sheets:
        assert (sheet.width, sheet.height) == pytest.approx(PAPERS[kind.paper], abs=0.01)
        assert sheet.sides == {10.0}
        assert sheet.ruler == pytest.approx(100, abs=0.01)
        assert sheet.circles == (11.0,) * 6


def test_everything_lies_within_what_both_papers_can_show(
    kind: PrintOptions, sheets: list[ReadSheet]
) -> None:
    width, height = PAPERS[kind.paper]
    for sheet in sheets:
        assert sheet.drawn.left >= (width - WIDTH) / 2
        assert sheet.drawn.right <= (width + WIDTH) / 2
        assert sheet.drawn.top >= (height - HEIGHT) / 2
        assert sheet.drawn.bottom <= (height + HEIGHT) / 2


def test_the_layout_is_the_same_on_both_papers() -> None:
    a4, letter = (read_sheets(printed(pad_options(seed=5, paper=paper)))[0] for paper in PAPERS)
    for side, margin in (("left", 5.9), ("right", 5.9), ("top", -17.6), ("bottom", -17.6)):
        apart = getattr(letter.drawn, side) - getattr(a4.drawn, side)
        assert apart == pytest.approx(margin / 2, abs=0.01)
    assert replace(a4, drawn=letter.drawn, width=letter.width, height=letter.height) == replace(
        letter, ruler=a4.ruler
    )


def test_the_drawn_areas_are_the_generated_ones(sheets: list[ReadSheet]) -> None:
    for sheet in sheets:
        assert sheet.areas == tuple(area.rows for area in generate(77).areas)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5, 6, 7, 8, MOST_SEED])
def test_the_areas_of_other_seeds(seed: int) -> None:
    (sheet,) = read_sheets(printed(pad_options(seed=seed)))
    assert sheet.areas == tuple(area.rows for area in generate(seed).areas)


def test_the_table_gives_every_face_its_shape(kind: PrintOptions, sheets: list[ReadSheet]) -> None:
    for drawn, die in ((sheets[0].black, BLACK_DIE), (sheets[0].white, WHITE_DIE)):
        assert [shape(rows) for rows in drawn] == [shape(PIECES[code].layers()[0]) for code in die]
    assert pips(printed(kind)) == [1, 2, 3, 4, 5, 6] * 2


def test_texts_in_the_language_of_the_sheet(kind: PrintOptions, sheets: list[ReadSheet]) -> None:
    words = {
        "en": ("Ubongo · Dice game", "Name:", "Total:", "black dice", "white dice"),
        "de": ("Ubongo · Würfelspiel", "Name:", "Summe:", "schwarze Würfel", "weiße Würfel"),
    }
    for text in ("dice1#77", *words[kind.language]):
        assert all(text in sheet.text for sheet in sheets)


def test_saving_ink_fills_nothing(kind: PrintOptions, sheets: list[ReadSheet]) -> None:
    for sheet in sheets:
        assert (sheet.filled == 0) is kind.ink_saving


def test_every_font_is_embedded(kind: PrintOptions) -> None:
    reader = PdfReader(io.BytesIO(printed(kind)))
    size = reader.trailer["/Size"]
    assert isinstance(size, int)
    fonts = []
    for number in range(1, size):
        found = reader.get_object(number)
        if isinstance(found, DictionaryObject) and found.get("/Type") == "/Font":
            fonts.append(found)
    names = {str(font["/BaseFont"]).partition("+")[2] for font in fonts}
    assert names == {"FiraGO-Regular", "FiraGO-Bold"}
    for font in fonts:
        descriptor = font["/FontDescriptor"]
        assert isinstance(descriptor, DictionaryObject)
        assert "/FontFile2" in descriptor


def test_what_the_file_says_of_itself(kind: PrintOptions) -> None:
    reader = PdfReader(io.BytesIO(printed(kind)))
    assert reader.metadata is not None
    title = {"en": "Ubongo · Dice game · dice1#77", "de": "Ubongo · Würfelspiel · dice1#77"}
    assert reader.metadata.title == title[kind.language]
    preferences = reader.root_object["/ViewerPreferences"]
    assert isinstance(preferences, DictionaryObject)
    assert str(preferences["/PrintScaling"]) == "/None"
    assert str(reader.root_object["/Lang"]) == kind.language
    sheet = {"en": "Sheet", "de": "Blatt"}[kind.language]
    outline = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert outline == [f"{sheet} {number}" for number in (1, 2, 3)]


def test_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    options = pad_options(seed=77, paper="letter", sheets=3, language="de")
    written = []
    for hash_seed in ("1", "2"):
        out = tmp_path / f"{hash_seed}.pdf"
        subprocess.run(
            [
                *(sys.executable, "manage.py", "print", "dice-pad", "--seed", "77"),
                *("--paper", "letter", "--sheets", "3", "--language", "de", "--out", str(out)),
            ],
            check=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            stdout=subprocess.DEVNULL,
        )
        written.append(out.read_bytes())
    assert written[0] == written[1] == printed(options)


def test_the_same_bytes_when_several_print_at_once() -> None:
    options = [
        pad_options(seed=seed, language=language)
        for seed, language in product(range(30), ("de", "en"))
    ]
    alone = [printed(one) for one in options]
    often = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(printed, options)) == alone
    finally:
        sys.setswitchinterval(often)


def test_many_sheets_cost_little() -> None:
    one, many = (len(printed(pad_options(seed=1, sheets=sheets))) for sheets in (1, 200))
    assert one < 40_000
    assert (many - one) / 199 < 1_000


ANY_OPTIONS = st.builds(
    pad_options,
    seed=st.integers(0, MOST_SEED),
    paper=st.sampled_from(list(PAPERS)),
    sheets=st.integers(1, prints.MOST_SHEETS),
    language=st.sampled_from(["de", "en"]),
    ink_saving=st.booleans(),
)


@settings(max_examples=100, deadline=None)
@given(options=ANY_OPTIONS)
@example(options=pad_options(seed=MOST_SEED, sheets=prints.MOST_SHEETS))
def test_any_options_give_as_many_sheets_as_asked_for(options: PrintOptions) -> None:
    pages = PdfReader(io.BytesIO(printed(options))).pages
    assert len(pages) == options.sheets
    assert options.id in pages[-1].extract_text()


@settings(max_examples=25, deadline=None)
@given(options=ANY_OPTIONS)
def test_any_options_keep_within_the_printable_area(options: PrintOptions) -> None:
    (sheet,) = read_sheets(printed(replace(options, sheets=1)))
    width, height = PAPERS[options.paper]
    assert (width - WIDTH) / 2 <= sheet.drawn.left <= sheet.drawn.right <= (width + WIDTH) / 2
    assert (height - HEIGHT) / 2 <= sheet.drawn.top <= sheet.drawn.bottom <= (height + HEIGHT) / 2
    assert sheet.areas == tuple(area.rows for area in generate(options.seed).areas)
