"""Score pads for real cards that several phones share: whoever has the code reads and writes."""

from typing import Annotated, Final

from msgspec import Meta, Struct, convert
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hexdeck.server.base.identity import new_code, read_code
from hexdeck.server.base.messages import GameName
from hexdeck.server.base.refusals import TableRefused
from hexdeck.server.base.storage_budget import SMALL
from hexdeck.server.store.protocol import Pad
from hexdeck.server.web.addresses import base_url, qr_picture
from hexdeck.server.web.requests import (
    address,
    body,
    came_by_https,
    client,
    guarded,
    house_of,
    in_process,
    json,
    known,
    read,
)

PAD_SECONDS: Final = 7 * 86_400.0  # that one is kept after the last time that somebody wrote
LONGEST: Final = 12_000  # letters

OPENED: Final = "hexdeck-pad"  # the cookie of one who has opened a pad

Document = Annotated[str, Meta(max_length=LONGEST)]  # which the house does not read
Revision = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class NewPad(Struct, forbid_unknown_fields=True):
    game: GameName
    document: Document


class PadChange(Struct, forbid_unknown_fields=True):
    revision: Revision  # of what it was changed from
    document: Document


class SeenPad(Struct, forbid_unknown_fields=True):
    """What is known of a pad already, as an address says it."""

    since: Revision = 0


class SharedPad(Struct):
    code: str
    game: str
    revision: int
    document: str | None  # None where it is the one that is known


async def new_pad(request: Request) -> Response:
    """A score pad that other phones can follow and write on."""
    wish = read(Decoder(NewPad).decode, await body(request))
    house, code = house_of(request), new_code()
    await house.check_pace_of_tables(client(request), address(request))
    await _check_bytes(request, SMALL + len(wish.document.encode()))
    await house.storage.make_pad(code, wish.game, wish.document, house.now() + PAD_SECONDS)
    house.opened.note(client(request), code)
    return _answered(request, code, SharedPad(code, wish.game, 1, None), 201)


async def pad(request: Request) -> Response:
    """What stands on it now, if that is newer than what you have seen."""
    seen = read(lambda _: convert(dict(request.query_params), SeenPad, strict=False), b"")
    code, found = await _pad(request)
    document = None if found.revision == seen.since else found.document
    return _answered(request, code, SharedPad(code, found.game, found.revision, document))


async def write_pad(request: Request) -> Response:
    """Write on it, unless somebody else has written since you looked."""
    change = read(Decoder(PadChange).decode, await body(request))
    house = house_of(request)
    code, found = await _pad(request)
    if (longer := len(change.document.encode()) - len(found.document.encode())) > 0:
        await _check_bytes(request, longer)
    expires = house.now() + PAD_SECONDS
    if not await house.storage.write_pad(code, change.revision, change.document, expires):
        raise TableRefused("somebody else has written meanwhile: look again")
    return _answered(request, code, SharedPad(code, found.game, change.revision + 1, None))


async def pad_qr_code(request: Request) -> Response:
    """The pad's address for the camera of a phone."""
    house, (code, _) = house_of(request), await _pad(request)
    url = f"{base_url(house.settings, request)}/pad/{code}"
    drawn = await in_process(request, "qr_codes", qr_picture, url)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})


async def _pad(request: Request) -> tuple[str, Pad]:
    house, code = house_of(request), read_code(request.path_params["code"])
    proof = request.cookies.get(OPENED, "")
    return code, await house.pad_for(code, client(request), knows=house.signer.has_opened(code, proof))


def _answered(request: Request, code: str, pad: SharedPad, status: int = 200) -> Response:
    """Give a cookie that opens this pad again, whatever wrong codes are tried from the same address."""
    response, proof = json(pad, status), house_of(request).signer.opened_mark(code)
    if request.cookies.get(OPENED) != proof:
        response.set_cookie(
            OPENED,
            proof,
            path=f"/api/pads/{code}",
            max_age=int(PAD_SECONDS),
            httponly=True,
            samesite="lax",
            secure=came_by_https(request),
        )
    return response


async def _check_bytes(request: Request, count: int) -> None:
    """Count the bytes of a pad for a person or stranger, as score pads and with everything else."""
    house, who = house_of(request), known(request)
    here = house.origins.mark(address(request))
    await house.stored_pads.take(who, here, count)
    await house.stored.take(who, here, count)


ROUTES: Final = [
    Route("/api/pads", guarded(new_pad), methods=["POST"]),
    Route("/api/pads/{code}", guarded(pad)),
    Route("/api/pads/{code}", guarded(write_pad), methods=["PUT"]),
    Route("/api/pads/{code}/qr.svg", guarded(pad_qr_code)),
]
