"""A beginner's agent: a linear policy that learns Voodoo Prince from its own games, with NumPy alone.

Run it with: python examples/learn.py           (about a minute on one core)

What it likes about each choice is the sum of a weight for each feature that is set.  It plays all seats
against itself, and after each round makes what led to more points than the others' a little more likely.
"""

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

from hexdeck.rl import VectorEnv

Floats = npt.NDArray[np.float32]

GAMES = 256  # side by side
RATE = 0.2  # of learning


class Table:
    """Many games of one round, with choices in slots, as the features name colours."""

    def __init__(self, games: int, seed: int) -> None:
        self.env = VectorEnv(
            "voodoo_prince", games, players=4, options={"rounds": 1}, seed=seed, reward="lead"
        )
        self.rows = np.arange(games)

    def look(self) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """What is seen, and which choices are legal; remembers which action each of these is."""
        choices = self.env.choices()[:, :, 0]  # -1 where the action is not legal
        game, action = np.nonzero(choices >= 0)
        self.actions = np.zeros_like(choices)
        legal = np.zeros(choices.shape, bool)
        self.actions[game, choices[game, action]] = action
        legal[game, choices[game, action]] = True
        return self.env.bits().astype(np.float32), legal

    def play(self, choices: npt.NDArray[Any]) -> None:
        self.env.step(self.actions[self.rows, choices])


def likelihoods(weights: Floats, seen: Floats, legal: npt.NDArray[np.bool_]) -> Floats:
    """How likely the policy makes each choice."""
    liking = np.where(legal, seen @ weights, -np.inf)
    odds = np.exp(liking - liking.max(axis=1, keepdims=True))
    likely: Floats = odds / odds.sum(axis=1, keepdims=True)
    return likely


def draw(likely: Floats, rng: np.random.Generator) -> npt.NDArray[Any]:
    """A choice for each row."""
    up_to = likely.cumsum(axis=1)
    chosen: npt.NDArray[Any] = (up_to < (1 - rng.random((len(likely), 1))) * up_to[:, -1:]).sum(axis=1)
    return chosen


def lesson(table: Table, weights: Floats, rng: np.random.Generator) -> None:
    """Play a round in every game, then move the weights towards what went well."""
    going = np.ones(len(table.rows), bool)
    steps, paid = [], np.zeros((len(table.rows), 4), np.float32)
    while going.any():
        seen, legal = table.look()
        likely = likelihoods(weights, seen, legal)
        chosen = draw(likely, rng)
        steps.append((seen[going], likely[going], chosen[going], table.rows[going], table.env.seats[going]))
        table.play(chosen)
        paid[going] += table.env.rewards[going]
        going &= ~table.env.over
    seen, likely, chosen, games, seats = (np.concatenate(parts) for parts in zip(*steps, strict=True))
    blame = -likely
    blame[np.arange(len(chosen)), chosen] += 1
    worth = paid[games, seats] / paid.std()
    weights += RATE / len(table.rows) * seen.T @ (blame * worth[:, None])


def lead_over_random(weights: Floats, games: int, rng: np.random.Generator) -> float:
    """Mean points over the mean of three who play anything, a round."""
    table = Table(games, seed=1)
    going, lead = np.ones(games, bool), np.zeros(games)
    while going.any():
        seen, legal = table.look()
        learnt = draw(likelihoods(weights, seen, legal), rng)
        anything = draw(legal.astype(np.float32), rng)
        table.play(np.where(table.env.seats == 0, learnt, anything))
        lead += np.where(going, table.env.rewards[:, 0], 0)
        going &= ~table.env.over
    return float(lead.mean())


def learn(lessons: int, games: int = GAMES) -> float:
    """How far ahead of random play it is in the end."""
    table, rng = Table(games, seed=0), np.random.default_rng(0)
    weights = np.zeros((len(table.env.feature_names), table.env.actions), np.float32)
    for number in range(lessons):
        if number % 25 == 0:
            lead = lead_over_random(weights, 400, rng)
            print(f"after {number:3} lessons: {lead:+.2f} points a round over random play", flush=True)
        lesson(table, weights, rng)
    lead = lead_over_random(weights, 1000, rng)
    print(f"after {lessons:3} lessons: {lead:+.2f} points a round over random play")
    return lead


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--lessons", type=int, default=150)
    learn(parser.parse_args().lessons)
