"""Voodoo at the terminal: every event has its line."""

from typing import get_args

import pytest

from hexdeck.games.voodoo.law.events import (
    ActDone,
    ArtefactUsed,
    Called,
    CallJudged,
    CurseCast,
    CurseEnded,
    CurseHandedOver,
    DeckShuffled,
    Denied,
    DiceChanged,
    DieTurned,
    Discarded,
    DollGiven,
    DollPassed,
    Drew,
    Event,
    GameEnded,
    Kept,
    MarkerMoved,
    Paid,
    PermanentDrawn,
    Rolled,
    Shielded,
    ShieldEnded,
    SkullCrossed,
    StartingCursesDealt,
    Stopped,
    TargetMoved,
    TurnBegan,
    Voted,
    VotesRevealed,
)
from hexdeck.games.voodoo.law.names import card_named
from hexdeck.games.voodoo.text.screen import GameScreen
from hexdeck.locale import language

ANN, BOB, CEM = range(3)
PUMPKIN, SKULL, GHOST, RAVEN, BAT, STAR = range(6)
DRUM = card_named("tiny_drum")
HAKUNA = card_named("hakuna_matata")
NOSE = card_named("rabbit_nose")
RAT = card_named("gnawing_rat")

LINES: list[tuple[Event, list[str]]] = [
    (DollGiven(BOB), ["Ugo: the doll, and the first turn"]),
    (StartingCursesDealt((None, DRUM, None)), ["Everybody is dealt a curse.", "  Ugo: The Tiny Drum"]),
    (StartingCursesDealt((None, None, None)), ["Everybody is dealt a curse."]),
    (DeckShuffled("curses", 33), []),
    (TurnBegan(CEM, 7, 5), ["── Turn 7, Jon: 5 dice"]),
    (TurnBegan(CEM, 7, 1), ["── Turn 7, Jon: 1 die"]),
    (ShieldEnded(ANN), ["  Leo: the shield is gone"]),
    (
        Rolled(ANN, (STAR, PUMPKIN, BAT), (PUMPKIN, BAT, STAR)),
        ["Leo: ◍p ⋈b ★t rolled"],
    ),
    (
        Rolled(ANN, (STAR, PUMPKIN), (PUMPKIN, RAVEN, RAVEN, STAR)),
        ["Leo: ◍p ★t rolled, now ◍p ◄r ◄r ★t"],
    ),
    (Discarded(ANN, GHOST), ["Leo: ∩g discarded"]),
    (Kept(ANN, (SKULL, SKULL), 2), ["Leo: ☠s ☠s kept"]),
    (Kept(ANN, (), 4), ["Leo: nothing kept"]),
    (Stopped(ANN), ["Leo: enough rolled"]),
    (Paid(ANN, (RAVEN, STAR)), ["Leo: ◄r ★t paid"]),
    (Drew(ANN, "curses", None), ["  Leo: a curse drawn"]),
    (Drew(ANN, "artefacts", None), ["  Leo: an artefact drawn"]),
    (Drew(ANN, "artefacts", RAT), ["  Leo: “The Gnawing Rat” drawn"]),
    (
        CurseCast(ANN, DRUM, (BOB,)),
        [
            "Leo → Ugo: The Tiny Drum!",
            "    before rolling: Play a drum roll on the table with two fingertips.",
        ],
    ),
    (
        CurseCast(ANN, HAKUNA, (BOB, CEM)),
        [
            "Leo → everybody else: Hakuna Matata!",
            "    all the time: Hum a happy tune whenever you are not speaking.",
        ],
    ),
    (TargetMoved(BOB), ["  Ugo: Target taken"]),
    (TargetMoved(None), ["  Target goes to the middle."]),
    (MarkerMoved(ANN, 1, 4), ["  Leo: +1 point, now 4"]),
    (MarkerMoved(ANN, -1, 3), ["  Leo: −1 point, now 3"]),
    (MarkerMoved(ANN, 3, 6), ["  Leo: +3 points, now 6"]),
    (SkullCrossed(ANN, 6), ["  Leo: the skull at 6 crossed"]),
    (
        PermanentDrawn(ANN, NOSE),
        [
            "  Leo: “Rabbit Nose” for good",
            "    before rolling: Twitch your nose like a rabbit. (a die less if broken)",
        ],
    ),
    (
        ArtefactUsed(ANN, RAT),
        [
            "Leo: “The Gnawing Rat” used",
            "    An opponent of your choice rolls one die less on their next turn.",
        ],
    ),
    (DieTurned(ANN, BAT, STAR), ["  Leo: ⋈b turned to ★t"]),
    (DiceChanged(BOB, 1), ["  Ugo: a die more in the next turn"]),
    (DiceChanged(BOB, -1), ["  Ugo: a die less in the next turn"]),
    (Shielded(ANN), ["  Leo: shielded until the next turn"]),
    (CurseHandedOver(DRUM, BOB, CEM), ["  Ugo: “The Tiny Drum” handed to Jon"]),
    (CurseEnded(DRUM), ["  “The Tiny Drum” binds nobody any more."]),
    (ActDone(BOB, DRUM), ["Ugo: the act of “The Tiny Drum”"]),
    (Called(ANN, DRUM, BOB), ["Leo calls: Ugo broke “The Tiny Drum”!"]),
    (Denied(BOB), ["  Ugo: denied"]),
    (Voted(CEM), ["  Jon: voted"]),
    (VotesRevealed(((ANN, True), (CEM, False))), ["  Votes: Leo broken  Jon kept"]),
    (CallJudged(ANN, DRUM, BOB, broken=True), ["  “The Tiny Drum”: broken"]),
    (CallJudged(ANN, DRUM, BOB, broken=False), ["  “The Tiny Drum”: not broken"]),
    (DollPassed(ANN, BOB), ["Leo: the doll goes to Ugo"]),
    (GameEnded((ANN,), (11, 4, 6)), []),  # the result is told by the session
]


@pytest.mark.parametrize(("event", "lines"), LINES)
def test_an_event_is_told(event: Event, lines: list[str]) -> None:
    screen = GameScreen(["Leo", "Ugo", "Jon"], language("en"))

    assert [line.plain for line in screen.happened(event)] == lines


def test_no_event_is_left_out() -> None:
    assert {type(event) for event, _ in LINES} == set(get_args(Event))


def test_a_long_act_goes_on_below_itself() -> None:
    event = CurseCast(ANN, card_named("the_inheritance"), (BOB,))
    lines = GameScreen(["Leo", "Ugo", "Jon"], language("en")).happened(event)

    assert [line.plain for line in lines] == [
        "Leo → Ugo: The Inheritance!",
        "    before passing the doll: Solemnly tell the player on your left: “I leave you",
        "    my pyramid.”",
    ]
