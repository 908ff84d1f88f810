"""Our own loops: the kernel alone, the kernel driven by Python, the law, the kernel's search, networks."""

from collections.abc import Callable, Iterator
from itertools import count, cycle
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from bench.law import random_player
from bench.stopwatch import Runner, Step, timed
from hexdeck.ai.bots import make_bot
from hexdeck.ai.networks.fast_network import fast_network
from hexdeck.ai.networks.weights import has_network
from hexdeck.core.chance import Stream
from hexdeck.core.features import STYLES, features_for, is_value_network, next_choices
from hexdeck.core.game import AnyGame
from hexdeck.core.registry import GAMES
from hexdeck.kernel import kernel_of

STYLE = STYLES.index("both")  # what a network plays for
CHUNK = 20_000  # actions in one call, so that calling costs nothing
ITERATIONS = 1000  # a move, as OpenSpiel's
POSITIONS = 4
MIDDLE = 10  # cards of a round of about 33
SEATS = 4  # at the tables of bots that ask a network
ASKING = ("look", "net-alone", "net")  # loops that do
LOOKS = 48  # views that a network is asked about, all over a game


class Case(NamedTuple):
    """A game with a kernel, at one number of players."""

    game: AnyGame
    players: int
    kernel: ModuleType

    def name(self, loop: str) -> str:
        return f"{loop}.{self.game.name}.{self.players}"


def cases() -> Iterator[Case]:
    for game in GAMES.values():
        if kernel := kernel_of(game.name):
            for players in game.players:
                yield Case(game, players, kernel)


def kernel_loop(case: Case) -> dict[str, Runner]:
    """Whole random games inside the kernel."""
    seeds = count()

    def step() -> int:
        return int(case.kernel.play_at_random(case.players, CHUNK, next(seeds)))

    return {case.name("kernel"): timed(step)}


def python_loop(case: Case) -> dict[str, Runner]:
    """Python chooses, the kernel plays: one call an action."""
    state_of, options, random, seeds = case.kernel.State, case.game.complete({}), Random(0).random, count()

    def step() -> int:
        state, actions = state_of(case.players, options), 0
        state.begin(next(seeds))
        take = state.step
        while take(random()):
            actions += 1
        return actions + 1

    return {case.name("python"): timed(step)}


def python_list_loop(case: Case) -> dict[str, Runner]:
    """The same with the law's own methods, three calls an action and a list of what is legal."""
    state_of, options, random, seeds = case.kernel.State, case.game.complete({}), Random(0).random, count()

    def step() -> int:
        state, actions = state_of(case.players, options), 0
        to_move, legal_actions, apply = state.to_move, state.legal_actions, state.apply
        while not state.is_over:
            state.begin(next(seeds))  # draws what chance owes
            while seats := to_move():
                choices = legal_actions(seats[0])
                apply(seats[0], choices[int(random() * len(choices))])
                actions += 1
        return actions

    return {case.name("python_lists"): timed(step)}


def law_loop(case: Case) -> dict[str, Runner]:
    return {case.name("law"): timed(random_player(case.game, case.players))}


def searches(prince: ModuleType, search: ModuleType) -> dict[str, Runner]:
    """Simulations of ISMCTS on a Voodoo Prince round: the first decision, and one with voids shown."""
    stages = {"opening": views(0), "middle": views(MIDDLE)}
    return {f"ismcts.{stage}": timed(searcher(prince, search, seen)) for stage, seen in stages.items()}


def searcher(prince: ModuleType, search: ModuleType, seen: list[Any]) -> Step:
    todo, seeds = cycle(seen), count()

    def step() -> int:
        search.ismcts(prince.Knowledge(next(todo)), ITERATIONS, next(seeds))
        return ITERATIONS

    return step


def cases_with_networks() -> Iterator[Case]:
    yield from (case for case in cases() if case.players == SEATS and has_network(case.game.name))


def networks(case: Case) -> dict[str, Runner]:
    """Looks of the network of the house, and choices of the bots that ask it, all over a random game."""
    seen = views_of_a_game(case)
    look, *bots = ASKING
    loops = {bot: each(make_bot(bot, case.game.name, Random(0)).choose, seen) for bot in bots}
    return {case.name(loop): timed(step) for loop, step in ({look: looker(case, seen)} | loops).items()}


def looker(case: Case, seen: list[Any]) -> Step:
    """A view is read into the kernel, and all that can be chosen first is liked or not."""
    network = fast_network(case.game.name)
    asked = [(view, first_choices(case.game.name, view)) for view in seen]
    return each(lambda one: network.likings(network.read(one[0]), one[1], STYLE, ()), asked)


def first_choices(game: str, view: Any) -> list[int]:
    """By the network's numbers; of one that says who wins, all its seats."""
    features = features_for(game)
    if is_value_network(game):
        return list(range(features.CHANCES))
    return next_choices(features.steps(view, view.actions), ())


def each(ask: Callable[[Any], object], seen: list[Any]) -> Step:
    """Asked about all of them: some take much longer than others."""

    def step() -> int:
        for one in seen:
            ask(one)
        return len(seen)

    return step


def views_of_a_game(case: Case) -> list[Any]:
    """Of seats that have a choice, from the first to the last."""
    game, stream, rng = case.game, Stream(bytes(32)), Random(0)
    state, found = game.set_up(case.players), list[Any]()
    while not state.is_over:
        if state.needs is not None:
            state.resolve(stream.supply(state.needs))
            continue
        seat = state.to_move()[0]
        if len(actions := state.legal_actions(seat)) > 1:
            found.append(game.view(state, seat))
        state.apply(seat, rng.choice(actions))
    return [found[at * len(found) // LOOKS] for at in range(LOOKS)]


def views(cards: int) -> list[Any]:
    """Of seats that have a choice, after so many cards; then with a void of another seat shown."""
    stream, rng = Stream(bytes(32)), Random(0)
    found: list[Any] = []
    while len(found) < POSITIONS:
        seen = _view_after(cards, stream, rng)
        voids = [seat for seat, colors in enumerate(seen.voids) if colors and seat != seen.seat]
        if len(seen.actions) > 1 and (voids or not cards):
            found.append(seen)
    return found


def _view_after(cards: int, stream: Stream, rng: Random) -> Any:
    game = GAMES["voodoo_prince"]
    state: Any = game.set_up(4)
    while state.needs is not None:
        state.resolve(stream.supply(state.needs))
    for _ in range(cards):
        state.apply(state.turn, rng.choice(state.legal_actions(state.turn)))
    return game.view(state, state.turn)
