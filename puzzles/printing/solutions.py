"""The solution booklet: one solution of every task, board by board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from puzzles.printing.boards import draw_squares
from puzzles.printing.deck import Deck, Side, Task
from puzzles.printing.dice import draw_die
from puzzles.printing.pen import Pen
from puzzles.printing.pieces import Square, draw_flat, draw_name
from puzzles.printing.sheet import FOOT, HEIGHT, WIDTH, Document, Foot, How, document

SQUARE: Final = 3.9
TITLE: Final = 11.0
NAME: Final = 15.0
LABEL: Final = 4.6
GAP: Final = 4.5
BETWEEN_LEVELS: Final = 2.0
BETWEEN_LINES: Final = 4.0
DIE: Final = 3.2
DIE_STEP: Final = 3.7
NOTE: Final = 20.0


@dataclass(frozen=True)
class Words:
    """The texts of the booklet in the language that it is printed in."""

    title: str
    subject: str
    page: str
    levels: str
    unknown: str
    several: Callable[[int], str]


@dataclass(frozen=True)
class _Entry:
    """A solution in its line: its left edge, and whether the name of its side stands before it."""

    x: float
    side: Side
    task: Task
    named: bool


@dataclass(frozen=True)
class _Line:
    """Solutions beside each other."""

    entries: tuple[_Entry, ...]
    height: float


def draw(
    deck: Deck,
    words: Words,
    how: How,
    *,
    report: Callable[[int, int], None],
) -> bytes:
    """The solutions of all boards of a deck, as a PDF."""
    pages = list(_pages(_lines(deck)))
    title = f"{words.title} · {deck.name}"
    with document(how, title=title, subject=words.subject) as file:
        foot = Foot(file, how)
        printer = _Printer(file, deck, words)
        for number, page in enumerate(pages, start=1):
            names = f"{page[0].entries[0].side.name}–{page[-1].entries[-1].side.name}"
            with file.page(f"{words.page} {number}: {names}") as pen:
                pen.stamp(printer.head())
                foot.draw(pen, f"{number} / {len(pages)}")
                y = HEIGHT - TITLE
                for line in page:
                    printer.draw_line(pen, y, line)
                    y -= line.height + BETWEEN_LINES
            report(number, len(pages))
        return file.content()


def _width(side: Side, task: Task) -> float:
    columns = len(side.rows[0])
    drawn = side.height * columns * SQUARE + (side.height - 1) * BETWEEN_LEVELS
    noted = NOTE if task.solutions not in (None, 1) or not task.cover else 0.0
    return max(drawn, (len(task.die) + 1) * DIE_STEP + 2, noted)


def _is_numbered(deck: Deck) -> bool:
    """Have sides several tasks, so that a number tells them apart?"""
    return any(len(side.tasks) > 1 for side in deck.sides)


def _lines(deck: Deck) -> Iterator[_Line]:
    """Solutions beside each other as there is room; a side with several begins a new line."""
    entries: list[_Entry] = []
    x, numbered = 0.0, _is_numbered(deck)
    for side in deck.sides:
        for index, task in enumerate(side.tasks):
            width = _width(side, task) + NAME * (index == 0)
            begins = index == 0 and numbered
            if entries and (begins or x + width > WIDTH - 1):
                yield _line(entries)
                entries, x = [], 0.0 if index == 0 else NAME
            if index == 0:
                x += NAME
            entries.append(_Entry(x, side, task, named=index == 0))
            x += _width(side, task) + GAP
    if entries:
        yield _line(entries)


def _line(entries: Sequence[_Entry]) -> _Line:
    tallest = max(len(entry.side.rows) for entry in entries)
    return _Line(tuple(entries), LABEL + tallest * SQUARE)


def _named(line: _Line) -> _Line:
    """The first line of a page; it names its side, though that may have begun before."""
    first, *others = line.entries
    return _Line((replace(first, named=True), *others), line.height)


def _pages(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    page: list[_Line] = []
    left = HEIGHT - TITLE - FOOT
    for line in lines:
        if page and line.height > left:
            yield page
            page, left = [], HEIGHT - TITLE - FOOT
        page.append(line if page else _named(line))
        left -= line.height + BETWEEN_LINES
    if page:
        yield page


class _Printer:
    """Draws solutions; a piece in one position is drawn once for the whole booklet."""

    def __init__(self, file: Document, deck: Deck, words: Words) -> None:
        self._file = file
        self._deck = deck
        self._words = words
        self._codes = {code: index for index, code in enumerate(deck.pieces.by_code)}
        self._numbered = _is_numbered(deck)
        self._laid: dict[tuple[int, tuple[Square, ...]], str] = {}

    def head(self) -> str:
        """What stands above every page."""
        if not self._file.has("head"):
            with self._file.form("head") as pen:
                title = f"{self._words.title} · {self._deck.name}"
                pen.text(1, HEIGHT - 6, title, size=12, bold=True, most=WIDTH - 70)
                if self._deck.pieces.solid:
                    note = self._words.levels
                    pen.text(WIDTH - 1, HEIGHT - 6, note, size=8, align="right", most=60)
        return "head"

    def draw_line(self, pen: Pen, y: float, line: _Line) -> None:
        """Solutions beside each other, their upper edge at ``y``."""
        for entry in line.entries:
            side = entry.side
            if entry.named:
                left = entry.x - NAME + 1
                pen.text(left, y - LABEL - 4, side.name, size=13, bold=True, most=NAME - 3)
            self._draw_task(pen, entry.x, y, side, entry.task)

    def _draw_task(self, pen: Pen, x: float, y: float, side: Side, task: Task) -> None:
        if self._numbered:
            pen.text(x, y - 2.6, str(task.number), size=8, bold=True)
        for index, number in enumerate(task.die):
            pen.stamp(self._die(number), x + 4 + index * DIE_STEP, y - DIE)
        if not task.cover or task.solutions not in (None, 1):
            note = self._words.several(task.solutions or 0) if task.cover else self._words.unknown
            pen.text(x + 8, y - 2.6, note, size=6, most=NOTE - 8)
        y -= LABEL
        step = len(side.rows[0]) * SQUARE + BETWEEN_LEVELS
        if not task.cover:
            draw_squares(pen, x, y, side.rows, side=SQUARE, grid=0.4, edge=1)
        for laid in task.cover:
            for level in range(side.height):
                squares = [(column, row) for column, row, high in laid.cells if high == level]
                if squares:
                    self._draw_laid(pen, x + level * step, y, laid.code, squares)

    def _draw_laid(
        self, pen: Pen, x: float, y: float, code: str, squares: Sequence[Square]
    ) -> None:
        """A piece on a level, or the part of it that lies there."""
        columns, rows = zip(*squares, strict=True)
        left, top = min(columns), min(rows)
        placed = tuple(sorted((column - left, row - top) for column, row in squares))
        key = (self._codes[code], placed)
        form = self._laid.get(key)
        if form is None:
            form = self._laid[key] = f"laid{len(self._laid)}"
            look = self._deck.pieces.by_code[code].look
            wide, high = (max(columns) - left + 1) * SQUARE, (max(rows) - top + 1) * SQUARE
            with self._file.form(form, (-0.4, -high - 0.4, wide + 0.4, 0.4)) as drawing:
                draw_flat(drawing, 0, 0, placed, side=SQUARE, look=look)
                draw_name(drawing, 0, 0, placed, look.short, side=SQUARE)
        pen.stamp(form, x + left * SQUARE, y - top * SQUARE)

    def _die(self, number: int) -> str:
        form = f"die{number}"
        if not self._file.has(form):
            with self._file.form(form, (-0.4, -0.4, DIE + 0.4, DIE + 0.4)) as pen:
                draw_die(pen, 0, 0, number, side=DIE, black=False)
        return form
