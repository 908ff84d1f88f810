"""What can be chosen for a house: by flags of `hexdeck serve`, or HEXDECK_* variables, or these defaults."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from socket import gethostname
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from platformdirs import user_data_path

from hexdeck.ai.bots import find, own_bots, split_names
from hexdeck.ai.bots.finding import Named
from hexdeck.ai.bots.levels import LEVELS
from hexdeck.core.errors import SetupRefused
from hexdeck.core.registry import game_named
from hexdeck.server.base.external_bots import games_of
from hexdeck.server.base.proxies import THIS_MACHINE, Network, is_among, read_proxies
from hexdeck.server.base.worker_key import PRINTED_BY

DATABASE: Final = "hexdeck.sqlite3"
PREFIX: Final = "HEXDECK_"
FILE: Final = "_FILE"  # after a variable: names the file in which its value stands
IN_FILES: Final = ("database", "bus")  # there may be passwords in them
LONGEST_NAME: Final = 60  # of a process
BOTS: Final = ("here", "none")  # where they think
UVICORN_PROXIES: Final = "FORWARDED_ALLOW_IPS"  # of the library for HTTP, which checks nothing in it
MOST_WORLDS: Final = 100_000  # of a review


def _setting(default: Any, about: str) -> Any:
    return field(default=default, metadata={"about": about})


HOUR: Final = 3600.0  # seconds


class RatingRule(NamedTuple):
    """The host's choices about rated games among people."""

    settled_after: float = 24 * HOUR  # seconds since the end of an identity's first game
    counts_neighbours: bool = False  # people of one network count as different people


@dataclass(frozen=True, slots=True)
class Settings:
    host: str = _setting("127.0.0.1", "the address to listen on")
    port: int = _setting(8765, "the port to listen on; 0 takes any that is free")
    data: Path = field(
        default_factory=lambda: user_data_path("hexdeck"), metadata={"about": "where everything is kept"}
    )
    database: str = field(
        default="",
        repr=False,  # there may be a password in it
        metadata={"about": "a PostgreSQL database instead, like postgresql://user@host/name"},
    )
    bus: str = field(
        default="",
        repr=False,  # there may be a password in it
        metadata={"about": "the Redis over which several processes keep one house, like redis://host"},
    )
    worker_key_file: str = _setting(
        "", "the file with the key that a house and its workers share; hexdeck house worker-key prints it"
    )
    name: str = _setting("", "what logs and metrics call this process; else its machine and number")
    public_url: str = _setting("", "how people reach the house from outside, like https://cards.example.org")
    allowed_hosts: str = _setting("", "other names the house answers to, separated by commas")
    trusted_proxies: str = _setting(
        THIS_MACHINE,
        "proxies that may say who asks: addresses and networks, separated by commas; none trusts no proxy",
    )
    metrics: bool = _setting(False, "answer /metrics although the address is public")
    keep_days: int = _setting(365, "how long tables where nothing happens are kept; 0 keeps them for ever")
    timed_seconds: float = _setting(45.0, "for one choice at a table with the timed clock")
    grace: float = _setting(60.0, "seconds before a bot plays for somebody who has gone")
    bots: str = _setting("here", "where bots think: here, or none for only where hexdeck think runs")
    own_bots: str = _setting(
        "", "bots of your own beside the levels, like mine=package.module:Class,fast='program:./bot'"
    )
    bot_processes: int = _setting(1, "processes in which bots think")
    bot_seconds: float = _setting(10.0, "the longest a bot may think before a simpler one plays for it")
    review_worlds: int = _setting(
        0, "worlds in which a review tries each choice; 0 is as many as some seconds a game allow"
    )
    pace: float = _setting(1.0, "how long bots wait before they act; 0 is at once, 2 twice as long")
    retry: float = _setting(1.0, "seconds until bots try again after something could not be stored")
    rate: float = _setting(20.0, "messages one person may send in a second; strangers by their address")
    connections: int = _setting(50, "connections one person may keep open; ten times as many strangers")
    address_share: float = _setting(
        0.3, "share of a processor core that all clients of one address may use; 1 is without this limit"
    )
    address_megabytes: float = _setting(
        64.0, "megabytes that may be stored in a day for all clients of one address"
    )
    guesses: float = _setting(20.0, "unknown table codes an address may try in a minute")
    rated_after: float = _setting(
        24.0, "hours after a person's first game until their games with other people are rated"
    )
    rate_neighbours: bool = _setting(
        False,
        "count people of one network as different ones in ratings, as in a club that keeps a house",
    )
    tables_per_minute: float = _setting(30.0, "tables one person may make in a minute")

    @property
    def standing(self) -> RatingRule:
        """What rated games need of an identity."""
        return RatingRule(self.rated_after * HOUR, self.rate_neighbours)

    @property
    def own(self) -> dict[str, str]:
        """Where the bots of the host's own are found, by the names under which they are offered."""
        return _own(self.own_bots)

    @property
    def levels(self) -> list[str]:
        """All bots that can be chosen in this house; nobody can name another."""
        return [*LEVELS, *self.own]

    def levels_for(self, game: str) -> list[str]:
        """Those of them that play the game."""
        own = (name for name, what in self.own.items() if game in games_of(Named(name, what)))
        return [*LEVELS, *own]

    def check_level(self, level: str, game: str) -> None:
        """Of a bot that somebody wants at a table: SetupRefused unless this house offers it there."""
        offered = self.levels_for(game)
        if level in offered:
            return
        known = ", ".join(offered)
        if level in self.levels:
            raise SetupRefused(
                "“{bot}” does not play {game}: choose one of {known}",
                bot=level,
                game=game_named(game).title,
                known=known,
            )
        raise SetupRefused("no bot is called “{name}”: choose one of {known}", name=level, known=known)

    @property
    def file(self) -> Path:
        """Where everything is kept without a database."""
        return self.data / DATABASE

    @property
    def process(self) -> str:
        """Which of the processes that keep a house this is, for whoever runs them."""
        return self.name or f"{gethostname()}:{os.getpid()}"

    @property
    def door(self) -> str:
        """Where a program on this machine reaches the house: a host and a port."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"{host} {self.port}"

    @property
    def proxies(self) -> tuple[Network, ...]:
        """The networks of the proxies that may say from which address a client came."""
        return read_proxies(self.trusted_proxies)

    def is_proxy(self, host: str) -> bool:
        """Return whether the other end of a connection is one of these proxies, and no client itself."""
        return is_among(self.proxies, host)

    @property
    def is_local(self) -> bool:
        """Nobody but this machine can reach the house, not even through a proxy."""
        return self.host in ("127.0.0.1", "::1", "localhost") and not self.public_url


def settings(flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """Flags first, then the environment; SetupRefused for what cannot be."""
    chosen = _checked(_chosen(flags, environment))
    _check_proxies(chosen, flags, environment)
    if chosen.bus and not chosen.database:
        raise SetupRefused("several processes need a database that they share: name it with --database")
    if chosen.bots == "none" and not chosen.bus:
        raise SetupRefused(
            "without a bus bots can only think here: name the Redis with --bus, or leave out --bots"
        )
    return chosen


def settings_to_think(flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """What a worker needs of them: the bus and its key, but no database."""
    chosen = _checked(_chosen(flags, environment))
    if not chosen.bus:
        raise SetupRefused("bots are asked over a bus: name the Redis of your house with --bus")
    if not chosen.worker_key_file:
        raise SetupRefused(
            "a worker signs its answers: write what {command} prints into a file,"
            " and name it with --worker-key-file",
            command=PRINTED_BY,
        )
    return chosen


@cache
def _own(text: str) -> dict[str, str]:
    return own_bots(map(find, split_names(text))) if text else {}


def _chosen(flags: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
    chosen: dict[str, Any] = {}
    for one in fields(Settings):
        name = PREFIX + one.name.upper()
        if flags.get(one.name) is not None:
            chosen[one.name] = flags[one.name]
        elif name in environment:
            chosen[one.name] = _read(name, environment[name], type_of(one.name))
        elif one.name in IN_FILES and f"{name}{FILE}" in environment:
            chosen[one.name] = _read_file(f"{name}{FILE}", environment[f"{name}{FILE}"])
    return Settings(**chosen)


def _read_file(name: str, file: str) -> str:
    try:
        text = Path(file).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SetupRefused(
            "the file {file} that {name} names cannot be read: {error}",
            file=file,
            name=name,
            error=error.strerror if isinstance(error, OSError) else error.reason,
        ) from None
    if not text:
        raise SetupRefused("the file {file} that {name} names is empty", file=file, name=name)
    return text


def type_of(name: str) -> type:
    """What a setting is made of."""
    default = getattr(Settings(data=Path()), name)
    return Path if name == "data" else type(default)


def _read(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() not in ("0", "1", "true", "false"):
            raise SetupRefused("the setting {name} cannot be “{text}”: write 1 or 0", name=name, text=text)
        return text.lower() in ("1", "true")
    try:
        return kind(text)
    except ValueError:
        raise SetupRefused(
            "the setting {name} cannot be “{text}”: write a number", name=name, text=text
        ) from None


def _checked(chosen: Settings) -> Settings:
    if chosen.port not in range(65536):
        raise SetupRefused("there is no port {port}: choose one of 0 to 65535", port=chosen.port)
    for name in (
        "timed_seconds",
        "bot_seconds",
        "rate",
        "address_share",
        "address_megabytes",
        "guesses",
        "tables_per_minute",
        "retry",
    ):
        if not getattr(chosen, name) > 0:
            raise SetupRefused(
                "the setting {name} cannot be {value}: choose more than 0",
                name=name,
                value=getattr(chosen, name),
            )
    for name in ("keep_days", "grace", "pace", "rated_after"):
        if not getattr(chosen, name) >= 0:
            raise SetupRefused(
                "the setting {name} cannot be {value}: choose 0 or more",
                name=name,
                value=getattr(chosen, name),
            )
    if chosen.public_url and not chosen.public_url.startswith(("http://", "https://")):
        raise SetupRefused(
            "the setting {name} cannot be “{text}”: write it with https:// or http://",
            name="public_url",
            text=chosen.public_url,
        )
    if not chosen.name.isprintable() or len(chosen.name) > LONGEST_NAME:
        raise SetupRefused(
            "the setting {name} cannot be “{text}”: write at most {most} visible characters",
            name="name",
            text=chosen.name,
            most=LONGEST_NAME,
        )
    _check_bus(chosen)
    _check_own_bots(chosen)
    if chosen.connections < 1:
        raise SetupRefused("nobody can play with {n} connections: choose 1 or more", n=chosen.connections)
    if chosen.bot_processes < 1:
        raise SetupRefused("bots cannot think in {n} processes: choose 1 or more", n=chosen.bot_processes)
    _check_worlds(chosen.review_worlds)
    return chosen


def _check_proxies(chosen: Settings, flags: Mapping[str, Any], environment: Mapping[str, str]) -> None:
    read_proxies(chosen.trusted_proxies)
    is_chosen = flags.get("trusted_proxies") is not None or f"{PREFIX}TRUSTED_PROXIES" in environment
    if UVICORN_PROXIES in environment and not is_chosen:
        raise SetupRefused(
            "the variable {name} is not read: name your proxies with --trusted-proxies",
            name=UVICORN_PROXIES,
        )


def _check_worlds(worlds: int) -> None:
    if worlds != 0 and worlds not in range(2, MOST_WORLDS + 1):
        raise SetupRefused(
            "{n} worlds are not enough or too many: ask for 2 to {most}", n=worlds, most=MOST_WORLDS
        )


def _check_own_bots(chosen: Settings) -> None:
    named = [find(name) for name in split_names(chosen.own_bots)] if chosen.own_bots else []
    of_the_house = [one.label for one in named if not one.is_own]
    if of_the_house:
        raise SetupRefused(
            "“{bot}” is of the house already: name bots of your own, like {example}",
            bot=of_the_house[0],
            example="mine=package.module:Class",
        )
    own_bots(named)


def _check_bus(chosen: Settings) -> None:
    if chosen.bus and not _is_address(chosen.bus):
        raise SetupRefused(
            "the address of the bus cannot be read: write it like {example}", example="redis://host:6379"
        )
    if chosen.bots not in BOTS:
        raise SetupRefused(
            "bots cannot think in “{text}”: write {known}", text=chosen.bots, known=" | ".join(BOTS)
        )


def _is_address(bus: str) -> bool:
    try:
        url = urlsplit(bus)
        return url.scheme in ("redis", "rediss", "unix") and url.port != 0
    except ValueError:  # the port is no number
        return False
