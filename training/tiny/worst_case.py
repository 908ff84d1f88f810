"""How much somebody could win who knew the network and played best against it, in Voodoo Prince in small.

Exact, by OpenSpiel's walk over all information states:

PYTHONPATH=.:src python -m training.tiny.worst_case runs/tiny
"""

import argparse
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pyspiel
import torch
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.policy import Policy, UniformRandomPolicy

from hexdeck.core.cards import Action, Card
from hexdeck.core.features import STYLES, features_for
from hexdeck.games.voodoo_prince import GAME
from hexdeck.games.voodoo_prince.law.rules import Setup, State, make_card
from training.folder import fitting
from training.network import Tower
from training.recipe import Recipe, RecipeRefused, read

TINY: Final = Setup(low=0, top=3, hand=3, goal=2)  # as in training.h
COLORS: Final = range(2)
DECK: Final = tuple(make_card(color, value) for color in COLORS for value in range(TINY.low, TINY.top + 1))
RANGE: Final = 4.0  # from two points behind to two ahead
RECIPE: Final = Path(__file__).with_name("tiny.toml")
DEALS: Final = tuple(  # of both hands; trump is the first colour, and seat 0 leads: all else mirrors that
    (one, other)
    for one in combinations(DECK, TINY.hand)
    for other in combinations([card for card in DECK if card not in one], TINY.hand)
)


class TinyState(State):
    """The law of the game, with other numbers."""

    @property
    def setup(self) -> Setup:
        return TINY


def dealt(hands: tuple[tuple[Card, ...], tuple[Card, ...]]) -> TinyState:
    usual = GAME.set_up(2, {"rounds": 1})
    state = TinyState(players=2, rounds=1, marshmallow=False, scores=[0, 0], needs=usual.needs)
    state.resolve((0,))
    state.resolve((COLORS[0],))
    left = [card for card in DECK if card not in (*hands[0], *hands[1])]
    state.resolve((*hands[0], *hands[1], *left))
    return state


class TinyGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=GAME.actions,
            max_chance_outcomes=len(DEALS),
            num_players=2,
            min_utility=-RANGE / 2,
            max_utility=RANGE / 2,
            utility_sum=0.0,
            max_game_length=2 * TINY.hand,
        )
        super().__init__(KIND, info, dict(given or {}))

    def new_initial_state(self) -> "TinyPosition":
        return TinyPosition(self)


class TinyPosition(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: TinyGame) -> None:
        super().__init__(game)
        self.law: TinyState | None = None
        self.story = ""  # what both have seen
        self.hands: tuple[tuple[Card, ...], ...] = ()

    def __deepcopy__(self, _: object) -> "TinyPosition":
        twin = TinyPosition(self.get_game())
        twin.law, twin.story, twin.hands = self.law and self.law.copy(), self.story, self.hands
        return twin

    def current_player(self) -> int:
        if self.law is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.law.is_over else self.law.turn

    def _legal_actions(self, player: int) -> list[Action]:
        assert self.law is not None
        return self.law.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, 1 / len(DEALS)) for number in range(len(DEALS))]

    def _apply_action(self, action: int) -> None:
        if self.law is None:
            self.hands = DEALS[action]
            self.law = dealt(DEALS[action])
            return
        self.story += f" {GAME.action_name(action)}"
        self.law.apply(self.law.turn, action)

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return f"{seat}: {' '.join(map(GAME.card_name, self.hands[seat]))} |{self.story}"

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else GAME.action_name(action)

    def is_terminal(self) -> bool:
        return self.law is not None and self.law.is_over

    def returns(self) -> list[float]:
        if self.law is None or not self.law.is_over:
            return [0.0, 0.0]
        lead = float(self.law.scores[0] - self.law.scores[1])
        return [lead, -lead]

    def __str__(self) -> str:
        return f"{self.hands}{self.story}"


KIND: Final = pyspiel.GameType(
    short_name="hexdeck_tiny_prince",
    long_name="Voodoo Prince in small",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
pyspiel.register_game(KIND, TinyGame)


class NetworkPolicy(Policy):  # type: ignore[misc]
    """Plays what the network likes best, or as likely as it says."""

    def __init__(self, game: TinyGame, tower: Tower, *, mixes: bool) -> None:
        super().__init__(game, [0, 1])
        self._tower, self._mixes = tower, mixes
        self._known: dict[str, dict[Action, float]] = {}

    def action_probabilities(self, state: TinyPosition, player_id: int | None = None) -> dict[Action, float]:
        seen = state.information_state_string(player_id)
        if seen not in self._known:
            self._known[seen] = self._asked(state)
        return self._known[seen]

    @torch.no_grad()
    def _asked(self, state: TinyPosition) -> dict[Action, float]:
        assert state.law is not None
        view = GAME.view(state.law, state.law.turn)
        own = features_for(GAME.name)
        first = self._tower.hidden[0]
        assert isinstance(first, torch.nn.Linear)
        bits = torch.zeros(1, first.in_features)
        bits[0, own.features(view, STYLES.index("points"))] = 1.0
        choices = [steps[0] for steps in own.steps(view, view.actions)]
        likings = self._tower(bits)[0][choices]
        if self._mixes:
            likely = torch.softmax(likings, 0).tolist()
            return dict(zip(view.actions, likely, strict=True))
        return {view.actions[int(likings.argmax())]: 1.0}


def tower_in(folder: Path) -> Tower:
    """The network of a training, or RecipeRefused."""
    with fitting(folder):
        weights = torch.load(folder / "state.pt", map_location="cpu")["average"]
        inputs, choices = weights["hidden.0.weight"].shape[1], features_for(GAME.name).LAYOUT.choices
        tower = Tower(inputs, read(RECIPE, Recipe).layers, choices)
        tower.load_state_dict(weights)
    return tower


def main(folder: Path) -> None:
    game = pyspiel.load_game(KIND.short_name)
    tower = tower_in(folder)
    policies = {
        "at random": UniformRandomPolicy(game),
        "as likely as the network says": NetworkPolicy(game, tower, mixes=True),
        "what the network likes best": NetworkPolicy(game, tower, mixes=False),
    }
    for name, policy in policies.items():
        found = nash_conv(game, policy) / game.num_players()
        print(f"{name}: {found:.4f} points, {found / RANGE:.2%} of the range", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="of a training by training/tiny/tiny.toml")
    try:
        main(parser.parse_args().folder)
    except RecipeRefused as refusal:
        parser.error(str(refusal))
