"""Names of people in any script: in the right order, whole, and never as black boxes.

Arabic and Hebrew run from the right (python-bidi orders them, arabic-reshaper joins the
letters), Thai and Devanagari are shaped by HarfBuzz, Chinese, Japanese and Korean come in
fonts that every viewer brings along. A letter that no font has is spelled in Latin ones. A long
name shrinks, then goes on in the next line; nothing of it is cut off.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import Final

import uharfbuzz
from arabic_reshaper import reshape
from bidi.algorithm import get_display
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont

from puzzles.printing import fonts
from puzzles.printing.pen import INK, MM, Align, Colour, Pen

LEAST: Final = 0.65
"""A name shrinks to so much of its size before it is wrapped."""
LEADING: Final = 1.25

KANA_FONT: Final = "HeiseiKakuGo-W5"
HAN_FONT: Final = "STSong-Light"
HANGUL_FONT: Final = "HYGothic-Medium"

_SHAPED: Final = ((0x0900, 0x097F), (0x0E00, 0x0E7F))
_KANA: Final = ((0x3040, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F))
_HANGUL: Final = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7AF))
_HAN: Final = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x3000, 0x303F))


@dataclass(frozen=True)
class Glyph:
    """A letter of a font by the code it is kept under, and where it stands, in 1/1000 em."""

    code: int
    x: float
    y: float


@dataclass(frozen=True)
class Run:
    """Letters of one font beside each other; the width is in 1/1000 em."""

    font: str
    text: str
    width: float
    glyphs: tuple[Glyph, ...] = ()


@dataclass(frozen=True)
class Line:
    """A name, or as much of it as stands in one line, from left to right."""

    text: str
    runs: tuple[Run, ...]

    @property
    def width(self) -> float:
        """How long it is at size 1, in points."""
        return sum(run.width for run in self.runs) / 1000

    @property
    def is_read(self) -> bool:
        """Does a reader of the file find the name by its letters alone?

        Shaped ones have codes of their own, and letters that no font has were spelled. What
        runs from the right is found by its letters: a reader turns it round itself.
        """
        if _runs_leftward(self.text):
            return True
        return "".join(run.text for run in self.runs if not run.glyphs) == self.text


def draw_name(
    pen: Pen,
    x: float,
    y: float,
    name: str,
    *,
    size: float,
    most: float,
    lines: int = 2,
    bold: bool = False,
    align: Align = "left",
    colour: Colour = INK,
) -> float:
    """A name on the base line ``y``, at most ``most`` mm long; returns where the next line is.

    It shrinks a little to fit in a line, else it is wrapped into up to so many lines, and
    shrinks further if these don't suffice.
    """
    font = fonts.BOLD if bold else fonts.REGULAR
    wrapped, size = fitting(name, font, size=size, most=most * MM, lines=lines)
    for line in wrapped:
        left = x * MM
        if align != "left":
            left -= line.width * size / (2 if align == "centre" else 1)
        _draw_line(pen, left, y * MM, line, size, colour)
        y -= LEADING * size / MM
    return y


def fitting(
    name: str, font: str, *, size: float, most: float, lines: int
) -> tuple[list[Line], float]:
    """The lines of a name and the size at which none is longer than ``most`` points."""
    whole = laid_out(name, font)
    if whole.width * size * LEAST <= most:
        return [whole], min(size, most / max(whole.width, 1e-6))
    smaller = size * LEAST
    while True:
        wrapped = _wrapped(name, font, smaller, most)
        if len(wrapped) <= lines:
            return wrapped, smaller
        smaller *= 0.95


def _wrapped(name: str, font: str, size: float, most: float) -> list[Line]:
    """Lines broken between words, and within a word that alone is longer than a line."""
    lines: list[str] = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if laid_out(longer, font).width * size <= most:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in _letters(word):
            if lines[-1] and laid_out(lines[-1] + letter, font).width * size > most:
                lines.append("")
            lines[-1] += letter
    return [laid_out(line, font) for line in lines]


def _letters(word: str) -> Iterator[str]:
    """A word in letters, each with the marks that stand on it."""
    letter = ""
    for char in word:
        if letter and not unicodedata.category(char).startswith("M"):
            yield letter
            letter = ""
        letter += char
    yield letter


@lru_cache(maxsize=4096)
def laid_out(name: str, font: str) -> Line:
    """A name in one line: its letters in the order in which they are seen, run by run."""
    text = _plain(name)
    seen = get_display(reshape(text)) if _runs_leftward(text) else text
    choose = _chooser(seen, font)
    pieces = [(choose(char), char) for char in seen]
    # A mark stays with the letter that it stands on, and both are shaped.
    known = pdfmetrics.getFont(font).face.charToGlyph
    for index, (_, char) in enumerate(pieces):
        if index and unicodedata.combining(char) and ord(char) in known:
            (before, _, letter), whole = pieces[index - 1]
            if before == font:
                pieces[index - 1] = ((font, True, letter), whole)
                pieces[index] = ((font, True, char), char)
    runs = []
    for (used, shaped), group in groupby(pieces, key=lambda piece: piece[0][:2]):
        letters = "".join(piece[0][2] for piece in group)
        if letters:
            runs.append(_shape(letters, used) if shaped else _run(letters, used))
    return Line(text, tuple(runs))


def _plain(name: str) -> str:
    """One line without characters that are not to be seen."""
    text = unicodedata.normalize("NFC", " ".join(name.split()))
    return "".join(char for char in text if unicodedata.category(char) not in ("Cc", "Cf", "Cs"))


def _runs_leftward(text: str) -> bool:
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


def _within(char: str, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(first <= ord(char) <= last for first, last in ranges)


def _chooser(text: str, font: str) -> Callable[[str], tuple[str, bool, str]]:
    """What each letter of a name is drawn with: the font, whether it is shaped, and as what."""
    fonts.load()
    known = pdfmetrics.getFont(font).face.charToGlyph
    # Chinese characters are drawn as the rest of the name tells.
    han = KANA_FONT if any(_within(char, _KANA) for char in text) else HAN_FONT
    if any(_within(char, _HANGUL) for char in text):
        han = HANGUL_FONT

    def choose(char: str) -> tuple[str, bool, str]:
        if ord(char) in known:
            return font, _within(char, _SHAPED), char
        if _within(char, _KANA):
            return _foreign(KANA_FONT), False, char
        if _within(char, _HANGUL):
            return _foreign(HANGUL_FONT), False, char
        if _within(char, _HAN):
            return _foreign(han), False, char
        spelled = unicodedata.normalize("NFKC", char)
        if any(ord(part) not in known for part in spelled):
            spelled = "".join(part for part in _spelled(char) if ord(part) in known)
        return font, False, spelled

    return choose


def _spelled(char: str) -> str:
    """A letter without marks, or what Unicode calls it: ARMENIAN SMALL LETTER BEN is a b."""
    bare = "".join(
        part
        for part in unicodedata.normalize("NFKD", char)
        if not unicodedata.category(part).startswith("M")
    )
    if bare and bare != char:
        return bare
    called = unicodedata.name(char, "").split(" WITH ")[0].split()
    if not called or (unicodedata.category(char) in ("Mn", "Mc") and "VOWEL" not in called):
        return ""
    if not unicodedata.category(char).startswith(("L", "M", "N")):
        return "·"
    sound = called[-1].lower()
    if called[0] in ("ARMENIAN", "COPTIC", "GOTHIC"):
        sound = sound[0]  # these letters have names, not sounds
    return sound.capitalize() if "CAPITAL" in called else sound


@cache
def _foreign(font: str) -> str:
    """A font that the viewer brings along, known to ReportLab."""
    pdfmetrics.registerFont(UnicodeCIDFont(font))
    return font


def _run(text: str, font: str) -> Run:
    return Run(font, text, 1000 * fonts.width(text, font, 1))


@cache
def _shaper(font: str) -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face(fonts.data(font)))


def _shape(text: str, font: str) -> Run:
    """Letters whose places HarfBuzz finds.

    A glyph that no character stands for is kept under a private code, the same in every
    process, so that the same file comes out.
    """
    face = pdfmetrics.getFont(font).face
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(_shaper(font), buffer)
    glyphs, across = [], 0.0
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        code = PRIVATE + info.codepoint
        face.charToGlyph[code] = info.codepoint
        face.charWidths[code] = place.x_advance
        glyphs.append(Glyph(code, across + place.x_offset, place.y_offset))
        across += place.x_advance
    return Run(font, text, across, tuple(glyphs))


PRIVATE: Final = 0xE000
"""Where the private codes begin."""


def _draw_line(pen: Pen, x: float, y: float, line: Line, size: float, colour: Colour) -> None:
    """The runs beside each other; a reader of the file is told what is written there."""
    with pen.meaning(None if line.is_read else line.text):
        for run in line.runs:
            places = [(chr(glyph.code), glyph.x, glyph.y) for glyph in run.glyphs]
            for letters, across, up in places or [(run.text, 0.0, 0.0)]:
                at = (x + across * size / 1000, y + up * size / 1000)
                pen.letters(*at, letters, font=run.font, size=size, colour=colour)
            x += run.width * size / 1000
