"""Lessons: the same deal and the same bots for everybody, and every rule comes up."""

import asyncio
from random import Random
from typing import Any, Final

import pytest

from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot import Bot
from hexdeck.ai.bots.bot_seats import let_bots_play
from hexdeck.core.cards import Action
from hexdeck.core.record import Player, new_header
from hexdeck.core.registry import GAMES, game_named
from hexdeck.core.table import Table
from hexdeck.games.voodoo.ai import heuristic as voodoo
from hexdeck.games.voodoo.law.actions import MEANINGS, action
from hexdeck.server.base.messages import Act
from hexdeck.server.bots.lessons import lesson_of, lesson_seed, teacher
from server.guest import Guest, play_to_the_end
from server.house_process import HouseProcess

SECRET: Final = ("chosen", "to_move")  # how quick the others are when everybody chooses at the same time
CHOICES: Final = 5  # of a learner, in which even in Voodoo nobody can interrupt


def new_lesson(guest: Guest, game: str) -> str:
    return str(guest.post("/api/play", game=game, lesson=True, pace="instant")["code"])


def first_choices(guest: Guest, code: str) -> list[Any]:
    """What the learner sees whenever it is their turn, always doing the first thing that can be done."""

    async def play() -> list[Any]:
        seen: list[Any] = []
        async with guest.at(code) as client:
            while len(seen) < CHOICES:
                if client.view is not None and 0 in client.view["to_move"]:
                    seen.append({name: client.view[name] for name in client.view if name not in SECRET})
                    await client.send(Act(str(len(seen)), client.view["actions"][0].replace("?", "3")))
                else:
                    await client.changed()
        return seen

    return asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_the_same_for_everybody_and_the_learner_begins(house: HouseProcess, game: str) -> None:
    one, other = Guest(house.url), Guest(house.url)
    codes = new_lesson(one, game), new_lesson(other, game)

    table = one.look(codes[0])["table"]
    seen = first_choices(one, codes[0])

    assert table["lesson"]
    assert table["players"] == lesson_of(game).players
    assert seen == first_choices(other, codes[1])


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_suggested_to_a_learner_on_turn(house: HouseProcess, game: str) -> None:
    guest = Guest(house.url)
    code = new_lesson(guest, game)

    action = guest.get(f"/api/tables/{code}/suggestion").json()["action"]

    assert guest.command(code, "act", action=action)["type"] == "ack"
    assert action == guest_suggestion(house, game)


def guest_suggestion(house: HouseProcess, game: str) -> str:
    """What somebody else is told, who begins the same lesson."""
    guest = Guest(house.url)
    return str(guest.get(f"/api/tables/{new_lesson(guest, game)}/suggestion").json()["action"])


def test_no_move_is_suggested_elsewhere_or_to_others(house: HouseProcess) -> None:
    learner, other = Guest(house.url), Guest(house.url)
    code = new_lesson(learner, "voodoo_prince")
    assert other.get(f"/api/tables/{code}/suggestion").json()["code"] == "seat.none"
    usual = learner.play_now("voodoo_prince", 3)
    answer = learner.get(f"/api/tables/{usual}/suggestion")
    assert (answer.status_code, answer.json()["code"]) == (400, "advice.refused")


def test_a_lesson_is_not_rated_and_not_kept_among_the_running_tables(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = new_lesson(guest, "voodoo_prince")
    assert guest.get("/api/me").json()["tables"] == []

    async def play() -> None:
        async with guest.at(code) as client:
            await play_to_the_end(client, Random(1))

    asyncio.run(play())

    assert guest.look(code)["table"]["status"] == "over"
    assert guest.get("/api/me/statistics").json() == {
        "statistics": [],
        "ratings": [],
        "games": [],
        "histories": [],
    }
    assert guest.get("/api/ratings/voodoo_prince/3-4").json() == {"ratings": []}


def test_no_other_table_has_the_deal_of_a_lesson(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = new_lesson(guest, "voodoo_prince")
    promise = guest.look(code)["table"]["commitment"]
    assert guest.look(new_lesson(guest, "voodoo_prince"))["table"]["commitment"] == promise

    usual = guest.look(guest.play_now("voodoo_prince", 3))["table"]
    asked = guest.request("POST", "/api/tables", json={"game": "voodoo_prince", "lesson": True})

    assert not usual["lesson"]
    assert usual["commitment"] != promise
    assert asked.status_code == 400


class Learner:
    """Plays sensibly, and curses the player who comes last: their slips can be called at leisure."""

    def __init__(self, game: str) -> None:
        rng = Random(1)
        is_voodoo = game == "voodoo"
        self._sense: Any = (
            voodoo.Heuristic(rng, attention=1.0) if is_voodoo else make_bot("heuristic", game, rng)
        )
        self._aims = is_voodoo

    def choose(self, view: Any) -> Action:
        choice = self._sense.choose(view)
        verb, numbers = MEANINGS[choice] if self._aims else ("", ())
        last = action("cast", numbers[0], 2) if verb == "cast" else choice
        return last if last in view.actions else choice

    def interrupt(self, view: Any) -> None:
        del view


class Teacher:
    def __init__(self, game: str) -> None:
        self._game = game

    def choose(self, view: Any) -> Action:
        return teacher(self._game, view).choose(view)

    def interrupt(self, view: Any) -> Action | None:
        return teacher(self._game, view).interrupt(view)


def lesson(game: str) -> tuple[list[Any], list[Any]]:
    """What the learner saw when it was their turn and all that happened, until the lesson is over."""
    first = lesson_of(game)
    rules, seed = game_named(game), lesson_seed(game)
    people = [Player(str(seat), "novice") for seat in range(first.players)]
    header = new_header(rules, people, rules.complete(first.options), seed=seed, salts=[], secret=True)
    table = Table(header, seed)
    happened: list[Any] = []
    table.watch(0, happened.extend)
    table.open()
    views = [table.view(0)]
    bots: dict[int, Bot] = {0: Learner(game), **{seat: Teacher(game) for seat in range(1, first.players)}}
    for _ in let_bots_play(table, bots):
        if 0 in table.to_move():
            views.append(table.view(0))
        if is_taught(game, views[-1]):
            return views, happened
    raise AssertionError("the game is over before the lesson")


def is_taught(game: str, view: Any) -> bool:
    """A second round has begun; in Voodoo the learner has the doll for the fourth time."""
    if game == "vampire_queen":
        return bool(view.phase == 2)
    return bool(view.turns == 10 if game == "voodoo" else view.round == 2)


def named(happened: list[Any], name: str) -> list[Any]:
    return [event for event in happened if type(event).__name__ == name]


def test_voodoo_prince_teaches_following_trumping_splitting_the_doll_and_leaving() -> None:
    views, happened = lesson("voodoo_prince")

    taken = named(happened, "TrickTaken")
    assert any(view.trick and len(view.actions) < len(view.hand) for view in views)
    assert any(one.tricks == 2 for one in taken)
    assert any(one.card % 16 == 0 for one in taken)
    assert any(one.card // 16 == views[0].trump for one in taken)
    assert {one.seat for one in named(happened, "RoundLeft")} == {0, 1}
    assert [one.seat for one in named(happened, "TrumpNamed")] == [2]


def test_vampire_queen_teaches_sets_queens_passing_and_slayers() -> None:
    views, happened = lesson("vampire_queen")

    played = named(happened, "Played")
    assert 14 in views[0].hand
    assert 20 in views[0].hand
    assert any(one.seat == 0 and len(one.cards) > 1 for one in played)
    assert any(one.seat == 0 for one in named(happened, "Passed"))
    assert any(one.seat == 0 and one.cards == (20,) for one in played)
    assert any(one.seat != 0 and one.cards[0] in (15, 20) for one in played)
    assert any(one.seat == 0 for one in named(happened, "TakenUp"))
    assert named(happened, "LaidAside")
    assert named(happened, "PhaseEnded")


def test_skull_queen_teaches_steps_up_and_down_falling_the_barrel_and_the_mate() -> None:
    views, happened = lesson("skull_queen")

    tricks = named(happened, "TrickResolved")
    steps = {(move.seat == 0, move.steps) for trick in tricks for move in trick.moves}
    assert {(True, 1), (True, -1)} <= steps
    assert {abs(size) for _, size in steps} == {1, 2}
    assert any(move.end < 0 for trick in tricks for move in trick.moves)
    assert any(trick.centre for trick in tricks)
    assert views[0].centre
    assert 49 in views[0].hand


def test_voodoo_teaches_dice_casting_acts_calls_and_skulls() -> None:
    _, happened = lesson("voodoo")

    for name in ("Rolled", "Discarded", "Drew", "CurseCast", "ActDone", "SkullCrossed", "PermanentDrawn"):
        assert any(one.seat == 0 for one in named(happened, name)), name
    assert any(0 in one.victims for one in named(happened, "CurseCast"))
    assert any(one.seat == 0 and one.broken for one in named(happened, "CallJudged"))
