"""What rated games need of an identity: another network, some time since the first game, other opponents."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hexdeck.core.registry import GAMES
from hexdeck.server.base.settings import RatingRule
from hexdeck.server.results.standing import Ground, Reason, Use, missing, verdict
from hexdeck.server.store.documents import RatedPlayer
from hexdeck.server.store.protocol import Past, Rating
from hexdeck.server.tables.results import rate
from server.guest import QUICK, Guest, Traveller, play_all
from server.house_process import HouseProcess, open_house
from server.text_browser import TextBrowser

A_DAY = 86_400.0
NOW = 10 * A_DAY


def _past(*rated: str, first: float = 0.0) -> Past:
    return Past(first, frozenset(rated))


def _players(*networks: str) -> list[RatedPlayer]:
    return [RatedPlayer(seat, f"p{seat}", [mark] if mark else []) for seat, mark in enumerate(networks)]


@pytest.mark.parametrize(
    ("networks", "pasts", "weight", "reason", "seats"),
    [
        (["a"], [], 1.0, None, []),
        (["a", "b"], [_past(), _past()], 1.0, None, []),
        (["a", "a"], [_past(), _past()], 0.0, "network", [0, 1]),
        (["a", "b", "a"], [_past(), _past(), _past()], 0.0, "network", [0, 2]),
        (["", ""], [_past(), _past()], 1.0, None, []),
        (["a", "b"], [_past()], 0.0, "newcomer", [1]),
        (["a", "b"], [_past(first=9.5 * A_DAY), _past()], 0.0, "newcomer", [0]),
        (["a", "b"], [_past("T"), _past("T", "U")], 0.5, "repeated", [0, 1]),
        (["a", "b"], [_past("T", "U"), _past("T", "U")], 0.25, "repeated", [0, 1]),
        (["a", "b"], [_past("T", "U", "V"), _past("T", "U", "V")], 0.0, "repeated", [0, 1]),
        (["a", "b", "c"], [_past("T"), _past("U"), _past("U")], 0.5, "repeated", [1, 2]),
    ],
)
def test_a_game_counts_as_its_least_known_people_do(
    networks: list[str], pasts: list[Past], weight: float, reason: Reason | None, seats: list[int]
) -> None:
    past = {f"p{seat}": one for seat, one in enumerate(pasts)}
    found = verdict(_players(*networks), past, NOW, RatingRule())
    assert (found.weight, found.reason, found.seats) == (weight, reason, seats)


def test_a_club_that_keeps_a_server_for_itself_rates_neighbours_and_newcomers() -> None:
    assert verdict(_players("a", "a"), {}, NOW, RatingRule(0.0, counts_neighbours=True)).weight == 1.0


def test_each_use_says_what_an_identity_lacks() -> None:
    assert missing(Use.RATING, {Ground.SETTLED}) == [Ground.OWN_NETWORK]
    assert missing(Use.RATING, {Ground.SETTLED, Ground.OWN_NETWORK}) == []
    assert missing(Use.TOURNAMENT, set()) == [Ground.OWN_NETWORK]
    assert missing(Use.TOURNAMENT, {Ground.ADMITTED}) == []
    assert missing(Use.DAY, {Ground.SETTLED}) == [Ground.OWN_NETWORK]


@pytest.fixture(scope="module")
def young(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A server that rates people as soon as they come."""
    with open_house(tmp_path_factory.mktemp("young") / "data", "--rated-after", "0") as house:
        yield house


def _table(host: Guest, *others: Guest, game: str = "voodoo_prince") -> str:
    """A running game that none of them plays alone."""
    players = max(len(others) + 1, GAMES[game].players[0])
    code = host.new_table(game, players=players, options=QUICK[game], pace="instant")
    for other in others:
        assert other.command(code, "sit")["type"] == "ack"
    return code


def _play(code: str, *people: Guest, by_token: bool = False) -> None:
    """Bots play for all of them, or programs with the tokens of their seats."""
    assert people[0].command(code, "start", level="novice")["type"] == "ack"
    if not by_token:
        for guest in people:
            assert guest.command(code, "stand")["type"] == "ack"
        _until_over(people[0], code)
        return
    programs = []
    for guest in people:
        program = Guest.__new__(Guest)
        program.url, program.token = guest.url, f"seat:{guest.look(code)['you']['token']}"
        programs.append((program, code))
    play_all(*programs)


def _until_over(guest: Guest, code: str) -> None:
    async def wait() -> None:
        async with asyncio.timeout(60), Guest(guest.url).at(code) as client:
            while client.table is None or client.table.status != "over":
                await client.changed()

    asyncio.run(wait())


def _rating(guest: Guest, code: str) -> dict[str, Any]:
    found: dict[str, Any] = guest.get(f"/api/tables/{code}/rating").json()["rating"]
    return found


def _games(guest: Guest, game: str, players: str) -> int:
    """How many rated games somebody has in a band."""
    ranked = guest.get(f"/api/ratings/{game}/{players}").json()["ratings"]
    return sum(one["games"] for one in ranked if one["you"])


@pytest.mark.parametrize("game", GAMES)
def test_games_with_a_second_identity_of_ones_own_are_not_rated(young: HouseProcess, game: str) -> None:
    marie, second = Guest.named(young.url, "Marie"), Guest.named(young.url, "Second")
    code = _table(marie, second, game=game)
    before = _rating(marie, code)
    assert (before["weight"], before["reason"], before["seats"]) == (0.0, "network", [0, 1])

    _play(code, marie, second)

    assert _rating(marie, code) == before
    players = "2" if GAMES[game].players[0] == 2 else "3-4"
    assert [_games(one, game, players) for one in (marie, second)] == [0, 0]


def test_one_who_was_removed_from_the_game_counts_as_having_played_it(young: HouseProcess) -> None:
    """Else a host could let an own second identity lose a game until a bot takes it over."""
    marie, second = Guest.named(young.url, "Marie"), Guest.named(young.url, "Second")
    code = _table(marie, second)
    marie.command(code, "start")
    assert marie.command(code, "remove", seat=1)["type"] == "ack"
    marie.command(code, "stand")
    _until_over(marie, code)
    assert _rating(marie, code)["reason"] == "network"
    assert _games(marie, "voodoo_prince", "2") == 0


@pytest.mark.parametrize("by_token", [False, True])
def test_games_of_the_same_two_people_count_less_and_less(young: HouseProcess, by_token: bool) -> None:
    names = ("127.0.0.11", "127.0.0.12") if by_token else ("127.0.0.21", "127.0.0.22")
    marie, lukas = (Traveller(young.url, f"of {network}", network) for network in names)
    seen = []
    for _ in range(5):
        code = _table(marie, lukas)
        told = _rating(lukas, code)
        _play(code, marie, lukas)
        assert _rating(lukas, code) == told
        seen.append((told["weight"], told["reason"], told["games"]))
    assert seen == [
        (1.0, None, 0),
        (0.5, "repeated", 1),
        (0.25, "repeated", 2),
        (0.0, "repeated", 3),
        (0.0, "repeated", 3),
    ]
    assert [_games(one, "voodoo_prince", "2") for one in (marie, lukas)] == [3, 3]


def test_a_seat_played_by_a_program_counts_where_the_program_comes_from(young: HouseProcess) -> None:
    """Two identities of different networks whose seats one machine plays are of one network."""
    marie = Traveller(young.url, "Marie", "127.0.0.31")
    lukas = Traveller(young.url, "Lukas", "127.0.0.32")
    code = _table(marie, lukas)
    assert _rating(marie, code)["reason"] is None
    _play(code, marie, lukas, by_token=True)
    tokens = [guest.look(code)["you"]["token"] for guest in (marie, lukas)]
    assert len(set(tokens)) == 2
    assert _rating(marie, code)["reason"] == "network"
    assert _games(marie, "voodoo_prince", "2") == 0


def test_one_who_is_new_waits_a_day_after_the_first_game(house: HouseProcess) -> None:
    marie = Traveller(house.url, "Marie", "127.0.0.41")
    lukas = Traveller(house.url, "Lukas", "127.0.0.42")
    for number in range(2):
        code = _table(marie, lukas)
        told = _rating(marie, code)
        assert (told["weight"], told["reason"], told["seats"], told["hours"]) == (
            0.0,
            "newcomer",
            [0, 1],
            24.0,
        )
        _play(code, marie, lukas)
        assert _games(marie, "voodoo_prince", "2") == 0, number
    alone = marie.play_now("voodoo_prince", 2)
    assert _rating(marie, alone)["reason"] is None, "against bots alone"
    file = house.data / "hexdeck.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("UPDATE results SET ended = ended - ?", (A_DAY,))

    code = _table(marie, lukas)
    assert _rating(marie, code)["weight"] == 1.0
    _play(code, marie, lukas)
    assert _games(marie, "voodoo_prince", "2") == 1


def test_the_marks_of_networks_leave_the_server_by_no_way_and_end_with_the_game(
    young: HouseProcess,
) -> None:
    marie, second = Guest.named(young.url, "Marie"), Guest.named(young.url, "Second")
    code = _table(marie, second)

    def marks() -> set[str]:
        with closing(sqlite3.connect(young.data / "hexdeck.sqlite3")) as database:
            [(document,)] = database.execute("SELECT document FROM tables WHERE code = ?", (code,)).fetchall()
        return {mark for marks in json.loads(document)["networks"].values() for mark in marks}

    [mark] = marks()
    assert len(mark) == 32
    _play(code, marie, second)
    assert marks() == {"0"}
    told = [
        marie.get(path).text
        for path in (
            "/api/me/export",
            *(f"/api/tables/{code}{more}" for more in ("", "/rating", "/record", "/story", "/verification")),
            f"/t/{code}/plain",
        )
    ]
    assert mark not in "".join([*told, young.log.read_text()])


def test_pages_without_script_say_why_before_the_game_and_after_it(young: HouseProcess) -> None:
    with TextBrowser(young.url) as marie:
        second = Guest.named(young.url, "Second")
        code = marie.new_table("voodoo_prince", "people", players="2")
        second.command(code, "sit")
        page = marie.open(f"/t/{code}/plain")
        assert "Second come from the same network" in page.text
        marie.press(page.form("start"), level="novice")
        assert "not rated" not in marie.open(f"/t/{code}/plain").text
        second.command(code, "stand")
        marie.press(marie.open(f"/t/{code}/plain").form("stand"))
        _until_over(second, code)
        assert "come from the same network" in marie.open(f"/t/{code}/plain").text


def test_a_game_of_neighbours_is_rated_where_the_keeper_has_said_so(tmp_path: Path) -> None:
    flags: Sequence[str] = ("--rated-after", "0", "--rate-neighbours")
    with open_house(tmp_path / "data", *flags) as house:
        marie, lukas = Guest.named(house.url, "Marie"), Guest.named(house.url, "Lukas")
        code = _table(marie, lukas)
        assert _rating(marie, code)["weight"] == 1.0
        _play(code, marie, lukas)
        assert _games(marie, "voodoo_prince", "2") == 1


def test_half_a_weight_moves_a_rating_half_the_way() -> None:
    known = {"p0": Rating(25.0, 8.0, 3), "p1": Rating(27.0, 6.0, 9)}
    full, half = (rate({"p0": 5, "p1": 2}, known, weight) for weight in (1.0, 0.5))
    for who, before in known.items():
        assert half[who].mu - before.mu == pytest.approx((full[who].mu - before.mu) / 2)
        assert half[who].sigma - before.sigma == pytest.approx((full[who].sigma - before.sigma) / 2)
        assert half[who].games == before.games + 1
