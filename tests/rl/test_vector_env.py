"""Many games at once: the arrays say what one game says, and the same seed gives the same games."""

from array import array
from random import Random
from typing import Any

import numpy as np
import pytest

from hexdeck.core.errors import IllegalAction, SetupRefused
from hexdeck.core.game import Options
from hexdeck.core.game_files import part_of
from hexdeck.core.registry import GAMES
from hexdeck.kernel.batch import STEPS, Batch
from hexdeck.rl import VectorEnv
from hexdeck.rl.one_game import OneGame
from hexdeck.rl.setting import REWARDS, Setting

SEEN = [game for game in GAMES if part_of(game, "ai.features") is not None]
SHORT: dict[str, Options] = {"voodoo_prince": {"rounds": 1}, "vampire_queen": {"phases": 1}}
every_game = pytest.mark.parametrize("game", GAMES)


class Twin:
    """A batch of one game that begins where another game stands."""

    def __init__(self, game: OneGame) -> None:
        setting = game.setting
        self.has_features = setting.has_features
        self.batch = Batch(
            game.position.copy(),
            1,
            features=self.has_features,
            style=setting.style,
            reward=setting.reward,
        )
        self.seats, self.mask = np.zeros(1, np.int8), np.zeros((1, self.batch.actions), np.uint8)
        self.words = np.zeros((1, self.batch.words), np.uint32)
        self.choices = np.zeros((1, self.batch.actions, STEPS), np.int16)

    def check(self, game: OneGame) -> None:
        self.batch.look(self.seats, self.mask, self.words if self.has_features else None)
        seat = game.asked[0]
        assert int(self.seats[0]) == seat
        assert np.flatnonzero(self.mask[0]).tolist() == game.legal(seat)
        if self.has_features:
            bits = np.unpackbits(self.words[0].view(np.uint8), bitorder="little")
            assert np.flatnonzero(bits).tolist() == game.features(seat)
            self.batch.steps(self.choices)
            steps = {
                int(action): tuple(step for step in self.choices[0, action].tolist() if step >= 0)
                for action in np.flatnonzero(self.choices[0, :, 0] >= 0)
            }
            assert steps == game.choices(seat)

    def step(self, action: int) -> tuple[bool, list[float]]:
        over, players = array("B", [0]), self.batch.players
        scores, rewards = np.zeros((1, players), np.int16), np.zeros((1, players), np.float32)
        self.batch.step(array("i", [action]), over, scores, rewards)
        return bool(over[0]), rewards[0].tolist()


@every_game
@pytest.mark.parametrize("number", range(4))
def test_many_games_are_asked_shown_and_paid_like_one(game: str, number: int) -> None:
    """Whenever chance has drawn, the batch begins anew where the game stands."""
    rng, rules = Random(number), GAMES[game]
    wanted = {
        option.name: rng.choice([one for one in option.choices if one not in option.for_people])
        for option in rules.options
    }
    setting = Setting.of(game, rng.choice(rules.players), wanted, rng.choice(REWARDS))
    one = OneGame(setting, number)
    twin, out_of_turn = Twin(one), 0
    for _ in range(400):
        twin.check(one)
        out_of_turn += one.out_of_turn
        seat = one.asked[0]
        action = rng.choice(one.legal(seat))
        chance = action != setting.wait and draws_after(one, seat, action)
        paid = one.answer(seat, action)
        over, rewards = twin.step(action)
        if not chance:
            assert over == one.is_over
            assert rewards == pytest.approx(paid)
        if one.is_over:
            break
        if chance:
            twin = Twin(one)
    assert (out_of_turn > 0) == rules.interrupts


def draws_after(game: OneGame, seat: int, action: int) -> bool:
    position = game.position.copy()
    position.apply(seat, action)
    return position.needs is not None


@every_game
def test_nobody_sees_what_others_choose_at_the_same_time(game: str) -> None:
    """Whatever the first of them chooses, the others see the same and may do the same."""
    rules, rng, secrets = GAMES[game], Random(2), 0
    options: Options = {"mode": "table"} if game == "voodoo" else {}  # where people vote on calls
    one = OneGame(Setting.of(game, rules.players[-1], options, "points"), 2)
    for _ in range(400):
        first, *others = one.asked
        if others and not one.out_of_turn:
            secrets += 1
            seen = []
            for action in rng.sample(one.legal(first), 2):
                twin = one.copy()
                twin.answer(first, action)
                seen.append([(twin.features(seat), twin.legal(seat)) for seat in others])
            assert seen[0] == seen[1]
        one.answer(first, rng.choice(one.legal(first)))
        if one.is_over or secrets == 10:
            break
    assert (secrets > 0) == (game in ("skull_queen", "voodoo"))


def told(env: VectorEnv, steps: int = 60) -> list[Any]:
    """All that the arrays say while the first legal action is played."""
    found = []
    for _ in range(steps):
        found.append((env.seats.tolist(), env.mask.tolist(), env.scores.tolist(), env.over.tolist()))
        env.step(env.mask.argmax(axis=1))
    return found


@every_game
def test_the_same_seed_gives_the_same_games(game: str) -> None:
    env = VectorEnv(game, 3, seed=5)
    first = told(env)
    assert told(VectorEnv(game, 3, seed=5)) == first
    assert told(VectorEnv(game, 3, seed=6)) != first
    env.random_actions()
    env.reset(seed=5)
    env.random_actions()
    assert told(env) == first


@every_game
def test_one_game_begins_anew_and_the_others_go_on(game: str) -> None:
    env = VectorEnv(game, 3, seed=5)
    beginning = env.mask[1].copy()
    for _ in range(8):
        env.step(env.mask.argmax(axis=1))
    before = env.mask.copy()
    env.reset([1], seed=5)
    assert env.mask[1].tolist() == beginning.tolist()
    assert env.mask[[0, 2]].tolist() == before[[0, 2]].tolist()
    assert (env.scores[1].tolist(), env.rewards[1].tolist(), bool(env.over[1])) == (
        [0] * env.players,
        [0.0] * env.players,
        False,
    )


@every_game
def test_games_that_are_not_there_cannot_be_begun_anew_and_none_is(game: str) -> None:
    env = VectorEnv(game, 3, seed=5)
    for _ in range(8):
        env.step(env.random_actions())
    before = arrays_of(env)
    for number in (-1, 3, 99):
        with pytest.raises(ValueError, match=f"no game has the number {number}: choose from 0 to 2"):
            env.reset([0, number])
    with pytest.raises(TypeError, match=r"the number of a game must be a whole number, not 0\.5"):
        env.reset([0, 0.5])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="2 marks do not fit this environment: it wants 3"):
        env.reset(np.array([True, False]))
    with pytest.raises(SetupRefused, match="“-1” is no seed: write a number from 0 to 18446744073709551615"):
        env.reset([0], seed=-1)
    env.reset([])
    env.reset(np.zeros(3, bool))
    assert arrays_of(env) == before


@every_game
def test_marks_name_games_like_numbers(game: str) -> None:
    marked, numbered = (VectorEnv(game, 3, seed=5) for _ in range(2))
    for env in (marked, numbered):
        for _ in range(8):
            env.step(env.mask.argmax(axis=1))
    marked.reset(np.array([True, False, True]), seed=9)
    numbered.reset([0, 2], seed=9)
    assert arrays_of(marked) == arrays_of(numbered)
    marked.reset(np.array([0, 2]), seed=3)
    numbered.reset(iter((0, 2)), seed=3)
    assert arrays_of(marked) == arrays_of(numbered)


def arrays_of(env: VectorEnv) -> list[Any]:
    arrays = (env.features, env.mask, env.seats, env.rewards, env.over, env.scores)
    return [array.tolist() for array in arrays]


@every_game
def test_rewards_add_up_to_the_result(game: str) -> None:
    players = GAMES[game].players[-1]
    envs = [VectorEnv(game, 4, players=players, options=SHORT.get(game), reward=one) for one in REWARDS]
    points, lead, win = (np.zeros((4, players)) for _ in REWARDS)
    ended = 0
    while ended < 3:
        actions = envs[0].random_actions()
        for env, sums in zip(envs, (points, lead, win), strict=True):
            env.step(actions)
            np.add(sums, env.rewards, out=sums)
        for number in np.flatnonzero(envs[0].over):
            scores = envs[0].scores[number]
            assert points[number].tolist() == scores.tolist()
            assert lead[number].sum() == pytest.approx(0, abs=1e-3)
            assert lead[number, 0] == pytest.approx(scores[0] - scores[1:].mean(), abs=1e-3)
            winners = scores == scores.max()
            assert win[number] == pytest.approx(winners / winners.sum())
            points[number] = lead[number] = win[number] = 0
            ended += 1


@every_game
def test_an_illegal_action_is_named_and_nothing_is_played(game: str) -> None:
    env = VectorEnv(game, 3, seed=1)
    before, right = env.mask.copy(), env.mask.argmax(axis=1)
    wrong = [*right[:2].tolist(), int(np.flatnonzero(~env.mask[2])[0])]
    with pytest.raises(IllegalAction, match=r"game 2 of the batch: not .* now: choose one of"):
        env.step(wrong)
    with pytest.raises(IllegalAction, match="game 2 of the batch"):
        env.step(np.array([*right[:2], 2**32 + right[2]]))
    with pytest.raises(TypeError, match="actions are whole numbers, not float64"):
        env.step(right * 1.0)
    env.reset([])
    assert env.mask.tolist() == before.tolist()


@every_game
def test_actions_and_features_have_names(game: str) -> None:
    env = VectorEnv(game, 2)
    assert len(env.action_names) == env.actions == env.mask.shape[1]
    assert env.action_names[: GAMES[game].actions] == [
        GAMES[game].action_name(action) for action in range(GAMES[game].actions)
    ]
    assert ("wait" in env.action_names) == GAMES[game].interrupts
    if game not in SEEN:
        with pytest.raises(SetupRefused, match="it has no features yet"):
            _ = env.features
        return
    assert env.bits().shape == (2, len(env.feature_names))


@pytest.mark.parametrize("game", SEEN)
def test_arrays_are_filled_in_place(game: str) -> None:
    env = VectorEnv(game, 2)
    arrays = (env.features, env.mask, env.seats, env.rewards, env.over, env.scores)
    before = env.features.copy()
    env.step(env.random_actions())
    assert (env.features != before).any()
    now = (env.features, env.mask, env.seats, env.rewards, env.over, env.scores)
    assert all(one is other for one, other in zip(arrays, now, strict=True))


@every_game
def test_choices_are_filled_in_place_and_say_what_new_ones_would(game: str) -> None:
    """Of all that was legal before nothing is left."""
    env = VectorEnv(game, 5, players=GAMES[game].players[-1], seed=3)
    kept = env.choices()
    assert not kept.flags.writeable
    for _ in range(120):
        env.step(env.random_actions())
        if env.over.any() or env.seats[0] == 0:  # not after every step
            assert np.shares_memory(env.choices(), kept)
            new = np.zeros_like(kept)
            env._batch.steps(new)
            assert np.array_equal(kept, new)
            waits = env.mask[:, GAMES[game].actions :]
            assert np.array_equal(
                kept[:, :, 0] >= 0, env.mask & ~np.pad(waits, ((0, 0), (GAMES[game].actions, 0)))
            )
    env.reset()
    kept = env.choices()
    assert (kept[:, :, 0] >= 0).any(axis=1).all()


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(SetupRefused, match="no reward is called “glory”: choose points, lead or win"):
        VectorEnv("voodoo", 1, reward="glory")
    with pytest.raises(SetupRefused, match="Voodoo is not for 9 players"):
        VectorEnv("voodoo", 1, players=9)
    with pytest.raises(SetupRefused, match="bots cannot play with dice=real"):
        VectorEnv("voodoo", 1, options={"dice": "real"})
    with pytest.raises(SetupRefused, match="a batch cannot have 0 games"):
        VectorEnv("voodoo", 0)
