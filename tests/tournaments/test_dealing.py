"""Boards: a box a table, nine a seat, nobody the same one twice."""

import random
from itertools import chain

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.dealing.boards import BOARDS_A_SEAT, Box, deal
from tournaments.dealing.matching import matching
from tournaments.dealing.stacks import plan_stacks, stacks_of
from tournaments.seating.tables import seat_players

ALL = tuple(range(1, 37))


def boxes(*decks: str) -> list[Box]:
    return [Box(deck, decks[:place].count(deck), ALL) for place, deck in enumerate(decks)]


def test_everybody_gets_something_or_nobody() -> None:
    # b must take y, so a takes x.
    assert matching({"a": ["y", "x"], "b": ["y"]}) == {"a": "x", "b": "y"}
    assert matching({"a": ["x"], "b": ["x"]}) is None
    assert matching({}) == {}


def test_four_players_use_up_a_box() -> None:
    [dealt] = deal([["A", "B", "C", "D"]], boxes("one"), had={}, rng=random.Random(1)) or []
    assert [len(hand) for hand in dealt.boards] == [BOARDS_A_SEAT] * 4
    assert sorted(chain.from_iterable(dealt.boards)) == list(ALL)


def test_a_box_lies_on_one_table_only() -> None:
    tables = [["A", "B"], ["C", "D"]]
    assert deal(tables, boxes("one"), had={}, rng=random.Random(1)) is None
    dealt = deal(tables, boxes("one", "one"), had={}, rng=random.Random(1))
    assert dealt is not None
    assert {one.box.copy for one in dealt} == {0, 1}


def test_who_knows_a_deck_gets_the_other() -> None:
    had = {"A": {("one", board) for board in range(1, 29)}}  # eight are left: too few
    tables = [["A", "B"], ["C", "D"]]
    for seed in range(5):
        dealt = deal(tables, boxes("one", "two"), had=had, rng=random.Random(seed))
        assert dealt is not None
        assert [one.box.deck for one in dealt] == ["two", "one"]
    assert deal(tables, boxes("one", "one"), had=had, rng=random.Random(1)) is None


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), rounds=st.integers(1, 4), players=st.integers(2, 4))
def test_nobody_has_a_board_twice(seed: int, rounds: int, players: int) -> None:
    rng = random.Random(seed)
    names = "ABCD"[:players]
    had: dict[str, set[tuple[str, int]]] = {name: set() for name in names}
    for _round in range(rounds):
        # Four rounds of nine are the 36 boards of a box; beyond that there is no way.
        dealt = deal([names], boxes("one"), had=had, rng=rng)
        assert dealt is not None or players > 1
        if dealt is None:
            return
        for name, hand in zip(names, dealt[0].boards, strict=True):
            assert not had[name] & {("one", board) for board in hand}
            had[name] |= {("one", board) for board in hand}
        assert len(set(chain.from_iterable(dealt[0].boards))) == BOARDS_A_SEAT * players


def test_the_deal_is_the_seeds() -> None:
    one, again, other = (
        deal([["A", "B"]], boxes("one"), had={}, rng=random.Random(seed)) for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), rounds=st.integers(1, 4), players=st.integers(2, 23))
def test_stacks_can_be_planned_for_any_four_rounds(seed: int, rounds: int, players: int) -> None:
    rng = random.Random(seed)
    drawn = [
        seat_players(range(players), smallest=2, largest=4, rng=rng) or [] for _ in range(rounds)
    ]
    stacks = plan_stacks(drawn)
    had: dict[int, list[int]] = {player: [] for player in range(players)}
    for tables, of_round in zip(drawn, stacks, strict=True):
        for table, of_table in zip(tables, of_round, strict=True):
            assert len(set(of_table)) == len(table)  # nobody has what another has
            for player, stack in zip(table, of_table, strict=True):
                had[player].append(stack)
    assert all(len(set(seen)) == rounds and set(seen) <= set(range(4)) for seen in had.values())


def test_the_stacks_of_a_box_are_all_its_boards() -> None:
    stacks = stacks_of(ALL, random.Random(3))
    assert [len(stack) for stack in stacks] == [9] * 4
    assert sorted(chain.from_iterable(stacks)) == list(ALL)
