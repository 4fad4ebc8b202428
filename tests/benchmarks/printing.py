"""A whole classic deck with its solutions, beside the same pages drawn in three other ways.

    python -m tests.benchmarks.printing [--seed N] [--rounds N] [--pages N]

What the printer draws is recorded line by line, and then drawn again: plainly on a ReportLab
canvas, with fpdf2, and as SVG with WeasyPrint, all in one run and in turns. WeasyPrint draws
``--pages`` pages only. The table has medians: pages a second, by the clock and of the
processor's time, and bytes a page.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from fpdf import FPDF
from reportlab.pdfgen.canvas import Canvas
from weasyprint import HTML

from puzzles.decks.classic import generate
from puzzles.printing import cards, fonts, sheet, solutions
from puzzles.printing.deck import Deck, Laid, Piece, Pieces, Side, Task
from puzzles.printing.looks import Look
from puzzles.printing.pen import INK, MM, Colour, Pen, Point
from puzzles.solver import BUILT_IN, SITE_LIMITS, solve
from puzzles.solver import Task as SolverTask

WIDTH, HEIGHT = (round(side, 3) for side in sheet.PAPERS["a4"])


def deck_of(seed: int) -> Deck:
    """A generated deck with a solution of every task."""
    content, shapes = generate(seed), BUILT_IN["classic-12"]
    pieces = {
        code: Piece(code, shape, Look(place, place, code, code))
        for place, (code, shape) in enumerate(shapes.pieces.items())
    }
    sides = []
    for board in content.boards:
        tasks = []
        for task in board.tasks:
            drawn = SolverTask("", board.region, task.pieces, shapes)
            (cover,) = solve(drawn, SITE_LIMITS, keep_covers=1).shown
            laid = tuple(Laid(placed.code, placed.cells) for placed in cover)
            tasks.append(Task(task.number, task.die, task.pieces, 1, laid))
        rows = board.region.layers()[0]
        sides.append(Side(board.number, board.side, None, None, rows, 1, tuple(tasks)))
    name = content.id or ""
    of_set = Pieces("classic-12", "Classic", False, True, pieces)
    return Deck(name, name, content.variant, of_set, tuple(sides))


RULER = "Printed at 100 %, this ruler is 100 mm long."


def print_cards(deck: Deck) -> bytes:
    """The cards as the site prints them."""
    words = cards.Words(
        "Cards", "", "back", lambda side: f"{len(side.tasks[0].pieces)} pieces", str
    )
    sheets = cards.Sheets(_how(deck), 12.5, "long", "interleaved", (0, 0))
    return cards.draw(deck, deck.numbers, words, sheets, report=lambda *_: None)


def print_solutions(deck: Deck) -> bytes:
    """The booklet as the site prints it."""
    words = solutions.Words("Solutions", "", "Page", "", "", str)
    return solutions.draw(deck, words, _how(deck), report=lambda *_: None)


def _how(deck: Deck) -> sheet.How:
    return sheet.How("a4", "en", False, deck.key, RULER)


# --- recording ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stroke:
    """One thing drawn: what, where its corners are in points from the lower left, and how."""

    what: str
    points: tuple[Point, ...]
    thick: float = 0.0
    colour: Colour = INK
    fill: Colour | None = None
    radius: float = 0.0
    text: str = ""
    font: str = ""


class RecordingPen(Pen):
    """Keeps what is drawn instead of drawing it."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.ink_saving = False
        self.strokes: list[Stroke] = []
        self._x = self._y = 0.0
        self._side = 1.0

    def _keep(self, stroke: Stroke) -> None:
        side = self._side
        points = tuple((x * side + self._x, y * side + self._y) for x, y in stroke.points)
        self.strokes.append(replace(stroke, points=points))

    def stamp(self, form: str, x: float = 0, y: float = 0) -> None:
        with self.at(x, y):
            for stroke in self._recorder.forms[form]:
                self._keep(stroke)

    @contextmanager
    def at(self, x: float, y: float, side: float | None = None) -> Iterator[None]:
        self._x, self._y, self._side = self._x + x * MM, self._y + y * MM, side or 1.0
        yield
        self._x, self._y, self._side = self._x - x * MM, self._y - y * MM, 1.0

    def letters(self, x: float, y: float, text: str, **how: Any) -> None:
        self._keep(
            Stroke("text", ((x, y),), how["size"], how["colour"], text=text, font=how["font"])
        )

    def lines(self, strokes: Any, *, thick: float, colour: Colour = INK, **_: Any) -> None:
        for (x, y), (to_x, to_y) in strokes:
            ends = ((x * MM, y * MM), (to_x * MM, to_y * MM))
            self._keep(Stroke("path", ends, thick, colour))

    def path(self, corners: Sequence[Point], *, thick: float, fill: Any = None, **_: Any) -> None:
        points = tuple((x * MM, y * MM) for x, y in (*corners, corners[0]))
        self._keep(Stroke("path", points, thick, fill=fill))

    def squares(
        self, x: float, y: float, cells: Any, side: float, *, thick: float, **how: Any
    ) -> None:
        for column, row in cells:
            self.box(x + column * side, y - (row + 1) * side, side, side, thick=thick, **how)

    def box(
        self, x: float, y: float, width: float, height: float, *, thick: float, **how: Any
    ) -> None:
        corners = ((x * MM, y * MM), ((x + width) * MM, (y + height) * MM))
        radius = how.get("radius", 0) * MM
        colour = how.get("colour", INK)
        self._keep(Stroke("box", corners, thick, colour, how.get("fill"), radius))

    def pill(
        self, x: float, y: float, length: float, across: float, *, colour: Colour = INK
    ) -> None:
        ends = (((x - length / 2) * MM, y * MM), ((x + length / 2) * MM, y * MM))
        self._keep(Stroke("pill", ends, across * MM, colour))


@dataclass
class Recorder:
    """Stands in for a document and keeps its pages."""

    forms: dict[str, list[Stroke]] = field(default_factory=dict)
    pages: list[list[Stroke]] = field(default_factory=list)

    def has(self, form: str) -> bool:
        return form in self.forms

    @contextmanager
    def form(self, name: str, box: Any = None) -> Iterator[Pen]:
        pen = RecordingPen(self)
        yield pen
        self.forms[name] = pen.strokes

    @contextmanager
    def page(self, bookmark: str, **_: Any) -> Iterator[Pen]:
        pen = RecordingPen(self)
        with pen.at((WIDTH / MM - sheet.WIDTH) / 2, (HEIGHT / MM - sheet.HEIGHT) / 2):
            yield pen
        self.pages.append(pen.strokes)

    def content(self) -> bytes:
        return b""


def recorded(printing: Any, draw: Callable[[], bytes]) -> list[list[Stroke]]:
    """The pages that a module draws."""
    recorder, document = Recorder(), printing.document

    @contextmanager
    def record(*_: Any, **__: Any) -> Iterator[Recorder]:
        yield recorder

    printing.document = record
    try:
        draw()
    finally:
        printing.document = document
    return recorder.pages


# --- drawing the same again --------------------------------------------------------------------


def on_canvas(pages: list[list[Stroke]]) -> bytes:
    """Plainly on a ReportLab canvas: its own calls, nothing reused."""
    fonts.load()
    file = io.BytesIO()
    canvas = Canvas(
        file, (WIDTH, HEIGHT), pageCompression=1, invariant=1, initialFontName=fonts.REGULAR
    )
    for strokes in pages:
        for one in strokes:
            (x, y), *others = one.points
            if one.what == "text":
                canvas.setFillColorRGB(*one.colour)
                canvas.setFont(one.font, one.thick)
                canvas.drawString(x, y, one.text)
                continue
            canvas.setStrokeColorRGB(*one.colour)
            canvas.setLineWidth(one.thick)
            canvas.setLineCap(one.what == "pill")
            if one.fill:
                canvas.setFillColorRGB(*one.fill)
            if one.what == "box":
                wide, high = others[0][0] - x, others[0][1] - y
                if one.radius:
                    canvas.roundRect(x, y, wide, high, one.radius, fill=bool(one.fill))
                else:
                    canvas.rect(x, y, wide, high, fill=bool(one.fill))
            elif len(others) == 1:
                canvas.line(x, y, *others[0])
            else:
                path = canvas.beginPath()
                path.moveTo(x, y)
                for point in others:
                    path.lineTo(*point)
                canvas.drawPath(path, fill=bool(one.fill))
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def with_fpdf2(pages: list[list[Stroke]], folder: Path) -> bytes:
    """With fpdf2, which measures from the upper left corner."""
    pdf = FPDF(unit="pt", format=(WIDTH, HEIGHT))
    for name in (fonts.REGULAR, fonts.BOLD):
        pdf.add_font(name, fname=folder / f"{name}.ttf")

    def whole(colour: Colour) -> tuple[int, ...]:
        return tuple(round(255 * part) for part in colour)

    for strokes in pages:
        pdf.add_page()
        for one in strokes:
            points = [(x, HEIGHT - y) for x, y in one.points]
            (x, y), *others = points
            if one.what == "text":
                pdf.set_text_color(*whole(one.colour))
                pdf.set_font(one.font, size=one.thick)
                pdf.text(x, y, one.text)
                continue
            pdf.set_draw_color(*whole(one.colour))
            pdf.set_line_width(one.thick)
            if one.fill:
                pdf.set_fill_color(*whole(one.fill))
            style = "DF" if one.fill else "D"
            if one.what == "box":
                wide, high = others[0][0] - x, y - others[0][1]
                corners = {"round_corners": True, "corner_radius": one.radius} if one.radius else {}
                pdf.rect(x, y - high, wide, high, style=style, **corners)
            elif one.what == "pill":
                pdf.set_fill_color(*whole(one.colour))
                wide = others[0][0] - x + one.thick
                pdf.rect(
                    x - one.thick / 2, y - one.thick / 2, wide, one.thick, "F",
                    round_corners=True, corner_radius=one.thick / 2,
                )  # fmt: skip
            elif len(others) == 1:
                pdf.line(x, y, *others[0])
            else:
                pdf.polygon(points, style=style)
    return bytes(pdf.output())


def with_weasyprint(pages: list[list[Stroke]], folder: Path) -> bytes:
    """As a page of HTML with an SVG for each sheet."""

    def rgb(colour: Colour | None) -> str:
        return f"rgb({','.join(f'{100 * part:.1f}%' for part in colour)})" if colour else "none"

    svgs = []
    for strokes in pages:
        parts = []
        for one in strokes:
            points = [(x, HEIGHT - y) for x, y in one.points]
            (x, y), *others = points
            how = (
                f'stroke="{rgb(one.colour)}" stroke-width="{one.thick:.3f}" fill="{rgb(one.fill)}"'
            )
            if one.what == "text":
                weight = "bold" if one.font == fonts.BOLD else "normal"
                parts.append(
                    f'<text x="{x:.2f}" y="{y:.2f}" font-size="{one.thick:.2f}" '
                    f'font-weight="{weight}" fill="{rgb(one.colour)}">{escape(one.text)}</text>'
                )
            elif one.what == "box":
                wide, high = others[0][0] - x, y - others[0][1]
                parts.append(
                    f'<rect x="{x:.2f}" y="{y - high:.2f}" width="{wide:.2f}" '
                    f'height="{high:.2f}" rx="{one.radius:.2f}" {how}/>'
                )
            else:
                cap = ' stroke-linecap="round"' if one.what == "pill" else ""
                path = " ".join(f"{a:.2f},{b:.2f}" for a, b in points)
                parts.append(f'<polyline points="{path}"{cap} {how}/>')
        svgs.append(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}pt" height="{HEIGHT}pt" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="FiraGO">{"".join(parts)}</svg>'
        )
    faces = "".join(
        f'@font-face {{ font-family: FiraGO; font-weight: {weight}; src: url("{name}.ttf"); }}'
        for name, weight in ((fonts.REGULAR, "normal"), (fonts.BOLD, "bold"))
    )
    style = f"@page {{ size: {WIDTH}pt {HEIGHT}pt; margin: 0 }} svg {{ display: block }} {faces}"
    html = f"<style>{style}</style>{''.join(svgs)}"
    return bytes(HTML(string=html, base_url=str(folder)).write_pdf())


# --- measuring ---------------------------------------------------------------------------------


def main() -> None:
    """Measure all of them in turns and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pages", type=int, default=4)
    arguments = parser.parse_args()
    fonts.load()
    deck = deck_of(arguments.seed)
    of_cards = recorded(cards, lambda: print_cards(deck))
    of_solutions = recorded(solutions, lambda: print_solutions(deck))
    every = of_cards + of_solutions
    some = every[: arguments.pages // 2] + of_solutions[: arguments.pages // 2]
    many = thirty_fold(deck)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for font in (fonts.REGULAR, fonts.BOLD):
            (folder / f"{font}.ttf").write_bytes(fonts.data(font))
        ways: dict[str, tuple[int, Callable[[], list[bytes]]]] = {
            "the site: cards": (len(of_cards), lambda: [print_cards(deck)]),
            "the site: solutions": (len(of_solutions), lambda: [print_solutions(deck)]),
            "the site: cards and solutions": (
                len(every),
                lambda: [print_cards(deck), print_solutions(deck)],
            ),
            "the site: cards of thirty decks in a file": (
                30 * len(of_cards),
                lambda: [print_cards(many)],
            ),
            "ReportLab canvas, plainly": (len(every), lambda: [on_canvas(every)]),
            "fpdf2": (len(every), lambda: [with_fpdf2(every, folder)]),
            "WeasyPrint": (len(some), lambda: [with_weasyprint(some, folder)]),
        }
        seconds: dict[str, list[float]] = {name: [] for name in ways}
        worked: dict[str, list[float]] = {name: [] for name in ways}
        sizes: dict[str, int] = {}
        for _ in range(arguments.rounds + 1):
            for name, (_, draw) in ways.items():
                start, working = perf_counter(), process_time()
                files = draw()
                seconds[name].append(perf_counter() - start)
                worked[name].append(process_time() - working)
                sizes[name] = sum(map(len, files))
    print(f"{'':42}{'pages':>7}{'pages/s':>10}{'/s of CPU':>11}{'bytes/page':>12}")
    for name, (pages, _) in ways.items():
        # The first turn loads fonts. On a busy machine the second rate is the one to compare.
        rates = [pages / median(turns[name][1:]) for turns in (seconds, worked)]
        size = sizes[name] / pages
        print(f"{name:42}{pages:7}{rates[0]:10.1f}{rates[1]:11.1f}{size:12.0f}")


def thirty_fold(deck: Deck) -> Deck:
    """The deck thirty times, as boards of their own."""
    sides = tuple(
        replace(side, number=side.number + 36 * turn) for turn in range(30) for side in deck.sides
    )
    return replace(deck, sides=sides)


if __name__ == "__main__":
    main()
