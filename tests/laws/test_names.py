"""Any text is a name or is refused; nothing else happens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexdeck.core.chance import Chance, Roll, Shuffle
from hexdeck.core.errors import NameUnknown
from hexdeck.core.registry import GAMES
from laws.games import CASES, Case

NAMES = [game.action_name(action) for game in GAMES.values() for action in range(game.actions)]
WORDS = sorted({word for name in NAMES for word in name.split()})
texts = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join))


@pytest.mark.parametrize("name", GAMES)
@given(text=texts)
def test_any_text_is_an_action_or_is_refused(name: str, text: str) -> None:
    game = GAMES[name]
    try:
        action = game.action_named(text)
    except NameUnknown:
        return
    assert game.action_name(action) == text


def chances(case: Case) -> list[Chance]:
    """Everything that a game ever asks of chance before anybody acts."""
    state, asked = case.start(), []
    while state.needs is not None:
        asked.append(state.needs)
        needs = state.needs
        state.resolve(needs.cards if isinstance(needs, Shuffle) else (0,) * needs.dice)
    return asked


@pytest.mark.parametrize("case", CASES)
@given(text=texts)
def test_any_text_is_an_outcome_or_is_refused(case: Case, text: str) -> None:
    for needs in [*chances(case), Roll("dice", 5, 6)] if case.game.name == "voodoo" else chances(case):
        try:
            outcome = case.game.outcome_named(needs, text)
        except NameUnknown:
            continue
        if needs.allows(outcome):
            assert case.game.outcome_name(needs, outcome) == " ".join(text.split())


@pytest.mark.parametrize("case", CASES)
def test_every_outcome_reads_back(case: Case) -> None:
    for needs in chances(case):
        outcome = needs.cards[::-1] if isinstance(needs, Shuffle) else (needs.sides - 1,) * needs.dice
        assert case.game.outcome_named(needs, case.game.outcome_name(needs, outcome)) == outcome
