"""Tables whose cards others play too: nobody gets more out of one than the others do."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from hexdeck.core.registry import GAMES
from server.days import begin
from server.guest import QUICK, Guest, some_action
from server.house_process import HouseProcess
from server.people.test_whereabouts import link_of, where
from server.tables.test_lessons import new_lesson


def in_tournament(marie: Guest, game: str) -> str:
    lukas = Guest.named(marie.url, "Lukas")
    stage = {"game": game, "players": max(3, GAMES[game].players[0]), "options": QUICK[game]}
    wish = {"name": "An evening", "games": [stage], "rounds": 1, "pace": "instant", "level": "novice"}
    code = marie.post("/api/tournaments", **wish)["code"]
    lukas.post(f"/api/tournaments/{code}/join")
    table = str(marie.post(f"/api/tournaments/{code}/start")["you"]["table"])
    lukas.command(table, "stand")  # a bot plays for him
    return table


def with_bots(marie: Guest, game: str) -> str:
    return marie.play_now(game, max(3, GAMES[game].players[0]))


SHARED: dict[str, Callable[[Guest, str], str]] = {
    "a lesson": new_lesson,
    "the deal of the day": begin,
    "a tournament": in_tournament,
}


def led_to(marie: Guest, code: str) -> str | None:
    """Where her link leads while she is at a table."""
    handle, lukas = link_of(marie), Guest(marie.url)

    async def look() -> str | None:
        async with marie.at(code) as client:
            while client.view is None:
                await client.changed()
            return where(lukas, handle)[0]

    return asyncio.run(look())


def choose(marie: Guest, code: str) -> None:
    """Until others have answered a choice of hers, or it is her turn again."""
    rng = Random(code)

    async def play() -> None:
        async with marie.at(code) as client:
            for _ in range(2):
                while client.view is None or client.view["seat"] not in client.view["to_move"]:
                    await client.changed()
                marie.command(code, "act", action=some_action(client.view, rng))

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_at_a_table_of_ones_own_all_that_is_possible(house: HouseProcess, game: str) -> None:
    marie = Guest.named(house.url, "Marie")
    code = with_bots(marie, game)
    assert led_to(marie, code) == code
    assert marie.look(code)["table"]["advice"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", SHARED)
def test_nothing_is_told_or_taken_back_where_others_have_the_same_cards(
    house: HouseProcess, kind: str, game: str
) -> None:
    marie = Guest.named(house.url, "Marie")
    code = SHARED[kind](marie, game)

    assert led_to(marie, code) is None
    choose(marie, code)

    look = marie.look(code)
    assert (look["table"]["advice"], look["back"]) == (False, [])
    assert marie.command(code, "advise")["type"] == "refusal"
    assert marie.command(code, "undo", ask=True)["type"] == "refusal"
