"""Voodoo: wins that lie on the table, calls in time, and acts that must not be forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hexdeck.ai.tactics.finder import Found
from hexdeck.ai.tactics.theme import Theme
from hexdeck.core.cards import Action, Card, Seat
from hexdeck.core.game import Choice
from hexdeck.games.voodoo import GAME
from hexdeck.games.voodoo.law.actions import MEANINGS
from hexdeck.games.voodoo.law.cards import curse, is_permanent, moment
from hexdeck.games.voodoo.law.diary import has_lapsed
from hexdeck.games.voodoo.law.names import dice_name
from hexdeck.games.voodoo.law.position import GOAL
from hexdeck.games.voodoo.law.rules import State
from hexdeck.games.voodoo.law.view import View

OPTIONS: Final[dict[str, Choice]] = {}
BOTS: Final = ("novice", "casual", "heuristic", "heuristic")
MOST_AT_ONCE: Final = 5  # points that are looked for: two curses, or one and another's point
HARMLESS: Final = 3  # nobody wins with so few points at once
DEEP: Final = 3  # deeds of a turn that are looked through for a win
CHANCY: Final = (  # verbs that lead to a roll or to unknown cards, or end the turn
    *("roll", "discard", "keep", "reroll", "late_reroll", "pass"),
    *("draw_curse", "draw_artefact", "two_curses", "two_artefacts"),
)
HELPFUL: Final = (  # to win at once
    *("stop", "cast", "pay", "call", "stinky_doll"),
    *("turn", "steal_point", "move_target", "hand_over"),
)


def sees(view: View) -> str:
    """`acting, doll 1; scores 8 10 3; dice bat star; curses …`, and so on."""
    cast = [spell for spell in view.in_force if spell.caster == view.seat and not is_permanent(spell.card)]
    bound = [spell.card for spell in view.in_force if view.seat in spell.victims]
    target = "middle" if view.target is None else view.target
    victims = [f"{GAME.card_name(spell.card)} on {' '.join(map(str, spell.victims))}" for spell in cast]
    return (
        f"{view.phase.replace('_', ' ')}, doll {view.turn}; scores {' '.join(map(str, view.scores))}; "
        f"dice {dice_name(tuple(view.dice)) or 'none'}; curses {_cards(view.curses.hand)}; "
        f"artefacts {_cards(view.artefacts.hand)}; target {target}; "
        f"must do {_cards(bound)}; has cast {', '.join(victims) or 'none'}"
    )


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(GAME.card_name, cards)) or "none"


def look(state: State, seat: Seat) -> Found | None:
    """A sure win that something else would spoil; or a free deed that the next step would make impossible."""
    if state.scores[seat] + MOST_AT_ONCE >= GOAL and wins(state, seat):
        right = [action for action in _plain(state, seat) if _still_wins(state, seat, action)]
        return (
            None
            if _due(state, seat) or len(right) == len(state.legal_actions(seat))
            else Found(right, "rules")
        )
    if max(state.scores) >= GOAL - HARMLESS:
        return None
    right = deeds_at_stake(state, seat)
    return Found(right, "rules") if right else None


def wins(state: State, seat: Seat, deeds: int = DEEP) -> bool:
    """Whether the seat can win now, without a roll, a card it has not seen, or anybody's leave."""
    if state.is_over:
        return state.scores[seat] >= GOAL
    if not deeds or state.needs or _disturbed(state, seat):
        return False
    helpful = (action for action in _plain(state, seat) if MEANINGS[action][0] in HELPFUL)
    return any(_still_wins(state, seat, action, deeds) for action in helpful)


def _plain(state: State, seat: Seat) -> list[Action]:
    """What has nothing to do with chance; of acts and calls only what is called rightly."""
    aside = (*CHANCY, "do", "call")
    deeds = [action for action in state.legal_actions(seat) if MEANINGS[action][0] not in aside]
    return [*deeds, *_calls(state, seat)]


def _still_wins(state: State, seat: Seat, action: Action, deeds: int = DEEP) -> bool:
    later = state.copy()
    later.apply(seat, action)
    return wins(later, seat, deeds - 1)


def _disturbed(state: State, seat: Seat) -> bool:
    """Whether somebody else could speak up with something that counts."""
    others = state.opponents(seat)
    verbs = {MEANINGS[action][0] for other in others for action in state.legal_actions(other)}
    return "stinky_doll" in verbs or any(_calls(state, other) for other in others)


def _due(state: State, seat: Seat) -> list[Action]:
    """Acts that the seat has still to do before it rolls or passes."""
    here = "before_rolling" if state.phase == "before_rolling" else "before_passing"
    acts = (action for action in state.legal_actions(seat) if MEANINGS[action][0] == "do")
    return [action for action in acts if moment(MEANINGS[action][1][0]) in (here, "always")]


def _calls(state: State, seat: Seat) -> list[Action]:
    """Calls of curses that have lapsed."""
    legal = {action: MEANINGS[action] for action in state.legal_actions(seat)}
    return [
        action
        for action, (verb, numbers) in legal.items()
        if verb == "call" and has_lapsed(state.diary, numbers[1], numbers[0], moment(numbers[0]))
    ]


def deeds_at_stake(state: State, seat: Seat) -> list[Action]:
    """Calls and acts that cost nothing and that every other choice gives away, or may give away.

    Out of turn that is so as long as the doll's owner may roll next; in turn, if nothing else can be done but
    to roll or to pass.
    """
    calls = _calls(state, seat)
    if any(is_permanent(MEANINGS[action][1][0]) for action in calls):
        return []  # nobody can say whether a rival's loss is worth more
    if seat != state.turn:
        return calls if state.phase == "before_rolling" else []
    free = [*calls, *_due(state, seat)]
    others = {MEANINGS[action][0] for action in state.legal_actions(seat) if action not in free}
    return free if others in ({"roll"}, {"pass"}) else []


@dataclass
class Case:
    view: View
    right: Sequence[Action]
    wrong: Sequence[Action]

    @cached_property
    def verbs(self) -> set[str]:
        return {MEANINGS[action][0] for action in self.right}

    @cached_property
    def calls_win(self) -> bool:
        return any(self._wins(curse(card).breaking) for card in self._cards("call") if not is_permanent(card))

    @cached_property
    def casts(self) -> bool:
        """Whether curses are to be cast, and no call would do."""
        return "cast" in self.verbs and "call" not in self.verbs

    @cached_property
    def cast_wins(self) -> bool:
        return any(self._wins(curse(card).casting) for card in self._cards("cast"))

    def _cards(self, verb: str) -> list[Card]:
        return [numbers[0] for one, numbers in map(MEANINGS.__getitem__, self.right) if one == verb]

    def _wins(self, points: int) -> bool:
        assert self.view.seat is not None
        return self.view.scores[self.view.seat] + points >= GOAL


THEMES: Final = (
    Theme(
        "Stop: the dice already win",
        "Another roll can only spoil what the dice already pay for.",
        lambda case: case.verbs == {"stop"},
    ),
    Theme(
        "Cast the curse that wins",
        "A curse in hand brings you to eleven, and the dice pay for it: cast it before anything else.",
        lambda case: case.casts and case.cast_wins,
    ),
    Theme(
        "Two curses win together",
        "Neither of them is enough, both are: cast one without spoiling the other.",
        lambda case: case.casts,
    ),
    Theme(
        "Pay the asterisk with the spare die",
        "Any die will do for an asterisk: not one that the next curse needs.",
        lambda case: case.verbs == {"pay"},
    ),
    Theme(
        "Turn the die that is missing",
        "The artefact makes the ingredient that pays for the last points.",
        lambda case: case.verbs == {"turn"},
    ),
    Theme(
        "Take the last point from the leader",
        "A point taken from whoever leads may be your eleventh.",
        lambda case: case.verbs == {"steal_point"},
    ),
    Theme(
        "Cast with a rival's dice and win",
        "The Stinky Doll casts with another's dice, at the moment they stop.",
        lambda case: case.verbs == {"stinky_doll"},
    ),
    Theme(
        "Call it and win",
        "A lapsed curse is worth points to its caster, even outside the caster's turn: these win.",
        lambda case: case.verbs == {"call"} and case.calls_win,
    ),
    Theme(
        "Call what was forgotten",
        "A lapsed curse is free points for its caster, until the next first roll.",
        lambda case: case.verbs == {"call"},
        yes_or_no=True,
    ),
    Theme(
        "Do what you are cursed with",
        "An act costs nothing; forgetting it gives points away.",
        lambda case: case.verbs == {"do"} and case.view.phase == "before_rolling",
        yes_or_no=True,
    ),
    Theme(
        "Do not let the doll go without your act",
        "An act before passing costs nothing; forgetting it gives points away.",
        lambda case: case.verbs == {"do"},
        yes_or_no=True,
    ),
    Theme(
        "An artefact opens the way",
        "Something stands between you and the win: an artefact moves it aside first.",
        lambda case: case.verbs.isdisjoint({"call", "do"}),
    ),
)
