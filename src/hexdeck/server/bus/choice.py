"""Which bus a house has."""

from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING

from hexdeck.errors import SetupRefused
from hexdeck.server.bus.protocol import Bus

if TYPE_CHECKING:
    from hexdeck.server.bus.redis import RedisBus


def bus_of(url: str, secret: bytes) -> Bus:
    """A channel of its own for each house, which nobody can guess who does not know its secret."""
    try:
        redis_bus: type[RedisBus] = import_module("hexdeck.server.bus.redis").RedisBus
    except ModuleNotFoundError:
        raise SetupRefused(
            "Redis needs its driver: {command}", command="pip install 'hexdeck[redis]'"
        ) from None
    return redis_bus(url, "hexdeck:" + sha256(b"bus" + secret).hexdigest()[:24])
