"""People at a table, played by a test."""

import asyncio
from math import inf
from random import Random
from secrets import token_hex
from typing import Any

import httpx

from hexdeck.core.registry import GAMES
from hexdeck.server.base.messages import Act, Refusal
from hexdeck.server.client import Client
from server.house_process import TLS

QUICK: dict[str, dict[str, Any]] = {  # options that make a game short
    name: {option.name: 1 for option in game.options if 1 in option.choices} for name, game in GAMES.items()
}

OVERTAKEN = ("action.chance_is_due", "action.game_is_over", "action.illegal", "action.not_your_turn")


class Guest:
    """One person with an identity of their own."""

    def __init__(self, url: str, address: str | None = None) -> None:
        """`address` is one of this machine, such as 127.0.0.7, from which all requests come."""
        self.url = url
        self.address = address
        self.token = ""
        self.token = self.post("/api/me/token")["token"]

    @classmethod
    def named(cls, url: str, name: str, address: str | None = None) -> "Guest":
        guest = cls(url, address)
        guest.request("PATCH", "/api/me", json={"name": name})
        return guest

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        transport = httpx.HTTPTransport(verify=TLS, local_address=self.address)
        with httpx.Client(transport=transport, timeout=60) as client:
            return client.request(method, self.url + path, headers=headers, **more)

    def get(self, path: str) -> httpx.Response:
        return self.request("GET", path)

    def post(self, path: str, **content: Any) -> Any:
        answer = self.request("POST", path, json=content)
        assert answer.is_success, answer.text
        return answer.json()

    def new_table(self, game: str, **wish: Any) -> str:
        """The code of a table that gathers."""
        return str(self.post("/api/tables", game=game, **wish)["code"])

    def command(self, code: str, kind: str, **fields: Any) -> dict[str, Any]:
        """The answer to one command: an ack, or a refusal."""
        message = {"type": kind, "id": token_hex(8), **fields}
        answer = self.request("POST", f"/api/tables/{code}/commands", json=message).json()
        assert isinstance(answer, dict)
        return answer

    def look(self, code: str) -> dict[str, Any]:
        """The table, who this guest is at it, and what they see of the game."""
        answer = self.get(f"/api/tables/{code}")
        assert answer.is_success, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def play_now(self, game: str, players: int, *, level: str = "novice", options: Any = None) -> str:
        """The code of a table full of bots."""
        chosen = QUICK[game] if options is None else options
        table = self.post(
            "/api/play", game=game, players=players, level=level, options=chosen, pace="instant"
        )
        return str(table["code"])

    def at(self, code: str) -> Client:
        return Client(self.url, code, self.token)


class Traveller(Guest):
    """A guest who comes from a network of their own."""

    def __init__(self, url: str, name: str, network: str) -> None:
        self._network = network
        super().__init__(url)
        self.request("PATCH", "/api/me", json={"name": name})

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        transport = httpx.HTTPTransport(local_address=self._network, verify=TLS)
        with httpx.Client(transport=transport, timeout=60) as client:
            return client.request(method, self.url + path, headers=headers, **more)


def some_action(view: dict[str, Any], rng: Random) -> str:
    """A legal action; where a pattern stands for many, one that fits it."""
    action: str = rng.choice(view["actions"])
    while "?" in action:
        action = action.replace("?", rng.choice("12358"), 1)
    return action


async def play_to_the_end(client: Client, rng: Random, most: float = inf) -> int:
    """Act whenever it is this seat's turn, unless somebody interrupts; how many actions that took."""
    actions = 0
    while actions < most and (client.table is None or client.table.status != "over"):
        view = client.view
        if view is not None and view["seat"] in view["to_move"]:
            answer = await client.send(Act(token_hex(8), some_action(view, rng)))
            assert not isinstance(answer, Refusal) or answer.code in OVERTAKEN, answer
            actions += 1
        else:
            await client.changed()
    return actions


def play_all(*places: tuple[Guest, str]) -> None:
    """Guests at tables, all at the same time, until every game is over."""

    async def play() -> None:
        async with asyncio.TaskGroup() as tasks:
            for guest, code in places:
                tasks.create_task(play_one(guest, code))

    async def play_one(guest: Guest, code: str) -> None:
        async with guest.at(code) as client:
            await play_to_the_end(client, Random(code))

    asyncio.run(play())
