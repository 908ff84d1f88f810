"""Voodoo Prince, by Reiner Knizia: 2 to 5 players."""

from typing import Final

from hexdeck.core.game import DayDeal, Game, Lesson, Option
from hexdeck.games.voodoo_prince.law import names, rules
from hexdeck.games.voodoo_prince.law import view as views
from hexdeck.games.voodoo_prince.law.events import Dealt, RoundEnded

GAME: Final = Game(
    name="voodoo_prince",
    title="Voodoo Prince",
    version=1,
    players=range(2, 6),
    options=(
        Option("rounds", default=5, choices=tuple(range(1, 11))),  # [VP-R9]
        Option("variant", default="prince", choices=("prince", "marshmallow")),  # [VP13]
    ),
    actions=rules.ACTIONS,
    new=rules.new,
    view=views.view,
    own=views.own,
    events=views.events,
    worlds=views.worlds,
    reveals=(),
    card_name=names.card_name,
    action_name=names.action_name,
    action_named=names.action_named,
    outcome_name=names.outcome_name,
    outcome_named=names.outcome_named,
    number_names={"color": names.COLOR_NAMES.__getitem__},
    round_begins=(Dealt,),
    round_ends=(RoundEnded,),
    forgetful=views.forgetful,
    lesson=Lesson(players=3, options={"rounds": 2}, deal=1161),
    day=DayDeal(players=4, options={"rounds": 2}),
)
