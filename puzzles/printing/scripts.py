"""Texts in any script: which font draws which letters, in which order, and where.

Arabic and Hebrew run from the right (python-bidi orders them, arabic-reshaper joins the
letters), Thai and Devanagari are shaped by HarfBuzz, Chinese, Japanese and Korean come in
fonts that every viewer brings along. A letter that no font has is spelled in Latin ones, so
that nobody meets a black box.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
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

KANA_FONT: Final = "HeiseiKakuGo-W5"
HAN_FONT: Final = "STSong-Light"
HANGUL_FONT: Final = "HYGothic-Medium"

_SHAPED: Final = ((0x0900, 0x097F), (0x0E00, 0x0E7F))
_KANA: Final = ((0x3040, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F))
_HANGUL: Final = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7AF))
_HAN: Final = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x3000, 0x303F))


UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Categories of what is no letter to be seen, private codes included."""


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


@lru_cache(maxsize=65536)
def is_simple(text: str, font: str) -> bool:
    """Does a font have all letters, and do they stand beside each other as they are written?"""
    known = pdfmetrics.getFont(font).face.charToGlyph
    return all(
        ord(char) in known
        and not _within(char, _SHAPED)
        and not unicodedata.combining(char)
        and unicodedata.category(char) not in UNSEEN
        for char in text
    ) and not _runs_leftward(text)


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
    return "".join(char for char in text if unicodedata.category(char) not in UNSEEN)


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
