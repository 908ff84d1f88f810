"""What happens in Skull Queen, as lines of the log."""

from collections.abc import Sequence
from functools import partial
from itertools import starmap
from typing import Final

from rich.text import Text

from hexdeck.cards import Card, Color, Seat
from hexdeck.games.skull_queen.events import (
    CardChosen,
    CardsRevealed,
    DealerDrawn,
    Dealt,
    Event,
    GameEnded,
    GhostPlayed,
    PirateMoved,
    Placed,
    PlanksRevealed,
    Played,
    RoundEnded,
    TrickResolved,
)
from hexdeck.games.skull_queen.planks import OVERBOARD, SPACES, Plank
from hexdeck.games.skull_queen.trick import Laid
from hexdeck.locale import Language
from hexdeck.screens.paint import FAINT, STRONG, colored_word, filled
from hexdeck.screens.rows import rows
from hexdeck.screens.skull_queen_cards import painted, placed, standing
from hexdeck.screens.width import WIDTH

WITH_GHOST: Final = 2  # players


class SkullQueenLog:
    def __init__(self, names: Sequence[str], words: Language, width: int = WIDTH) -> None:
        self._rows = partial(rows, width=width)
        self._names = names
        self._words = words

    def lines(self, event: Event) -> list[Text]:
        match event:
            case DealerDrawn(seat):
                return [filled(self._words._("{who}: first to deal"), who=self.who(seat))]
            case Dealt():
                return self._dealt(event)
            case Placed() | PlanksRevealed():
                return self._placed(event)
            case TrickResolved():
                return self._resolved(event)
            case RoundEnded():
                return self._round_ended(event)
            case GameEnded():
                return []
            case _:
                return self._cards_played(event)

    def who(self, seat: Seat) -> str:
        return self._names[seat] if seat < len(self._names) else self._words._("Ghost")

    def laid(self, trick: Sequence[Laid]) -> list[Text]:
        return [Text.assemble(f"{self.who(one.seat)} ", painted(one.card, self._words)) for one in trick]

    def centre(self, cards: Sequence[Card]) -> list[Text]:
        return [painted(card, self._words) for card in cards]

    def color(self, color: Color) -> Text:
        _ = self._words._
        return colored_word(color, [_("red"), _("yellow"), _("green"), _("blue")][color])

    def moves(self, event: TrickResolved) -> list[Text]:
        if not event.moves:
            return [Text(self._words._("  No pirate moves."), FAINT)]
        return [self._move(move) for move in event.moves]

    def side(self, plank: Plank) -> str:
        _ = self._words._
        return [_("front"), _("back")][plank.side]

    def _dealt(self, event: Dealt) -> list[Text]:
        _ = self._words._
        lines = [Text(_("Round {number}: the cards are dealt.").format(number=event.round), STRONG)]
        if event.centre:
            lines += self._rows(_("  In the centre: {cards}"), self.centre(event.centre))
        if len(self._names) == WITH_GHOST:
            lines.append(Text(_("  A third hand is the ghost’s stack; he has no plank.")))
        return lines

    def _placed(self, event: Placed | PlanksRevealed) -> list[Text]:
        _ = self._words._
        if isinstance(event, PlanksRevealed):
            return [Text(_("All planks are revealed.")), *starmap(self._plank, enumerate(event.planks))]
        line = _("{who}: pirates placed in secret")
        return [Text(line.format(who=self.who(event.seat)), FAINT)]

    def _plank(self, seat: Seat, plank: Plank) -> Text:
        return filled(
            self._words._("  {who}: {what}"), who=self.who(seat), what=placed(plank, self.side(plank))
        )

    def _cards_played(self, event: GhostPlayed | CardChosen | CardsRevealed | Played) -> list[Text]:
        _ = self._words._
        match event:
            case GhostPlayed(card, _left):
                return [filled(_("{who}: {what}"), who=_("Ghost"), what=painted(card, self._words))]
            case CardChosen(seat, _card):
                return [Text(_("{who}: card chosen in secret").format(who=self.who(seat)), FAINT)]
            case CardsRevealed(trick):
                return self._rows(_("Revealed: {cards}"), self.laid(trick))
            case Played(seat, card, _color):
                return [filled(_("{who}: {what}"), who=self.who(seat), what=painted(card, self._words))]

    def _resolved(self, event: TrickResolved) -> list[Text]:
        _ = self._words._
        lines = self.moves(event)
        if event.centre:
            lines += self._rows(_("  In the centre: {cards}"), self.centre(event.centre))
        if event.leader is not None:
            lines.append(filled(_("  {who}: highest card of the trick"), who=self.who(event.leader)))
        return lines

    def _move(self, move: PirateMoved) -> Text:
        _ = self._words._
        lines = {  # by whether it goes up, and whether it falls
            (True, False): _("  {who}: highest in {color}, pirate up {n}, now on {number}"),
            (True, True): _("  {who}: highest in {color}, pirate up {n} and overboard"),
            (False, False): _("  {who}: lowest in {color}, pirate down {n}, now on {number}"),
            (False, True): _("  {who}: lowest in {color}, pirate down {n} and overboard"),
        }
        line = lines[move.steps > 0, move.end == OVERBOARD]
        number = SPACES[move.side][move.end]
        who, color = self.who(move.seat), self.color(move.color)
        return filled(line, who=who, color=color, n=abs(move.steps), number=number)

    def _round_ended(self, event: RoundEnded) -> list[Text]:
        _ = self._words._
        standings = (f"{name} {score}" for name, score in zip(self._names, event.scores, strict=True))
        after = _("After round {number}: {standing}").replace("{number}", str(event.round))
        over = _("Round {number} is over. Every pirate on a plank scores the number under it.")
        return [
            Text(over.format(number=event.round), STRONG),
            *(self._counted(seat, plank) for seat, plank in enumerate(event.planks)),
            *self._rows(after, standings, " · "),
        ]

    def _counted(self, seat: Seat, plank: Plank) -> Text:
        points = plank.points()
        line = self._words.ngettext(
            "  {who}: {pirates} = {n} point", "  {who}: {pirates} = {n} points", points
        )
        return filled(line, who=self.who(seat), pirates=standing(plank), n=points)
