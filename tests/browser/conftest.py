"""Tests in a real browser: the system's Chromium on a live site with a real worker."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connections
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Playwright, WebError
from pytest_django.live_server_helper import LiveServer

from tests.conftest import CeleryProcess

# Playwright runs an event loop in the tests' thread, where Django would refuse its ORM.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session", autouse=True)
def _no_session_is_left(playwright: Playwright) -> Iterator[None]:
    """While the loop runs, Django keeps connections for it apart from the thread's own.

    Once it is stopped nobody could close them, and the test database could not be dropped.
    """
    yield
    connections.close_all()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = next((path for name in CHROMIUMS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser: none of {', '.join(CHROMIUMS)} is installed")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    return {**browser_type_launch_args, "executable_path": found, "args": flags}


@pytest.fixture
def site(celery_worker_process: CeleryProcess, live_server: LiveServer) -> LiveServer:
    """The running site (``site.url``) and its worker, on one database."""
    return live_server


@pytest.fixture
def locale() -> str:
    """The visitor's language; ``@pytest.mark.parametrize("locale", ["en", "de"])`` for both."""
    return "en"


@pytest.fixture
def browser_context_args(
    browser_context_args: dict[str, Any], site: LiveServer, locale: str
) -> dict[str, Any]:
    return {**browser_context_args, "base_url": site.url, "locale": locale}


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the browser complained about, the content security policy included.

    Nothing may be left at the end: a test that provokes a complaint removes it from the list.
    """
    found: list[str] = []
    yield found
    assert found == [], "the browser complained"


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], complaints: list[str]
) -> Callable[..., BrowserContext]:
    """Contexts whose pages' errors fail the test."""

    def heed(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"{message.text} ({message.location.get('url')})")

    def failed(error: WebError) -> None:
        complaints.append(str(error.error))

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.on("console", heed)
        context.on("weberror", failed)
        return context

    return make


@pytest.fixture
def curator(new_context: Callable[..., BrowserContext], site: LiveServer) -> Page:
    """A page of a curator who is logged in; ``page`` is a visitor's at the same time."""
    user = get_user_model().objects.create_superuser("curator", "curator@example.org")
    client = Client()
    client.force_login(user)
    context = new_context()
    cookie = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
    return context.new_page()
