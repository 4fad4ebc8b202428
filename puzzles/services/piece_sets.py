"""The built-in piece sets as rows, and sets that a task file brings along."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from puzzles import solver, words
from puzzles.models import Piece, PieceSet
from puzzles.services.content import digest, refuse_markup
from puzzles.services.refusal import Refusal

# Key, name and game of the sets that every site has.
BUILT_IN = {
    "classic-12": (gettext_noop("Classic, twelve pieces"), "classic"),
    "family-3d-8": (gettext_noop("3-D Family, eight pieces"), "family-3d"),
    "ubongo-3d-16": (gettext_noop("Ubongo 3-D, sixteen pieces"), ""),
    "junior": (gettext_noop("Junior animals (house set)"), "junior"),
    "dice": (gettext_noop("Dice game shapes (house set)"), "dice"),
}


# Tints of the sets whose boxes name their pieces by colour; elsewhere each piece has its own.
RED, GREEN, BLUE, YELLOW = 3, 2, 1, 5
TINTS = {
    "family-3d-8": {
        **dict.fromkeys(["r1", "r2"], RED),
        **dict.fromkeys(["g1", "g2"], GREEN),
        **dict.fromkeys(["b1", "b2"], BLUE),
        **dict.fromkeys(["y1", "y2"], YELLOW),
    },
    "ubongo-3d-16": {
        **dict.fromkeys(["1", "2", "3", "4"], YELLOW),
        **dict.fromkeys(["5", "6", "7", "8"], BLUE),
        **dict.fromkeys(["9", "10", "11", "12"], RED),
        **dict.fromkeys(["13", "14", "15", "16"], GREEN),
    },
}


def load_built_in() -> None:
    """Add the built-in sets that are missing; one that a curator edited stays as edited."""
    for key, (name, variant) in BUILT_IN.items():
        with transaction.atomic():
            piece_set, is_new = PieceSet.objects.get_or_create(
                key=key,
                defaults={
                    "name": name,
                    "variant": variant,
                    "dimension": solver.BUILT_IN[key].dimension,
                    "flip": solver.BUILT_IN[key].flip,
                },
            )
            if is_new:
                _add_pieces(
                    piece_set,
                    solver.BUILT_IN[key],
                    names=solver.NAMES.get(key, {}),
                    copies=solver.COPIES.get(key, {}),
                    tints=TINTS.get(key, {}),
                )


def find_or_add(*, shapes: solver.PieceSet) -> PieceSet:
    """The row for a file's piece set: the one it names, one of the same shapes, or a new one."""
    if shapes.key is not None:
        try:
            return PieceSet.objects.get(key=shapes.key)
        except PieceSet.DoesNotExist:
            raise Refusal(_("There is no such piece set."), field="piece_set") from None
    for code in shapes.pieces:
        refuse_markup(code, field="piece_set")
    wanted = shapes.to_json()
    for piece_set in PieceSet.objects.prefetch_related("pieces"):
        if piece_set.shapes.to_json() == wanted:
            return piece_set
    piece_set, is_new = PieceSet.objects.get_or_create(
        key=f"set-{digest(wanted)[:12]}",
        defaults={
            "name": f"{len(shapes.pieces)} × {shapes.dimension}-D",
            "dimension": shapes.dimension,
            "flip": shapes.flip,
        },
    )
    if is_new:
        _add_pieces(piece_set, shapes, names={}, copies={}, tints={})
    return piece_set


def _add_pieces(
    piece_set: PieceSet,
    shapes: solver.PieceSet,
    *,
    names: Mapping[str, str],
    copies: Mapping[str, int],
    tints: Mapping[str, int],
) -> None:
    Piece.objects.bulk_create(
        Piece(
            piece_set=piece_set,
            code=code,
            name=names.get(code, ""),
            layers=shape.layers(),
            copies=copies.get(code, 1),
            position=position,
            tint=tints.get(code, position % len(words.TINTS)),
        )
        for position, (code, shape) in enumerate(shapes.pieces.items())
    )
