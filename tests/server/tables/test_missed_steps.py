"""Whoever comes back hears every step that they have missed, each with its own number."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import Ack, Act, Hello
from hexdeck.server.base.settings import Settings
from hexdeck.server.house.house import house_at
from server.listening import Listener, people_at

MOVES = 12


@pytest.mark.parametrize("game", GAMES)
def test_missed_steps_are_heard_one_by_one(game: str, tmp_path: Path) -> None:
    """Also those of which a seat sees nothing, like what others choose in secret."""

    async def play() -> None:
        house, document, rng = await house_at(Settings(data=tmp_path)), people_at(game), Random(1)
        live = await house.new_table(document)
        await live.start()
        before, people = live.version, document.people()
        for number in range(MOVES):
            choices = [(who, one) for who in people for one in (await live.look(who))[1].actions]
            if not choices:
                break  # with lucky cards a short game is over by now
            who, action = rng.choice(choices)
            answer = await live.command(who, Act(f"c{number}", document.rules.action_name(action)))
            assert isinstance(answer, Ack), answer
        for who in (*people, "onlooker"):
            listener = Listener(live, who)
            await listener.listen(Hello(before, house.epoch))
            told = [step["version"] for step in listener.heard("step")]
            assert told == list(range(before + 1, live.version + 1))
            listener.leave()
        await house.close()

    asyncio.run(play())
