"""Imprint and privacy come from the files that the settings name."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_without_a_file_there_is_no_such_page() -> None:
    assert Client().get("/imprint/").status_code == 404
    assert "Imprint" not in Client().get("/tournaments/").content.decode()


def test_the_text_of_the_file(tmp_path: Path, settings: Any) -> None:
    file = tmp_path / "imprint.txt"
    file.write_text("Club <Ubongo>\nMain Street 1\n\nwrite@example.org", encoding="utf-8")
    settings.LEGAL_PAGES = {"imprint": str(file), "privacy": ""}
    body = Client().get("/imprint/").content.decode()
    assert "<h1>Imprint</h1>" in body
    assert "<p>Club &lt;Ubongo&gt;<br>Main Street 1</p>\n\n<p>write@example.org</p>" in body
    assert Client().get("/privacy/").status_code == 404
    home = Client().get("/tournaments/").content.decode()
    assert ('href="/imprint/"' in home, 'href="/privacy/"' in home) == (True, False)
