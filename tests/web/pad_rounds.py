"""Whole games by the law, written down as people at a real table would: the app's pads count them."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from hexdeck.core.chance import Shuffle
from hexdeck.core.registry import GAMES
from hexdeck.games.skull_queen.law.planks import SIDES
from hexdeck.games.vampire_queen.law.names import card_name
from hexdeck.games.voodoo.law.cards import curse, effect_of, is_permanent
from hexdeck.games.voodoo.text.pad import TABLE as VOODOO


class Told(NamedTuple):
    """What the law said after an entry."""

    entry: Any
    points: list[int]


class Walk:
    """A game by the law between players who do anything, step by step."""

    def __init__(self, game: str, players: int, options: dict[str, int | str], seed: int) -> None:
        self.state: Any = GAMES[game].set_up(players, options)
        self._chance = Random(f"{game} {players} {seed}")

    def steps(self) -> Iterator[tuple[Any, Any]]:
        """Before and after each step."""
        while not self.state.is_over:
            before = self.state.copy()
            self._step()
            yield before, self.state

    def _step(self) -> None:
        state, chance = self.state, self._chance
        if state.needs is not None:
            needs = state.needs
            if isinstance(needs, Shuffle):
                state.resolve(tuple(chance.sample(needs.cards, len(needs.cards))))
            else:
                state.resolve(tuple(chance.randrange(needs.sides) for _ in range(needs.dice)))
            return
        movers = [seat for seat in range(state.players) if state.legal_actions(seat)]
        seat = chance.choice(movers)
        state.apply(seat, chance.choice(state.legal_actions(seat)))


def _voodoo_prince(walk: Walk) -> Iterator[Told]:
    """Who took each trick; a Race to 20 may end in the middle of a round."""
    takes: list[list[int]] = []
    start = list(walk.state.scores)
    for _, after in walk.steps():
        kinds = [type(event).__name__ for event in after.events]
        takes += [
            [event.seat, event.tricks] for event in after.events if type(event).__name__ == "TrickTaken"
        ]
        if "RoundEnded" in kinds or "GameEnded" in kinds:
            yield Told(takes, [score - old for score, old in zip(after.scores, start, strict=True)])
            takes, start = [], list(after.scores)


def _vampire_queen(walk: Walk) -> Iterator[Told]:
    for _, after in walk.steps():
        for event in after.events:
            if type(event).__name__ == "PhaseEnded":
                hands = [[card_name(card) for card in hand] for hand in event.hands]
                yield Told(hands, [-points for points in event.points])


def _skull_queen(walk: Walk) -> Iterator[Told]:
    for _, after in walk.steps():
        for event in after.events:
            if type(event).__name__ == "RoundEnded":
                planks = [
                    {"side": SIDES[plank.side], "pirates": list(plank.pirates)} for plank in event.planks
                ]
                yield Told(planks, list(event.points))


def _voodoo(walk: Walk) -> Iterator[Told]:
    """Everything that moves a marker or ends a curse."""
    for before, after in walk.steps():
        move = _voodoo_move(before, after)
        points = [score - old for score, old in zip(after.scores, before.scores, strict=True)]
        assert move is not None or not any(points)
        if move is not None:
            yield Told(move, points)


def _voodoo_move(before: Any, after: Any) -> dict[str, Any] | None:
    for event in after.events:
        match type(event).__name__:
            case "CurseCast":
                return {"kind": "cast", "seat": event.seat, "curse": _printed(event.card)}
            case "CallJudged" if event.broken and not is_permanent(event.card):
                return {"kind": "broken", "seat": event.seat, "curse": _printed(event.card)}
            case "CurseEnded":
                caster = before.in_force[event.card].caster
                return {"kind": "ended", "seat": caster, "curse": _printed(event.card)}
            case "ArtefactUsed" if effect_of(event.card) == "steal_point":
                [robbed] = [one.seat for one in after.events if getattr(one, "points", 0) == -1]
                return {"kind": "magpie", "seat": event.seat, "from": robbed}
            case "MarkerMoved" if event.points < 0:
                return {"kind": "penalty", "seat": event.seat}
    return None


def _printed(card: int) -> int:
    pairs = [(one["casting"], one["breaking"]) for one in VOODOO["curses"]]
    return pairs.index((curse(card).casting, curse(card).breaking))


def _ran_out(state: Any) -> bool:
    """Whether a game of Voodoo ended by its number of turns, which nobody counts at a real table [VO-R12]."""
    return hasattr(state, "turns") and max(state.scores) < VOODOO["goal"]


ROUNDS: Final = {
    "voodoo_prince": _voodoo_prince,
    "vampire_queen": _vampire_queen,
    "skull_queen": _skull_queen,
    "voodoo": _voodoo,
}
GAMES_EACH: Final = 3  # at every player count and variant


def pad_games() -> Iterator[str]:
    """A line of JSON for each game: its options, its entries, and what the law gave for each."""
    for game, rounds in ROUNDS.items():
        variants = [option.choices for option in GAMES[game].options if option.name == "variant"]
        for players in GAMES[game].players:
            for variant in variants[0] if variants else (None,):
                for seed in range(GAMES_EACH):
                    wished = {} if variant is None else {"variant": variant}
                    walk = Walk(game, players, wished, seed)
                    told = list(rounds(walk))
                    yield json.dumps(
                        {
                            "game": game,
                            "options": GAMES[game].complete(wished),
                            "players": players,
                            "entries": [one.entry for one in told],
                            "points": [one.points for one in told],
                            "over": not _ran_out(walk.state),
                        }
                    )
