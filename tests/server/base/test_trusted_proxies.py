"""Which neighbours may say from where a client came, and that a client itself never may."""

from pathlib import Path

import httpx
import pytest

from hexdeck.server.base.proxies import read_proxies, written_out
from hexdeck.server.base.settings import Settings
from hexdeck.server.web.requests import neighbourhood
from server.house_process import HouseProcess, open_house

CLAIMS = {"x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https"}


def is_believed(house: HouseProcess, source: str) -> bool:
    """Whether a house takes the word of a neighbour at that address, for both of its claims."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source)) as client:
        cookie = client.get(f"{house.url}/api/me", headers=CLAIMS).headers["set-cookie"]
        claimed = [{**CLAIMS, "x-forwarded-for": f"198.51.{source[-1]}.{number}"} for number in range(5)]
        answers = [client.get(f"{house.url}/api/tables/ZZZZZZZZZ", headers=each) for each in claimed]
    counts_apart = 429 not in {answer.status_code for answer in answers}
    assert counts_apart == ("Secure" in cookie)
    return counts_apart


@pytest.mark.parametrize(
    ("flags", "believed"),
    [
        ((), ["127.0.0.1"]),
        (("--trusted-proxies", "none"), []),
        (("--trusted-proxies", "127.0.0.2, 127.0.1.0/24"), ["127.0.0.2", "127.0.1.3"]),
        (("--trusted-proxies", "127.0.0.2", "--host", "::ffff:127.0.0.1"), ["127.0.0.2"]),
    ],
)
def test_only_proxies_that_were_named_may_say_who_asks(
    tmp_path: Path, flags: tuple[str, ...], believed: list[str]
) -> None:
    with open_house(tmp_path / "data", "--guesses", "3", *flags) as house:
        sources = ["127.0.0.1", "127.0.0.2", "127.0.1.3"]
        assert [source for source in sources if is_believed(house, source)] == believed


def test_the_last_word_before_the_proxy_counts_not_the_first(tmp_path: Path) -> None:
    """A proxy that appends what it saw to what the client claims still tells the truth."""
    with open_house(tmp_path / "data", "--guesses", "3") as house:
        told = [{"x-forwarded-for": f"198.51.100.{number}, 203.0.113.9"} for number in range(6)]
        answers = [httpx.get(f"{house.url}/api/tables/ZZZZZZZZZ", headers=each) for each in told]
    assert answers[-1].status_code == 429


def test_a_variable_of_the_library_opens_nothing(tmp_path: Path) -> None:
    environment = {"FORWARDED_ALLOW_IPS": "*"}
    with open_house(
        tmp_path / "data", "--guesses", "3", "--trusted-proxies", "none", environment=environment
    ) as house:
        assert not is_believed(house, "127.0.0.1")


def test_settings_tell_a_proxy_from_a_client() -> None:
    chosen = Settings(data=Path(), trusted_proxies="10.0.0.5,10.0.1.0/24,fd00::/64")
    proxies = ["10.0.0.5", "::ffff:10.0.0.5", "10.0.1.200", "fd00::7%eth0"]
    clients = ["10.0.0.6", "::ffff:10.0.2.1", "fd00:0:0:1::7", "", "house.sock"]
    assert [host for host in proxies + clients if chosen.is_proxy(host)] == proxies
    assert written_out(read_proxies("10.0.1.0/24,::1")) == ["10.0.1.0/24", "::1/128", "::ffff:10.0.1.0/120"]


def test_addresses_of_ipv4_are_told_apart_by_a_socket_of_ipv6() -> None:
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1") != neighbourhood("192.0.2.2")
    assert neighbourhood("2001:db8::1%eth0") == neighbourhood("2001:db8::2") == "2001:db8::/64"
