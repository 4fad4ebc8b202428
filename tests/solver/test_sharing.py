from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzles.solver.sharing import can_share_out, reachable_sums
from tests.solver.oracle import can_deal


def test_reachable_sums_are_bits() -> None:
    assert reachable_sums([]) == 0b1
    assert reachable_sums([2, 3]) == 0b101101


def test_each_region_alone_could_be_filled_but_not_all_together() -> None:
    assert can_share_out([4, 6], [3, 3, 4])
    assert can_share_out([5, 7], [4, 4, 3, 1])
    # 6 is 4 + 2, but there is only one 4.
    assert not can_share_out([6, 6, 6], [5, 5, 4, 2, 2])


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=4),
    st.lists(st.integers(1, 5), min_size=1, max_size=7),
)
def test_agrees_with_trying_everything(regions: list[int], pieces: list[int]) -> None:
    assert can_share_out(regions, pieces) == (
        sum(regions) == sum(pieces) and can_deal(regions, pieces)
    )


@given(st.lists(st.lists(st.integers(1, 5), min_size=1, max_size=4), min_size=1, max_size=5))
def test_a_deal_that_exists_is_never_denied(deal: list[list[int]]) -> None:
    regions = [sum(hand) for hand in deal]
    pieces = [size for hand in deal for size in hand]
    assert can_share_out(regions, pieces)
    for steps in (1, 2, 5, 20):
        assert can_share_out(regions, pieces, max_steps=steps)


def test_giving_up_says_nothing_against_the_pieces() -> None:
    impossible = ([6, 6, 6], [5, 5, 4, 2, 2])
    assert not can_share_out(*impossible)
    assert can_share_out(*impossible, max_steps=1)
