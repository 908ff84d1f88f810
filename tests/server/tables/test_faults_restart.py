"""Commands that come again after the server was killed, and what a table remembers through it."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexdeck.core.record import Acted
from hexdeck.core.record_reader import read
from hexdeck.core.verify import verify
from server.guest import Guest, play_to_the_end, some_action
from server.house_process import HouseProcess, open_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseProcess]:
    with open_house(tmp_path / "data") as house:
        yield house


def _restart(house: HouseProcess) -> None:
    house.end(signal.SIGKILL)
    house.start()


def _command(guest: Guest, code: str, **command: Any) -> dict[str, Any]:
    answer: dict[str, Any] = guest.request("POST", f"/api/tables/{code}/commands", json=command).json()
    return answer


def _two_at_a_table(house: HouseProcess, game: str) -> tuple[Guest, Guest, str]:
    """Nobody but them, so that the game waits for them alone."""
    first, second = Guest(house.url), Guest(house.url)
    code = first.post("/api/tables", game=game, players=2, pace="instant")["code"]
    assert _command(second, code, type="sit", id="sit")["type"] == "ack"
    assert _command(first, code, type="start", id="start")["type"] == "ack"
    return first, second, code


def _view(guest: Guest, code: str) -> dict[str, Any]:
    view: dict[str, Any] = guest.get(f"/api/tables/{code}").json()["view"]
    return view


def _end(code: str, *guests: Guest) -> None:
    async def play(guest: Guest, rng: Random) -> None:
        async with guest.at(code) as client:
            await play_to_the_end(client, rng)

    async def all_play() -> None:
        await asyncio.gather(*(play(guest, Random(at)) for at, guest in enumerate(guests)))

    asyncio.run(asyncio.wait_for(all_play(), 120))


def test_a_command_that_was_done_is_answered_the_same_after_a_kill(house: HouseProcess) -> None:
    first, second, code = _two_at_a_table(house, "voodoo_prince")
    mover = first if _view(first, code)["to_move"] == [0] else second
    act = {"type": "act", "id": "once", "action": some_action(_view(mover, code), Random(1))}
    done = _command(mover, code, **act)
    assert done["type"] == "ack"
    _restart(house)

    assert _command(mover, code, **act) == done
    assert _command(second, code, type="sit", id="sit")["type"] == "ack"
    assert _command(first, code, type="start", id="start")["type"] == "ack"
    assert first.get(f"/api/tables/{code}").json()["version"] == done["version"]


def test_a_rematch_asked_for_again_after_a_kill_is_the_same_one(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.play_now("voodoo_prince", 3)
    _end(code, guest)
    again = _command(guest, code, type="rematch", id="again")
    _restart(house)

    assert _command(guest, code, type="rematch", id="again") == again
    assert guest.get(f"/api/tables/{again['code']}").status_code == 200


def test_an_early_choice_survives_a_kill_and_is_played_in_its_turn(house: HouseProcess) -> None:
    first, second, code = _two_at_a_table(house, "voodoo_prince")
    seat = _view(first, code)["to_move"][0]
    mover, other = (first, second) if seat == 0 else (second, first)
    if not _view(mover, code)["trick"] and "trump" in _view(mover, code)["actions"][0]:
        _command(mover, code, type="act", id="trump", action=_view(mover, code)["actions"][0])
    lead = _view(mover, code)["actions"][0]
    hand = _view(other, code)["hand"]
    answer = next((card for card in hand if card[0] == lead[0]), hand[0])
    assert _command(other, code, type="act", id="early", action=answer, early=True)["type"] == "ack"
    _restart(house)

    assert _command(mover, code, type="act", id="lead", action=lead)["type"] == "ack"
    assert answer not in _view(other, code)["hand"]
    _end(code, first, second)
    record = read(first.get(f"/api/tables/{code}/record").text)
    played = [record.header.game.action_name(step.action) for step in record.steps if isinstance(step, Acted)]
    assert played[played.index(lead) + 1] == answer


def test_an_action_can_be_taken_back_after_a_kill(house: HouseProcess) -> None:
    first, second, code = _two_at_a_table(house, "voodoo_prince")
    mover = first if _view(first, code)["to_move"] == [0] else second
    before = _view(mover, code)
    assert _command(mover, code, type="act", id="act", action=before["actions"][0])["type"] == "ack"
    _restart(house)

    assert _command(mover, code, type="undo", id="undo")["type"] == "ack"
    assert _view(mover, code) == before
    _restart(house)
    assert _view(mover, code) == before
    _end(code, first, second)


def test_an_early_choice_goes_with_the_action_that_it_was_to_follow(house: HouseProcess) -> None:
    """Else it would be played in place of that action, the next time the table is read."""
    first, second, code = _two_at_a_table(house, "voodoo_prince")
    mover = first if _view(first, code)["to_move"] == [0] else second
    before = _view(mover, code)
    _command(mover, code, type="act", id="act", action=before["actions"][0])
    _command(mover, code, type="act", id="early", action=before["hand"][-1], early=True)
    assert _command(mover, code, type="undo", id="undo")["type"] == "ack"
    _restart(house)

    assert _view(mover, code) == before
    assert first.get(f"/api/tables/{code}").json()["table"]["status"] == "playing"


def test_a_game_that_is_over_stays_over(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.play_now("voodoo", 3)
    _end(code, guest)
    scores = guest.get(f"/api/tables/{code}").json()["table"]["scores"]

    refused = _command(guest, code, type="undo", id="undo")
    _restart(house)

    assert refused["code"] == "action.undo_refused"
    assert guest.get(f"/api/tables/{code}").json()["table"]["scores"] == scores
    record = read(guest.get(f"/api/tables/{code}/record").text)
    assert record.result == tuple(scores)
    assert verify(record).is_proved
