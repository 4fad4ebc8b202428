"""Texts for people in packages that know no Django: marked for translation, never too long."""

from __future__ import annotations

import reprlib


def N_(text: str) -> str:
    """Mark ``text`` for the translators' catalogue; it is translated where it is shown."""
    return text


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
