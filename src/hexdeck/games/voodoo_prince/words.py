"""Voodoo Prince in sentences: what is said about each event, wherever it is shown."""

from typing import Final

from hexdeck.game_words import GameWords
from hexdeck.games.voodoo_prince.events import (
    DealerDrawn,
    Dealt,
    GameEnded,
    LeftOver,
    Played,
    RoundEnded,
    RoundLeft,
    TrickTaken,
    TrumpDrawn,
    TrumpNamed,
)
from hexdeck.locale.sayings import (
    N_,
    Sayings,
    among,
    not_among,
    number,
    part,
    saying,
    saying_n,
    seat,
    series,
    show,
)

_CARD: Final = part("card")
_SPLIT: Final = 2  # what such a trick counts

SAYINGS: Final[Sayings] = {
    DealerDrawn: [saying("{who}: first to deal and to lead", who=seat())],
    TrumpDrawn: [saying("Trump is {color}.", color=part("color"))],
    Dealt: [saying("Round {number}: the cards are dealt.", number=number("round"), tone="heading")],
    TrumpNamed: [saying("{who}: trump is {color}", who=seat(), color=part("color"))],
    Played: [saying("{who}: {what}", who=seat(), what=_CARD)],
    TrickTaken: [
        saying(
            "  {who}: trick with {card}, split in two, now {total}",
            when=[among("tricks", _SPLIT)],
            who=seat(),
            card=_CARD,
            total=number("total"),
        ),
        saying(
            "  {who}: trick with {card}, now {total}",
            when=[not_among("tricks", _SPLIT)],
            who=seat(),
            card=_CARD,
            total=number("total"),
        ),
    ],
    RoundLeft: [
        saying_n(
            "  {who}: out of the round, {points} point",
            "  {who}: out of the round, {points} points",
            n="points",
            who=seat(),
            points=number("points"),
        )
    ],
    LeftOver: [
        saying_n(
            "  {who}: last one in, {points} point",
            "  {who}: last one in, {points} points",
            n="points",
            who=seat(),
            points=number("points"),
        )
    ],
    RoundEnded: [
        saying(
            "After round {number}: {standing}",
            number=number("round"),
            standing=series(
                "scores", show("{who} {score}", who=seat("*"), score=number("scores.*")), between=" · "
            ),
        )
    ],
    GameEnded: [],
}

WORDS: Final = GameWords(
    sayings=SAYINGS,
    options={"rounds": N_("Rounds"), "variant": N_("Variant")},
    choices={"prince": N_("Voodoo Prince"), "marshmallow": N_("Marshmallow Test")},
)
