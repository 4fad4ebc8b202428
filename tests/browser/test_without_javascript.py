"""With JavaScript switched off the site still does its work, by links and forms."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import BrowserContext, Page, expect

from puzzles.models import Task
from puzzles.services import piece_sets
from tests.browser.complaints import forgive
from tests.waiting import eventually


@pytest.fixture
def plain(new_context: Callable[..., BrowserContext]) -> Page:
    """A browser that runs no scripts."""
    return new_context(java_script_enabled=False).new_page()


def test_a_curator_types_area_and_pieces(plain: Page, complaints: list[str]) -> None:
    piece_sets.load_built_in()
    get_user_model().objects.create_superuser("curator", "curator@example.org", "secret")
    plain.goto("/admin/puzzles/task/add/")
    plain.get_by_label("Login").fill("curator")
    plain.get_by_label("Password").fill("secret")
    plain.get_by_role("button", name="Sign In").click()

    plain.get_by_label("Piece set:").select_option(label="3-D Family, eight pieces")
    plain.get_by_label("Area:").fill("###\n###")
    plain.get_by_label("Levels:").first.fill("2")
    plain.get_by_label("Pieces:").fill("g1 b1 r1")
    plain.get_by_role("button", name="Save and continue editing").click()
    expect(plain.locator(".field-area .errorlist")).to_have_text(
        "The pieces need 9 cells, but the area has 12."
    )
    forgive(complaints, 400)
    assert not Task.objects.exists()
    plain.get_by_label("Pieces:").fill("b2, g1, b1")
    plain.get_by_role("button", name="Save and continue editing").click()

    expect(plain.get_by_label("Area:")).to_have_value("###\n###")
    card = Task.objects.get()
    assert (card.layers, card.pieces) == ([["###", "###"]] * 2, ["g1", "b1", "b2"])
    eventually(lambda: Task.objects.filter(verdict__covers=8).exists(), "the worker has proven it")
    plain.get_by_role("button", name="Save and publish").click()
    expect(plain.locator("[data-state]")).to_have_text("published")
