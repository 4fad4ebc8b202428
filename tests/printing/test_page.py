"""The page for the dice pad: options, preview, download, and what bad input gets."""

import re
from urllib.parse import urlencode

import pytest
from django.template.defaultfilters import floatformat
from django.test import Client
from django.utils import translation

from puzzles.decks.careful import expected_rounds
from puzzles.decks.dice import generate
from puzzles.services import prints
from tests.printing.options import pad_options

pytestmark = pytest.mark.django_db

CSRF = r'name="csrfmiddlewaretoken" value="[^"]*"'
PAGE, FILE = "/print/dice-pad/", "/print/dice-pad/pdf/"


def errors(page: str) -> dict[str, str]:
    """The message at each field."""
    return dict(re.findall(r'<p class="error" id="id_(\w+)_error">([^<]*)</p>', page))


def seed_of(page: str) -> int:
    found = re.search(r'name="seed" value="(\d+)"', page)
    assert found
    return int(found[1])


def test_anybody_finds_the_page_and_a_seed_there(client: Client) -> None:
    assert 'href="/print/"' in client.get("/").content.decode()
    assert f'href="{PAGE}"' in client.get("/print/").content.decode()
    pages = [client.get(PAGE).content.decode() for _ in range(5)]
    assert len({seed_of(page) for page in pages}) > 1
    for page in pages:
        assert f"dice1#{seed_of(page)}" in page
        assert page.count("<svg") == 6


def test_the_address_reproduces_the_areas(client: Client) -> None:
    first, again, by_id = (
        client.get(PAGE, {"seed": seed}).content.decode() for seed in ("77", "77", "dice1#77")
    )
    assert re.sub(CSRF, "", first) == re.sub(CSRF, "", again)
    areas = re.findall("<svg.*?</svg>", first)
    assert areas == re.findall("<svg.*?</svg>", by_id)
    for area, picture in zip(generate(77).areas, areas, strict=True):
        assert picture.count("h20v20h-20z") == area.size


@pytest.mark.parametrize("language", ["en", "de"])
def test_expected_rounds_stand_at_each_area(client: Client, language: str) -> None:
    page = client.get(PAGE, {"seed": 77}, headers={"Accept-Language": language}).content.decode()
    with translation.override(language):
        for area in generate(77).areas:
            rounds = expected_rounds(area.rows)
            mean, error = (floatformat(part, 2) for part in (rounds.mean, rounds.error))
            assert f"{mean} ± {error}" in page
    assert {"en": "careful player", "de": "umsichtig"}[language] in page


def test_the_sheets_speak_the_reader_s_language_unless_told(client: Client) -> None:
    german = client.get(FILE, {"seed": 77}, headers={"Accept-Language": "de"})
    told = client.get(FILE, {"seed": "77", "language": "en"}, headers={"Accept-Language": "de"})
    for answer, language in ((german, "de"), (told, "en")):
        options = pad_options(seed=77, sheets=4, language=language)
        assert answer.content == prints.print_sheets(options=options).content


def test_the_download(client: Client) -> None:
    query = {"seed": "5", "paper": "letter", "sheets": "2", "language": "de", "ink_saving": "on"}
    answer = client.get(FILE, query)
    options = pad_options(seed=5, paper="letter", sheets=2, language="de", ink_saving=True)
    assert answer.content == prints.print_sheets(options=options).content
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'attachment; filename="dice1-5-letter.pdf"'


@pytest.mark.parametrize("address", [PAGE, FILE])
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seed", "x"),
        ("seed", ""),
        ("seed", "-1"),
        ("seed", "1000000000"),
        ("seed", "7\0"),
        ("seed", '"><script>'),
        ("sheets", "0"),
        ("sheets", "10000"),
        ("sheets", "many"),
        ("paper", "a3"),
        ("language", "fr"),
    ],
)
def test_bad_input_is_told_at_its_field(
    client: Client, address: str, field: str, value: str
) -> None:
    answer = client.get(address, {"seed": "77", field: value})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert list(errors(page)) == [field]
    assert "<svg" not in page
    assert "<script>" not in page


def test_all_that_is_wrong_is_told_at_once(client: Client) -> None:
    query = {"seed": "x", "sheets": "10000", "paper": "a3"}
    page = client.get(PAGE, query, headers={"Accept-Language": "de"}).content.decode()
    assert set(errors(page)) == {"seed", "sheets", "paper"}
    assert errors(page)["sheets"] == "Auf einmal können 1 bis 200 Blätter gedruckt werden."


def test_bytes_that_are_no_text(client: Client) -> None:
    assert client.get(f"{PAGE}?seed=%ff%fe").status_code == 400
    assert client.get(f"{PAGE}?{urlencode({'seed': chr(0x1F3B2)})}").status_code == 400


@pytest.mark.parametrize("address", [PAGE, FILE])
def test_nothing_can_be_posted(client: Client, address: str) -> None:
    assert client.post(address, {"seed": "77"}).status_code == 405
