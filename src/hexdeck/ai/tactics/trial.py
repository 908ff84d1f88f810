"""A bot before a suite: what it does in each position, and whether that is right."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random

from hexdeck.ai.bots import SECONDS, make_bot
from hexdeck.ai.bots.bot_seats import faults_of
from hexdeck.ai.external_bots.external_bot import OwnBot
from hexdeck.ai.external_bots.faults import Faults
from hexdeck.ai.tactics.suite import Suite, Tactic

SILENCE = "nothing"  # what it does who could speak up out of turn and does not


@dataclass(frozen=True, slots=True)
class Answer:
    tactic: Tactic
    did: str
    faults: tuple[Faults, ...] = ()  # of a bot of one's own, which then lost its turn

    @property
    def is_right(self) -> bool:
        return self.did in self.tactic.right

    def as_dict(self) -> dict[str, object]:
        return asdict(self.tactic) | {"did": self.did}


def answers(suite: Suite, bot: str, seconds: float = SECONDS) -> Iterator[Answer]:
    """One for each position, in their order; the same every time, unless the bot goes by the clock."""
    for number, (tactic, state) in enumerate(suite.positions()):
        view = suite.game.view(state, tactic.seat)
        player = make_bot(
            bot, suite.game.name, Random(f"{number}/{bot}"), options=suite.options, seconds=seconds
        )
        action = player.choose(view) if tactic.seat in view.to_move else player.interrupt(view)
        did = SILENCE if action is None else suite.game.action_name(action)
        if isinstance(player, OwnBot):
            player.leave(None)
        yield Answer(tactic, did, faults_of({tactic.seat: player}))
