"""From the first question to a table that is set: which game, how many, who."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Final

from rich.text import Text

from hexdeck.ai.bots import (
    SECONDS,
    Named,
    check_bot,
    check_seconds,
    find,
    make_bot,
    one_per_seat,
    own_bots,
    split_names,
)
from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.names import BOT_NAMES
from hexdeck.ai.bots.of_the_house import is_of_the_house
from hexdeck.core.chance import SEED_BYTES
from hexdeck.core.errors import SetupRefused, visible
from hexdeck.core.game import AnyGame, Choice
from hexdeck.core.record import PERSON, Player, check_name, new_header
from hexdeck.core.record_file import RecordFile
from hexdeck.core.record_reader import load
from hexdeck.core.registry import GAMES, game_named
from hexdeck.core.table import Table
from hexdeck.locale import Language
from hexdeck.terminal.saved_games import new_path, newest_unfinished, seed_to_go_on, unfinished
from hexdeck.terminal.session import Session
from hexdeck.text.console import Console, number_typed
from hexdeck.text.paint import STRONG
from hexdeck.text.screens import screen_of

USUAL_PLAYERS: Final = 4
SEVERAL: Final = 2  # people who are named are the table, but one alone plays against bots


@dataclass(slots=True)
class Wish:
    """What the person has said about the game they want; None is still to be asked."""

    game: str | None = None
    players: int | None = None
    people: Sequence[str] = ()  # names of those at the keyboard
    bots: str = "casual"  # one for all seats of bots, or one for each, between commas
    bot_seconds: float = SECONDS  # for each choice of a bot of one's own
    options: dict[str, Choice] = field(default_factory=dict)
    seed: bytes | None = None
    record: Path | None = None
    resume: Path | None = None  # an unfinished record
    resume_newest: bool = False
    quick: bool = False  # nobody waits after a move or a round


def play(wish: Wish, console: Console, words: Language) -> bool:
    """Set the table and play; False if the game was put aside."""
    check_seconds(wish.bot_seconds)
    if wish.game is None and wish.resume is None and not wish.resume_newest:
        try:
            _ask_what_to_play(wish, console, words)
        except (EOFError, KeyboardInterrupt):
            console.print("\n" + words._("No game was started."))
            return False
    if wish.resume_newest:
        wish.resume = newest_unfinished()
    session = _resumed(wish, wish.resume, console, words) if wish.resume else _started(wish, console, words)
    return session.run()


def _ask_what_to_play(wish: Wish, console: Console, words: Language) -> None:
    _ = words._
    games = list(GAMES.values())
    console.print(_("Which game?"), style=STRONG)
    for number, game in enumerate(games, start=1):
        seats = _("{few} to {many} players").format(few=game.players[0], many=game.players[-1])
        console.print(f"  {number} {game.title} ({seats})")
    path = unfinished()
    if path is not None:
        go_on = _("Go on with the last game")
        console.print(f"  0 {go_on} ({visible(path.stem)})")
    chosen = _ask_number(console, words, 0 if path else 1, len(games), usual=1)
    if chosen == 0:
        wish.resume = path
        return
    wish.game = games[chosen - 1].name
    if wish.players is None and len(wish.people) < SEVERAL:
        _ask_players(wish, games[chosen - 1], console, words)


def _ask_players(wish: Wish, game: AnyGame, console: Console, words: Language) -> None:
    few, many = game.players[0], game.players[-1]
    console.print(words._("How many players, you included?"), style=STRONG)
    wish.players = _ask_number(console, words, few, many, usual=min(USUAL_PLAYERS, many))


def _ask_number(console: Console, words: Language, low: int, high: int, *, usual: int) -> int:
    prompt = words._("{low} to {high}, Enter for {usual}").format(low=low, high=high, usual=usual)
    while True:
        text = console.ask(Text(f"{prompt} › "))
        number = number_typed(text) if text else usual
        if number is not None and low <= number <= high:
            return number
        console.print(words._("Type a number from {low} to {high}.").format(low=low, high=high))


def _started(wish: Wish, console: Console, words: Language) -> Session:
    assert wish.game is not None
    game = game_named(wish.game)
    seed = wish.seed or secrets.token_bytes(SEED_BYTES)
    named = [find(name) for name in split_names(wish.bots)]
    header = new_header(game, _players(wish, game, named, words), wish.options, seed=seed)
    for name in dict.fromkeys(one.text for one in named):
        check_bot(name, game.name, players=len(header.players), options=header.options)
    path = wish.record or new_path(game.name, datetime.now())
    if path.exists():
        raise SetupRefused(
            "the file {path} exists already: choose another, or go on with it by {resume}",
            path=path,
            resume=f"--resume {path}",
        )
    file = RecordFile.create(path, header)
    return _seated(wish, Table(header, seed, file.write), console, words, path)


def _resumed(wish: Wish, path: Path, console: Console, words: Language) -> Session:
    record = load(path)
    seed = seed_to_go_on(record)
    if record.torn is not None:
        console.print(
            words._("The last line of {path} was cut off; the game goes on before it.").format(
                path=visible(str(path))
            )
        )
    file = RecordFile(path)
    return _seated(wish, Table.resume(record, seed, file.write), console, words, path)


def _players(wish: Wish, game: AnyGame, bots: Sequence[Named], words: Language) -> list[Player]:
    """The people first, then bots up to the wanted number; several people are a table by themselves."""
    for name in wish.people or ():
        check_name(name)
    people = [Player(name) for name in wish.people or (words._("You"),)]
    wanted = _wanted_players(wish, game)
    if len(people) > wanted:
        raise SetupRefused(
            "{people} people do not fit at a table for {wanted}: leave --players out, or raise it",
            people=len(people),
            wanted=wanted,
        )
    free = [name for name in BOT_NAMES if name not in wish.people]
    names = free[: wanted - len(people)]
    kinds = one_per_seat([bot.label for bot in bots], len(names)) if names else []
    return people + [Player(name, kind) for name, kind in zip(names, kinds, strict=True)]


def _wanted_players(wish: Wish, game: AnyGame) -> int:
    few, many = game.players[0], game.players[-1]
    if len(set(wish.people)) < len(wish.people):
        raise SetupRefused("two people have the same name: give each a name of their own")
    if wish.players is not None:
        game.check_players(wish.players)
        return wish.players
    if len(wish.people) < SEVERAL:
        return min(USUAL_PLAYERS, many)
    if len(wish.people) < few:
        raise SetupRefused(
            "{people} people are too few for {title}: name {few} to {many}, or let bots join with {option}",
            people=len(wish.people),
            title=game.title,
            few=few,
            many=many,
            option=f"--players {few}",
        )
    game.check_players(len(wish.people))
    return len(wish.people)


def _seated(wish: Wish, table: Table, console: Console, words: Language, path: Path) -> Session:
    own = own_bots(find(name) for name in split_names(wish.bots))
    bots = {
        seat: _bot(wish, table, own, player.kind)
        for seat, player in enumerate(table.header.players)
        if player.kind != PERSON
    }
    if len(bots) == table.players:
        raise SetupRefused("nobody sits at the keyboard in this game: watch it with hexdeck replay")
    return Session(
        table, bots, screen_of(table.game.name), console=console, words=words, path=path, quick=wish.quick
    )


def _bot(wish: Wish, table: Table, own: Mapping[str, str], kind: str) -> Bot:
    """A record tells what a bot is called, never where its code is: whoever goes on names it again."""
    try:
        name = Named(kind, own.get(kind, kind)).text
        return make_bot(
            name, table.game.name, Random(), options=table.header.options, seconds=wish.bot_seconds
        )
    except SetupRefused:
        if is_of_the_house(kind):
            raise
    raise SetupRefused(
        "“{bot}” plays in this game and is not one of the house: name it with {option}",
        bot=kind,
        option=f"--bots {kind}=package.module:Class",
    )
