"""Whatever options are chosen: pages with content, within the printable area, in the same bytes."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pdfplumber
import pytest
from django.db import DatabaseError
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from puzzles.decks.deckfile import dump_deck_file
from puzzles.models import PieceSet
from puzzles.services import prints
from puzzles.services.prints import PrintOptions
from puzzles.services.refusal import Refusal
from puzzles.solver import BUILT_IN
from tests.printing.decks import VARIANTS, starter, starter_file
from tests.printing.drawing import MM, read_pdf
from tests.printing.reading_cards import ruler_of

ROOT = Path(__file__).resolve().parents[2]
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
WIDTH, HEIGHT = 190.0, 259.0
EXAMPLES = int(os.environ.get("PRINT_EXAMPLES", "24"))

COMMON = {
    "paper": st.sampled_from(list(PAPERS)),
    "language": st.sampled_from(["de", "en"]),
    "ink_saving": st.booleans(),
}
DECK = {
    "variant": st.sampled_from(VARIANTS),
    "boards": st.sampled_from([(), (1,), (2,), (1, 2)]),
}
SQUARE = st.one_of(st.sampled_from([12.5, 13.0, 14.5, 16.0]), st.floats(6, 40))
SHIFT = st.floats(-5, 5)

ANY = st.one_of(
    st.fixed_dictionaries(
        {
            "kind": st.just("cards"),
            "square_mm": SQUARE,
            "duplex": st.sampled_from(["long", "short", "fold"]),
            "order": st.sampled_from(["interleaved", "fronts-first"]),
            "back_x_mm": SHIFT,
            "back_y_mm": SHIFT,
            **DECK,
            **COMMON,
        }
    ),
    st.fixed_dictionaries({"kind": st.just("solutions"), **DECK, **COMMON}),
    st.fixed_dictionaries(
        {
            "kind": st.just("pieces"),
            "piece_set": st.sampled_from(list(BUILT_IN)),
            "square_mm": SQUARE,
            "sheets": st.integers(1, 3),
            **COMMON,
        }
    ),
    st.fixed_dictionaries({"kind": st.just("dice-nets"), "sheets": st.integers(1, 5), **COMMON}),
    st.fixed_dictionaries(
        {
            "kind": st.just("dice-pad"),
            "seed": st.integers(0, 999_999_999),
            "sheets": st.integers(1, 3),
            "pads": st.integers(1, 3),
            "areas": st.sampled_from([5, 6]),
            **COMMON,
        }
    ),
)


def printed(chosen: dict[str, Any]) -> bytes | None:
    """The sheets, or None where the squares are too large for a page, which is refused."""
    said = dict(chosen)
    kind = said.pop("kind")
    deck = None
    if "variant" in said:
        deck = starter(said.pop("variant"), said.get("language", "en"))
        said["deck"] = deck.key
    options = PrintOptions.read(kind, said)
    if options.square_mm <= 20:
        return prints.print_sheets(options=options, deck=deck).content
    try:
        return prints.print_sheets(options=options, deck=deck).content
    except Refusal as refusal:
        return None if refusal.field == "square_mm" else b""


@pytest.fixture(scope="module", autouse=True)
def _without_database() -> Iterator[None]:
    """Pieces as they are built in; that a site has others is tested elsewhere."""

    def no_database(*args: Any) -> Any:
        raise DatabaseError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PieceSet.objects, "prefetch_related", no_database)
        yield


KINDS: list[dict[str, Any]] = [
    {"kind": "cards", "variant": "classic"},
    {"kind": "cards", "variant": "family-3d"},
    {"kind": "cards", "variant": "junior"},
    {"kind": "solutions", "variant": "classic"},
    {"kind": "pieces", "piece_set": "classic-12"},
    {"kind": "pieces", "piece_set": "family-3d-8"},
    {"kind": "dice-nets"},
]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("chosen", KINDS, ids=lambda chosen: "-".join(chosen.values()))
def test_no_letter_leaves_the_printable_area(chosen: dict[str, Any], paper: str) -> None:
    width, height = PAPERS[paper]
    content = printed({**chosen, "language": "de", "paper": paper})
    assert content
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        for page in pdf.pages[:2]:
            box = [
                min(char["x0"] for char in page.chars) / MM,
                min(char["top"] for char in page.chars) / MM,
                max(char["x1"] for char in page.chars) / MM,
                max(char["bottom"] for char in page.chars) / MM,
            ]
            assert box[0] >= (width - WIDTH) / 2
            assert box[1] >= (height - HEIGHT) / 2
            assert box[2] <= (width + WIDTH) / 2
            assert box[3] <= (height + HEIGHT) / 2


@settings(max_examples=EXAMPLES, deadline=None)
@given(chosen=ANY)
def test_any_options_give_pages_that_a_printer_can_print(chosen: dict[str, Any]) -> None:
    content = printed(chosen)
    if content is None:
        return
    width, height = PAPERS[chosen["paper"]]
    sides = chosen.get("back_x_mm", 0.0), chosen.get("back_y_mm", 0.0)
    pages = read_pdf(content)
    assert pages
    for page in pages:
        assert len(list(page.all_text)) > 10
        assert ruler_of(page) == pytest.approx(100, abs=0.01)
        left, bottom, right, top = page.extent
        assert left >= (width - WIDTH) / 2 + min(0, sides[0]) - 0.01
        assert right <= (width + WIDTH) / 2 + max(0, sides[0]) + 0.01
        assert bottom >= (height - HEIGHT) / 2 + min(0, sides[1]) - 0.01
        assert top <= (height + HEIGHT) / 2 + max(0, sides[1]) + 0.01


@pytest.mark.parametrize("chosen", KINDS, ids=lambda chosen: "-".join(chosen.values()))
def test_every_font_is_embedded_and_the_file_says_what_it_is(chosen: dict[str, Any]) -> None:
    content = printed({**chosen, "language": "de"})
    assert content
    reader = PdfReader(io.BytesIO(content))
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
    assert reader.metadata.title
    assert len([one for one in reader.outline if not isinstance(one, list)]) == len(reader.pages)


def test_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    deck = tmp_path / "deck.json"
    deck.write_text(dump_deck_file(starter_file("family-3d")), "utf-8")
    written = []
    for hash_seed in ("1", "2"):
        out = tmp_path / f"{hash_seed}.pdf"
        subprocess.run(
            [
                *(sys.executable, "manage.py", "print", "cards", "--deck", str(deck)),
                *("--language", "de", "--out", str(out)),
            ],
            check=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            stdout=subprocess.DEVNULL,
        )
        written.append(out.read_bytes())
    assert written[0] == written[1]


def test_the_id_of_options_reads_back_as_these_options() -> None:
    every: list[dict[str, object]] = [
        {"deck": "d", "boards": "1-3,7", "square_mm": "14,5", "duplex": "fold"},
        {"deck": "d", "order": "fronts-first", "back_x_mm": "-0.25", "back_y_mm": 5},
    ]
    for said in every:
        options = PrintOptions.read("cards", said)
        address = urlsplit(options.id)
        assert address.path == "/print/cards/"
        assert PrintOptions.read("cards", dict(parse_qsl(address.query))) == options
        assert PrintOptions.read("cards", options.given()) == options
