"""JSON from a stranger: read strictly, and refused in words."""

from __future__ import annotations

import json
from math import isinf
from typing import Any, Final

from puzzles.wording import N_, shortened

MESSAGES: Final[dict[str, str]] = {
    "not_utf8": N_("The file is not UTF-8 text."),
    "not_json": N_("The file is not valid JSON: %(reason)s."),
    "too_deep": N_("The file's JSON is nested too deeply."),
    "duplicate_key": N_("The key %(key)s is given twice in the same JSON object."),
}


class NotJSON(ValueError):
    """What can't be read at all: ``code`` is a key of `MESSAGES`, ``params`` fill its template."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(MESSAGES[code] % params)
        self.code = code
        self.params = params


def read_json(content: str | bytes) -> Any:
    """The value of a JSON text, in UTF-8 if it is bytes; NotJSON for anything else.

    No key may come twice in an object, and no number may be too large or none at all.
    """
    try:
        text = content.decode("utf-8") if isinstance(content, bytes) else content
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_without_duplicates,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except NotJSON:
        raise
    except UnicodeDecodeError:
        raise NotJSON("not_utf8") from None
    except RecursionError:
        raise NotJSON("too_deep") from None
    except json.JSONDecodeError as error:
        reason = f"{error.msg} (line {error.lineno}, column {error.colno})"
        raise NotJSON("not_json", reason=reason) from None
    except ValueError:
        # Python refuses to read integers of some thousand digits.
        raise NotJSON("not_json", reason="a number is too long") from None


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for key, value in pairs:
        if key in content:
            raise NotJSON("duplicate_key", key=shortened(key))
        content[key] = value
    return content


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise NotJSON("not_json", reason="a number is too large")
    return number


def _refuse_constant(name: str) -> object:
    raise NotJSON("not_json", reason=f"{name} is not a JSON number")
