"""Lessons in what a table is worth: games by the present network, and what came of them learnt by heart.

Its folder holds `state.pt` to go on from, `network.safetensors` with the weights that play, `curve.jsonl`
with a line for each measurement, and `curve.html` that shows them.
"""

import time
from pathlib import Path
from typing import Any

import torch

from hexdeck.ai.networks.weights import Weights
from hexdeck.core.features import features_for
from hexdeck.games.voodoo.law.actions import SEATS
from training.divergence import check_finite
from training.export import imported
from training.folder import NETWORK, STATE, add_to_curve, cut_curve, fitting, save, save_network, told_cost
from training.learner import Learner
from training.network import NEVER, Tower, unpacked
from training.recipe import ValueRecipe, check_layers
from training.rollout import Lead
from training.turns import (
    FEATURE_WORDS,
    NO_NETWORK,
    FlatNetwork,
    Games,
    Turns,
    flat,
    leads,
    played,
    ways_of,
)


class ValuePupil(Learner):
    """A network that learns what tables are worth, and its running average, which plays."""

    def __init__(self, recipe: ValueRecipe, device: torch.device) -> None:
        self._recipe, self._device = recipe, device
        self._inputs = features_for(recipe.game).LAYOUT.size
        self.tower, self.average = self._tower(), self._tower()
        self.average.load_state_dict(self.tower.state_dict())
        weights, decay = self.tower.parameters(), recipe.decay
        self.optimiser = torch.optim.AdamW(weights, lr=recipe.rate, weight_decay=decay)
        super().__init__(tower=self.tower, average=self.average, optimiser=self.optimiser)
        self._turns: list[Turns] = []

    def _tower(self) -> Tower:
        return Tower(FEATURE_WORDS * 32, self._recipe.layers, SEATS).to(self._device)

    def plays(self) -> dict[str, torch.Tensor]:
        """The weights that play."""
        weights: dict[str, torch.Tensor] = self.average.state_dict()
        return weights

    def network(self) -> FlatNetwork:
        """The same for games."""
        return flat(self.plays(), self._inputs)

    def begin_with(self, weights: Weights) -> None:
        """A network that has learnt before, or RecipeRefused if its layers are others."""
        check_layers(weights, self._recipe, "the network to begin with")
        state = imported(weights, FEATURE_WORDS * 32)
        self.tower.load_state_dict(state)
        self.average.load_state_dict(state)

    def learn(self, new: Turns, progress: float) -> float:
        """One lesson, from these turns and the last ones; how far the network was off.

        `progress` runs from 0 to 1 over the training.
        """
        recipe = self._recipe
        self._turns = [*self._turns, new][-recipe.again :]
        for group in self.optimiser.param_groups:
            group["lr"] = recipe.rate * (recipe.last_rate / recipe.rate) ** progress
        off, count = torch.zeros((), device=self._device), 0
        for turns in self._shuffled():
            off += self._learn(turns)
            count += 1
        return float(off / count)

    def _shuffled(self) -> list[Turns]:
        """All turns that are kept, in minibatches."""
        every = [torch.cat([getattr(turns, name) for turns in self._turns]) for name in Turns.__annotations__]
        order = torch.randperm(len(every[0]))
        split = (order.split(self._recipe.minibatch))[: max(1, len(order) // self._recipe.minibatch)]
        return [Turns(*(part[rows].to(self._device) for part in every)) for rows in split]

    def _learn(self, turns: Turns) -> torch.Tensor:
        logits = self.tower(unpacked(turns.features))
        seats = torch.arange(logits.shape[1], device=self._device)
        logits = logits.masked_fill(seats >= turns.players.unsqueeze(1), NEVER)
        loss = torch.nn.functional.cross_entropy(logits, turns.targets)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        with torch.no_grad():
            lag = 1.0 - self._recipe.average
            torch._foreach_lerp_(tuple(self.average.parameters()), tuple(self.tower.parameters()), lag)
        return loss.detach()


class ValueTraining:
    """A network, the games that it learns from, and how it goes on."""

    def __init__(
        self, recipe: ValueRecipe, folder: Path, device: torch.device, first: Weights | None = None
    ) -> None:
        """`first` is a network to begin with."""
        self.recipe, self.folder, self.device = recipe, folder, device
        torch.manual_seed(recipe.seed)
        self.pupil = ValuePupil(recipe, device)
        self.lessons, self.seconds = 0, 0.0
        self._first = first

    def plays(self) -> dict[str, torch.Tensor]:
        """The weights that play."""
        return self.pupil.plays()

    def network(self) -> FlatNetwork:
        """The same for games; the first lesson is of games without a network, if it began with none."""
        return self.pupil.network() if self.lessons or self._first else NO_NETWORK

    def begin(self) -> None:
        """From where it stopped, if it had begun; else from the network to begin with, or from nothing."""
        if (self.folder / STATE).exists():
            with fitting(self.folder):
                self._go_on()
        elif self._first is not None:
            self.pupil.begin_with(self._first)
        cut_curve(self.folder, self.lessons)
        torch.manual_seed(self.recipe.seed + self.lessons)

    def _go_on(self) -> None:
        kept: dict[str, Any] = torch.load(self.folder / STATE, map_location=self.device)
        self.pupil.go_on(kept)
        self.lessons, self.seconds = kept["lessons"], kept["seconds"]
        print(f"goes on after {self.lessons} lessons", flush=True)

    def keep(self) -> None:
        state = {"lessons": self.lessons, "seconds": self.seconds}
        save(self.folder, {STATE: self.pupil.kept() | state})
        origin = {"lessons": self.lessons, "seed": self.recipe.seed}
        save_network(self.folder / NETWORK, self.recipe.game, self.plays(), **origin)

    def lesson(self) -> float:
        """Play, and learn from that and from the last lessons; how far the network was off.

        RecipeRefused where that went astray.
        """
        recipe = self.recipe
        wanted = recipe.turns * (1 if self.lessons else recipe.first)
        games = Games(self.network(), ways_of(recipe), recipe.seed + (self.lessons << 20))
        off = self.pupil.learn(played(games, wanted), min(1.0, self.lessons / recipe.lessons))
        check_finite(self.lessons + 1, [off], self.pupil.tower, self.pupil.average)
        self.lessons += 1
        return off

    def measured(self) -> list[Lead]:
        """How a lone network does among those who play in playouts."""
        games = Games(self.network(), ways_of(self.recipe, lone=True), 2**40 + self.lessons)
        return leads(games, self.recipe.measured)

    def run(self, seconds: float) -> None:
        """Lessons for so long, or until all are done."""
        start, before, at_first, wanted = time.monotonic(), self.seconds, self.lessons, self.recipe.lessons
        while self.lessons < wanted and time.monotonic() - start < seconds:
            begun = time.monotonic()
            off = self.lesson()
            self.seconds = before + time.monotonic() - start
            self.keep()
            self.tell(off)
            if self.lessons - at_first == 2:  # the first is of other games
                print(told_cost((wanted - self.lessons) * (time.monotonic() - begun)), flush=True)

    def tell(self, off: float) -> None:
        """A line for people, and one for the curve."""
        won = {lead.players: (lead.wins, lead.matches) for lead in self.measured()}
        line = {"lessons": self.lessons, "seconds": self.seconds, "off": off, "wins": won}
        add_to_curve(self.folder, self.recipe, line)
        told = " ".join(f"{players}p {share:.1%}" for players, (share, _) in won.items())
        print(f"{self.seconds:5.0f} s  lesson {self.lessons}  off {off:.4f}  wins alone {told}", flush=True)
