"""The engine's tables, on the processor; without PyTorch this is skipped by name."""

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'hexdeck[train]'")

from hexdeck.core.features import features_for, is_value_network  # noqa: E402
from hexdeck.core.registry import GAMES  # noqa: E402
from hexdeck.games.skull_queen.ai.features import COLORS, FELL, SIDE, SPACE  # noqa: E402
from hexdeck.games.skull_queen.law.planks import LENGTH  # noqa: E402
from hexdeck.games.skull_queen.law.rules import SETUPS  # noqa: E402
from training.engine import (  # noqa: E402
    ELDER,
    GAME_OVER,
    LEARNER,
    POLICY,
    Engine,
    Plan,
    compiled,
    plan_of,
)
from training.recipe import FOLDER, Recipe, Tables, read  # noqa: E402

RECIPES = sorted(path for path in FOLDER.rglob("*.toml") if path.stem != "voodoo")
SKULL_QUEEN = FOLDER / "skull_queen.toml"
CPU = torch.device("cpu")
STEPS = 600
TOLD = ("features", "unseen", "mask", "rewards", "seats", "brains", "over", "finals")


def tables(game: str, plan: Plan) -> Engine:
    engine = Engine(compiled(game, CPU), plan, 32, CPU)
    engine.first(7)
    torch.manual_seed(1)
    return engine


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
@pytest.mark.parametrize("path", RECIPES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_the_gpu_plays_as_the_processor_does(path: Path) -> None:
    """The same choices lead to the same tables, bit by bit; a reward is a sum of fractions."""
    recipe = read(path, Recipe)
    engines = [
        Engine(compiled(recipe.engine or recipe.game, device), plan_of(recipe), 2_048, device)
        for device in (CPU, torch.device("cuda"))
    ]
    for engine in engines:
        engine.first(7)
    torch.manual_seed(1)
    for _ in range(STEPS // 4):
        ours, theirs = ({name: getattr(engine, name).cpu() for name in TOLD} for engine in engines)
        assert all(torch.equal(ours[name], theirs[name]) for name in TOLD if name != "rewards")
        assert torch.allclose(ours["rewards"], theirs["rewards"], atol=1e-4)
        choices = torch.multinomial(bits(ours["mask"]).float(), 1).squeeze(1)
        for engine in engines:
            engine.next(choices.to(engine.mask.device))


def bits(words: Any) -> Any:
    """A tensor of words as one of bits."""
    return ((words.unsqueeze(-1) >> torch.arange(32, dtype=torch.int32)) & 1).flatten(1)


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_matches_are_played_to_their_end(path: Path) -> None:
    """Forced moves are no decisions, and who plays for points gains what the others lose."""
    recipe = read(path, Recipe)
    engine = tables(recipe.engine or recipe.game, plan_of(recipe, style=0))
    layout = features_for(recipe.game).LAYOUT
    assert (engine.sizes.features, engine.sizes.choices) == (layout.size, layout.choices)
    ended = 0
    for _ in range(STEPS):
        legal = bits(engine.mask)
        assert (legal.sum(1) > 1).all()
        engine.next(torch.multinomial(legal.float(), 1).squeeze(1))
        assert engine.rewards.sum(1).abs().max() < 1e-4
        ended += int((engine.over & GAME_OVER).sum())
    assert ended > 0


@pytest.mark.parametrize(("share", "most"), [(0.0, 0), (0.5, 2), (1.0, 4)])
@pytest.mark.parametrize("game", [game for game in GAMES if not is_value_network(game)])
def test_elders_have_their_share_of_the_seats(game: str, share: float, most: int) -> None:
    """Of five seats one learns at least."""
    recipe = Recipe(game, [Tables(5)], elder_tables=1.0, elder_seats=share, hot=0.0, anything=0.0, policy=0.0)
    engine = tables(game, plan_of(recipe))
    elders: list[set[int]] = [set() for _ in range(engine.games)]
    playing = [True] * engine.games
    for _ in range(100):
        for table in range(engine.games):
            if playing[table] and engine.brains[table] != LEARNER:
                assert engine.brains[table] == ELDER
                elders[table].add(int(engine.seats[table]))
        engine.next(torch.multinomial(bits(engine.mask).float(), 1).squeeze(1))
        playing = [
            on and not over for on, over in zip(playing, (engine.over & GAME_OVER).tolist(), strict=True)
        ]
    assert {len(seats) for seats in elders} == {most}


def test_pirates_stand_where_they_were_placed() -> None:
    """A side and four spaces, chosen in a row, are the plank that the seat sees before its first card."""
    engine = tables("skull_queen", plan_of(read(SKULL_QUEEN, Recipe), lone=POLICY))
    layout = features_for("skull_queen").LAYOUT
    decided: list[list[int]] = [[] for _ in range(engine.games)]
    compared = 0
    for _ in range(60):
        seen, legal = bits(engine.features), bits(engine.mask)
        choices = torch.multinomial(legal.float(), 1).squeeze(1)
        for at, choice in enumerate(choices.tolist()):
            if choice >= SIDE:
                assert seen[at, layout["placing"] + len(decided[at])]
                decided[at].append(choice)
                continue
            players = 2 + seen[at, layout["players"] : layout["players"] + 5].tolist().index(1)
            if sum(seen[at, layout["size of the hand"] :][:14]) == SETUPS[players].hand:
                side, spaces = decided[at][0] - SIDE, [choice - SPACE for choice in decided[at][1:]]
                stands = seen[at, layout["pirate"] :][: COLORS * (FELL + 1)].nonzero().flatten().tolist()
                assert stands == [
                    slot * (FELL + 1) + side * LENGTH + space for slot, space in enumerate(spaces)
                ]
                compared += 1
            decided[at] = []
        engine.next(choices)
    assert compared > 30
