"""A tournament's sheets: from the desk, from the command line, for nobody else."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pypdf import PdfReader

from tests.tournaments.pages import as_person, told
from tests.tournaments.people import account, enter, person, register, seated, tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

KINDS = ("table-slips", "standings", "posters")


@pytest.fixture
def cup(settings: Any) -> Tournament:
    """Ann, Bob and Cleo at a table; Bob has filled an area first."""
    settings.SITE_URL = "https://club.example.org"
    cup = seated(person("org"), ["Ann", "Bob", "Cleo"])
    shy = account("Cleo")
    shy.is_listed = False
    shy.save()
    enter(account("org"), cup.games.get(), "Bob")
    return cup


def words(content: bytes) -> list[str]:
    [page] = PdfReader(BytesIO(content)).pages
    return [line.strip() for line in page.extract_text().splitlines() if line.strip()]


def test_the_desk_prints(cup: Tournament) -> None:
    desk = as_person(account("org"))
    found = {
        kind: words(desk.get(f"/tournaments/{cup.pk}/desk/{kind}.pdf").content) for kind in KINDS
    }
    # On the table and on the seating poster stand those who sit there; on the wall nobody who
    # wants to be left out.
    for kind, names in (
        ("table-slips", {"Ann", "Bob", "Cleo"}),
        ("posters", {"Ann", "Bob", "Cleo"}),
        ("standings", {"Ann", "Bob", "Player 3"}),
    ):
        text = " ".join(found[kind])
        assert {name for name in ("Ann", "Bob", "Cleo", "Player 3") if name in text} == names
        assert "Round 1" in text
    assert "club.example.org" in found["table-slips"]
    assert f"/tournaments/{cup.pk}/tables/1/" in found["table-slips"]


def test_before_the_first_round_the_poster_is_for_checking_in() -> None:
    cup = tournament(person("org"))
    register(person("Ann"), cup)
    desk = as_person(account("org"))
    text = " ".join(words(desk.get(f"/tournaments/{cup.pk}/desk/posters.pdf").content))
    assert "Check in here" in text
    assert cup.check_in_code in text
    refused = desk.get(f"/tournaments/{cup.pk}/desk/table-slips.pdf")
    assert (refused.status_code, told(refused)) == (302, ["No round is drawn yet."])


def test_standings_of_a_tournament_that_is_over_say_so(cup: Tournament) -> None:
    Tournament.objects.update(state="finished")
    page = as_person(account("org")).get(f"/tournaments/{cup.pk}/desk/standings.pdf")
    assert " ".join(words(page.content)).startswith("Sunday Final standings Place Player")


def test_letter_and_less_ink(cup: Tournament) -> None:
    desk = as_person(account("org"))
    answer = desk.get(f"/tournaments/{cup.pk}/desk/standings.pdf?paper=letter&ink_saving=1")
    assert answer["Content-Type"] == "application/pdf"
    box = PdfReader(BytesIO(answer.content)).pages[0].mediabox
    assert (float(box.width), float(box.height)) == (612.0, 792.0)
    wrong = desk.get(f"/tournaments/{cup.pk}/desk/standings.pdf?paper=a5")
    assert told(wrong) == ["The paper is a4 or letter."]


def test_nobody_else_prints(cup: Tournament) -> None:
    rival = person("rival")
    for kind in KINDS:
        path = f"/tournaments/{cup.pk}/desk/{kind}.pdf"
        assert Client().get(path)["Location"].startswith("/accounts/login/")
        for user in (account("Ann"), rival):
            assert as_person(user).get(path).status_code == 404
        # The shop that is open to everybody has no such kind.
        assert Client().get(f"/print/{kind}/").status_code == 404
        assert Client().get(f"/print/{kind}/pdf/", {"tournament": cup.pk}).status_code == 404
        ordered = as_person(rival).post(
            "/api/v1/prints/",
            {"kind": kind, "tournament": cup.pk},
            content_type="application/json",
        )
        assert ordered.status_code == 400
    assert "table-slips" not in Client().get("/print/").content.decode()


def test_through_the_api(cup: Tournament) -> None:
    path = f"/api/v1/tournaments/{cup.pk}/prints/"
    desk = as_person(account("org"))
    answer = desk.get(f"{path}standings/")
    page = desk.get(f"/tournaments/{cup.pk}/desk/standings.pdf")
    assert (answer["Content-Type"], answer.content) == ("application/pdf", page.content)
    wrong = desk.get(f"{path}standings/?paper=a5")
    assert (wrong.status_code, wrong.json()) == (400, {"paper": ["The paper is a4 or letter."]})
    assert desk.get(f"{path}cards/").status_code == 404
    assert as_person(account("Ann")).get(f"{path}standings/").status_code == 404
    assert Client().get(f"{path}standings/").status_code == 401


@pytest.mark.parametrize("kind", KINDS)
def test_from_the_command_line(cup: Tournament, tmp_path: Path, kind: str) -> None:
    out, again = tmp_path / "one.pdf", tmp_path / "two.pdf"
    for path in (out, again):
        call_command("print", kind, "--tournament", str(cup.pk), "--out", str(path))
    assert out.read_bytes() == again.read_bytes()
    desk = as_person(account("org")).get(f"/tournaments/{cup.pk}/desk/{kind}.pdf")
    assert desk.content == out.read_bytes()
    with pytest.raises(CommandError) as refused:
        call_command("print", kind, "--tournament", str(cup.pk + 1), "--out", str(out))
    assert str(refused.value) == "argument --tournament: There is no such tournament."
