"""What can be wrong with a task that somebody handed in, in words for that person."""

from __future__ import annotations

from typing import Final

from puzzles import strict_json
from puzzles.wording import N_, shortened

MESSAGES: Final[dict[str, str]] = {
    # The file as a whole
    **strict_json.MESSAGES,
    "not_an_object": N_("The file must be a JSON object, not %(value)s."),
    "wrong_format": N_('The format must be "ubongo-tasks/1", not %(value)s.'),
    "tasks_not_a_list": N_("The tasks must be a list, not %(value)s."),
    # One task
    "task_not_an_object": N_("A task must be a JSON object, not %(value)s."),
    "id_missing": N_("The task has no id."),
    "id_not_text": N_("The id must be a text of 1 to %(limit)s characters, not %(value)s."),
    "id_unprintable": N_("The id %(value)s holds a control character."),
    "id_repeated": N_("The id %(value)s is used by an earlier task of this file."),
    # Areas, layers and the grids of pieces
    "area_missing": N_("The task needs an area or layers."),
    "area_and_layers": N_("Please give either an area with its height or layers, not both."),
    "height_not_a_number": N_("The height must be a whole number, not %(value)s."),
    "height_out_of_range": N_("The height must be from 1 to %(limit)s, not %(value)s."),
    "height_in_2d": N_(
        "Flat pieces can only fill an area of height 1, but this one is %(value)s high."
    ),
    "rows_not_a_list": N_("A grid must be a list of rows, not %(value)s."),
    "layers_not_a_list": N_("Layers must be a list of grids, bottom first, not %(value)s."),
    "row_not_text": N_('A row must be a text of "#" and ".", not %(value)s.'),
    "unknown_character": N_('A row may hold only "#" and ".", but one is %(value)s.'),
    "ragged": N_(
        "All rows must have the same length: row %(value)s has %(length)s characters,"
        " the first has %(expected)s."
    ),
    "ragged_layers": N_(
        "All layers must have the same number of rows: layer %(value)s has %(length)s,"
        " the first has %(expected)s."
    ),
    "no_cells": N_('The grid %(value)s has no "#" in it.'),
    "too_many_cells": N_("At most %(limit)s cells are allowed, but there are %(value)s."),
    "too_long": N_("No side may be longer than %(limit)s cells, but one is %(value)s long."),
    "too_many_layers": N_("At most %(limit)s layers are allowed, but there are %(value)s."),
    "overlapping_cells": N_("The cell %(value)s is given twice."),
    # Pieces
    "pieces_missing": N_("The task needs a list of pieces."),
    "pieces_not_a_list": N_("The pieces must be a list of piece codes, not %(value)s."),
    "no_pieces": N_("The task needs at least one piece."),
    "too_many_pieces": N_("At most %(limit)s pieces are allowed, but there are %(value)s."),
    "unknown_piece": N_("The piece set has no piece %(value)s."),
    # Piece sets
    "piece_set_missing": N_("The file must name its piece set."),
    "piece_set_unknown": N_("There is no piece set %(value)s."),
    "piece_set_not_an_object": N_(
        "The piece set must be the name of a built-in set or a JSON object, not %(value)s."
    ),
    "dimension": N_("The dimension of a piece set must be 2 or 3, not %(value)s."),
    "flip": N_("Whether pieces may be flipped must be true or false, not %(value)s."),
    "flip_in_3d": N_("Pieces in space are only ever rotated, so flip must be false."),
    "pieces_not_an_object": N_(
        "The pieces of a set must be a JSON object from code to grid, not %(value)s."
    ),
    "no_pieces_in_set": N_("The piece set has no pieces."),
    "too_many_in_set": N_("A piece set may hold at most %(limit)s pieces, not %(value)s."),
    "piece_code": N_(
        "A piece's code must be a printable text of 1 to %(limit)s characters, not %(value)s."
    ),
    "piece_not_flat": N_("The piece %(value)s must be a flat grid: a list of rows."),
}


class MalformedTask(ValueError):
    """Input that is no task at all, and which of its fields says so.

    ``field`` is one of id, area, height, layers, pieces, piece_set, tasks, format;
    ``code`` is a key of `MESSAGES` and ``params`` fill its template.
    """

    def __init__(self, field: str, code: str, **params: object) -> None:
        self.field = field
        self.code = code
        self.params: dict[str, object] = {
            name: value if name != "value" else shortened(value) for name, value in params.items()
        }
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The sentence in English."""
        return MESSAGES[self.code] % self.params

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.field, self.code, self.params)


class UnreadableFile(MalformedTask):
    """A task file of which no single task can be read."""

    @classmethod
    def because_of(cls, error: MalformedTask) -> MalformedTask:
        """The same complaint, of the whole file."""
        return _rebuilt(cls, error.field, error.code, error.params)


def _rebuilt(
    kind: type[MalformedTask], field: str, code: str, params: dict[str, object]
) -> MalformedTask:
    error = kind.__new__(kind)
    error.field, error.code, error.params = field, code, params
    error.args = (error.message,)
    return error
