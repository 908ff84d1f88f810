"""Skull Queen, by Stefan Dorra: 2 to 6 players."""

from typing import Final

from hexdeck.core.game import DayDeal, Game, Lesson
from hexdeck.games.skull_queen.law import names, rules
from hexdeck.games.skull_queen.law import view as views
from hexdeck.games.skull_queen.law.events import CardsRevealed, Dealt, GhostPlayed, PlanksRevealed, RoundEnded
from hexdeck.games.skull_queen.law.planks import SIDES

GAME: Final = Game(
    name="skull_queen",
    title="Skull Queen",
    version=1,
    players=range(2, 7),
    options=(),
    actions=rules.ACTIONS,
    new=rules.new,
    view=views.view,
    own=views.own,
    events=views.events,
    worlds=views.worlds,
    reveals=(PlanksRevealed, CardsRevealed, GhostPlayed),
    card_name=names.card_name,
    action_name=names.action_name,
    action_named=names.action_named,
    outcome_name=names.outcome_name,
    outcome_named=names.outcome_named,
    number_names={"side": SIDES.__getitem__},
    patterns={names.ALL_PLACINGS: names.PLACING_PATTERNS},
    round_begins=(Dealt,),
    round_ends=(RoundEnded,),
    forgetful=views.forgetful,
    lesson=Lesson(players=4, options={}, deal=977),
    day=DayDeal(players=3, options={}),
)
