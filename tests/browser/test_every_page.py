"""What holds on every page: no complaint of the browser, and names for all that has none."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from puzzles.models import Deck, Task
from tests import catalog
from tests.browser.cards import (
    IMPOSSIBLE,
    ONE_COVER_IN_SPACE,
    TWO_COVERS,
    add_card,
    publish_card,
)

# What a person who can't see the page would miss, as a list of lines.
FAULTS = r"""() => {
  const faults = [];
  const shown = (at) => at.checkVisibility();
  const show = (at) => at.outerHTML.slice(0, 90);
  const words = (at) =>
    at.textContent +
    [...at.querySelectorAll("img[alt], svg[aria-label]")]
      .map((one) => one.alt ?? one.ariaLabel).join("");
  const named = (at) =>
    (at.getAttribute("aria-label") ?? "").trim() ||
    (at.getAttribute("aria-labelledby") ?? "")
      .split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("").trim() ||
    [...(at.labels ?? [])].map(words).join("").trim() ||
    (at.getAttribute("title") ?? "").trim();
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);

  const headings = all("h1").length;
  if (headings !== 1) faults.push(`${headings} headings of the first level`);
  if (!document.title.trim()) faults.push("no title");
  if (!document.documentElement.lang) faults.push("no language");
  if (all("main, [role=main]").length !== 1) faults.push("not one main part");
  for (const at of all("img"))
    if (!at.hasAttribute("alt")) faults.push(`picture without a name: ${show(at)}`);
  for (const at of all("svg[role=img]"))
    if (!named(at)) faults.push(`picture without a name: ${show(at)}`);
  for (const at of all("svg"))
    if (!at.hasAttribute("role") && !at.closest("[aria-hidden=true], button, a"))
      faults.push(`picture without a role: ${show(at)}`);
  for (const at of all("input:not([type=hidden]), select, textarea, output, progress")) {
    const speaks = at.matches("[type=submit], [type=button], output") && (at.value || at.ariaLive);
    if (!named(at) && !speaks) faults.push(`control without a label: ${show(at)}`);
  }
  for (const at of all("button, a[href]"))
    if (!words(at).trim() && !named(at)) faults.push(`nameless: ${show(at)}`);
  const ids = [...document.querySelectorAll("[id]")].map((at) => at.id);
  for (const id of new Set(ids))
    if (ids.filter((other) => other === id).length > 1) faults.push(`twice the id ${id}`);
  return faults;
}"""


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer) -> LiveServer:
    """The site without a worker."""
    return live_server


@pytest.fixture
def cards(transactional_db: None) -> list[Task]:
    """A flat card and a solid one, an impossible one, and one that waits for its verdict."""
    made = [
        publish_card(TWO_COVERS, name="Corner bitten off"),
        publish_card(ONE_COVER_IN_SPACE),
        add_card(IMPOSSIBLE),
        add_card(("classic-12", "##/##", 1, "A A"), is_proven=False),
    ]
    catalog.load_small_decks()
    return made


def faults_of(page: Page, addresses: list[str]) -> dict[str, list[str]]:
    found = {}
    for address in addresses:
        answer = page.goto(address)
        assert answer is not None
        assert (address, answer.status) == (address, 200)
        for summary in page.locator("main summary").all():
            summary.click()
        faults = page.evaluate(FAULTS)
        if faults:
            found[address] = faults
    return found


def test_a_visitors_pages(page: Page, cards: list[Task]) -> None:
    flat, solid, *_ = cards
    assert (
        faults_of(
            page,
            [
                "/",
                "/?variant=dice",
                f"/tasks/{flat.pk}/",
                f"/tasks/{solid.pk}/",
                "/decks/",
                "/print/",
                "/print/dice-pad/",
                "/print/pieces/",
                "/accounts/login/",
                "/accounts/signup/",
                "/accounts/password/reset/",
            ],
        )
        == {}
    )


def test_the_curators_pages(curator: Page, cards: list[Task]) -> None:
    *_, impossible, waiting = cards
    job = waiting.latest_job
    assert job is not None
    assert (
        faults_of(
            curator,
            [
                "/decks/",
                *(deck.get_absolute_url() for deck in Deck.objects.all()),
                f"/tasks/{impossible.pk}/",
                f"/tasks/{waiting.pk}/",
                f"/jobs/{job.pk}/",
                "/admin/",
                "/admin/puzzles/task/import/",
                "/admin/puzzles/job/",
                "/admin/puzzles/deck/",
                "/admin/puzzles/deckproof/",
                "/admin/puzzles/deckgeneration/",
                "/admin/puzzles/deckgeneration/add/",
                f"/admin/puzzles/deckgeneration/{catalog.generated_deck().pk}/change/",
            ],
        )
        == {}
    )


def test_the_curators_list(curator: Page, cards: list[Task]) -> None:
    assert faults_of(curator, ["/admin/puzzles/task/"]) == {}


def test_the_editor(curator: Page, cards: list[Task]) -> None:
    found = {}
    for card in cards:
        curator.goto(f"/admin/puzzles/task/{card.pk}/change/")
        expect(curator.locator(".pick").first).to_be_visible()
        found[card.pk] = curator.evaluate(FAULTS)
    assert found == {card.pk: [] for card in cards}
    assert faults_of(curator, ["/admin/puzzles/task/add/"]) == {}


def test_the_apis_pages(page: Page, complaints: list[str]) -> None:
    page.goto("/api/v1/docs/")
    expect(page.locator("h1, h2").filter(has_text="Ubongo site")).to_be_visible()
    assert complaints == []
