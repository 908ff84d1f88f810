"""Where the house can be reached."""

import socket
from functools import cache, lru_cache
from io import BytesIO
from ipaddress import ip_address
from socket import gethostname
from typing import Final
from urllib.parse import urlsplit

import segno
from starlette.requests import HTTPConnection

from hexdeck.server.base.settings import Settings

EVERY_ADDRESS: Final = ("0.0.0.0", "::")
REMEMBERED_CODES: Final = 256
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


def is_known_host(settings: Settings, host: str) -> bool:
    """Whether a name leads here on purpose: others can let a name of theirs lead here, but no address."""
    name = _name(host)
    if name in known_names(settings) or name.endswith(".localhost"):
        return True
    try:
        return bool(ip_address(name))
    except ValueError:
        return name == ""  # very old clients name none


def is_https(settings: Settings, scheme: str, host: str) -> bool:
    """Return whether a client came by HTTPS: a proxy says so, or its name here is one of HTTPS alone."""
    public = urlsplit(settings.public_url)
    return scheme in ("https", "wss") or (public.scheme == "https" and _name(host) == public.hostname)


def can_demand_https(host: str) -> bool:
    """Return whether browsers may be told to come by HTTPS alone: not to this machine's other servers."""
    name = _name(host)
    return name not in ("", *LOOPBACK) and not name.endswith(".localhost")


def _name(host: str) -> str:
    return (urlsplit(f"//{host}").hostname or "").removesuffix(".")


@cache
def known_names(settings: Settings) -> frozenset[str]:
    """This machine's own, the public one, and those that its host has allowed."""
    own = gethostname().lower()
    public = urlsplit(settings.public_url).hostname or ""
    allowed = (name.strip().lower() for name in settings.allowed_hosts.split(","))
    return frozenset(
        {"localhost", own, f"{own.partition('.')[0]}.local", settings.host.lower(), public, *allowed}
    )


def base_url(settings: Settings, connection: HTTPConnection) -> str:
    """What to invite others with: as the asker came here, unless nobody else could come that way."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    url = connection.url
    if url.hostname in LOOPBACK and settings.host in EVERY_ADDRESS:
        url = url.replace(hostname=lan_address())
    return f"{url.scheme}://{url.netloc}"


@lru_cache(REMEMBERED_CODES)
def qr_code(text: str) -> str:
    """A picture for the camera of a phone, as the address of an image; drawing it takes a while."""
    return segno.make(text).svg_data_uri(scale=4, border=2, dark="#14121f", light="#f3ead8")


@lru_cache(REMEMBERED_CODES)
def qr_picture(text: str) -> bytes:
    """The same as an SVG of its own."""
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", border=2, light="#fff", xmldecl=False, nl=False, omitsize=True
    )
    return drawn.getvalue()


def lan_address() -> str:
    """How others on the network reach this machine; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of documentation, which nobody has
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
