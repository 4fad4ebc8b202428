"""The standings over all tables."""

from tournaments.standings.table import Result, standings


def test_shares_of_the_tables_best_are_compared() -> None:
    # Table of four: 24, 24, 18, 6. Table of two: 10 and 6.
    results = [Result("A", 24, 24), Result("B", 24, 24), Result("C", 18, 24), Result("D", 6, 24)]
    results += [Result("E", 10, 10), Result("F", 6, 10)]
    lines = standings(results)
    assert [(line.place, line.player, line.percent) for line in lines] == [
        (1, "A", 100),
        (1, "B", 100),
        (1, "E", 100),
        (4, "C", 75),
        (5, "F", 60),
        (6, "D", 25),
    ]


def test_nobody_has_points_yet() -> None:
    lines = standings([Result("A", 0, 0), Result("b", 0, 0)])
    assert [(line.place, line.player, line.percent) for line in lines] == [(1, "A", 0), (1, "b", 0)]
