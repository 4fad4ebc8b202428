"""On a phone of 360 × 740: nothing to be pushed sideways, and the finger paints."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import BrowserContext, CDPSession, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from puzzles.models import Deck
from puzzles.services import piece_sets
from tests import catalog
from tests.browser.cards import ONE_COVER_IN_SPACE, TWO_COVERS, add_card, publish_card
from tests.browser.editor import Editor
from tests.waiting import eventually

Point = tuple[float, float]


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer) -> LiveServer:
    """The site without a worker."""
    return live_server


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], site: LiveServer) -> Page:
    """A curator's phone."""
    curator = get_user_model().objects.create_superuser("curator", "curator@example.org")
    client = Client()
    client.force_login(curator)
    context = new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    cookie = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
    return context.new_page()


@pytest.fixture
def finger(phone: Page) -> CDPSession:
    return phone.context.new_cdp_session(phone)


def swipe(finger: CDPSession, *points: Point) -> None:
    """Put a finger down at the first point, draw it along the others and lift it."""

    def send(kind: str, *touching: Point) -> None:
        finger.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in touching]},
        )

    send("touchStart", points[0])
    for point in points[1:]:
        send("touchMove", point)
    send("touchEnd")


def box_of(part: Locator) -> tuple[float, float, float, float]:
    """Left, top, width and height within the window."""
    box = part.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


def overhang(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    return int(page.evaluate("document.scrollingElement.scrollWidth - 360"))


def scrolled(page: Page) -> float:
    return float(page.evaluate("scrollY"))


def test_no_page_is_wider_than_the_phone(phone: Page) -> None:
    flat = publish_card(
        TWO_COVERS, name="A name that is as long as names of cards can ever be " * 1
    )
    solid = publish_card(ONE_COVER_IN_SPACE)
    wide = add_card(("classic-12", "#" * 24, 1, "F F F F F F"), is_proven=False)
    catalog.load_small_decks()
    too_wide = {}
    for address in [
        "/",
        f"/tasks/{flat.pk}/",
        f"/tasks/{solid.pk}/",
        f"/tasks/{wide.pk}/",
        "/decks/",
        *(deck.get_absolute_url() for deck in Deck.objects.all()),
        "/accounts/login/",
        "/accounts/signup/",
        "/admin/puzzles/task/",
        "/admin/puzzles/task/import/",
        "/admin/puzzles/deckgeneration/add/",
        f"/admin/puzzles/deckgeneration/{catalog.generated_deck().pk}/change/",
        "/admin/puzzles/task/add/",
        f"/admin/puzzles/task/{flat.pk}/change/",
        f"/admin/puzzles/task/{wide.pk}/change/",
    ]:
        phone.goto(address)
        for summary in phone.locator("summary:visible").all():
            summary.click()
        if overhang(phone) > 0:
            too_wide[address] = overhang(phone)
    assert too_wide == {}


def test_the_menu_is_behind_a_button_on_a_phone(phone: Page) -> None:
    phone.goto("/decks/")
    button, link = (
        phone.get_by_role("button", name="Menu"),
        phone.get_by_role("link", name="Rules", exact=True),
    )
    expect(link).to_be_hidden()
    button.tap()
    expect(link).to_be_visible()
    phone.keyboard.press("Escape")
    expect(link).to_be_hidden()
    button.tap()
    link.tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Rules")
    expect(link).to_be_hidden()
    phone.set_viewport_size({"width": 1000, "height": 740})
    expect(link).to_be_visible()
    expect(button).to_be_hidden()


def test_a_finger_paints_and_the_page_stays(phone: Page, finger: CDPSession) -> None:
    piece_sets.load_built_in()
    editor = Editor(phone)
    editor.open_new()
    editor.choose_set("Classic, twelve pieces")
    editor.grid.scroll_into_view_if_needed()
    left, top, _, _ = box_of(editor.cell(0, 0))
    x, y = left + 14, top + 14
    before = scrolled(phone)
    # From the fourth row up to the first: on any other part of the page this scrolls it.
    swipe(finger, (x, y + 84), (x, y + 54), (x, y + 20), (x, y))
    assert editor.drawn == "#/#/#/#"
    assert scrolled(phone) == before
    swipe(finger, (x, y), (x + 4, y))  # begins on a painted cell: erases
    assert editor.drawn == "#/#/#"

    _, below, _, _ = box_of(phone.locator("#picker"))
    swipe(finger, *((340, below - 5 - y) for y in range(0, 120, 20)))
    eventually(lambda: scrolled(phone) > before, "the page scrolls beside the grid")


def test_a_wide_grid_is_pushed_by_the_strip_below_its_cells(
    phone: Page, finger: CDPSession
) -> None:
    card = add_card(("classic-12", "#" * 24, 1, "F F F F F F"), is_proven=False)
    editor = Editor(phone)
    editor.open_card(card.pk)
    editor.grid.scroll_into_view_if_needed()
    left, top, _, height = box_of(editor.grid)
    assert editor.grid.evaluate("grid => grid.scrollLeft") == 0
    strip = top + height - 14
    swipe(finger, *((left + x, strip) for x in range(260, 60, -20)))
    eventually(lambda: editor.grid.evaluate("grid => grid.scrollLeft") > 100, "the grid moves")
    assert editor.drawn == "#" * 24
