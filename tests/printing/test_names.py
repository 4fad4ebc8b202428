"""Names in any script, read back from the PDF as text."""

import io
import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import ContentStream

from puzzles.printing import fonts
from puzzles.printing.names import draw_name, fitting
from puzzles.printing.pen import MM
from puzzles.printing.scripts import laid_out
from puzzles.printing.sheet import How, document

NAMES = {
    "Latin": ("Anna Müller", "Łukasz Żółć", "Søren Ångström", "Zoë O’Neill"),
    "Vietnamese": ("Nguyễn Thị Hồng Nhung", "Trần Đức Lương"),
    "Greek": ("Ελένη Παπαδοπούλου", "Γιώργος Νικολάου"),
    "Cyrillic": ("Дмитрий Щербаков", "Љубица Ђорђевић", "Олена Їжакевич"),
    "Arabic": ("محمد الأمين", "فاطمة الزهراء", "عبد الله"),
    "Hebrew": ("שרה כהן", "יוסף לוי"),
    "Thai": ("สมชาย ใจดี", "ณัฐวุฒิ ศรีสุขกุ้", "น้ำผึ้ง"),
    "Devanagari": ("अनुष्का शर्मा", "कृष्णमूर्ति"),
    "Georgian": ("გიორგი ბერიძე", "ნინო"),
    "Japanese": ("山田 太郎 さん", "さくら", "タカシ"),
    "Chinese": ("王小明", "李雷 (Lei)"),
    "Korean": ("김민수", "이서연"),
}
EVERY = [name for names in NAMES.values() for name in names]
LEFTWARD = {*NAMES["Arabic"], *NAMES["Hebrew"]}


def printed(names: list[str], *, size: float = 12, most: float = 150) -> bytes:
    """Each name in lines of its own, from the top of a sheet."""
    how = How("a4", "en", False, "", "")
    with document(how, title="Names", subject="") as file:
        with file.page("Names") as pen:
            y = 250.0
            for name in names:
                y = draw_name(pen, 5, y, name, size=size, most=most) - 1
        return file.content()


def lines_of(content: bytes) -> list[str]:
    """The texts of a page as a reader of the file finds them, one after the other.

    What is drawn within marks that tell its meaning is read from these.
    """
    reader = PdfReader(io.BytesIO(content))
    (page,) = reader.pages
    resources: Any = page["/Resources"]
    known = {name: font.get_object() for name, font in resources["/Font"].items()}
    lines: list[tuple[float, str]] = []
    font, height, told = None, 0.0, False
    for values, operator in ContentStream(page.get_contents(), reader).operations:
        match operator:
            case b"BDC":
                told = True
                lines.append((0.0, str(values[1]["/ActualText"])))
            case b"EMC":
                told = False
            case b"Tf":
                font = known[str(values[0])]
            case b"Td":
                height = float(values[1])
            case b"Tj":
                text = _read(font, values[0])
                if not told and lines and lines[-1][0] == height:
                    lines[-1] = (height, lines[-1][1] + text)
                elif not told:
                    lines.append((height, text))
    return [text for _, text in lines]


def _read(font: Any, shown: Any) -> str:
    codes = shown if isinstance(shown, bytes) else shown.original_bytes
    if "/ToUnicode" not in font:
        return str(codes.decode("utf-16-be"))
    cmap = font["/ToUnicode"].get_object().get_data().decode("latin-1")
    letters = dict(re.findall(r"<(\w\w)> <(\w{4})>", cmap))
    read = [int(letters[f"{code:02X}"], 16) for code in codes]
    assert 0 not in read, "a letter that the font hasn't"
    return "".join(map(chr, read))


def as_heard(text: str, name: str) -> str:
    """What a reader makes of letters that run from the right."""
    return unicodedata.normalize("NFKC", text[::-1]) if name in LEFTWARD else text


def test_thirty_names_in_twelve_scripts_are_read_as_they_are_written() -> None:
    assert len(NAMES) == 12
    assert len(EVERY) >= 30
    read = lines_of(printed(EVERY))
    assert [as_heard(text, name) for text, name in zip(read, EVERY, strict=True)] == EVERY


def test_arabic_letters_are_joined_and_run_from_the_right() -> None:
    """The name Ali: ain, lam, yeh; seen from the left a final yeh, a middle lam, a first ain."""
    assert lines_of(printed(["علي"])) == ["\ufef2\ufee0\ufecb"]


def test_a_latin_name_within_an_arabic_one_keeps_its_order() -> None:
    (read,) = lines_of(printed(["علي Ali"]))
    assert read.startswith("Ali ")


def test_marks_of_thai_stand_above_each_other() -> None:
    """A tone mark above a vowel above a letter: two marks, the upper one higher."""
    (run,) = laid_out("กี่", fonts.REGULAR).runs
    letter, *marks = run.glyphs
    assert len(marks) == 2
    assert all(mark.x <= run.width for mark in marks)
    assert letter.x == 0


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("Արամ", "Aram"),
        ("Ⅷ", "VIII"),
        ("Ａｄａ", "Ada"),
        ("Zoë ⭐", "Zoë ·"),
        ("ক", "ka"),
    ],
)
def test_a_letter_that_no_font_has_is_spelled(name: str, spelled: str) -> None:
    drawn = "".join(run.text for run in laid_out(name, fonts.REGULAR).runs)
    assert drawn == spelled
    assert lines_of(printed([name])) == [name]


def test_a_long_name_shrinks_before_it_is_wrapped() -> None:
    name = "Maximiliane von Hohenlohe"
    (line,), size = fitting(name, fonts.REGULAR, size=12, most=120, lines=2)
    assert line.text == name
    assert 12 * 0.65 <= size < 12
    assert line.width * size == pytest.approx(120)


def test_a_longer_name_goes_on_in_the_next_line() -> None:
    name = "Maximiliane-Charlotte von und zu Hohenlohe-Schillingsfürst"
    lines, size = fitting(name, fonts.REGULAR, size=12, most=150, lines=2)
    assert [line.text for line in lines] == [
        "Maximiliane-Charlotte von und zu",
        "Hohenlohe-Schillingsfürst",
    ]
    assert size == pytest.approx(12 * 0.65)


def test_the_same_bytes_whatever_was_printed_before() -> None:
    alone = printed(["ณัฐวุฒิ"])
    printed(EVERY)
    assert printed(["ณัฐวุฒิ"]) == alone


def test_private_codes_are_no_letters() -> None:
    """They serve for shaped glyphs, so a name mustn't borrow them."""
    printed(["ณัฐวุฒิ"])
    codes = "".join(map(chr, range(0xE000, 0xE010)))
    assert lines_of(printed([f"Ada{codes}"])) == ["Ada"]


SCRIPTS = st.text(
    st.sampled_from(sorted({char for name in EVERY for char in name} | set("ক⭐Ա\u0301\u200d"))),
    min_size=1,
    max_size=60,
)


@settings(max_examples=40, deadline=None)
@given(name=SCRIPTS)
def test_nothing_of_any_name_is_cut_off(name: str) -> None:
    most = 40 * MM
    lines, size = fitting(name, fonts.REGULAR, size=11, most=most, lines=2)
    assert len(lines) <= 2
    assert all(line.width * size <= most + 0.01 for line in lines)
    letters = "".join(line.text for line in lines).replace(" ", "")
    expected = unicodedata.normalize("NFC", name).replace(" ", "").replace("\u200d", "")
    assert unicodedata.normalize("NFC", letters) == expected
    printed([name], most=40)
