"""Lessons until enough decisions were made, in slices of minutes, and what is kept of them.

A training has a folder: `state.pt` and its neighbours to go on from, `policy.pt` with the weights that play,
`curve.jsonl` with a line for each measurement, and `curve.html` that shows them.
"""

import json
import os
import random
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from hexdeck.bots.weights import weights_for
from training.curve_page import LINES, write_page
from training.engine import ELDER, POLICY, Engine, compiled, plan_of
from training.export import imported
from training.lesson import Marks, Pupil
from training.network import Tower, critic_tower, policy_tower
from training.recipe import Recipe, RecipeRefused
from training.rollout import Lead, Player, measure

SAVE_EVERY = 45.0  # seconds
KEPT = ("optimiser.pt", "elders.pt", "state.pt")


class Training:
    """Everything that a training has, and how it goes on."""

    def __init__(self, recipe: Recipe, folder: Path, device: torch.device) -> None:
        self.recipe, self.folder, self.device = recipe, folder, device
        torch.manual_seed(recipe.seed)
        self._chance = random.Random(recipe.seed)
        library = compiled(recipe.engine or recipe.game, device)
        self._library = library
        self.engine = Engine(library, plan_of(recipe), recipe.games, device)
        self.sizes = self.engine.sizes
        self.pupil = Pupil(recipe, self._policy(), self._critic(), self._policy())
        self.elders: list[dict[str, torch.Tensor]] = []
        self.imitation = self._imitation()
        self._elder = self._policy()
        towers = (self.pupil.policy, self.pupil.critic, self._elder)
        self._player = Player(self.engine, recipe.steps, *towers, recipe.heat)
        self.decisions, self.lessons, self.seconds = 0, 0, 0.0

    def _policy(self) -> Tower:
        return policy_tower(self.sizes.feature_words, self.recipe.layers, self.sizes.choices).to(self.device)

    def _critic(self) -> Tower:
        words = (self.sizes.feature_words, self.sizes.unseen_words)
        return critic_tower(*words, self.recipe.layers).to(self.device)

    def _imitation(self) -> dict[str, torch.Tensor] | None:
        path = self.folder / "imitation.pt"
        if not path.exists():
            return None
        found: dict[str, torch.Tensor] = torch.load(path, map_location=self.device)
        for name in ("last.weight", "last.bias"):
            found[name] = found[name] / self.recipe.imitation_heat
        return found

    @property
    def progress(self) -> float:
        return min(1.0, self.decisions / self.recipe.decisions)

    def plays(self) -> dict[str, torch.Tensor]:
        """The weights that play."""
        weights: dict[str, torch.Tensor] = self.pupil.average.state_dict()
        return weights

    def begin(self) -> None:
        """From where it stopped, if it had begun; else from what is shipped, or from nothing."""
        if (self.folder / "state.pt").exists():
            kept: dict[str, Any] = {}
            for name in KEPT:
                kept |= torch.load(self.folder / name, map_location=self.device)
            self.pupil.policy.load_state_dict(kept["policy"])
            self.pupil.critic.load_state_dict(kept["critic"])
            self.pupil.average.load_state_dict(kept["average"])
            self.pupil.optimiser.load_state_dict(kept["optimiser"])
            self.elders = kept["elders"]
            self.decisions, self.lessons, self.seconds = kept["decisions"], kept["lessons"], kept["seconds"]
            print(f"goes on after {self.decisions / 1e6:.0f} M decisions", flush=True)
        elif self.recipe.from_shipped:
            self._begin_with_what_is_shipped()
        self._chance.seed(self.recipe.seed + self.lessons)
        torch.manual_seed(self.recipe.seed + self.lessons)
        self.engine.first(self.recipe.seed + (self.lessons << 20))

    def _begin_with_what_is_shipped(self) -> None:
        weights = weights_for(self.recipe.game)
        if (layers := list(weights.sizes[1:-1])) != self.recipe.layers:
            raise RecipeRefused(f"what is shipped has layers of {layers}: write these into the recipe")
        shipped = imported(weights, self.sizes.feature_words * 32)
        self.pupil.policy.load_state_dict(shipped)
        self.pupil.average.load_state_dict(shipped)

    def keep(self) -> None:
        """All that is needed to go on, in files that are not too large to carry; `state.pt` comes last."""
        pupil = self.pupil
        parts: dict[str, dict[str, Any]] = {
            "optimiser.pt": {"optimiser": pupil.optimiser.state_dict()},
            "elders.pt": {"elders": self.elders},
            "policy.pt": self.plays(),
            "state.pt": {
                "policy": pupil.policy.state_dict(),
                "critic": pupil.critic.state_dict(),
                "average": pupil.average.state_dict(),
                "decisions": self.decisions,
                "lessons": self.lessons,
                "seconds": self.seconds,
            },
        }
        for name, what in parts.items():
            torch.save(what, self.folder / f"{name}.new")
            os.replace(self.folder / f"{name}.new", self.folder / name)

    def lesson(self) -> Marks:
        """Play, and learn from it."""
        if self.lessons % self._between_elders() == 0:
            weights = self.pupil.policy.state_dict()
            self.elders.append({name: each.half() for name, each in weights.items()})
            if len(self.elders) > self.recipe.elders:
                del self.elders[self._chance.randrange(len(self.elders) - 1)]
        if self.imitation is not None and self._chance.random() < self.recipe.imitation:
            self._elder.load_state_dict(self.imitation)
        else:
            self._elder.load_state_dict(self._chance.choice(self.elders))
        marks = self.pupil.learn(self._player.play(), self.progress)
        self.decisions += self.recipe.games * self.recipe.steps
        self.lessons += 1
        return marks

    def _between_elders(self) -> int:
        """Lessons between two networks that are kept as elders."""
        lessons = self.recipe.decisions / (self.recipe.games * self.recipe.steps)
        return max(1, round(lessons / (3 * self.recipe.elders)))

    def measured(self) -> dict[str, list[Lead]]:
        """The kept network alone among those who play in playouts, and among the imitation of search."""
        found, recipe = {}, self.recipe
        rivals: list[tuple[str, int, Tower | None]] = [("policy", POLICY, None)]
        if self.imitation is not None:
            self._elder.load_state_dict(self.imitation)
            rivals.append(("imitation", ELDER, self._elder))
        for name, brain, tower in rivals:
            plan = plan_of(recipe, lone=brain, style=1)
            tables = Engine(self._library, plan, recipe.measured_games, self.device)
            found[name] = measure(
                tables, recipe.game, self.pupil.average, tower, recipe.measured_steps, 2**40 + self.lessons
            )
        return found

    def run(self, seconds: float) -> None:
        """Lessons for so long, or until all decisions are made."""
        start = saved = looked = time.monotonic()
        before, at_first = self.seconds, self.decisions
        while self.decisions < self.recipe.decisions and time.monotonic() - start < seconds:
            marks = self.lesson()
            now = time.monotonic()
            self.seconds = before + now - start
            if now - looked > self.recipe.measure_every or self.decisions >= self.recipe.decisions:
                looked = now
                self.tell(marks, (self.decisions - at_first) / (now - start))
            if now - saved > SAVE_EVERY:
                saved = now
                self.keep()
        self.keep()

    def tell(self, marks: Marks, rate: float) -> None:
        """A line for people, and one for the curve."""
        leads = {name: [asdict(lead) for lead in each] for name, each in self.measured().items()}
        line = {
            "decisions": self.decisions,
            "seconds": self.seconds,
            "rate": rate,
            **asdict(marks),
            "leads": leads,
        }
        with (self.folder / LINES).open("a", encoding="utf-8") as curve:
            curve.write(json.dumps(line) + "\n")
        write_page(self.folder, self.recipe.game)
        told = "  ".join(
            f"{name} "
            + " ".join(f"{each['players']}p {each['points']:+.2f}/{each['wins']:.0%}" for each in rows)
            for name, rows in leads.items()
        )
        print(
            f"{self.seconds:5.0f} s {self.decisions / 1e6:6.0f} M ({rate / 1e6:.1f} M/s)"
            f"  entropy {marks.entropy:.3f}  change {marks.change:.4f}  known {marks.explained:.2f}  {told}",
            flush=True,
        )
