"""Bad input for a real server: it must answer, forget, and let others play on."""

import asyncio
import re
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from hexdeck.core.registry import GAMES
from server.fuzz_messages import Facts, Mischief
from server.guest import Guest, play_to_the_end
from server.house_process import HouseProcess, open_house
from server.raw_socket import BINARY, RawSocket, broken_frame

PER_SOCKET = 60  # frames
PER_CONNECTION = 30  # requests
AT_ONCE = 8  # clients
CROWD = 200  # sockets that are only there
SLOW = 25  # connections that send a byte now and then
PATIENCE = 60.0  # seconds for whatever must end
PARTS = 4  # after each of which memory is measured
MORE_MEMORY_MB = 40.0  # in the second half: tables stay in memory for a minute, and buffers do not shrink


def hostile_run(frames: int, seed: int) -> dict[str, Any]:
    """So many frames and requests: what became of them, of the server, and of those who only want to play."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_house(Path(folder) / "data", "--guesses", "100000000", "--keep-days", "0") as house,
    ):
        found = asyncio.run(_Siege(house, seed).laid(frames))
        log = house.log.read_text()
    return {
        **found,
        "server_errors": {status: count for status, count in found["statuses"].items() if status >= "5"},
        "tracebacks": log.count("Traceback") + log.count('"error"'),
        "log": log[-3000:],
    }


def harm_done(found: dict[str, Any]) -> list[str]:
    """What a house must not let happen."""
    _, before, _, after = found["memory_mb"]
    return [
        words
        for words, is_so in {
            f"server errors: {found['server_errors']}": found["server_errors"],
            f"requests without an answer: {found['stuck']}": found["stuck"],
            f"tracebacks in the log: {found['log']}": found["tracebacks"],
            f"{found['sockets_without_answer']} sockets without an answer": found["sockets_without_answer"],
            "slow clients are served for ever": found["slow_clients_sent_away"] < SLOW,
            "nobody could play meanwhile": not found["games_meanwhile"],
            f"{after - before:.0f} MB more memory": after - before > MORE_MEMORY_MB,
        }.items()
        if is_so
    ]


class _Siege:
    def __init__(self, house: HouseProcess, seed: int) -> None:
        self._house = house
        self._rng = Random(seed)
        self._sent = 0
        self._statuses: Counter[str] = Counter()
        self._unanswered = 0
        self._games = 0
        self._stuck: list[bytes] = []  # the beginning of requests that were never answered
        self._facts = self._found_out()

    def _found_out(self) -> Facts:
        """Tables that gather, that play and that are over; tokens of the house, of seats, and of nobody."""
        self._guests = [Guest(self._house.url) for _ in range(3)]
        host = self._guests[0]
        waiting = [host.post("/api/tables", game=game, public=True)["code"] for game in GAMES]
        playing = [host.play_now(game, GAMES[game].players[0]) for game in GAMES]
        seats = [host.get(f"/api/tables/{code}").json()["you"]["token"] for code in (waiting[0], playing[0])]
        actions = [GAMES[game].action_name(number) for game in GAMES for number in range(0, 60, 3)]
        return Facts(
            codes=[*waiting, *playing],
            tokens=[*(guest.token for guest in self._guests), *(f"seat:{token}" for token in seats),
                    "seat:x", "x.y", "", "a b", "x" * 3000],
            actions=[*actions, "no such card", "r99"],
        )  # fmt: skip

    async def laid(self, frames: int) -> dict[str, Any]:
        quiet = asyncio.create_task(self._play_on())
        slow = [asyncio.create_task(self._be_slow(number)) for number in range(SLOW)]
        crowd = await self._crowd()
        memory: list[float] = []
        for part in range(1, PARTS + 1):
            await self._send_until(frames * part // PARTS)
            memory.append(round(self._memory(), 1))
        games_meanwhile = self._games
        for socket in crowd:
            await socket.close()
        quiet.cancel()
        await asyncio.gather(quiet, return_exceptions=True)
        sent_away = await asyncio.wait_for(asyncio.gather(*slow), PATIENCE)
        await self._play_once()
        return {
            "sent": self._sent,
            "stuck": self._stuck[:10],
            "statuses": dict(sorted(self._statuses.items())),
            "sockets_without_answer": self._unanswered,
            "slow_clients_sent_away": sum(sent_away),
            "games_meanwhile": games_meanwhile,
            "memory_mb": memory,
        }

    def _memory(self) -> float:
        """What the server's process has, in megabytes."""
        assert self._house.process
        text = Path(f"/proc/{self._house.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", text)
        assert found
        return int(found[1]) / 1024

    # Those who only want to play.

    async def _play_on(self) -> None:
        while True:
            await self._play_once()
            await asyncio.sleep(1)

    async def _play_once(self) -> None:
        """A game to its end, through everything."""
        guest = await asyncio.to_thread(Guest, self._house.url)
        code = await asyncio.to_thread(guest.play_now, "voodoo_prince", 3)
        async with asyncio.timeout(PATIENCE), guest.at(code) as client:
            await play_to_the_end(client, Random(1))
        self._games += 1

    # Those who do not.

    async def _send_until(self, frames: int) -> None:
        async def go_on(number: int) -> None:
            while self._sent < frames:
                mischief = Mischief(Random(self._rng.getrandbits(64)), self._facts)
                if number < AT_ONCE * 0.5:
                    await self._over_http(mischief)
                if self._sent < frames:
                    await self._over_a_socket(mischief)

        async with asyncio.TaskGroup() as clients:
            for number in range(AT_ONCE):
                clients.create_task(go_on(number))

    async def _crowd(self) -> list[RawSocket]:
        """Sockets that only fill the room; half of them do not even say hello."""
        sockets = []
        for number in range(CROWD):
            socket = await RawSocket.opened(self._house.port, self._facts.codes[0], self._guests[1].token)
            if number % 2:
                await socket.send(b'{"type":"hello"}')
            sockets.append(socket)
        return sockets

    async def _over_a_socket(self, mischief: Mischief) -> None:
        rng = self._rng
        socket = await RawSocket.opened(
            self._house.port, rng.choice(self._facts.codes), rng.choice(self._facts.tokens)
        )
        if rng.random() < 0.9:
            await socket.send(b'{"type":"hello"}')
        for _ in range(rng.randrange(1, 2 * PER_SOCKET)):
            if socket.is_over:
                break
            if rng.random() < 0.02:
                await socket.write(broken_frame(rng))
            else:
                await socket.send(mischief.frame(), rng.choice([1, 1, 1, BINARY]))
            self._sent += 1
        await socket.send(b'{"type":"ping","id":"the last word"}')
        if not await socket.until_heard(b"the last word", 20):
            self._unanswered += 1
        await socket.close()

    async def _over_http(self, mischief: Mischief) -> None:
        for _ in range(PER_CONNECTION):
            self._sent += 1
            self._statuses[await self._asked(mischief.request())] += 1

    async def _asked(self, request: bytes) -> str:
        """The status of the answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._house.port)
        try:
            writer.write(request)
            async with asyncio.timeout(30):
                line = await reader.readline()
            return line[9:12].decode() if line else "closed"
        except ConnectionError:
            return "closed"
        except TimeoutError:
            self._stuck.append(request[:300])
            return "stuck"
        finally:
            writer.close()

    async def _be_slow(self, number: int) -> bool:
        """Whether the house has lost patience, and has told whoever had said something."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._house.port)
        beginnings = [
            b"GET /api/games HTTP/1.1\r\nhost: house\r\nx-slow: ",
            b"POST /api/play HTTP/1.1\r\nhost: house\r\ncontent-length: 1000\r\n\r\n{",
            b"",
        ]
        begun = beginnings[number % 3]
        writer.write(begun)
        heard = None
        try:
            for _ in range(int(PATIENCE / 0.5)):
                writer.write(b" " if begun else b"")
                try:
                    async with asyncio.timeout(0.5):
                        heard = await reader.read(1000)
                        break
                except TimeoutError:
                    continue
        except ConnectionError:
            return False
        finally:
            writer.close()
        return heard is not None and heard.startswith(b"HTTP/1.1 408" if begun else b"")
