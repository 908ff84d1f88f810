"""Processes of bots that wait for a game.

A program plays one game and is ended: one that played the same deal before would know who holds what.  A
class plays each game in a process that is split off for it and remembers nothing; what splits them off has
seen no game, and may wait for the next one.
"""

import atexit
from typing import Final

from hexdeck.ai.bots.finding import Named
from hexdeck.ai.external_bots.bot_session import Conversation

MOST_WAITING: Final = 12  # of one bot; more would only take memory

_waiting: dict[Named, list[Conversation]] = {}


def hire(named: Named, start_seconds: float) -> Conversation:
    """A process that has seen no game, or SetupRefused if it does not say hello in time."""
    waiting = _waiting.get(named, [])
    while waiting:
        conversation = waiting.pop()
        if conversation.is_free():
            return conversation
        conversation.end()
    return Conversation(named, start_seconds)


def let_go(named: Named, conversation: Conversation) -> None:
    """The game is over."""
    waiting = _waiting.setdefault(named, [])
    if named.is_program or len(waiting) >= MOST_WAITING:
        conversation.quit()
    else:
        waiting.append(conversation)


@atexit.register
def dismiss() -> None:
    """End all that wait."""
    while _waiting:
        for conversation in _waiting.popitem()[1]:
            conversation.end()
