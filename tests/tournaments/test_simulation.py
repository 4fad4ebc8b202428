"""A whole tournament at random, by the command."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def simulated(variant: str, players: int, rounds: int, *options: str) -> dict[str, Any]:
    out = StringIO()
    call_command(
        "simulate_tournament",
        *("--variant", variant, "--players", str(players), "--rounds", str(rounds)),
        *("--seed", "7", *options),
        stdout=out,
    )
    [line] = out.getvalue().splitlines()
    played: dict[str, Any] = json.loads(line)
    return played


def test_sixteen_players_in_five_rounds() -> None:
    played = simulated("junior", 16, 5)
    assert [len(one["tables"]) for one in played["rounds"]] == [4] * 5
    assert (played["repeats"], played["short_tables"]) == (0, 0)
    assert sorted(played) == ["repeats", "rounds", "seconds", "short_tables", "standings"]
    lines = played["standings"]
    assert {line["player"] for line in lines} == {f"P{number}" for number in range(1, 17)}
    assert [line["place"] for line in lines] == sorted(line["place"] for line in lines)
    # Five rounds of four tables with 1 + 2/3 + 1/3 points for whoever is beaten: 2 a table.
    assert sum(float(line["metrics"]["table_points"]) for line in lines) == pytest.approx(
        40, abs=0.1
    )
    assert Tournament.objects.count() == 0
    again = simulated("junior", 16, 5)
    assert again["rounds"] == played["rounds"]
    assert again["standings"] == played["standings"]


@pytest.mark.parametrize("variant", ["classic-2003", "classic-2015", "family-3d", "dice"])
def test_every_variant(variant: str) -> None:
    played = simulated(variant, 5, 2)
    assert [len(one["tables"]) for one in played["rounds"]] == [2, 2]
    assert played["short_tables"] == 2 * 2 - 2


def test_any_number_is_a_seed() -> None:
    simulated("dice", 4, 1, "--seed", "-" + "9" * 30)


def test_a_tournament_that_is_kept() -> None:
    simulated("dice", 2, 1, "--keep")
    assert Tournament.objects.get().state == "finished"


@pytest.mark.parametrize(
    ("variant", "players", "rounds", "message"),
    [
        ("dice", 5000, 1, "capacity: Ensure this value is less than or equal to 1000."),
        ("dice", 4, 21, "planned_rounds: Ensure this value is less than or equal to 20."),
        ("solo-junior", 4, 1, "variant: This game is played alone; a tournament needs tables."),
        ("chess", 4, 1, "variant: There is no variant 'chess'."),
    ],
)
def test_what_cannot_be_played(variant: str, players: int, rounds: int, message: str) -> None:
    with pytest.raises(CommandError) as refused:
        simulated(variant, players, rounds)
    assert (str(refused.value), refused.value.returncode) == (message, 1)
