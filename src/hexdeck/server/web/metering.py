"""Every request and socket begins when the budget of its address allows, and is charged what it has used."""

import asyncio
from collections.abc import Callable, Coroutine
from html import escape
from typing import Any, Final, cast

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from hexdeck.locale import language
from hexdeck.server.base.budgets import RETRY_SECONDS, Account, Bill, metered
from hexdeck.server.base.refusals import TooMuch
from hexdeck.server.house.house import House
from hexdeck.server.web.direct import EXTENSION
from hexdeck.server.web.requests import asked_language, neighbourhood, refused
from hexdeck.server.web.security import SECURITY
from hexdeck.text.house_words import told

ACCOUNT: Final = "hexdeck.account"  # where the ASGI scope has the account of the address
HELD: Final = "hexdeck.held"  # and the list of what ends the wait when the client hangs up
LONGEST_CREDENTIAL: Final = 200  # bytes by which the people of one address are told apart
_CREDENTIALS: Final = (b"authorization", b"cookie")
_PAGE: Final = (
    '<!doctype html>\n<html lang="{}">\n<meta charset="utf-8">\n<title>Hexdeck</title>\n<p>{}</p>\n'
)


class Meter:
    """The outermost layer: no work is done for an address that has used up its budget."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        house: House = scope["app"].state.house
        client = scope["client"]
        account = scope[ACCOUNT] = house.budgets.account(neighbourhood(client[0]) if client else "")
        bill = house.budgets.begin_now(account)
        if bill is None:
            held: list[asyncio.Future[Bill]] = scope.get(HELD, [])
            try:
                bill = await house.budgets.begin(account, credential(scope), held=held.append)
            except TooMuch as error:
                return await _refusal(scope, error)(scope, receive, send)
            except ClientDisconnect:
                return None
            finally:
                held.clear()
        work = cast("Coroutine[Any, Any, None]", self._app(scope, receive, send))
        if scope["type"] == "websocket":
            bill.close()  # a socket is charged as it goes on, and tells nothing about the next request
            short = scope.get("extensions", {}).get(EXTENSION)
            if short is not None:
                short.account = account
            return await metered(work, _charge(house, account))
        try:
            await metered(work, bill.add)
        finally:
            bill.close()
        return None


def _charge(house: House, account: Account) -> Callable[[float], None]:
    charge = house.budgets.charge
    return lambda seconds: charge(account, seconds)


def credential(scope: Scope) -> str:
    """Return by which the people of one address are told apart; unchecked, for identities are free anyway."""
    for name, value in scope["headers"]:
        if name in _CREDENTIALS:
            return str(value[:LONGEST_CREDENTIAL].decode("latin-1"))
    return ""


def _refusal(scope: Scope, error: TooMuch) -> Response:
    """Answer in words: a page where a browser asks for one."""
    connection = HTTPConnection(scope)
    if "text/html" in connection.headers.get("accept", "") and not scope["path"].startswith("/api"):
        words = language(asked_language(connection))
        response: Response = HTMLResponse(_PAGE.format(words.code, escape(told(words, error))), 429)
    else:
        response = refused(error)
    response.headers.update({**SECURITY, "cache-control": "no-store", "retry-after": f"{RETRY_SECONDS}"})
    return response
