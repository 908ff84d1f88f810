"""What the laws must know of High Card."""

from hexdeck.games.high_card.law.rules import CARDS, HAND, State

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.chance import Chance, Outcome

LONGEST = 5 * HAND * 5  # rounds, tricks, players
OPTIONS: list[dict[str, int | str]] = [{}]


def places(state: State) -> list[Card]:
    piles = (*state.hands, *state.played)
    return [*state.undealt, *state.chosen.values(), *(card for pile in piles for card in pile)]


def whole_deck(state: State) -> list[Card]:
    del state
    return list(range(CARDS))


def deals_behind(world: State) -> dict[str, Outcome]:
    """The deal of this round: what each seat holds, has laid and has shown, then what nobody got."""
    hands = [
        [*hand, *([world.chosen[seat]] if seat in world.chosen else []), *world.played[seat]]
        for seat, hand in enumerate(world.hands)
    ]
    return {"deal": tuple(card for hand in hands for card in hand) + tuple(world.undealt)}


def rotated(outcome: Outcome, needs: Chance, by: int, players: int) -> Outcome:
    del needs  # there is only the deal
    hands = [outcome[seat * HAND : (seat + 1) * HAND] for seat in range(players)]
    moved = [hands[(seat - by) % players] for seat in range(players)]
    return tuple(card for hand in moved for card in hand) + outcome[players * HAND :]


def rotated_action(action: Action, by: int, players: int) -> Action:
    del by, players  # no action names a seat
    return action


def choices_behind(world: State) -> dict[Seat, Action]:
    """Secret choices under way."""
    return dict(world.chosen)
