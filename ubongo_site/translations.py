"""Compiles the translations without the GNU tools: ``python -m ubongo_site.translations``."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def compile_translations(locale: Path = LOCALE) -> list[Path]:
    """Compile each catalog that is newer than its compiled form; return those written."""
    written = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as file:
            catalog = read_po(file, abort_invalid=True)
        # Written beside and renamed: a process that starts now never reads half a file.
        half = target.with_suffix(f".{os.getpid()}")
        with half.open("wb") as file:
            write_mo(file, catalog)
        half.replace(target)
        written.append(target)
    return written


if __name__ == "__main__":
    compile_translations()
