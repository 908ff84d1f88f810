"""The front door for programs: `import hexdeck` gives what stands here, and loads it when it is asked for."""

import os
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from hexdeck.ai.bots import check_bot, find, make_bot
from hexdeck.ai.bots.bot_seats import faults_of, let_bots_leave, let_bots_play
from hexdeck.ai.bots.names import BOT_NAMES
from hexdeck.ai.coach.values import Advice, advise
from hexdeck.ai.external_bots.faults import Faults
from hexdeck.core.cards import Action, Seat
from hexdeck.core.chance import SEED_BYTES
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import Options
from hexdeck.core.record import PERSON, Header, Player, Record, new_header
from hexdeck.core.record_reader import load
from hexdeck.core.registry import game_named
from hexdeck.core.table import Table


class OpenTable(Table):
    """A game between bots and a program, which plays the seats that no bot has."""

    def __init__(self, header: Header, seed: bytes, bots: Mapping[Seat, str]) -> None:
        super().__init__(header, seed)
        self._bots = {
            seat: make_bot(name, self.game.name, Random(f"{seed.hex()}/{seat}"), options=header.options)
            for seat, name in bots.items()
        }
        self.open()

    @property
    def faults(self) -> tuple[Faults, ...]:
        """Turns that bots of your own have lost: how often, of which kind, and the first of each."""
        return faults_of(self._bots)

    def turns(self) -> Iterator[Seat]:
        """Each seat for which the program must `act`, until the game is over; the bots play in between.

        It ends, too, when real dice are wanted: `supply` what they show, and ask for the turns anew.
        """
        while True:
            for _ in self.bots_play():
                pass
            if self.is_over or self.waits_for_dice:
                return
            yield next(seat for seat in self.to_move() if seat not in self._bots)

    def bots_play(self) -> Iterator[Seat]:
        """Let the bots play until the program must act; the seat of each action, once it is done."""
        yield from let_bots_play(self, self._bots)
        if self.is_over:
            let_bots_leave(self, self._bots)

    def action_names(self, seat: Seat) -> list[str]:
        """What the seat may do now, in written names."""
        return [self.game.action_name(action) for action in self.view(seat).actions]

    def advice(self, seat: Seat, *, worlds: int | None = None, seed: int = 0) -> Advice:
        """What the coach says to a seat whose turn it is; the record tells that it was asked.

        `hexdeck.ai.coach.why.reasons` says why.
        """
        advice = advise(self.game.name, self.view(seat), worlds=worlds, seed=seed)
        self.advise(seat)
        return advice

    def act(self, seat: Seat, action: Action | str) -> None:
        """Play an action, by its number or its name, or raise the GameError that says why not."""
        self.submit(seat, self.game.action_named(action) if isinstance(action, str) else action)


def new_table(
    game: str,
    players: int | None = None,
    bots: str | Mapping[Seat, str] | None = None,
    *,
    options: Options | None = None,
    seed: bytes | None = None,
) -> OpenTable:
    """A table at which the first cards are dealt, or SetupRefused.

    `players` is the game's fewest if it is left out.  `bots` is a bot for every seat, or {seat: bot}; the
    seats left out are your program's.  A bot is named as `hexdeck.bots.find` knows it, bots of your own too;
    these are started to see that they can play.
    The same seed gives the same cards, and bots that choose the same.
    """
    rules = game_named(game)
    seats = range(rules.players[0] if players is None else players)
    rules.check_players(len(seats))
    kinds = dict.fromkeys(seats, bots) if isinstance(bots, str) else dict(bots or {})
    strange = [seat for seat in kinds if seat not in seats]
    if strange:
        raise SetupRefused(
            "there is no seat {seat} for a bot: choose 0 to {last}", seat=strange[0], last=len(seats) - 1
        )
    labels = {seat: find(name).label for seat, name in kinds.items()}
    seated = [Player(BOT_NAMES[seat], labels.get(seat, PERSON)) for seat in seats]
    chance = secrets.token_bytes(SEED_BYTES) if seed is None else seed
    header = new_header(rules, seated, options, seed=chance)
    for name in dict.fromkeys(kinds.values()):
        check_bot(name, game, players=len(seats), options=header.options)
    return OpenTable(header, chance, kinds)


def read_record(path: str | os.PathLike[str]) -> Record:
    """The game in a .hexdeck file, every move of it checked; or RecordRefused."""
    return load(Path(path))
