"""Skull Queen in lines."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from hexdeck.core.cards import Action, Card, Seat
from hexdeck.games.skull_queen.law.events import Event
from hexdeck.games.skull_queen.law.planks import PLACINGS, SPACES
from hexdeck.games.skull_queen.law.rules import PLACE
from hexdeck.games.skull_queen.law.trick import MATE, MONKEY, color_of, value_of
from hexdeck.games.skull_queen.law.view import View
from hexdeck.games.skull_queen.text.painted_cards import PLANK_WIDTH, crew_name, drawn, painted, placed
from hexdeck.games.skull_queen.text.placings import ACTION_OF, BACK, FRONT, MIDDLE, placing_said, suggestions
from hexdeck.games.skull_queen.text.terms import SkullQueenTerms
from hexdeck.games.skull_queen.text.words import HEADINGS, MOMENTS, MOVES, PLANK, SAYINGS, STAGES
from hexdeck.locale import Language
from hexdeck.text.menu import Choice, Piece, Row, row
from hexdeck.text.paint import FAINT, STRONG, filled, joined, not_now
from hexdeck.text.rows import rows
from hexdeck.text.screen import Screen
from hexdeck.text.sentences import fill, text_of
from hexdeck.text.teller import Teller
from hexdeck.text.width import WIDTH

WIDEST: Final = 20  # columns between two planks
WITH_GHOST: Final = 2  # players
LONGEST_NAME: Final = PLANK_WIDTH - 2


class GameScreen(Screen[View, Event]):
    def __init__(self, names: Sequence[str], words: Language, width: int = WIDTH) -> None:
        self._names = names
        self._words = words
        self.width = width
        self._rows = partial(rows, width=width)
        self._terms = SkullQueenTerms(names, words)
        self._teller = Teller(SAYINGS, names, words, self._terms.paints(), width)

    def table(self, view: View) -> list[Text]:
        return [
            self._headline(view),
            *(self._planks(view) if view.planks else self._seats(view)),
            *self._lying(view),
            *self._secret(view),
        ]

    def menu(self, view: View) -> list[Row]:
        _ = self._words._
        if view.seat is None:
            return []
        if not view.hand:
            return [Row(Text(_("Your hand is empty."), FAINT))]
        return [
            row(_("Your hand: {cards}"), (self._in_hand(view, card) for card in view.hand)),
            *self._placings(view),
            *map(Row, self._chosen(view)),
        ]

    def offers(self, view: View) -> Sequence[Action]:
        """Every card that may be played; of the many placings only a few."""
        if view.planks or not view.actions:
            return view.actions
        return [ACTION_OF[plank] for plank in suggestions(view.hand)]

    def names(self, action: Action) -> tuple[str, ...]:
        """`☾b5⇊` and `blue 5`; `front r8 y5 g3 b3`."""
        if action >= PLACE:
            plank = PLACINGS[action - PLACE]
            return (placed(plank, self._terms.side(plank)).plain,)
        color = color_of(action)
        shown = painted(action, self._words).plain
        return (shown,) if color is None else (shown, f"{self._terms.color(color).plain} {value_of(action)}")

    def last(self, view: View) -> list[Text]:
        _ = self._words._
        if view.last_trick is None:
            return [Text(_("No trick has been taken in this round."))]
        cards = self._rows(_("Last trick: {cards}"), self._terms.laid(view.last_trick.trick))
        return [*cards, *self._teller.lines_of(MOVES, view.last_trick)]

    def said(self, view: View, text: str) -> Action | None:
        """`front 3 3 5 2`: a side and the numbers for red, yellow, green and blue; `first mate`."""
        del view
        _ = self._words._
        for card in (MONKEY, MATE):
            if text == crew_name(card, self._words).lower():
                return card
        return placing_said(text, {"front": FRONT, "back": BACK, _("front"): FRONT, _("back"): BACK})

    def happened(self, event: Event) -> list[Text]:
        return self._teller.lines(event)

    def moment(self, view: View) -> str:
        if not view.actions:
            return self._moment("waiting")
        if not view.planks:
            return fill(self._moment("placing"), example=self._example())
        return text_of([self._moment_to_play(view), self._moment("moves")])

    def _moment_to_play(self, view: View) -> str:
        if view.players == WITH_GHOST:
            return self._moment("ghost")
        if not view.trick:
            return self._moment("leading")
        if view.trick_color is None:
            return self._moment("no_color")
        return fill(self._moment("follow"), color=self._terms.color(view.trick_color).plain)

    def _moment(self, name: str) -> str:
        return self._words.label(MOMENTS, name)

    def _headline(self, view: View) -> Text:
        _ = self._words._
        if not view.round:
            return Text(_("No cards have been dealt yet."), STRONG)
        round_ = fill(self._words.label(HEADINGS, "round"), number=view.round, rounds=view.players)
        return joined([Text(round_, STRONG), self._stage(view)], " · ")

    def _stage(self, view: View) -> Text:
        label = self._words.label
        if view.is_over:
            return Text(label(STAGES, "over"))
        if not view.to_move:
            return Text(label(STAGES, "round_over"))
        if not view.planks:
            return Text(label(STAGES, "placing"))
        if not view.trick:
            return filled(label(STAGES, "leading"), who=self._names[view.turn])
        if view.trick_color is None:
            return Text(label(STAGES, "no_color"))
        return filled(label(STAGES, "color"), color=self._terms.color(view.trick_color))

    def _seats(self, view: View) -> Iterator[Text]:
        """While there are no planks to show."""
        width = max(map(cell_len, self._names))
        for seat, name in enumerate(self._names):
            cards, points = self._counts(view, seat)
            mark = "▶ " if seat in view.to_move else "  "
            yield Text(f"{mark}{set_cell_size(name, width)}  {cards:<9}  {points}", self._style(view, seat))

    def _planks(self, view: View) -> list[Text]:
        """All planks side by side, each below its owner's name; in equal bands where not all have room."""
        columns = [self._column(view, seat) for seat in range(view.players)]
        bands = ceil(view.players / max(1, self.width // PLANK_WIDTH))
        room = ceil(view.players / bands)
        starts = range(0, view.players, room)
        return [line for at in starts for line in self._side_by_side(columns[at : at + room])]

    def _side_by_side(self, columns: Sequence[list[Text]]) -> list[Text]:
        width = min(self.width // len(columns), WIDEST)
        for line in (line for column in columns[:-1] for line in column):
            line.pad_right(width - line.cell_len)
        return [joined(line, between="") for line in zip(*columns, strict=True)]

    def _column(self, view: View, seat: Seat) -> list[Text]:
        _ = self._words._
        mark = "▶ " if seat in view.to_move else "  "
        plank = view.planks[seat]
        now = fill(_(PLANK), n=plank.points())
        return [
            Text(f"{mark}{set_cell_size(self._names[seat], LONGEST_NAME).rstrip()}", self._style(view, seat)),
            *drawn(plank),
            *(Text(f"  {count}") for count in (now, *self._counts(view, seat))),
        ]

    def _style(self, view: View, seat: Seat) -> str:
        return STRONG if seat in view.to_move else ""

    def _counts(self, view: View, seat: Seat) -> tuple[str, str]:
        ngettext = self._words.ngettext
        size = view.hand_sizes[seat] if view.hand_sizes else 0
        score = view.scores[seat]
        cards = ngettext("{n} card", "{n} cards", size).format(n=size)
        return cards, ngettext("{n} point", "{n} points", score).format(n=score)

    def _lying(self, view: View) -> Iterator[Text]:
        _ = self._words._
        if view.players == WITH_GHOST and view.round:
            yield self._ghost(view)
        if view.centre:
            yield from self._rows(_("In the centre: {cards}"), self._terms.centre(view.centre))
        if view.trick:
            yield from self._rows(_("On the table: {cards}"), self._terms.laid(view.trick))
        elif not view.centre:
            yield Text(_("The table is empty."), FAINT)

    def _ghost(self, view: View) -> Text:
        line = self._words.ngettext(
            "The ghost leads every trick and has no plank; {n} card in his stack.",
            "The ghost leads every trick and has no plank; {n} cards in his stack.",
            view.stack_size,
        )
        return Text(line.format(n=view.stack_size), FAINT)

    def _secret(self, view: View) -> list[Text]:
        if not view.chosen:
            return []
        return self._rows(
            self._words._("Chosen in secret: {names}"), [self._names[seat] for seat in view.chosen]
        )

    def _in_hand(self, view: View, card: Card) -> Piece:
        if card in view.actions:
            return Choice(view.actions.index(card) + 1, painted(card, self._words), card)
        return not_now(painted(card, self._words).plain) if view.planks else painted(card, self._words)

    def _placings(self, view: View) -> Iterator[Row]:
        _ = self._words._
        if view.planks or not view.actions:
            return
        numbers = [" ".join(map(str, printed)) for printed in SPACES]
        spaces = _("Spaces from the narrow top down: front {front}, back {back}.")
        yield Row(filled(spaces, front=numbers[0], back=numbers[1]))
        for number, (plank, aim) in enumerate(suggestions(view.hand).items(), start=1):
            label = placed(plank, self._terms.side(plank))
            yield Row(Text(), [Choice(number, label, ACTION_OF[plank])], Text(f"  {self._aim(aim)}"))
        example = _("Or type a side and the spaces of red, yellow, green, blue: {example}")
        yield Row(filled(example, example=self._example()))

    def _aim(self, number: int) -> str:
        _ = self._words._
        if number == MIDDLE:
            return _("all in the middle")
        return _("with your cards headed for the {number}s").format(number=number)

    def _example(self) -> str:
        _ = self._words._
        side = _("front")
        return f"{side} 3 3 5 2"

    def _chosen(self, view: View) -> list[Text]:
        if view.choice is None:
            return []
        if view.choice < PLACE:
            choice = painted(view.choice, self._words)
        else:
            plank = PLACINGS[view.choice - PLACE]
            choice = placed(plank, self._terms.side(plank))
        return [filled(self._words._("Your choice, still secret: {choice}"), choice=choice)]
