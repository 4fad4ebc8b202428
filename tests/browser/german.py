"""How a person comes to read the site in German."""

from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page, expect

from ubongo_site.translations import compile_translations


def language_of(page: Page) -> str | None:
    return page.locator("html").get_attribute("lang")


def speak_german(page: Page) -> None:
    """Press the button that every page has, on a phone in its menu."""
    compile_translations(Path(settings.LOCALE_PATHS[0]))
    page.goto("/")
    open_menu(page)
    page.get_by_role("button", name="DE").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def open_menu(page: Page) -> None:
    """On a phone the menu is behind a button."""
    button = page.locator("header .menu")
    if button.is_visible():
        button.click()
