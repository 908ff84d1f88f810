"""Lets the bots of a table play, one after the other, until a person must choose."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from hexdeck.server.base.fair_queue import Requester
from hexdeck.server.base.logs import log_trouble, table_mark
from hexdeck.server.base.refusals import Outdated, TableUnknown
from hexdeck.server.bots.bot_request import Luck, Question, Thinker
from hexdeck.server.bots.memories import Memories
from hexdeck.server.store.documents import Document
from hexdeck.server.tables.live_table import BotTurn, LiveTable
from hexdeck.server.tables.table_services import TableServices

PACES: Final = {"instant": 0.0, "quick": 0.25, "normal": 0.7, "calm": 1.5}  # seconds before a bot acts
GOING_ON: Final = {"instant": 0.0, "quick": 0.02, "normal": 0.04, "calm": 0.7}  # between choices of one turn
ANSWERS: Final = {**PACES, "normal": 1.5, "calm": 3.0}  # to a person, who may take back what they did


def pause_before(turn: BotTurn, pace: str, *, may_be_undone: bool) -> float:
    """Seconds until a bot acts, so that people can follow and a turn of many choices does not take long."""
    if turn.interrupts:
        return 0.0
    return (ANSWERS if may_be_undone else GOING_ON if turn.goes_on else PACES)[pace]


def requester_of(document: Document) -> Requester:
    """Charge bots' turns to the address that made their table, then to its host, then to the table.

    Where the address is not known, the host stands for it: such tables must not all share one place.
    """
    host = document.host or document.tournament or document.code
    return Requester(document.origin or host, host, document.code)


class BotDriver:
    def __init__(
        self, house: TableServices, thinker: Thinker, work_on: Callable[[Coroutine[Any, Any, None]], None]
    ) -> None:
        self._house = house
        self.thinker = thinker
        self._memories = Memories()
        self._work_on = work_on
        self.busy: set[str] = set()  # tables whose bots are at work

    def wake(self, live: LiveTable) -> None:
        """If it is a bot's turn, and ours to look after."""
        if not self._house.is_ready or live.code in self.busy or live.next_bot() is None:
            return
        if self._house.company.cares_for(live.code):
            self.busy.add(live.code)
            self._work_on(self._drive(live))

    async def _drive(self, live: LiveTable) -> None:
        try:
            while self._house.is_ready and await self._let_bot_act(live):
                pass
        finally:
            self.busy.discard(live.code)

    async def _let_bot_act(self, live: LiveTable) -> bool:
        """False if it is no bot's turn; what fails is tried again."""
        settings = self._house.settings
        try:
            turn = await live.bot_turn()
            if turn is None:
                return False
            pause = pause_before(turn, live.document.pace, may_be_undone=live.may_be_undone) * settings.pace
            choice = self.thinker.choose(self._question(live, turn))
            # Thought about during the pause, so that an easy choice does not show by its speed.
            answer, _ = await asyncio.gather(choice, asyncio.sleep(pause))
            self._house.metrics.bot_failures.inc(answer.failures)
            self._memories.keep(live.code, turn.seat, answer.memories)
            await live.play_bot(turn, answer.action)
        except TableUnknown:
            return False  # it was deleted meanwhile
        except Outdated:
            return True
        except Exception as error:
            log_trouble(error, live.code)
            await asyncio.sleep(settings.retry)
        return True

    async def let_interrupt(self, live: LiveTable) -> None:
        """Let all bots that may act out of turn do so now, or let it be."""
        while (turn := await live.bot_turn()) is not None and turn.interrupts:
            answer = await self.thinker.choose(self._question(live, turn))
            await live.play_bot(turn, answer.action)

    def _question(self, live: LiveTable, turn: BotTurn) -> Question:
        return Question(
            turn.level,
            live.document.game,
            turn.view,
            interrupts=turn.interrupts,
            mark=table_mark(live.code),
            requester=requester_of(live.document),
            memories=self._memories.of(live.code, turn.seat),
            is_wanted=lambda: live.waits_for(turn),
            options=live.document.options,
            luck=Luck(turn.fate, turn.version) if turn.fate else None,
            version=turn.version,
        )
