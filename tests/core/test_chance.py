"""The verifiable stream, against numbers worked out by a second route (see docs/notation.md)."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexdeck.core.chance import Roll, Shuffle, Stream, commitment, number_named
from hexdeck.core.errors import NameUnknown

ZEROS = bytes(32)
COUNTING = bytes(range(32))


def blocks_by_hand(seed: bytes, salts: list[str], count: int) -> bytes:
    """HMAC from its definition in RFC 2104, with nothing but SHA-256."""
    message = hashlib.sha256(b"".join(salt.encode() + b"\n" for salt in salts)).digest()
    key = seed + bytes(32)
    inner, outer = bytes(byte ^ 0x36 for byte in key), bytes(byte ^ 0x5C for byte in key)
    return b"".join(
        hashlib.sha256(outer + hashlib.sha256(inner + message + number.to_bytes(8, "big")).digest()).digest()
        for number in range(count)
    )


def numbers_by_hand(seed: bytes, salts: list[str], limits: list[int]) -> list[int]:
    raw = blocks_by_hand(seed, salts, 2 + len(limits))
    words = (int(raw[at : at + 8].hex(), 16) for at in range(0, len(raw), 8))
    return [next(word for word in words if word < 2**64 // limit * limit) % limit for limit in limits]


def test_the_commitment_is_sha256_of_the_seed() -> None:
    assert commitment(ZEROS) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_vectors_computed_with_openssl() -> None:
    """printf of the message piped into `openssl dgst -sha256 -mac HMAC -macopt hexkey:…` gave these."""
    plain, salted = Stream(ZEROS), Stream(COUNTING, ["Marie", "sea salt"])

    assert [plain.below(1 << 64) for _ in range(8)] == [
        *(0x54E7C3F6DEF33D1D, 0x251EF12306C10ED7, 0x2907D662900CF857, 0xDB0579DE04E400A2),
        *(0x7919068578C83616, 0x3958594C60D90C5E, 0x2E5B73C307EB077F, 0xBF8FFB7B4C03A032),
    ]
    assert [salted.below(1 << 64) for _ in range(4)] == [
        *(0x84C5E5A44BA2D68C, 0x6F44D5274CDA83AE, 0xBD2D94FB29827931, 0x8043EE6E4902460C),
    ]


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.text(max_size=8), max_size=3),
    st.lists(st.integers(1, 2**64), min_size=1, max_size=30),
)
def test_every_number_agrees_with_the_second_route(seed: bytes, salts: list[str], limits: list[int]) -> None:
    stream = Stream(seed, salts)
    assert [stream.below(limit) for limit in limits] == numbers_by_hand(seed, salts, limits)


def test_a_shuffle_swaps_from_the_last_card_down() -> None:
    cards = list(range(10, 18))
    drawn = numbers_by_hand(COUNTING, [], [8, 7, 6, 5, 4, 3, 2])
    for last, chosen in zip(range(7, 0, -1), drawn, strict=True):
        cards[last], cards[chosen] = cards[chosen], cards[last]

    assert Stream(COUNTING).supply(Shuffle("deal", tuple(range(10, 18)))) == tuple(cards)


def test_a_roll_is_so_many_numbers_below_the_sides() -> None:
    assert list(Stream(COUNTING).supply(Roll("dice", 5, 6))) == numbers_by_hand(COUNTING, [], [6] * 5)


def test_an_unfair_word_is_thrown_away() -> None:
    """With a limit just above half of all words, nearly every second word is refused."""
    limit = 2**63 + 1
    raw = blocks_by_hand(ZEROS, [], 8)
    words = [int.from_bytes(raw[at : at + 8], "big") for at in range(0, len(raw), 8)]
    fair = [word for word in words if word < limit]
    assert len(fair) < len(words)

    stream = Stream(ZEROS)

    assert [stream.below(limit) for _ in fair] == fair


def test_every_order_of_three_cards_is_about_equally_likely() -> None:
    stream = Stream(COUNTING)
    orders = Counter(stream.supply(Shuffle("deal", (0, 1, 2))) for _ in range(6000))
    assert len(orders) == 6
    assert all(880 < count < 1120 for count in orders.values())  # 4 standard deviations


def test_salts_and_their_order_change_everything() -> None:
    draws = {
        tuple(Stream(ZEROS, salts).supply(Roll("r", 8, 1000)))
        for salts in ([], ["a"], ["a", "b"], ["b", "a"])
    }
    assert len(draws) == 4


def test_what_a_shuffle_and_a_roll_allow() -> None:
    shuffle, roll = Shuffle("deal", (7, 7, 1)), Roll("dice", 2, 6)
    assert shuffle.allows((1, 7, 7))
    assert not shuffle.allows((1, 1, 7))
    assert not shuffle.allows((1, 7))
    assert roll.allows((0, 5))
    assert not roll.allows((0, 6))
    assert not roll.allows((0, -1))
    assert not roll.allows((0,))


@pytest.mark.parametrize("text", ["", " 1", "01", "-1", "1.0", "²", "٣", "one"])
def test_what_is_not_a_plain_number_is_refused(text: str) -> None:
    with pytest.raises(NameUnknown):
        number_named(text)


def test_a_plain_number_is_read() -> None:
    assert (number_named("0"), number_named("27")) == (0, 27)
