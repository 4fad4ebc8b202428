"""What pages show of a tournament that goes on, of whom, and at what cost."""

import gzip
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import get_language

from tests.tournaments.pages import as_person, queries, text
from tests.tournaments.people import (
    NOW,
    WALL,
    account,
    enter,
    person,
    register,
    round_of,
    seated,
    tournament,
    withdraw,
)
from tournaments.models import Tournament
from tournaments.services import drawing, games, organising, presence, rounds
from tournaments.services.changes import mark_changed
from tournaments.views import live, public
from ubongo_site.accounts.services import change_profile

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("part", ["live/", "tables/1/state/"])
def test_a_live_part_is_sent_only_when_it_changed(
    cup: Tournament, organiser: Any, desk: Client, part: str
) -> None:
    path = f"/tournaments/{cup.pk}/{part}"
    first = desk.get(path)
    etag = first["ETag"]
    assert "<html" not in first.content.decode()
    same = desk.get(path, headers={"If-None-Match": etag})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", etag)

    german = desk.get(path, headers={"If-None-Match": etag, "Accept-Language": "de"})
    assert (german.status_code, german["ETag"] != etag) == (200, True)

    enter(organiser, cup.games.get(), "B")
    changed = desk.get(path, headers={"If-None-Match": etag})
    assert (changed.status_code, changed["ETag"] != etag) == (200, True)
    assert changed.content != first.content


def test_a_live_part_that_is_not_asked_for_costs_little(cup: Tournament) -> None:
    path = f"/tournaments/{cup.pk}/live/"
    etag = Client().get(path)["ETag"]
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert Client().get(path, headers={"If-None-Match": etag}).status_code == 304
    assert len(captured) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda cup, user: games.undo_last(user=user, game=cup.games.get(), index=0, now=NOW),
        lambda cup, user: rounds.correct_rounds(
            user=user, game=cup.games.get(), corrections={0: []}, reason="a slip", now=NOW
        ),
    ],
    ids=["undo", "correct"],
)
def test_whatever_changes_is_seen(
    cup: Tournament, organiser: Any, change: Callable[[Tournament, Any], object]
) -> None:
    path = f"/tournaments/{cup.pk}/live/"
    etag = Client().get(path)["ETag"]
    change(cup, organiser)
    assert Client().get(path, headers={"If-None-Match": etag}).status_code == 200


def test_every_step_of_registration_is_seen(organiser: Any) -> None:
    cup = tournament(organiser, capacity=2)
    a, b = person("a"), person("b")
    tags = set()

    def tag() -> None:
        tags.add(Client().get(f"/tournaments/{cup.pk}/live/")["ETag"])

    tag()
    own = register(a, cup)
    tag()
    presence.set_presence(registration=own, is_present=True)
    tag()
    withdraw(a, cup)
    tag()
    for user in (a, b):
        presence.set_presence(registration=register(user, cup), is_present=True)
    organising.close_registration(tournament=cup)
    tag()
    drawing.seat_present_players(tournament=cup, seed=1, now=NOW)
    tag()
    assert len(tags) == 6


def test_a_correction_is_public(cup: Tournament, organiser: Any, desk: Client) -> None:
    game = cup.games.get()
    page = f"/tournaments/{cup.pk}/"
    assert "corrected" not in text(Client().get(page))
    rounds.correct_rounds(
        user=organiser,
        game=game,
        corrections={0: [round_of(game, "B")]},
        reason="It was B.",
        now=NOW,
    )
    assert "1 round corrected" in text(Client().get(page))
    assert "1 round corrected" in text(Client().get(page + "live/"))
    # The reason names people, perhaps some who are not to be named: it is told at the desk.
    assert "It was B." not in text(Client().get(page))
    assert "Round 1: A → B – corrected, org, 2 p.m.: It was B." in text(
        desk.get(page + "tables/1/")
    )


def test_a_round_has_a_page_of_its_own(organiser: Any, desk: Client) -> None:
    """A fills each area alone: 2 points, and B as the last to be done gets 1."""
    cup = seated(organiser, ["A", "B"], areas=5, planned_rounds=2)
    game = cup.games.get()
    page = f"/tournaments/{cup.pk}/rounds/1/"
    seats = " ".join(games.view_of(game).names)
    before, after = "Sunday Round 1 of 2 Dice game Table 1", "Round 1 of 2 API"
    assert f"{before} {seats} {after}" in text(Client().get(page))
    for _area in range(5):
        enter(organiser, game, "A")
    assert f"{before} 1. A 10 2. B 5 {after}" in text(Client().get(page))
    rounds.correct_rounds(
        user=organiser, game=game, corrections={0: [round_of(game, "B")]}, reason="B", now=NOW
    )
    assert f"{before} corrected 1. A 9 2. B 6 {after}" in text(Client().get(page))

    drawing.draw_next_round(tournament=cup, number=2, seed=1, now=NOW)
    cup_page = Client().get(f"/tournaments/{cup.pk}/")
    assert "Earlier rounds: Round 1 of 2" in text(cup_page)
    assert f'href="{page}"' in cup_page.content.decode()
    assert Client().get(f"/tournaments/{cup.pk}/rounds/3/").status_code == 404


def test_nobody_sees_the_rounds_of_a_draft(organiser: Any, desk: Client) -> None:
    cup = seated(organiser, ["A", "B"])
    Tournament.objects.update(state=Tournament.State.DRAFT)
    answers = [client.get(f"/tournaments/{cup.pk}/rounds/1/") for client in (Client(), desk)]
    assert [answer.status_code for answer in answers] == [404, 200]


def test_people_who_want_to_be_left_out_have_no_name_anywhere(organiser: Any, desk: Client) -> None:
    cup = seated(organiser, ["Ann", "Bob", "Zoltan"])
    shy = account("Zoltan")
    shy.is_listed = False
    shy.nickname = "Zorro"
    shy.save()
    enter(organiser, cup.games.get(), "Zorro")
    page, api = f"/tournaments/{cup.pk}/", f"/api/v1/tournaments/{cup.pk}/"
    other = as_person(account("Ann"))
    for client in (Client(), other):
        for address in (
            page,
            page + "live/",
            page + "rounds/1/",
            api,
            "/tournaments/",
            "/api/v1/tournaments/",
        ):
            body = client.get(address).content.decode()
            assert "Zoltan" not in body
            assert "Zorro" not in body
    # Also where a sentence says why somebody has the place.
    assert text(Client().get(page)).count("Player 3") >= 4
    assert "Zorro" in text(desk.get(page + "desk/"))
    assert "Zorro" in text(desk.get(page + "tables/1/"))


def test_a_nickname_stands_for_the_login_name(organiser: Any) -> None:
    cup = seated(organiser, ["ann.private", "Bob"])
    user = account("ann.private")
    user.nickname = "Annie"
    user.save()
    for address in (f"/tournaments/{cup.pk}/", f"/api/v1/tournaments/{cup.pk}/"):
        body = Client().get(address).content.decode()
        assert "Annie" in body
        assert "ann.private" not in body


# --- cost -------------------------------------------------------------------------------------


def test_what_everybody_sees_is_rendered_once_for_a_change(
    cup: Tournament, organiser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = []

    def counted(template: str, context: Any) -> Any:
        rendered.append((template, get_language()))
        return render_to_string(template, context)

    monkeypatch.setattr(live, "render_to_string", counted)
    whole, screen = "tournaments/_live.html", "tournaments/_screen.html"

    def look() -> None:
        for part in ("", "live/", "screen/", "screen/live/"):
            for _ in range(3):
                assert Client().get(f"/tournaments/{cup.pk}/{part}").status_code == 200

    look()
    assert rendered == [(whole, "en"), (screen, "en")]
    enter(organiser, cup.games.get(), "B")
    look()
    assert rendered == [(whole, "en"), (screen, "en")] * 2
    german = Client().get(f"/tournaments/{cup.pk}/live/", headers={"Accept-Language": "de"})
    assert (german.status_code, rendered[4:]) == (200, [(whole, "de")])


def test_while_one_renders_the_others_get_what_was_there(
    cup: Tournament, organiser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/tournaments/{cup.pk}/live/"
    before = Client().get(path)
    enter(organiser, cup.games.get(), "B")
    meanwhile: list[Any] = []

    def slowly(template: str, context: Any) -> Any:
        meanwhile.append(Client().get(path))
        known = {"If-None-Match": before["ETag"]}
        meanwhile.append(Client().get(path, headers=known))
        return render_to_string(template, context)

    monkeypatch.setattr(live, "render_to_string", slowly)
    after = Client().get(path)
    new, old = meanwhile
    # Version and body belong together, so they ask again and get the new one then.
    assert (new.content, new["ETag"]) == (before.content, before["ETag"])
    assert (old.status_code, old["ETag"]) == (304, before["ETag"])
    assert (after.content != before.content, after["ETag"] != before["ETag"]) == (True, True)
    assert Client().get(path).content == after.content
    assert len(meanwhile) == 2


def test_it_is_sent_packed_to_who_can_unpack_it(cup: Tournament) -> None:
    path = f"/tournaments/{cup.pk}/live/"
    plain, packed = Client().get(path), Client().get(path, headers={"Accept-Encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in plain["Vary"]
    assert "Accept-Encoding" in packed["Vary"]


def test_a_part_that_is_there_already_costs_little(cup: Tournament) -> None:
    path = f"/tournaments/{cup.pk}/live/"
    body = Client().get(path).content
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(path).content == body
    # The version, and whether the tournament may be seen.
    assert len(captured) == 2


@pytest.mark.parametrize(
    ("change", "shown"),
    [({"nickname": "Annie"}, "Annie"), ({"is_listed": False}, "Player 1")],
    ids=["nickname", "left out"],
)
def test_another_name_is_seen_at_once(organiser: Any, change: dict[str, Any], shown: str) -> None:
    cups = [seated(organiser, ["Ann", "Bob"]), tournament(organiser), tournament(organiser)]
    ann = account("Ann")
    register(ann, cups[1])
    paths = [f"/tournaments/{cup.pk}/live/" for cup in cups]
    tags = [Client().get(path)["ETag"] for path in paths]
    profile = {"nickname": ann.nickname, "is_listed": ann.is_listed, **change}
    change_profile(user=ann, **profile)
    answers = [
        Client().get(path, headers={"If-None-Match": tag})
        for path, tag in zip(paths, tags, strict=True)
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 304]
    for answer in answers[:2]:
        assert (shown in text(answer), "Ann " in text(answer)) == (True, False)


def test_who_logs_in_changes_no_page(organiser: Any) -> None:
    cup = seated(organiser, ["Ann", "Bob"])
    as_person(account("Ann"))
    assert account("Ann").last_login is not None
    assert Tournament.objects.get().version == cup.version


def test_ones_own_part_of_the_page(cup: Tournament) -> None:
    path = f"/tournaments/{cup.pk}/own/"
    player = as_person(account("A"))
    shown = "You: registered · present My table, my next round To my table 1"
    assert text(player.get(path)) == shown
    assert "<html" not in player.get(path).content.decode()
    assert text(as_person(person("stranger")).get(path)) == ""


@pytest.mark.parametrize("page", ["", "live/", "rounds/1/", "desk/", "screen/", "screen/live/"])
def test_a_page_costs_the_same_for_few_and_many(organiser: Any, desk: Client, page: str) -> None:
    few = seated(organiser, [f"a{number}" for number in range(8)])
    many = seated(organiser, [f"b{number}" for number in range(40)])
    assert (few.games.count(), many.games.count()) == (2, 10)
    for game in many.games.all():
        enter(organiser, game)
        enter(organiser, game, games.view_of(game).names[0])
    costs = {queries(desk, f"/tournaments/{cup.pk}/{page}") for cup in (few, many)}
    assert len(costs) == 1
    assert max(costs) <= 11


def test_a_table_costs_the_same_with_few_and_many_rounds(organiser: Any, desk: Client) -> None:
    short, long = seated(organiser, ["a", "b"]), seated(organiser, ["c", "d", "e", "f"])
    enter(organiser, short.games.get(), "a")
    game = long.games.get()
    for _ in range(6):
        enter(organiser, game)
    for _ in range(2):
        games.undo_last(
            user=organiser, game=game, index=len(games.view_of(game).entries) - 1, now=NOW
        )
    costs = [queries(desk, f"/tournaments/{cup.pk}/tables/1/") for cup in (short, long)]
    # Somebody who took entries back is looked up with them.
    assert costs[0] == costs[1] <= 9


def test_the_list_costs_the_same_for_one_and_three(organiser: Any) -> None:
    tournament(organiser)
    one = queries(Client(), "/tournaments/")
    tournament(organiser)
    tournament(person("other"))
    assert queries(Client(), "/tournaments/") == one


def test_the_list_names_game_and_date_a_page_at_a_time(
    organiser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "TOURNAMENTS_A_PAGE", 2)
    for day in range(3):
        starts = WALL + timedelta(days=day)
        tournament(organiser, name=f"Cup {day}", starts_at=starts, variant="junior", config={})
    pages = [text(Client().get(f"/tournaments/?page={number}")) for number in (1, 2)]
    assert [[f"Cup {day} Junior" in page for day in range(3)] for page in pages] == [
        [False, True, True],
        [True, False, False],
    ]
    assert ["Page 1 of 2" in pages[0], "Page 2 of 2" in pages[1]] == [True, True]
    assert f"{(WALL + timedelta(days=2)).day}, 2026" in pages[0]


def test_the_standings_have_a_column_for_each_metric_that_tells_something(organiser: Any) -> None:
    cup = seated(organiser, list("ABCDEFGH"), planned_rounds=2)
    cup.games.update(result={"places": [1, 2, 3, 4], "scores": [8, 4, 2, 0]})
    mark_changed(cup.pk)
    [head] = re.findall(
        r'<table class="standings whole">\s*<thead>(.*?)</thead>',
        Client().get(f"/tournaments/{cup.pk}/").content.decode(),
        re.DOTALL,
    )
    # Nobody met anybody with whom they are level, and there was no play-off.
    assert re.findall(r"<th[^>]*>([^<]*)</th>", head) == [
        "Place",
        "Player",
        "Table points",
        "Share of the best",
        "Wins",
        "Opponents&#x27; strength",
    ]
