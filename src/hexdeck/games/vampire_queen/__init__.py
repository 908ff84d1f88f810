"""Vampire Queen, by Wolfgang Kramer: 3 to 12 players."""

from typing import Final

from hexdeck.core.game import DayDeal, Game, Lesson, Option
from hexdeck.games.vampire_queen.law import names, rules
from hexdeck.games.vampire_queen.law import view as views
from hexdeck.games.vampire_queen.law.events import Dealt, PhaseEnded

GAME: Final = Game(
    name="vampire_queen",
    title="Vampire Queen",
    version=1,
    players=range(3, 13),
    options=(Option("phases", default=5, choices=tuple(range(1, 11))),),  # [VQ3]
    actions=rules.ACTIONS,
    new=rules.new,
    view=views.view,
    own=views.own,
    events=views.events,
    worlds=views.worlds,
    reveals=(PhaseEnded,),  # hands are laid open [VQ-R9]
    card_name=names.card_name,
    action_name=names.action_name,
    action_named=names.action_named,
    outcome_name=names.outcome_name,
    outcome_named=names.outcome_named,
    round_begins=(Dealt,),
    round_ends=(PhaseEnded,),
    round_word="phase",
    forgetful=views.forgetful,
    lesson=Lesson(players=3, options={"phases": 2}, deal=1051),
    day=DayDeal(players=4, options={"phases": 2}),
)
