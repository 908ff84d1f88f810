"""Orders of whoever keeps the house: carried out at its live tables, or in a house that is closed.

An open house takes them over HTTP, signed with its own secret: whoever can read its files may give them.
"""

import hmac
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hexdeck.core.errors import NameUnknown
from hexdeck.server.base.identity import read_code
from hexdeck.server.base.refusals import IdentityRefused
from hexdeck.server.house.house import House
from hexdeck.server.web.requests import body, guarded, house_of, json, read

PATH: Final = "/house/orders"
SIGNATURE: Final = "x-hexdeck-signature"
GOOD_SECONDS: Final = 30.0  # that an order may be carried out after it was signed


class Order(Struct, forbid_unknown_fields=True):
    what: str
    about: str  # a table's code, or a person's id
    at: float  # seconds since 1970
    name: str = ""


async def take_order(request: Request) -> Response:
    house, raw = house_of(request), await body(request)
    signature = request.headers.get(SIGNATURE, "")
    if not hmac.compare_digest(signature.encode(), house.signer.sign_order(raw).encode()):
        raise IdentityRefused("this order is not signed by the keeper of this house: use hexdeck house")
    order = read(Decoder(Order).decode, raw)
    if abs(house.now() - order.at) > GOOD_SECONDS:
        raise IdentityRefused("this order is too old: give it again")
    return json(await carry_out(house, order))


async def carry_out(house: House, order: Order) -> dict[str, object]:
    if order.what not in ORDERS:
        raise NameUnknown(f"no order is called {order.what!r}: choose one of {', '.join(ORDERS)}")
    return await ORDERS[order.what](house, order)


async def _look(house: House, order: Order) -> dict[str, object]:
    return await (await house.tables.table(order.about)).overview()


async def _close(house: House, order: Order) -> dict[str, object]:
    await house.tables.delete(order.about)
    return {"closed": read_code(order.about)}


async def _rename(house: House, order: Order) -> dict[str, object]:
    profile = await house.people.profile(await _known(house, order))
    profile.name = order.name
    await house.rename(profile)
    return {"renamed": order.about, "name": order.name}


async def _forget(house: House, order: Order) -> dict[str, object]:
    await house.forget(await _known(house, order))
    return {"forgotten": order.about}


async def _ban(house: House, order: Order) -> dict[str, object]:
    await house.ban(await _known(house, order))
    return {"banned": order.about}


async def _unban(house: House, order: Order) -> dict[str, object]:
    await house.unban(await _known(house, order))
    return {"unbanned": order.about}


async def _known(house: House, order: Order) -> str:
    is_id = order.about.isprintable()  # else no store could look for it
    if not is_id or (order.about not in house.banned and not await house.storage.is_known(order.about)):
        raise NameUnknown(f"nobody has the id {order.about!r}: hexdeck house people lists them")
    return order.about


ORDERS: Final[dict[str, Callable[[House, Order], Awaitable[dict[str, object]]]]] = {
    "look": _look,
    "close": _close,
    "rename": _rename,
    "forget": _forget,
    "ban": _ban,
    "unban": _unban,
}
ROUTES: Final = [Route(PATH, guarded(take_order), methods=["POST"])]
