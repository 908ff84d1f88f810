"""Hidden cards find holders who may have them."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexdeck.core.dealing import deal_hidden


def test_cards_are_passed_along_until_everybody_holds_what_they_may() -> None:
    """Holder 0 may hold only card 0, holder 1 only 0 and 1, and so on: there is one way."""
    for number in range(50):
        hands = deal_hidden(range(6), [1] * 6, lambda holder, card: card <= holder, Random(number))
        assert hands == [[0], [1], [2], [3], [4], [5]]


def test_where_no_deal_is_possible_it_says_so() -> None:
    with pytest.raises(AssertionError, match="no deal agrees"):
        deal_hidden([1, 2], [1, 1], lambda _holder, card: card == 1, Random(0))


def test_without_limits_every_deal_is_about_equally_likely() -> None:
    deals = Counter(
        tuple(map(tuple, deal_hidden([1, 2, 3], [1, 2], lambda _holder, _card: True, Random(number))))
        for number in range(3000)
    )
    assert len(deals) == 3
    assert all(890 < count < 1110 for count in deals.values())  # 4 standard deviations


def test_with_limits_every_possible_deal_is_about_equally_likely() -> None:
    """Holder 0 may not hold card 1: six deals of four cards to two holders of two, three without card 1."""
    deals = Counter(
        tuple(
            deal_hidden([1, 2, 3, 4], [2, 2], lambda holder, card: (holder, card) != (0, 1), Random(number))[
                0
            ]
        )
        for number in range(3000)
    )
    assert sorted(deals) == [(2, 3), (2, 4), (3, 4)]
    assert all(890 < count < 1110 for count in deals.values())


@given(st.data())
def test_sizes_and_limits_are_kept(data: st.DataObject) -> None:
    """Start from a deal, forbid what it does not need, and find a deal again."""
    holders = data.draw(st.integers(1, 6))
    owner = data.draw(st.lists(st.integers(0, holders - 1), max_size=25))
    extra = data.draw(st.sets(st.tuples(st.integers(0, holders - 1), st.integers(0, 25))))
    allowed = {*extra, *((holder, card) for card, holder in enumerate(owner))}
    sizes = [owner.count(holder) for holder in range(holders)]

    hands = deal_hidden(range(len(owner)), sizes, lambda holder, card: (holder, card) in allowed, Random(1))

    assert [len(hand) for hand in hands] == sizes
    assert sorted(card for hand in hands for card in hand) == list(range(len(owner)))
    assert all((holder, card) in allowed for holder, hand in enumerate(hands) for card in hand)
