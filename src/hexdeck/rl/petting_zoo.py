"""The games for PettingZoo: seats in turn (AEC), or all who choose at the same time at once (parallel)."""

from typing import Any, ClassVar

from hexdeck.core.cards import Action, Seat
from hexdeck.core.errors import IllegalAction, SeatUnknown
from hexdeck.core.feature_layout import Steps
from hexdeck.core.game import Options
from hexdeck.rl.missing import missing
from hexdeck.rl.observing import Observation, observation_space, observed
from hexdeck.rl.one_game import OneGame, no_game
from hexdeck.rl.setting import WAIT, Setting, whole

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as error:
    raise missing(error) from None


class Seats:
    """What both kinds have in common: agents named after seats, spaces, chance for one game after another."""

    can_always_wait: ClassVar[bool]  # whoever is not asked has an answer, too

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Options | None = None,
        *,
        reward: str = "points",
    ) -> None:
        setting = Setting.of(game, players, options, reward)
        actions = setting.wait + 1 if self.can_always_wait else len(setting.action_names)
        self.setting = setting
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.players)]
        self.agents: list[str] = []
        self.render_mode = None
        self._actions = actions
        seen = observation_space(setting, actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._chance = seeding.np_random()[0]
        self._begun: OneGame | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def choices(self, agent: str) -> dict[Action, Steps]:
        """The choices in slots that make up each legal action of the agent, if it is asked."""
        return self._game.choices(self._seat(agent))

    @property
    def _game(self) -> OneGame:
        """The one that was begun last."""
        if self._begun is None:
            raise no_game()
        return self._begun

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._chance = seeding.np_random(seed)[0]
        self._begun = OneGame(self.setting, int(self._chance.integers(2**63)))
        self.agents = self.possible_agents.copy()

    def _seat(self, agent: str) -> Seat:
        if agent not in self.possible_agents:
            raise SeatUnknown(
                f"no agent is called {agent!r}: choose one of {', '.join(self.possible_agents)}"
            )
        return self.possible_agents.index(agent)


class SeatsInTurn(Seats, AECEnv[str, Observation, Action | None]):
    """AEC: `agent_selection` is the seat that is asked."""

    metadata: ClassVar[dict[str, Any]] = {"name": "hexdeck_v0", "render_modes": []}
    can_always_wait = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        del options
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._game.asked[0]]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._begun is None:
            raise no_game()
        return super().last(observe)

    def observe(self, agent: str) -> Observation:
        seat = self._seat(agent)
        is_asked = seat in self._game.asked[:1]
        return observed(self._game, seat, self._actions, self._game.legal(seat) if is_asked else [])

    def step(self, action: Action | None) -> None:
        if not self.agents:
            raise no_game()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        paid = self._game.answer(self._seat(agent), whole("an action", action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, paid, strict=True))
        self._accumulate_rewards()
        if self._game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._game.asked[0]]

    def render(self) -> None:
        """Nothing: `hexdeck play` shows games."""

    def close(self) -> None:
        """Nothing is open."""


class SeatsAtOnce(Seats, ParallelEnv[str, Observation, Action]):
    """Parallel: all seats answer every step, and those who are not asked can only wait.

    Whoever chooses at the same time is asked at the same time.  Of several who act out of turn at once the
    first after the seat to move is heard; the others are asked again.  An illegal action is refused, or with
    `replaces` something legal is drawn instead and the agent's info says so.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "hexdeck_parallel_v0", "render_modes": []}
    can_always_wait = True

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Options | None = None,
        *,
        reward: str = "points",
        replaces: bool = False,
    ) -> None:
        super().__init__(game, players, options, reward=reward)
        self._replaces = replaces

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        del options
        self._begin(seed)
        return self._observations(), {agent: {"is_replaced": False} for agent in self.agents}

    def step(
        self, actions: dict[str, Action]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        if not self.agents:
            raise no_game()
        agents = self.agents
        self._check_all_answer(actions)
        given = [whole(f"the action of {agent}", actions[agent]) for agent in agents]
        answers = self._with_legal_ones(given) if self._replaces else given
        paid = self._play(answers)
        observations, is_over = self._observations(), self._game.is_over
        if is_over:
            self.agents = []
        return (
            observations,
            dict(zip(agents, paid, strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, False),
            {
                agent: {"is_replaced": answer != wanted}
                for agent, answer, wanted in zip(agents, answers, given, strict=True)
            },
        )

    def _check_all_answer(self, actions: dict[str, Action]) -> None:
        silent = [agent for agent in self.agents if agent not in actions]
        if silent:
            raise IllegalAction(
                f"no action came from {', '.join(silent)}: all seats answer every step,"
                f" those who are not asked with {self.setting.wait}, {WAIT}"
            )

    def _with_legal_ones(self, answers: list[Action]) -> list[Action]:
        """The same answers, but for what a seat may not do something that it may."""
        every_legal = map(self._legal, range(len(answers)))
        return [
            answer if answer in legal else legal[int(self._chance.integers(len(legal)))]
            for answer, legal in zip(answers, every_legal, strict=True)
        ]

    def _play(self, answers: list[Action]) -> list[float]:
        """What all are paid; an answer that may not be is refused before any is played."""
        game, wait = self._game, self.setting.wait
        asked, out_of_turn, sums = game.asked, game.out_of_turn, [0.0] * len(answers)
        for seat, answer in enumerate(answers):
            if seat in asked or answer != wait:
                game.check(seat, answer)
        for seat in asked:
            paid = game.answer(seat, answers[seat])
            sums = [one + more for one, more in zip(sums, paid, strict=True)]
            if out_of_turn and answers[seat] != wait:
                break
        return sums

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observe(seat) for seat, agent in enumerate(self.agents)}

    def _observe(self, seat: Seat) -> Observation:
        return observed(self._game, seat, self._actions, self._legal(seat))

    def _legal(self, seat: Seat) -> list[Action]:
        return [] if self._game.is_over else self._game.legal(seat) or [self.setting.wait]
