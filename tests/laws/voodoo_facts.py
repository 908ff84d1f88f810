"""What the laws must know of Voodoo."""

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.chance import Chance, Outcome
from hexdeck.games.voodoo.law.actions import MEANINGS, action, blanks
from hexdeck.games.voodoo.law.cards import CARDS, is_permanent, starting_curses
from hexdeck.games.voodoo.law.rules import State
from hexdeck.games.voodoo.law.stock import Stock

# Six players have 25 turns each [VO-R12].  A turn has at most 34 actions with dice and artefacts: a roll,
# five discards and keeps, a stop, 13 artefacts, two more keeps, three casts with a payment each, a pass.
# On screen come at most 92 acts, 146 calls and 157 cries; at the table 126 calls of six steps each.
LONGEST = 6 * 25 * 800
OPTIONS: list[dict[str, int | str]] = [{}, {"mode": "table", "dice": "real"}]


def places(state: State) -> list[Card]:
    decks = [state.curses.deck, state.artefacts.deck, state.permanents]
    casting = [] if state.casting is None else [state.casting[0]]
    piles = [*decks, *state.curses.hands, *state.artefacts.hands, list(state.in_force), casting]
    return [card for pile in piles for card in pile]


def whole_deck(state: State) -> list[Card]:
    del state  # the same for any number of players
    return list(range(CARDS))


def deals_behind(world: State) -> dict[str, Outcome]:
    """The starting curses and the three decks of the game."""
    dealt = [cards[0] for cards in world.curses.drawn]
    permanents = [card for card in world.in_force if is_permanent(card)]
    return {
        "starting": (*dealt, *(card for card in starting_curses() if card not in dealt)),
        "curses": _deck(world.curses, dealt=1),
        "artefacts": _deck(world.artefacts, dealt=0),
        "permanents": (*permanents, *world.permanents),
    }


def _deck(stock: Stock, dealt: int) -> Outcome:
    """As it was before the first draw: the fresh cards in the order they came up, then those still there."""
    draws = [iter(cards[dealt:]) for cards in stock.drawn]
    return (*(next(draws[seat]) for seat in stock.drawers), *stock.deck[: stock.fresh])


def choices_behind(world: State) -> dict[Seat, Action]:
    """Votes that are not revealed yet."""
    verbs = {True: "vote_broken", False: "vote_kept", None: "vote_abstain"}
    return {seat: action(verbs[broken]) for seat, broken in world.votes.items()}


def rotated(outcome: Outcome, needs: Chance, by: int, players: int) -> Outcome:
    if needs.what == "doll":
        return ((outcome[0] + by) % players,)
    if needs.what == "starting":
        return (*(outcome[(seat - by) % players] for seat in range(players)), *outcome[players:])
    return outcome


def rotated_action(action_: Action, by: int, players: int) -> Action:
    verb, numbers = MEANINGS[action_]
    moved = [
        (number + by) % players if blank in ("seat", "victim", "place") and number < players else number
        for blank, number in zip(blanks(verb), numbers, strict=True)
    ]
    return action(verb, *moved)
