"""Cards in templates: pictures, and the solver's keys as words."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from puzzles import pictures, words
from puzzles.levels import level_of
from puzzles.models import Piece, PieceSet, Task, Verdict

register = template.Library()


@register.simple_tag
def region_picture(layers: pictures.Layers, label: Any = "") -> SafeString:
    """The area of a task or board."""
    cells = len(pictures.cells_of(layers))
    named = gettext("Area of %(count)s cells") % {"count": cells}
    return pictures.region_picture(layers, label=str(label) or named)


@register.simple_tag
def cover_picture(
    layers: pictures.Layers, cover: list[pictures.Placed], piece_set: PieceSet, number: int
) -> SafeString:
    """One solution, its pieces in the colours of their set."""
    looks = {piece.code: _look(piece) for piece in piece_set.pieces.all()}
    label = gettext("Solution %(number)s") % {"number": number}
    return pictures.cover_picture(layers, cover, looks=looks, label=label)


def _look(piece: Piece) -> pictures.Look:
    return pictures.Look(fill=piece.tint, hatch=piece.position)


@register.simple_tag
def piece_picture(piece: Piece, piece_set: PieceSet) -> SafeString:
    """A piece by itself."""
    return pictures.piece_picture(
        piece.layers,
        solid=piece_set.dimension == PieceSet.Dimension.SOLID,
        look=_look(piece),
        label=piece_name(piece),
    )


@register.simple_tag
def pieces_of(task: Task) -> list[Piece]:
    """The task's pieces as rows of its set, one for each copy."""
    by_code = {piece.code: piece for piece in task.piece_set.pieces.all()}
    return [by_code[code] for code in task.pieces]


@register.filter
def piece_name(piece: Piece) -> str:
    """The code, and what the piece is called, where that is another word."""
    name = gettext(piece.name) if piece.name else piece.code
    return name if name == piece.code else f"{piece.code}: {name}"


@register.filter
def size(piece: Piece) -> int:
    """How many cells the piece covers."""
    return len(pictures.cells_of(piece.layers))


@register.filter
def level(verdict: Verdict | None) -> int | None:
    """The level 1 to 5 of a verdict's difficulty, if it was measured."""
    if verdict is None or verdict.difficulty is None:
        return None
    return level_of(verdict.difficulty)


@register.filter
def level_word(number: int) -> Any:
    """A level of difficulty in words."""
    return words.LEVELS[number]


@register.filter
def colour_word(colour: str) -> Any:
    """A player's colour in words."""
    return words.COLOURS[colour]


@register.filter
def codes(pieces: Sequence[str]) -> str:
    """Piece codes as they stand on a card; a repeated one with its number."""
    counts: dict[str, int] = {}
    for code in pieces:
        counts[code] = counts.get(code, 0) + 1
    return " ".join(code if n == 1 else f"{n}×{code}" for code, n in counts.items())
