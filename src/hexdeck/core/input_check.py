"""The checks at the door: what comes from outside is refused here, with a reason, or trusted from here on."""

from typing import Final

from hexdeck.core.cards import Action, Seat
from hexdeck.core.chance import Chance, Outcome, Roll
from hexdeck.core.errors import (
    ActionRefused,
    ChanceIsDue,
    ChanceRefused,
    GameIsOver,
    IllegalAction,
    NotYourTurn,
    SeatUnknown,
    UndoRefused,
)
from hexdeck.core.game import AnyGame, State

NAMED_AT_MOST: Final = 12  # legal actions that a refusal lists


def check_seat(players: int, seat: Seat) -> None:
    if seat not in range(players):
        raise SeatUnknown(f"there is no seat {seat!r}: choose one of 0 to {players - 1}")


def check_action(game: AnyGame, state: State, seat: Seat, action: Action) -> None:
    if action not in state.legal_actions(seat):
        raise refused_action(game, state, seat, action, state.needs.what if state.needs else None)


def refused_action(
    game: AnyGame, state: State, seat: Seat, action: Action | None, due: str | None
) -> ActionRefused:
    """Why `seat` cannot do that; `due` is the roll or shuffle that must come first."""
    if state.is_over:
        return GameIsOver("nothing can be played any more: the game is over, start a new one")
    if due is not None:
        return ChanceIsDue(f"nothing can be played now: the {due} must come first")
    legal = state.legal_actions(seat)
    if not legal:
        return NotYourTurn(f"seat {seat} cannot play now: {_whose_turn(state)}")
    return IllegalAction(f"not {_named(game, action)} now: choose one of {_listed(game, legal)}")


def check_outcome(state: State, outcome: Outcome) -> None:
    if state.needs is None or not state.needs.allows(outcome):
        raise refused_outcome(state.needs)


def refused_outcome(needs: Chance | None) -> ChanceRefused:
    if needs is None:
        return ChanceRefused("no roll or shuffle is due: somebody must act first")
    if isinstance(needs, Roll) and needs.by_hand:
        return ChanceRefused(
            "that cannot be the outcome of the dice: {n} dice are wanted, each of them once", n=needs.dice
        )
    if isinstance(needs, Roll):
        return ChanceRefused(
            "that cannot be the outcome of the {what}: {n} numbers from 0 to {last} are wanted",
            what=needs.what,
            n=needs.dice,
            last=needs.sides - 1,
        )
    return ChanceRefused(
        "that cannot be the outcome of the {what}: each of its {n} cards is wanted once",
        what=needs.what,
        n=len(needs.cards),
    )


def check_turn(state: State, seat: Seat) -> None:
    """That the seat is to choose, so that there is something to advise on."""
    if state.is_over:
        raise GameIsOver("there is no advice any more: the game is over")
    if seat not in state.to_move():
        raise NotYourTurn("there is no advice now: wait until it is your turn")


def check_undo(game: AnyGame, state: State, last: Seat | None, seat: Seat) -> None:
    """`last` is the seat whose action led to `state`, None if chance did."""
    if state.is_over:
        raise UndoRefused("that cannot be taken back: the game is over, and its seed is known")
    if last != seat:
        raise UndoRefused("that cannot be taken back: the last step was not yours")
    if game.reveals and any(isinstance(event, game.reveals) for event in state.events):
        raise UndoRefused("that cannot be taken back: it has shown something new")


def check_agreed(state: State, since: int, count: int) -> None:
    """`since` are the seat's last action and all that came after it, 0 if chance came last."""
    if state.is_over:
        raise UndoRefused("that cannot be taken back: the game is over, and its seed is known")
    if not since:
        raise UndoRefused("that cannot be taken back: nothing of yours came after the last deal or roll")
    if count != since:
        raise UndoRefused(
            "{count} actions cannot be taken back: the last one of this seat and all since are {since}",
            count=count,
            since=since,
        )


def _whose_turn(state: State) -> str:
    seats = state.to_move()
    return (
        f"it is seat {seats[0]}'s turn"
        if len(seats) == 1
        else f"seats {', '.join(map(str, seats))} are choosing"
    )


def _named(game: AnyGame, action: Action | None) -> str:
    if action is None or action not in range(game.actions):
        return f"action {action!r}"
    return game.action_name(action)


def _listed(game: AnyGame, actions: list[Action]) -> str:
    names = [game.action_name(action) for action in actions[:NAMED_AT_MOST]]
    more = len(actions) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")
