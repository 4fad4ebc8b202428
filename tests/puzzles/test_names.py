"""What a name may be, and which names are taken for the same."""

import pytest
from django.core.exceptions import ValidationError

from puzzles.models import PLAIN_NAME, fold

CAN = "\u0915\u094d"  # the letter ka without its vowel: a virama follows it


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Anna",
        "O'Brien-Łukasz 2",
        "e\u0301",
        "陈",
        "Ñandú!",
        "می\u200cخواهم",  # Persian: the joiner parts two letters of one word
        f"{CAN}\u200dष",  # Hindi: half a letter before the next
        f"{CAN}\u200cष",
    ],
)
def test_a_name_that_is_seen_will_do(name: str) -> None:
    PLAIN_NAME(name)


@pytest.mark.parametrize(
    "name",
    [
        "Anna\x00",
        "Anna\n",
        "An\u202ena",  # what follows would run backwards
        "An\u2066na",
        "An\u200bna",
        "An\u00adna",
        "\ufeffAnna",
        "An\ud800na",
        "An\ue000na",
        "An\u0378na",
        "An\u2028na",
        "\u0301",
        "  \u0301\u0302",
        "\u0301Anna",
        "\u3164",
        "\u2800",
        "An\u200dna",  # between Latin letters a joiner does nothing
        "\u200dष",
        f"{CAN}\u200d",
        "\u200c",
        "ا\u200c\u200cا",
    ],
)
def test_a_name_of_which_something_is_not_seen_is_none(name: str) -> None:
    with pytest.raises(ValidationError, match="A name consists of visible characters"):
        PLAIN_NAME(name)


def test_markup_has_words_of_its_own() -> None:
    with pytest.raises(ValidationError, match="Names may not contain < or >"):
        PLAIN_NAME("<b>")


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Anna", "ANNA", True),
        ("Straße", "STRASSE", True),
        ("ＢＥＮ", "ben", True),
        ("é", "e\u0301", True),
        ("ﬁnn", "Finn", True),
        ("می\u200cخواهم", "میخواهم", True),
        ("Anna", "Anne", False),
        ("é", "e", False),
    ],
)
def test_names_that_look_alike(one: str, other: str, alike: bool) -> None:
    assert (fold(one) == fold(other)) is alike
