"""The tournament's pages: whom they show what, at what cost, and what bad input gets."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation.reloader import translation_file_changed

from tests.messages import po_file
from tests.tournaments.people import (
    NOW,
    account,
    enter,
    person,
    register,
    round_of,
    seated,
    tournament,
    withdraw,
)
from tournaments.models import Entry, Registration, Tournament
from tournaments.services import games, organising, presence
from ubongo_site.translations import compile_translations

pytestmark = pytest.mark.django_db


def as_person(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text(answer: Any) -> str:
    """What a page says, without its tags, in one line."""
    body = re.sub(r"<(script|style).*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def told(answer: Any) -> list[str]:
    """The messages that the next page will show."""
    return [str(message) for message in get_messages(answer.wsgi_request)]


@pytest.fixture
def organiser() -> Any:
    return person("org")


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    """A, B and C at table 1; A has filled the first area."""
    made = seated(organiser, ["A", "B", "C"])
    enter(organiser, made.games.get(), "A")
    made.refresh_from_db()
    return made


@pytest.fixture
def desk(organiser: Any) -> Client:
    return as_person(organiser)


# --- who may what -----------------------------------------------------------------------------

LOGIN, GONE, NOT_SO = 302, 404, 405
# For a stranger, a player of the tournament, another tournament's organiser, and its own.
READ = {
    "": (200, 200, 200, 200),
    "new/": (LOGIN, 200, 200, 200),
    "{pk}/": (200, 200, 200, 200),
    "{pk}/live/": (200, 200, 200, 200),
    "{pk}/register/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/withdraw/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/edit/": (LOGIN, GONE, GONE, 200),
    "{pk}/desk/": (LOGIN, GONE, GONE, 200),
    "{pk}/desk/open/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/close/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/seat/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/finish/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/delete/": (GONE, GONE, GONE, GONE),
    "{pk}/desk/call-off/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/confirm/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/check-in/": (LOGIN, 200, 200, 200),
    "{pk}/desk/guests/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/people/1/present/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/": (LOGIN, GONE, GONE, 200),
    "{pk}/tables/2/": (LOGIN, GONE, GONE, GONE),
    "{pk}/tables/1/state/": (LOGIN, GONE, GONE, 200),
    "{pk}/tables/1/enter/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/undo/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/correct/0/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
}
REFUSED = 409
WRITE = {
    "": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "new/": (LOGIN, 400, 400, 400),
    "{pk}/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/live/": (NOT_SO, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/register/": (LOGIN, REFUSED, REFUSED, REFUSED),
    "{pk}/withdraw/": (LOGIN, REFUSED, REFUSED, REFUSED),
    "{pk}/edit/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/desk/open/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/close/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/seat/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/finish/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/confirm/": (LOGIN, 302, REFUSED, REFUSED),
    "{pk}/check-in/": (LOGIN, REFUSED, REFUSED, REFUSED),
    "{pk}/desk/guests/": (LOGIN, GONE, GONE, 400),
    "{pk}/desk/remove-absent/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/people/1/present/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/people/1/absent/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/people/1/take-off/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/people/1/take-back/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/desk/people/99/present/": (LOGIN, GONE, GONE, GONE),
    "{pk}/tables/1/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/state/": (LOGIN, NOT_SO, NOT_SO, NOT_SO),
    "{pk}/tables/1/enter/": (LOGIN, GONE, GONE, 400),
    "{pk}/tables/2/enter/": (LOGIN, GONE, GONE, GONE),
    "{pk}/tables/1/undo/": (LOGIN, GONE, GONE, REFUSED),
    "{pk}/tables/1/correct/0/": (LOGIN, GONE, GONE, REFUSED),
}


@pytest.mark.parametrize(("method", "allowed"), [("get", READ), ("post", WRITE)])
def test_who_gets_in_where(
    cup: Tournament, organiser: Any, method: str, allowed: dict[str, tuple[int, ...]]
) -> None:
    rival = person("rival")
    tournament(rival)
    player = account("A")
    clients = [Client(), *map(as_person, (player, rival, organiser))]
    before = list(Entry.objects.values()), Tournament.objects.get(pk=cup.pk).state
    found = {}
    for address in allowed:
        answers = [
            getattr(one, method)("/tournaments/" + address.format(pk=cup.pk)) for one in clients
        ]
        found[address] = tuple(answer.status_code for answer in answers)
        if allowed[address][0] == LOGIN:
            assert answers[0]["Location"].startswith("/accounts/login/?next=/tournaments/")
    assert found == allowed
    # None of these had content, or came at the right time: nothing became of them.
    assert (list(Entry.objects.values()), Tournament.objects.get(pk=cup.pk).state) == before


def test_every_address_is_in_the_table() -> None:
    from tournaments.urls import urlpatterns

    probes = {name.format(pk=1) for name in {**READ, **WRITE}}
    for pattern in urlpatterns:
        assert any(pattern.resolve(probe) for probe in probes), pattern


def test_a_draft_is_shown_to_its_organiser_alone(organiser: Any, desk: Client) -> None:
    draft = tournament(organiser)
    Tournament.objects.update(state="draft")
    for part in ("", "live/"):
        path = f"/tournaments/{draft.pk}/{part}"
        assert desk.get(path).status_code == 200
        assert Client().get(path).status_code == 404
        assert as_person(person(f"other{part[:-1]}")).get(path).status_code == 404
    assert "Sunday" in text(desk.get("/tournaments/"))
    assert "Sunday" not in text(Client().get("/tournaments/"))
    other = as_person(person("third"))
    assert other.post(f"/tournaments/{draft.pk}/register/").status_code == 404
    assert Registration.objects.count() == 0


@pytest.mark.parametrize(
    "address",
    [
        "9" * 30 + "/",
        "9" * 30 + "/live/",
        "{pk}/desk/people/" + "9" * 30 + "/present/",
        "{pk}/tables/" + "9" * 30 + "/",
        "0/",
    ],
)
def test_what_is_not_there_is_a_404(cup: Tournament, desk: Client, address: str) -> None:
    path = "/tournaments/" + address.format(pk=cup.pk)
    assert (desk.post if "present" in address else desk.get)(path).status_code == 404


def test_a_form_without_its_token_is_refused(cup: Tournament, organiser: Any) -> None:
    careless = Client(enforce_csrf_checks=True)
    careless.force_login(organiser)
    assert careless.post(f"/tournaments/{cup.pk}/tables/1/undo/", {"index": 0}).status_code == 403
    assert Entry.objects.filter(retired_at=None).count() == 1


# --- live -------------------------------------------------------------------------------------


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
        lambda cup, user: games.correct_round(
            user=user, game=cup.games.get(), index=0, events=[], reason="a slip", now=NOW
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
    organising.seat_present_players(tournament=cup, seed=1, now=NOW)
    tag()
    assert len(tags) == 6


def test_a_correction_is_public(cup: Tournament, organiser: Any, desk: Client) -> None:
    game = cup.games.get()
    page = f"/tournaments/{cup.pk}/"
    assert "corrected" not in text(Client().get(page))
    games.correct_round(
        user=organiser,
        game=game,
        index=0,
        events=[round_of(game, "B")],
        reason="It was B.",
        now=NOW,
    )
    assert "1 round corrected" in text(Client().get(page))
    assert "1 round corrected" in text(Client().get(page + "live/"))
    # The reason names people, perhaps some who are not to be named: it is told at the desk.
    assert "It was B." not in text(Client().get(page))
    assert "Round 1: A – corrected, org, 2 p.m.: It was B." in text(desk.get(page + "tables/1/"))


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
        for address in (page, page + "live/", api, "/tournaments/", "/api/v1/tournaments/"):
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


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize("page", ["", "live/", "desk/"])
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


# --- entries ----------------------------------------------------------------------------------


def send(client: Client, cup: Tournament, body: Any) -> Any:
    content = body if isinstance(body, str | bytes) else json.dumps(body)
    path = f"/tournaments/{cup.pk}/tables/1/enter/"
    return client.post(path, content, content_type="application/json")


def entry(filled: Any, *, index: Any = 1, key: Any = None) -> dict[str, Any]:
    event = {"kind": "round", "filled": filled}
    return {"key": str(uuid4()) if key is None else key, "index": index, "event": event}


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        "1",
        b"\xff\xfe",
        "[" * 100_000,
        '{"key": ' * 5000,
        json.dumps({"index": 1, "event": {}}),
        json.dumps(entry([], key="no key")),
        json.dumps(entry([], key=7)),
        json.dumps(entry([], key=[1])),
        json.dumps(entry([], index="1")),
        json.dumps(entry([], index=True)),
        json.dumps(entry([], index=1.0)),
        json.dumps(entry([], index=-1)),
        json.dumps(entry([], index=2**40)),
        f'{{"key": "{uuid4()}", "index": {"9" * 5000}, "event": {{}}}}',
    ],
    ids=lambda body: str(body)[:30],
)  # fmt: skip
def test_what_is_no_entry_is_refused(cup: Tournament, desk: Client, body: Any) -> None:
    assert send(desk, cup, body).status_code == 400
    assert Entry.objects.count() == 1


def test_an_event_of_any_depth_is_no_servers_error(cup: Tournament, desk: Client) -> None:
    for depth in (*range(100, 1000, 50), 10_000):
        filled = "[" * depth + "]" * depth
        body = '{"key": "%s", "index": 1, "event": {"kind": "round", "filled": %s}}'
        assert send(desk, cup, body % (uuid4(), filled)).status_code in (400, 422)
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    ("event", "field", "message"),
    [
        ({"kind": "round", "filled": [3]}, "filled", "The table has no seat 3."),
        ({"kind": "round", "filled": [-1]}, "filled", "The table has no seat -1."),
        ({"kind": "round", "filled": [10**50]}, "filled", "The table has no seat …."),
        ({"kind": "round", "filled": ["1"]}, "filled", None),
        ({"kind": "round", "filled": [True]}, "filled", None),
        ({"kind": "round", "filled": [None]}, "filled", None),
        ({"kind": "round", "filled": "AB"}, "filled", None),
        ({"kind": "round", "filled": {}}, "filled", None),
        ({"kind": "round"}, "filled", "The event lacks this field."),
        ({"kind": "turn", "filled": []}, "kind", None),
        ({"kind": ["round"], "filled": []}, "kind", None),
        ({"filled": []}, "kind", "The event must say of which kind it is."),
        ({"kind": "round", "filled": [], "winner": 1}, "winner", None),
        ({"kind": "round", "filled": [], "\ud800": 1}, "\ud800", None),
        ([], "event", None),
        ("round", "event", None),
        (None, "event", None),
    ],
)
def test_what_the_rules_refuse_names_the_field(
    cup: Tournament, desk: Client, event: Any, field: str, message: str | None
) -> None:
    answer = send(desk, cup, {"key": str(uuid4()), "index": 1, "event": event})
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    if message is not None:
        assert answer.json()["error"] == message
    assert Entry.objects.count() == 1


def test_who_is_done_is_named(cup: Tournament, desk: Client) -> None:
    seat = games.view_of(cup.games.get()).names.index("A")
    answer = send(desk, cup, entry([seat]))
    assert (answer.status_code, answer.json()) == (
        422,
        {
            "error": "The area is already filled by A, who waits for the next one.",
            "field": "filled",
        },
    )
    twice = [one for one in range(3) if one != seat][:1] * 2
    assert send(desk, cup, entry(twice)).json()["field"] == "filled"


def test_a_round_entered_twice(cup: Tournament, desk: Client) -> None:
    sent = entry([])
    first, again = send(desk, cup, sent), send(desk, cup, sent)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json() == sent
    # The same round with another key, as a second phone would send it.
    other = send(desk, cup, entry([]))
    assert other.status_code == 409
    assert other.json() == {
        "error": "Something else was entered in the meantime; look at the game as it stands.",
        "there": [sent],
    }
    assert Entry.objects.count() == 2


def test_a_conflict_shows_all_that_is_there(cup: Tournament, desk: Client) -> None:
    there = [entry([]), entry([], index=2)]
    for one in there:
        send(desk, cup, one)
    assert send(desk, cup, entry([])).json()["there"] == there
    assert send(desk, cup, entry([], index=9)).json()["there"] == []


def test_an_entry_for_a_table_that_was_drawn_anew(organiser: Any, desk: Client) -> None:
    cup = seated(organiser, ["A", "B"])
    shown = cup.games.get()
    organising.seat_present_players(tournament=cup, seed=2, now=NOW)
    path = f"/tournaments/{cup.pk}/tables/1/enter/?game={shown.pk}"
    body = json.dumps(entry([0], index=0))
    assert desk.post(path, body, content_type="application/json").status_code == 404
    assert Entry.objects.count() == 0


def test_entries_without_javascript(cup: Tournament, desk: Client) -> None:
    table = f"/tournaments/{cup.pk}/tables/1/"
    view = games.view_of(cup.games.get())
    b = view.names.index("B")
    page = desk.get(table).content.decode()
    [key] = re.findall(r'name="key" value="([^"]*)"', page)
    [index] = re.findall(r'id="entry".*?name="index" value="(\d+)"', page, flags=re.DOTALL)
    fields = {"key": key, "index": index, "filled": [b]}
    for _ in range(2):  # "send this form again?" does no harm
        assert desk.post(table + "enter/", fields)["Location"] == table
    assert games.view_of(cup.games.get()).events[-1] == {"kind": "round", "filled": [b]}
    late = desk.post(table + "enter/", fields | {"key": str(uuid4())})
    assert told(late) == [
        "Something else was entered in the meantime; look at the game as it stands."
    ]
    wrong = desk.post(table + "enter/", {"key": str(uuid4()), "index": 2, "filled": [7]})
    assert told(wrong)[-1] == "The table has no seat 7."
    for broken in ({"index": "x"}, {"key": "x"}, {"filled": ["x"]}, {"filled": ["9" * 5000]}):
        assert desk.post(table + "enter/", {**fields, **broken}).status_code == 400
    assert Entry.objects.count() == 2


@pytest.mark.parametrize("index", ["", "x", "-1", "1", "9" * 5000, "²"])
def test_an_undo_of_another_round_undoes_nothing(cup: Tournament, desk: Client, index: str) -> None:
    answer = desk.post(f"/tournaments/{cup.pk}/tables/1/undo/", {"index": index})
    assert len(told(answer)) == 1
    assert Entry.objects.get().retired_at is None


@pytest.mark.parametrize(
    "fields",
    [
        {"filled": ["9" * 5000], "reason": "a slip"},
        {"filled": ["x"], "reason": "a slip"},
        {"filled": ["3"], "reason": "a slip"},
        {"filled": ["0", "0"], "reason": "a slip"},
        {"filled": ["0"]},
        {"filled": ["0"], "reason": "   "},
        {"filled": ["0"], "reason": "a\0b"},
        {"filled": ["0"], "reason": "<b>slip</b>"},
        {"filled": ["0"], "reason": "x" * 201},
    ],
    ids=["long", "word", "stranger", "twice", "no reason", "blanks", "NUL", "markup", "much"],
)
def test_a_correction_that_is_wrong_changes_nothing(
    cup: Tournament, desk: Client, fields: dict[str, Any]
) -> None:
    answer = desk.post(f"/tournaments/{cup.pk}/tables/1/correct/0/", fields)
    assert (answer.status_code, len(told(answer))) == (409, 1)
    assert Entry.objects.get().retired_at is None
    nowhere = desk.post(f"/tournaments/{cup.pk}/tables/1/correct/{'9' * 30}/", {"reason": "x"})
    assert "event" in told(nowhere)[-1]


def test_a_round_that_was_never_played(cup: Tournament, desk: Client) -> None:
    fields = {"remove": "1", "filled": ["0"], "reason": "nobody rolled"}
    desk.post(f"/tournaments/{cup.pk}/tables/1/correct/0/", fields)
    assert games.view_of(cup.games.get()).events == []


# --- registering ------------------------------------------------------------------------------


def test_registering_twice_and_withdrawing(organiser: Any) -> None:
    cup = tournament(organiser, capacity=2)
    path = f"/tournaments/{cup.pk}/"
    clients = [as_person(person(name)) for name in "abc"]
    states = [told(client.post(path + "register/"))[0] for client in (*clients, clients[0])]
    assert states == ["registered", "registered", "on the waitlist", "registered"]
    assert "You: on the waitlist" in text(clients[2].get(path))
    assert told(clients[0].post(path + "withdraw/"))[-1] == "withdrawn"
    assert "You: registered" in text(clients[2].get(path))
    assert [one.state for one in Registration.objects.all()] == [
        "withdrawn",
        "registered",
        "registered",
    ]


def test_registering_after_closing(organiser: Any) -> None:
    cup = tournament(organiser)
    client, path = as_person(person("late")), f"/tournaments/{cup.pk}/"
    assert "Register" in text(client.get(path))
    organising.close_registration(tournament=cup)
    assert told(client.post(path + "register/")) == ["Registration is closed."]
    organising.open_registration(tournament=cup)
    Tournament.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    assert told(client.post(path + "register/"))[-1] == "Registration is closed."
    assert f'action="{path}register/"' not in client.get(path).content.decode()
    assert Registration.objects.count() == 0


def test_nobody_withdraws_from_a_table(cup: Tournament) -> None:
    client = as_person(account("A"))
    answer = client.post(f"/tournaments/{cup.pk}/withdraw/")
    assert told(answer) == ["The tournament has begun; speak to the organiser."]
    assert "Withdraw" not in text(client.get(f"/tournaments/{cup.pk}/"))


# --- the organiser's forms --------------------------------------------------------------------

WANTED = {
    "name": "Sunday",
    "areas": "6",
    "starts_at": "2026-06-07T14:00",
    "time_zone": "Europe/Berlin",
    "closes_at": "",
    "capacity": "16",
}


def errors(answer: Any) -> dict[str, list[str]]:
    """The fields that an error stands at, as the page shows it."""
    page = answer.content.decode()
    fields = re.findall(r'<input[^>]* name="(\w+)"|<select[^>]* name="(\w+)"', page)
    shown = {name for pair in fields for name in pair if name}
    found: dict[str, list[str]] = answer.context["form"].errors
    assert set(found) <= shown
    assert page.count('class="errorlist') == len(found)
    return dict(found)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", "", None),
        ("name", "<b>Cup</b>", "Names may not contain < or >."),
        ("name", "a\0b", None),
        ("name", "x" * 81, None),
        ("areas", "7", None),
        ("areas", "six", None),
        ("capacity", "1", None),
        ("capacity", "1001", None),
        ("capacity", "many", None),
        ("capacity", "9" * 5000, None),
        ("starts_at", "", None),
        ("starts_at", "tomorrow", None),
        ("starts_at", "2026-06-31T14:00", None),
        ("starts_at", "2026-03-29T02:30", "The clocks skip this time in that night."),
        ("starts_at", "0001-01-01T00:00", "The calendar ends there."),
        ("closes_at", "2026-06-07T14:01", "Registration must close before the beginning."),
        ("closes_at", "2026-03-29T02:30", "The clocks skip this time in that night."),
        ("closes_at", "soon", None),
        ("time_zone", "", None),
        ("time_zone", "Europe/Atlantis", "There is no such time zone."),
        ("time_zone", "../../etc/passwd", "There is no such time zone."),
        ("time_zone", "Europe", "There is no such time zone."),
        ("time_zone", "x" * 300, "There is no such time zone."),
        ("time_zone", "Europe/Berlin\0", None),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    desk: Client, field: str, value: str, message: str | None
) -> None:
    answer = desk.post("/tournaments/new/", {**WANTED, field: value})
    assert answer.status_code == 400
    found = errors(answer)
    assert list(found) == [field]
    if message is not None:
        assert found[field] == [message]
    assert Tournament.objects.count() == 0


def test_nothing_at_all_is_wrong_everywhere(desk: Client) -> None:
    answer = desk.post("/tournaments/new/", {})
    assert answer.status_code == 400
    assert set(errors(answer)) == {"name", "areas", "starts_at", "time_zone", "capacity"}


@pytest.mark.parametrize(
    ("wall_clock", "zone", "moment"),
    [
        ("2026-06-07T14:00", "Europe/Berlin", datetime(2026, 6, 7, 12, 0, tzinfo=UTC)),
        ("2026-01-07T14:00", "Europe/Berlin", datetime(2026, 1, 7, 13, 0, tzinfo=UTC)),
        ("2026-06-07T14:00", "Asia/Kathmandu", datetime(2026, 6, 7, 8, 15, tzinfo=UTC)),
        # Twice 2:30 that night: the first one is meant.
        ("2026-10-25T02:30", "Europe/Berlin", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        ("2026-03-29T01:59", "Europe/Berlin", datetime(2026, 3, 29, 0, 59, tzinfo=UTC)),
        ("2026-03-29T03:00", "Europe/Berlin", datetime(2026, 3, 29, 1, 0, tzinfo=UTC)),
    ],
)
def test_times_are_those_of_the_place(
    desk: Client, wall_clock: str, zone: str, moment: datetime
) -> None:
    fields = {**WANTED, "starts_at": wall_clock, "closes_at": wall_clock, "time_zone": zone}
    assert desk.post("/tournaments/new/", fields).status_code == 302
    cup = Tournament.objects.get()
    assert (cup.starts_at, cup.closes_at) == (moment, moment)
    # Back to the form it is what was typed, and saving it again changes nothing.
    form = desk.get(f"/tournaments/{cup.pk}/edit/").content.decode()
    assert re.findall(r'name="\w+_at" value="([^"]*)"', form) == [wall_clock] * 2
    desk.post(f"/tournaments/{cup.pk}/edit/", fields)
    cup.refresh_from_db()
    assert (cup.starts_at, cup.closes_at) == (moment, moment)
    hour = f"{cup.starts_locally:%-I:%M}".removesuffix(":00")
    assert hour in text(desk.get(f"/tournaments/{cup.pk}/"))


def test_fewer_places_than_people(organiser: Any, desk: Client) -> None:
    cup = tournament(organiser, capacity=4)
    for name in "abc":
        register(person(name), cup)
    answer = desk.post(f"/tournaments/{cup.pk}/edit/", {**WANTED, "capacity": "2"})
    assert answer.status_code == 400
    assert errors(answer) == {"capacity": ["3 people have a place already."]}
    cup.refresh_from_db()
    assert cup.capacity == 4


def test_seated_is_seated(cup: Tournament, desk: Client) -> None:
    answer = desk.post(f"/tournaments/{cup.pk}/edit/", {**WANTED, "name": "Monday"})
    assert answer.status_code == 400
    assert "The tables are seated already." in text(answer)
    assert Tournament.objects.get().name == "Sunday"


def test_five_areas_and_three_seats(organiser: Any, desk: Client) -> None:
    desk.post("/tournaments/new/", {**WANTED, "areas": "5"})
    cup = Tournament.objects.get()
    path = f"/tournaments/{cup.pk}/desk/"
    desk.post(path + "open/")
    for name in "abc":
        number = register(person(name), cup).number
        desk.post(f"{path}people/{number}/present/")
    assert "Seat the 3 present players" in text(desk.get(path))
    answer = desk.post(path + "seat/")
    assert told(answer) == ["Present: 3. So many can't be seated at tables of 2."]
    assert (cup.games.count(), Tournament.objects.get().state) == (0, "open")
    desk.post(f"{path}people/3/absent/")
    desk.post(path + "seat/")
    assert Tournament.objects.get().state == "running"


def test_presence_at_the_wrong_time(cup: Tournament, desk: Client) -> None:
    answer = desk.post(f"/tournaments/{cup.pk}/desk/people/1/absent/")
    assert told(answer) == ["The tables are seated already."]
    assert Registration.objects.filter(is_present=True).count() == 3


def test_deeds_at_the_wrong_time(cup: Tournament, desk: Client) -> None:
    path = f"/tournaments/{cup.pk}/desk/"
    said = [told(desk.post(f"{path}{deed}/"))[-1] for deed in ("open", "close", "seat", "finish")]
    assert said == [
        "That is not possible now; the tournament is: running",
        "That is not possible now; the tournament is: running",
        "A game has begun; the tables stay as they are.",
        "These tables have not finished: 1",
    ]


MARKUP = "<img src=x onerror=alert(1)>"


def test_names_with_markup_stay_text(cup: Tournament, organiser: Any, desk: Client) -> None:
    """Names that came by another way than the forms would still be shown as text."""
    Tournament.objects.update(name=MARKUP)
    user = account("B")
    user.nickname = f'"{MARKUP}'
    user.save()
    game = cup.games.get()
    games.correct_round(user=organiser, game=game, index=0, events=[], reason="slip", now=NOW)
    Entry.objects.update(reason=MARKUP)
    page = f"/tournaments/{cup.pk}/"
    for address in ("/tournaments/", page, page + "live/", page + "desk/", page + "tables/1/"):
        body = desk.get(address).content.decode()
        assert "<img src=x" not in body
        assert "&lt;img src=x" in body


def test_finished_is_finished(organiser: Any, desk: Client) -> None:
    cup = seated(organiser, ["A", "B"])
    game = cup.games.get()
    for _ in range(6):
        enter(organiser, game, "A", "B")
    path = f"/tournaments/{cup.pk}/"
    desk.post(path + "desk/finish/")
    assert "Final standings" in text(Client().get(path))
    refused = "Entries are only taken while the tournament is running."
    assert send(desk, cup, entry([], index=6)).json()["error"] == refused
    assert told(desk.post(path + "tables/1/undo/", {"index": 5})) == [refused]
    fields = {"filled": [0], "reason": "late"}
    assert told(desk.post(path + "tables/1/correct/5/", fields))[-1] == refused
    assert Entry.objects.filter(retired_at=None).count() == 6
    page = desk.get(path + "tables/1/").content.decode()
    assert "Undo" not in page
    assert "<button" not in page.split('id="state"')[1].split('id="unsent"')[0]


def test_in_german(cup: Tournament, desk: Client) -> None:
    compile_translations()
    # Django may have read an older catalog by now.
    translation_file_changed(None, po_file("de").with_suffix(".mo"))
    headers = {"Accept-Language": "de"}
    page = f"/tournaments/{cup.pk}/"
    public = text(desk.get(page, headers=headers))
    assert "Rangliste" in public
    a = games.view_of(cup.games.get()).names.index("A")
    path = f"{page}tables/1/enter/"
    sent = json.dumps(entry([a]))
    answer = desk.post(path, sent, content_type="application/json", headers=headers)
    assert answer.json()["error"].startswith("A hat die Fläche")


def test_who_logs_in_to_register_comes_back_to_the_tournament(organiser: Any) -> None:
    cup = tournament(organiser)
    answer = Client().post(f"/tournaments/{cup.pk}/register/")
    assert answer["Location"] == f"/accounts/login/?next=/tournaments/{cup.pk}/"
