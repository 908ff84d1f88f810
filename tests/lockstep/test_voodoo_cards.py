"""Voodoo's cards stand in cards.toml for the law and in a C header for the kernel: both must say the same."""

from dataclasses import replace
from typing import Any

import pytest

from hexdeck.games.voodoo.law.cards import Cards, the_cards
from hexdeck.kernel import kernel_of

FIRST_CURSE, FIRST_PERMANENT = "gardus_corpux", "high_society"


def changed(**fields: Any) -> Cards:
    """The cards with another first curse."""
    cards = the_cards()
    return replace(cards, curses=(replace(cards.curses[0], **fields), *cards.curses[1:]))


def changed_permanent(**fields: Any) -> Cards:
    cards = the_cards()
    return replace(cards, permanents=(replace(cards.permanents[0], **fields), *cards.permanents[1:]))


def check(cards: Cards) -> None:
    kernel = kernel_of("voodoo")
    assert kernel is not None
    kernel.check_printed(cards)


def test_the_kernel_has_the_cards_of_the_law() -> None:
    check(the_cards())


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (changed(cost=(5,)), FIRST_CURSE),
        (changed(asterisk=False), FIRST_CURSE),
        (changed(casting=2), FIRST_CURSE),
        (changed(breaking=2), FIRST_CURSE),
        (changed(moment="before_rolling"), FIRST_CURSE),
        (changed(victims="all"), FIRST_CURSE),
        (changed_permanent(moment="before_passing"), FIRST_PERMANENT),
        (changed_permanent(penalty="die"), FIRST_PERMANENT),
    ],
)
def test_a_card_that_was_changed_in_one_place_is_named(cards: Cards, told: str) -> None:
    with pytest.raises(ImportError, match=f"^{told} is another card in games/voodoo/data/cards.toml"):
        check(cards)
