"""The German catalog: complete, true to the originals, and really used."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog, Message
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation.reloader import translation_file_changed

from puzzles import words
from puzzles.models import Job, Task
from puzzles.services.refusal import Refusal
from puzzles.solver import MalformedTask
from tests.messages import extracted, po_file, translated
from ubongo_site.translations import compile_translations

PLACEHOLDER = re.compile(r"%\(\w+\)\w|\{\w*\}")

# Names and words that German shares with English; they are there so that nobody wonders.
SAME_IN_BOTH = {"2-D", "3-D", "3-D Family", "Junior", "Code", "Name", "Name:", "Pause", "orange"}


@pytest.fixture(scope="module")
def german() -> Catalog:
    return translated("de")


def key(message: Message) -> tuple[str, str]:
    return message.context or "", forms(message.id)[0]


def forms(text: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """A text's forms: one, or one for each number."""
    return (text,) if isinstance(text, str) else tuple(text)


def entries(catalog: Catalog) -> Iterator[Message]:
    """All but the header."""
    return (message for message in catalog if message.id)


def pairs(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Each form of each original with its translation."""
    for message in entries(catalog):
        yield from zip(forms(message.id), forms(message.string), strict=True)


def test_every_text_has_its_place_in_the_catalog(german: Catalog) -> None:
    wanted = {(*key(message), len(forms(message.id))) for message in entries(extracted())}
    found = {(*key(message), len(forms(message.id))) for message in entries(german)}
    assert sorted(wanted - found) == [], "python -m tests.messages adds them"
    assert sorted(found - wanted) == [], "python -m tests.messages drops them"


def test_every_text_is_translated(german: Catalog) -> None:
    untranslated = [
        key(message)
        for message in entries(german)
        if not all(form.strip() for form in forms(message.string))
    ]
    assert untranslated == []


def test_nothing_is_obsolete_or_fuzzy(german: Catalog) -> None:
    assert list(german.obsolete) == []
    assert not german.fuzzy
    assert [key(message) for message in entries(german) if message.fuzzy] == []


def test_every_translation_has_the_placeholders_of_its_original(german: Catalog) -> None:
    different = [
        (original, text)
        for original, text in pairs(german)
        if Counter(PLACEHOLDER.findall(original)) != Counter(PLACEHOLDER.findall(text))
    ]
    assert different == []


def test_german_differs_from_english(german: Catalog) -> None:
    same = {original for original, text in pairs(german) if original == text}
    assert same == SAME_IN_BOTH


class TestOnTheSite:
    @pytest.fixture(autouse=True)
    def _in_german(self) -> Iterator[None]:
        compile_translations()
        # Django may have read an older catalog by now.
        translation_file_changed(None, po_file("de").with_suffix(".mo"))
        with translation.override("de"):
            yield

    def test_text_of_a_template(self) -> None:
        page = render_to_string("puzzles/decks.html", {"decks": []})
        assert '<html lang="de">' in page
        assert "<h1>Kartensätze</h1>" in page
        assert "Noch ist kein Kartensatz veröffentlicht." in page

    def test_name_of_a_model_and_its_fields(self) -> None:
        assert Task._meta.verbose_name == "Aufgabe"
        assert Task._meta.verbose_name_plural == "Aufgaben"
        assert Task._meta.get_field("piece_set").verbose_name == "Teilesatz"

    def test_text_with_a_context(self) -> None:
        assert Job.State.RUNNING.label == "läuft"

    @pytest.mark.parametrize(
        ("count", "text"), [(0, "0 Lösungen"), (1, "1 Lösung"), (2, "2 Lösungen")]
    )
    def test_plural(self, count: int, text: str) -> None:
        assert words.SOLUTIONS % {"count": count} == text

    def test_message_of_the_solver(self) -> None:
        unknown = MalformedTask("pieces", "unknown_piece", value="Z")
        assert Refusal.of(unknown).message == "Der Teilesatz hat kein Teil 'Z'."

    def test_english_stays_english(self) -> None:
        with translation.override("en"):
            assert words.SOLUTIONS % {"count": 2} == "2 solutions"
