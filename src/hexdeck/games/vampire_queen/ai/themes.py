"""Vampire Queen: what to shed first, when to pass, and how to stay out of a slayer's way."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

from hexdeck.ai.tactics.finder import MOST_WORLDS, Found, Worlds, all_or_some, found
from hexdeck.ai.tactics.theme import Theme
from hexdeck.ai.tactics.worlds import all_deals
from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.game import Choice
from hexdeck.games.vampire_queen import GAME
from hexdeck.games.vampire_queen.law.rules import (
    PASS,
    PLAYS,
    QUEEN,
    SLAYERS,
    Cards,
    State,
    hunted_value,
    is_slayer_round,
)
from hexdeck.games.vampire_queen.law.view import View

OPTIONS: Final[dict[str, Choice]] = {"phases": 1}  # so that nothing counts but the points of this phase
BOTS: Final = ("heuristic", "ismcts-100")
NEAR: Final = 3  # cards in the smallest hand
LATE: Final = 60  # cards in all hands
STAKE: Final = 0.5
LEAD: Final = 2.0  # points, of what is right early in a phase


def sees(view: View) -> str:
    """`round 1 5 5, 2 pass; hand 2 9 q; cards 3 1 4; slayers 0 15, 2 20`."""
    played = ", ".join(f"{seat} {_cards(cards) or 'pass'}" for seat, cards in view.round) or "nothing"
    slayers = ", ".join(f"{seat} {_cards(known)}" for seat, known in enumerate(_slayers(view)) if known)
    return (
        f"round {played}; hand {_cards(view.hand)}; cards {' '.join(map(str, view.hand_sizes))}; "
        f"slayers {slayers or 'on the table'}"
    )


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(str(card) if card in SLAYERS else GAME.card_name(card) for card in cards)


def _slayers(view: View) -> list[Cards]:
    return [tuple(card for card in known if card in SLAYERS) for known in view.known]


def look(state: State, seat: Seat) -> Found | None:
    view = GAME.view(state, seat)
    if min(view.hand_sizes) > NEAR or sum(view.hand_sizes) > LATE:
        return None
    return found(GAME.name, view, lambda: worlds(view), STAKE)


def worlds(view: View) -> Worlds:
    """All of them, where hands are small or known, or a sample."""
    any_world = GAME.worlds(view, Random(0))
    others = [seat for seat in range(view.players) if seat != view.seat]
    unseen = Counter(any_world.left_over)
    for seat in others:
        unseen += Counter(any_world.hands[seat])
        unseen -= Counter(view.known[seat])
    sizes = [view.hand_sizes[seat] - len(view.known[seat]) for seat in others]
    deals = all_deals(list(unseen.elements()), sizes, lambda *_: True, MOST_WORLDS)
    return all_or_some(GAME.name, view, deals, lambda hands: _with_hands(any_world, others, hands))


def _with_hands(state: State, others: list[Seat], hands: Sequence[Cards]) -> State:
    world = state.copy()
    for seat, hand in zip(others, hands[:-1], strict=True):
        world.hands[seat] = sorted([*state.known[seat], *hand])
    world.left_over = list(hands[-1])
    return world


@dataclass
class Case:
    view: View
    right: Sequence[Action]
    wrong: Sequence[Action]

    @cached_property
    def hunted(self) -> bool:
        return is_slayer_round(dict(self.view.round))

    @cached_property
    def leads(self) -> bool:
        return not self.view.round

    @cached_property
    def good(self) -> list[Cards]:
        return [PLAYS[action] for action in self.right if action != PASS]

    @cached_property
    def bad(self) -> list[Cards]:
        return [PLAYS[action] for action in self.wrong if action != PASS]

    @cached_property
    def should_play(self) -> bool:
        """In a normal round, and not pass."""
        return not self.hunted and len(self.good) == len(self.right)

    @cached_property
    def so_far(self) -> int:
        """The highest value in a slayer round."""
        return max(hunted_value(cards[0]) for _, cards in self.view.round if cards)

    @cached_property
    def values(self) -> list[int]:
        return [hunted_value(cards[0]) for cards in self.good]

    @cached_property
    def others(self) -> list[int]:
        return [hunted_value(cards[0]) for cards in self.bad]

    @cached_property
    def queens_only(self) -> bool:
        """What is right has queens, and something wrong has none."""
        return all(QUEEN in cards for cards in self.good) and not all(QUEEN in cards for cards in self.bad)


def _goes_out(case: Case) -> bool:
    return case.should_play and all(len(cards) == len(case.view.hand) for cards in case.good)


def _sheds_more(case: Case) -> bool:
    if not (case.should_play and case.leads):
        return False
    if min(map(len, case.good)) > max(map(len, case.bad)):
        return True
    return all(set(cards) <= set(better) for cards in case.bad for better in case.good)


def _sheds_queens(case: Case) -> bool:
    if not case.should_play or not case.bad or not case.queens_only:
        return False
    return case.leads or not any(QUEEN in cards for cards in case.bad)


def _sheds_points(case: Case) -> bool:
    return case.should_play and bool(case.bad) and min(map(sum, case.good)) > max(map(sum, case.bad))


def _avoids_a_tie(case: Case) -> bool:
    return case.hunted and case.so_far > max(case.values) and {*case.others} == {case.so_far}


def _throws_the_highest(case: Case) -> bool:
    if not case.hunted:
        return False
    if case.so_far == 0:
        return min(case.values) > max(case.others)
    safe = [value for value in case.others if value < case.so_far]
    return max(case.values) < case.so_far and min(case.values) > max(safe, default=0)


def _helped(cards: Cards) -> bool:
    return QUEEN in cards and cards[0] != QUEEN


def _all_slayers(plays: Sequence[Cards]) -> bool:
    return all(cards[0] in SLAYERS for cards in plays)


THEMES: Final = (
    Theme(
        "Queens count one",
        "In a slayer round a queen is a one: she is your safe card.",
        lambda case: case.hunted and all(cards == (QUEEN,) for cards in case.good),
    ),
    Theme(
        "First after the slayer, go low",
        "Nobody has played yet and the highest takes everything: show your lowest card.",
        lambda case: case.hunted and case.so_far == 0 and max(case.values) < min(case.others),
    ),
    Theme(
        "A tie hurts whoever comes later",
        "Among equals the last one takes: go lower.",
        _avoids_a_tie,
    ),
    Theme(
        "Stay under the highest",
        "In a slayer round the highest takes everything: play below it.",
        lambda case: case.hunted and max(case.values) < case.so_far <= min(case.others),
    ),
    Theme(
        "Throw the highest that is safe",
        "Somebody else takes this slayer round: get rid of your most expensive card.",
        _throws_the_highest,
    ),
    Theme(
        "You take it anyway",
        "When you must take the slayer round, choose which card you want to hold, and when it is your turn.",
        lambda case: case.hunted and 0 < case.so_far <= min(*case.values, *case.others),
    ),
    Theme(
        "Pass",
        "What you could raise with is worth more in hand.",
        lambda case: list(case.right) == [PASS],
        yes_or_no=True,
    ),
    Theme(
        "Go out",
        "Your last cards end the phase: play them.",
        _goes_out,
        yes_or_no=True,
    ),
    Theme(
        "Lead the slayer",
        "Give it to somebody while they are short of low cards.",
        lambda case: case.should_play and case.leads and _all_slayers(case.good),
    ),
    Theme(
        "Lead the vampire, not the slayer",
        "A slayer led now comes to nothing, or back.",
        lambda case: case.should_play and case.leads and _all_slayers(case.bad),
    ),
    Theme(
        "A queen helps a set",
        "With a queen the set is long enough.",
        lambda case: case.should_play and not case.bad and all(map(_helped, case.good)),
        yes_or_no=True,
    ),
    Theme(
        "Raise when you can",
        "What you play costs you nothing any more; leads are rare.",
        lambda case: case.should_play and not case.bad,
        yes_or_no=True,
    ),
    Theme(
        "Do not sit on queens",
        "A queen in hand costs fourteen: play her while there is time.",
        _sheds_queens,
    ),
    Theme(
        "Shed as many as you can",
        "Equal cards leave together: lead the whole set.",
        _sheds_more,
    ),
    Theme(
        "Shed the high card first",
        "Of two cards that fit, the expensive one must go before somebody is out.",
        _sheds_points,
    ),
)
