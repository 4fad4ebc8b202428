"""Choices that depend on a text alone, on every machine."""

from collections import Counter

import pytest

from puzzles.decks.chance import Chance


def test_a_text_draws_the_same_for_ever() -> None:
    chance = Chance("dice1#77")
    assert [chance.below(100) for _ in range(10)] == [97, 60, 33, 13, 22, 21, 13, 66, 57, 69]


def test_another_text_draws_otherwise() -> None:
    one, other = Chance("dice1#1"), Chance("dice1#2")
    assert [one.below(1000) for _ in range(5)] != [other.below(1000) for _ in range(5)]


def test_weights_are_kept() -> None:
    chance = Chance("weights")
    drawn = Counter(chance.weighted([1, 0, 3]) for _ in range(4000))
    assert drawn[1] == 0
    assert 2.6 < drawn[2] / drawn[0] < 3.4


def test_nothing_to_draw_from() -> None:
    with pytest.raises(ValueError, match="nothing to draw from"):
        Chance("").weighted([0, 0])
