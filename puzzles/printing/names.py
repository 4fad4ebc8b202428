"""Names of people, however long they are and in whatever script.

A long name shrinks, then goes on in the next line; nothing of it is cut off.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from puzzles.printing import fonts
from puzzles.printing.pen import INK, MM, Align, Colour, Pen
from puzzles.printing.scripts import Line, laid_out

LEAST: Final = 0.65
"""A name shrinks to so much of its size before it is wrapped."""
LEADING: Final = 1.25


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
        pen.write(left, y * MM, line, size=size, colour=colour)
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
