"""All that the rules say to people, as English templates that the site translates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from puzzles import strict_json
from puzzles.wording import N_
from tournaments.rules.texts import OF_THE_GAMES

SEAT: Final = N_("seat %(number)s")
"""What a seat is called as long as nobody says who sits there; seats count from 0."""

MESSAGES: Final[dict[str, str]] = {
    # What each variant is called
    "name_classic_2003": N_("Classic, rules of 2003"),
    "name_classic_2015": N_("Classic, rules of 2015"),
    "name_family_3d": N_("3-D Family"),
    "name_junior": N_("Junior"),
    "name_dice": N_("Dice game"),
    "name_solo_classic": N_("Classic alone"),
    "name_solo_family_3d": N_("3-D Family alone"),
    "name_solo_junior": N_("Junior alone"),
    # The variant, its table and its options
    "unknown_variant": N_("There is no variant %(value)s."),
    "wrong_seats": N_("A table of this variant has %(allowed)s seats, not %(value)s."),
    "config_not_an_object": N_("The options must be a JSON object, not %(value)s."),
    "unknown_option": N_("This variant has no option %(value)s."),
    "option_not_allowed": N_("This option can be %(allowed)s, but not %(value)s."),
    "option_not_a_seat": N_("This option must be the number of a seat, from 0, not %(value)s."),
    "option_seat_missing": N_("The table has no seat %(value)s: its seats are 0 to %(last)s."),
    "option_not_a_list": N_("This option must be a list, a value for each seat, not %(value)s."),
    "option_one_a_seat": N_("This option must have %(seats)s values, one a seat, not %(value)s."),
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
    "not_a_name": N_("This must be a text of 1 to %(longest)s characters, not %(value)s."),
    "not_a_number": N_("This must be a number, not %(value)s."),
    "number_out_of_range": N_("This must be from %(least)s to %(most)s, not %(value)s."),
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
    # The game file
    **strict_json.MESSAGES,
    "file_not_an_object": N_("The file must be a JSON object, not %(value)s."),
    "wrong_format": N_('The format must be "ubongo-game/1", not %(value)s.'),
    "file_key_missing": N_("The file lacks this key."),
    "file_key_unknown": N_("The file can't have the key %(value)s."),
    "names_not_a_list": N_("The seats must be a list of names, not %(value)s."),
    "name_not_text": N_("A seat's name must be a text, not %(value)s."),
    "seed_not_a_number": N_("The seed must be a whole number, not %(value)s."),
    "events_not_a_list": N_("The events must be a list, not %(value)s."),
    **OF_THE_GAMES,
}

HOUSE_RULINGS: Final = frozenset(
    {
        *("dice_house_set", "family_house_boards", "gems_playoff_boards", "gems_no_playoff"),
        *("junior_gave_up", "junior_house_set", "solo_not_again", "solo_clock", "solo_proven"),
    }
)
"""What no rulebook says, but this site."""

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

    @property
    def is_house_ruling(self) -> bool:
        """Whether it is this site that says so, and no rulebook."""
        return self.code in HOUSE_RULINGS

    def spoken(self, translate: Translate = str, names: Sequence[str] | None = None) -> str:
        """The sentence in another language, and seats by the names of those who sit there."""
        return say(self.code, self.params, translate, names)
