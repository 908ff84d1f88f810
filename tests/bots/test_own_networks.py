"""Networks from files: they play as `net` does, wherever a bot is named; what is no network is refused."""

import json
import struct
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bots.known_likings import TRAINED, views
from hexdeck.ai.arena.own_code import own_code
from hexdeck.ai.bots import check_bot, find, make_bot
from hexdeck.ai.bots.net_bot import net_bot
from hexdeck.ai.external_bots.class_runner import bot_maker
from hexdeck.ai.networks.weights import network_path, read_weights, weights_for
from hexdeck.core.errors import SetupRefused
from hexdeck.core.registry import GAMES
from terminal.commands import hexdeck


def shipped(game: str) -> bytes:
    return network_path(game).read_bytes()


def header_of(data: bytes) -> dict[str, Any]:
    header: dict[str, Any] = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    return header


def with_header(data: bytes, header: object) -> bytes:
    written = json.dumps(header).encode()
    return len(written).to_bytes(8, "little") + written + data[8 + int.from_bytes(data[:8], "little") :]


@pytest.mark.parametrize("game", TRAINED)
def test_a_network_from_a_file_plays_as_net_does(game: str, tmp_path: Path) -> None:
    (tmp_path / "Mine 2.safetensors").write_bytes(shipped(game))
    named = check_bot(f"network:{tmp_path}/Mine 2.safetensors", game)
    assert named.label == "mine-2"
    weights = read_weights(tmp_path / "Mine 2.safetensors", game)
    for view in views(game, 1, 3):
        own, house = net_bot(game, Random(5), weights=weights), net_bot(game, Random(5))
        assert own.choose(view) == house.choose(view)


@pytest.mark.parametrize("game", TRAINED)
def test_a_network_alone_from_a_file_plays_as_net_alone_does(game: str, tmp_path: Path) -> None:
    (tmp_path / "mine.safetensors").write_bytes(shipped(game))
    named = check_bot(f"network-alone:{tmp_path}/mine.safetensors", game)
    assert (named.label, find(named.text)) == ("mine", named)
    make = bot_maker(named.what)
    for view in (view for number in range(4) for view in views(game, number, 10)):
        assert make(GAMES[game], Random(5)).choose(view) == make_bot("net-alone", game, Random(5)).choose(
            view
        )


@pytest.mark.parametrize("game", TRAINED)
def test_other_weights_play_otherwise(game: str, tmp_path: Path) -> None:
    """The same network with the signs of all weights turned."""
    data = bytearray(shipped(game))
    start = 8 + int.from_bytes(data[:8], "little")
    for at in range(start + 1, len(data), 2):
        data[at] ^= 0x80
    (tmp_path / "odd.safetensors").write_bytes(data)
    weights = read_weights(tmp_path / "odd.safetensors", game)
    asked = [view for number in range(4) for view in views(game, number, 3)]
    bots = [(net_bot(game, Random(5), weights=weights), net_bot(game, Random(5))) for _ in asked]
    assert any(odd.choose(view) != net.choose(view) for (odd, net), view in zip(bots, asked, strict=True))


@pytest.mark.parametrize("game", TRAINED)
def test_a_command_takes_a_network(game: str, tmp_path: Path) -> None:
    (tmp_path / "first.safetensors").write_bytes(shipped(game))
    bots = "network:first.safetensors,alone=network-alone:first.safetensors,random"
    ran = hexdeck(tmp_path, "simulate", game, "--players", "3", "--games", "1", "--bots", bots, "--json")
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["faults"] == []
    assert {"first", "alone", "random"} <= set(json.dumps(found).replace('"', " ").split())


def test_the_arena_plays_anew_with_another_network(tmp_path: Path) -> None:
    file = tmp_path / "first.safetensors"
    data = shipped("voodoo_prince")
    marks = set()
    for last in (0, 1):
        file.write_bytes(data[:-1] + bytes([last]))
        marks.add(own_code(f"network:{file}"))
    assert len(marks) == 2


HEADERS: dict[str, Any] = {
    "a number": lambda _: 7,
    "a list": lambda _: ["0.weight"],
    "no metadata": lambda header: {name: of for name, of in header.items() if name != "__metadata__"},
    "an odd offset": lambda header: header | {"0.bias": header["0.bias"] | {"data_offsets": [0, 7]}},
    "no end": lambda header: header | {"0.bias": header["0.bias"] | {"data_offsets": [0]}},
    "words as offsets": lambda header: header | {"0.bias": header["0.bias"] | {"data_offsets": ["0", "8"]}},
    "other numbers": lambda header: header | {"0.bias": header["0.bias"] | {"dtype": "F32"}},
    "a tensor too few": lambda header: {name: of for name, of in header.items() if name != "1.bias"},
    "no sizes": lambda header: sized(header, "[]"),
    "sizes that are words": lambda header: sized(header, '["many", "more", "most"]'),
    "negative sizes": lambda header: sized(header, "[-1, -1, -1]"),
    "another size": lambda header: sized(header, json.dumps(resized(header))),
}


def sized(header: dict[str, Any], sizes: str) -> dict[str, Any]:
    return header | {"__metadata__": header["__metadata__"] | {"sizes": sizes}}


def resized(header: dict[str, Any]) -> list[int]:
    first, second, *others = json.loads(header["__metadata__"]["sizes"])
    return [first, second + 1, *others]


@pytest.mark.parametrize("change", HEADERS)
@pytest.mark.parametrize("game", TRAINED)
def test_a_file_that_is_no_network_is_refused(game: str, change: str, tmp_path: Path) -> None:
    data = shipped(game)
    (tmp_path / "bad").write_bytes(with_header(data, HEADERS[change](header_of(data))))
    with pytest.raises(SetupRefused, match="holds no network"):
        read_weights(tmp_path / "bad", game)


@pytest.mark.parametrize("game", TRAINED)
def test_weights_that_are_no_numbers_are_refused(game: str, tmp_path: Path) -> None:
    data = shipped(game)
    (tmp_path / "bad").write_bytes(data[:-2] + struct.pack("<e", float("nan")))
    with pytest.raises(SetupRefused, match="no numbers"):
        read_weights(tmp_path / "bad", game)


@pytest.mark.parametrize("game", TRAINED)
def test_no_byte_of_a_header_makes_a_traceback(game: str, tmp_path: Path) -> None:
    """Any byte may be another one: it is read, or refused."""
    rng, data = Random(3), shipped(game)
    length = 8 + int.from_bytes(data[:8], "little")
    for _ in range(150):
        broken = bytearray(data)
        broken[rng.randrange(length)] = rng.randrange(256)
        (tmp_path / "bad").write_bytes(broken)
        with suppress(SetupRefused):
            assert read_weights(tmp_path / "bad", game).sizes == weights_for(game).sizes


@pytest.mark.parametrize("game", TRAINED)
def test_a_name_that_leads_to_no_network_is_refused(game: str, tmp_path: Path) -> None:
    other = next(name for name in TRAINED if name != game)
    (tmp_path / "other.safetensors").write_bytes(shipped(other))
    for name, why in (
        ("network:nowhere.safetensors", "nowhere.safetensors holds no network: No such file or directory"),
        (f"mine=network:{tmp_path}", "holds no network: Is a directory"),
        (
            f"network:{tmp_path}/other.safetensors",
            f"other.safetensors is one for {other}, not for {game}: take one that was trained for {game}",
        ),
        ("network:", "“network:” names no file: write it like network:runs/a.safetensors"),
        ("mine=network-alone:", "“network-alone:” names no file: write it like network-alone:runs/a.safet"),
    ):
        with pytest.raises(SetupRefused, match=why):
            check_bot(name, game)
