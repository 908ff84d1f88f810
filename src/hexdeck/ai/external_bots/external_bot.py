"""A bot of one's own in a seat: what goes wrong with it costs the bot its turn, and nobody else theirs."""

from collections.abc import Sequence
from random import Random

from hexdeck.ai.bots.finding import Named
from hexdeck.ai.external_bots import warm_pool
from hexdeck.ai.external_bots.bot_session import START_SECONDS, Conversation, Seat
from hexdeck.ai.external_bots.faults import ENDED, MOST_LOST, Fault, Faults, given_up, summed
from hexdeck.core.cards import Action
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import Options, View
from hexdeck.core.registry import game_named


class OwnBot:
    """Where it fails a legal action is taken at random: nobody gains by failing.

    It has `seconds` for each choice, and `start_seconds` to say hello and again to be ready for a game.
    """

    def __init__(
        self,
        named: Named,
        game: str,
        rng: Random,
        options: Options,
        seconds: float,
        start_seconds: float = START_SECONDS,
    ) -> None:
        self._named = named
        self._game = game
        self._rng = rng
        self._options = game_named(game).complete(options)
        self._seconds = seconds
        self._start_seconds = start_seconds
        self._conversation: Conversation | None = None
        self._lost = 0
        self._faults: list[Faults] = []

    @property
    def faults(self) -> tuple[Faults, ...]:
        """So far in this game."""
        return summed(self._faults)

    def choose(self, view: View) -> Action:
        try:
            action = self.ask(view, interrupts=False)
        except Fault as fault:
            self._note(fault)
            action = None
        return int(self._rng.choice(view.actions)) if action is None else action

    def interrupt(self, view: View) -> Action | None:
        try:
            return self.ask(view, interrupts=True)
        except Fault as fault:
            self._note(fault)
            return None

    def ask(self, view: View, *, interrupts: bool) -> Action | None:
        """What it answers, or Fault."""
        if self._lost >= MOST_LOST:
            if interrupts:
                return None
            raise given_up()
        try:
            conversation = self._seated(view)
            if interrupts and not conversation.interrupts:
                return None
            return conversation.ask(view, interrupts=interrupts)
        finally:
            if self._conversation is not None and self._conversation.has_ended:
                self._conversation = None
                self._lost += 1

    def rehearse(self, players: int | None) -> None:
        """Sit down and get up again: SetupRefused if it cannot play; the fewest players, if nobody says."""
        seats = players or game_named(self._game).players[0]
        self._sit_down(Seat(self._game, seats, 0, self._options))
        self.leave(None if self._named.is_program else (0,) * seats)  # a class is soon wanted again

    def leave(self, scores: Sequence[int] | None) -> None:
        """The game is over with these scores, or was put aside."""
        conversation, self._conversation = self._conversation, None
        if conversation is None:
            return
        if scores is None:
            conversation.quit()
            return
        conversation.over(scores)
        warm_pool.let_go(self._named, conversation)

    def _seated(self, view: View) -> Conversation:
        if self._conversation is not None:
            return self._conversation
        assert view.seat is not None, "a spectator has nothing to choose"
        try:
            return self._sit_down(Seat(self._game, view.players, view.seat, self._options))
        except (SetupRefused, OSError) as error:  # it could play when the game was set up
            self._lost += 1
            raise Fault(ENDED, str(error)) from None

    def _sit_down(self, at: Seat) -> Conversation:
        conversation = warm_pool.hire(self._named, self._start_seconds)
        conversation.begin(at, self._rng, self._seconds)
        self._conversation = conversation
        return conversation

    def _note(self, fault: Fault) -> None:
        self._faults.append(Faults(self._named.label, fault.kind, 1, fault.detail))
        self._faults = list(summed(self._faults))
