"""Skull Queen in sentences: what is said about each event, wherever it is shown."""

from collections.abc import Sequence
from typing import Final

from hexdeck.games.skull_queen.law.events import (
    CardChosen,
    CardsRevealed,
    DealerDrawn,
    Dealt,
    GameEnded,
    GhostPlayed,
    Placed,
    PlanksRevealed,
    Played,
    RoundEnded,
    TrickResolved,
)
from hexdeck.games.skull_queen.law.planks import OVERBOARD
from hexdeck.games.skull_queen.law.rules import GHOST
from hexdeck.text.game_words import GameWords
from hexdeck.text.sayings import (
    N_,
    Part,
    Saying,
    Sayings,
    Series,
    among,
    fixed,
    none,
    not_among,
    number,
    part,
    saying,
    saying_n,
    seat,
    series,
    show,
    some,
)

_WITH_GHOST: Final = 2  # players
_UP, _DOWN = some("moves.*.steps"), none("moves.*.steps")
_FALLS, _STAYS = among("moves.*.end", OVERBOARD), not_among("moves.*.end", OVERBOARD)
_WHO, _COLOR = seat("moves.*.seat"), part("color", "moves.*.color")
_STEPS: Final = part("size", "moves.*.steps")
_REACHED: Final = part("reached", "moves.*")  # the number that is printed there


def _with_card(who: Part) -> Saying:
    return saying("{who}: {what}", who=who, what=part("card"))


def _in_the_centre() -> Saying:
    cards = series("centre", show("{card}", card=part("card", "centre.*")))
    return saying("  In the centre: {cards}", when=[some("centre")], cards=cards)


MOVES: Final[Sequence[Saying | Series]] = [  # what a trick did to the pirates
    saying("  No pirate moves.", when=[none("moves")], tone="faint"),
    series(
        "moves",
        saying(
            "  {who}: highest in {color}, pirate up {n}, now on {number}",
            when=[_UP, _STAYS],
            number=_REACHED,
            who=_WHO,
            color=_COLOR,
            n=_STEPS,
        ),
        saying(
            "  {who}: highest in {color}, pirate up {n} and overboard",
            when=[_UP, _FALLS],
            who=_WHO,
            color=_COLOR,
            n=_STEPS,
        ),
        saying(
            "  {who}: lowest in {color}, pirate down {n}, now on {number}",
            when=[_DOWN, _STAYS],
            number=_REACHED,
            who=_WHO,
            color=_COLOR,
            n=_STEPS,
        ),
        saying(
            "  {who}: lowest in {color}, pirate down {n} and overboard",
            when=[_DOWN, _FALLS],
            who=_WHO,
            color=_COLOR,
            n=_STEPS,
        ),
    ),
]

SAYINGS: Final[Sayings] = {
    DealerDrawn: [saying("{who}: first to deal", who=seat())],
    Dealt: [
        saying("Round {number}: the cards are dealt.", tone="heading", number=number("round")),
        _in_the_centre(),
        saying(
            "  A third hand is the ghost’s stack; he has no plank.", when=[among("hands.length", _WITH_GHOST)]
        ),
    ],
    Placed: [saying("{who}: pirates placed in secret", tone="faint", who=seat())],
    PlanksRevealed: [
        saying("All planks are revealed."),
        series("planks", saying("  {who}: {what}", who=seat("*"), what=part("plank", "planks.*"))),
    ],
    GhostPlayed: [_with_card(fixed("seat", GHOST))],
    CardChosen: [saying("{who}: card chosen in secret", tone="faint", who=seat())],
    CardsRevealed: [
        saying(
            "Revealed: {cards}",
            cards=series(
                "trick", show("{who} {card}", who=seat("trick.*.seat"), card=part("card", "trick.*.card"))
            ),
        )
    ],
    Played: [_with_card(seat())],
    TrickResolved: [
        *MOVES,
        _in_the_centre(),
        saying("  {who}: highest card of the trick", when=[not_among("leader", None)], who=seat("leader")),
    ],
    RoundEnded: [
        saying(
            "Round {number} is over. Every pirate on a plank scores the number under it.",
            tone="heading",
            number=number("round"),
        ),
        series(
            "planks",
            saying_n(
                "  {who}: {pirates} = {n} point",
                "  {who}: {pirates} = {n} points",
                n="points.*",
                who=seat("*"),
                pirates=part("pirates", "planks.*"),
            ),
        ),
        saying(
            "After round {number}: {standing}",
            number=number("round"),
            standing=series(
                "scores", show("{who} {score}", who=seat("*"), score=number("scores.*")), between=" · "
            ),
        ),
    ],
    GameEnded: [],
}

HEADINGS: Final = {"round": N_("Round {number} of {rounds}")}
STAGES: Final = {  # what is going on now
    "over": N_("the game is over"),
    "round_over": N_("the round is over"),
    "placing": N_("everybody places their pirates in secret"),
    "leading": N_("{who}: lead of a new trick"),
    "no_color": N_("no trick colour yet"),
    "color": N_("trick colour {color}"),
}
FOLLOW: Final = N_(
    "Follow {color} if you can, else play anything. The monkey (lowest) and the mate (highest)"
    " fit into any trick."
)
MOMENTS: Final = {  # the rules that matter now
    "waiting": N_(
        "When all cards are played, every pirate still on its plank scores the number under it."
        " The most points win."
    ),
    "placing": N_(
        "Choose a side of your plank and put each pirate on a space. High cards will move the pirate of"
        " their colour up, low ones down; past either end it falls and scores nothing."
        " Type a number, or a side and the spaces of red, yellow, green and blue, such as {example}."
    ),
    "ghost": N_(
        "The ghost leads every trick; follow his colour if you can. You both choose in secret,"
        " and where his card is the highest or the lowest nobody moves."
    ),
    "leading": N_("You lead: play any card, and its colour is the trick colour."),
    "no_color": N_("The trick has no colour yet: play any card, and the first with a colour decides."),
    "follow": FOLLOW,
    "moves": N_(
        "Of every colour with two or more cards, the centre included, the highest card moves its"
        " player’s pirate up and the lowest moves it down. With an 8 (⇈) it is two up, with a 5 (⇊)"
        " two down. Past either end a pirate falls."
    ),
}
PLANK: Final = N_("plank: {n}")  # the points on it

CREW: Final = {"monkey": N_("Monkey"), "mate": N_("First Mate")}  # the cards without a colour
SIDE_NAMES: Final = {"front": N_("front"), "back": N_("back")}

WORDS: Final = GameWords(
    sayings=SAYINGS,
    headings=HEADINGS,
    names={
        "card": CREW,
        "side": SIDE_NAMES,
        "stage": STAGES,
        "moment": {"follow": FOLLOW},
        "plank": {"points": PLANK},
    },
)
