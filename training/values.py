"""Lessons in what a table is worth: games by the present network, and what came of them learnt by heart.

Its folder holds `state.pt` to go on from, `policy.pt` with the weights that play, `curve.jsonl` with a line
for each measurement, and `curve.html` that shows them.
"""

import json
import os
import time
from pathlib import Path
from typing import Any

import torch

from hexdeck.features import features_for
from hexdeck.games.voodoo.actions import SEATS
from training.curve_page import LINES, write_page
from training.network import NEVER, Tower, unpacked
from training.recipe import ValueRecipe
from training.turns import FEATURE_WORDS, NO_NETWORK, Turns, Weights, played, ways_of, weights_of, wins

KEPT = 3  # lessons whose turns are learnt from again


class ValueTraining:
    """A network, the turns that it learns from, and how it goes on."""

    def __init__(self, recipe: ValueRecipe, folder: Path, device: torch.device) -> None:
        self.recipe, self.folder, self.device = recipe, folder, device
        torch.manual_seed(recipe.seed)
        self._inputs = features_for(recipe.game).LAYOUT.size
        self.tower, self.average = self._tower(), self._tower()
        self.average.load_state_dict(self.tower.state_dict())
        self._optimiser = torch.optim.AdamW(self.tower.parameters(), lr=recipe.rate, weight_decay=1e-4)
        self._turns: list[Turns] = []
        self.lessons, self.seconds = 0, 0.0

    def _tower(self) -> Tower:
        return Tower(FEATURE_WORDS * 32, self.recipe.layers, SEATS).to(self.device)

    def plays(self) -> dict[str, torch.Tensor]:
        """The weights that play."""
        weights: dict[str, torch.Tensor] = self.average.state_dict()
        return weights

    def weights(self) -> Weights:
        """The same for games; the first lesson is of games without a network."""
        return weights_of(self.plays(), self._inputs) if self.lessons else NO_NETWORK

    def begin(self) -> None:
        """From where it stopped, if it had begun."""
        path = self.folder / "state.pt"
        if path.exists():
            kept: dict[str, Any] = torch.load(path, map_location=self.device)
            self.tower.load_state_dict(kept["tower"])
            self.average.load_state_dict(kept["average"])
            self._optimiser.load_state_dict(kept["optimiser"])
            self.lessons, self.seconds = kept["lessons"], kept["seconds"]
            print(f"goes on after {self.lessons} lessons", flush=True)
        torch.manual_seed(self.recipe.seed + self.lessons)

    def keep(self) -> None:
        state = {
            "tower": self.tower.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "lessons": self.lessons,
            "seconds": self.seconds,
        }
        for name, what in {"policy.pt": self.plays(), "state.pt": state}.items():
            torch.save(what, self.folder / f"{name}.new")
            os.replace(self.folder / f"{name}.new", self.folder / name)

    def lesson(self) -> float:
        """Play, and learn from that and from the last lessons; how far the network was off."""
        recipe = self.recipe
        first = self.lessons == 0
        wanted = recipe.turns * (recipe.first if first else 1)
        new = played(self.weights(), ways_of(recipe), wanted, recipe.seed + (self.lessons << 20))
        self._turns = [*self._turns, new][-KEPT:]
        progress = min(1.0, self.lessons / recipe.lessons)
        for group in self._optimiser.param_groups:
            group["lr"] = recipe.rate * (recipe.last_rate / recipe.rate) ** progress
        off, count = torch.zeros((), device=self.device), 0
        for turns in self._shuffled():
            off += self._learn(turns)
            count += 1
        self.lessons += 1
        return float(off / count)

    def _shuffled(self) -> list[Turns]:
        """All turns that are kept, in minibatches."""
        every = [torch.cat([getattr(turns, name) for turns in self._turns]) for name in Turns.__annotations__]
        order = torch.randperm(len(every[0]))
        split = (order.split(self.recipe.minibatch))[: max(1, len(order) // self.recipe.minibatch)]
        return [Turns(*(part[rows].to(self.device) for part in every)) for rows in split]

    def _learn(self, turns: Turns) -> torch.Tensor:
        logits = self.tower(unpacked(turns.features))
        seats = torch.arange(logits.shape[1], device=self.device)
        logits = logits.masked_fill(seats >= turns.players.unsqueeze(1), NEVER)
        loss = torch.nn.functional.cross_entropy(logits, turns.targets)
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self._optimiser.step()
        with torch.no_grad():
            lag = 1.0 - self.recipe.average
            torch._foreach_lerp_(tuple(self.average.parameters()), tuple(self.tower.parameters()), lag)
        return loss.detach()

    def measured(self) -> dict[int, tuple[float, int]]:
        """By players, how often a lone network wins among those who play in playouts."""
        ways = ways_of(self.recipe, lone=True)
        return wins(self.weights(), ways, self.recipe.measured, 2**40 + self.lessons)

    def run(self, seconds: float) -> None:
        """Lessons for so long, or until all are done."""
        start, before = time.monotonic(), self.seconds
        while self.lessons < self.recipe.lessons and time.monotonic() - start < seconds:
            off = self.lesson()
            self.seconds = before + time.monotonic() - start
            self.keep()
            self.tell(off)

    def tell(self, off: float) -> None:
        """A line for people, and one for the curve."""
        won = self.measured()
        line = {"lessons": self.lessons, "seconds": self.seconds, "off": off, "wins": won}
        with (self.folder / LINES).open("a", encoding="utf-8") as curve:
            curve.write(json.dumps(line) + "\n")
        write_page(self.folder, self.recipe.game)
        told = " ".join(f"{players}p {share:.1%}" for players, (share, _) in won.items())
        print(f"{self.seconds:5.0f} s  lesson {self.lessons}  off {off:.4f}  wins alone {told}", flush=True)
