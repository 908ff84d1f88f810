"""What the laws must know of Vampire Queen."""

from collections import Counter

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.chance import Chance, Outcome
from hexdeck.games.vampire_queen.law.rules import DECK, HAND_SIZES, SLAYERS, State

# A phase has at most 3 × players × hand rounds [VQ-R8], 324 with nine or twelve players, and a round
# at most an action of each.  Ten phases at most.
LONGEST = 10 * 324 * 12
OPTIONS: list[dict[str, int | str]] = [{"phases": 2}]


def places(state: State) -> list[Card]:
    piles = (*state.hands, *state.round.values(), state.crypt, state.left_over)
    return [card for pile in piles for card in pile]


def whole_deck(state: State) -> list[Card]:
    del state  # the same for any number of players
    return [*DECK, *SLAYERS]


def deals_behind(world: State) -> dict[str, Outcome]:
    """The deal of this phase: what each seat has or had and did not take up, then what nobody got."""
    seats = zip(world.hands, world.played, world.taken_up, strict=True)
    dealt = [_dealt(hand + played, taken_up) for hand, played, taken_up in seats]
    return {"deal": tuple(card for hand in dealt for card in hand) + tuple(world.left_over)}


def _dealt(had: list[Card], taken_up: list[Card]) -> list[Card]:
    """Slayers were not dealt, wherever they went."""
    return [card for card in (Counter(had) - Counter(taken_up)).elements() if card not in SLAYERS]


def rotated(outcome: Outcome, needs: Chance, by: int, players: int) -> Outcome:
    if needs.what == "slayer":
        return ((outcome[0] + by) % players,)
    size = HAND_SIZES[players]
    hands = [outcome[seat * size : (seat + 1) * size] for seat in range(players)]
    moved = [hands[(seat - by) % players] for seat in range(players)]
    return tuple(card for hand in moved for card in hand) + outcome[players * size :]


def rotated_action(action: Action, by: int, players: int) -> Action:
    del by, players  # no action names a seat
    return action


def choices_behind(world: State) -> dict[Seat, Action]:
    """Secret choices under way: this game has none."""
    del world
    return {}
