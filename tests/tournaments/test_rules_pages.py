"""The rules' pages: every sentence in both languages, what is ours marked, a table, pictures."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.tournaments.pages import text
from tournaments.rules import RULES, rules_of
from tournaments.rules.messages import HOUSE_RULINGS, MESSAGES
from tournaments.views.rules import AGREED


@pytest.fixture
def client() -> Client:
    return Client()


def page(client: Client, key: str, language: str = "en") -> str:
    answer = client.get(f"/rules/{key}/", headers={"Accept-Language": language})
    assert answer.status_code == 200
    body: str = answer.content.decode()
    return body


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", RULES)
@pytest.mark.django_db
def test_every_sentence_is_told(client: Client, key: str, language: str) -> None:
    rules = rules_of(key)
    answer = client.get(f"/rules/{key}/", headers={"Accept-Language": language})
    body = answer.content.decode()
    items = re.findall(r'<li( class="house")?>(.*?)</li>', body)
    with translation.override(language):
        told = [one.spoken(translation.gettext) for one in rules.describe(rules.parse_config({}))]
    unescaped = [words.replace("&#x27;", "'") for _, words in items]
    assert unescaped[: len(told)] == told
    house = "Hausregel" if language == "de" else "House ruling"
    for is_marked, words in items:
        assert bool(is_marked) == words.startswith(house)
    assert f'<html lang="{language}">' in body
    assert body.count('<svg class="worked" role="img" aria-label="') >= 1
    assert "style=" not in body


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("dice", "The highest total after area 5 wins."),
        ("classic-2003", "The boards lie with that side up whose tasks have 4 pieces."),
        ("classic-2015", "there is no playoff; equal totals share the place."),
        ("family-3d", "there is no playoff; equal totals share the place."),
        ("junior", "All play the difficult side of the cards."),
        ("solo-classic", "Solve 20 tasks as fast as you can; what counts is the time."),
        ("solo-family-3d", "The tasks are of level 4."),
        ("solo-junior", "There is no clock;"),
    ],
)
@pytest.mark.django_db
def test_what_may_be_agreed(client: Client, key: str, said: str) -> None:
    _, agreed = (
        text(client.get(f"/rules/{key}/")).rsplit("otherwise", 1)
        if key in AGREED
        else (text(client.get(f"/rules/{key}/")).split("Other forms", 1))
    )
    assert said in agreed.split("What scores what")[0]


def test_every_house_ruling_says_so_and_no_other_sentence_does() -> None:
    saying = {code for code, words in MESSAGES.items() if words.startswith("House ruling")}
    assert saying == HOUSE_RULINGS


@pytest.mark.django_db
def test_all_variants_are_on_the_index(client: Client) -> None:
    body: Any = client.get("/rules/").content.decode()
    assert re.findall(r'href="/rules/([\w-]+)/"', body) == [
        *("dice", "classic-2003", "classic-2015", "family-3d", "junior"),
        *("solo-classic", "solo-family-3d", "solo-junior"),
    ]


@pytest.mark.django_db
def test_there_are_no_other_rules(client: Client) -> None:
    assert client.get("/rules/chess/").status_code == 404
