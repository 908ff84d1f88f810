"""What is right early in a round: every choice is played on by networks, in worlds that are dealt at random.

Late in a round such worlds are not fair: what somebody has chosen tells something about their hand.  After a
few moves nobody has shown much yet.
"""

from math import sqrt
from statistics import fmean, stdev
from typing import Final

from hexdeck.ai.coach.outlook import Outlook, look_ahead, network_at
from hexdeck.ai.tactics.finder import Found
from hexdeck.core.cards import Action
from hexdeck.core.game import View

PLAYED_ON: Final = "played on"  # how we know
EARLY: Final = 6  # moves of a round before such a position, at most
AT_FIRST: Final = 60  # worlds that show which choices are close
NEAREST: Final = 4  # choices that are played on in more worlds, whether they are close or not
CLOSE: Final = 8  # where more are, nothing is plain
WORLDS: Final = 1_000
SURE: Final = 4.0  # standard errors


def played_on(game: str, view: View, least: float) -> Found | None:
    """The choice that is ahead of every other one by so many points, and wins no less often, or None."""
    network = network_at(game, view)
    if network is None:
        return None
    outlook = look_ahead(game, view, view.actions, worlds=AT_FIRST, seed=1, network=network)
    best, *others = ranked(outlook)
    close = [action for action in others if not is_ahead(outlook, best, action, least)]
    if len(close) > CLOSE:
        return None
    close += [action for action in others if action not in close][: max(0, NEAREST - len(close))]
    outlook = look_ahead(game, view, [best, *close], worlds=WORLDS, seed=2, network=network)
    best, *others = ranked(outlook)
    if not all(is_ahead(outlook, best, action, least) for action in others):
        return None
    wins = fmean(outlook.wins(best))
    return Found([best], PLAYED_ON) if all(wins >= fmean(outlook.wins(one)) for one in others) else None


def ranked(outlook: Outlook) -> list[Action]:
    """The highest mean lead first."""
    return sorted(outlook.actions, key=lambda action: fmean(outlook.leads(action)), reverse=True)


def is_ahead(outlook: Outlook, one: Action, other: Action, least: float) -> bool:
    """Whether `one` leads by so many points on average, and surely not by luck."""
    gaps = [a - b for a, b in zip(outlook.leads(one), outlook.leads(other), strict=True)]
    mean = fmean(gaps)
    return mean >= least and mean > SURE * stdev(gaps) / sqrt(len(gaps))
