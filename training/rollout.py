"""Tables played by networks: to learn from, and to measure."""

from collections import Counter
from dataclasses import dataclass, replace

import torch
from torch import nn

from training.engine import ELDER, GAME_OVER, HOT, LEARNER, NO_SEAT, Engine
from training.lesson import Story
from training.network import Tower, legal_only, mixing, players_at, unpacked
from training.replay import Replayed


def drawn(logits: torch.Tensor) -> torch.Tensor:
    """A choice of each row, as likely as its logit says."""
    noise = torch.rand_like(logits).clamp_min(1e-20).log().neg().log().neg()
    return (logits + noise).argmax(1)


@dataclass
class Tables:
    """Where play begins; all else lies in the engine and in the networks."""

    features: torch.Tensor


class Player:
    """Plays so many decisions at every table of an engine; the story is overwritten by the next."""

    def __init__(
        self, engine: Engine, steps: int, policy: Tower, critic: Tower, elder: nn.Module, heat: float
    ) -> None:
        self._engine, self._steps, self._heat = engine, steps, heat
        self._policy, self._critic, self._elder = policy, critic, elder
        self._play = Replayed(self._played)

    def play(self) -> Story:
        return self._play(Tables(self._engine.features))

    @torch.no_grad()
    def _played(self, _: object) -> Story:
        kept: dict[str, list[torch.Tensor]] = {name: [] for name in Story.__dataclass_fields__}
        engine = self._engine
        for _ in range(self._steps):
            seen = unpacked(engine.features)
            brains = engine.brains.unsqueeze(1)
            own, old = self._policy(seen), self._elder(seen)
            logits = torch.where(brains == ELDER, old, torch.where(brains == HOT, own / self._heat, own))
            logs = torch.log_softmax(legal_only(logits, engine.mask), dim=1)
            choices = drawn(logs)
            kept["features"].append(engine.features.clone())
            kept["unseen"].append(engine.unseen.clone())
            kept["mask"].append(engine.mask.clone())
            kept["seats"].append(engine.seats.clone())
            kept["learnt"].append(engine.brains == LEARNER)
            kept["choices"].append(choices)
            kept["likely"].append(logs.gather(1, choices.unsqueeze(1)).squeeze(1))
            kept["values"].append(self._critic(torch.cat((seen, unpacked(engine.unseen)), dim=1)).squeeze(1))
            engine.next(choices)
            kept["rewards"].append(engine.rewards.clone())
            kept["over"].append(engine.over.clone())
        return Story(**{name: torch.stack(rows) for name, rows in kept.items()})


@dataclass(frozen=True)
class Lead:
    """Of a lone player in whole matches with so many players."""

    players: int
    matches: int
    points: float  # over the mean of the others, a match
    error: float  # of that: 1.96 standard errors
    wins: float  # share of the matches, ties shared
    unended: int = 0  # more of them that were not over yet, and are left out


@torch.no_grad()
def measure(
    engine: Engine, game: str, policy: Tower, rivals: Tower | None, steps: int, seed: int
) -> list[Lead]:
    """How the policy, choosing as a bot would, does alone among rivals; `engine` seats them so.

    Only the first match of each table counts: of those that follow, most that end in time are short.
    """
    engine.first(seed)
    players = players_at(game, engine.features)
    lone = torch.full((engine.games,), -1, dtype=torch.int64, device=engine.seats.device)
    is_done = torch.zeros_like(engine.over, dtype=torch.bool)
    rows: list[torch.Tensor] = []
    for _ in range(steps):
        seen = unpacked(engine.features)
        is_lone = engine.brains == LEARNER
        logits = policy(seen)
        if rivals is not None:
            logits = torch.where(is_lone.unsqueeze(1), logits, rivals(seen))
        lone = torch.where(is_lone, engine.seats.long(), lone)
        logits = legal_only(logits, engine.mask)
        engine.next(torch.where(mixing(game, engine.features), drawn(logits), logits.argmax(1)))
        is_over = (engine.over & GAME_OVER).bool()
        ended = is_over & (lone >= 0) & ~is_done
        finals = engine.finals[ended].float()
        rows.append(torch.cat((lone[ended].unsqueeze(1).float(), finals), dim=1))
        is_done |= is_over
        if bool(is_done.all()):
            break
    unended = Counter(players[~is_done].tolist())
    return [replace(lead, unended=unended[lead.players]) for lead in leads(torch.cat(rows).cpu())]


def leads(rows: torch.Tensor) -> list[Lead]:
    """By number of players, of two matches or more; a row is the lone seat and the final scores."""
    found = []
    seat, finals = rows[:, 0].long(), rows[:, 1:]
    sitting = finals > NO_SEAT
    counts = sitting.sum(1)
    for players in sorted(set(counts.tolist())):
        here = counts == players
        if here.sum() < 2:
            continue
        scores, own = finals[here], finals[here].gather(1, seat[here].unsqueeze(1)).squeeze(1)
        others = (scores.masked_fill(~sitting[here], 0).sum(1) - own) / (players - 1)
        best = scores.max(1).values
        wins = (own == best).float() / (scores == best.unsqueeze(1)).sum(1)
        lead = own - others
        error = 1.96 * (lead.std() / len(lead) ** 0.5).item()
        found.append(Lead(players, len(lead), lead.mean().item(), error, wins.mean().item()))
    return found
