"""The API of people who know each other: invitations, and the link that leads to somebody's table."""

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hexdeck.server.base.storage_budget import SMALL
from hexdeck.server.people.invitations import ReceivedInvitation, SentInvitation
from hexdeck.server.web.addresses import base_url, qr_code
from hexdeck.server.web.requests import (
    body,
    check_stored,
    client,
    guarded,
    house_of,
    in_process,
    json,
    known,
    known_or_new,
    read,
    remember,
    table_at,
)


class NewInvitation(Struct, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=20)]  # of your table


class Welcomed(Struct, forbid_unknown_fields=True):
    welcome: bool  # their invitations are shown to you


class Invitations(Struct):
    received: list[ReceivedInvitation]  # the latest first
    sent: list[SentInvitation]


class OwnLink(Struct):
    """Whoever opens it is led to the table at which you are."""

    handle: str
    path: str
    url: str
    qr: str  # the same as a picture, a data: address


async def invitations(request: Request) -> Response:
    """Who asks you to a table, and whom you have asked."""
    asked, who = house_of(request).invitations, await known_or_new(request)
    return json(Invitations(await asked.received(who), await asked.sent(who)))


async def invite(request: Request) -> Response:
    """Ask somebody with whom you have played to your table; it takes the place of an earlier invitation."""
    wish = read(Decoder(NewInvitation).decode, await body(request))
    house, who = house_of(request), await known_or_new(request)
    live = await table_at(request, wish.code)
    await house.check_invitation(who)
    await live.look(who)  # as it is now, wherever it was changed
    return json(await house.invitations.send(who, request.path_params["companion"], live.document), 201)


async def take_back_invitation(request: Request) -> Response:
    """Ask them no more."""
    asked, who = house_of(request).invitations, await known_or_new(request)
    await asked.take_back(who, request.path_params["companion"])
    return json(Invitations(await asked.received(who), await asked.sent(who)))


async def decline_invitation(request: Request) -> Response:
    """No, thanks: they cannot ask again for twelve hours."""
    asked, who = house_of(request).invitations, await known_or_new(request)
    await asked.decline(who, request.path_params["companion"])
    return json(Invitations(await asked.received(who), await asked.sent(who)))


async def change_companion(request: Request) -> Response:
    """Whether you are shown what they invite you to; they are not told."""
    wish = read(Decoder(Welcomed).decode, await body(request))
    asked, who = house_of(request).invitations, await known_or_new(request)
    await asked.welcome(who, request.path_params["companion"], is_welcome=wish.welcome)
    return json(wish)


async def my_link(request: Request) -> Response:
    """The link that always leads to your table, made if you have none yet."""
    house, who = house_of(request), await known_or_new(request)
    if await house.storage.handle_of(who) is None:
        await check_stored(request, SMALL)
    return await _link(request, who, await house.whereabouts.handle(who))


async def renew_link(request: Request) -> Response:
    """Another link to your table; the one before leads nowhere."""
    house, who = house_of(request), await known_or_new(request)
    await house.check_link(who)
    return await _link(request, who, await house.whereabouts.renew(who))


async def _link(request: Request, who: str, handle: str) -> Response:
    house, path = house_of(request), f"/with/{handle}"
    url = base_url(house.settings, request) + path
    drawn = await in_process(request, "qr_codes", qr_code, url)
    return remember(request, json(OwnLink(handle, path, url, drawn)), who)


async def whereabouts(request: Request) -> Response:
    """Whose link it is, and the table at which they are now."""
    house = house_of(request)
    owner = await house.owner_of(request.path_params["handle"], client(request))
    return json(await house.whereabouts.find(owner, known(request)))


ROUTES: Final = [
    Route("/api/me/invitations", guarded(invitations)),
    Route("/api/me/invitations/{companion}", guarded(invite), methods=["PUT"]),
    Route("/api/me/invitations/{companion}", guarded(take_back_invitation), methods=["DELETE"]),
    Route("/api/me/invitations/{companion}/decline", guarded(decline_invitation), methods=["POST"]),
    Route("/api/me/companions/{companion}", guarded(change_companion), methods=["PATCH"]),
    Route("/api/me/link", guarded(my_link), methods=["PUT"]),
    Route("/api/me/link", guarded(renew_link), methods=["POST"]),
    Route("/api/with/{handle}", guarded(whereabouts)),
]
