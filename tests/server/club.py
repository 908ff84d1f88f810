"""People of a club at a tournament, played by a test."""

import time
from collections.abc import Callable
from typing import Any

import httpx

from server.guest import Guest

PATIENCE = 60.0
NAMES = ("Marie", "Lukas", "Leon", "Nina", "Ada", "Beatrice", "Luca", "Zoe")


class Club:
    """The first of them is the host."""

    def __init__(self, url: str, people: int) -> None:
        self.guests = [Guest.named(url, name) for name in NAMES[:people]]
        self.host = self.guests[0]
        self.code = ""

    def make(self, *games: dict[str, Any], **wish: Any) -> dict[str, Any]:
        """A tournament that all of them have joined."""
        chosen = {"name": "Friday", "pace": "instant", "level": "novice", "pause": None, **wish}
        made: dict[str, Any] = self.host.post("/api/tournaments", games=list(games), **chosen)
        self.code = made["code"]
        for guest in self.guests[1:]:
            self.ask(guest, "join")
        return made

    def ask(self, guest: Guest, what: str, **fields: Any) -> dict[str, Any]:
        """The tournament afterwards."""
        answer: dict[str, Any] = guest.post(f"/api/tournaments/{self.code}/{what}", **fields)
        return answer

    def refused(self, guest: Guest, what: str, **fields: Any) -> tuple[int, str, str]:
        """Status, code and message."""
        answer = guest.request("POST", f"/api/tournaments/{self.code}/{what}", json=fields)
        assert not answer.is_success, answer.text
        return answer.status_code, answer.json()["code"], answer.json()["message"]

    def look(self, guest: Guest | None = None) -> dict[str, Any]:
        answer = (guest or self.host).get(f"/api/tournaments/{self.code}")
        assert answer.status_code == httpx.codes.OK, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def table_of(self, guest: Guest) -> str:
        """Where somebody plays now."""
        table = self.look(guest)["you"]["table"]
        assert table, "they play"
        return str(table)

    def seated(self) -> list[list[Guest]]:
        """The guests at each table of the last round, if they have joined in their order."""
        return [
            [self.guests[number - 1] for number in table["seats"] if number is not None]
            for table in self.look()["played"][-1]["tables"]
        ]

    def let_bots_play(self, *guests: Guest) -> None:
        """For everybody, or for some."""
        for guest in guests or self.guests:
            end = time.monotonic() + PATIENCE  # it may be made and not begun yet
            while (table := self.look(guest)["you"]["table"]) and time.monotonic() < end:
                if guest.command(table, "stand")["type"] == "ack":
                    break

    def until(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """What the host sees then."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if is_so(seen := self.look()):
                return seen
            time.sleep(0.05)
        raise AssertionError(f"it does not go on: {self.look()}")

    def finish_round(self) -> dict[str, Any]:
        """Bots play it to its end."""
        self.let_bots_play()
        return self.until(lambda seen: seen["status"] in ("pausing", "over"))
