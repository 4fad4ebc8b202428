"""The form of a tournament: what is wrong stands at its field."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.pages import text, told
from tests.tournaments.people import (
    person,
    register,
    tournament,
)
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


WANTED = {
    "name": "Sunday",
    "variant": "dice",
    "areas": "6",
    "starts_at": "2026-06-07T14:00",
    "time_zone": "Europe/Berlin",
    "closes_at": "",
    "capacity": "16",
}


def errors(answer: Any) -> dict[str, list[str]]:
    """The fields that an error stands at, as the page shows it."""
    page = answer.content.decode()
    fields = re.findall(r'<(?:input|select|textarea)[^>]* name="(\w+)"', page)
    shown = set(fields)
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
        ("starts_at", "9999-12-31T12:00", "The calendar ends there."),
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
    assert set(errors(answer)) == {"name", "variant", "starts_at", "time_zone", "capacity"}


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


def test_where_it_is_and_what_it_is_about(desk: Client) -> None:
    about = "Bring <cake>.\r\n\r\nhttps://club.example/way"
    fields = {**WANTED, "venue": "Town hall, room 3", "about": about}
    assert desk.post("/tournaments/new/", fields).status_code == 302
    cup = Tournament.objects.get()
    page = desk.get(f"/tournaments/{cup.pk}/").content.decode()
    assert "<dt>Venue</dt><dd>Town hall, room 3</dd>" in page
    link = '<a href="https://club.example/way" rel="nofollow">https://club.example/way</a>'
    assert f"<p>Bring &lt;cake&gt;.</p>\n\n<p>{link}</p>" in page
    for field, value in {"venue": "a\0b", "about": "a\x1bb"}.items():
        changed = desk.post(f"/tournaments/{cup.pk}/edit/", {**fields, field: value})
        assert changed.status_code == 400
    for field, longest in {"venue": 120, "about": 2000}.items():
        answers = [
            desk.post(f"/tournaments/{cup.pk}/edit/", {**fields, field: "x" * length})
            for length in (longest, longest + 1)
        ]
        assert [answer.status_code for answer in answers] == [302, 400]
        assert list(errors(answers[1])) == [field]


def test_what_most_leave_as_it_is_is_folded_unless_it_is_wrong(desk: Client) -> None:
    def open_groups(answer: Any) -> int:
        return int(answer.content.decode().count("<details open>"))

    assert open_groups(desk.get("/tournaments/new/")) == 0
    wrong = {**WANTED, "closes_at": "soon"}
    assert open_groups(desk.post("/tournaments/new/", wrong)) == 1
    desk.post("/tournaments/new/", WANTED)
    assert open_groups(desk.get(f"/tournaments/{Tournament.objects.get().pk}/edit/")) == 2


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


def test_a_level_is_that_of_all_seats_or_left_open(desk: Client) -> None:
    wanted = {**WANTED, "variant": "family-3d", "playoff": "True"}
    assert desk.post("/tournaments/new/", {**wanted, "levels": "[2, 2, 2, 2]"}).status_code == 302
    cup = Tournament.objects.get()
    assert cup.config == {"playoff": True, "levels": [2, 2, 2, 2]}
    shown = desk.get(f"/tournaments/{cup.pk}/edit/").content.decode()
    assert '<option value="[2, 2, 2, 2]" selected>2</option>' in shown
    assert desk.post(f"/tournaments/{cup.pk}/edit/", {**wanted, "levels": ""}).status_code == 302
    assert Tournament.objects.get().config == {"playoff": True}
    wrong = desk.post(f"/tournaments/{cup.pk}/edit/", {**wanted, "levels": "2"})
    assert (wrong.status_code, list(errors(wrong))) == (400, ["levels"])


@pytest.mark.parametrize(
    ("variant", "options", "config"),
    [
        ("dice", {"areas": "5"}, {"areas": 5}),
        ("classic-2003", {"pieces": "4"}, {"pieces": 4}),
        ("classic-2015", {"pieces": "4", "playoff": "False"}, {"pieces": 4, "playoff": False}),
        ("family-3d", {"playoff": "True"}, {"playoff": True}),
        ("junior", {"side": "difficult"}, {"side": "difficult"}),
    ],
)
def test_each_game_has_options_of_its_own(
    desk: Client, variant: str, options: dict[str, str], config: dict[str, Any]
) -> None:
    wanted = {key: value for key, value in WANTED.items() if key != "areas"}
    # What other games have is sent along where no script takes it away, and left alone.
    others = {"areas": "6", "pieces": "3", "playoff": "True", "side": "easy"}
    posted = {**wanted, **others, "variant": variant, **options}
    assert desk.post("/tournaments/new/", posted).status_code == 302
    cup = Tournament.objects.get()
    assert (cup.variant, cup.config) == (variant, config)
    shown = desk.get(f"/tournaments/{cup.pk}/edit/").content.decode()
    for value in options.values():
        assert f'<option value="{value}" selected>' in shown
    for name in options:
        bare = {**wanted, "variant": variant, **options, name: "9"}
        answer = desk.post("/tournaments/new/", bare)
        assert (answer.status_code, list(errors(answer))) == (400, [name])
        del bare[name]
        assert list(errors(desk.post("/tournaments/new/", bare))) == [name]
    assert Tournament.objects.count() == 1


def test_a_game_that_nobody_can_organise(desk: Client) -> None:
    for variant in ("solo-classic", "chess", ""):
        answer = desk.post("/tournaments/new/", {**WANTED, "variant": variant})
        assert (answer.status_code, list(errors(answer))) == (400, ["variant"])
