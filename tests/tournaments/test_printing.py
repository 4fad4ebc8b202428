"""Slips, standings and posters of a tournament, read back from the PDF, codes by a reader."""

import io
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pdfplumber
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from puzzles.printing.sheet import How
from tests.printing.drawing import MM, Drawing, read_pdf
from tests.printing.reading_cards import ruler_of
from tournaments.printing import posters, slips, standings
from tournaments.printing.qr import modules_of

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
WIDTH, HEIGHT = 190.0, 259.0
HOW = How("a4", "en", False, "/tournaments/17/", "Printed at 100 %, this ruler is 100 mm long.")
SITE = "https://ubongo.example.org/tournaments/17"

NAMES = (
    "Ada",
    "Maximiliane von Hohenzollern-Sigmaringen the Second of her Name",
    "محمد علي",
    "Nguyễn Thị Ánh Tuyết",
    "Ελένη",
    "สมชาย ใจดี",
    "Борис",
    "W" * 60,
)


def printed_slips(tables: int, how: How = HOW) -> bytes:
    """Tables of four, the last of them with three seats, with nine boards a seat."""
    every = [
        slips.Slip(
            round="Round 2",
            table=f"Table {table}",
            seats=[
                slips.Seat(
                    NAMES[(table + seat) % 8],
                    boards=[f"{seat}{board}" for board in range(9)],
                    what=f"Boards · level {seat}",
                )
                for seat in range(3 if table == tables else 4)
            ],
            address=f"{SITE}/tables/{table}/",
            whence=f"From box {table}",
        )
        for table in range(1, tables + 1)
    ]
    words = slips.Words("Club Sunday", "Table slips", "Who sits where", "Enter here")
    return slips.draw(every, words, how)


def printed_standings(count: int, how: How = HOW) -> bytes:
    lines = [
        standings.Line(number, f"{NAMES[number % 8]} {number}", (f"{900 - number}", "50 %"))
        for number in range(1, count + 1)
    ]
    words = standings.Words(
        tournament="Club Sunday",
        heading="Standings after round 2",
        subject="Who stands where",
        page="Page",
        place="Place",
        name="Name",
        values=("Points", "Share"),
    )
    return standings.draw(lines, words, how)


def printed_seating(count: int, how: How = HOW) -> bytes:
    seated = [
        posters.Seated(f"{NAMES[number % 8]} {number}", f"T{number}")
        for number in range(1, count + 1)
    ]
    words = posters.SeatingWords(
        "Club Sunday", "Seating of round 2", "Who sits where", "Page", "Name", "Table"
    )
    return posters.draw_seating(seated, words, how)


def printed_check_in(how: How = HOW, address: str = f"{SITE}/check-in/") -> bytes:
    words = posters.CheckInWords(
        "Club Sunday", "Check in", "How to check in", "Scan the code, or type this one.", "Code"
    )
    return posters.draw_check_in(posters.CheckIn(address, "K7QX"), words, how)


KINDS: dict[str, Callable[[How], bytes]] = {
    "slips": lambda how: printed_slips(6, how),
    "standings": lambda how: printed_standings(40, how),
    "seating": lambda how: printed_seating(60, how),
    "check-in": printed_check_in,
}


@cache
def printed(kind: str, paper: str, *, ink_saving: bool) -> bytes:
    return KINDS[kind](replace(HOW, paper=paper, ink_saving=ink_saving))


def texts(page: Drawing) -> list[str]:
    return [text.text for part in page.everywhere() for text in part.texts]


def codes(content: bytes) -> list[list[str]]:
    """What a phone would read on each page, from the top down."""
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        read = [
            zxingcpp.read_barcodes(page.to_image(resolution=110).original.convert("L"))
            for page in pdf.pages
        ]
    return [
        [code.text for code in sorted(found, key=lambda code: code.position.top_left.y)]
        for found in read
    ]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("ink_saving", [False, True])
def test_each_slip_has_the_code_of_its_table(paper: str, ink_saving: bool) -> None:
    content = printed("slips", paper, ink_saving=ink_saving)
    addresses = [f"{SITE}/tables/{table}/" for table in range(1, 7)]
    assert codes(content) == [addresses[:4], addresses[4:]]


def test_the_check_in_poster_has_the_code_of_its_page() -> None:
    assert codes(printed("check-in", "a4", ink_saving=True)) == [[f"{SITE}/check-in/"]]
    (page,) = read_pdf(printed("check-in", "a4", ink_saving=True))
    assert {"Check in", "Club Sunday", f"{SITE}/check-in/", "K7QX"} <= set(texts(page))


def test_codes_have_their_size_and_their_quiet_zone() -> None:
    # 33 modules and 4 on each side share 124 mm.
    modules = modules_of(f"{SITE}/check-in/")
    assert len(modules) == len(modules[0]) == 33
    module = 124 / 41
    (page,) = read_pdf(printed("check-in", "a4", ink_saving=False))
    dark = [path for path in page.paths if abs(path.thick - module) < 0.001]
    drawn = sum(abs(path.points[1][0] - path.points[0][0]) for path in dark)
    assert drawn == pytest.approx(sum(map(sum, modules)) * module, abs=0.1)
    left = min(x for path in dark for x, _ in path.points)
    right = max(x for path in dark for x, _ in path.points)
    top = max(y for path in dark for _, y in path.points) + module / 2
    bottom = min(y for path in dark for _, y in path.points) - module / 2
    assert right - left == pytest.approx(33 * module, abs=0.01)
    assert top - bottom == pytest.approx(33 * module, abs=0.01)
    assert left + right == pytest.approx(210, abs=0.01)
    # Nothing else is drawn in the quiet zone.
    quiet = 4 * module
    for text in page.texts:
        assert not (left - quiet < text.x < right + quiet and bottom - quiet < text.y < top + quiet)


@settings(max_examples=8, deadline=None)
@given(path=st.text("abcdefghijklmnopqrstuvwxyz0123456789-/", min_size=1, max_size=120))
def test_any_address_is_read(path: str) -> None:
    address = f"https://example.org/{path}"
    assert codes(printed_check_in(address=address)) == [[address]]


def test_slips_say_who_sits_where_with_which_boards() -> None:
    first, second = read_pdf(printed("slips", "a4", ink_saving=False))
    found = texts(first)
    for table in (1, 2, 3, 4):
        assert found.count(f"Table {table}") == 1
        assert found.count(f"/tournaments/17/tables/{table}/") == 1
    assert found.count("Round 2") == found.count("Enter here") == 4
    assert found.count("ubongo.example.org") == 4
    # Ελένη is fourth of eight: she sits at the tables 1 to 4.
    assert found.count("Ελένη") == 4
    for seat in range(4):
        boards = " · ".join(f"{seat}{board}" for board in range(9))
        assert found.count(boards) == 4
    assert [texts(second).count(f"Boards · level {seat}") for seat in range(4)] == [2, 2, 2, 1]
    assert [found.count(f"From box {table}") for table in (1, 2, 3, 4)] == [1, 1, 1, 1]


def test_a_name_stays_within_its_row_of_its_slip() -> None:
    (page,) = read_pdf(printed_slips(1))
    top = (297 + HEIGHT) / 2
    # A slip is (259 - 12 - 3 · 6) / 4 = 57.25 high: 13 of it are its head, four seats share 44.25.
    numbers = {text.text: text.y for text in page.texts if text.text in ("1", "2", "3")}
    for seat, row in enumerate(("1", "2", "3")):
        upper = top - 13 - seat * 44.25 / 4
        assert upper - 44.25 / 4 < numbers[row] < upper
    heights = [text.y for text in page.texts if text.text.startswith("Maximiliane")]
    rest = [text.y for text in page.texts if text.text.endswith("of her Name")]
    assert len(heights) == len(rest) == 1
    assert top - 13 > heights[0] > rest[0] > top - 13 - 44.25 / 4


@pytest.mark.parametrize(
    ("count", "pages"), [(0, 1), (1, 1), (29, 1), (30, 2), (58, 2), (59, 3), (200, 7)]
)
def test_standings_show_every_line_once_and_in_order(count: int, pages: int) -> None:
    """(259 - 12 - 18 - 8) / 7.4 = 29.8: so 29 lines a page."""
    read = read_pdf(printed_standings(count))
    assert len(read) == pages
    points = [text for page in read for text in texts(page) if text in POINTS]
    assert points == [str(900 - number) for number in range(1, count + 1)]
    for page in read:
        assert texts(page).count("Standings after round 2") == 1
        assert texts(page).count("Share") == 1


POINTS = {str(900 - number) for number in range(1, 201)}


@pytest.mark.parametrize(("count", "pages"), [(0, 1), (1, 1), (48, 1), (49, 2), (200, 5)])
def test_the_seating_poster_shows_everybody_once(count: int, pages: int) -> None:
    """(259 - 12 - 25) / 9.2 = 24.1: so two columns of 24 a page."""
    read = read_pdf(printed_seating(count))
    assert len(read) == pages
    tables = [text for page in read for text in texts(page) if text in TABLES]
    assert tables == [f"T{number}" for number in range(1, count + 1)]


TABLES = {f"T{number}" for number in range(1, 201)}


@pytest.mark.parametrize("ink_saving", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", KINDS)
def test_true_size_within_the_printable_area(kind: str, paper: str, ink_saving: bool) -> None:
    width, height = PAPERS[paper]
    left, bottom = (width - WIDTH) / 2, (height - HEIGHT) / 2
    content = printed(kind, paper, ink_saving=ink_saving)
    filled = False
    for page in read_pdf(content):
        assert (page.width, page.height) == pytest.approx((width, height), abs=0.01)
        assert ruler_of(page) == pytest.approx(100, abs=0.01)
        extent = page.extent
        assert extent[0] >= left
        assert extent[1] >= bottom
        assert extent[2] <= left + WIDTH
        assert extent[3] <= bottom + HEIGHT
        filled |= any(path.filled for part in page.everywhere() for path in part.paths)
    assert filled is (kind == "standings" and not ink_saving)
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        for read in pdf.pages:
            for char in read.chars:
                assert left <= char["x0"] / MM <= char["x1"] / MM <= left + WIDTH
                assert bottom <= char["top"] / MM <= char["bottom"] / MM <= bottom + HEIGHT


def test_long_heads_of_columns_can_be_read() -> None:
    heads = ("Tischpunkte", "Anteil am Besten", "Siege", "Stärke der Mitspielenden")
    words = standings.Words("Sunday", "Finale", "Stand", "Seite", "Rang", "Name", heads)
    content = standings.draw([standings.Line(1, "Ann", ("1", "1", "1", "1"))], words, HOW)
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        read = {word["text"]: word for word in pdf.pages[0].extract_words(extra_attrs=["size"])}
    for head in " ".join(heads).split():
        assert read[head]["size"] >= 6, head
    # The last line stands where the heads of one line do.
    assert read["Mitspielenden"]["bottom"] == pytest.approx(read["Siege"]["bottom"], abs=1.5)
    assert read["der"]["bottom"] < read["Mitspielenden"]["top"] + 2


@pytest.mark.parametrize("kind", KINDS)
def test_fonts_are_embedded_and_the_bytes_are_the_same_each_time(kind: str) -> None:
    content = printed(kind, "a4", ink_saving=False)
    assert KINDS[kind](HOW) == content
    reader = PdfReader(io.BytesIO(content))
    size: Any = reader.trailer["/Size"]
    objects: list[Any] = [reader.get_object(number) for number in range(1, size)]
    fonts = [one for one in objects if isinstance(one, dict) and one.get("/Type") == "/Font"]
    assert fonts
    assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts)
    assert len([one for one in reader.outline if not isinstance(one, list)]) == len(reader.pages)
