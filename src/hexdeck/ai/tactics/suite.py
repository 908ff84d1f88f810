"""Suites of positions as files: what the seat sees, what is right, and how the game came there."""

import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from hexdeck.ai.arena.simulate import game_seed
from hexdeck.core.cards import Action, Seat
from hexdeck.core.chance import Stream
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import AnyGame, Choice, State
from hexdeck.core.game_files import data_of
from hexdeck.core.record import Acted, Chanced, Course, Player, new_header
from hexdeck.core.registry import game_named

SEED: Final = 20_26  # of all deals in the suites


@dataclass(frozen=True, slots=True)
class Deal:
    """A game up to the last position that comes from it; chance is the seed's."""

    number: int
    players: int
    moves: tuple[str, ...]  # as in a record: the seat, and what it did


@dataclass(frozen=True, slots=True)
class Tactic:
    """A position in which one choice is right."""

    theme: str
    sees: str  # what matters of what the seat sees
    right: tuple[str, ...]
    choices: int  # how many there are; where a seat may speak up out of turn, to say nothing is one of them
    proof: str  # how we know; see docs/arena.md
    deal: int
    after: int  # moves
    seat: Seat


@dataclass(frozen=True, slots=True)
class Suite:
    game: AnyGame
    options: dict[str, Choice]
    themes: dict[str, str]  # the idea of each, in a sentence or two
    tactics: tuple[Tactic, ...]
    deals: dict[int, Deal]

    def positions(self) -> Iterator[tuple[Tactic, State]]:
        """Each position with a state of its own, every move that led there checked."""
        for tactic in self.tactics:
            yield tactic, self.reached(tactic)

    def reached(self, tactic: Tactic) -> State:
        deal = self.deals[tactic.deal]
        course = Walk(self.game, deal.players, self.options, deal.number)
        for move in deal.moves[: tactic.after]:
            seat, name = move.split(maxsplit=1)
            course.act(int(seat), self.game.action_named(name))
        return course.state


class Walk(Course):
    """A game in which chance is the seed's, gone through move by move."""

    def __init__(self, game: AnyGame, players: int, options: dict[str, Choice], deal: int) -> None:
        seed = game_seed(SEED, deal)
        super().__init__(
            new_header(game, [Player(f"seat {seat}") for seat in range(players)], options, seed=seed)
        )
        self._stream = Stream(seed)
        self._draw()

    def act(self, seat: Seat, action: Action) -> None:
        """Play on, or raise the GameError that says why not."""
        self.take(Acted(seat, action))
        self.round_ended = any(isinstance(event, self.game.round_ends) for event in self.state.events)
        self._draw()

    def _draw(self) -> None:
        while self.state.needs is not None:
            self.take(Chanced(self.state.needs, self._stream.supply(self.state.needs)))


@cache
def suite_for(game: str) -> Suite:
    """The positions that come with the house, or SetupRefused."""
    path = data_of(game) / "tactics.toml"
    if not path.exists():
        raise SetupRefused("nobody has collected positions of {game}: choose another game", game=game)
    return read(path.read_text(encoding="utf-8"), game)


def read(text: str, game: str) -> Suite:
    whole: dict[str, Any] = tomllib.loads(text)
    tactics = (Tactic(**{**given, "right": tuple(given["right"])}) for given in whole["position"])
    deals = (Deal(one["number"], one["players"], _moves(one["moves"])) for one in whole["deal"])
    return Suite(
        game_named(game),
        whole["options"],
        whole["themes"],
        tuple(tactics),
        {deal.number: deal for deal in deals},
    )


def _moves(text: str) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()


def written(suite: Suite) -> str:
    """The file of a suite: positions first, and how they came about at the end."""
    lines = ["[options]", *(f"{name} = {_value(choice)}" for name, choice in suite.options.items())]
    lines += ["", "[themes]", *(f"{_value(theme)} = {_value(idea)}" for theme, idea in suite.themes.items())]
    for tactic in suite.tactics:
        lines += ["", "[[position]]"]
        lines += [f"{name} = {_value(getattr(tactic, name))}" for name in Tactic.__slots__]
    for deal in suite.deals.values():
        lines += ["", "[[deal]]", f"number = {deal.number}", f"players = {deal.players}"]
        lines += [f"moves = {_value(', '.join(deal.moves))}"]
    return "\n".join([*lines, ""])


def _value(value: object) -> str:
    """Numbers, texts and lists of texts are written alike in TOML and JSON."""
    return json.dumps(
        list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value,
        ensure_ascii=False,
    )
