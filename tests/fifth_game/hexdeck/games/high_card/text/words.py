"""High Card in sentences: what is said about each event, wherever it is shown."""

from typing import Final

from hexdeck.games.high_card.law.events import Chosen, Dealt, GameEnded, Revealed, RoundEnded, TrickTaken

from hexdeck.text.game_words import GameWords
from hexdeck.text.sayings import N_, Sayings, number, part, saying, seat, series, show

_LAID: Final = show("{who} {card}", who=seat("*"), card=part("card", "cards.*"))
_STANDING: Final = show("{who} {score}", who=seat("*"), score=number("scores.*"))

SAYINGS: Final[Sayings] = {
    Dealt: [saying("Round {number}: the cards are dealt.", number=number("round"), tone="heading")],
    Chosen: [saying("{who} has chosen a card.", who=seat())],
    Revealed: [saying("On the table: {cards}", cards=series("cards", _LAID))],
    TrickTaken: [saying("{who} takes the trick with {card}.", who=seat(), card=part("card"))],
    RoundEnded: [
        saying(
            "After round {number}: {standing}",
            number=number("round"),
            standing=series("scores", _STANDING, between=" · "),
        )
    ],
    GameEnded: [],
}

WORDS: Final = GameWords(sayings=SAYINGS, options={"rounds": N_("Rounds")})
