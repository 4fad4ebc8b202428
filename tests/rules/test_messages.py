"""What the rules say to people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzles import strict_json
from tournaments import rules
from tournaments.rules import MESSAGES, RuleViolation, Sentence, classic_2003, gem_values

LABELS = {
    *("dice_area", "dice_total", "points_total", "pawns_total", "junior_total", "round_number"),
    *("solo_solved_label", "solo_set_aside_label", "solo_time_label"),
    *("solo_form_minutes", "solo_form_tasks", "solo_form_untimed", "solo_kind_pieces"),
    *("solo_kind_level", "solo_kind_side_easy", "solo_kind_side_difficult"),
    *(rules.rules_of(key).title.code for key in rules.RULES),
    *("table_place", "table_players", "table_moves", "table_gems", "table_track", "table_bag"),
    *("table_blue", "table_brown", "table_counted", "table_solved", "table_time"),
    *(f"gems_row_{gem}" for gem in gem_values.GEMS),
    *(f"colour_{colour}" for colour in classic_2003.COLOURS),
}
# These are put together from their parts.
COMPOSED = {
    *("highest", "highest_shared", "behind", "behind_shared"),
    *("colours_highest_shared", "colours_behind_shared"),
}


@pytest.mark.parametrize("code", MESSAGES)
def test_every_message_is_a_sentence_and_is_used(code: str) -> None:
    folder = Path(rules.__file__).parent
    files = [*folder.glob("*.py"), Path(strict_json.__file__)]
    source = "".join(path.read_text("utf-8") for path in files)
    assert not MESSAGES[code][0].islower()
    assert MESSAGES[code].endswith(".") != (code in LABELS)
    assert code in COMPOSED or re.search(rf'"{code}"(?!:)', source), f"{code} is never said"


def test_seats_are_spoken_as_those_who_sit_there() -> None:
    sentence = Sentence.of("behind", points=7, seats_ahead=[2, 0])
    assert sentence.text == "Total 7, behind seat 2, seat 0."
    assert sentence.spoken(names=["A", "B", "100 %s"]) == "Total 7, behind 100 %s, A."


def test_in_another_language() -> None:
    german = {
        "seat %(number)s": "Platz %(number)s",
        "The list holds %(seat)s twice.": "Die Liste enthält %(seat)s zweimal.",
    }
    violation = RuleViolation("filled", "seat_twice", seat=1)
    assert violation.spoken(german.__getitem__) == "Die Liste enthält Platz 1 zweimal."
    assert violation.spoken(german.__getitem__, ["A", "B"]) == "Die Liste enthält B zweimal."
    assert str(violation) == violation.message == "The list holds seat 1 twice."
