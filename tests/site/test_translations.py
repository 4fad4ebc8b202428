"""Compiling the catalogs."""

import gettext
import os
from pathlib import Path

import pytest

from ubongo_site.translations import compile_translations

CATALOG = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "piece"
msgstr "{translation}"
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text(CATALOG.format(translation="Teil"))
    return path


def translated(locale: Path) -> str:
    # gettext keeps what it has read of a path.
    target = locale / "de" / "LC_MESSAGES" / "django.mo"
    with target.open("rb") as file:
        return gettext.GNUTranslations(file).gettext("piece")


def test_a_catalog_is_compiled_only_when_it_changed(tmp_path: Path, source: Path) -> None:
    assert compile_translations(tmp_path) == [source.with_suffix(".mo")]
    assert translated(tmp_path) == "Teil"
    assert compile_translations(tmp_path) == []

    source.write_text(CATALOG.format(translation="Stück"))
    later = source.with_suffix(".mo").stat().st_mtime + 10
    os.utime(source, (later, later))
    assert compile_translations(tmp_path) == [source.with_suffix(".mo")]
    assert translated(tmp_path) == "Stück"
    assert sorted(path.name for path in source.parent.iterdir()) == ["django.mo", "django.po"]


def test_a_catalog_marked_fuzzy_is_compiled_too(tmp_path: Path, source: Path) -> None:
    source.write_text("#, fuzzy" + CATALOG.format(translation="Teil"))
    compile_translations(tmp_path)
    assert translated(tmp_path) == "Teil"


def test_no_catalog_is_fine(tmp_path: Path) -> None:
    assert compile_translations(tmp_path / "missing") == []
