"""Classic of 2003 replayed: corrections, what a page shows, a referee."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.rules.pawns import NOBODY, PAWNS, PLAIN, after, counts, pawns, take
from tests.rules.play import (
    GAMES,
    Game,
    places,
    race,
    random_event,
    through_json,
)
from tournaments.rules import (
    IllegalEvent,
    correct,
    replay,
    split,
    undo,
)
from tournaments.rules.classic_2003 import COLOURS, Classic2003Config


class TestCorrecting:
    # Seat 0 needs the first place of round 1 to get from row 1 to 4.
    EVENTS: Game = [
        *pawns(1, 1),
        *(race(0, 1), take(0, 4), take(1, 1)),
        *(race(1, 0), take(0, 6), take(1, 2)),
    ]
    CONFIG = PAWNS.parse_config({"gems": PLAIN})

    def test_a_round_goes_with_its_takes(self) -> None:
        assert split(PAWNS, self.EVENTS) == [range(1), range(1, 2), range(2, 5), range(5, 8)]
        assert undo(PAWNS, self.EVENTS) == self.EVENTS[:5]

    def test_a_row_that_is_out_of_reach_then(self) -> None:
        new = [race(1, 0), take(1, 1), take(0, 3)]
        with pytest.raises(IllegalEvent) as caught:
            correct(PAWNS, self.CONFIG, 2, self.EVENTS, {2: new})
        assert (caught.value.index, caught.value.field, caught.value.code) == (
            6,
            "row",
            "row_too_far",
        )
        later = [race(1, 0), take(0, 5), take(1, 2)]
        game = correct(PAWNS, self.CONFIG, 2, self.EVENTS, {4: new, 5: later})
        state = replay(PAWNS, self.CONFIG, 2, game)
        assert state.counts == (counts(brown=2, yellow=2), counts(red=2, green=2))

    def test_where_a_pawn_started(self) -> None:
        game = correct(PAWNS, self.CONFIG, 2, self.EVENTS, {0: pawns(2)})
        assert replay(PAWNS, self.CONFIG, 2, game).pawns == (6, 2)
        with pytest.raises(IllegalEvent) as caught:
            correct(
                PAWNS, self.CONFIG, 2, self.EVENTS, {1: [{"kind": "pawn", "seat": 1, "row": 6}]}
            )
        assert (caught.value.index, caught.value.field) == (4, "row")

    def test_a_correction_without_its_takes_is_unfinished(self) -> None:
        with pytest.raises(IllegalEvent) as caught:
            correct(PAWNS, self.CONFIG, 2, self.EVENTS, {2: [race(0)]})
        assert (caught.value.index, caught.value.field) == (5, "kind")


class TestWhatAPageShows:
    def test_in_the_middle_of_a_round(self) -> None:
        state = after((3, 3), race(0, 1, second_chance=True), take(0, 1))
        told = state.to_json()
        assert told == through_json(told)
        assert told["rows"] == [["red"] * 10, *PLAIN[1:]]
        assert told["pawns"] == [1, 3]
        assert (told["rounds"], told["round"], told["roller"]) == (1, 2, 1)
        assert (told["finished"], told["to_take"]) == ([0, 1], [1])
        assert told["won"] == [["red", "red"], []]
        assert told["counts"] == [counts(red=2), counts()]
        assert told["by_colour"] == [[2, 0, 0, 0, 0, 0], [0] * 6]
        assert told["reach"] == [[], [1, 2, 3, 4, 5]]
        assert told["config"] == {"gems": PLAIN, "pieces": 3, "first": 0}
        assert told["seats"] == 2

    def test_the_roll_passes_clockwise(self) -> None:
        config = PAWNS.parse_config({"gems": PLAIN, "first": 2})
        rollers = [
            replay(PAWNS, config, 3, [*pawns(1, 2, 3), *[NOBODY] * played]).roller
            for played in range(10)
        ]
        assert rollers == [2, 0, 1, 2, 0, 1, 2, 0, 1, None]

    def test_rules_in_words(self) -> None:
        told = [one.text for one in PAWNS.describe(Classic2003Config(pieces=4))]
        assert "In each of 9 rounds" in told[0]
        assert "6 rows of 12 gems" in told[1]
        assert "12 of each colour" in told[1]
        assert any("have 4 pieces" in text for text in told)
        assert len(set(told)) == 17
        assert [one.code for one in PAWNS.describe(Classic2003Config())] == [
            *("pawns_goal", "pawns_board", "pawns_start", "classic_set", "classic_pieces"),
            *(
                "pawns_boards",
                "pawns_roller",
                "race_task",
                "race_second_chance",
                "pawns_move",
                "pawns_take",
            ),
            *("pawns_empty_row", "pawns_order", "pawns_too_late", "pawns_open", "pawns_most"),
            "pawns_tie",
        ]

    def test_score_sheet(self) -> None:
        sheet = PAWNS.score_sheet(Classic2003Config())
        assert sheet.columns == 4
        assert [row.text.lower() for row in sheet.rows] == list(COLOURS)
        assert sheet.total.text == "Most of one colour"


# --- against a referee who has the gems in hand --------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_agree_with_the_referee(seats: int) -> None:
    for seed in range(GAMES):
        rng = random.Random(seed)
        state = PAWNS.start(PAWNS.parse_config({}), seats, rng)
        board = {row: list(state.rows[row - 1]) for row in range(1, 7)}
        pawn: dict[int, int] = {}
        hands: list[list[str]] = [[] for _ in range(seats)]
        rank: dict[int, int] = {}
        played = 0
        while not PAWNS.finished(state):
            event = random_event(PAWNS.expected(state), rng)
            state = PAWNS.apply(state, event)
            if event["kind"] == "pawn":
                assert event["seat"] not in pawn
                pawn[event["seat"]] = event["row"]
            elif event["kind"] == "round":
                assert not rank
                assert len(pawn) == seats
                played += 1
                assert event["finished"] or event["second_chance"]
                rank = {seat: number for number, seat in enumerate(event["finished"])}
            else:
                seat, row = event["seat"], event["row"]
                far = 3 - rank.pop(seat)
                if row is not None:
                    assert row in board
                    assert pawn[seat] - far <= row <= pawn[seat] + far
                    pawn[seat] = row
                    hands[seat] += board[row][:2]
                    del board[row][:2]
            assert list(map(list, state.rows)) == list(board.values())
            assert list(map(list, state.won)) == hands
            assert [pawn.get(seat) for seat in range(seats)] == list(state.pawns)
            assert sum(map(len, hands)) + sum(map(len, board.values())) == 72
        assert played == 9
        assert not rank
        best = [sorted(Counter(hand).values(), reverse=True) for hand in hands]
        assert PAWNS.scores(state) == [max(own, default=0) for own in best]
        for seat, place in enumerate(places(PAWNS, state)):
            assert place == 1 + sum(other > best[seat] for other in best)
