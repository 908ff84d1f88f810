"""Vampire Queen in sentences: what is said about each event, wherever it is shown."""

from typing import Final

from hexdeck.game_words import GameWords
from hexdeck.games.vampire_queen.events import (
    Dealt,
    GameEnded,
    LaidAside,
    Passed,
    PhaseEnded,
    Played,
    SlayersGiven,
    TakenUp,
)
from hexdeck.games.vampire_queen.rules import SLAYERS
from hexdeck.locale.sayings import (
    N_,
    Part,
    Path,
    Saying,
    Sayings,
    Series,
    among,
    fixed,
    none,
    number,
    part,
    saying,
    saying_n,
    seat,
    series,
    show,
    some,
)

_FIFTEEN, _TWENTY = SLAYERS


def _cards(path: Path) -> Series:
    """`7 7 queen`."""
    return series(path, show("{card}", card=part("card", f"{path}.*")), between=" ")


def _with_cards(who: Part, what: Part | Series) -> Saying:
    return saying("{who}: {what}", who=who, what=what)


SAYINGS: Final[Sayings] = {
    SlayersGiven: [
        show(
            "{slayers}",
            slayers=series(
                "",
                _with_cards(seat("fifteen"), fixed("card", _FIFTEEN)),
                _with_cards(seat("twenty"), fixed("card", _TWENTY)),
                between=" · ",
            ),
        )
    ],
    Dealt: [
        saying(
            "Phase {number}: the cards are dealt. First to play: {who}",
            tone="heading",
            number=number("phase"),
            who=seat("starter"),
        )
    ],
    Played: [
        _with_cards(seat(), _cards("cards")),
        saying(
            "  Slayer round: one card from everybody else, and the highest takes all.",
            when=[among("cards.0", *SLAYERS)],
            tone="danger",
        ),
    ],
    Passed: [
        saying("{who}: pass, without a choice", when=[some("forced")], tone="faint", who=seat()),
        saying("{who}: pass", when=[none("forced")], tone="faint", who=seat()),
    ],
    LaidAside: [
        saying_n(
            "  {who}: highest, so next to start; {n} card into the crypt",
            "  {who}: highest, so next to start; {n} cards into the crypt",
            n="cards.length",
            who=seat(),
        )
    ],
    TakenUp: [
        saying_n(
            "  {who}: {n} card taken up: {cards}",
            "  {who}: {n} cards taken up: {cards}",
            n="cards.length",
            who=seat(),
            cards=_cards("cards"),
        ),
        saying("  {who}: next to start, but not with {slayer}", who=seat(), slayer=part("card", "barred")),
    ],
    PhaseEnded: [
        saying(
            "Phase {number} is over. Every card left costs its value, a queen 14.",
            tone="heading",
            number=number("phase"),
        ),
        series(
            "hands",
            saying(
                "  {who}: no cards left, still {score}",
                when=[none("hands.*")],
                who=seat("*"),
                score=number("scores.*"),
            ),
            saying_n(
                "  {who}: {cards} = {n} minus point, now {score}",
                "  {who}: {cards} = {n} minus points, now {score}",
                n="points.*",
                when=[some("hands.*")],
                who=seat("*"),
                cards=_cards("hands.*"),
                score=number("scores.*"),
            ),
        ),
    ],
    GameEnded: [],
}

WORDS: Final = GameWords(sayings=SAYINGS, options={"phases": N_("Phases")})
