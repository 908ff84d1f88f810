"""Loops of environments, ours and others', each in a process of its own that answers how fast it is.

Run it with: python -m bench.rl_loops NAME; then write seconds, and read steps a second.
"""

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import cycle
from random import Random
from typing import Any, Final

from bench.pufferlib import ACTIONS, NotInstalled, TripleTriad
from bench.stopwatch import Step, timed

GAMES: Final = 2048  # side by side
PGX_GAMES: Final = 1024
PGX_STEPS: Final = 32  # in one call of compiled code
TRIADS: Final = 1024
DRAWN: Final = 1024  # steps


def vector(game: str, players: int) -> Step:
    """Features, masks, seats, rewards and results of all games; something legal is drawn in each."""
    env = import_module("hexdeck.rl").VectorEnv(game, GAMES, players=players)

    def step() -> int:
        env.step(env.random_actions())
        return GAMES

    return step


def with_choices(game: str, players: int) -> Step:
    """The same, and the choices in slots that make up each legal action."""
    env = import_module("hexdeck.rl").VectorEnv(game, GAMES, players=players)

    def step() -> int:
        env.choices()
        env.step(env.random_actions())
        return GAMES

    return step


def hexdeck_zoo(game: str, players: int) -> Step:
    return zoo(import_module("hexdeck.rl.petting_zoo").SeatsInTurn(game, players))


def zoo_classic(name: str) -> Step:
    return zoo(import_module(f"pettingzoo.classic.{name}").raw_env())


def zoo(env: Any) -> Step:
    """A game as PettingZoo's pages play it."""

    def step() -> int:
        env.reset()
        steps = 0
        for agent in env.agent_iter():
            shown, _, terminated, truncated, _ = env.last()
            is_over = terminated or truncated
            env.step(None if is_over else env.action_space(agent).sample(shown["action_mask"]))
            steps += not is_over
        return steps

    return step


def openspiel(name: str) -> Step:
    """A game of its `rl_environment`, which shows every player's information state at every step."""
    env = import_module("open_spiel.python.rl_environment").Environment(name)
    choose = Random(0).choice

    def step() -> int:
        steps, now = 0, env.reset()
        while not now.last():
            seen = now.observations
            now = env.step([choose(seen["legal_actions"][seen["current_player"]])])
            steps += 1
        return steps

    return step


def pgx(name: str) -> Step:
    """Many games in compiled code, many steps in one call; all of what is seen is made."""
    jax, jnp = import_module("jax"), import_module("jax.numpy")
    env = import_module("pgx").make(name)
    play = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> tuple[Any, Any]:
        chance, dealing = jax.random.split(key)
        legal = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        state = jax.vmap(play)(
            state, jax.random.categorical(chance, legal, axis=1), jax.random.split(dealing, PGX_GAMES)
        )
        return state, state.observation.sum()

    many = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, PGX_STEPS)))
    keys = iter(jax.random.split(jax.random.PRNGKey(0), 100_000))
    last = jax.jit(jax.vmap(env.init))(jax.random.split(next(keys), PGX_GAMES))

    def step() -> int:
        nonlocal last
        last, seen = many(last, next(keys))
        seen.block_until_ready()
        return PGX_GAMES * PGX_STEPS

    return step


def pufferlib() -> Step:
    """Many games in C; actions, legal or not, are drawn beforehand as in its own benchmark."""
    env = TripleTriad(TRIADS)
    random = import_module("numpy.random").default_rng(0)
    actions = cycle(random.integers(ACTIONS, size=(DRAWN, TRIADS), dtype="int32"))

    def step() -> int:
        env.step(next(actions))
        return TRIADS

    return step


LOOPS: Final[dict[str, Callable[[], Step]]] = {
    "hexdeck.voodoo_prince.4": partial(vector, "voodoo_prince", 4),
    "hexdeck.vampire_queen.5": partial(vector, "vampire_queen", 5),
    "hexdeck.skull_queen.4": partial(vector, "skull_queen", 4),
    "hexdeck.voodoo.4": partial(vector, "voodoo", 4),
    "hexdeck.voodoo_prince.4.choices": partial(with_choices, "voodoo_prince", 4),
    "hexdeck.vampire_queen.5.choices": partial(with_choices, "vampire_queen", 5),
    "hexdeck.skull_queen.4.choices": partial(with_choices, "skull_queen", 4),
    "hexdeck.voodoo.4.choices": partial(with_choices, "voodoo", 4),
    "hexdeck.pettingzoo.voodoo_prince.4": partial(hexdeck_zoo, "voodoo_prince", 4),
    "openspiel.hearts": partial(openspiel, "hearts"),
    "openspiel.spades": partial(openspiel, "spades"),
    "openspiel.leduc_poker": partial(openspiel, "leduc_poker"),
    "pettingzoo.leduc_holdem": partial(zoo_classic, "leduc_holdem_v4"),
    "pettingzoo.texas_holdem": partial(zoo_classic, "texas_holdem_v4"),
    "pufferlib.tripletriad": pufferlib,
    "pgx.leduc_holdem": partial(pgx, "leduc_holdem"),
    "pgx.sparrow_mahjong": partial(pgx, "sparrow_mahjong"),
}


def main(name: str) -> None:
    """Say why not, or that it is ready; then a rate for each line of seconds."""
    try:
        step = LOOPS[name]()
        step()
    except ImportError as error:
        print(f"missing {error.name}: make bench installs it", flush=True)
        return
    except NotInstalled as error:
        print(error, flush=True)
        return
    print("ready", flush=True)
    run = timed(step)
    for line in sys.stdin:
        print(run(float(line)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
