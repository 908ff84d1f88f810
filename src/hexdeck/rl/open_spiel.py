"""The games for OpenSpiel: import this, and pyspiel.load_game("hexdeck_voodoo_prince(players=4,rounds=1)").

Chance is explicit, one die or card at a time.  Seats that choose at the same time choose one after the other,
and none sees what another chose.  An information state is all that a seat has seen happen and has done, as
text; an observation is what it sees now, as features.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from hexdeck.core.cards import Action, Seat
from hexdeck.core.chance import Roll
from hexdeck.core.errors import ChanceRefused, NotYourTurn
from hexdeck.core.game import AnyGame
from hexdeck.core.registry import GAMES
from hexdeck.rl.bounds import bounds_of, utilities
from hexdeck.rl.missing import missing
from hexdeck.rl.one_game import OneGame, paid
from hexdeck.rl.setting import Setting

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error, "open_spiel") from None

NAME: Final = "hexdeck_{game}"
SEEDS: Final = 2**53  # as many as a fraction can tell apart
MOST_DRAWN: Final = 128  # a die or card is below this
UTILITIES: Final = {
    "points": pyspiel.GameType.Utility.GENERAL_SUM,
    "lead": pyspiel.GameType.Utility.ZERO_SUM,
    "win": pyspiel.GameType.Utility.CONSTANT_SUM,
}


class Story:
    """A game with what each seat saw of it."""

    def __init__(self, setting: Setting) -> None:
        self.game = OneGame(setting, None)
        self.drawn: tuple[int, ...] = ()  # dice or cards of an outcome that is not complete
        self.seen: tuple[tuple[str, ...], ...] = ((),) * setting.players

    def __deepcopy__(self, _: object) -> Self:
        twin = type(self).__new__(type(self))
        twin.game, twin.drawn, twin.seen = self.game.copy(), self.drawn, self.seen
        return twin

    def chances(self) -> list[tuple[int, float]]:
        """What the next die or card can be, and how likely each is."""
        due = self.game.position.due
        assert due is not None, "OpenSpiel asks at chance nodes only"
        if isinstance(due, Roll):
            return [(side, 1 / due.sides) for side in range(due.sides)]
        left = Counter(due.cards)
        left.subtract(self.drawn)
        return [(card, count / left.total()) for card, count in sorted(left.items()) if count]

    def draw(self, number: int) -> None:
        """Take the next die or card, or ChanceRefused."""
        due = self.game.position.due
        assert due is not None, "OpenSpiel draws at chance nodes only"
        possible = [one for one, _ in self.chances()]
        if number not in possible:
            known = ", ".join(map(str, possible))
            raise ChanceRefused("{number} cannot come now: choose one of {known}", number=number, known=known)
        self.drawn = (*self.drawn, number)
        if len(self.drawn) == (due.dice if isinstance(due, Roll) else len(due.cards)):
            self.game.resolve(self.drawn)
            self.drawn = ()
            self._tell({})

    def redealt(self, seat: Seat, seed: int) -> Self:
        """A world that agrees with all that the seat which is asked has seen; what others see is of it."""
        twin = type(self).__new__(type(self))
        twin.game, twin.drawn = self.game.redealt(seat, seed), ()
        views = map(twin.game.position.view, range(len(self.seen)))
        twin.seen = tuple(
            seen if other == seat else (repr(view),)
            for other, (seen, view) in enumerate(zip(self.seen, views, strict=True))
        )
        return twin

    def act(self, seat: Seat, action: Action) -> None:
        self.game.answer(seat, action)
        self._tell({seat: f"do {self.game.setting.action_names[action]}"}, action == self.game.setting.wait)

    def _tell(self, own: Mapping[Seat, str], nothing_happened: bool = False) -> None:
        """What just happened, as each seat saw it; whoever acted knows that too."""
        law = self.game.position.law()
        events = self.game.setting.game.events
        self.seen = tuple(
            (
                *seen,
                *([own[seat]] if seat in own else []),
                *([] if nothing_happened else map(repr, events(law, seat))),
            )
            for seat, seen in enumerate(self.seen)
        )


class Game(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, rules: AnyGame, given: Mapping[str, Any]) -> None:
        named = parameters(rules) | dict(given)
        options = {option.name: named[option.name] for option in rules.options}
        self.setting = Setting.of(rules.name, named["players"], options, named["reward"])
        self.actions = len(self.setting.action_names)
        super().__init__(type_of(rules, named["reward"]), self._info(), dict(given))

    def _info(self) -> Any:
        reward, (least, most) = self.setting.reward, utilities(self.setting)
        return pyspiel.GameInfo(
            num_distinct_actions=self.actions,
            max_chance_outcomes=MOST_DRAWN,
            num_players=self.setting.players,
            min_utility=least,
            max_utility=most,
            utility_sum={"points": None, "lead": 0.0, "win": 1.0}[reward],
            max_game_length=bounds_of(self.setting).choices,
        )

    def __reduce__(self) -> tuple[object, ...]:
        """By name: its class has none of its own."""
        return loaded, (str(self),)

    def new_initial_state(self) -> "State":
        return State(self, self.setting)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        del params
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.setting, recalls=recalls)


class State(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: Game, setting: Setting) -> None:
        super().__init__(game)
        self.story = Story(setting)

    def current_player(self) -> int:
        game = self.story.game
        if game.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if game.position.needs else game.asked[0]

    def _legal_actions(self, player: int) -> list[int]:
        game = self.story.game
        return game.legal(player) if player in game.asked[:1] else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.story.chances()

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.story.draw(action)
        else:
            self.story.act(self.current_player(), action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{self.story.game.position.needs} {action}"
        return self.story.game.setting.action_names[action]

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> "State":
        """A state that the seat which is asked cannot tell from this one; it has no history."""
        if player != self.current_player() or player < 0:
            raise NotYourTurn(f"nothing can be dealt anew for seat {player}: only for the one that is asked")
        world: State = self.get_game().new_initial_state()
        world.story = self.story.redealt(player, int(rng() * SEEDS))
        return world

    def is_terminal(self) -> bool:
        return self.story.game.is_over

    def returns(self) -> list[float]:
        """Nothing before the end."""
        game = self.story.game
        scores = game.position.scores
        if not game.is_over:
            return [0.0] * len(scores)
        return paid(game.setting.reward, [0] * len(scores), scores, is_over=True)

    def __str__(self) -> str:
        """All that happened."""
        return " ".join(map(str, self.history()))


class Observer:
    """Features as numbers, or what a seat saw as text."""

    def __init__(self, setting: Setting, *, recalls: bool) -> None:
        self._recalls = recalls
        size = len(setting.feature_names) if setting.has_features and not recalls else 0
        self.tensor: npt.NDArray[np.float32] | None = np.zeros(size, np.float32) if size else None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if self.tensor is not None:
            self.dict["features"] = self.tensor

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        game = state.story.game
        if not (game.is_over or game.position.needs):
            self.tensor[game.features(player)] = 1

    def string_from(self, state: State, player: int) -> str:
        story = state.story
        if self._recalls:
            return "\n".join(story.seen[player])
        return repr(story.game.position.view(player))


def parameters(rules: AnyGame) -> dict[str, int | str]:
    """What can be said when a game is loaded, with what is meant otherwise."""
    options = {option.name: option.default for option in rules.options}
    return {"players": rules.players[0], "reward": "lead", **options}


def type_of(rules: AnyGame, reward: str) -> Any:
    has_features = Setting.of(rules.name, None, None, reward).has_features
    return pyspiel.GameType(
        short_name=NAME.format(game=rules.name),
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=UTILITIES[reward],
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.players[-1],
        min_num_players=rules.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=has_features,
        parameter_specification=parameters(rules),
    )


def kind_of(rules: AnyGame) -> type[Game]:
    """A class, for OpenSpiel drops what it was given when Python has already ended, and classes stand it."""

    class OfOneKind(Game):
        def __init__(self, given: Mapping[str, Any] | None = None) -> None:
            super().__init__(rules, given or {})

    return OfOneKind


def loaded(name: str) -> Any:
    """What `pyspiel.load_game` makes of a name; whoever calls this has the games registered."""
    return pyspiel.load_game(name)


KINDS: Final = [kind_of(rules) for rules in GAMES.values()]
for _rules, _kind in zip(GAMES.values(), KINDS, strict=True):
    pyspiel.register_game(type_of(_rules, "lead"), _kind)
