"""The one error that a service answers with."""

from django.utils.functional import Promise
from django.utils.translation import gettext

from puzzles.solver import MESSAGES, MalformedTask


class Refusal(Exception):
    """Why a thing can't be done, in words for the person who asked, and the field it is about."""

    def __init__(self, message: str | Promise, *, field: str = "non_field_errors") -> None:
        super().__init__(message)
        self.field = field

    @property
    def message(self) -> str:
        return str(self.args[0])

    @classmethod
    def of(cls, error: MalformedTask) -> "Refusal":
        """The solver's complaint about malformed input, in the reader's language."""
        return cls(gettext(MESSAGES[error.code]) % error.params, field=error.field)
