"""A game at the terminal: shows, asks, plays, until it is over or put aside."""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from shlex import quote
from shutil import which
from typing import Final

from rich.text import Text

from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.bot_seats import at_table, faults_of, let_bots_play
from hexdeck.ai.coach.values import advise
from hexdeck.ai.coach.why import reasons
from hexdeck.ai.external_bots.faults import Faults
from hexdeck.core.cards import Seat
from hexdeck.core.errors import GameError, IllegalAction, NameUnknown, SetupRefused, UndoRefused, visible
from hexdeck.core.game import winners
from hexdeck.core.table import Table
from hexdeck.locale import LANGUAGES, Language, language
from hexdeck.terminal.greeting import greeting, rules
from hexdeck.terminal.hint import hint
from hexdeck.terminal.naming import Unclear, meant
from hexdeck.terminal.saved_games import save_copy, unfinished
from hexdeck.text.console import Console, forget_what_was_typed, shortened
from hexdeck.text.house_words import told
from hexdeck.text.paint import FAINT, STRONG, filled
from hexdeck.text.screen import AnyScreen, MakeScreen
from hexdeck.text.sentences import fill
from hexdeck.text.width import WIDTH

LOG_LINES: Final = 12  # of what happened, that `log` shows again
MOST_READINGS: Final = 6  # that are named where many can be meant
NARROWEST: Final = 40  # columns; what is narrower is broken by the terminal


def program() -> str:
    """How this program can be started again from here, as a shell wants it."""
    if which("hexdeck"):
        return "hexdeck"
    here = Path(sys.executable).parent / "hexdeck"
    return quote(str(here.relative_to(Path.cwd()) if here.is_relative_to(Path.cwd()) else here))


class PutAside(Exception):
    """The person leaves before the game is over."""


class Session:
    def __init__(
        self,
        table: Table,
        bots: Mapping[Seat, Bot],
        make_screen: MakeScreen,
        *,
        console: Console,
        words: Language,
        path: Path,
        quick: bool = False,
    ) -> None:
        self._table = table
        self._bots = bots
        self._people = [seat for seat in range(table.players) if seat not in bots]
        self._make_screen = make_screen
        self._console = console
        self._path = path  # where the record is
        self._waits = console.is_conversation and not quick  # after a round, and before bots answer a move
        self._at_keyboard: Seat | None = self._people[0] if len(self._people) == 1 else None
        self._log: list[Text] = []
        self._words = words
        table.watch(self._at_keyboard, self._hear)
        self._heard: list[object] = []
        self._untold: list[object] = []
        self._faults: tuple[Faults, ...] = ()  # that were told

    def run(self) -> bool:
        """Play to the end; False if the game was put aside."""
        try:
            self._print_all(greeting(self._table.header, self._words))
            self._table.open()
            self._tell()
            with at_table(self._table, self._bots):
                self._play_on()
        except (PutAside, EOFError, KeyboardInterrupt):
            self._say_goodbye()
            return False
        self._show_result()
        return True

    def _play_on(self) -> None:
        while not self._table.is_over:
            self._let_bots_play()
            if not self._table.is_over:
                self._ask_somebody()

    @property
    def _screen(self) -> AnyScreen:
        """In the language and for the width of this moment."""
        names = [player.name for player in self._table.header.players]
        return self._make_screen(names, self._words, max(NARROWEST, min(self._console.width, WIDTH)))

    def _hear(self, events: tuple[object, ...]) -> None:
        self._heard += events
        self._untold += events

    def _tell(self) -> None:
        """Say what has happened, with a pause where a round has ended."""
        screen = self._screen
        while self._untold:
            event = self._untold.pop(0)
            lines = screen.happened(event)
            self._log += lines
            self._print_all(lines)
            if isinstance(event, self._table.game.round_ends) and not self._table.is_over:
                self._pause()

    def _pause(self) -> None:
        if self._waits and self._prompt(self._words._("Enter to go on")) == "quit":
            raise PutAside

    def _let_bots_play(self) -> None:
        for _seat in let_bots_play(self._table, self._bots):
            self._tell()
            self._tell_of_faults()
            for person in self._people:
                while self._may_interrupt(person) and self._interrupts(person):
                    pass
            self._heard.clear()

    def _tell_of_faults(self) -> None:
        """In one line, what a bot of one's own did wrong just now."""
        told, self._faults = self._faults, faults_of(self._bots)
        for one in self._faults:
            if one not in told:
                line = self._words._("{bot} lost its turn: {reason}")
                reason = one.first if one.count == 1 else one.kind
                self._console.print(fill(line, bot=one.bot, reason=reason), style=FAINT)

    def _may_interrupt(self, person: Seat) -> bool:
        if person in self._table.to_move() or not self._table.may_act(person):
            return False
        return self._screen.pauses(self._table.view(person), self._heard)

    def _ask_somebody(self) -> None:
        if self._table.waits_for_dice:
            return self._ask_for_dice()
        return self._ask(next(seat for seat in self._table.to_move() if seat in self._people))

    def _interrupts(self, person: Seat) -> bool:
        """Ask whether the person wants to act out of turn; True if they did."""
        self._hand_over(person)
        self._print_all(self._screen.choices(self._table.view(person)))
        while text := self._prompt(self._words._("Enter to go on, or a number")):
            if not self._obey(person, text) and self._play(person, text):
                return True
        return False

    def _ask(self, person: Seat) -> None:
        """Ask until the person has acted, and does not take it back."""
        self._hand_over(person)
        self._show(person)
        choices = len(self._table.view(person).actions)
        while True:
            text = self._prompt(self._words._("your choice, or ? for help"))
            if not self._obey(person, text) and self._play(person, text):
                break
        if choices > 1:
            self._let_reconsider(person)

    def _let_reconsider(self, person: Seat) -> None:
        """Before others act: `undo` takes back what has shown nothing new."""
        if not self._waits or person in self._table.to_move() or not self._table.may_undo(person):
            return None
        while text := self._prompt(self._words._("Enter to go on, or undo")):
            if text.lower() == "undo":
                self._table.undo(person)
                return self._tell()
            if not self._obey(person, text):
                self._console.print(self._words._("Press Enter, or type undo to take it back."))
        return None

    def _prompt(self, hint: str) -> str:
        return self._console.ask(Text.assemble((f"{hint} ", FAINT), ("› ", STRONG)))

    def _play(self, person: Seat, text: str) -> bool:
        try:
            action = meant(text, self._table.view(person), self._screen, self._table.game)
            self._table.submit(person, action)
        except Unclear as error:
            self._console.print(self._readings(person, error, text))
            return False
        except GameError as error:
            self._console.print(self._refusal(error, text))
            return False
        self._tell()
        return True

    def _readings(self, person: Seat, error: Unclear, text: str) -> str:
        """`“3” can mean #3 [5], #1 [3].`"""
        screen, view = self._screen, self._table.view(person)
        offers = screen.offers(view)
        named = [
            f"#{number} {screen.names(offers[number - 1])[0]}" for number in error.choices[:MOST_READINGS]
        ]
        more = ["…"] if len(error.choices) > MOST_READINGS else []
        line = self._words._("“{text}” can mean {choices}. Type # and the number of the one you mean.")
        return fill(line, text=shortened(text), choices=", ".join([*named, *more]))

    def _refusal(self, error: GameError, text: str) -> str:
        _ = self._words._
        if isinstance(error, NameUnknown):
            return _(
                "Nothing here is called “{text}”. Type a number, a name from the list, or ? for help."
            ).format(text=shortened(text))
        if isinstance(error, IllegalAction):
            return _("Not “{text}” now. Choose one of the numbered ones.").format(text=shortened(text))
        return told(self._words, error)

    def _obey(self, person: Seat, text: str) -> bool:
        """Carry out a command that is no action of the game; False if `text` is none."""
        word, _, rest = text.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": partial(self._show, person),
            "show": partial(self._show, person),
            "?": partial(self._help, person),
            "help": partial(self._help, person),
            "rules": self._tell_rules,
            "last": partial(self._tell_last, person),
            "log": self._tell_log,
            "hint": partial(self._hint, person),
            "undo": partial(self._undo, person),
            "quick": self._change_pace,
            "save": partial(self._save, rest),
            "language": partial(self._change_language, rest, person),
            "quit": self._put_aside,
        }
        command = commands.get(word.lower())
        if command is not None:
            command()
        return command is not None

    def _put_aside(self) -> None:
        raise PutAside

    def _tell_rules(self) -> None:
        self._print_all(rules(self._table.header, self._words))

    def _tell_last(self, person: Seat) -> None:
        self._print_all(self._screen.last(self._table.view(person)))

    def _tell_log(self) -> None:
        self._print_all(self._log[-LOG_LINES:])

    def _change_pace(self) -> None:
        _ = self._words._
        self._waits = not self._waits and self._console.is_conversation
        if self._waits:
            self._console.print(_("The others wait until you press Enter, so that you can take a move back."))
        else:
            self._console.print(_("The others go on at once."))

    def _help(self, person: Seat) -> None:
        _ = self._words._
        self._console.print(self._screen.moment(self._table.view(person)), style=STRONG)
        words = (
            f"hint, rules, show, last, log, undo, quick, save [FILE], language {'|'.join(LANGUAGES)}, quit"
        )
        line = _("Type the number of a choice, or its name. Other words: {words}.")
        self._console.print(fill(line, words=words))

    def _hint(self, person: Seat) -> None:
        """Ask the coach, which the record tells."""
        view = self._table.view(person)
        try:
            advice = advise(self._table.game.name, view)
            why = reasons(advice, view)
            self._table.advise(person)
        except GameError as error:
            self._console.print(self._refusal(error, "hint"))
            return
        self._tell()
        self._print_all(list(hint(advice, why, self._screen, self._words)))

    def _undo(self, person: Seat) -> None:
        try:
            self._table.undo(person)
        except UndoRefused as error:
            self._console.print(self._refusal(error, "undo"))
            return
        self._tell()
        self._show(person)

    def _save(self, where: str) -> None:
        _ = self._words._
        try:
            path = Path(where).expanduser() if where else self._path
            if not (path.exists() and path.samefile(self._path)):
                save_copy(self._table.record, path)
        except SetupRefused:
            line = _("{path} holds something else and stays as it is: choose another name.")
        except (OSError, ValueError, RuntimeError) as error:  # no such folder, name or user
            reason = getattr(error, "strerror", None) or str(error)
            line = _("It could not be saved there: {reason}").replace("{reason}", visible(reason))
        else:
            line = _("The game so far is in {path}")
        self._console.print(line.replace("{path}", visible(where or str(self._path))), soft_wrap=True)

    def _change_language(self, code: str, person: Seat) -> None:
        try:
            self._words = language(code.strip().lower())
        except SetupRefused:
            known = ", ".join(LANGUAGES)
            self._console.print(self._words._("Choose a language: {known}").format(known=known))
            return
        self._show(person)

    def _hand_over(self, person: Seat) -> None:
        """With several people at one keyboard, nobody looks at another's cards."""
        if len(self._people) == 1 or person == self._at_keyboard:
            return
        if self._at_keyboard is not None:
            self._console.clear()
        forget_what_was_typed()
        name = self._table.header.players[person].name
        line = self._words._("{who}, take the keyboard and press Enter.")
        self._console.ask(filled(f"{line} ", who=name))
        self._at_keyboard = person

    def _ask_for_dice(self) -> None:
        person = self._people[0] if self._at_keyboard is None else self._at_keyboard
        self._hand_over(person)
        text = self._console.ask(Text(self._words._("Roll the dice and type what they show:") + " "))
        if text and self._obey(person, text):
            return
        try:
            self._table.supply(self._screen.rolled(text.lower()))
        except GameError as error:
            self._console.print(self._refusal(error, text))
        self._tell()

    def _show(self, person: Seat) -> None:
        view = self._table.view(person)
        self._console.print()
        self._print_all([*self._screen.table(view), *self._screen.choices(view)])

    def _print_all(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self._console.print(line)

    def _show_result(self) -> None:
        _, ngettext = self._words._, self._words.ngettext
        scores, players = self._table.scores, self._table.header.players
        self._console.print()
        self._console.print(_("The game is over."), style=STRONG)
        for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
            points = fill(ngettext("{n} point", "{n} points", scores[seat]), n=scores[seat])
            line = filled(_("{who}: {what}"), who=players[seat].name, what=points)
            self._console.print(Text("♛ " if seat in winners(scores) else "  ") + line)
        self._console.print(
            _("Look at it again: {hexdeck} replay {path}").format(
                hexdeck=program(), path=self._quoted_path()
            ),
            soft_wrap=True,
        )

    def _say_goodbye(self) -> None:
        _ = self._words._
        self._console.print()
        self._console.print(
            _("The game is kept in {path}").format(path=visible(str(self._path))), soft_wrap=True
        )
        resume = _("Go on with it: {hexdeck} play --resume").format(hexdeck=program())
        found_by_itself = unfinished() == self._path
        self._console.print(resume if found_by_itself else f"{resume} {self._quoted_path()}", soft_wrap=True)

    def _quoted_path(self) -> str:
        """The record as an argument of the shell."""
        return quote(visible(str(self._path)))
