"""The same command by every way into the house."""

import json
import re
from contextlib import suppress
from secrets import token_hex
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.guest import Guest

WAYS = ("http", "socket", "plain")  # whoever listens to a stream commands by HTTP


def send(guest: Guest, code: str, way: str, kind: str, **fields: Any) -> bool:
    """Whether it was done."""
    if way == "http":
        return bool(guest.command(code, kind, **fields)["type"] == "ack")
    if way == "socket":
        return _by_socket(guest, code, {"type": kind, "id": token_hex(8), **fields})
    return _by_form(guest, code, {"do": kind, **{name: str(value) for name, value in fields.items()}})


def _by_socket(guest: Guest, code: str, message: dict[str, Any]) -> bool:
    url = f"{guest.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    with connect(url, additional_headers={"authorization": f"Bearer {guest.token}"}) as socket:
        socket.send('{"type": "hello"}')
        with suppress(ConnectionClosed):  # whoever may not come in has heard why already
            socket.send(json.dumps(message))
        while True:
            told = json.loads(socket.recv(20))
            if told["type"] in ("ack", "refusal"):
                return bool(told["type"] == "ack")


def _by_form(guest: Guest, code: str, fields: dict[str, str]) -> bool:
    page = guest.get(f"/t/{code}/plain")
    assert page.status_code == httpx.codes.OK, page.text
    [signature, *_] = re.findall(r'name="signature" value="(\w+)"', page.text)
    answer = guest.request("POST", f"/t/{code}/plain", data={"signature": signature, **fields})
    return answer.status_code == httpx.codes.SEE_OTHER
