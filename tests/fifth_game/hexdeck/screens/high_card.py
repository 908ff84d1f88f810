"""High Card in lines."""

from collections.abc import Sequence

from hexdeck.games.high_card.events import Chosen, Dealt, Event, GameEnded, Revealed, RoundEnded, TrickTaken
from hexdeck.games.high_card.names import card_name
from hexdeck.games.high_card.view import View
from rich.text import Text

from hexdeck.cards import Action, Card
from hexdeck.locale import Language
from hexdeck.screens.paint import STRONG, filled, joined, numbered
from hexdeck.screens.rows import rows
from hexdeck.screens.screen import Screen
from hexdeck.screens.width import WIDTH


class GameScreen(Screen):
    def __init__(self, names: Sequence[str], words: Language, width: int = WIDTH) -> None:
        self._names = names
        self._words = words
        self._width = width

    def table(self, view: View) -> list[Text]:
        headline = filled(self._words._("Round {number} of {rounds}"), number=view.round, rounds=view.rounds)
        return [headline, *map(Text, self._standing(view.scores)), *self.last(view)]

    def choices(self, view: View) -> list[Text]:
        numbers = {action: number for number, action in enumerate(view.actions, start=1)}
        cards = (
            numbered(numbers[card], _card(card)) if card in numbers else _card(card) for card in view.hand
        )
        return rows(self._words._("Your hand: {cards}"), cards, width=self._width)

    def offers(self, view: View) -> Sequence[Action]:
        return view.actions

    def names(self, action: Action) -> tuple[str, ...]:
        return (card_name(action),)

    def last(self, view: View) -> list[Text]:
        return self._turned_up(view.trick) if view.trick else []

    def moment(self, view: View) -> str:
        del view
        return self._words._(
            "Choose a card; all cards are turned up together, and the highest takes the trick."
        )

    def happened(self, event: Event) -> list[Text]:
        _ = self._words._
        match event:
            case Dealt(number):
                return [Text(_("Round {number}: the cards are dealt.").format(number=number), STRONG)]
            case Chosen(seat):
                return [filled(_("{who} has chosen a card."), who=self._names[seat])]
            case Revealed(cards):
                return self._turned_up(cards)
            case TrickTaken(seat, card):
                return [
                    filled(_("{who} takes the trick with {card}."), who=self._names[seat], card=_card(card))
                ]
            case RoundEnded(number, scores):
                standing = joined(self._standing(scores), " · ")
                return [filled(_("After round {number}: {standing}"), number=number, standing=standing)]
            case GameEnded():
                return []

    def _standing(self, scores: Sequence[int]) -> list[str]:
        return [f"{name} {score}" for name, score in zip(self._names, scores, strict=True)]

    def _turned_up(self, cards: Sequence[Card]) -> list[Text]:
        laid = (Text.assemble(f"{name} ", _card(card)) for name, card in zip(self._names, cards, strict=True))
        return rows(self._words._("On the table: {cards}"), laid, width=self._width)


def _card(card: Card) -> Text:
    return Text(card_name(card), "bold")
