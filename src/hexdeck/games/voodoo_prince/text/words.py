"""Voodoo Prince in sentences: what is said about each event, wherever it is shown."""

from typing import Final

from hexdeck.games.voodoo_prince.law.events import (
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
from hexdeck.text.game_words import GameWords
from hexdeck.text.sayings import (
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

HEADINGS: Final = {
    "round": N_("Round {number} of {rounds}"),
    "endless": N_("Round {number}"),  # nobody knows how many there will be
}
STAGES: Final = {  # what holds now
    "unnamed": N_("no trump named yet"),
    "none": N_("no trump"),
    "trump": N_("trump {color}"),
    "goal": N_("out at {goal} tricks"),
    "out": N_("out, +{points}"),
}
MOMENTS: Final = {  # the rules that matter now
    "naming": N_(
        "You were the last one in, so you name the trump colour and lead."
        " Choose a colour in which you hold the highest card and the 0, or many extreme cards."
    ),
    "leading": N_(
        "You lead: play any card. The highest trump takes the trick, without a trump the highest card"
        " of the colour you lead. Whoever reaches the goal of tricks leaves the round and scores"
        " the tricks of all others; the last one in scores only their own."
    ),
    "following": N_(
        "Follow the colour led if you can; if you cannot, play any card."
        " The 0 beats only the highest card of its colour. A trick taken by a 5 or a 7 counts twice."
    ),
}

WORDS: Final = GameWords(
    sayings=SAYINGS,
    headings=HEADINGS,
    options={"rounds": N_("Rounds"), "variant": N_("Variant")},
    choices={"prince": N_("Voodoo Prince"), "marshmallow": N_("Race to 20")},
    names={"stage": STAGES},
)
