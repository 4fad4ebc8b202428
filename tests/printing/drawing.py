"""What a PDF draws, read back by pypdf and by the meaning of the operators alone.

Lengths are in millimetres, measured from the lower left corner of the page. A form is read
once; a page says where each form is stamped.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ContentStream, StreamObject

MM = 72 / 25.4

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
SAME: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Square:
    """A rectangle that is as wide as high, by its lower left corner."""

    x: float
    y: float
    side: float


@dataclass(frozen=True)
class Text:
    """A text where its base line begins."""

    x: float
    y: float
    size: float
    text: str


@dataclass(frozen=True)
class Path:
    """Corners joined by straight lines, painted at once; ``thick`` is in millimetres too."""

    points: tuple[Point, ...]
    thick: float
    filled: bool


@dataclass
class Drawing:
    """All that a page or a form draws itself, and the forms that are stamped on it."""

    squares: list[Square] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    stamps: list["Stamp"] = field(default_factory=list)
    width: float = 0.0
    height: float = 0.0

    def everywhere(self) -> Iterator["Drawing"]:
        """What is drawn itself, and what each stamped form draws at its place."""
        yield self
        for stamp in self.stamps:
            yield from stamp.placed().everywhere()

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """The left, lower, right and upper side of all ink but that of letters' own width."""
        boxes = []
        for part in self.everywhere():
            boxes += [(one.x, one.y, one.x + one.side, one.y + one.side) for one in part.squares]
            for path in part.paths:
                half = path.thick / 2
                across, up = [x for x, _ in path.points], [y for _, y in path.points]
                boxes.append(
                    (min(across) - half, min(up) - half, max(across) + half, max(up) + half)
                )
            boxes += [(text.x, text.y, text.x, text.y) for text in part.texts]
        return (
            min(box[0] for box in boxes),
            min(box[1] for box in boxes),
            max(box[2] for box in boxes),
            max(box[3] for box in boxes),
        )

    @property
    def all_text(self) -> str:
        return "\n".join(text.text for part in self.everywhere() for text in part.texts)


@dataclass(frozen=True)
class Stamp:
    """A form where it is stamped."""

    form: Drawing
    matrix: Matrix

    @property
    def at(self) -> Point:
        return self.matrix[4] / MM, self.matrix[5] / MM

    def placed(self) -> Drawing:
        """What the form draws, in the coordinates of the page."""

        def move(x: float, y: float) -> Point:
            moved = _apply(self.matrix, x * MM, y * MM)
            return moved[0] / MM, moved[1] / MM

        def square(one: Square) -> Square:
            corners = [move(one.x, one.y), move(one.x + one.side, one.y + one.side)]
            return Square(min(x for x, _ in corners), min(y for _, y in corners), one.side)

        return Drawing(
            squares=[square(one) for one in self.form.squares],
            texts=[Text(*move(one.x, one.y), one.size, one.text) for one in self.form.texts],
            paths=[
                Path(tuple(move(*point) for point in one.points), one.thick, one.filled)
                for one in self.form.paths
            ],
            stamps=[Stamp(one.form, _times(one.matrix, self.matrix)) for one in self.form.stamps],
        )


def read_pdf(content: bytes) -> list[Drawing]:
    """Every page of a PDF."""
    reader = PdfReader(io.BytesIO(content))
    forms: dict[int, Drawing] = {}
    pages = []
    for page in reader.pages:
        drawing = _read(reader, page["/Resources"], page.get_contents(), forms)
        drawing.width = float(page.mediabox.width) / MM
        drawing.height = float(page.mediabox.height) / MM
        pages.append(drawing)
    return pages


def _read(reader: PdfReader, resources: Any, stream: Any, forms: dict[int, Drawing]) -> Drawing:
    drawing = Drawing()
    fonts = {name: _Font(font.get_object()) for name, font in resources["/Font"].items()}
    kept: list[tuple[Matrix, float]] = []
    matrix, thick, font, size = SAME, 1.0, None, 0.0
    subpaths: list[list[Point]] = []
    boxes: list[tuple[float, float, float, float]] = []
    origin: Point = (0, 0)
    for operands, operator in ContentStream(stream, reader).operations:
        values = operands
        match operator:
            case b"q":
                kept.append((matrix, thick))
            case b"Q":
                matrix, thick = kept.pop()
            case b"cm":
                matrix = _times(tuple(map(float, values)), matrix)  # type: ignore[arg-type]
            case b"w":
                thick = float(values[0]) * abs(matrix[0])
            case b"re":
                x, y, width, height = map(float, values)
                boxes.append((x, y, width, height))
            case b"m":
                subpaths.append([(float(values[0]), float(values[1]))])
            case b"l":
                subpaths[-1].append((float(values[0]), float(values[1])))
            case b"c":
                subpaths[-1] += [
                    (float(values[at]), float(values[at + 1])) for at in range(0, 6, 2)
                ]
            case b"S" | b"B" | b"b" | b"s" | b"f" | b"n":
                filled = operator in (b"B", b"b", b"f")
                for points in subpaths:
                    moved = tuple(_in_mm(_apply(matrix, *point)) for point in points)
                    drawing.paths.append(Path(moved, thick / MM, filled))
                for x, y, width, height in boxes:
                    ends = ((x, y), (x + width, y + height))
                    corners = [_in_mm(_apply(matrix, *end)) for end in ends]
                    left, bottom = min(a for a, _ in corners), min(b for _, b in corners)
                    right, top = max(a for a, _ in corners), max(b for _, b in corners)
                    if abs(right - left - (top - bottom)) < 0.003:
                        drawing.squares.append(Square(left, bottom, right - left))
                    outline = ((left, bottom), (right, bottom), (right, top), (left, top))
                    drawing.paths.append(Path(outline, thick / MM, filled))
                subpaths, boxes = [], []
            case b"BT":
                origin = (0, 0)
            case b"Tf":
                font, size = fonts[str(values[0])], float(values[1])
            case b"Td":
                origin = (origin[0] + float(values[0]), origin[1] + float(values[1]))
            case b"Tj":
                assert font is not None
                place = _in_mm(_apply(matrix, *origin))
                drawing.texts.append(Text(*place, size, font.text(values[0])))
            case b"Do":
                object = resources["/XObject"][values[0]]
                number = resources["/XObject"].raw_get(values[0]).idnum
                if number not in forms:
                    assert isinstance(object, StreamObject)
                    forms[number] = _read(reader, object["/Resources"], object, forms)
                drawing.stamps.append(Stamp(forms[number], matrix))
    assert not kept
    return drawing


class _Font:
    """Turns the bytes of a text into its letters."""

    def __init__(self, font: Any) -> None:
        cmap = font["/ToUnicode"].get_object().get_data().decode("latin-1")
        self._letters = {
            int(code, 16): chr(int(letter, 16))
            for code, letter in re.findall(r"<(\w\w)> <(\w{4,5})>", cmap)
        }

    def text(self, shown: Any) -> str:
        codes = shown if isinstance(shown, bytes) else shown.original_bytes
        return "".join(self._letters[code] for code in codes)


def _apply(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def _in_mm(point: Point) -> Point:
    return point[0] / MM, point[1] / MM
