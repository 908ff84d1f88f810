"""An imitation of search: what it chose in recorded games, learnt by heart; a rival to train with."""

import multiprocessing
import os
import shutil
import time
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TypeAlias

import torch

from hexdeck.ai.bots.bot_seats import let_bots_play
from hexdeck.ai.bots.search_bot import SearchBot
from hexdeck.core.cards import Action
from hexdeck.core.features import features_for, fingerprint, next_choices
from hexdeck.core.game import View
from hexdeck.core.record import Player, new_header
from hexdeck.core.registry import game_named
from hexdeck.core.table import Table
from hexdeck.kernel import kernel_of, network_module
from training.divergence import are_finite
from training.folder import IMITATION, fitting, save
from training.network import Tower, legal_only, policy_tower, unpacked
from training.recipe import Recipe, RecipeRefused

CHUNK = 500  # choices of one piece of work
BOTH = 1  # the style whose goals are those of search

Data: TypeAlias = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
CHOICES = ("seen", "legal", "chosen")  # parts of a chunk
Row = tuple[list[int], list[int], int]  # features that are set, choices that are legal, the one that was made


class Recording:
    """A search bot that notes what it saw and chose."""

    def __init__(self, recipe: Recipe, rng: Random, rows: list[Row]) -> None:
        kernel, network = kernel_of(recipe.game), network_module()
        assert kernel is not None, "search needs the kernel"
        assert network is not None, "what the kernels share is compiled with them"
        self._kernel, self._network = kernel, network
        self._search = SearchBot(recipe.game, recipe.imitated, rng)
        self._rows = rows

    def interrupt(self, view: View) -> Action | None:
        return self._search.interrupt(view)

    def choose(self, view: View) -> Action:
        action = self._search.choose(view)
        if len(view.actions) > 1:
            knowledge = self._kernel.Knowledge(view)
            ways = self._network.steps(knowledge, view.actions)
            way = ways[view.actions.index(action)]
            for at, choice in enumerate(way):
                seen = self._network.features(knowledge, BOTH, way[:at])
                self._rows.append((seen, next_choices(ways, way[:at]), choice))
        return action


def record(work: tuple[Recipe, int, int]) -> list[Row]:
    """At least so many choices of search, at tables as the recipe deals them."""
    recipe, seed, wanted = work
    rng, rows, game = Random(seed), list[Row](), game_named(recipe.game)
    while len(rows) < wanted:
        kind = rng.choices(recipe.tables, [each.weight for each in recipe.tables])[0]
        players = [Player(f"seat {seat}", "search") for seat in range(kind.players)]
        secret = rng.randbytes(32)
        table = Table(new_header(game, players, kind.options, seed=secret), secret)
        table.open()
        bots = {seat: Recording(recipe, rng, rows) for seat in range(kind.players)}
        for _ in let_bots_play(table, bots):
            pass
    return rows


def packed(rows: list[list[int]], words: int) -> torch.Tensor:
    """Bits in words, a row for each list of numbers."""
    bits = torch.zeros(len(rows), words * 32, dtype=torch.bool)
    for at, numbers in enumerate(rows):
        bits[at, numbers] = True
    worth = (1 << torch.arange(32, dtype=torch.int64)).unsqueeze(0)
    folded = (bits.view(len(rows), words, 32).long() * worth).sum(2)
    return torch.where(folded >= 2**31, folded - 2**32, folded).to(torch.int32)


def record_chunk(work: tuple[Recipe, int, Path]) -> int:
    """Record the chunk of this number into a file; how many choices it has."""
    recipe, number, chunks = work
    seen, legal, chosen = zip(*record((recipe, recipe.seed + number, CHUNK)), strict=True)
    layout = features_for(recipe.game).LAYOUT
    words = (-(-layout.size // 32), -(-layout.choices // 32))
    found = (packed(list(seen), words[0]), packed(list(legal), words[1]), torch.tensor(chosen))
    save(chunks, {f"{number}.pt": dict(zip(CHOICES, found, strict=True))})
    return len(chosen)


def recorded(recipe: Recipe, wanted: int, processes: int, folder: Path) -> Data:
    """Features and legal choices in words, and what was chosen, from games on all processors.

    Chunks of them are kept in the folder as they are finished: whoever is killed goes on with the others.
    """
    chunks = chunks_of(recipe, folder)
    chunks.mkdir(exist_ok=True)
    names = [chunks / f"{number}.pt" for number in range(-(-wanted // CHUNK))]
    work = [(recipe, number, chunks) for number, name in enumerate(names) if not name.exists()]
    if work:
        _record_all(work, min(processes, len(work)))
    with fitting(chunks):
        found = [torch.load(name) for name in names]
    seen, legal, chosen = (torch.cat([chunk[part] for chunk in found]) for part in CHOICES)
    print(f"{len(chosen)} choices of search", flush=True)
    return seen, legal, chosen


def chunks_of(recipe: Recipe, folder: Path) -> Path:
    """Where they lie: choices of other tables or another search lie elsewhere."""
    what = (recipe.game, recipe.tables, recipe.imitated, recipe.seed, CHUNK, fingerprint(recipe.game))
    return folder / f"choices-{sha256(repr(what).encode()).hexdigest()[:12]}"


def _record_all(work: list[tuple[Recipe, int, Path]], processes: int) -> None:
    start, choices = time.monotonic(), 0
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for done, found in enumerate(pool.imap_unordered(record_chunk, work), 1):
            choices += found
            if done == 1:  # all processes are about as far
                left = (time.monotonic() - start) * (len(work) / processes - 1)
                print(f"recording {len(work)} chunks: about {left / 60:.0f} minutes to go", flush=True)
            print(f"\r{choices} choices recorded", end="", flush=True)
    print()


def imitate_search(recipe: Recipe, folder: Path, choices: int, device: torch.device) -> None:
    """Learn so many choices of search by heart, unless this folder has an imitation already."""
    if (folder / IMITATION).exists():
        return
    data = recorded(recipe, choices, os.cpu_count() or 1, folder)
    save(folder, {IMITATION: imitated(recipe, data, device).state_dict()})
    shutil.rmtree(chunks_of(recipe, folder))


def imitated(recipe: Recipe, data: Data, device: torch.device) -> Tower:
    """A policy that chooses like search; says how often, for choices that it has not learnt from.

    RecipeRefused where that went astray.
    """
    torch.manual_seed(recipe.seed)
    seen, legal, chosen = (each.to(device) for each in data)
    tower = policy_tower(seen.shape[1], recipe.layers, features_for(recipe.game).LAYOUT.choices).to(device)
    rate, decay = recipe.imitation_rate, recipe.imitation_decay
    optimiser = torch.optim.AdamW(tower.parameters(), lr=rate, weight_decay=decay)
    order = torch.randperm(len(seen), device=device)
    kept, learnt = order[: len(order) // 20], order[len(order) // 20 :]
    for _ in range(recipe.imitation_epochs):
        for rows in learnt[torch.randperm(len(learnt), device=device)].split(recipe.imitation_minibatch):
            logits = legal_only(tower(unpacked(seen[rows])), legal[rows])
            optimiser.zero_grad()
            torch.nn.functional.cross_entropy(logits, chosen[rows]).backward()
            optimiser.step()
    if not are_finite(tower):
        raise RecipeRefused("the imitation came to numbers without end: write a lower imitation_rate")
    with torch.no_grad():
        guesses = legal_only(tower(unpacked(seen[kept])), legal[kept]).argmax(1)
    print(f"chooses like search in {(guesses == chosen[kept]).float().mean():.1%} of {len(kept)} new choices")
    return tower
