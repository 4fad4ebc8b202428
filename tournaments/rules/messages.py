"""All that the rules say to people, as English templates that the site translates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from puzzles.solver.errors import N_

SEAT: Final = N_("seat %(number)s")
"""What a seat is called as long as nobody says who sits there; seats count from 0."""

MESSAGES: Final[dict[str, str]] = {
    # The variant, its table and its options
    "unknown_variant": N_("There is no variant %(value)s."),
    "wrong_seats": N_("A table of this variant has %(allowed)s seats, not %(value)s."),
    "config_not_an_object": N_("The options must be a JSON object, not %(value)s."),
    "unknown_option": N_("This variant has no option %(value)s."),
    "option_not_allowed": N_("This option can be %(allowed)s, but not %(value)s."),
    "option_not_a_seat": N_("This option must be the number of a seat, from 0, not %(value)s."),
    "option_seat_missing": N_("The table has no seat %(value)s: its seats are 0 to %(last)s."),
    # An event
    "event_not_an_object": N_("An event must be a JSON object, not %(value)s."),
    "game_over": N_("The game is over; nothing can follow."),
    "kind_missing": N_("The event must say of which kind it is."),
    "wrong_kind": N_("An event of the kind %(value)s can't come now; expected: %(expected)s."),
    "field_missing": N_("The event lacks this field."),
    "field_unknown": N_("The event can't have the field %(value)s."),
    "seats_not_a_list": N_("The seats must be a list, not %(value)s."),
    "seat_not_a_number": N_("A seat is given by its number, from 0, not by %(value)s."),
    "no_such_seat": N_("The table has no seat %(value)s."),
    "seat_twice": N_("The list holds %(seat)s twice."),
    "too_few_seats": N_("The list must hold at least %(least)s seats, not %(value)s."),
    "too_many_seats": N_("The list may hold at most %(most)s seats, not %(value)s."),
    "not_a_choice": N_("This can't be %(value)s now; possible: %(allowed)s."),
    # Correcting
    "no_such_event": N_("The game has no event %(value)s."),
    "round_corrected_twice": N_("Two corrections are for the same round, that of event %(value)s."),
    "nothing_to_undo": N_("There is nothing to undo yet."),
    # Why a seat has its place, where points decide
    "highest": N_("Total %(points)s, the highest."),
    "highest_shared": N_(
        "Total %(points)s, the highest, level with %(seats_level)s: they share the place."
    ),
    "behind": N_("Total %(points)s, behind %(seats_ahead)s."),
    "behind_shared": N_(
        "Total %(points)s, behind %(seats_ahead)s and level with %(seats_level)s:"
        " they share the place."
    ),
    # The dice game
    "dice_done": N_("The area is already filled by %(seat)s, who waits for the next one."),
    "dice_five_areas": N_("Only two players can agree on five areas; here are %(seats)s."),
    "dice_goal": N_(
        "All players fill the same areas, one area after the other."
        " The highest total after area %(areas)s wins."
    ),
    "dice_dice": N_("The table takes one black and one white die for each player."),
    "dice_roller": N_(
        "The youngest player rolls first, unless the table agrees otherwise."
        " After each round the roll passes clockwise."
    ),
    "dice_round": N_(
        "Each round all dice are rolled. Every player whose area isn't full yet takes one black"
        " and one white die, and leaves their top faces as they are."
    ),
    "dice_shapes": N_(
        "The two shapes may both be drawn into the area, or one of them, or neither;"
        " mirrored, if that helps."
    ),
    "dice_points": N_(
        "A full area scores. The first round in which anybody fills it is worth as many points as"
        " there are players, the next such round one point less, and so on."
        " All who fill it in the same round score the same."
    ),
    "dice_waiting": N_("Whoever has filled the area takes no dice until the next area begins."),
    "dice_consolation": N_("As soon as a single player is left, that player is consoled: 1 point."),
    "dice_no_consolation": N_(
        "If all who are left fill the area in the same round, they score that round's points,"
        " and there is no consolation."
    ),
    "dice_next_area": N_("When everybody has points for the area, the next one begins."),
    "dice_ties": N_("Equal totals share the place, and the next place is skipped."),
    "dice_two_players": N_("Two players may agree on five areas, so that they tie less often."),
    "dice_area": N_("Area %(number)s"),
    "dice_total": N_("Total"),
    # The game file
    "not_utf8": N_("The file is not UTF-8 text."),
    "not_json": N_("The file is not valid JSON: %(reason)s."),
    "too_deep": N_("The file's JSON is nested too deeply."),
    "duplicate_key": N_("The key %(value)s is given twice in the same JSON object."),
    "file_not_an_object": N_("The file must be a JSON object, not %(value)s."),
    "wrong_format": N_('The format must be "ubongo-game/1", not %(value)s.'),
    "file_key_missing": N_("The file lacks this key."),
    "file_key_unknown": N_("The file can't have the key %(value)s."),
    "names_not_a_list": N_("The seats must be a list of names, not %(value)s."),
    "name_not_text": N_("A seat's name must be a text, not %(value)s."),
    "seed_not_a_number": N_("The seed must be a whole number, not %(value)s."),
    "events_not_a_list": N_("The events must be a list, not %(value)s."),
}

Translate = Callable[[str], str]


def say(
    code: str,
    params: Mapping[str, Any],
    translate: Translate = str,
    names: Sequence[str] | None = None,
) -> str:
    """The sentence; ``seat`` and ``seats_…`` among the params are seats, spoken as their names."""

    def name(seat: int) -> str:
        return translate(SEAT) % {"number": seat} if names is None else names[seat]

    spoken = dict(params)
    for key, value in params.items():
        if key == "seat":
            spoken[key] = name(value)
        elif key.startswith("seats_"):
            spoken[key] = ", ".join(map(name, value))
    return translate(MESSAGES[code]) % spoken


@dataclass(frozen=True)
class Sentence:
    """Something to say: the key of its template in `MESSAGES`, and what fills it."""

    code: str
    params: Mapping[str, Any]

    @classmethod
    def of(cls, code: str, **params: Any) -> Sentence:
        """The same, written shortly."""
        return cls(code, params)

    @property
    def text(self) -> str:
        """The sentence in English, seats by their numbers."""
        return say(self.code, self.params)

    def spoken(self, translate: Translate = str, names: Sequence[str] | None = None) -> str:
        """The sentence in another language, and seats by the names of those who sit there."""
        return say(self.code, self.params, translate, names)
