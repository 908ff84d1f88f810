"""Bots of the host's own: offered beside the levels, named by nobody else, and no table waits for them."""

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hexdeck.ai.networks.weights import network_path
from hexdeck.core.errors import SetupRefused
from hexdeck.core.registry import GAMES
from hexdeck.server.base.settings import settings
from hexdeck.server.bots.bot_request import Answer, Question
from hexdeck.server.bots.memories import Memories
from hexdeck.server.bots.pool import BotPool
from server.bots.test_workers import some_view
from server.guest import Guest, play_to_the_end
from server.house_process import HouseProcess, open_house
from server.text_browser import TextBrowser
from terminal.commands import hexdeck

OWN_BOTS = """
class Lowest:
    def __init__(self, game, rng):
        self.seats = set()

    def choose(self, view):
        self.seats.add(view.seat)
        assert len(self.seats) == 1, "it sees two hands"
        return view.actions[0]

class Raising(Lowest):
    def choose(self, view):
        raise ValueError("so it goes")

class Unwilling(Lowest):
    def __init__(self, game, rng):
        raise ValueError(f"I do not play {game.title}")
"""
LEVELS = ["novice", "casual", "club", "expert"]
EVERYWHERE = ["lowest", "bad"]  # bots of the host's own that play every game
NETWORKS = {game: f"net_{game}" for game in GAMES}  # and those that play one


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    folder = tmp_path_factory.mktemp("house")
    (folder / "my_bots.py").write_text(OWN_BOTS)
    networks = [f"{name}=network:{network_path(game)}" for game, name in NETWORKS.items()]
    own = ",".join(["my_bots:Lowest", "bad=my_bots:Raising", *networks])
    here = {"PYTHONPATH": str(folder), "HEXDECK_OWN_BOTS": own}
    with open_house(folder / "data", "--bot-seconds", "60", environment=here) as house:
        yield house


def play_on(guest: Guest, code: str) -> None:
    """Three actions of the guest: all bots have played in between."""

    async def play() -> None:
        async with guest.at(code) as client:
            assert await play_to_the_end(client, Random(3), most=3) > 0

    asyncio.run(asyncio.wait_for(play(), 120))


def failures(house: HouseProcess, bot: str) -> list[str]:
    """What the log says went wrong with a bot."""
    lines = [json.loads(line) for line in house.log.read_text().splitlines()]
    return [line["fault"] for line in lines if line["event"] == "bot_failed" and line["bot"] == bot]


def test_they_are_offered_beside_the_levels(house: HouseProcess) -> None:
    told = Guest(house.url).get("/api/games").json()
    assert told["levels"] == [*LEVELS, *EVERYWHERE, *NETWORKS.values()]
    assert {game["name"]: game["levels"] for game in told["games"]} == {
        game: [*LEVELS, *EVERYWHERE, NETWORKS[game]] for game in GAMES
    }
    with TextBrowser(house.url) as browser:
        form = next(form for form in browser.page.forms if form.fields.get("game") == "voodoo_prince")
        shown = browser.press(form, "", level="lowest")
        assert "lowest" in shown.text


@pytest.mark.parametrize("game", GAMES)
def test_one_plays_every_game_and_sees_one_hand(game: str, house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.play_now(game, 3, level="lowest")
    play_on(guest, code)
    assert [seat["level"] for seat in guest.look(code)["table"]["seats"]] == [None, "lowest", "lowest"]
    assert failures(house, "lowest") == []


@pytest.mark.parametrize("game", GAMES)
def test_one_that_plays_one_game_is_offered_there_alone(game: str, house: HouseProcess) -> None:
    guest, other = Guest(house.url), next(name for name in GAMES if name != game)
    play_on(guest, guest.play_now(game, 3, level=NETWORKS[game]))
    assert failures(house, NETWORKS[game]) == []
    code = guest.new_table(game, players=3)
    stages = [{"game": one, "players": 3} for one in (other, game)]
    tournament = {"name": "Cup", "games": stages, "rounds": 2, "level": NETWORKS[other]}
    answers = [
        guest.command(code, "fill", level=NETWORKS[other]),
        guest.command(code, "start", level=NETWORKS[other]),
        guest.request("POST", "/api/play", json={"game": game, "level": NETWORKS[other]}).json(),
        guest.request("POST", "/api/tournaments", json=tournament).json(),
    ]
    offered = ", ".join([*LEVELS, *EVERYWHERE, NETWORKS[game]])
    why = f"“{NETWORKS[other]}” does not play {GAMES[game].title}: choose one of {offered}"
    assert [answer["message"] for answer in answers] == [why] * 4


@pytest.mark.parametrize("game", GAMES)
def test_pages_without_script_offer_one_where_it_plays(game: str, house: HouseProcess) -> None:
    with TextBrowser(house.url) as browser:
        form = next(form for form in browser.page.forms if form.fields.get("game") == game)
        assert form.choices["level"] == [*LEVELS, *EVERYWHERE, NETWORKS[game]]


def test_no_table_waits_for_one_that_fails(house: HouseProcess) -> None:
    guest = Guest(house.url)
    play_on(guest, guest.play_now("voodoo_prince", 3, level="bad"))
    assert set(failures(house, "bad")) == {"failed"}
    assert "so it goes" not in house.log.read_text()  # who knows what a bot's own words give away


SLOW = """
import json, sys, time
starts, waits, mode = sys.argv[1], float(sys.argv[2]), sys.argv[3]
with open(starts, "a") as file:
    file.write("started\\n")
time.sleep(waits)
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif said["type"] == "game":
        print(json.dumps({"type": "ready"}), flush=True)
    elif said["type"] == "choose" and mode == "hangs":
        time.sleep(600)
    elif said["type"] == "choose" and mode == "ends":
        sys.exit()
    elif said["type"] == "choose" and mode == "babbles":
        print("hm", flush=True)
    elif said["type"] == "choose":
        answer = {"type": "action", "question": said["question"], "action": said["actions"][0]}
        print(json.dumps(answer), flush=True)
"""


def choices(
    folder: Path, mode: str, seconds: float, *, waits: float = 0.0, pools: int = 1
) -> tuple[list[Answer], int]:
    """Six answers of one seat, asked of several pools in turn as of workers, and how often it was started."""
    program, starts = folder / "slow.py", folder / "starts"
    program.write_text(SLOW)
    own = {"slow": f"program:{sys.executable} {program} {starts} {waits} {mode}"}
    view = some_view()

    async def ask() -> list[Answer]:
        opened = [BotPool(1, seconds, own) for _ in range(pools)]
        memories, answers = Memories(), []
        for number in range(6):
            question = Question(
                "slow", "voodoo_prince", view, False, "mark", memories=memories.of("table", 0)
            )
            answers.append(await opened[number % pools].choose(question))
            memories.keep("table", 0, answers[-1].memories)
        for pool in opened:
            await pool.close()
        return answers

    answers = asyncio.run(ask())
    assert all(answer.action in view.actions for answer in answers)
    return answers, len(starts.read_text().splitlines())


@pytest.mark.parametrize("pools", [1, 2])
@pytest.mark.parametrize(("mode", "fault"), [("hangs", "late"), ("ends", "ended"), ("babbles", "nonsense")])
def test_one_that_loses_three_processes_is_given_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, mode: str, fault: str, pools: int
) -> None:
    """Also where others are asked than before; each time the log tells its fault."""
    answers, started = choices(tmp_path, mode, 1.0 if mode == "hangs" else 20.0, pools=pools)
    assert started == 3
    assert [answer.failures for answer in answers] == [1] * 6
    facts = [record.facts for record in caplog.records if record.message == "bot_failed"]  # type: ignore[attr-defined]
    assert [one["fault"] for one in facts] == [fault] * 3 + ["given up"] * 3


def test_its_start_does_not_count_against_its_first_turn(tmp_path: Path) -> None:
    """It takes longer to start than it has for a choice."""
    answers, started = choices(tmp_path, "plays", 4.0, waits=5.0)
    assert started == 1
    assert [answer.failures for answer in answers] == [0] * 6


@pytest.mark.parametrize("name", ["my_bots:Lowest", "program:touch here", "ismcts-1000", "LOWEST"])
def test_nobody_names_a_bot_that_is_not_offered(name: str, house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.new_table("voodoo_prince", players=3)
    answers = [
        guest.command(code, "fill", level=name),
        guest.command(code, "start", level=name),
        guest.request("POST", "/api/play", json={"game": "voodoo_prince", "level": name}).json(),
    ]
    assert [answer["code"] for answer in answers] == ["setup.refused"] * 3
    assert answers[0]["fields"]["known"] == "novice, casual, club, expert, lowest, bad, net_voodoo_prince"


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("club", "“club” is of the house already: name bots of your own, like mine=package.module:Class"),
        ("a:B,b=c:D,b=e:F", "two bots are called “b”: give one of them another name"),
        ("deep_blue", "no bot is called “deep_blue”"),
    ],
)
def test_what_a_host_cannot_offer_is_refused(named: str, why: str) -> None:
    with pytest.raises(SetupRefused, match=why):
        settings({"own_bots": named}, {})


def test_a_house_does_not_open_with_a_bot_that_cannot_play(tmp_path: Path) -> None:
    refused = hexdeck(tmp_path, "serve", "--data", str(tmp_path / "data"), "--own-bots", "nowhere:Bot")
    assert refused.returncode == 2
    assert "there is no module “nowhere” for “nowhere:Bot”" in refused.stderr


def test_a_house_does_not_open_with_a_bot_that_plays_no_game(tmp_path: Path) -> None:
    (tmp_path / "my_bots.py").write_text(OWN_BOTS)
    own = ["--own-bots", "my_bots:Lowest,my_bots:Unwilling"]
    refused = hexdeck(tmp_path, "serve", "--data", str(tmp_path / "data"), *own)
    assert refused.returncode == 2
    why = "“unwilling” does not play: ValueError: I do not play Voodoo Prince; name another bot"
    assert why in refused.stderr
