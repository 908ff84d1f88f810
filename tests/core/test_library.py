"""`import hexdeck`: the front door for programs."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import hexdeck
from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot_seats import at_table, faults_of, let_bots_play
from hexdeck.core.errors import IllegalAction, NameUnknown, NotYourTurn, RecordRefused, SetupRefused
from hexdeck.core.record import Player, new_header
from hexdeck.core.registry import GAMES
from hexdeck.core.table import Table

SEED = bytes(range(32))
every_game = pytest.mark.parametrize("game", GAMES)


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    program = (
        "import sys, hexdeck; hexdeck.__version__; print([one for one in sys.modules if 'hexdeck.' in one])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_front_door_has_its_names() -> None:
    assert hexdeck.bots.find("club").label == "club"
    assert {"bots", "games", "new_table", "read_record", "__version__"} <= set(dir(hexdeck))
    assert list(hexdeck.games.GAMES) == ["voodoo_prince", "vampire_queen", "skull_queen", "voodoo"]
    with pytest.raises(AttributeError, match="module 'hexdeck' has no attribute 'boards'"):
        hexdeck.boards  # noqa: B018


@every_game
def test_bots_play_a_game_among_themselves(game: str) -> None:
    table = hexdeck.new_table(game, bots="heuristic", seed=SEED)
    seats = list(table.bots_play())
    assert table.is_over
    assert set(seats) == set(range(GAMES[game].players[0]))
    again = hexdeck.new_table(game, bots="heuristic", seed=SEED)
    assert list(again.turns()) == []
    assert again.record.text() == table.record.text()


OWN_BOT = """
class Lowest:
    def __init__(self, game, rng):
        pass

    def choose(self, view):
        return view.actions[0] if view.round == 1 else -1
"""


def test_a_bot_of_ones_own_leaves_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To its end, or put aside; what it did wrong is told."""
    (tmp_path / "my_bots.py").write_text(OWN_BOT)
    monkeypatch.chdir(tmp_path)
    rules = GAMES["voodoo_prince"]
    header = new_header(rules, [Player("Marie", "lowest"), Player("Leon", "random")], seed=SEED)
    table = Table(header, SEED)
    bots = {
        seat: make_bot(name, rules.name, Random(1)) for seat, name in enumerate(["my_bots:Lowest", "random"])
    }
    table.open()
    with at_table(table, bots):
        next(let_bots_play(table, bots))
    assert faults_of(bots) == ()

    other = hexdeck.new_table("voodoo_prince", 2, {0: "my_bots:Lowest", 1: "random"}, seed=SEED)
    assert list(other.turns()) == []
    [fault] = other.faults
    assert (fault.bot, fault.kind, fault.first) == ("lowest", "illegal", "-1 is none of its seat’s 3 actions")
    assert other.header.players[0].kind == "lowest"


@every_game
def test_a_program_plays_with_bots(game: str) -> None:
    table = hexdeck.new_table(game, players=3, bots={1: "random", 2: "random"}, seed=SEED)
    turns = 0
    for seat in table.turns():
        assert seat == 0
        table.act(seat, table.action_names(seat)[0])
        turns += 1
    assert table.is_over
    assert turns == sum(1 for position in table.record.positions() if position.seat == 0)


def test_a_program_plays_every_seat_and_by_numbers_too() -> None:
    table = hexdeck.new_table("voodoo_prince", options={"rounds": 1}, seed=SEED)
    for seat in table.turns():
        table.act(seat, table.view(seat).actions[-1])
    assert table.is_over
    assert sum(table.scores) == 7


def test_real_dice_are_asked_of_the_program() -> None:
    table = hexdeck.new_table("voodoo", bots="heuristic", options={"dice": "real"}, seed=SEED)
    assert list(table.turns()) == []
    assert table.waits_for_dice
    table.supply("pumpkin pumpkin skull ghost raven")
    assert list(table.turns()) == []
    assert not table.is_over


def test_a_table_without_a_seed_has_one_of_its_own() -> None:
    texts = {hexdeck.new_table("skull_queen").record.header.commitment for _ in range(3)}
    assert len(texts) == 3


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(NameUnknown, match="no game is called 'chess': choose one of voodoo_prince"):
        hexdeck.new_table("chess")
    with pytest.raises(SetupRefused, match="Voodoo Prince is not for 9 players: choose 2 to 5"):
        hexdeck.new_table("voodoo_prince", players=9)
    with pytest.raises(SetupRefused, match="there is no seat 3 for a bot: choose 0 to 2"):
        hexdeck.new_table("voodoo_prince", players=3, bots={3: "random"})
    with pytest.raises(SetupRefused, match="no bot is called “stockfish”"):
        hexdeck.new_table("voodoo_prince", bots="stockfish")
    table = hexdeck.new_table("voodoo_prince", players=3, seed=SEED)
    [seat] = table.to_move()
    with pytest.raises(NotYourTurn):
        table.act((seat + 1) % 3, "b5")
    with pytest.raises(IllegalAction):
        table.act(seat, "trump blue")
    with pytest.raises(NameUnknown):
        table.act(seat, "e4")


def test_a_game_is_kept_and_read_again(tmp_path: Path) -> None:
    table = hexdeck.new_table("skull_queen", bots="random", seed=SEED)
    list(table.turns())
    path = tmp_path / "evening.hexdeck"
    path.write_text(table.record.text())
    assert hexdeck.read_record(path).result == table.scores
    assert hexdeck.read_record(str(path)) == table.record
    path.write_text("a letter")
    with pytest.raises(RecordRefused):
        hexdeck.read_record(path)
