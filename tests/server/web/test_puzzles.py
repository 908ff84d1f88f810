"""Puzzles over the API: a list, what is shown of one, and the answer only to whoever has chosen."""

import pytest
from msgspec.json import decode, encode

from hexdeck.ai.puzzles.many import answered, is_among_many
from hexdeck.ai.puzzles.puzzle import puzzles_of, view_of
from hexdeck.core.registry import GAMES
from hexdeck.text.wire import wire
from server.guest import Guest

REVEALING = {"best", "right", "tempting", "choices", "reasons", "found", "chance", "behind"}


@pytest.mark.parametrize("game", GAMES)
def test_somebody_solves_a_puzzle(marie: Guest, game: str) -> None:
    listed = marie.get(f"/api/puzzles/{game}").json()
    assert (listed["game"], listed["levels"]) == (game, 4)
    assert [one["id"] for one in listed["puzzles"]] == [one.id for one in puzzles_of(game)]
    puzzle = puzzles_of(game)[0]
    first = listed["puzzles"][0]
    assert first == {
        "id": puzzle.id,
        "level": puzzle.level,
        "players": view_of(game, puzzle).players,
        "stage": puzzle.stage,
    }

    path = f"/api/puzzles/{game}/{puzzle.id}"
    seen = marie.get(path).json()
    assert not REVEALING & seen.keys()
    assert seen["view"] == decode(encode(wire(game).view(view_of(game, puzzle))))
    assert len(seen["names"]) == seen["players"]
    assert seen["view"]["seat"] == seen["seat"]

    right = marie.post(path, action=puzzle.best.action)
    assert (right["right"], right["chosen"], right["best"]) == (True, puzzle.best.action, puzzle.best.action)
    assert [choice["action"] for choice in right["choices"]] == [one.action for one in puzzle.choices]
    assert len(right["reasons"]) == len(puzzle.reasons)
    wrong = marie.post(path, action=puzzle.tempting)
    assert (wrong["right"], wrong["chosen"], wrong["best"]) == (False, puzzle.tempting, puzzle.best.action)
    assert wrong["choices"] == right["choices"]


def test_a_placing_that_was_not_compared_is_tried_in_the_same_worlds(marie: Guest, lukas: Guest) -> None:
    game, action = "skull_queen", "front r1 y1 g1 b1"
    puzzle = next(one for one in puzzles_of(game) if is_among_many(view_of(game, one)))
    path = f"/api/puzzles/{game}/{puzzle.id}"
    told = marie.post(path, action=action)
    assert (told["right"], told["chosen"], told["legal"]) == (False, action, 1250)
    assert len(told["choices"]) == len(puzzle.choices) + 1
    assert told["choices"][0]["action"] == puzzle.best.action
    own = next(choice for choice in told["choices"] if choice["action"] == action)
    assert own == decode(encode(answered(game, puzzle, GAMES[game].action_named(action))))
    assert lukas.post(path, action=action) == told
    as_good = [choice.action for choice in puzzle.choices if choice.is_right]
    assert all(marie.post(path, action=right)["right"] for right in as_good[:2])


def test_what_is_not_there_or_not_legal_is_refused(marie: Guest) -> None:
    puzzle = puzzles_of("voodoo_prince")[0]
    assert marie.get("/api/puzzles/patience").json()["code"] == "name.unknown"
    assert marie.get("/api/puzzles/voodoo_prince/nowhere").json()["code"] == "name.unknown"
    assert marie.get("/api/puzzles/voodoo/" + puzzle.id).json()["code"] == "name.unknown"
    path = f"/api/puzzles/voodoo_prince/{puzzle.id}"
    illegal = marie.request("POST", path, json={"action": "b99"}).json()
    assert (illegal["code"], illegal["message"]) == (
        "action.illegal",
        "b99 cannot be chosen here: choose one of the actions of the view",
    )
    assert marie.request("POST", path, json={"card": "b5"}).json()["code"] == "message.refused"
