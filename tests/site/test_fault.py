"""The page of a fault: it depends on nothing that may be the fault."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.test import Client, override_settings

from puzzles import views

HASHED = "ubongo_site.static.HashedModuleStorage"


def test_a_fault_has_a_page_without_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: Any, **_named: Any) -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(views, "render", broken)
    # No mark for the database: any query at all would be refused, and raise once more.
    answer = Client(raise_request_exception=False).get("/")
    page = answer.content.decode()
    assert answer.status_code == 500
    assert re.findall("<h[12]>(.*?)</h[12]>", page) == [
        "Something went wrong here.",
        "Hier ist etwas schiefgegangen.",
    ]
    assert "{#" not in page
    assert answer["Content-Security-Policy"].count("'unsafe-inline'") == 0


def test_what_the_page_shows_is_there_in_production(tmp_path: Path) -> None:
    own = {
        "STATIC_ROOT": tmp_path,
        "STATICFILES_FINDERS": ["django.contrib.staticfiles.finders.FileSystemFinder"],
        "STORAGES": {"staticfiles": {"BACKEND": HASHED}},
    }
    with override_settings(**own):
        call_command("collectstatic", interactive=False, verbosity=0)
    page = (Path(__file__).parents[2] / "templates" / "500.html").read_text("utf-8")
    files = re.findall(r'(?:href|src)="/static/([^"]+)"', page)
    assert files == ["icon.svg", "site.css", "icon.svg"]
    assert [(tmp_path / name).is_file() for name in files] == [True] * 3
