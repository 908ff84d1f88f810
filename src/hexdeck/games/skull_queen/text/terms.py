"""The things of Skull Queen in words and symbols: players, cards, colours, planks."""

from collections.abc import Mapping, Sequence

from rich.text import Text

from hexdeck.core.cards import COLORS, Card, Color, Seat
from hexdeck.games.skull_queen.law.events import PirateMoved
from hexdeck.games.skull_queen.law.planks import SIDES, SPACES, Plank
from hexdeck.games.skull_queen.law.trick import Laid
from hexdeck.games.skull_queen.text.painted_cards import painted, placed, standing
from hexdeck.games.skull_queen.text.words import SIDE_NAMES
from hexdeck.locale import Language
from hexdeck.text.house_words import COLORS as COLOR_NAMES
from hexdeck.text.paint import colored_word
from hexdeck.text.teller import Paint


class SkullQueenTerms:
    def __init__(self, names: Sequence[str], words: Language) -> None:
        self._names = names
        self._words = words

    def paints(self) -> Mapping[str, Paint]:
        return {
            "seat": self.who,
            "card": self.card,
            "color": self.color,
            "plank": self.plank,
            "pirates": standing,
            "size": abs,
            "reached": _reached,
        }

    def who(self, seat: Seat) -> str:
        return self._names[seat] if seat < len(self._names) else self._words._("Ghost")

    def laid(self, trick: Sequence[Laid]) -> list[Text]:
        return [Text.assemble(f"{self.who(one.seat)} ", self.card(one.card)) for one in trick]

    def centre(self, cards: Sequence[Card]) -> list[Text]:
        return [self.card(card) for card in cards]

    def card(self, card: Card) -> Text:
        return painted(card, self._words)

    def color(self, color: Color) -> Text:
        return colored_word(color, self._words._(COLOR_NAMES[COLORS[color]]))

    def side(self, plank: Plank) -> str:
        return self._words._(SIDE_NAMES[SIDES[plank.side]])

    def plank(self, plank: Plank) -> Text:
        return placed(plank, self.side(plank))


def _reached(move: PirateMoved) -> int:
    return SPACES[move.side][move.end]
