"""Voodoo, by Francesco Giovo and Marco Valtriani: 3 to 6 players."""

from typing import Final

from hexdeck.core.game import DayDeal, Game, Lesson, Option
from hexdeck.games.voodoo.law import names, rules
from hexdeck.games.voodoo.law import view as views
from hexdeck.games.voodoo.law.actions import ACTIONS
from hexdeck.games.voodoo.law.cards import FACES
from hexdeck.games.voodoo.law.events import CallJudged, Drew, PermanentDrawn, TurnBegan, VotesRevealed
from hexdeck.games.voodoo.law.worlds import worlds

GAME: Final = Game(
    name="voodoo",
    title="Voodoo",
    version=1,
    players=range(3, 7),
    options=(
        Option("mode", default="screen", choices=("screen", "table")),
        Option("dice", default="app", choices=("app", "real"), for_people=("real",)),
    ),
    actions=ACTIONS,
    new=rules.new,
    view=views.view,
    own=views.own,
    events=views.events,
    worlds=worlds,
    reveals=(Drew, PermanentDrawn, VotesRevealed, CallJudged),
    card_name=names.card_name,
    action_name=names.action_name,
    action_named=names.action_named,
    outcome_name=names.outcome_name,
    outcome_named=names.outcome_named,
    number_names={"face": FACES.__getitem__},
    round_begins=(TurnBegan,),
    interrupts=True,
    lesson=Lesson(players=3, options={}, deal=454),
    day=DayDeal(players=3, options={}),
)
