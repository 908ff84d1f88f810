"""Which bus a house has."""

import hmac
from hashlib import sha256
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from hexdeck.core.errors import SetupRefused
from hexdeck.server.bus.protocol import Bus

if TYPE_CHECKING:
    from hexdeck.server.bus.redis import RedisBus


def bus_of(url: str, secret: bytes) -> Bus:
    """A channel and a key of its own for each house; both follow from its secret."""
    redis_bus: type[RedisBus] = with_redis("hexdeck.server.bus.redis").RedisBus
    channel = "hexdeck:" + sha256(b"bus" + secret).hexdigest()[:24]
    return redis_bus(url, channel, hmac.digest(secret, b"key of news", "sha256"))


def with_redis(module: str) -> ModuleType:
    """A module that needs Redis's driver, or SetupRefused."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise SetupRefused(
            "Redis needs its driver: {command}", command="pip install 'hexdeck[redis]'"
        ) from None
