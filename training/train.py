"""Lessons until enough decisions were made, in slices of minutes, and what is kept of them.

A training has a folder: `state.pt` and its neighbours to go on from, `network.safetensors` with the weights
that play, `curve.jsonl` with a line for each measurement, and `curve.html` that shows them.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any

import torch

from hexdeck.ai.networks.weights import Weights
from training.divergence import check_finite
from training.engine import ELDER, POLICY, Engine, compiled, plan_of
from training.export import imported
from training.folder import (
    IMITATION,
    NETWORK,
    SAVE_EVERY,
    STATE,
    add_to_curve,
    cut_curve,
    fitting,
    save,
    save_network,
    told_cost,
)
from training.lesson import Marks, Pupil
from training.network import Tower, critic_tower, policy_tower
from training.recipe import Recipe, check_layers, short
from training.rollout import Lead, Player, measure

KEPT = ("optimiser.pt", "elders.pt", STATE)


class Training:
    """Everything that a training has, and how it goes on."""

    def __init__(
        self,
        recipe: Recipe,
        folder: Path,
        device: torch.device,
        first: Weights | None = None,
        opponents: Sequence[Weights] = (),
    ) -> None:
        """`first` is a network to begin with; `opponents` have studied one."""
        self.recipe, self.folder, self.device = recipe, folder, device
        torch.manual_seed(recipe.seed)
        self._chance = random.Random(recipe.seed)
        library = compiled(recipe.engine or recipe.game, device)
        self._library = library
        self.engine = Engine(library, plan_of(recipe), recipe.games, device)
        self.sizes = self.engine.sizes
        self.pupil = Pupil(recipe, self._policy(), self._critic(), self._policy())
        self.elders: list[dict[str, torch.Tensor]] = []
        self.forerunner: dict[str, torch.Tensor] | None = None  # what it began with
        self.opponents = [self._read(each, "an opponent") for each in opponents]
        self._first = first
        self.imitation = self._imitation()
        self.elder = self._policy()  # who plays the elders' seats
        towers = (self.pupil.policy, self.pupil.critic, self.elder)
        self._player = Player(self.engine, recipe.steps, *towers, recipe.heat)
        self.decisions, self.lessons, self.seconds = 0, 0, 0.0

    def _policy(self) -> Tower:
        return policy_tower(self.sizes.feature_words, self.recipe.layers, self.sizes.choices).to(self.device)

    def _critic(self) -> Tower:
        words = (self.sizes.feature_words, self.sizes.unseen_words)
        return critic_tower(*words, self.recipe.layers).to(self.device)

    def _imitation(self) -> dict[str, torch.Tensor] | None:
        path = self.folder / IMITATION
        if not path.exists():
            return None
        with fitting(self.folder):
            found: dict[str, torch.Tensor] = torch.load(path, map_location=self.device)
            self._policy().load_state_dict(found)
        for name in ("last.weight", "last.bias"):
            found[name] = found[name] / self.recipe.imitation_heat
        return found

    @property
    def progress(self) -> float:
        return min(1.0, self.decisions / self.recipe.decisions)

    def plays(self) -> dict[str, torch.Tensor]:
        """The weights that play."""
        return self.pupil.plays()

    def begin(self) -> None:
        """From where it stopped, if it had begun; else from the network to begin with, or from nothing."""
        if (self.folder / STATE).exists():
            with fitting(self.folder):
                self._go_on()
        elif self._first is not None:
            self._begin_with(self._first)
        cut_curve(self.folder, self.lessons)
        self._chance.seed(self.recipe.seed + self.lessons)
        torch.manual_seed(self.recipe.seed + self.lessons)
        self.engine.first(self.recipe.seed + (self.lessons << 20))

    def _go_on(self) -> None:
        kept: dict[str, Any] = {}
        for name in KEPT:
            kept |= torch.load(self.folder / name, map_location=self.device)
        self.pupil.go_on(kept)
        self.elders, self.forerunner = kept["elders"], kept["forerunner"]
        self.opponents = kept.get("opponents", [])
        self.decisions, self.lessons, self.seconds = kept["decisions"], kept["lessons"], kept["seconds"]
        print(f"goes on after {short(self.decisions)} decisions", flush=True)

    def _begin_with(self, first: Weights) -> None:
        self.forerunner = self._read(first, "the network to begin with")
        self.pupil.policy.load_state_dict(self.forerunner)
        self.pupil.average.load_state_dict(self.forerunner)

    def _read(self, weights: Weights, what: str) -> dict[str, torch.Tensor]:
        check_layers(weights, self.recipe, what)
        return imported(weights, self.sizes.feature_words * 32)

    def keep(self) -> None:
        """All that is needed to go on, in files that are not too large to carry; `state.pt` comes last."""
        pupil = self.pupil.kept()
        parts: dict[str, dict[str, Any]] = {
            "optimiser.pt": {"optimiser": pupil.pop("optimiser")},
            "elders.pt": {
                "elders": self.elders,
                "forerunner": self.forerunner,
                "opponents": self.opponents,
            },
            STATE: {
                **pupil,
                "decisions": self.decisions,
                "lessons": self.lessons,
                "seconds": self.seconds,
            },
        }
        save(self.folder, parts)
        if not self.recipe.engine:
            origin = {"decisions": self.decisions, "seed": self.recipe.seed}
            save_network(self.folder / NETWORK, self.recipe.game, self.plays(), **origin)

    def lesson(self) -> Marks:
        """Play, and learn from it; RecipeRefused where that went astray."""
        if self.lessons % self._between_elders() == 0:
            weights = self.pupil.policy.state_dict()
            self.elders.append({name: each.half() for name, each in weights.items()})
            if len(self.elders) > self.recipe.elders:
                del self.elders[self._chance.randrange(len(self.elders) - 1)]
        self.elder.load_state_dict(self._invited())
        pupil = self.pupil
        marks = pupil.learn(self._player.play(), self.progress)
        check_finite(self.lessons + 1, astuple(marks), pupil.policy, pupil.critic, pupil.average)
        self.decisions += self.recipe.games * self.recipe.steps
        self.lessons += 1
        return marks

    def _invited(self) -> dict[str, torch.Tensor]:
        """Who plays the elders' seats in a lesson."""
        if self.imitation is not None and self._chance.random() < self.recipe.imitation:
            return self.imitation
        if self.opponents and self._chance.random() < self.recipe.opponents:
            return self._chance.choice(self.opponents)
        return self._chance.choice(self.elders)

    def _between_elders(self) -> int:
        """Lessons between two networks that are kept as elders."""
        lessons = self.recipe.decisions / (self.recipe.games * self.recipe.steps)
        return max(1, round(lessons / (3 * self.recipe.elders)))

    def measured(self) -> dict[str, list[Lead]]:
        """The kept network alone among each kind of rival that there is."""
        found = {"policy": self._lead_over(None)}
        rivals = {"imitation": self.imitation, "forerunner": self.forerunner}
        rivals |= {f"opponent {number}": each for number, each in enumerate(self.opponents, 1)}
        for name, weights in rivals.items():
            if weights is not None:
                self.elder.load_state_dict(weights)
                found[name] = self._lead_over(self.elder)
        return found

    def _lead_over(self, rivals: Tower | None) -> list[Lead]:
        """Of the kept network over others; None are those who play in playouts."""
        recipe = self.recipe
        plan = plan_of(recipe, lone=POLICY if rivals is None else ELDER, style=1)
        tables = Engine(self._library, plan, recipe.measured_games, self.device)
        return measure(
            tables, recipe.game, self.pupil.average, rivals, recipe.measured_steps, 2**40 + self.lessons
        )

    def run(self, seconds: float) -> None:
        """Lessons for so long, or until all decisions are made; what came of them is measured at the end."""
        start = saved = looked = time.monotonic()
        before, at_first, wanted = self.seconds, self.decisions, self.recipe.decisions
        each = self.recipe.games * self.recipe.steps  # decisions of a lesson
        marks: Marks | None = None  # of lessons since the last measurement
        while self.decisions < wanted and time.monotonic() - start < seconds:
            begun = time.monotonic()
            marks = self.lesson()
            now = time.monotonic()
            if self.decisions - at_first == 2 * each:  # the first prepares what all others repeat
                print(told_cost((wanted - self.decisions) / each * (now - begun)), flush=True)
            self.seconds = before + now - start
            if now - looked > self.recipe.measure_every:
                looked = now
                self.tell(marks, (self.decisions - at_first) / (now - start))
                marks = None
            if now - saved > SAVE_EVERY:
                saved = now
                self.keep()
        self.keep()
        if marks is not None:
            self.tell(marks, (self.decisions - at_first) / (self.seconds - before))

    def tell(self, marks: Marks, rate: float) -> None:
        """A line for people, and one for the curve."""
        leads = {name: [asdict(lead) for lead in each] for name, each in self.measured().items()}
        line = {
            "decisions": self.decisions,
            "lessons": self.lessons,
            "seconds": self.seconds,
            "rate": rate,
            **asdict(marks),
            "leads": leads,
        }
        add_to_curve(self.folder, self.recipe, line)
        told = "  ".join(
            f"{name} "
            + " ".join(f"{each['players']}p {each['points']:+.2f}/{each['wins']:.0%}" for each in rows)
            for name, rows in leads.items()
        )
        print(
            f"{self.seconds:5.0f} s {short(self.decisions):>7} ({short(rate)}/s)"
            f"  entropy {marks.entropy:.3f}  change {marks.change:.4f}  known {marks.explained:.2f}  {told}",
            flush=True,
        )
