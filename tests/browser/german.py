"""How a person comes to read the site in German."""

from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page, expect

from ubongo_site.translations import compile_translations


def language_of(page: Page) -> str | None:
    return page.locator("html").get_attribute("lang")


def speak_german(page: Page) -> None:
    """Press the button that every page has."""
    compile_translations(Path(settings.LOCALE_PATHS[0]))
    page.goto("/")
    page.get_by_role("button", name="DE").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
