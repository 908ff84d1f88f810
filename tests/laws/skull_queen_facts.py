"""What the laws must know of Skull Queen."""

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.chance import Chance, Outcome
from hexdeck.games.skull_queen.law.rules import State

# Six players place and then play 8 cards each, in six rounds; fewer players do less in all [SQ1, SQ3].
LONGEST = 6 * (6 + 6 * 8)
OPTIONS: list[dict[str, int | str]] = [{}]
HANDS = {2: 14, 3: 14, 4: 12, 5: 10, 6: 8}


def places(state: State) -> list[Card]:
    piles = (*state.hands, state.stack, state.centre, state.gone, state.trick.values())
    return [card for pile in piles for card in pile]


def whole_deck(state: State) -> list[Card]:
    return list(state.deck())


def deals_behind(world: State) -> dict[str, Outcome]:
    """The deal of this round: what each seat holds and has played, then the ghost's stack or the centre."""
    hands = zip(world.hands, world.played, strict=False)  # the ghost has played, too
    dealt = [card for hand, played in hands for card in (*hand, *played)]
    ghost = [*world.played[2], *world.stack] if world.players == 2 else []
    centre = sorted(set(world.deck()).difference(dealt, ghost))
    return {"deal": (*dealt, *ghost, *centre)}


def choices_behind(world: State) -> dict[Seat, Action]:
    """Placings, or cards of two players, that are not revealed yet."""
    return world.choices


def rotated(outcome: Outcome, needs: Chance, by: int, players: int) -> Outcome:
    if needs.what == "dealer":
        return ((outcome[0] + by) % players,)
    size = HANDS[players]
    hands = [outcome[seat * size : (seat + 1) * size] for seat in range(players)]
    moved = [hands[(seat - by) % players] for seat in range(players)]
    return tuple(card for hand in moved for card in hand) + outcome[players * size :]


def rotated_action(action: Action, by: int, players: int) -> Action:
    del by, players  # no action names a seat
    return action
