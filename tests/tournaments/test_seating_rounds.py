"""Rounds: nobody twice at a smaller table before everybody once, and few repeated meetings."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seating.design import POLYNOMIALS, Polynomials, rounds_without_repeats
from tournaments.seating.past import Past, past_of
from tournaments.seating.quality import CannotExchange, exchanged, quality_of
from tournaments.seating.rounds import draw_by_score, draw_rounds, without_who_left


def drawn(players: int, rounds: int, seed: int = 7) -> list[list[list[int]]]:
    tables = draw_rounds(
        range(players),
        rounds=rounds,
        smallest=2,
        largest=4,
        past=Past(),
        rng=random.Random(seed),
    )
    assert tables is not None
    return tables


def meetings(rounds: list[list[list[int]]]) -> Counter[tuple[int, ...]]:
    """Counted here once more, in the plainest way."""
    return Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )


# --- arithmetic -------------------------------------------------------------------------------


@pytest.mark.parametrize("order", sorted(POLYNOMIALS))
def test_the_fields_are_fields(order: int) -> None:
    field = Polynomials(*POLYNOMIALS[order])
    elements = range(order)
    for one in elements:
        assert field.add(one, 0) == field.multiply(one, 1) == one
        assert sorted(field.add(one, other) for other in elements) == list(elements)
        if one:
            assert sorted(field.multiply(one, other) for other in elements) == list(elements)
    # The product of x and x + 1 in the field of four: x² + x = 1.
    assert Polynomials(*POLYNOMIALS[4]).multiply(2, 3) == 1


@given(tables=st.integers(1, 16), size=st.integers(2, 4), rounds=st.integers(1, 10))
def test_what_arithmetic_gives_has_no_repeats(tables: int, size: int, rounds: int) -> None:
    given_rounds = rounds_without_repeats(tables=tables, size=size, rounds=rounds)
    assert 1 <= len(given_rounds) <= rounds
    for seated in given_rounds:
        assert sorted(one for table in seated for one in table) == list(range(tables * size))
        assert [len(table) for table in seated] == [size] * tables
    assert max(meetings(given_rounds).values()) == 1


def test_sixteen_players_all_meet_in_five_rounds() -> None:
    # 16 · 15 / 2 = 120 pairs, and 5 rounds · 4 tables · 6 pairs = 120 meetings.
    assert len(rounds_without_repeats(tables=4, size=4, rounds=6)) == 5
    assert sorted(meetings(drawn(16, 5)).values()) == [1] * 120


# --- all rounds drawn ahead -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [(16, 5, 0), (60, 4, 0), (200, 6, 0), (40, 6, 0), (24, 5, 0)],
)
def test_no_pair_meets_twice_where_that_is_possible(
    players: int, rounds: int, repeats: int
) -> None:
    assert sum(times - 1 for times in meetings(drawn(players, rounds)).values()) == repeats


def test_twenty_three_players() -> None:
    rounds = drawn(23, 5)
    # By lot alone 36 pairs meet again, round by round 6; together hardly any.
    assert sum(times - 1 for times in meetings(rounds).values()) <= 2
    assert [[len(table) for table in tables] for tables in rounds] == [[4, 4, 4, 4, 4, 3]] * 5
    # Five rounds with one table of three: fifteen different people sit there.
    short = [one for tables in rounds for one in tables[-1]]
    assert len(set(short)) == 15


@settings(max_examples=12, deadline=None)
@given(players=st.integers(4, 30), rounds=st.integers(1, 4), seed=st.integers(0, 99))
def test_smaller_tables_go_round(players: int, rounds: int, seed: int) -> None:
    seated = drawn(players, rounds, seed)
    short: Counter[int] = Counter()
    for tables in seated:
        assert sorted(one for table in tables for one in table) == list(range(players))
        largest = max(map(len, tables))
        short.update(one for table in tables if len(table) < largest for one in table)
        # Already after this round, not just after the last.
        counts = [short[player] for player in range(players)]
        assert max(counts) - min(counts) <= 1


def test_five_take_turns_at_the_table_of_two() -> None:
    seated = drawn(5, 5)
    assert [len(table) for table in seated[0]] == [3, 2]
    counts = Counter(one for _three, two in seated for one in two)
    assert counts == dict.fromkeys(range(5), 2)


def test_a_draw_goes_on_from_the_rounds_that_were_played() -> None:
    first = drawn(16, 1)
    # Sixteen who were split once, then two who left and two who came late.
    players = [*range(14), 16, 17]
    later = draw_rounds(
        players,
        rounds=2,
        smallest=2,
        largest=4,
        past=past_of(first),
        rng=random.Random(3),
    )
    assert later is not None
    assert sum(times - 1 for times in meetings([*first, *later]).values()) == 0


def test_the_draw_is_the_seeds() -> None:
    assert drawn(23, 3, seed=1) == drawn(23, 3, seed=1)
    assert drawn(23, 3, seed=1) != drawn(23, 3, seed=2)


def test_nobody_can_be_seated_alone() -> None:
    rng = random.Random(1)
    assert draw_rounds([1], rounds=2, smallest=2, largest=4, past=Past(), rng=rng) is None


# --- by score ---------------------------------------------------------------------------------


def test_scores_bring_equals_together() -> None:
    scores = {player: float(player // 4) for player in range(16)}
    tables = draw_by_score(
        range(16),
        scores=scores,
        weight=1,
        smallest=2,
        largest=4,
        past=Past(),
        rng=random.Random(5),
    )
    assert tables is not None
    assert sorted(map(sorted, tables)) == [[*range(four, four + 4)] for four in range(0, 16, 4)]


def test_the_weight_says_how_many_repeats_a_point_is_worth() -> None:
    # 0–3 met at one table, 4–7 at the other, and they score 1 and 0.
    past = past_of([[[0, 1, 2, 3], [4, 5, 6, 7]]])
    scores = {player: float(player < 4) for player in range(8)}

    def tables(weight: float) -> list[list[int]]:
        seated = draw_by_score(
            range(8),
            scores=scores,
            weight=weight,
            smallest=2,
            largest=4,
            past=past,
            rng=random.Random(5),
        )
        assert seated is not None
        return sorted(map(sorted, seated))

    # Two and two at each table: 4 pairs meet again and 8 pairs differ by a point. All as before:
    # 12 meet again, nobody differs. The two are worth the same where a point weighs one meeting.
    assert tables(weight=1.5) == [[0, 1, 2, 3], [4, 5, 6, 7]]
    mixed = quality_of(tables(weight=0.5), past=past, scores=scores)
    assert (mixed.repeats, mixed.spread) == (4, 1.0)


# --- what the organiser is told ---------------------------------------------------------------


def test_quality_and_an_exchange() -> None:
    past = past_of([[["A", "B", "C", "D"], ["E", "F", "G"]]])
    tables = [["A", "E", "B", "F"], ["C", "D", "G"]]
    names = {name: name for name in "ABCDEFG"}
    quality = quality_of(tables, past=past, scores={"A": 2.0, "G": 0.5})
    # A + B, E + F, C + D met before; G was at the table of three already.
    assert (quality.repeats, quality.short_again, quality.spread) == (3, 1, 1.25)
    assert [[phrase.spoken() for phrase in table.said(names)] for table in quality.tables] == [
        ["Meet again: A + B, E + F."],
        [
            "Meet again: C + D.",
            "At a smaller table once more, though others were there less often: G.",
        ],
    ]
    better = exchanged(tables, "F", "D")
    assert better == [["A", "E", "B", "D"], ["C", "F", "G"]]
    # A + B, A + D, B + D; F + G: one more, and F is at a table of three again, too.
    after = quality_of(better, past=past, scores={})
    assert (after.repeats, after.short_again) == (4, 2)
    fresh = quality_of(tables, past=Past(), scores={})
    assert [table.said(names)[0].spoken() for table in fresh.tables] == [
        "No pair has met before."
    ] * 2


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ("E", "The two sit at the same table already."),
        ("X", "Only two players who sit in this round can change places."),
    ],
)
def test_who_cannot_change_places(other: str, message: str) -> None:
    with pytest.raises(CannotExchange) as refused:
        exchanged([["A", "E"], ["C", "D"]], "A", other)
    assert str(refused.value) == message


# --- who leaves -------------------------------------------------------------------------------


def left(planned: list[str], players: str, *short: str) -> list[str] | None:
    """The planned tables without the others; ``short`` are those who sat at smaller tables."""
    past: Past[str] = Past(short_tables=Counter(short))
    kept = without_who_left(planned, players, smallest=2, largest=4, past=past)
    return None if kept is None else ["".join(table) for table in kept]


def test_the_plan_stands_when_somebody_leaves() -> None:
    planned = ["ABCD", "EFGH", "IJKL"]
    assert left(planned, "ABCDEFGHIJKL") == planned
    assert left(planned, "ABCDFGHIJKL") == ["ABCD", "IJKL", "FGH"]
    assert left(planned, "ABEFGHIJKL") == ["EFGH", "IJKL", "AB"]


def test_the_plan_falls_where_it_no_longer_suits() -> None:
    planned = ["ABCD", "EFGH", "IJKL"]
    assert left(planned, "ABCDEFGHIJKX") is None  # somebody new
    assert left(planned, "ABCFGHIJKL") is None  # 4 3 3, where 4 4 2 has fewer smaller tables
    # F was at a smaller table already, and nobody else.
    assert left(planned, "ABCDFGHIJKL", "F") is None
    assert left(planned, "ABCDFGHIJKL", *"ABCDFGHIJKL") == ["ABCD", "IJKL", "FGH"]
    # As it was planned, it was planned with that in mind.
    assert left(["ABCD", "EFG"], "ABCDEFG", "F") == ["ABCD", "EFG"]
