"""Puzzles at the terminal: shows a position, asks, says what the choice is worth and why, and goes on."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from hexdeck.ai.bots.names import BOT_NAMES
from hexdeck.ai.puzzles.many import answered
from hexdeck.ai.puzzles.puzzle import Puzzle, Valued, view_of
from hexdeck.core.cards import Action
from hexdeck.core.errors import AdviceRefused, GameError
from hexdeck.core.game import View
from hexdeck.core.registry import GAMES, game_named
from hexdeck.locale import Language
from hexdeck.terminal.naming import meant
from hexdeck.terminal.solved_puzzles import keep_solved, solved
from hexdeck.text.console import Console, number_typed, shortened
from hexdeck.text.house_words import told
from hexdeck.text.paint import FAINT, STRONG, filled
from hexdeck.text.sayings import N_
from hexdeck.text.screen import AnyScreen
from hexdeck.text.screens import screen_of
from hexdeck.text.sentences import digits, fill
from hexdeck.text.width import WIDTH

NARROWEST: Final = 40  # columns
MOST_ROWS: Final = 6
QUIT: Final = ("quit", "q")
HEADING: Final = N_("Puzzle {n} of {of}, step {level}")
RIGHT: Final = N_("Right: {what}.")
AS_GOOD: Final = N_("As good, for all that can be told: “{best}”.")
WRONG: Final = N_("“{what}” wins {lost} of 100 games fewer than “{best}”.")
TEMPTING: Final = N_("Many would choose “{what}”: it wins {lost} of 100 games fewer.")
WORTH: Final = N_("{what}: {points} points ± {margin}, {chance} % to win")


class Enough(Exception):
    """Somebody has had enough."""


def game_asked(console: Console, words: Language) -> str:
    """The game somebody chooses, or Enough."""
    games = list(GAMES.values())
    for number, game in enumerate(games, start=1):
        console.print(f"{number}: {game.title}")
    while True:
        typed = _prompt(console, words._("Which game?"))
        number = (number_typed(typed) if typed else None) or 0
        if 1 <= number <= len(games):
            return games[number - 1].name


def _prompt(console: Console, hint: str) -> str:
    """What somebody types, or Enough."""
    try:
        typed = console.ask(Text.assemble((f"{hint} ", FAINT), ("› ", STRONG)))
    except (EOFError, KeyboardInterrupt):
        raise Enough from None
    if typed.lower() in QUIT:
        raise Enough
    return typed


class PuzzleSession:
    """What was not solved yet comes first, the easiest of it before the others."""

    def __init__(self, game: str, puzzles: Sequence[Puzzle], console: Console, words: Language) -> None:
        self._game, self._console, self._words = game_named(game), console, words
        self._known = solved(game)
        self._puzzles = sorted(puzzles, key=lambda puzzle: puzzle.id in self._known)

    def run(self) -> None:
        right = tried = 0
        try:
            for number, puzzle in enumerate(self._puzzles, start=1):
                right += self._solve(number, puzzle)
                tried = number
                if number < len(self._puzzles):
                    _prompt(self._console, self._words._("Enter for the next puzzle, or quit"))
        except Enough:
            self._console.print()
        self._console.print(fill(self._words._("{n} of {of} solved."), n=right, of=tried), style=STRONG)

    def _solve(self, number: int, puzzle: Puzzle) -> bool:
        """Show it and ask; whether the answer is right."""
        view = view_of(self._game.name, puzzle)
        screen = self._screen(view)
        heading = self._words._(HEADING)
        self._console.print()
        self._console.print(fill(heading, n=number, of=len(self._puzzles), level=puzzle.level), style=STRONG)
        self._show([*screen.table(view), *screen.choices(view)])
        chosen = self._answered(puzzle, view, screen)
        self._show(self._verdict(puzzle, chosen, screen))
        if chosen.is_right and puzzle.id not in self._known:
            keep_solved(self._game.name, puzzle.id)
        return chosen.is_right

    def _screen(self, view: View) -> AnyScreen:
        others = iter(BOT_NAMES)
        you = self._words._("You")
        names = [you if seat == view.seat else next(others) for seat in range(view.players)]
        width = max(NARROWEST, min(self._console.width, WIDTH))
        return screen_of(self._game.name)(names, self._words, width)

    def _answered(self, puzzle: Puzzle, view: View, screen: AnyScreen) -> Valued:
        """What somebody chooses, once it can be judged: without the kernel, only what was compared can."""
        while True:
            try:
                return answered(self._game.name, puzzle, self._asked(view, screen))
            except AdviceRefused as error:
                self._console.print(told(self._words, error))

    def _asked(self, view: View, screen: AnyScreen) -> Action:
        """Ask until somebody names what is legal."""
        _ = self._words._
        while True:
            typed = _prompt(self._console, _("What is best? Type a choice, or quit"))
            if not typed:
                self._show([*screen.table(view), *screen.choices(view)])
                continue
            try:
                action = meant(typed, view, screen, self._game)
            except GameError as error:
                self._console.print(told(self._words, error))
                continue
            if action in view.actions:
                return action
            line = _("Not “{text}” now. Choose one of the numbered ones.")
            self._console.print(fill(line, text=shortened(typed)))

    def _verdict(self, puzzle: Puzzle, chosen: Valued, screen: AnyScreen) -> Iterator[Text]:
        """Right or not, why, and what the choices are worth."""
        _ = self._words._
        best, other = self._name(puzzle.best, screen), puzzle.tempting_choice
        if chosen.is_right:
            yield filled(_(RIGHT), what=Text(self._name(chosen, screen), STRONG))
            if chosen != puzzle.best:
                yield filled(_(AS_GOOD), best=best)
            yield filled(_(TEMPTING), what=self._name(other, screen), lost=_of_hundred(other))
        else:
            what = self._name(chosen, screen)
            yield filled(_(WRONG), what=what, lost=_of_hundred(chosen), best=Text(best, STRONG))
        for counted in puzzle.reasons:
            reason = counted.reason
            than = self._name(other, screen)
            yield Text(f"  {best}: {reason.told(self._words)} ({than}: {reason.number(reason.other)})")
        shown = puzzle.choices[:MOST_ROWS]
        for choice in shown if chosen in shown else (*shown, chosen):
            yield self._row(choice, screen, is_best=choice == puzzle.best)

    def _row(self, choice: Valued, screen: AnyScreen, *, is_best: bool) -> Text:
        line = filled(
            self._words._(WORTH),
            what=self._name(choice, screen),
            points=digits(choice.points, ".1f"),
            margin=f"{choice.points_margin:.1f}",
            chance=f"{100 * choice.chance:.0f}",
        )
        return Text("  ") + Text(line.plain, "" if is_best else FAINT)

    def _name(self, choice: Valued, screen: AnyScreen) -> str:
        return screen.names(self._game.action_named(choice.action))[0]

    def _show(self, lines: Sequence[Text] | Iterator[Text]) -> None:
        for line in lines:
            self._console.print(line)


def _of_hundred(choice: Valued) -> int:
    return round(100 * choice.behind)
