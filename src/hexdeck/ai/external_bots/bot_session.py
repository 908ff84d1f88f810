"""What is said to the process of a bot, game by game: one seat at a time, and only what that seat sees."""

import pickle
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeVar

from hexdeck import __version__
from hexdeck.ai.bots.finding import Named
from hexdeck.ai.external_bots import messages
from hexdeck.ai.external_bots.faults import FAILED, ILLEGAL, NONSENSE, Fault, shown
from hexdeck.ai.external_bots.process import Process
from hexdeck.core.cards import Action
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import Options, View, winners
from hexdeck.core.registry import game_named
from hexdeck.text.wire import wire

First = TypeVar("First", messages.Hello, messages.Ready)

START_SECONDS: Final = 60.0  # for a bot to say hello, or to be ready for a game: it may have much to load
PAGE: Final = "docs/bot_protocol.md"
SEED_BITS: Final = 53  # what every language can hold in a number


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a bot sits down; `options` are complete."""

    game: str
    players: int
    seat: int
    options: Options


class Conversation:
    """With one process; whatever cannot be understood ends it."""

    def __init__(self, named: Named, start_seconds: float) -> None:
        self._named = named
        self._start_seconds = start_seconds
        self._process = Process(named.command)
        self._question = 0
        self.interrupts = False
        self._greet()

    @property
    def has_ended(self) -> bool:
        return self._process.has_ended

    def is_free(self) -> bool:
        """For a game, once the last one is over."""
        try:
            return isinstance(self._hear(self._start_seconds), messages.Ready)
        except Fault:
            return False

    def begin(self, at: Seat, rng: Random, seconds: float) -> None:
        """Sit down for a game, or SetupRefused."""
        self._game = game_named(at.game)
        self._seconds = seconds
        self._say(
            messages.Game(
                game=at.game,
                version=self._game.version,
                players=at.players,
                seat=at.seat,
                options=dict(at.options),
                seed=rng.getrandbits(SEED_BITS),
                seconds=seconds,
            )
        )
        self.interrupts = self._ready().interrupts

    def ask(self, view: View, *, interrupts: bool) -> Action | None:
        """One of `view.actions`, None to let an interruption be; or Fault."""
        self._question += 1
        self._say(self._asked(view, messages.Interrupt if interrupts else messages.Choose))
        answer = self._hear(self._seconds)
        match answer:
            case messages.Act(question=self._question, action=None) if interrupts:
                return None
            case messages.Act(question=self._question, action=action):
                return self._legal(view, action)
            case messages.Failed(question=self._question, reason=reason):
                raise Fault(FAILED, reason)
        self.end()
        raise Fault(NONSENSE, f"not an answer to question {self._question}: {answer}")

    def over(self, scores: Sequence[int]) -> None:
        self._say(messages.Over(tuple(scores), winners(scores)))

    def quit(self) -> None:
        """It may end by itself, within a second."""
        self._say(messages.Quit())
        self._process.end(at_once=False)

    def end(self) -> None:
        self._process.end()

    def _greet(self) -> None:
        self._say(messages.Hello(messages.PROTOCOL, __version__))
        answer = self._hear_first(messages.Hello)
        if answer.protocol != messages.PROTOCOL:
            self.end()
            raise SetupRefused(
                "“{bot}” speaks version {theirs} of the protocol for bots and we speak {ours}:"
                " see {page}, or install what fits",
                bot=self._named.label,
                page=PAGE,
                theirs=answer.protocol,
                ours=messages.PROTOCOL,
            )

    def _ready(self) -> messages.Ready:
        return self._hear_first(messages.Ready)

    def _hear_first(self, kind: type[First]) -> First:
        """What must be answered before the game begins, or SetupRefused."""
        try:
            answer = self._hear(self._start_seconds)
        except Fault as fault:
            raise self._speaks_otherwise(fault.detail) from None
        if isinstance(answer, messages.Refuse):
            self._refuse(answer)
        if not isinstance(answer, kind):
            self.end()
            raise self._speaks_otherwise(str(answer))
        return answer

    def _refuse(self, answer: messages.Refuse) -> None:
        self.end()
        if answer.fields and not self._named.is_program:
            template, fields = answer.reason, answer.fields
            raise SetupRefused(template, **fields)
        raise SetupRefused(
            "“{bot}” does not play: {reason}; name another bot",
            bot=self._named.label,
            reason=shown(answer.reason),
        )

    def _speaks_otherwise(self, reason: str) -> SetupRefused:
        return SetupRefused(
            "“{bot}” does not speak the protocol for bots ({reason}): see {page}",
            bot=self._named.label,
            page=PAGE,
            reason=shown(reason),
        )

    def _asked(self, view: View, kind: type[messages.Choose]) -> messages.Choose:
        if self._named.is_program:
            seen, actions = wire(self._game.name).view(view), tuple(map(self._game.action_name, view.actions))
            return kind(self._question, self._seconds, seen, actions)
        return kind(self._question, self._seconds, b64encode(pickle.dumps(view)).decode(), ())

    def _legal(self, view: View, action: str | int | None) -> Action:
        """A program answers with a name, a class with a number."""
        legal: dict[str | int, Action] = (
            {self._game.action_name(one): one for one in view.actions}
            if self._named.is_program
            else {one: one for one in view.actions}
        )
        if action is None or action not in legal:
            raise Fault(ILLEGAL, f"{self._told(action)} is none of its seat’s {len(legal)} actions")
        return int(legal[action])

    def _told(self, action: str | int | None) -> str:
        """As it reads; a class says itself how that is."""
        said_itself = isinstance(action, str) and not self._named.is_program
        return str(action) if said_itself else repr(action)

    def _say(self, message: messages.ToBot) -> None:
        self._process.say(messages.encoded(message))

    def _hear(self, seconds: float) -> messages.FromBot:
        """Whoever is late, gone or not to be understood is not listened to any more."""
        try:
            line = self._process.hear(seconds)
        except Fault:
            self.end()
            raise
        answer = messages.read_from_bot(line)
        if answer is None:
            self.end()
            raise Fault(NONSENSE, f"no message: {line[:80]!r}")
        return answer
