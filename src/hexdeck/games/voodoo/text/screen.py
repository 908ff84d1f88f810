"""Voodoo in lines."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.games.voodoo.law.actions import MEANINGS
from hexdeck.games.voodoo.law.cards import FACES, is_permanent
from hexdeck.games.voodoo.law.events import (
    Called,
    DollPassed,
    Event,
    Kept,
    MarkerMoved,
    Rolled,
    Stopped,
    TurnBegan,
)
from hexdeck.games.voodoo.law.position import GOAL, SKULLS, Call, Spell
from hexdeck.games.voodoo.law.view import View
from hexdeck.games.voodoo.text.choices import VoodooChoices
from hexdeck.games.voodoo.text.terms import FACE_LETTERS, VoodooTerms, dice, price
from hexdeck.games.voodoo.text.words import CARDS, HEADINGS, PHASES, SAYINGS, STAGES, THINGS, TOKENS
from hexdeck.locale import Language
from hexdeck.text.menu import Row
from hexdeck.text.paint import FAINT, STRONG, filled, joined
from hexdeck.text.rows import rows
from hexdeck.text.screen import Screen
from hexdeck.text.sentences import fill, signed
from hexdeck.text.teller import Teller
from hexdeck.text.width import WIDTH

LONGEST_NAME: Final = 16
_TRACK: Final = 13  # columns


class GameScreen(Screen[View, Event]):
    def __init__(self, names: Sequence[str], words: Language, width: int = WIDTH) -> None:
        self._names = names
        self._words = words
        self.width = width
        self._terms = VoodooTerms(names, words, width)
        self._choices = VoodooChoices(self._terms, words)
        self._teller = Teller(SAYINGS, names, words, self._terms.paints(), width)

    def table(self, view: View) -> list[Text]:
        return [
            self._headline(view),
            *self._seats(view),
            *self._curses(view),
            *self._permanent_curses(view),
            *self._dice(view),
            *self._call(view),
        ]

    def menu(self, view: View) -> list[Row]:
        if view.seat is None:
            return []
        return [*map(Row, self._hand(view)), *self._choices.rows(view)]

    def offers(self, view: View) -> Sequence[Action]:
        return self._choices.offers(view)

    def names(self, action: Action) -> tuple[str, ...]:
        return (self._choices.name(action),)

    def said(self, view: View, text: str) -> Action | None:
        del view
        return self._choices.said(text)

    def happened(self, event: Event) -> list[Text]:
        lines = self._teller.lines(event)
        return (
            [Text.assemble(("── ", STRONG), line) for line in lines]
            if isinstance(event, TurnBegan)
            else lines
        )

    def last(self, view: View) -> list[Text]:
        """Acts and moments as they were seen; at the table only what was cast."""
        _ = self._words._
        if view.at_table:
            seen = [self._terms.binding(spell) for spell in view.in_force if spell.since >= view.turns - 1]
            heading = _("Curses that came in this turn and the one before:")
        else:
            seen = [line for note in view.diary for line in self._teller.lines(note)]
            heading = self._words.label(STAGES, "seen")
        if not seen:
            return [Text(_("Nothing has happened lately."))]
        return [Text(heading), *(Text("  ").append_text(line) for line in seen)]

    def faces(self) -> str:
        return ", ".join(
            f"{letter} {self._words._(face)}" for letter, face in zip(FACE_LETTERS, FACES, strict=True)
        )

    def rolled(self, text: str) -> str:
        """`p p g r b` is two pumpkins, a ghost, a raven and a bat."""
        letters = text.replace(" ", "")
        if not set(letters) <= set(FACE_LETTERS):
            return text
        return " ".join(FACES[FACE_LETTERS.index(letter)] for letter in letters)

    def pauses(self, view: View, events: Sequence[Event]) -> bool:
        """After an opponent's first roll and pass, after one's own marker moved, and for the Stinky Doll."""
        if view.seat in view.to_move or not view.actions:
            return False
        if any(isinstance(event, MarkerMoved) and event.seat == view.seat for event in events):
            return any(MEANINGS[action][0] == "do" for action in view.actions)
        theirs = [event for event in events if _actor(event) not in (None, view.seat)]
        if any(isinstance(event, Stopped) for event in theirs):
            return any(MEANINGS[action][0] == "stinky_doll" for action in view.actions)
        passed = any(isinstance(event, DollPassed) for event in theirs)
        return passed or _is_first_roll(theirs)

    def moment(self, view: View) -> str:
        _ = self._words._
        if view.is_over:
            return _("The game is over.")
        if view.call is not None:
            return self._moment_of_call(view.call)
        if view.seat not in view.to_move:
            return self._moment_of_others(view)
        if view.phase == "acting":
            return _(
                "Use your dice in any order: any two draw a curse or an artefact, the ingredients on a curse"
                " cast it on a player without Target or shield. Artefacts are free. Dice that are left over"
                " are lost when you pass the doll. Whoever reaches 11 points wins at once."
            )
        return self._moment_of_dice(view)

    def _moment_of_others(self, view: View) -> str:
        _ = self._words._
        if view.at_table:
            return _(
                "It is not your turn. Watch the others: whoever does not do what your curse demands, at its"
                " moment, has broken it, and you may call that. A permanent curse anybody but its victim may"
                " call. Whoever is called admits it or denies it."
            )
        return _(
            "It is not your turn. If a player lets the moment of your curse go by without the gesture, call"
            " it broken before the next player’s first roll; a permanent curse anybody but its victim may"
            " call. A wrong call costs nothing, but you cannot repeat it before that roll."
        )

    def _moment_of_dice(self, view: View) -> str:
        _ = self._words._
        if view.phase == "before_rolling":
            return _(
                "Roll your dice to begin. What the curses on you demand you must remember by yourself:"
                " nobody reminds you, and whoever cast them is watching."
            )
        if view.phase == "preparing":
            return _(
                "Stop and use these dice, or discard one for this turn and reroll as many of the others"
                " as you like. You can say d and a letter: d r discards a raven."
            )
        if view.phase == "paying":
            return self._words.label(STAGES, "paying")
        return _(
            "Choose what stays as it lies; at least one die is rerolled."
            " You can say k and letters: k p p keeps two pumpkins, k alone keeps nothing."
        )

    def _moment_of_call(self, call: Call) -> str:
        _ = self._words._
        if call.denied:
            return _(
                "Everybody who is not concerned votes in secret: broken or kept."
                " Only more votes for broken break the curse; a tie does not."
            )
        return _("Whoever is called admits it, and the curse is broken, or denies it, and the others vote.")

    def _headline(self, view: View) -> Text:
        label = self._words.label
        if view.phase == "setting_up":
            return Text(label(STAGES, "dealing"), STRONG)
        parts = [
            Text(fill(label(HEADINGS, "turn"), number=view.turns), STRONG),
            filled(label(STAGES, "doll"), who=self._names[view.turn]),
            self._phase(view),
        ]
        if view.target is None:
            parts.append(Text(label(STAGES, "target")))
        return joined(parts, " · ")

    def _phase(self, view: View) -> Text:
        _ = self._words._
        return Text(_("the game is over") if view.is_over else _(PHASES[view.phase]))

    def _seats(self, view: View) -> list[Text]:
        """A row for each seat below its headings."""
        _, label = self._words._, self._words.label
        headings = [_("points"), label(CARDS, "curses"), label(CARDS, "artefacts")]
        width = min(LONGEST_NAME, max(map(cell_len, self._names)))
        lines = [Text(f"  {'':{width}}  {'':{_TRACK}}  {'  '.join(headings)}", FAINT)]
        for seat in range(view.players):
            counts = (view.scores[seat], view.curses.hand_sizes[seat], view.artefacts.hand_sizes[seat])
            row = "  ".join(f"{n:{len(word)}}" for n, word in zip(counts, headings, strict=True))
            mark = "▶" if seat in view.to_move else " "
            track = _track(view.scores[seat], view.skulls[seat])
            name = set_cell_size(self._names[seat], width)
            line = f"{mark} {name}  {track:{_TRACK}}  {row}  {self._tokens(view, seat)}"
            lines.append(Text(line.rstrip(), STRONG if seat in view.to_move else ""))
        return lines

    def _tokens(self, view: View, seat: Seat) -> str:
        """What lies before a seat."""
        label, ngettext, more = self._words.label, self._words.ngettext, view.more_dice[seat]
        tokens = {
            label(TOKENS, "doll"): seat == view.turn and view.phase != "setting_up",
            label(TOKENS, "target"): seat == view.target,
            label(TOKENS, "shield"): seat in view.shielded,
            ngettext("{n} die", "{n} dice", more).format(n=signed(more)): more != 0,
        }
        return " ".join(token for token, lies in tokens.items() if lies)

    def _curses(self, view: View) -> list[Text]:
        _ = self._words._
        curses = [spell for spell in view.in_force if not is_permanent(spell.card)]
        if not curses:
            return [Text(_("No curses are in force."), FAINT)]
        lines = [Text(self._words.label(CARDS, "in_force"), FAINT)]
        for spell in curses:
            lines += self._spell(view, spell, self._terms.binding(spell))
        return lines

    def _permanent_curses(self, view: View) -> list[Text]:
        permanents = [spell for spell in view.in_force if is_permanent(spell.card)]
        if not permanents:
            return []
        lines = [Text(self._words.label(CARDS, "permanent"), FAINT)]
        for spell in permanents:
            lines += self._spell(view, spell, self._permanent(spell))
        return lines

    def _spell(self, view: View, spell: Spell, line: Text) -> list[Text]:
        """With its act for those it concerns; at the table everybody watches a permanent curse."""
        watched = view.at_table and is_permanent(spell.card)
        if watched or view.seat in (spell.caster, *spell.victims):
            return self._described(line, self._terms.order(spell.card))
        return self._described(line, self._terms.when(spell.card))

    def _permanent(self, spell: Spell) -> Text:
        return filled(
            self._words._("{who}: {curse} ({penalty})"),
            who=self._names[spell.caster],
            curse=self._terms.name(spell.card),
            penalty=self._terms.penalty(spell.card),
        )

    def _dice(self, view: View) -> list[Text]:
        _ = self._words._
        legend = rows("{faces}", self._terms.faces(), width=self._terms.width)
        for line in legend:
            line.stylize(FAINT)
        if not view.dice:
            return [Text(self._words.label(STAGES, "no_dice"), FAINT), *legend]
        return [filled(_("Dice: {dice}"), dice=dice(view.dice)), *legend]

    def _call(self, view: View) -> list[Text]:
        """A call that waits for its judgement."""
        label = self._words.label
        _, call = self._words._, view.call
        if call is None:
            return []
        called = Called(call.caller, call.card, call.accused)
        lines = [*self._teller.lines(called), *self._terms.folded(self._terms.order(call.card), indent=4)]
        if call.denied:
            voters = ", ".join(self._names[seat] for seat in view.voted) or label(THINGS, "nobody")
            accused = self._names[call.accused]
            lines.append(filled(label(STAGES, "denied"), who=accused, voters=voters))
        return lines

    def _hand(self, view: View) -> list[Text]:
        _ = self._words._
        if not view.curses.hand and not view.artefacts.hand:
            return [Text(_("You hold no cards."))]
        lines = []
        if view.curses.hand:
            lines.append(Text(_("Your curses:"), FAINT))
        for card in view.curses.hand:
            lines += self._described(self._curse_in_hand(card), self._terms.order(card))
        if view.artefacts.hand:
            lines.append(Text(_("Your artefacts:"), FAINT))
        for card in view.artefacts.hand:
            lines += self._described(Text(self._terms.name(card)), self._terms.order(card))
        return lines

    def _described(self, card: Text, text: str) -> list[Text]:
        """A card and what is said of it, in one line if there is room."""
        line = Text("  ").append_text(card)
        if line.cell_len + len(" · ") + Text(text).cell_len <= self._terms.width:
            return [line.append(f" · {text}")]
        return [line, *self._terms.folded(text, indent=6)]

    def _curse_in_hand(self, card: Card) -> Text:
        name, points = self._terms.name(card), self._terms.points(card)
        return filled("{name}  {price}  {points}", name=name, price=price(card), points=points)


def _track(score: int, skulls: int) -> str:
    """`0··☠●·6··9·11`: skulls crossed, the marker, skulls to come."""
    cells = [*"0··········", str(GOAL)]
    for crossed, skull in enumerate(SKULLS):
        cells[skull] = "☠" if crossed < skulls else str(skull)
    cells[min(score, GOAL)] = "●"
    return "".join(cells)


def _actor(event: Event) -> Seat | None:
    """Who rolled, stopped or passed."""
    return event.seat if isinstance(event, Rolled | Kept | Stopped | DollPassed) else None


def _is_first_roll(events: Sequence[Event]) -> bool:
    """Whether all dice of a turn were rolled, not only those that were not kept."""
    rerolled = any(isinstance(event, Kept) for event in events)
    rolled = any(isinstance(event, Rolled) and len(event.faces) == len(event.dice) for event in events)
    return rolled and not rerolled
