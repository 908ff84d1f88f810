"""Vampire Queen in sentences: what is said about each event, wherever it is shown."""

from typing import Final

from hexdeck.games.vampire_queen.law.events import (
    Dealt,
    GameEnded,
    LaidAside,
    Passed,
    PhaseEnded,
    Played,
    SlayersGiven,
    TakenUp,
)
from hexdeck.games.vampire_queen.law.rules import SLAYERS
from hexdeck.text.game_words import GameWords, Labels
from hexdeck.text.sayings import (
    N_,
    N_n,
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


def _both(forms: tuple[str, str]) -> Labels:
    return {"one": forms[0], "many": forms[1]}


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

MOMENTS: Final = {  # the rules that matter now
    "waiting": N_(
        "Get rid of your cards: what is left in your hand at the end of a phase costs its value,"
        " a queen 14. The fewest minus points win."
    ),
    "starting": N_(
        "You start: play one vampire or several of equal value, and everybody needs as many to go higher."
        " Queens take the value of the vampires beside them; queens alone count 14."
        " A slayer starts a slayer round: one card from everybody else, and the highest takes all."
    ),
    "barred": N_("You have just taken up slayer {value}, so you cannot start with it now."),
    "slayer_round": N_(
        "Nobody may pass: play one card of any value, a queen counts 1."
        " The highest card takes all cards of this round into hand, among equals the last one played."
    ),
    "following": N_(
        "You get no second turn in this round, and you may pass even if you could go higher."
        " Queens take the value of the vampires beside them; alone they count 14 and nothing beats them."
        " Whoever is highest starts the next round."
    ),
}
TO_BEAT: Final = N_n(
    "Play {n} card that is higher than {value}, or pass.",
    "Play {n} cards of one value that is higher than {value}, or pass.",
)

HEADINGS: Final = {"phase": N_("Phase {number} of {phases}")}
STAGES: Final = {  # what is going on now
    "over": N_("the game is over"),
    "phase_over": N_("the phase is over"),
    "starting": N_("{who}: start of a new round"),
    "slayer_round": N_("SLAYER ROUND: one card each, the highest takes all"),
}
NORMAL_ROUND: Final = N_n(
    "normal round: {n} card, higher than {value}", "normal round: {n} cards, higher than {value}"
)
CRYPT: Final = N_n("crypt: {n} card", "crypt: {n} cards")
SET, QUEENS = N_("{count} {value}s"), N_("{count} queens")  # as people say them: two 7s
WITH_QUEENS: Final = N_n("{what} with a queen", "{what} with {count} queens")
QUEEN_NAME, SLAYER_NAME, PASS_NAME = N_("queen"), N_("slayer {value}"), N_("pass")

WORDS: Final = GameWords(
    sayings=SAYINGS,
    options={"phases": N_("Phases")},
    headings=HEADINGS,
    names={
        "card": {"queen": QUEEN_NAME, "slayer": SLAYER_NAME, "pass": PASS_NAME},
        "spoken": {"set": SET, "queens": QUEENS},
        "with_queens": _both(WITH_QUEENS),
        "stage": STAGES,
        "normal_round": _both(NORMAL_ROUND),
        "crypt": _both(CRYPT),
        "moment": MOMENTS,
        "to_beat": _both(TO_BEAT),
    },
)
