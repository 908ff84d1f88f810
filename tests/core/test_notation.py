"""docs/notation.md is enough: a stranger who has only read that page recomputes every deal and roll."""

import hmac
import re
import tomllib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot_seats import let_bots_play
from hexdeck.core.record import Player, new_header
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from hexdeck.core.table import Table
from hexdeck.core.verify import verify

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text()
RECORD = PAGE.split("```text\n")[1].split("```")[0]
COLORS = ("red", "yellow", "green", "blue", "purple")
FACES = ("pumpkin", "skull", "ghost", "raven", "bat", "star")
SALTS = ("a pinch of sea salt", "pfeffer, größer")
TABLES = [
    *(("voodoo_prince", players, {"rounds": 2}) for players in (2, 3, 4, 5)),
    *(("voodoo_prince", players, {"variant": "marshmallow"}) for players in (2, 3, 4, 5)),
    *(("vampire_queen", players, {"phases": 2}) for players in range(3, 13)),
    *(("skull_queen", players, {}) for players in range(2, 7)),
    *(("voodoo", players, {}) for players in (3, 4, 5, 6)),
]


def words(seed: bytes, salts: Sequence[str]) -> Iterator[int]:
    """Points 1 to 3."""
    salted = sha256(b"".join(salt.encode() + b"\n" for salt in salts)).digest()
    number = 0
    while True:
        block = hmac.new(seed, salted + number.to_bytes(8, "big"), sha256).digest()
        yield from (int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24))
        number += 1


def below(stream: Iterator[int], most: int) -> int:
    """Point 4."""
    limit = 2**64 // most * most
    return next(word % most for word in stream if word < limit)


def shuffled(stream: Iterator[int], cards: Sequence[str]) -> list[str]:
    """Point 6."""
    deck = list(cards)
    for i in range(len(deck) - 1, 0, -1):
        j = below(stream, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def setup(game: str, players: int) -> tuple[range, int]:
    """Values and cards in a hand, from the page's table."""
    for title, counts, values, hand in re.findall(
        r"^\| ([\w ]+) \| ([\d, ]+) \| (.*?) ?\| (\d+) \|$", PAGE, re.M
    ):
        if title == game and str(players) in counts.split(", "):
            low, _, top = values.partition(" to ")
            return (range(int(low), int(top) + 1) if values else range(0)), int(hand)
    raise AssertionError(f"the page has no row for {game} with {players}")


def deck(game: str, players: int) -> list[str]:
    """The cards in order before shuffling."""
    if game == "Vampire Queen":
        return [str(value) for value in range(1, 14) for _ in range(8)] + ["q"] * 4
    values, _ = setup(game, players)
    colors = COLORS[:4] if game == "Skull Queen" else COLORS
    cards = [f"{color[0]}{value}" for color in colors for value in values]
    return [*cards, "monkey", "mate"] if game == "Skull Queen" else cards


def recomputed(game: str, players: int, lines: list[str], stream: Iterator[int]) -> Iterator[str]:
    """What the chance lines of a record must be, in their order."""
    cards = tomllib.loads(files("hexdeck.games.voodoo").joinpath("data", "cards.toml").read_text())
    curses = [card["id"] for card in cards["curse"]]
    for line in lines:
        _, what, *given = line.split()
        if what in ("dealer", "slayer", "doll"):
            yield f"chance {what} {below(stream, players)}"
        elif what == "trump":
            yield f"chance trump {COLORS[below(stream, 5)]}"
        elif what == "dice":
            yield f"chance dice {' '.join(FACES[below(stream, 6)] for _ in given)}"
        elif what == "deal":
            yield f"chance deal {' '.join(shuffled(stream, deck(game, players)))}"
        elif what == "starting":
            starting = shuffled(stream, [card["id"] for card in cards["curse"] if len(card["cost"]) == 2])
            curses = [card for card in curses if card not in starting[:players]]
            yield f"chance starting {' '.join(starting)}"
        else:
            pile = curses if what == "curses" else [card["id"] for card in cards[what.removesuffix("s")]]
            yield f"chance {what} {' '.join(shuffled(stream, pile))}"


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_a_stranger_recomputes_every_deal_and_roll(
    game: str, players: int, options: dict[str, int | str]
) -> None:
    seed = bytes(range(32))
    people = [Player(f"Nr {seat}", "random") for seat in range(players)]
    table = Table(new_header(GAMES[game], people, options, seed=seed, salts=SALTS), seed)
    table.open()
    title = "Race to 20" if "variant" in options else GAMES[game].title
    if game != "voodoo":
        assert_hands_are_slices(table, title)
    for _ in let_bots_play(table, {seat: make_bot("random", game, Random(seat)) for seat in range(players)}):
        pass
    told = [line for line in table.record.text().splitlines() if line.startswith("chance ")]
    assert list(recomputed(title, players, told, words(seed, SALTS))) == told


def assert_hands_are_slices(table: Table, title: str) -> None:
    game, players = table.game, len(table.record.header.players)
    _, hand = setup(title, players)
    [deal] = (line for line in table.record.text().splitlines() if line.startswith("chance deal "))
    cards = deal.split()[2:]
    for seat in range(players):
        view: Any = table.view(seat)
        held = sorted(game.card_name(card) for card in view.hand)
        assert [card for card in held if not card.startswith("slayer")] == sorted(cards[seat * hand :][:hand])


def test_the_pages_record_is_one() -> None:
    """Marie plays like the heuristic; every line is what the program writes."""
    seed = bytes(32)
    people = [Player("Marie"), Player("Lukas", "heuristic")]
    header = new_header(
        GAMES["voodoo_prince"], people, {"rounds": 1}, seed=seed, salts=["a pinch of sea salt"]
    )
    table = Table(header, seed)
    table.open()
    for _ in let_bots_play(
        table, {seat: make_bot("heuristic", "voodoo_prince", Random(seat)) for seat in (0, 1)}
    ):
        pass
    assert table.record.text() == RECORD
    assert verify(read(RECORD)).is_proved
    told = [line for line in RECORD.splitlines() if line.startswith("chance ")]
    assert list(recomputed("Voodoo Prince", 2, told, words(seed, ["a pinch of sea salt"]))) == told
