"""A visitor has a whole deck printed by a worker, on a narrow screen, and downloads it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from puzzles.services import prints
from tests.browser.complaints import forgive
from tests.printing.catalog import published_deck


@pytest.mark.parametrize("locale", ["de"])
def test_a_visitor_prints_a_whole_deck(
    page: Page,
    site: LiveServer,
    complaints: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(prints.cards, "LARGE", 1)
    published_deck()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/print/")
    page.get_by_role("link", name="Karten", exact=True).click()
    page.get_by_label("Breite eines Feldes in mm").fill("14,5")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    with page.expect_response(lambda answer: answer.status == 409):
        page.get_by_role("button", name="PDF herunterladen").click()
    make = page.get_by_role("button", name="Erstellen")
    expect(make).to_be_visible()
    forgive(complaints, 409)
    make.click()
    link = page.get_by_role("link", name="PDF herunterladen")
    expect(link).to_be_visible()
    with page.expect_download() as download:
        link.click()
    file = tmp_path / "cards.pdf"
    download.value.save_as(file)
    assert download.value.suggested_filename == "cards-printed-a4.pdf"
    assert len(PdfReader(file).pages) == 2
