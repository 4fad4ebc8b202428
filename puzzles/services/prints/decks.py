"""Decks and piece sets as they are printed, from the catalog or from a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from django.db.models import QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext, override

from puzzles import models, solver, words
from puzzles.decks.deckfile import DeckFile
from puzzles.printing.deck import Deck, Laid, Piece, Pieces, Side, Task
from puzzles.printing.looks import Look
from puzzles.services import piece_sets
from puzzles.services.refusal import Refusal
from puzzles.solver.shapes import motions

VARIANTS = ("classic", "family-3d", "junior")
"""The games that are played with cards; the dice game has its pads."""

Cells = Iterable[Sequence[int]]


def printable_decks(user: models.Visitor) -> QuerySet[models.Deck]:
    """The decks whose cards this person may print."""
    return models.Deck.objects.visible_to(user).filter(variant__in=VARIANTS)


def deck_of_catalog(*, user: models.Visitor, key: str, language: str) -> Deck:
    """A deck that this person may see, with the stored solutions; else a ``Refusal``."""
    rows = printable_decks(user).select_related("piece_set")
    deck = rows.prefetch_related("boards__entries__task__verdict", "piece_set__pieces").filter(
        key=key
    )
    found = deck.first()
    if found is None:
        raise Refusal(gettext("There is no such deck with cards."), field="deck")
    with override(language):
        pieces = pieces_of_catalog(found.piece_set)
        shapes = found.piece_set.shapes
        sides = tuple(_side_of_catalog(board, shapes) for board in found.boards.all())
        return Deck(found.key, str(found), found.variant, pieces, sides)


def _side_of_catalog(board: models.Board, shapes: solver.PieceSet) -> Side:
    return Side(
        number=board.number,
        letter=board.side,
        level=board.level,
        colour=board.colour or None,
        rows=tuple(board.layers[0]),
        height=len(board.layers),
        tasks=tuple(_task_of_catalog(entry, board, shapes) for entry in board.entries.all()),
    )


def _task_of_catalog(entry: models.BoardTask, board: models.Board, shapes: solver.PieceSet) -> Task:
    verdict = entry.task.current_verdict
    shown = verdict.solutions[0] if verdict and verdict.solutions else ()
    return Task(
        number=entry.number,
        die=tuple(entry.die),
        pieces=tuple(entry.task.pieces),
        solutions=verdict.essentially_different if verdict else None,
        cover=relaid(shown, entry.task.layers, board.layers, shapes),
    )


def relaid(
    cover: Iterable[tuple[str, Cells]],
    found_in: Sequence[Sequence[str]],
    lies_as: Sequence[Sequence[str]],
    shapes: solver.PieceSet,
) -> tuple[Laid, ...]:
    """A cover of a region moved to where the same region lies on a board."""
    cells = solver.Region.from_layers(found_in).cells
    wanted = set(solver.Region.from_layers(lies_as).cells)
    for motion in motions(dimension=shapes.dimension, flip=shapes.flip):
        turned = motion.turn(cells)
        x, y, z = (min(axis) for axis in zip(*turned, strict=True))
        if {(a - x, b - y, c - z) for a, b, c in turned} == wanted:
            return tuple(
                Laid(
                    code,
                    tuple(
                        (a - x, b - y, c - z)
                        for a, b, c in motion.turn((p, q, r) for p, q, r in places)
                    ),
                )
                for code, places in cover
            )
    return ()


def pieces_of_catalog(piece_set: models.PieceSet) -> Pieces:
    """A piece set of the site, named in the language that is active."""
    rows = list(piece_set.pieces.all())
    names = [
        gettext(piece.name) if piece.name and len(piece.code) > 2 else piece.code for piece in rows
    ]
    return Pieces(
        key=piece_set.key,
        name=str(piece_set),
        solid=piece_set.dimension == models.PieceSet.Dimension.SOLID,
        flip=piece_set.flip,
        by_code={
            piece.code: Piece(
                code=piece.code,
                shape=piece_set.shapes.pieces[piece.code],
                look=Look(piece.tint, piece.position, name, short),
                copies=piece.copies,
            )
            for piece, name, short in zip(rows, names, _short(names), strict=True)
        },
    )


def built_in_pieces(key: str) -> Pieces:
    """A piece set that every site has, as it is before a curator edits it."""
    shapes = solver.BUILT_IN[key]
    tints, copies = piece_sets.TINTS.get(key, {}), solver.COPIES.get(key, {})
    called = solver.NAMES.get(key, {})
    names = [gettext(called[code]) if len(code) > 2 else code for code in shapes.pieces]
    return Pieces(
        key=key,
        name=gettext(piece_sets.BUILT_IN[key][0]),
        solid=shapes.dimension == 3,
        flip=shapes.flip,
        by_code={
            code: Piece(
                code=code,
                shape=shape,
                look=Look(tints.get(code, place % len(words.TINTS)), place, name, short),
                copies=copies.get(code, 1),
            )
            for place, ((code, shape), name, short) in enumerate(
                zip(shapes.pieces.items(), names, _short(names), strict=True)
            )
        },
    )


def _short(names: Sequence[str]) -> list[str]:
    """The least beginnings by which names can be told apart, where they are long."""

    def beginning(name: str) -> str:
        others = [other.casefold() for other in names if other != name]
        for length in range(1, len(name)):
            start = name[:length]
            if not any(other.startswith(start.casefold()) for other in others):
                return start
        return name

    return [name if len(name) <= 2 else beginning(name) for name in names]


def deck_of_file(*, content: DeckFile, source: bytes, language: str) -> Deck:
    """The deck of a file for a built-in piece set; its key is the one it has when imported."""
    if content.variant not in VARIANTS:
        raise Refusal(gettext("There is no such deck with cards."), field="deck")
    if content.piece_set not in solver.BUILT_IN:
        raise Refusal(gettext("There is no such piece set."), field="deck")
    name = content.id or f"{content.variant} {sha256(source).hexdigest()[:8]}"
    with override(language):
        pieces = built_in_pieces(content.piece_set)
    known = pieces.by_code
    sides = []
    for board in content.boards:
        for task in board.tasks:
            if not task.pieces or any(code not in known for code in task.pieces):
                raise Refusal(
                    gettext("Board %(number)s has a task without known pieces.")
                    % {"number": board.number},
                    field="deck",
                )
        layers = board.region.layers()
        sides.append(
            Side(
                number=board.number,
                letter=board.side,
                level=board.level,
                colour=board.colour,
                rows=layers[0],
                height=len(layers),
                tasks=tuple(Task(task.number, task.die, task.pieces) for task in board.tasks),
            )
        )
    return Deck(slugify(name.replace("#", "-")), name, content.variant, pieces, tuple(sides))


def solved(deck: Deck, numbers: Sequence[int]) -> Deck:
    """The boards with these numbers, each task without a stored solution solved here and now."""
    shapes = solver.PieceSet(
        key=None,
        dimension=3 if deck.pieces.solid else 2,
        flip=deck.pieces.flip,
        pieces={code: piece.shape for code, piece in deck.pieces.by_code.items()},
    )
    wanted = set(numbers)
    sides = tuple(
        Side(
            side.number,
            side.letter,
            side.level,
            side.colour,
            side.rows,
            side.height,
            tuple(_solved(task, side, shapes) for task in side.tasks),
        )
        for side in deck.sides
        if side.number in wanted
    )
    return Deck(deck.key, deck.name, deck.variant, deck.pieces, sides)


def _solved(task: Task, side: Side, shapes: solver.PieceSet) -> Task:
    if task.cover:
        return task
    region = solver.Region.from_area(side.rows, side.height)
    drawn = solver.Task("", region, task.pieces, shapes)
    verdict = solver.solve(drawn, solver.SITE_LIMITS, keep_covers=1)
    return Task(
        number=task.number,
        die=task.die,
        pieces=task.pieces,
        solutions=verdict.essentially_different,
        cover=tuple(
            Laid(placed.code, placed.cells) for shown in verdict.shown[:1] for placed in shown
        ),
    )
