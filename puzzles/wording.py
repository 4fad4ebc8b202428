"""Texts for people in packages that know no Django: marked for translation, never too long."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


def N_(text: str) -> str:
    """Mark ``text`` for the translators' catalogue; it is translated where it is shown."""
    return text


@dataclass(frozen=True)
class Phrase:
    """A sentence that a pure package says: English with ``%(name)s``, and what stands there."""

    text: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def spoken(self, translate: Callable[[str], str] = str) -> str:
        """The sentence in the language of ``translate``."""
        return translate(self.text) % self.params


_REPR = reprlib.Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 40
_REPR.maxlevel = 2
_REPR.maxlist = _REPR.maxtuple = _REPR.maxdict = 4


def shortened(value: object) -> str:
    """``value`` as it may stand in a message: one line of bounded length, whatever it is."""
    if isinstance(value, int) and value.bit_length() > 100:
        # Python refuses to write out integers of some thousand digits.
        return "…" if value > 0 else "-…"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = _REPR.repr(value)
    return text if len(text) <= 120 else text[:119] + "…"
