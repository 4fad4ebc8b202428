"""Boards: a box a table, a pile for each seat, nobody the same task twice."""

import random
from collections import Counter
from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.dealing.boards import Box, Dealt, deal
from tournaments.dealing.matching import matching, most
from tournaments.dealing.stacks import (
    Pile,
    Side,
    Stack,
    plan_stacks,
    stacks_by_colour,
    stacks_by_lot,
)
from tournaments.seating.tables import shuffled, table_sizes

LOT = random.Random(3)
COLOURS = ("yellow", "pink", "green", "blue")


def classic(first_task: int = 0, boards: int = 36) -> list[Side]:
    """Boards with a task on each side: those of the side B are a thousand further."""
    return [
        Side(number, f"{number}{side}", side, frozenset({first_task + more + number}))
        for number in range(1, boards + 1)
        for side, more in (("A", 0), ("B", 1000))
    ]


def family() -> list[Side]:
    """Thirty-six boards of the levels 1 and 3, as many of 2 and 4, with two tasks on each side."""
    return [
        Side(number, f"{number}{side}", level + (number > 36), frozenset({task, task + 1}))
        for number in range(1, 73)
        for side, level, task in (("A", 1, 4 * number), ("B", 3, 4 * number + 2))
    ]


def junior() -> list[Side]:
    """Eight cards of each colour, with two sides."""
    return [
        Side(number, f"{number}{side}", side, frozenset({2 * number + more}), COLOURS[number % 4])
        for number in range(1, 33)
        for side, more in (("A", 0), ("B", 1))
    ]


STACKS: dict[str, tuple[Stack, ...]] = {
    "classic": stacks_by_lot(classic(), LOT),
    "other": stacks_by_lot(classic(first_task=5000), LOT),
    "family": stacks_by_lot(family(), LOT),
    "junior": stacks_by_colour(junior(), LOT),
}


def boxes(*decks: str) -> list[Box]:
    return [Box(deck, decks[:place].count(deck), STACKS[deck]) for place, deck in enumerate(decks)]


def table(players: str, kind: str | int | None) -> list[tuple[str, str | int | None]]:
    return [(player, kind) for player in players]


def numbers(pile: Pile) -> list[int]:
    return [side.board for side in pile]


def tasks(pile: Pile) -> set[int]:
    return set().union(*(side.tasks for side in pile))


def test_everybody_gets_something_or_nobody() -> None:
    # b must take y, so a takes x.
    assert matching({"a": ["y", "x"], "b": ["y"]}) == {"a": "x", "b": "y"}
    assert matching({"a": ["x"], "b": ["x"]}) is None
    assert matching({}) == {}


def test_as_many_as_possible_get_something() -> None:
    assert most({"a": ["y", "x"], "b": ["y"], "c": ["x", "y"]}) == {"a": "x", "b": "y"}


# --- stacks -----------------------------------------------------------------------------------


def test_the_stacks_of_a_box_are_all_its_boards() -> None:
    stacks = STACKS["classic"]
    for side in "AB":
        assert [len(stack[side]) for stack in stacks] == [9] * 4
        assert sorted(chain.from_iterable(numbers(stack[side]) for stack in stacks)) == list(
            range(1, 37)
        )
    # Either side of the same boards.
    assert [numbers(stack["A"]) for stack in stacks] == [numbers(stack["B"]) for stack in stacks]


def test_each_stack_has_nine_boards_of_each_level() -> None:
    stacks = STACKS["family"]
    assert [Counter({level: len(pile) for level, pile in one.items()}) for one in stacks] == [
        Counter({1: 9, 2: 9, 3: 9, 4: 9})
    ] * 4
    # 72 boards, and each in one stack: with both its sides.
    lying = [{board for pile in one.values() for board in numbers(pile)} for one in stacks]
    assert [len(one) for one in lying] == [18] * 4
    assert set().union(*lying) == set(range(1, 73))


def test_what_is_left_over_is_in_no_stack() -> None:
    assert [len(one) for one in stacks_by_lot(classic(boards=8), LOT)] == []
    [stack] = stacks_by_lot(classic(boards=17), LOT)
    assert {side: len(pile) for side, pile in stack.items()} == {"A": 9, "B": 9}


def test_the_cards_of_a_colour_lie_together() -> None:
    stacks = STACKS["junior"]
    assert sorted(one["A"][0].colour for one in stacks) == sorted(COLOURS)
    for one in stacks:
        assert {side.colour for side in one["A"]} == {one["B"][0].colour}
        assert [len(one["A"]), len(one["B"])] == [8, 8]
    # Seven cards of a colour are too few: it is drawn by nobody.
    few = stacks_by_colour([side for side in junior() if side.board != 4], LOT)
    assert sorted(map(len, few)) == [0, 2, 2, 2]


# --- dealing ----------------------------------------------------------------------------------


def dealt_to(players: str, kind: str | int, *decks: str, seed: int = 1, **had: set[int]) -> Dealt:
    [dealt] = deal([table(players, kind)], boxes(*decks), had=had, rng=random.Random(seed))
    assert dealt is not None
    return dealt


def test_four_players_use_up_a_box() -> None:
    dealt = dealt_to("ABCD", "A", "classic")
    assert [len(pile) for pile in dealt.piles] == [9] * 4
    assert sorted(chain.from_iterable(map(numbers, dealt.piles))) == list(range(1, 37))
    assert {side.name[-1] for pile in dealt.piles for side in pile} == {"A"}


def test_each_gets_the_own_level_and_no_board_is_wanted_twice() -> None:
    levels = (1, 3, 3, 2)
    [dealt] = deal(
        [list(zip("ABCD", levels, strict=True))], boxes("family"), had={}, rng=random.Random(1)
    )
    assert dealt is not None
    assert [{side.kind for side in pile} for pile in dealt.piles] == [{1}, {3}, {3}, {2}]
    # The sides 1 and 3 are of the same boards.
    assert len(set(chain.from_iterable(map(numbers, dealt.piles)))) == 36


def test_each_gets_another_colour() -> None:
    dealt = dealt_to("ABC", "B", "junior")
    assert [len({side.colour for side in pile}) for pile in dealt.piles] == [1, 1, 1]
    assert len({pile[0].colour for pile in dealt.piles}) == 3
    assert {side.kind for pile in dealt.piles for side in pile} == {"B"}


def test_nothing_as_long_as_nobody_says_what_is_played() -> None:
    tables = [[*table("A", 2), *table("B", None)], table("CD", 2)]
    dealt = deal(tables, boxes("family", "family"), had={}, rng=random.Random(1))
    assert [one and one.box.copy for one in dealt] == [None, 1]


def test_a_box_lies_on_one_table_only_and_stays_there() -> None:
    tables = [table("AB", "A"), table("CD", "A")]
    given = deal(tables, boxes("classic"), had={}, rng=random.Random(1))
    assert [one and one.box.copy for one in given] == [0, None]
    given = deal(tables, boxes("classic", "classic"), had={}, rng=random.Random(1))
    assert [one and one.box.copy for one in given] == [0, 1]


def test_who_knows_a_deck_gets_the_other() -> None:
    had = {"A": set(range(1, 29))}  # eight are left: too few
    tables = [table("AB", "A"), table("CD", "A")]
    for seed in range(5):
        dealt = deal(tables, boxes("classic", "other"), had=had, rng=random.Random(seed))
        assert [one and one.box.deck for one in dealt] == ["other", "classic"]
    both = deal(tables, boxes("classic", "classic"), had=had, rng=random.Random(1))
    assert [one and one.box.copy for one in both] == [None, 1]


def test_the_other_side_of_what_one_had_is_new() -> None:
    assert len(dealt_to("AB", "B", "classic", A=set(range(1, 37))).piles) == 2


def test_what_was_planned_is_dealt_unless_somebody_had_it() -> None:
    [dealt] = deal(
        [table("AB", "A")],
        boxes("classic"),
        had={},
        rng=random.Random(1),
        planned={"A": 3, "B": 1},
    )
    assert dealt is not None
    assert dealt.piles == (STACKS["classic"][3]["A"], STACKS["classic"][1]["A"])
    had = {"A": tasks(STACKS["classic"][3]["A"])}
    [other] = deal(
        [table("AB", "A")],
        boxes("classic"),
        had=had,
        rng=random.Random(1),
        planned={"A": 3, "B": 1},
    )
    assert other is not None
    assert other.piles[0] in (STACKS["classic"][0]["A"], STACKS["classic"][2]["A"])
    assert other.piles[1] == STACKS["classic"][1]["A"]


def test_board_by_board_where_no_stack_is_all_new() -> None:
    # A task of each stack is known; the 32 other boards are enough for one, and for three.
    known = {min(tasks(stack["A"])) for stack in STACKS["classic"]}
    assert len(known) == 4
    dealt = dealt_to("ABC", "A", "classic", A=known, B=known, C=known)
    assert [len(pile) for pile in dealt.piles] == [9] * 3
    assert len(set(chain.from_iterable(map(numbers, dealt.piles)))) == 27
    assert not known & set().union(*map(tasks, dealt.piles))


def test_the_cards_of_a_colour_stay_together() -> None:
    known = {min(tasks(stack["A"])) for stack in STACKS["junior"]}
    tables = [table("AB", "A")]
    assert deal(tables, boxes("junior"), had={"A": known}, rng=random.Random(1)) == [None]


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    players=st.integers(2, 4),
    levels=st.lists(st.lists(st.integers(1, 4), min_size=4, max_size=4), max_size=6),
)
def test_nobody_has_a_task_twice(seed: int, players: int, levels: list[list[int]]) -> None:
    rng = random.Random(seed)
    names = "ABCD"[:players]
    had: dict[str, set[int]] = {name: set() for name in names}
    for of_round in levels:
        seats = list(zip(names, of_round, strict=False))
        [dealt] = deal([seats], boxes("family"), had=had, rng=rng)
        if dealt is None:
            continue
        boards = list(chain.from_iterable(map(numbers, dealt.piles)))
        assert len(set(boards)) == len(boards) == 9 * players
        for (name, level), pile in zip(seats, dealt.piles, strict=True):
            assert {side.kind for side in pile} == {level}
            assert not had[name] & tasks(pile)
            had[name] |= tasks(pile)


def test_the_deal_is_the_seeds() -> None:
    one, again, other = (dealt_to("AB", "A", "classic", seed=seed) for seed in (1, 1, 2))
    assert one == again
    assert one != other


# --- planning ---------------------------------------------------------------------------------


def tables_by_lot(players: int, rng: random.Random) -> list[list[int]]:
    places = iter(shuffled(range(players), rng))
    sizes = table_sizes(players, smallest=2, largest=4) or []
    return [[next(places) for _ in range(size)] for size in sizes]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), rounds=st.integers(1, 4), players=st.integers(2, 23))
def test_stacks_can_be_planned_for_any_four_rounds(seed: int, rounds: int, players: int) -> None:
    rng = random.Random(seed)
    drawn = [tables_by_lot(players, rng) for _ in range(rounds)]
    stacks = plan_stacks(drawn, rng)
    had: dict[int, list[int]] = {player: [] for player in range(players)}
    for tables, of_round in zip(drawn, stacks, strict=True):
        for seated in tables:
            # Nobody has what another has.
            assert len({of_round[player] for player in seated}) == len(seated)
        for player, stack in of_round.items():
            had[player].append(stack)
    assert all(len(set(seen)) == rounds and set(seen) <= set(range(4)) for seen in had.values())
