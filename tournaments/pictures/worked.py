"""A worked round of each variant: a small game, what happens in it, and a picture of each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from puzzles.wording import N_
from tournaments.pictures import areas, cards, gems, pawns, timeline
from tournaments.pictures.svg import NAMES
from tournaments.rules import RULES, Event
from tournaments.rules.classic_2003 import COLOURS
from tournaments.rules.messages import Translate


@dataclass(frozen=True)
class Step:
    """What happens, in words, and how it looks after so many of the events."""

    words: str
    events: int


@dataclass(frozen=True)
class Example:
    """The beginning of a game, by its events, and the steps at which it is looked at."""

    variant: str
    config: Mapping[str, Any]
    events: Sequence[Event]
    steps: Sequence[Step]

    @property
    def seats(self) -> int:
        return 1 if self.variant.startswith("solo-") else len(NAMES)

    def states(self) -> list[Any]:
        """The state before the first event and after each."""
        rules = RULES[self.variant]
        states = [rules.start(rules.parse_config(dict(self.config)), self.seats)]
        for event in self.events:
            states.append(rules.apply(states[-1], event))
        return states


@dataclass(frozen=True)
class Drawn:
    """A step as it is shown: the picture and the words below it."""

    picture: str
    words: str


def worked(variant: str, translate: Translate) -> list[Drawn]:
    """The worked round of a variant, step by step."""
    example = EXAMPLES[variant]
    states = example.states()
    draw = DRAWN_BY[variant]
    return [
        Drawn(
            draw(example.events[: step.events], states[: step.events + 1], translate),
            translate(step.words),
        )
        for step in example.steps
    ]


Draw = Callable[[Sequence[Event], Sequence[Any], Translate], str]


def _race(*finished: int, second_chance: bool = False) -> Event:
    return {"kind": "round", "finished": list(finished), "second_chance": second_chance}


def _draw(seat: int, gem: str) -> Event:
    return {"kind": "draw", "seat": seat, "gem": gem}


def _take(seat: int, row: int | None) -> Event:
    return {"kind": "take", "seat": seat, "row": row}


def _solved(task: str, seconds: float) -> Event:
    return {"kind": "solved", "task": task, "seconds": seconds}


def _aside(task: str) -> Event:
    return {"kind": "set_aside", "task": task}


_DICE = Example(
    "dice",
    {},
    [{"kind": "round", "filled": []}, {"kind": "round", "filled": [0, 1]}],
    [
        Step(
            N_(
                "First round: three black and three white dice were rolled. Everybody has taken one"
                " of each, and drawn both shapes. Nobody's area is full yet."
            ),
            1,
        ),
        Step(
            N_(
                "Second round: Ann and Ben fill their areas in the same round, the first in which"
                " anybody does, so both get 3 points, one for each player at the table. Cleo is"
                " the only one left and is consoled: 1 point. All go on to the next area."
            ),
            2,
        ),
    ],
)

_CLASSIC_2015 = Example(
    "classic-2015",
    {},
    [_race(1, 0), _draw(1, "red"), _draw(0, "green"), _race(2), _draw(2, "blue")],
    [
        Step(N_("Before the first round: 9 + 9 gems on the track, 40 in the bag."), 0),
        Step(
            N_(
                "First round: Ben is first, takes a blue gem (3) and draws a red one (4): 7 points."
                " Ann is second, takes a brown gem (1) and draws a green one (2): 3 points. Cleo"
                " wasn't done in time and gets nothing. The track has a blue and a brown gem less,"
                " the bag two gems."
            ),
            3,
        ),
        Step(
            N_(
                "Second round: only Cleo is done in time, takes a blue gem (3) and draws a blue one"
                " (3): 6 points. The brown gem of this round was for nobody; it goes from the track"
                " into the bag, where there are now 38 − 1 + 1 = 38 gems."
            ),
            5,
        ),
    ],
)

_FAMILY_3D = Example(
    "family-3d",
    {"levels": [1, 3, 2]},
    [
        *(_race(2, 0, 1), _draw(2, "green"), _draw(0, "brown"), _draw(1, "red")),
        _race(second_chance=True),
    ],
    [
        Step(N_("Before the first round: 9 + 9 gems on the track, 40 in the bag."), 0),
        Step(
            N_(
                "First round: Cleo is first, takes a blue gem (3) and draws a green one (2): 5"
                " points. Ann is second, takes a brown gem (1) and draws a brown one (1): 2 points."
                " Ben is third and only draws, a red gem: 4 points."
            ),
            4,
        ),
        Step(
            N_(
                "Second round: nobody is done in time, and nobody in the second chance either. Both"
                " gems of the round go from the track into the bag: 37 + 2 = 39."
            ),
            5,
        ),
    ],
)

_CLASSIC_2003 = Example(
    "classic-2003",
    {
        "gems": [
            [COLOURS[(place // 2 + row) % len(COLOURS)] for place in range(12)] for row in range(6)
        ]
    },
    [
        *({"kind": "pawn", "seat": seat, "row": row} for seat, row in enumerate((2, 3, 6))),
        *(_race(1, 0), _take(1, 5), _take(0, 4)),
        *(_race(0, 2), _take(0, 5), _take(2, None)),
    ],
    [
        Step(
            N_(
                "The pawns of Ann, Ben and Cleo stand before the rows 2, 3 and 6. Ben is the first"
                " to finish and may move three rows at most, so he can reach all six rows; Ann, the"
                " second, can reach two rows on each side, 1 to 4. The marks say so."
            ),
            4,
        ),
        Step(
            N_(
                "Ben moves two rows to row 5 and takes the two gems nearest the pawn, both yellow."
                " Ann moves two rows to row 4 and takes two violet ones. Cleo wasn't done in time."
            ),
            6,
        ),
        Step(
            N_(
                "Second round: Ann is the first, moves one row to row 5, where Ben stands as well,"
                " and takes the next two gems, both blue. Cleo has solved the task as the second,"
                " but is too late to move and take: nothing, and the pawn stays."
            ),
            9,
        ),
    ],
)

_JUNIOR = Example(
    "junior",
    {"colours": ["yellow", "pink", "blue"]},
    [{"kind": "round", "finished": [1, 0]}, {"kind": "round", "finished": [2]}],
    [
        Step(
            N_(
                "First round: Ben is first, keeps the own card and gets Cleo's, who is last. Ann is"
                " second and keeps the own card."
            ),
            1,
        ),
        Step(
            N_(
                "Second round: Cleo is first and keeps the own card; the others have given up, so"
                " by the house ruling their cards go into the box. Now Ben has 2 cards, Ann and"
                " Cleo have 1 each."
            ),
            2,
        ),
    ],
)

_SOLO_CLASSIC = Example(
    "solo-classic",
    {"minutes": 5},
    [
        *(_solved("A", 42), _solved("B", 100), _aside("C"), _solved("D", 262)),
        {"kind": "time_up"},
    ],
    [
        Step(
            N_(
                "Five minutes: A is solved after 42 seconds and B after 100. C is set aside, and"
                " D solved after 262. The fifth task is not done when the time is up: 3 tasks."
            ),
            5,
        )
    ],
)

_SOLO_FAMILY_3D = Example(
    "solo-family-3d",
    {"tasks": 5},
    [
        *(_solved("A", 50), _solved("B", 110), _aside("C"), _solved("D", 200)),
        *(_solved("E", 260), _solved("F", 312)),
    ],
    [
        Step(
            N_(
                "Five tasks: C is set aside and doesn't count, but its time does. The game is over"
                " with F, the fifth that is solved: 312 seconds."
            ),
            6,
        )
    ],
)

_SOLO_JUNIOR = Example(
    "solo-junior",
    {"minutes": 3},
    [
        *(_solved("A", 9), _solved("B", 20), _aside("C"), _solved("D", 61)),
        *(_solved("E", 70), _aside("F"), _solved("G", 99), _solved("H", 120)),
    ],
    [
        Step(
            N_(
                "Three minutes, eight cards: C and F go into the box. After H all cards are used,"
                " so the game is over before the time is up: 6 cards."
            ),
            8,
        )
    ],
)

EXAMPLES: Final = {
    example.variant: example
    for example in (
        *(_DICE, _CLASSIC_2003, _CLASSIC_2015, _FAMILY_3D, _JUNIOR),
        *(_SOLO_CLASSIC, _SOLO_FAMILY_3D, _SOLO_JUNIOR),
    )
}

DRAWN_BY: Final[Mapping[str, Draw]] = {
    "dice": areas.rounds_picture,
    "classic-2003": pawns.board_picture,
    "classic-2015": gems.gems_picture,
    "family-3d": gems.gems_picture,
    "junior": cards.cards_picture,
    "solo-classic": timeline.timeline_picture,
    "solo-family-3d": timeline.timeline_picture,
    "solo-junior": timeline.timeline_picture,
}
