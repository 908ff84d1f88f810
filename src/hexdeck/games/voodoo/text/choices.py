"""What a player of Voodoo can choose, in groups, and the short ways to say it."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from rich.text import Text

from hexdeck.core.cards import Action
from hexdeck.games.voodoo.law.actions import HELD, MEANINGS, MIDDLE, PAIRS, action, draw, keep
from hexdeck.games.voodoo.law.cards import EFFECTS, Face, card_with
from hexdeck.games.voodoo.law.view import View
from hexdeck.games.voodoo.text.terms import FACE_LETTERS, VoodooTerms, dice, die
from hexdeck.games.voodoo.text.words import CHOICES, THINGS
from hexdeck.locale import Language
from hexdeck.text.menu import Choice, Row, row
from hexdeck.text.paint import filled

_ORDER: Final = (  # in which the verbs are shown
    *("admit", "deny", "vote_broken", "vote_kept", "vote_abstain"),
    *("roll", "do", "discard", "keep", "stop", "pay"),
    *("draw_curse", "draw_artefact", "cast", *EFFECTS),
    *("pass", "call"),
)
_BY_CARD: Final = ("cast", "stinky_doll")  # one line for each curse
_VOTES: Final = ("broken", "kept", "abstain")
_FACE_VERBS: Final = {  # said with letters of faces
    "keep": "keep",
    "k": "keep",
    "discard": "discard",
    "d": "discard",
    "pay": "pay",
    "curse": "draw_curse",
    "artefact": "draw_artefact",
}


class VoodooChoices:
    def __init__(self, terms: VoodooTerms, words: Language) -> None:
        self._terms = terms
        self._words = words

    def offers(self, view: View) -> list[Action]:
        return sorted(view.actions, key=lambda choice: (_ORDER.index(MEANINGS[choice][0]), choice))

    def rows(self, view: View) -> list[Row]:
        offers = enumerate(self.offers(view), start=1)
        return [self._row(list(group)) for _, group in groupby(offers, key=lambda offer: _kind(offer[1]))]

    def said(self, text: str) -> Action | None:
        """`d b` discards a bat, `k p p` keeps two pumpkins, `curse g r` draws a curse; `broken` is a vote."""
        if text in _VOTES:
            return action(f"vote_{text}")
        word, _, letters = text.partition(" ")
        letters = letters.replace(" ", "")
        if word not in _FACE_VERBS or not set(letters) <= set(FACE_LETTERS):
            return None
        return _with_faces(_FACE_VERBS[word], tuple(sorted(FACE_LETTERS.index(letter) for letter in letters)))

    def name(self, choice: Action) -> str:
        """`Cast “Gardus Corpux” on: Leo`."""
        verb, numbers = MEANINGS[choice]
        heading, _, _ = self._heading(verb, numbers).partition("{")
        return heading + self._option(verb, numbers).plain

    def _row(self, group: Sequence[tuple[int, Action]]) -> Row:
        verb, numbers = MEANINGS[group[0][1]]
        choices = (Choice(number, self._option(*MEANINGS[choice]), choice) for number, choice in group)
        return row(self._heading(verb, numbers), choices)

    def _heading(self, verb: str, numbers: Sequence[int]) -> str:
        _ = self._words._
        if verb in EFFECTS:
            return self._use_heading(verb, numbers)
        if verb == "cast":
            return _(CHOICES[verb]).replace("{curse}", self._terms.quoted(numbers[0]))
        heading = _(CHOICES[verb.replace("_", " ")])
        return heading if "{" in heading else "{choices}"

    def _use_heading(self, effect: str, numbers: Sequence[int]) -> str:
        is_doll = effect == "stinky_doll"
        message = CHOICES["stinky" if is_doll else "use"]
        heading = self._words._(message).replace("{artefact}", self._terms.quoted(card_with(effect)))
        return heading.replace("{curse}", self._terms.quoted(numbers[0])) if is_doll else heading

    def _option(self, verb: str, numbers: Sequence[int]) -> Text:
        terms = self._terms
        match verb, numbers:
            case "discard" | "pay", [face]:
                return die(face)
            case "draw_curse" | "draw_artefact", [pair]:
                return dice(PAIRS[pair])
            case "keep", [held]:
                return dice(HELD[held]) if HELD[held] else Text(self._words.label(THINGS, "nothing"))
            case "cast" | "stinky_doll", [_, victim]:
                return Text(terms.who(victim))
            case "do", [card]:
                return Text(terms.name(card))
            case "call", [card, seat]:
                return filled("{curse} ({who})", curse=terms.name(card), who=terms.who(seat))
            case _:
                return self._use(verb, numbers) if verb in EFFECTS else self._word(verb)

    def _use(self, effect: str, numbers: Sequence[int]) -> Text:
        terms = self._terms
        match effect, numbers:
            case "turn", [face, new_face]:
                return Text("→").join([die(face), die(new_face)])
            case "move_target", [place]:
                return Text(terms.place(None if place == MIDDLE else place))
            case "cancel", [card]:
                return Text(terms.name(card))
            case "hand_over", [card, seat]:
                return filled("{curse} → {who}", curse=terms.name(card), who=terms.who(seat))
            case _, [seat]:
                return Text(terms.who(seat))
            case _:
                return Text(self._words.label(THINGS, "now"))

    def _word(self, verb: str) -> Text:
        return Text(self._words._(CHOICES[verb.replace("_", " ")]))


def _kind(choice: Action) -> tuple[str, ...]:
    """Choices of one kind stand in one line."""
    verb, numbers = MEANINGS[choice]
    return (verb, str(numbers[0])) if verb in _BY_CARD else (verb,)


def _with_faces(verb: str, faces: tuple[Face, ...]) -> Action | None:
    if verb == "keep" and faces in HELD:
        return keep(faces)
    if verb in ("discard", "pay") and len(faces) == 1:
        return action(verb, faces[0])
    if verb in ("draw_curse", "draw_artefact") and len(faces) == 2:
        return draw(verb, faces)
    return None
