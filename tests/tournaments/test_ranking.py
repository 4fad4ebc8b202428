"""The standings over rounds at tables, by hand and against a slow oracle."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.standings.metrics import METRICS, USUAL_ORDER, UnknownMetric
from tournaments.standings.ranking import Line, standings
from tournaments.standings.results import TableResult


def played(**scores: int) -> TableResult[str]:
    """A game in which more is better."""
    places = tuple(1 + sum(other > own for other in scores.values()) for own in scores.values())
    return TableResult(tuple(scores), places, tuple(scores.values()))


def in_short(lines: Sequence[Line[str]]) -> list[tuple[int, str]]:
    return [(line.place, line.player) for line in lines]


def said(lines: Sequence[Line[str]]) -> list[tuple[str, ...]]:
    return [line.said({line.player: line.player for line in lines}) for line in lines]


def test_table_points_are_fair_across_tables() -> None:
    # Four at a table: 3, 1½, 1½ and 0 of three beaten. Two at a table: 1 and 0.
    table = played(A=24, B=18, C=18, D=6)
    assert [table.table_points(player) for player in "ABCD"] == [
        1,
        Fraction(1, 2),
        Fraction(1, 2),
        0,
    ]
    lines = standings("ABCDEF", [table, played(E=10, F=6)], order=["table_points"])
    assert in_short(lines) == [(1, "A"), (1, "E"), (3, "B"), (3, "C"), (5, "D"), (5, "F")]
    assert said(lines) == [
        (
            "Stands above B, C: Table points 1 to 1/2.",
            "Level with E in everything that counts: they share the place.",
        ),
        (
            "Stands above B, C: Table points 1 to 1/2.",
            "Level with A in everything that counts: they share the place.",
        ),
        (
            "Stands above D, F: Table points 1/2 to 0.",
            "Level with C in everything that counts: they share the place.",
        ),
        (
            "Stands above D, F: Table points 1/2 to 0.",
            "Level with B in everything that counts: they share the place.",
        ),
        ("Level with F in everything that counts: they share the place.",),
        ("Level with D in everything that counts: they share the place.",),
    ]


def test_the_share_of_the_best_decides_among_equal_table_points() -> None:
    lines = standings("ABCD", [played(A=10, B=5), played(C=10, D=6)])
    # A and C: 1 and 1, won once, met opponents who won nothing, never met: level.
    assert in_short(lines) == [(1, "A"), (1, "C"), (3, "D"), (4, "B")]
    assert lines[2].said({player: player for player in "ABCD"}) == (
        "Stands above B: Share of the best 3/5 to 1/2.",
    )


def test_figures_that_look_the_same_are_told_further() -> None:
    def decimal(figure: Fraction, decimals: int) -> str:
        return f"{float(figure):.{decimals}f}"

    def first(own: int, other: int) -> str:
        tables = [played(A=own, B=1000), played(C=other, D=1000)]
        [line, *_] = standings("AC", tables, order=["share_of_best"])
        return line.said({"A": "A", "C": "C"}, number=decimal)[0]

    assert first(622, 624) == "Stands above A: Share of the best 0.624 to 0.622."
    assert first(620, 640) == "Stands above A: Share of the best 0.64 to 0.62."


def test_a_shared_first_place_is_a_win() -> None:
    # Table points: A and B ½ + ½ at two tables of two; C 1 + 0; D 0 + 1.
    results = [played(A=5, B=5), played(C=5, D=0), played(A=7, B=7), played(C=0, D=5)]
    lines = standings("ABCD", results, order=["table_points", "wins"])
    assert in_short(lines) == [(1, "A"), (1, "B"), (3, "C"), (3, "D")]
    assert [line.values["wins"] for line in lines] == [2, 2, 1, 1]


def test_stronger_opponents() -> None:
    # A beat C (who won nothing more), B beat D (who beat E): 1 each, but D was stronger.
    results = [played(A=3, C=0), played(B=3, D=0), played(D=3, E=0), played(C=0, F=3)]
    lines = standings("ABCDEF", results, order=["table_points", "opponents"])
    assert [line.values for line in lines if line.player in "AB"] == [
        {"table_points": Fraction(1), "opponents": Fraction(1, 2)},
        {"table_points": Fraction(1), "opponents": Fraction(0)},
    ]
    # D met B (1 a game) and E (0): ½, as B did with D. A and F met C: 0. C met A and F: 1; E, D: ½.
    assert in_short(lines) == [(1, "B"), (1, "D"), (3, "A"), (3, "F"), (5, "C"), (6, "E")]


def test_the_direct_meeting_counts_if_all_have_met() -> None:
    # A beat B; B and A each beat somebody else too and lose once: A 1 + 0, B 0 + 1.
    results = [played(A=2, B=1), played(A=1, C=2), played(B=2, D=1)]
    order = ["table_points", "direct"]
    lines = standings("ABCD", results, order=order)
    # A, B and C have one point each, but B and C have not met.
    assert in_short(lines) == [(1, "A"), (1, "B"), (1, "C"), (4, "D")]
    results.append(played(B=2, C=1))
    lines = standings("ABCD", results, order=order)
    # B has 2; A and C are level with 1, and C beat A.
    assert in_short(lines) == [(1, "B"), (2, "C"), (3, "A"), (4, "D")]
    assert said(lines)[1] == ("Stands above A: Direct meeting 1 to 0.",)
    assert [line.values["direct"] for line in lines] == [None, 1, 0, None]


def test_a_sentence_names_no_more_than_can_be_read() -> None:
    ten = standings("ABCDEFGHIJ", [], order=["table_points"])
    assert said(ten)[0] == (
        "Level with B, C, D, E, F, G, H, I and 1 more in everything that counts:"
        " they share the place.",
    )
    nine = standings("ABCDEFGHI", [], order=["table_points"])
    assert said(nine)[0] == (
        "Level with B, C, D, E, F, G, H, I in everything that counts: they share the place.",
    )


def test_a_play_off_of_just_those_who_are_level() -> None:
    results = [played(A=2, C=1), played(B=2, D=1)]
    playoff = TableResult(("A", "B"), (2, 1), (0, 1))
    lines = standings("ABCD", results, playoffs=[playoff])
    assert in_short(lines) == [(1, "B"), (2, "A"), (3, "C"), (3, "D")]
    assert said(lines)[0] == ("Stands above A: did better in the play-off.",)
    assert [line.values["playoff"] for line in lines] == [1, 0, None, None]
    # It counts for nothing else: no table points, no win.
    assert lines[0].values["table_points"] == lines[1].values["table_points"] == 1
    others = TableResult(("A", "C"), (2, 1), (0, 1))
    assert in_short(standings("ABCD", results, playoffs=[others]))[0] == (1, "A")


def test_the_second_of_a_play_off_has_not_won_it() -> None:
    three = TableResult(("A", "B", "C"), (2, 1, 3), (0, 0, 0))
    lines = standings("ABC", [], order=["playoff"], playoffs=[three])
    assert in_short(lines) == [(1, "B"), (2, "A"), (3, "C")]
    assert said(lines) == [
        ("Stands above A: did better in the play-off.",),
        ("Stands above C: did better in the play-off.",),
        (),
    ]
    assert [line.values["playoff"] for line in lines] == [2, 1, 0]


def test_a_play_off_decides_where_the_finals_left_players_level() -> None:
    # After the rounds all six are level; the semi-finals leave A and B level, and C and D.
    rounds = [played(A=1, B=1, C=1, D=1, E=1, F=1)]
    semis = [played(A=1, B=1, E=0), played(C=1, D=1, F=0)]
    level = standings("ABCDEF", rounds, finals=[semis])
    assert in_short(level) == [(1, "A"), (1, "B"), (1, "C"), (1, "D"), (5, "E"), (5, "F")]
    playoff = TableResult(("A", "B", "C", "D"), (4, 3, 2, 1), (0, 0, 0, 0))
    for order in (["table_points"], ["table_points", "playoff"]):
        lines = standings("ABCDEF", rounds, order=order, finals=[semis], playoffs=[playoff])
        assert in_short(lines) == [(1, "D"), (2, "C"), (3, "B"), (4, "A"), (5, "E"), (5, "F")]
        assert said(lines)[2] == ("Stands above A: did better in the play-off.",)


def test_who_missed_a_round_keeps_what_was_won() -> None:
    # Two rounds; B came late and beat D, A won and left: neither gains, neither loses.
    lines = standings("ABCDE", [played(A=2, C=1), played(B=2, D=1), played(C=3, D=2)])
    assert [(line.player, line.values["table_points"]) for line in lines] == [
        ("C", 1),
        ("A", 1),
        ("B", 1),
        ("D", 0),
        ("E", 0),
    ]


def test_the_final_decides_the_first_places_alone() -> None:
    rounds = [played(A=4, B=3, C=2, D=1), played(A=4, B=3, C=2, D=1)]
    final = [played(C=9, B=9, A=1)]
    lines = standings("ABCD", rounds, finals=[final])
    # The tie of the final is shared, though B stood above C before it.
    assert in_short(lines) == [(1, "B"), (1, "C"), (3, "A"), (4, "D")]
    assert said(lines) == [
        (
            "Stands above A: place 1 to 3 in the finals.",
            "Level with C in everything that counts: they share the place.",
        ),
        (
            "Stands above A: place 1 to 3 in the finals.",
            "Level with B in everything that counts: they share the place.",
        ),
        ("Stands above D: came further in the finals.",),
        (),
    ]
    # What was played in the final is no part of the rounds' figures.
    assert lines[0].values["table_points"] == Fraction(4, 3)


def test_semi_finals_rank_those_who_lost_them_by_place_and_then_by_the_rounds() -> None:
    rounds = [played(A=6, B=5, C=4, D=3, E=2, F=1)]
    semis = [played(A=1, D=2, E=0), played(B=2, C=1, F=0)]
    lines = standings("ABCDEF", rounds, finals=[semis, [played(B=1, D=2)]])
    # D and B in the final; A and C second in a semi-final, A before C in the rounds; E before F.
    assert in_short(lines) == [(1, "D"), (2, "B"), (3, "A"), (4, "C"), (5, "E"), (6, "F")]
    assert [sentences[0] for sentences in said(lines)[1:4]] == [
        "Stands above A: came further in the finals.",
        "Stands above C: Table points 1 to 3/5.",
        "Stands above E: place 2 to 3 in the finals.",
    ]


def test_nobody_has_played() -> None:
    assert in_short(standings("AB", [])) == [(1, "A"), (1, "B")]
    assert standings("", []) == []


@pytest.mark.parametrize("order", [["wins", "luck"], ["wins", "wins"]])
def test_unknown_and_doubled_metrics(order: list[str]) -> None:
    with pytest.raises(UnknownMetric) as refused:
        standings("A", [], order=order)
    assert refused.value.args == (order[1],)


# --- a slow oracle ----------------------------------------------------------------------------


def random_rounds(rng: random.Random, players: int, rounds: int) -> list[TableResult[int]]:
    results = []
    for _ in range(rounds):
        order = list(range(players))
        rng.shuffle(order)
        while len(order) > 1:
            table, order = order[:4], order[4:]
            scores = tuple(rng.randrange(4) for _ in table)
            places = tuple(1 + sum(other > own for other in scores) for own in scores)
            results.append(TableResult(tuple(table), places, scores))
    return results


def oracle(players: Sequence[int], results: list[TableResult[int]], order: list[str]) -> list[int]:
    """Each player's place, by comparing each with each of the group that is still level."""

    def points(player: int, among: Sequence[int] | None = None) -> list[Fraction]:
        won = []
        for result in results:
            if player in result.players:
                place = dict(zip(result.players, result.places, strict=True))
                others = [other for other in result.players if other != player]
                beaten = [
                    Fraction(2 * (place[player] < place[other]) + (place[player] == place[other]))
                    / 2
                    for other in others
                ]
                won.append(sum(beaten, Fraction(0)) / len(others))
        return won

    def mean(numbers: list[Fraction]) -> Fraction:
        return sum(numbers, Fraction(0)) / len(numbers) if numbers else Fraction(0)

    def figure(key: str, player: int, group: list[int]) -> Fraction | None:
        games = [result for result in results if player in result.players]
        index = {id(result): result.players.index(player) for result in games}
        if key == "table_points":
            return sum(points(player), Fraction(0))
        if key == "share_of_best":
            return sum(
                (
                    Fraction(game.scores[index[id(game)]], max(max(game.scores), 1))
                    for game in games
                ),
                Fraction(0),
            )
        if key == "wins":
            return Fraction(len([1 for game in games if game.places[index[id(game)]] == 1]))
        if key == "opponents":
            return mean([mean(points(o)) for game in games for o in game.players if o != player])
        duels: dict[int, list[Fraction]] = {other: [] for other in group if other != player}
        for game in games:
            own = game.places[index[id(game)]]
            for other, place in zip(game.players, game.places, strict=True):
                if other in duels:
                    duels[other].append(Fraction((own < place) * 2 + (own == place), 2))
        return sum(map(mean, duels.values()), Fraction(0))

    def all_met(group: list[int]) -> bool:
        return all(
            any(one in result.players and other in result.players for result in results)
            for one, other in combinations(group, 2)
        )

    level = {player: list(players) for player in players}
    place = dict.fromkeys(players, 1)
    for key in order:
        figures = {}
        for player in players:
            skipped = key == "direct" and not all_met(level[player])
            figures[player] = Fraction(0) if skipped else figure(key, player, level[player])
        groups = {player: level[player] for player in players}
        for player in players:
            own = figures[player]
            place[player] += sum(figures[other] > own for other in groups[player])  # type: ignore
            level[player] = [other for other in groups[player] if figures[other] == own]
    return [place[player] for player in players]


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    players=st.integers(2, 9),
    rounds=st.integers(0, 3),
    order=st.permutations([key for key in USUAL_ORDER if key != "playoff"]),
)
def test_the_oracle_agrees(seed: int, players: int, rounds: int, order: list[str]) -> None:
    results = random_rounds(random.Random(seed), players, rounds)
    lines = standings(range(players), results, order=order)
    places = {line.player: line.place for line in lines}
    assert [places[player] for player in range(players)] == oracle(range(players), results, order)
    # Whoever comes first in the list of players changes nothing.
    backwards = standings(range(players)[::-1], results, order=order)
    assert {line.player: line.place for line in backwards} == places
    for line in lines:
        assert (line.decision is None) == (not line.below)
        assert sorted((*line.level, line.player)) == sorted(
            other for other in places if places[other] == line.place
        )


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    players=st.integers(4, 9),
    rounds=st.integers(0, 3),
    order=st.permutations(USUAL_ORDER),
    most=st.integers(1, 6),
)
def test_what_each_place_says_is_so(
    seed: int, players: int, rounds: int, order: list[str], most: int
) -> None:
    rng = random.Random(seed)
    results = random_rounds(rng, players, rounds)
    order = order[:most]
    finals = [random_rounds(rng, players, 1)[: 1 + stage] for stage in (rng.randrange(2), 0)]
    finals = finals[: rng.randrange(3)]
    reached = {
        player: (stage, -place)
        for stage, tables in enumerate(finals, 1)
        for table in tables
        for player, place in zip(table.players, table.places, strict=True)
    }
    level = standings(range(players), results, order=order, finals=finals)
    groups = {frozenset((line.player, *line.level)) for line in level if line.level}
    playoffs = []
    for group in sorted(map(sorted, groups)):
        rng.shuffle(group)
        places = tuple(range(1, len(group) + 1))
        playoffs.append(TableResult(tuple(group), places, places))
    lines = standings(range(players), results, order=order, finals=finals, playoffs=playoffs)
    # Whoever was level has played it out, so nobody is any more.
    assert [line.place for line in lines] == list(range(1, players + 1))
    at = {line.player: line for line in lines}
    for line, following in pairwise(lines):
        assert (line.below, line.decision is None) == ((following.player,), False)
        own, theirs = line.player, following.player
        by = line.decision.by  # type: ignore[union-attr]
        further = [reached.get(player, (0, 0)) for player in (own, theirs)]
        if by in ("stage", "final"):
            assert further[0] > further[1]
            assert (further[0][0] > further[1][0]) == (by == "stage")
            continue
        assert further[0] == further[1]
        if by == "playoff":
            [played_out] = [one for one in playoffs if {own, theirs} <= set(one.players)]
            assert played_out.place_of(own) < played_out.place_of(theirs)
            continue
        assert line.decision.own > line.decision.theirs  # type: ignore[union-attr]
        for key in order[: order.index(by)]:
            if key not in ("direct", "playoff"):
                assert at[own].values[key] == at[theirs].values[key]
        if by != "direct":
            assert (line.decision.own, line.decision.theirs) == (  # type: ignore[union-attr]
                at[own].values[by],
                at[theirs].values[by],
            )


def test_every_metric_has_its_place_in_the_usual_order() -> None:
    assert tuple(METRICS) == USUAL_ORDER
