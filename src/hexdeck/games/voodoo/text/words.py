"""Voodoo in sentences: what is said about each event, wherever it is shown."""

from typing import Final

from hexdeck.games.voodoo.law.diary import Note
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
from hexdeck.text.game_words import GameWords
from hexdeck.text.sayings import (
    N_,
    N_n,
    Part,
    Sayings,
    among,
    below,
    none,
    not_among,
    not_below,
    number,
    part,
    saying,
    saying_n,
    seat,
    series,
    show,
    some,
)

FACES: Final = {
    "pumpkin": N_("pumpkin"),
    "skull": N_("skull"),
    "ghost": N_("ghost"),
    "raven": N_("raven"),
    "bat": N_("bat"),
    "star": N_("star"),
}
MOMENTS: Final = {  # when a curse binds, or an artefact can be used
    "before_rolling": N_("before rolling"),
    "before_passing": N_("before passing the doll"),
    "always": N_("all the time"),
    "marker_moves": N_("when the marker moves"),
    "preparing": N_("while you roll"),
    "own_turn": N_("in your turn"),
    "acting": N_("once you have stopped"),
    "opponent_stops": N_("when an opponent stops"),
}
PHASES: Final = {  # what whoever has the doll is about
    "before_rolling": N_("not rolled yet"),
    "preparing": N_("mixing ingredients"),
    "keeping": N_("about to reroll"),
    "keeping_late": N_("about to reroll"),
    "acting": N_("acting"),
    "paying": N_("paying for a curse"),
}
CHOICES: Final = {  # by the words that their actions begin with
    "roll": N_("roll the dice"),
    "stop": N_("stop and use these dice"),
    "pass": N_("pass the doll"),
    "admit": N_("admit: broken"),
    "deny": N_("deny: the others vote"),
    "vote broken": N_("vote: broken"),
    "vote kept": N_("vote: kept"),
    "vote abstain": N_("abstain: I did not see it"),
    "do": N_("Make a gesture: {curses}"),
    "discard": N_("Discard a die: {dice}"),
    "keep": N_("Keep, and reroll the rest: {dice}"),
    "pay": N_("Pay the * with: {dice}"),
    "draw curse": N_("Draw a curse with: {dice}"),
    "draw artefact": N_("Draw an artefact with: {dice}"),
    "call": N_("Call it broken: {curses}"),
    "cast": N_("Cast {curse} on: {victims}"),
    "stinky": N_("Use {artefact}, cast {curse} on: {victims}"),
    "use": N_("Use {artefact}: {choices}"),
}
PENALTIES: Final = {"point": N_("a point lost if broken"), "die": N_("a die less if broken")}

HEADINGS: Final = {"turn": N_("Turn {number}")}
THINGS: Final = {  # what something can be aimed at, beside seats, cards and dice
    "all": N_("everybody else"),
    "middle": N_("the middle"),
    "nothing": N_("nothing"),
    "nobody": N_("nobody"),
    "now": N_("now"),
}
TOKENS: Final = {"doll": N_("doll"), "target": N_("Target"), "shield": N_("shield")}
CARDS: Final = {
    "curses": N_("curses"),
    "artefacts": N_("artefacts"),
    "in_force": N_("Curses in force:"),
    "permanent": N_("Permanent curses:"),
}
CALLED: Final = N_("{who} calls: {other} broke {curse}!")
STAGES: Final = {  # what is going on now
    "dealing": N_("The cards are being dealt."),
    "doll": N_("the doll: {who}"),
    "target": N_("Target in the middle"),
    "no_dice": N_("No dice are on the table."),
    "paying": N_("The * on the curse takes any one die: choose the one you need least."),
    "called": CALLED,
    "denied": N_("{who}: denied. Voted so far: {voters}"),
    "seen": N_("Seen lately, the oldest first:"),
}
PATTERNS: Final = {
    "quoted": N_("“{name}”"),
    "order": N_("{when}: {act}"),
    "spell": N_("{who} → {victims}: {curse}"),
}
WORTH: Final = N_n("{n} point, {more} more if broken", "{n} points, {more} more if broken")

_CARD: Final = part("quoted", "card")  # the name in a sentence, for some end in a mark of their own


_VOTES: Final = series(
    "votes",
    saying("{who} broken", when=[among("votes.*.1", True)], who=seat("votes.*.0")),
    saying("{who} kept", when=[among("votes.*.1", False)], who=seat("votes.*.0")),
    saying("{who} abstained", when=[among("votes.*.1", None)], who=seat("votes.*.0")),
)


def _die(path: str) -> Part:
    return part("face", path)


SAYINGS: Final[Sayings] = {
    DollGiven: [saying("{who}: the doll, and the first turn", who=seat())],
    StartingCursesDealt: [
        saying("Everybody is dealt a curse."),
        series(
            "cards",
            saying(
                "  {who}: {what}",
                when=[not_among("cards.*", None)],
                who=seat("*"),
                what=part("name", "cards.*"),
            ),
        ),
    ],
    DeckShuffled: [],
    TurnBegan: [
        saying_n(
            "Turn {turn}, {who}: {n} die",
            "Turn {turn}, {who}: {n} dice",
            n="dice",
            tone="heading",
            turn=number("turn"),
            who=seat(),
        )
    ],
    ShieldEnded: [saying("  {who}: the shield is gone", who=seat())],
    Rolled: [
        saying(
            "{who}: {dice} rolled, now {all_dice}",
            when=[below("faces.length", "dice.length")],
            who=seat(),
            dice=part("sorted_dice", "faces"),
            all_dice=part("dice"),
        ),
        saying(
            "{who}: {dice} rolled",
            when=[not_below("faces.length", "dice.length")],
            who=seat(),
            dice=part("sorted_dice", "faces"),
        ),
    ],
    Discarded: [saying("{who}: {die} discarded", who=seat(), die=_die("face"))],
    Kept: [
        saying("{who}: nothing kept", when=[none("faces")], who=seat()),
        saying("{who}: {dice} kept", when=[some("faces")], who=seat(), dice=part("dice", "faces")),
    ],
    Stopped: [saying("{who}: enough rolled", who=seat())],
    Paid: [saying("{who}: {dice} paid", who=seat(), dice=part("dice", "faces"))],
    Drew: [
        saying("  {who}: a curse drawn", when=[among("card", None), among("deck", "curses")], who=seat()),
        saying(
            "  {who}: an artefact drawn", when=[among("card", None), among("deck", "artefacts")], who=seat()
        ),
        saying("  {who}: {card} drawn", when=[not_among("card", None)], who=seat(), card=_CARD),
    ],
    CurseCast: [
        saying(
            "{who} → {victims}: {curse}!",
            stress="curse",
            who=seat(),
            victims=part("victims"),
            curse=part("name", "card"),
        ),
        show("    {order}", tone="card", order=part("order", "card")),
    ],
    TargetMoved: [
        saying("  Target goes to the middle.", when=[among("seat", None)]),
        saying("  {who}: Target taken", when=[not_among("seat", None)], who=seat()),
    ],
    MarkerMoved: [
        saying_n(
            "  {who}: {points} point, now {score}",
            "  {who}: {points} points, now {score}",
            n="points",
            who=seat(),
            points=part("signed", "points"),
            score=number("score"),
        )
    ],
    SkullCrossed: [saying("  {who}: the skull at {points} crossed", who=seat(), points=number("skull"))],
    PermanentDrawn: [
        saying("  {who}: {curse} for good", stress="curse", who=seat(), curse=_CARD),
        show(
            "    {order} ({penalty})",
            tone="card",
            order=part("order", "card"),
            penalty=part("penalty", "card"),
        ),
    ],
    ArtefactUsed: [
        saying("{who}: {artefact} used", stress="artefact", who=seat(), artefact=_CARD),
        show("    {act}", tone="card", act=part("act", "card")),
    ],
    DieTurned: [
        saying("  {who}: {die} turned to {new_die}", who=seat(), die=_die("face"), new_die=_die("new_face"))
    ],
    DiceChanged: [
        saying("  {who}: a die more in the next turn", when=[some("dice")], who=seat()),
        saying("  {who}: a die less in the next turn", when=[none("dice")], who=seat()),
    ],
    Shielded: [saying("  {who}: shielded until the next turn", who=seat())],
    CurseHandedOver: [
        saying("  {who}: {curse} handed to {other}", who=seat("giver"), curse=_CARD, other=seat())
    ],
    CurseEnded: [saying("  {curse} binds nobody any more.", curse=_CARD)],
    ActDone: [saying("{who}: the act of {curse}", who=seat(), curse=_CARD)],
    Called: [
        saying(
            CALLED,
            stress="curse",
            who=seat(),
            other=seat("accused"),
            curse=_CARD,
        )
    ],
    Denied: [saying("  {who}: denied", who=seat())],
    Voted: [saying("  {who}: voted", who=seat())],
    VotesRevealed: [saying("  Votes: {votes}", votes=_VOTES)],
    CallJudged: [
        saying("  {curse}: broken", when=[some("broken")], curse=_CARD),
        saying("  {curse}: not broken", when=[none("broken")], curse=_CARD),
    ],
    DollPassed: [saying("{who}: the doll goes to {other}", who=seat(), other=seat("to"))],
    GameEnded: [],
    Note: [  # what an attentive player remembers
        saying("{who}: bound by {curse}", when=[among("what", "bound")], who=seat(), curse=_CARD),
        saying("{who}: the act of {curse}", when=[among("what", "did")], who=seat(), curse=_CARD),
        saying("{who}: marker moved", when=[among("what", "moved")], who=seat()),
        saying("{who}: first roll", when=[among("what", "rolled")], who=seat()),
        saying("{who}: doll passed on", when=[among("what", "passed")], who=seat()),
    ],
}

WORDS: Final = GameWords(
    sayings=SAYINGS,
    options={"mode": N_("Where you play"), "dice": N_("Dice")},
    choices={
        "screen": N_("everybody at a screen"),
        "table": N_("together at one table"),
        "app": N_("rolled by the app"),
        "real": N_("real dice"),
    },
    headings=HEADINGS,
    names={
        "face": FACES,
        "moment": MOMENTS,
        "penalty": PENALTIES,
        "phase": PHASES,
        "choice": CHOICES,
        "thing": THINGS,
        "token": TOKENS,
        "cards": CARDS,
        "stage": STAGES,
        "pattern": PATTERNS,
        "worth": {"one": WORTH[0], "many": WORTH[1]},
    },
)
