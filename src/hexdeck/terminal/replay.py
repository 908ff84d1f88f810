"""A recorded game on the screen, step by step, from one seat or from all."""

from rich.text import Text

from hexdeck.core.cards import Seat
from hexdeck.core.record import Advised, Record, TakenBack
from hexdeck.core.replay import Replay
from hexdeck.locale import Language
from hexdeck.text.console import Console, number_typed
from hexdeck.text.paint import FAINT, STRONG
from hexdeck.text.screens import screen_of
from hexdeck.text.width import WIDTH


class ReplayScreen:
    """Shows what `seat` saw; None sees all hands."""

    def __init__(self, record: Record, seat: Seat | None, console: Console, words: Language) -> None:
        self._replay = Replay(record)
        self._seat = seat
        self._console = console
        self._words = words
        names = [player.name for player in record.header.players]
        width = min(console.width, WIDTH)
        self._screen = screen_of(record.header.game.name)(names, words, width)
        self._seats = range(len(names)) if seat is None else [seat]

    def print_all(self) -> None:
        """Every step, one after the other, and the table at the end."""
        for position in range(1, len(self._replay) + 1):
            self._tell(position)
        self._show(len(self._replay))

    def step_through(self, *, is_last: bool = True) -> bool:
        """Ask where to go until the person has seen enough; False if they want to see no other game."""
        position = 0
        self._console.print(
            self._words._("Enter: next step. b: back. A number: go there. all: to the end. q: quit.")
        )
        if not is_last:
            self._console.print(self._words._("n: the next game."))
        while True:
            self._show(position)
            try:
                text = self._console.ask(Text(f"{position}/{len(self._replay)} › ")).lower()
            except (EOFError, KeyboardInterrupt):
                return False
            if text == "q" or (text == "n" and not is_last):
                return text == "n"
            position = self._go(position, text)

    def _go(self, position: int, text: str) -> int:
        last = len(self._replay)
        if text == "all":
            for between in range(position + 1, last + 1):
                self._tell(between)
            return last
        wanted = {"": position + 1, "b": position - 1}.get(text)
        if wanted is None:
            wanted = number_typed(text)
        if wanted is None or not 0 <= wanted <= last:
            self._console.print(self._words._("There is no such step: choose 0 to {last}.").format(last=last))
            return position
        if wanted == position + 1:
            self._tell(wanted)
        return wanted

    def _tell(self, position: int) -> None:
        if self._seat is None:  # a seat must not read what the record says of others
            step = f"{position:4} {self._replay.step_name(position)}"
            self._console.print(Text(step, FAINT), soft_wrap=True)
        for event in self._replay.events(position, self._seat):
            if not isinstance(event, TakenBack | Advised):
                for line in self._screen.happened(event):
                    self._console.print(line)

    def _show(self, position: int) -> None:
        self._console.print()
        for line in self._screen.table(self._replay.view(position, self._seat)):
            self._console.print(line)
        for seat in self._seats:
            view = self._replay.view(position, seat)
            self._console.print(Text(self._replay.record.header.players[seat].name, STRONG))
            for line in self._screen.choices(view):
                self._console.print(line)
