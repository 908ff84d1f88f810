"""What is learnt from decisions at many tables: proximal policy optimisation with each seat's returns."""

from dataclasses import dataclass

import torch

from training.engine import GAME_OVER, ROUND_OVER
from training.learner import Learner
from training.network import Tower, legal_only, unpacked
from training.recipe import Recipe, RecipeRefused, feature_named
from training.replay import Replayed


@dataclass
class Story:
    """What happened at every table, decision by decision: tensors with decisions first, then tables."""

    features: torch.Tensor
    unseen: torch.Tensor
    mask: torch.Tensor
    choices: torch.Tensor
    likely: torch.Tensor  # the logarithm of how likely the choice was
    values: torch.Tensor  # what the critic thought before it
    seats: torch.Tensor
    learnt: torch.Tensor  # whether the learner chose
    rewards: torch.Tensor  # of all seats, between this decision and the next
    over: torch.Tensor  # what ended in between: bits


def advantages(story: Story, trace: float, ends: int = GAME_OVER) -> tuple[torch.Tensor, torch.Tensor]:
    """How much better each decision went than the critic thought, and for which of them that is known.

    A decision is known once the same seat has decided again, or what `ends` its returns has come.
    """
    steps, games, seats = story.rewards.shape
    device = story.rewards.device
    since = torch.zeros(games, seats, device=device)  # rewards of each seat since its next decision
    next_value = torch.zeros(games, seats, device=device)
    gain = torch.zeros(games, seats, device=device)
    known = torch.zeros(games, seats, dtype=torch.bool, device=device)
    found = torch.zeros(steps, games, device=device)
    is_known = torch.zeros(steps, games, dtype=torch.bool, device=device)
    for step in reversed(range(steps)):
        ended = (story.over[step] & ends).bool().unsqueeze(1)
        since = torch.where(ended, story.rewards[step], since + story.rewards[step])
        next_value = next_value.masked_fill(ended, 0.0)
        gain = gain.masked_fill(ended, 0.0)
        known = known | ended
        seat = story.seats[step].long().unsqueeze(1)
        value = story.values[step].unsqueeze(1)
        was_known = known.gather(1, seat)
        change = since.gather(1, seat) + next_value.gather(1, seat) - value
        better = torch.where(was_known, change + trace * gain.gather(1, seat), 0.0)
        found[step], is_known[step] = better.squeeze(1), was_known.squeeze(1)
        gain = gain.scatter(1, seat, better)
        next_value = next_value.scatter(1, seat, value)
        since = since.scatter(1, seat, 0.0)
        known = known.scatter(1, seat, True)
    return found, is_known


FROM_STORY = ("features", "unseen", "mask", "choices", "likely")


@dataclass
class Rows:
    """Decisions of many tables in any order, with what became of them."""

    features: torch.Tensor
    unseen: torch.Tensor
    mask: torch.Tensor
    choices: torch.Tensor
    likely: torch.Tensor
    better: torch.Tensor
    returns: torch.Tensor


@dataclass
class Marks:
    """How a lesson went."""

    loss: float
    critic: float
    entropy: float
    change: float  # of the policy: an estimate of the Kullback-Leibler divergence
    explained: float  # share of the returns' variance that the critic knew before


class Pupil(Learner):
    """Policy and critic with their optimiser, and the running average of the policy that is kept."""

    def __init__(self, recipe: Recipe, policy: Tower, critic: Tower, average: Tower) -> None:
        self.policy, self.critic, self.average = policy, critic, average
        self._recipe = recipe
        device = next(policy.parameters()).device
        average.load_state_dict(policy.state_dict())
        self._rate = torch.tensor(recipe.rate, device=device)
        self._entropy_worth = torch.tensor(recipe.entropy, device=device)
        special = [feature_named(recipe.game, name) for name in recipe.entropy_times]
        self._special = torch.tensor(special, dtype=torch.int64, device=device)
        self._times = torch.tensor([times - 1.0 for times in recipe.entropy_times.values()], device=device)
        self.optimiser = torch.optim.Adam(
            [*policy.parameters(), *critic.parameters()],
            lr=self._rate,
            betas=(recipe.betas[0], recipe.betas[1]),
            capturable=device.type == "cuda",
        )
        super().__init__(policy=policy, critic=critic, average=average, optimiser=self.optimiser)
        ends = ROUND_OVER if recipe.by_round else GAME_OVER
        self._advantages = Replayed(lambda story: advantages(story, recipe.trace, ends))
        self._step = Replayed(self._learn_rows)

    def plays(self) -> dict[str, torch.Tensor]:
        """The weights that play."""
        weights: dict[str, torch.Tensor] = self.average.state_dict()
        return weights

    def learn(self, story: Story, progress: float) -> Marks:
        """One lesson; `progress` runs from 0 to 1 over the training."""
        recipe = self._recipe
        self._rate.fill_(recipe.rate * (recipe.last_rate / recipe.rate) ** progress)
        self._entropy_worth.fill_(recipe.entropy * (recipe.last_entropy / recipe.entropy) ** progress)
        for group in self.optimiser.param_groups:
            group["lr"] = self._rate
        better, known = self._advantages(story)
        chosen = torch.nonzero((known & story.learnt).flatten()).squeeze(1)
        if len(chosen) < 2:
            raise RecipeRefused(
                f"nobody decides twice in {recipe.steps} steps: the recipe needs more of them"
            )
        returns = (better + story.values).flatten()[chosen]
        better = better.flatten()[chosen]
        explained = 1.0 - (better.var() / returns.var().clamp_min(1e-6)).item()
        better = (better - better.mean()) / (better.std() + 1e-6)
        size = min(recipe.minibatch, len(chosen))
        sums = torch.zeros(4, device=better.device)
        count = recipe.epochs * (len(chosen) // size)
        for _ in range(recipe.epochs):
            order = torch.randperm(len(chosen), device=better.device)
            for at in range(len(chosen) // size):
                rows = order[at * size : (at + 1) * size]
                places = chosen[rows]
                seen = {name: getattr(story, name).flatten(0, 1)[places] for name in FROM_STORY}
                sums += self._step(Rows(**seen, better=better[rows], returns=returns[rows]))
        loss, critic, entropy, change = (sums / count).tolist()
        return Marks(loss, critic, entropy, change, explained)

    def _learn_rows(self, rows: Rows) -> torch.Tensor:
        recipe = self._recipe
        seen = unpacked(rows.features)
        logs = torch.log_softmax(legal_only(self.policy(seen), rows.mask), dim=1)
        likely = logs.gather(1, rows.choices.unsqueeze(1)).squeeze(1)
        shift = likely - rows.likely
        ratio = shift.exp()
        gain = torch.min(ratio * rows.better, ratio.clamp(1 - recipe.clip, 1 + recipe.clip) * rows.better)
        entropy = -(logs.exp() * logs.clamp_min(-30.0)).sum(1)
        worth = self._entropy_worth * (1.0 + (seen[:, self._special] * self._times).sum(1))
        values = self.critic(torch.cat((seen, unpacked(rows.unseen)), dim=1)).squeeze(1)
        critic = recipe.critic * (values - rows.returns).square().mean()
        loss = -gain.mean() + critic - (worth * entropy).mean()
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), recipe.gradient)
        torch.nn.utils.clip_grad_norm_(self.critic.parameters(), recipe.gradient)
        self.optimiser.step()
        with torch.no_grad():
            kept, new = tuple(self.average.parameters()), tuple(self.policy.parameters())
            torch._foreach_lerp_(kept, new, 1.0 - recipe.average)
            return torch.stack((loss, critic, entropy.mean(), (ratio - 1 - shift).mean())).detach()
