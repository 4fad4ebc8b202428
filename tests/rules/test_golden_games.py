"""Whole games of each variant as files, with the arithmetic of what `replay_game` says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.test_gamefile import check, run, values
from tournaments.rules import RULES

GAMES = Path(__file__).parent / "games"
FILES = sorted(GAMES.glob("*.json"))


def told(name: str) -> dict[str, Any]:
    out, code = run(GAMES / f"{name}.json")
    assert code == 0
    result: dict[str, Any] = json.loads(out)
    assert result["finished"] is True
    return result


def places(name: str) -> tuple[list[int], list[int]]:
    result = told(name)
    return result["scores"], result["places"]


def test_every_variant_has_one() -> None:
    assert {json.loads(path.read_text("utf-8"))["variant"] for path in FILES} == set(RULES)


def test_classic_2015() -> None:
    # Blue 3 and brown 1 are from the track where they stand first; then what was drawn.
    # Ann: round 1 blue + red, 2 brown + green, 5 brown + green, 6 brown + green:
    #   1 red, 1 blue, 3 green, 3 brown = 4 + 3 + 3 × 2 + 3 × 1 = 16.
    # Ben: 1 brown + green 3, 2 blue + brown 4, 5 blue + green 5, 7 blue + brown 4,
    #   8 brown + green 3, 9 blue + red 7 = 26.
    # Cleo: 1 blue 3, 4 blue + red 7, 5 brown 1, 6 blue + green 5, 7 brown + red 5,
    #   8 blue + blue 6 = 27.
    assert places("classic-2015") == ([16, 26, 27], [3, 2, 1])
    state = told("classic-2015")["state"]
    assert state["won"][0] == {"red": 1, "blue": 1, "green": 3, "brown": 3}
    # The bag: 10 of each. Drawn: 4 red (1, 4, 7, 9), 2 blue (1, 8), 7 green (1, 2, 5, 5, 6, 6,
    # 8), 3 brown (2, 5, 7). Put in: blue and brown in round 3, brown in 4 and in 9, since one
    # alone finished: 10 − 4 = 6 red, 10 − 2 + 1 = 9 blue, 10 − 7 = 3 green,
    # 10 − 3 + 3 = 10 brown. 28, and with 8 + 12 + 10 won gems 58.
    assert state["bag"] == {"red": 6, "blue": 9, "green": 3, "brown": 10}
    assert state["track"] == dict.fromkeys(("red", "blue", "green", "brown"), 0)


def test_a_round_for_nobody_needs_its_second_chance(tmp_path: Path) -> None:
    # In the third round nobody finishes, after the second chance; here it is left out.
    game = json.loads((GAMES / "classic-2015.json").read_text("utf-8"))
    (index,) = (i for i, event in enumerate(game["events"]) if event.get("finished") == [])
    game["events"][index]["second_chance"] = False
    changed = tmp_path / "game.json"
    changed.write_text(json.dumps(game), "utf-8")
    out, code = run(changed)
    reason = "If nobody finishes, the timer is turned once more; only then is the round over."
    assert code == 1
    assert json.loads(out) == {
        "error": {"index": index, "field": "second_chance", "reason": reason},
    }


# In the 3-D games Ann, Ben and Cleo finish in turn as first, second and third, three times each.
# The first draws green: 3 + 2, the second brown: 1 + 1, the third red: 4.
# 3 × 5 + 3 × 2 + 3 × 4 = 33 for each of them, and 0 for Dan.


def test_family_3d_with_a_playoff_of_three() -> None:
    # Cleo wins the playoff: she is first, Ann and Ben share the second place, Dan is fourth.
    assert places("family-3d") == ([33, 33, 33, 0], [2, 2, 1, 4])
    assert told("family-3d")["why"] == [
        "Total 33, the highest, but seat 2 won the playoff;"
        " level with seat 1: they share the place.",
        "Total 33, the highest, but seat 2 won the playoff;"
        " level with seat 0: they share the place.",
        "Total 33, the highest, level with seat 0, seat 1, and first in the playoff.",
        "Total 0, behind seat 0, seat 1, seat 2.",
    ]


def test_family_3d_with_the_playoff_switched_off() -> None:
    assert places("family-3d-shared") == ([33, 33, 33, 0], [1, 1, 1, 4])


def test_classic_2003() -> None:
    # Ann and Ben stand on row 1, Cleo on row 6; row 1 is red, red, blue, blue, and so on.
    # Rounds 1 to 3: Ann takes red, red and then Ben blue, blue: 6 red, 6 blue. Row 1 is empty.
    #   Cleo, the third in round 1, stays and takes violet, violet.
    # Round 4: Ann, the first, stays on the empty row: nothing. Ben moves one row: yellow, yellow.
    # Round 5: Ann on row 2: green, green. Ben is too late to take: nothing.
    # Round 6: Ben: yellow, yellow. Ann: green, green.
    # Round 7: Ben finishes first, but Ann is at row 3 before him: brown, brown. Ben: violet, green.
    # Round 8: Ann: brown, violet. Ben: violet, green.
    # Round 9, second chance: Cleo alone, from row 6 to 5: brown, brown.
    # Ann: 6 red, 4 green, 3 brown, 1 violet. Ben: 6 blue, 4 yellow, 2 violet, 2 green.
    # 6 = 6, 4 = 4, 3 > 2: Ann. Cleo: 2 violet, 2 brown.
    assert places("classic-2003") == ([6, 6, 2], [1, 2, 3])
    result = told("classic-2003")
    assert result["why"] == [
        "Gems by colour 6-4-3-1, ahead of seat 1 with 6-4-2-2.",
        "Gems by colour 6-4-2-2, behind seat 0 with 6-4-3-1.",
        "Gems by colour 2-2, behind seat 1 with 6-4-2-2.",
    ]
    none = dict.fromkeys(("red", "green", "brown", "violet", "yellow", "blue"), 0)
    assert result["state"]["counts"] == [
        none | {"red": 6, "green": 4, "brown": 3, "violet": 1},
        none | {"blue": 6, "yellow": 4, "violet": 2, "green": 2},
        none | {"violet": 2, "brown": 2},
    ]
    # 12, 8, 8, 0, 2 and 2 gems are gone: 14 + 14 + 4 = 32.
    assert [len(row) for row in result["state"]["rows"]] == [0, 4, 4, 12, 10, 10]
    assert result["state"]["pawns"] == [3, 3, 5]


def test_junior_for_two() -> None:
    # Won by Ann, Ben, Ann, nobody, Ben: 2 each, and they win together.
    # In the box the losers' cards of four rounds and both of the fourth: 4 + 2 = 6 of 10.
    assert places("junior-2") == ([2, 2], [1, 1])
    assert len(told("junior-2")["state"]["boxed"]) == 6


def test_junior_for_three() -> None:
    # 1: Ben own + Cleo's 2, Ann own 1. 2: Cleo own + Ann's 2, Ben own 1. 3: nobody, 3 in the box.
    # 4: Ann own 1, the others gave up, 2 in the box. 5: Ann own + Ben's 2, Cleo own 1.
    # Ann 1 + 1 + 2 = 4. Ben 2 + 1 = 3. Cleo 2 + 1 = 3. In the box 5: 15 cards.
    assert places("junior-3") == ([4, 3, 3], [1, 2, 2])
    assert len(told("junior-3")["state"]["boxed"]) == 5


def test_junior_for_four() -> None:
    # 1: Dan own + Cleo's 2, Ann 1, Ben 1. 2: Ann own + Dan's 2, Ben 1, Cleo 1.
    # 3: Ann 1, Ben 1, the others gave up, 2 in the box. 4: nobody, 4 in the box.
    # 5: Cleo own + Ben's 2, Dan 1, Ann 1.
    # Ann 1 + 2 + 1 + 1 = 5. Ben 1 + 1 + 1 = 3. Cleo 1 + 2 = 3. Dan 2 + 1 = 3. In the box 6: 20.
    assert places("junior-4") == ([5, 3, 3, 3], [1, 2, 2, 2])
    assert len(told("junior-4")["state"]["boxed"]) == 6


def test_dice() -> None:
    # Area 1: Cleo 4, Ann 3, Dan 2, Ben consoled 1. Area 2: Ann 4, Dan 3, the two who remain
    # finish together: Ben and Cleo 2. Area 3: all at once, 4 each. Area 4: Ben 4, nobody, then
    # the three others 3. Area 5: Ann and Ben 4, Cleo 3, Dan consoled 1. Area 6: Dan 4, Ben and
    # Cleo 3, Ann consoled 1.
    # Ann 3 + 4 + 4 + 3 + 4 + 1 = 19. Ben 1 + 2 + 4 + 4 + 4 + 3 = 18.
    # Cleo 4 + 2 + 4 + 3 + 3 + 3 = 19. Dan 2 + 3 + 4 + 3 + 1 + 4 = 17.
    assert places("dice") == ([19, 18, 19, 17], [1, 3, 1, 4])


def test_dice_for_two_with_five_areas() -> None:
    # Ann first in areas 1, 3 and 4, Ben in area 2, both at once in area 5.
    # Ann 2 + 1 + 2 + 2 + 2 = 9. Ben 1 + 2 + 1 + 1 + 2 = 7.
    assert places("dice-five-areas") == ([9, 7], [1, 2])


@pytest.mark.parametrize(
    ("name", "solved", "seconds", "aside"),
    [
        ("solo-classic", 3, 299.9, 1),  # in five minutes
        ("solo-family-3d", 5, 312.5, 1),  # five tasks are over with the fifth
        ("solo-junior", 6, 120, 2),  # over with the eighth card, before the three minutes
    ],
)
def test_alone(name: str, solved: int, seconds: float, aside: int) -> None:
    assert places(name) == ([solved], [1])
    state = told(name)["state"]
    assert (state["seconds"], len(state["set_aside"])) == (seconds, aside)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_there_is_an_answer_whatever_is_changed(path: Path, data: st.DataObject) -> None:
    game = json.loads(path.read_text("utf-8"))
    for _ in range(data.draw(st.integers(1, 3))):
        changed = data.draw(st.sampled_from([game["config"], *game["events"]]))
        keys = st.sampled_from(["first", "playoff", "pieces", "minutes", "kind", *changed])
        changed[data.draw(keys)] = data.draw(values)
    check(json.dumps(game).encode())
