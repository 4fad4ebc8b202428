"""The texts that people see, gathered from the code and the templates.

``python -m tests.messages`` brings the catalogs in ``locale/`` up to date; a translator then
fills in what is empty. It needs Babel only, not the GNU tools.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("puzzles", "tournaments", "ubongo_site")
LANGUAGES = ("de",)
KEYWORDS = {
    "_": None,
    "N_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
}


def sources() -> Iterator[tuple[str, bytes]]:
    """Each file with texts: its name, and its content as Python."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()
    templates = ROOT / "templates"
    for path in sorted([*templates.rglob("*.html"), *templates.rglob("*.txt")]):
        name = path.relative_to(ROOT).as_posix()
        code = templatize(path.read_text("utf-8"), origin=name)
        # What stands between the tags is blanked out, but its indentation would trip Python.
        yield name, "\n".join(line.strip() for line in code.split("\n")).encode()


def extracted() -> Catalog:
    """All texts, without translations."""
    catalog = Catalog(charset="utf-8")
    for name, content in sources():
        for line, text, _comments, context in extract("python", BytesIO(content), KEYWORDS):
            catalog.add(text, locations=[(name, line)], context=context)
    return catalog


def po_file(language: str) -> Path:
    """Where the translations into a language stand."""
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def translated(language: str) -> Catalog:
    """The catalog of a language as it stands."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def update(language: str) -> None:
    """Add new texts to a language's catalog, empty, and drop those that are gone."""
    path = po_file(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog = translated(language) if path.exists() else Catalog(locale=language, charset="utf-8")
    catalog.update(extracted(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    text = BytesIO()
    write_po(text, catalog, width=96, omit_header=True, sort_output=True, include_lineno=False)
    header = (
        'msgid ""\nmsgstr ""\n"Language: {0}\\n"\n"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {1};\\n"\n\n'
    )
    body = re.sub(r"^#~.*\n", "", text.getvalue().decode(), flags=re.MULTILINE)
    path.write_text(header.format(language, catalog.plural_forms.rstrip(";")) + body, "utf-8")


if __name__ == "__main__":
    for language in LANGUAGES:
        update(language)
