"""What the laws must know of Voodoo Prince."""

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.chance import Chance, Outcome
from hexdeck.games.voodoo_prince.law.rules import State

# Ten rounds of at most 14 tricks of at most 5 cards, and a trump named in each [VP-R8].
# A Race to 20 has at most 50 rounds of 12 tricks of 5 cards [VP-R12].
LONGEST = 50 * (12 * 5 + 1)
OPTIONS: list[dict[str, int | str]] = [{}, {"variant": "marshmallow"}]


def places(state: State) -> list[Card]:
    return [*state.undealt, *(card for pile in (*state.hands, *state.played) for card in pile)]


def whole_deck(state: State) -> list[Card]:
    return list(state.deck())


def deals_behind(world: State) -> dict[str, Outcome]:
    """The deal of this round: what each seat holds and has played, then what nobody got."""
    hands = zip(world.hands, world.played, strict=True)
    return {"deal": tuple(card for hand, played in hands for card in (*hand, *played)) + tuple(world.undealt)}


def rotated(outcome: Outcome, needs: Chance, by: int, players: int) -> Outcome:
    if needs.what == "dealer":
        return ((outcome[0] + by) % players,)
    if needs.what == "deal":
        size = 14 if players == 5 and len(outcome) == 80 else 12 if len(outcome) == 60 else 13
        hands = [outcome[seat * size : (seat + 1) * size] for seat in range(players)]
        moved = [hands[(seat - by) % players] for seat in range(players)]
        return tuple(card for hand in moved for card in hand) + outcome[players * size :]
    return outcome


def rotated_action(action: Action, by: int, players: int) -> Action:
    del by, players  # no action names a seat
    return action


def choices_behind(world: State) -> dict[Seat, Action]:
    """Secret choices under way: this game has none."""
    del world
    return {}
