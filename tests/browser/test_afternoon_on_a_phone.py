"""Every tournament page in every state of an afternoon, at 360 px: read, and hit by a thumb."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.afternoon import first_round, game_of, gathered, last_stages, wall
from tests.browser.table import PHONE, organiser, site
from tests.browser.test_every_page import FAULTS
from tests.tournaments.people import account, person, register, withdraw
from tournaments.models import Registration, Tournament
from tournaments.services import presence
from ubongo_site.accounts.models import User

__all__ = ["organiser", "site"]  # fixtures

# In px: the phone, and a thumb in a noisy hall. What sticks out makes the window itself wider.
SIZE = {"width": 360, "lowest": 40}
# What a thumb would miss and an eye not read, as a list of lines.
ON_A_PHONE = r"""({ width, lowest }) => {
  const faults = [];
  const all = (selector) =>
    [...document.querySelectorAll(selector)].filter((at) => at.checkVisibility());
  const show = (at) => at.outerHTML.replace(/\s+/g, " ").slice(0, 100);

  const beyond = document.scrollingElement.scrollWidth - width;
  if (beyond > 0) faults.push(`${beyond} px too wide`);

  const fields = "input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea";
  const deeds = `button, .button, summary, .tap, label:has([type=checkbox]), ${fields}`;
  for (const at of all(`main :is(${deeds})`)) {
    const { height } = at.getBoundingClientRect();
    if (height < lowest - 0.5) faults.push(`${height} px high: ${show(at)}`);
  }

  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const at = words.currentNode.parentElement;
    if (!at.checkVisibility() || at.closest(".unseen, .scroll, .skip, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    for (const { left, right } of range.getClientRects())
      if (left < -0.5 || right > width + 0.5) faults.push(`cut: ${show(at)}`);
  }

  const pen = document.createElement("canvas").getContext("2d");
  for (const at of all("main select")) {
    const style = getComputedStyle(at);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const chosen = at.selectedOptions[0]?.text ?? "";
    const room = at.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (pen.measureText(chosen).width > room) faults.push(`cut: ${chosen}`);
  }
  return faults;
}"""


@pytest.fixture
def page_of(new_context: Callable[..., BrowserContext], site: LiveServer) -> Callable[[str], Page]:
    """The page of somebody on a phone; the same one each time. Nobody is logged in as ''."""
    pages: dict[str, Page] = {}

    def page(name: str) -> Page:
        if name not in pages:
            context = new_context(**PHONE)
            if name:
                client = Client()
                client.force_login(account(name))
                cookie = client.cookies["sessionid"].value
                context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
            pages[name] = context.new_page()
        return pages[name]

    return page


def stages(organiser: User) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The states of an afternoon, each with who looks at which page of it."""
    everybody = [("", ""), ("Ann", "")]
    cup = gathered(
        organiser,
        starts_at=wall(hours=2),
        check_in_opens_at=wall(hours=-1),
        check_in_closes_at=wall(hours=1),
    )
    Registration.objects.update(is_present=False)
    register(person("Dora"), cup)
    screen, desk = [("", "screen/")], [("org", "desk/")]
    yield "check-in", [*everybody, *screen, *desk, ("Ann", "check-in/"), ("org", "edit/")]
    withdraw(account("Dora"), cup)
    for one in Registration.objects.filter(state="registered"):
        presence.set_presence(registration=one, is_present=True)
    Tournament.objects.update(check_in_opens_at=None, check_in_closes_at=None)
    yield "gathered", [*everybody, *desk]
    cast = first_round(cup)
    for name in last_stages(cup, cast):
        game = game_of(cup, cast.winner)
        table = f"tables/{game.table}/"
        desk = [("org", "desk/"), ("org", "desk/rounds/"), ("org", table)]
        sheet = [("org", f"{table}sheet/")] if name == "seated" else []
        player = [("", ""), (cast.winner, ""), (cast.winner, f"{table}?game={game.pk}")]
        yield name, [*player, *screen, *desk, *sheet]


def test_every_page_in_every_state(page_of: Callable[[str], Page], organiser: User) -> None:
    found = {}
    for stage, looks in stages(organiser):
        cup = Tournament.objects.get()
        for name, path in looks:
            page = page_of(name)
            answer = page.goto(f"/tournaments/{cup.pk}/{path}")
            assert answer is not None
            assert (stage, path, answer.status) == (stage, path, 200)
            page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
            faults = [*page.evaluate(FAULTS), *page.evaluate(ON_A_PHONE, SIZE)]
            if faults:
                found[stage, name, path] = faults
            # A table's page goes to the next round by itself, across the next look.
            page.goto("about:blank")
    assert found == {}
