"""Regions, pieces and covers as SVG.

A piece is told by its letter and hatch as well as by its colour, so a picture reads without
colours. Fills come from classes of the stylesheet (``p0`` … ``p11``); nothing uses ``style=``,
which the content security policy refuses.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

Cell = tuple[int, int, int]
Layers = Sequence[Sequence[str]]
Placed = tuple[str, Sequence[Sequence[int]]]

# Side of a cell in SVG units; the picture scales with its box.
UNIT = 20
GAP = 14
MARGIN = 2
NOTE_HEIGHT = 18
NOTE_CHARACTER = 8
FILLS = 12
LONGEST_LABEL = 3

# One hatch for each class of pieces: strokes from the top left corner of a cell.
HATCHES = (
    "",
    "m0 20l20 -20",
    "l20 20",
    "m0 10h20",
    "m10 0v20",
    "l20 20m-20 0l20 -20",
    "m0 10h20m-10 -10v20",
    "m5 5h3m4 0h3m-10 10h3m4 0h3",
)


@dataclass(frozen=True)
class Look:
    """How a piece is drawn: its fill (0 to 11, a class of the stylesheet) and its hatch."""

    fill: int
    hatch: int


# A piece that was taken out of its set after the cover was found.
UNKNOWN = Look(fill=11, hatch=0)


def cells_of(layers: Layers) -> list[Cell]:
    """The cells of text layers, bottom first."""
    return [
        (x, y, z)
        for z, rows in enumerate(layers)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark == "#"
    ]


def region_picture(layers: Layers, *, label: str) -> SafeString:
    """The area of a task; of equal layers one is drawn, with how many levels it is high."""
    is_prism = len(layers) > 1 and all(layer == layers[0] for layer in layers)
    drawn = layers[:1] if is_prism else layers
    note = gettext("× %(count)s levels") % {"count": len(layers)} if is_prism else ""
    squares = format_html(
        '<path class="region" d="{}"/>', _squares(cells_of(drawn), _layer_step(drawn))
    )
    return _sheet(drawn, squares, label=label, note=note)


def cover_picture(
    layers: Layers, cover: Iterable[Placed], *, looks: Mapping[str, Look], label: str
) -> SafeString:
    """A cover of the region, its levels side by side; ``looks`` has one for each piece code."""
    step = _layer_step(layers)
    note = gettext("bottom level first") if len(layers) > 1 else ""
    body = format_html_join("", "{}", ((_placed(piece, step, looks),) for piece in cover))
    return _sheet(layers, body, label=label, note=note)


def piece_picture(layers: Layers, *, solid: bool, look: Look, label: str) -> SafeString:
    """A piece by itself: flat as squares, solid as cubes seen from the front right."""
    draw = _solid_picture if solid else _flat_picture
    return draw(layers, look=look, label=label)


def _flat_picture(layers: Layers, *, look: Look, label: str) -> SafeString:
    return _sheet(layers, _body(cells_of(layers), 0, look), label=label, note="")


def _solid_picture(layers: Layers, *, look: Look, label: str) -> SafeString:
    """Cubes in isometric projection, drawn from the back to the front."""
    half, rise = 12, 7
    cubes = sorted(cells_of(layers), key=lambda cell: (sum(cell), cell))
    columns, rows = len(layers[0][0]), len(layers[0])
    left = rows * half + MARGIN
    top = len(layers) * 2 * rise + MARGIN

    def faces(cell: Cell) -> tuple[str, str, str]:
        x, y, z = cell
        u = left + (x - y) * half
        v = top + (x + y) * rise - z * 2 * rise
        lid = f"M{u} {v - 2 * rise}l{half} {rise}l{-half} {rise}l{-half} {-rise}z"
        west = f"M{u - half} {v - rise}l{half} {rise}v{2 * rise}l{-half} {-rise}z"
        east = f"M{u + half} {v - rise}l{-half} {rise}v{2 * rise}l{half} {-rise}z"
        return lid, west, east

    body = format_html_join(
        "",
        '<path class="cube p{0}" d="{1}"/><path class="cube shade p{0}" d="{2}"/>'
        '<path class="cube dark p{0}" d="{3}"/>',
        ((look.fill % FILLS, *faces(cell)) for cell in cubes),
    )
    width = (columns + rows) * half + 2 * MARGIN
    height = (columns + rows) * rise + len(layers) * 2 * rise + 2 * MARGIN
    return _frame(width, height, body, label)


def _placed(piece: Placed, step: int, looks: Mapping[str, Look]) -> SafeString:
    code, places = piece
    cells = [(x, y, z) for x, y, z in places]
    return _body(cells, step, looks.get(code, UNKNOWN)) + _labels(code, cells, step)


def _body(cells: Sequence[Cell], step: int, look: Look) -> SafeString:
    return format_html(
        '<path class="p{}" d="{}"/><path class="hatch" d="{}"/><path class="edge" d="{}"/>',
        look.fill % FILLS,
        _squares(cells, step),
        _hatch(cells, step, look.hatch),
        _edges(cells, step),
    )


def _sheet(layers: Layers, body: SafeString, *, label: str, note: str) -> SafeString:
    step = _layer_step(layers)
    width = len(layers[0][0]) * UNIT + (len(layers) - 1) * step + 2 * MARGIN
    height = len(layers[0]) * UNIT + 2 * MARGIN
    if note:
        body += format_html('<text class="note" x="{}" y="{}">{}</text>', 0, height + 12, note)
        height += NOTE_HEIGHT
        width = max(width, NOTE_CHARACTER * len(note))
    return _frame(width, height, body, label)


def _frame(width: int, height: int, body: SafeString, label: str) -> SafeString:
    return format_html(
        '<svg class="picture" role="img" aria-label="{}" viewBox="{} {} {} {}" width="{}" '
        'height="{}">{}</svg>',
        label,
        -MARGIN,
        -MARGIN,
        width,
        height,
        width,
        height,
        body,
    )


def _layer_step(layers: Layers) -> int:
    """How far to the right the next level is drawn."""
    return len(layers[0][0]) * UNIT + GAP


def _corner(cell: Cell, step: int) -> tuple[int, int]:
    x, y, z = cell
    return x * UNIT + z * step, y * UNIT


def _squares(cells: Iterable[Cell], step: int) -> str:
    return "".join("M{} {}h20v20h-20z".format(*_corner(cell, step)) for cell in cells)


def _hatch(cells: Iterable[Cell], step: int, index: int) -> str:
    strokes = HATCHES[index % len(HATCHES)]
    return "".join("M{} {}".format(*_corner(cell, step)) + strokes for cell in cells)


def _edges(cells: Sequence[Cell], step: int) -> str:
    """The outline of a piece: every side of a cell behind which the piece does not go on."""
    own = set(cells)
    lines = []
    for x, y, z in cells:
        left, top = _corner((x, y, z), step)
        if (x, y - 1, z) not in own:
            lines.append(f"M{left} {top}h20")
        if (x, y + 1, z) not in own:
            lines.append(f"M{left} {top + 20}h20")
        if (x - 1, y, z) not in own:
            lines.append(f"M{left} {top}v20")
        if (x + 1, y, z) not in own:
            lines.append(f"M{left + 20} {top}v20")
    return "".join(lines)


def _labels(code: str, cells: Sequence[Cell], step: int) -> SafeString:
    """The piece's letters, once on every level it reaches."""
    first_of_level = {z: (x, y, z) for x, y, z in reversed(cells)}
    return format_html_join(
        "",
        '<text class="letter" x="{}" y="{}">{}</text>',
        (
            (_corner(cell, step)[0] + 10, _corner(cell, step)[1] + 14, code[:LONGEST_LABEL])
            for cell in first_of_level.values()
        ),
    )
