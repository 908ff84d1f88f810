"""High Card, the smallest whole game: 2 to 5 players.

Twenty cards, 1 to 20.  In each round everybody is dealt three.  Three times all choose a card in secret, at
the same time; when the last one has chosen the cards are turned up, and the highest takes the trick, a point.
After the last round the most points win.
"""

from typing import Final

from hexdeck.games.high_card.law import names, rules
from hexdeck.games.high_card.law import view as views
from hexdeck.games.high_card.law.events import Dealt, Revealed, RoundEnded

from hexdeck.core.game import Game, Lesson, Option

GAME: Final = Game(
    name="high_card",
    title="High Card",
    version=1,
    players=range(2, 6),
    options=(Option("rounds", default=2, choices=(1, 2, 3, 4, 5)),),
    actions=rules.CARDS,
    new=rules.new,
    view=views.view,
    own=views.own,
    events=views.events,
    worlds=views.worlds,
    reveals=(Revealed,),
    card_name=names.card_name,
    action_name=names.card_name,
    action_named=names.card_named,
    outcome_name=names.outcome_name,
    outcome_named=names.outcome_named,
    round_begins=(Dealt,),
    round_ends=(RoundEnded,),
    lesson=Lesson(players=3, options={"rounds": 1}, deal=1),
)
