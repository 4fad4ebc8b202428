"""A new player signs up and proposes cards; a curator rejects one and publishes another."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from puzzles.models import Proposal, Task
from puzzles.services import piece_sets
from tests.browser.cards import UNIQUE, publish_card
from tests.browser.complaints import forgive
from tests.browser.editor import Editor
from tests.browser.pictures import as_text
from tests.browser.test_every_page import faults_of
from tests.waiting import eventually
from ubongo_site.accounts import adapter
from ubongo_site.outbox.models import Mail
from ubongo_site.outbox.services import queue_mail
from ubongo_site.translations import compile_translations

PLAYERS_PAGES = ("profile", "email", "password/change", "logout", "reauthenticate")
PASSWORD = "nine colourful tiles"


@pytest.fixture(autouse=True)
def _compiled_catalogs() -> None:
    compile_translations(Path(settings.LOCALE_PATHS[0]))


@pytest.fixture
def player(page: Page, site: LiveServer) -> Page:
    """A visitor who has just signed up, from the button on."""
    piece_sets.load_built_in()
    page.goto("/")
    page.locator(".who a").last.click()
    page.locator("#id_username").fill("anna")
    page.locator("#id_nickname").fill("Anna of the Tiles")
    page.locator("#id_email").fill("anna@example.org")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("#id_password2").fill(PASSWORD)
    page.locator("main form button").click()
    expect(page.locator(".who a").first).to_have_text("Anna of the Tiles")
    return page


@pytest.fixture
def links(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The links in the mails that are queued, before a worker forgets their text."""
    found: list[str] = []

    def look(*, body: str, **mail: Any) -> Mail:
        found.extend(re.findall(r"http://\S+/key/\S+", body))
        return queue_mail(body=body, **mail)

    monkeypatch.setattr(adapter, "queue_mail", look)
    return found


def propose(editor: Editor, area: str, pieces: str, *, name: str) -> None:
    editor.page.goto("/propose/")
    editor.page.locator("#id_piece_set").select_option(index=1)
    expect(editor.page.locator(".pick").first).to_be_visible()
    editor.draw(area)
    editor.pick(pieces)
    editor.page.locator("#id_name").fill(name)


@pytest.mark.parametrize("locale", ["en", "de"])
def test_one_card_is_rejected_and_the_next_one_published(
    player: Page, curator: Page, locale: str
) -> None:
    editor = Editor(player)
    propose(editor, "####/####/###.", "A D K", name="Corner bitten off")
    expect(editor.balance).to_contain_text("11")
    editor.check()
    editor.expect_covers(2)
    assert {as_text(picture) for picture in editor.covers.all()} == {
        "DKKK/DDKK/DAA.",
        "AKKK/ADKK/DDD.",
    }
    assert not Task.objects.exists()  # nothing is kept by a check
    player.locator("#task_form > p button").last.click()

    expect(player).to_have_url("/proposals/")
    row = player.locator(".proposals li")
    expect(row).to_have_attribute("data-state", "proposed")
    expect(row.locator("h2")).to_have_text("Corner bitten off")
    assert as_text(row.locator("svg")) == "####/####/###."
    expect(row.locator(".badge.several")).to_be_visible()

    # The curator finds it by the filter and says why not.
    curator.goto("/admin/puzzles/task/?attention=proposed")
    curator.locator("#result_list .field-title a").click()
    curator.locator("#proposal textarea").fill("We have many of these.\nTry four pieces.")
    curator.locator("#proposal [value=reject]").click()
    expect(curator.locator("#proposal [data-state]")).to_have_attribute("data-state", "rejected")

    player.reload()
    expect(row).to_have_attribute("data-state", "rejected")
    expect(row.locator(".reason")).to_contain_text("We have many of these.")
    expect(row.locator("form")).to_have_count(0)

    # The second is sent unchecked, and the page shows by itself that it is being checked.
    propose(editor, "##./.##/.##", "A H", name="Hook")
    player.locator("#task_form > p button").last.click()
    expect(player).to_have_url("/proposals/")
    second = player.locator(".proposals li").filter(has_text="Hook")
    expect(second.locator(".badge.unique")).to_be_visible(timeout=15_000)
    expect(second).to_have_attribute("data-state", "proposed")

    task = Task.objects.get(name="Hook")
    curator.goto(f"/admin/puzzles/task/{task.pk}/change/")
    curator.locator("#proposal [value=publish]").click()
    expect(curator.locator("#state [data-state]")).to_have_attribute("data-state", "published")
    expect(curator.locator("#proposal")).to_have_count(0)

    player.reload()
    expect(second).to_have_attribute("data-state", "published")
    second.locator("h2 a").click()
    expect(player.locator(".author")).to_contain_text("Anna of the Tiles")
    player.goto("/")
    expect(player.locator(".card strong")).to_have_text("Hook")
    state = {"en": "accepted and published", "de": "angenommen und veröffentlicht"}[locale]
    player.goto("/proposals/")
    expect(second.locator(".state")).to_have_text(state)

    eventually(lambda: Mail.objects.filter(state="sent").exists(), "the worker has sent the mail")
    assert list(Mail.objects.values_list("recipient", "body")) == [("anna@example.org", "")]


def test_a_card_that_is_there_is_shown(player: Page, complaints: list[str]) -> None:
    there = publish_card(UNIQUE, name="Hook")
    editor = Editor(player)
    propose(editor, "##/##/.#/.#", "A H", name="Mine")
    player.locator("#grid-clear").click()
    editor.draw(".##/##./##.")  # the same, mirrored
    editor.check()
    note = editor.verdict.locator(".existing a")
    expect(note).to_have_text("Hook")
    assert note.get_attribute("href") == f"/tasks/{there.pk}/"
    player.locator("#task_form > p button").last.click()
    expect(player.locator(".errorlist")).to_have_text(
        ["The catalog has this area with these pieces already: Hook"]
    )
    assert player.locator("#task_form > .existing a").get_attribute("href") == f"/tasks/{there.pk}/"
    assert not Proposal.objects.exists()
    forgive(complaints, 400)


def test_the_pages_have_names_for_all_that_needs_one(player: Page, curator: Page) -> None:
    editor = Editor(player)
    propose(editor, "##./.##/.##", "A H", name="Hook")
    player.locator("#task_form > p button").last.click()
    expect(player).to_have_url("/proposals/")
    pages = ["propose", "proposals", *(f"accounts/{name}" for name in PLAYERS_PAGES)]
    assert faults_of(player, [f"/{page}/" for page in pages]) == {}
    task = Task.objects.get()
    assert (
        faults_of(curator, [f"/admin/puzzles/task/{task.pk}/change/", "/admin/outbox/mail/"]) == {}
    )


def test_on_a_phone_and_without_javascript(
    new_context: Callable[..., BrowserContext], player: Page
) -> None:
    state = player.context.storage_state()
    for options in ({}, {"java_script_enabled": False}):
        size = {"width": 360, "height": 740}
        phone = new_context(viewport=size, is_mobile=True, storage_state=state, **options)
        page = phone.new_page()
        for address in ("/propose/", "/proposals/", "/accounts/profile/", "/accounts/email/"):
            page.goto(address)
            width = page.evaluate("document.scrollingElement.scrollWidth") if not options else 360
            assert (address, width) == (address, 360)
    page.goto("/propose/")
    page.locator("#id_piece_set").select_option(index=1)
    page.locator("#id_area").fill("##.\n.##\n.##")
    page.locator("#id_pieces").fill("A H")
    page.locator("#task_form > p button").last.click()
    expect(page).to_have_url("/proposals/")
    # The worker may have answered already when this page is made.
    expect(page.locator(".proposals li")).to_have_attribute(
        "data-state", re.compile("^(checking|proposed)$")
    )
    eventually(lambda: Task.objects.filter(verdict__covers=1).exists(), "it is checked")
    page.reload()
    expect(page.locator(".proposals li")).to_have_attribute("data-state", "proposed")
    page.locator(".proposals form button").click()
    expect(page.locator(".proposals li")).to_have_class("none")
    assert not Task.objects.exists()


def test_a_forgotten_password_is_replaced_by_the_link_in_the_mail(
    player: Page, links: list[str]
) -> None:
    player.locator(".who form button").first.click()
    expect(player).to_have_url("/")
    player.locator(".who a").first.click()
    player.locator(".helptext a").click()
    player.locator("#id_email").fill("anna@example.org")
    player.locator("main form button").click()
    expect(player).to_have_url("/accounts/password/reset/done/")
    player.goto(links[0])
    player.locator("#id_password1").fill(PASSWORD.upper())
    player.locator("#id_password2").fill(PASSWORD.upper())
    player.locator("main form button").first.click()
    expect(player).to_have_url("/accounts/password/reset/key/done/")
    player.goto("/accounts/login/?next=/proposals/")
    player.locator("#id_login").fill("anna@example.org")
    player.locator("#id_password").fill(PASSWORD.upper())
    player.locator("main form button").click()
    expect(player).to_have_url("/proposals/")
