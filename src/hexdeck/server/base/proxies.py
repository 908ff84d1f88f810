"""The proxies before a house: only they may say from which address and by which protocol a client came."""

from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

from hexdeck.core.errors import SetupRefused

THIS_MACHINE: Final = "127.0.0.1,::1"
NONE: Final = "none"
FEWEST_BITS: Final = 8  # of a network: 10.0.0.0/8 and fd00::/8 are the largest private ones

Network: TypeAlias = IPv4Network | IPv6Network


@cache
def read_proxies(text: str) -> tuple[Network, ...]:
    """Read addresses and networks separated by commas; SetupRefused where any client could be among them."""
    if text.strip() == NONE:
        return ()
    return tuple(_read(one.strip()) for one in text.split(","))


def _read(text: str) -> Network:
    if text == "*":
        raise SetupRefused(
            "the trusted proxies cannot be “*”, or every client could choose its own address:"
            " write the addresses of your proxies, like {example}",
            example="10.0.0.5,10.0.1.0/24",
        )
    try:
        network = ip_network(text)
    except ValueError:
        raise SetupRefused(
            "“{text}” is no address or network of a trusted proxy:"
            " write them like {example}, or none to trust no proxy",
            text=text,
            example="10.0.0.5,10.0.1.0/24",
        ) from None
    if network.prefixlen < FEWEST_BITS:
        raise SetupRefused(
            "the network {text} is too large for trusted proxies, since clients in it could choose their own"
            " address: write one of at least /{bits}",
            text=text,
            bits=FEWEST_BITS,
        )
    return network


def is_among(networks: tuple[Network, ...], host: str) -> bool:
    """Return whether the address of a connection lies in one of the networks."""
    address = plain_address(host)
    return address is not None and any(address in network for network in networks)


def plain_address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the address without its scope; IPv4 as itself where a socket of IPv6 took it (::ffff:…)."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped if isinstance(address, IPv6Address) else None) or address


def written_out(networks: tuple[Network, ...]) -> list[str]:
    """Return the networks as uvicorn compares them: IPv4 also as a socket of IPv6 tells it."""
    mapped = [
        f"::ffff:{network.network_address}/{96 + network.prefixlen}"
        for network in networks
        if isinstance(network, IPv4Network)
    ]
    return [*map(str, networks), *mapped]
