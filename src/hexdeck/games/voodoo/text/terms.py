"""The things of Voodoo in words: dice, cards, moments."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.text import Text

from hexdeck.core.cards import Card, Seat
from hexdeck.games.voodoo.law.actions import ALL
from hexdeck.games.voodoo.law.cards import (
    FACES,
    FIRST_ARTEFACT,
    Artefact,
    Curse,
    Face,
    Permanent,
    curse,
    is_permanent,
    moment,
    permanent,
    the_cards,
)
from hexdeck.games.voodoo.law.position import Spell
from hexdeck.games.voodoo.text.words import FACES as FACE_NAMES
from hexdeck.games.voodoo.text.words import MOMENTS, PATTERNS, PENALTIES, THINGS, WORTH
from hexdeck.locale import Language
from hexdeck.text.paint import filled, joined
from hexdeck.text.sentences import fill
from hexdeck.text.teller import Paint, folded
from hexdeck.text.width import WIDTH

FACE_LETTERS: Final = "psgrbt"  # as they are typed: pumpkin, skull, ghost, raven, bat, star
_SYMBOLS: Final = "◍☠∩◄⋈★"
_STYLES: Final = ("#f08c3a", "#f3ead8", "#8fd0e8", "#b98be0", "#f0604a", "#f2c230")


def die(face: Face) -> Text:
    """`◍p`, in the colour of pumpkins."""
    return Text(f"{_SYMBOLS[face]}{FACE_LETTERS[face]}", f"bold {_STYLES[face]}")


def dice(faces: Iterable[Face]) -> Text:
    return joined((die(face) for face in faces), " ")


def price(card: Card) -> Text:
    """`⋈b *`, what casting a curse costs."""
    asterisk = [Text("*")] if curse(card).asterisk else []
    return joined([*(die(face) for face in curse(card).cost), *asterisk], " ")


class VoodooTerms:
    def __init__(self, names: Sequence[str], words: Language, width: int = WIDTH) -> None:
        self._names = names
        self._words = words
        self.width = width

    def paints(self) -> Mapping[str, Paint]:
        return {
            "face": die,
            "dice": dice,
            "sorted_dice": lambda faces: dice(sorted(faces)),
            "name": self.name,
            "quoted": self.quoted,
            "order": self.order,
            "act": self.act,
            "penalty": self.penalty,
            "victims": self.victims,
        }

    def folded(self, text: str, *, indent: int) -> list[Text]:
        return folded(text, indent=indent, width=self.width)

    def who(self, seat: Seat) -> str:
        """A player, or ALL opponents."""
        return self._words.label(THINGS, "all") if seat == ALL else self._names[seat]

    def victims(self, seats: Sequence[Seat]) -> str:
        """Whom a curse binds: more than one are all opponents of its caster."""
        return self.who(seats[0] if len(seats) == 1 else ALL)

    def place(self, seat: Seat | None) -> str:
        """Where Target lies."""
        return self._words.label(THINGS, "middle") if seat is None else self._names[seat]

    def face(self, face: Face) -> str:
        return self._words._(FACE_NAMES[FACES[face]])

    def faces(self) -> list[Text]:
        """What the symbols on dice and prices mean."""
        words = [Text.assemble(die(face), f" {self.face(face)}") for face in range(len(FACES))]
        return [*words, Text(self._words._("* any die"))]

    def name(self, card: Card) -> str:
        return _card(card).name.spoken(self._words.code)

    def quoted(self, card: Card) -> str:
        """The name inside a sentence: some end in a mark of their own."""
        return fill(self._words.label(PATTERNS, "quoted"), name=self.name(card))

    def act(self, card: Card) -> str:
        """What a victim does, or what an artefact does."""
        return _card(card).act.spoken(self._words.code)

    def order(self, card: Card) -> str:
        """`before rolling: Twitch your nose like a rabbit.`"""
        return self._words.label(PATTERNS, "order").format(when=self.when(card), act=self.act(card))

    def points(self, card: Card) -> str:
        ngettext = self._words.ngettext
        casting = curse(card).casting
        phrase = ngettext(*WORTH, casting)
        return phrase.format(n=casting, more=curse(card).breaking)

    def binding(self, spell: Spell) -> Text:
        """`Leo → Ugo: The Tiny Drum`, and for a permanent curse `Leo: Rabbit Nose`."""
        if is_permanent(spell.card):
            line = self._words._("{who}: {what}")
            return filled(line, who=self._names[spell.caster], what=self.name(spell.card))
        return filled(
            self._words.label(PATTERNS, "spell"),
            who=self._names[spell.caster],
            victims=self.victims(spell.victims),
            curse=self.name(spell.card),
        )

    def penalty(self, card: Card) -> str:
        return self._words._(PENALTIES[permanent(card).penalty])

    def when(self, card: Card) -> str:
        """When a curse binds, or an artefact can be used."""
        printed = _card(card)
        return self._words._(MOMENTS[printed.moment if isinstance(printed, Artefact) else moment(card)])


def _card(card: Card) -> Curse | Permanent | Artefact:
    if card >= FIRST_ARTEFACT:
        return the_cards().artefacts[card - FIRST_ARTEFACT]
    return permanent(card) if is_permanent(card) else curse(card)
