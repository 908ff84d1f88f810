"""The kernel's public doors: what strangers hand in is refused with a reason, and changes nothing."""

from array import array
from random import Random
from threading import Thread
from typing import Any

import pytest

from hexdeck.core.errors import (
    ChanceIsDue,
    ChanceRefused,
    GameIsOver,
    IllegalAction,
    NotYourTurn,
    PositionRefused,
    SeatUnknown,
    SetupRefused,
)
from hexdeck.core.registry import GAMES
from hexdeck.kernel import kernel_of
from hexdeck.kernel.api import Knowledge, Position
from hexdeck.kernel.batch import Batch
from hexdeck.kernel.search import Searcher, cheating_searcher, ismcts, searcher
from lockstep.strangers import Setting, settings, visit
from lockstep.test_batch import arrays

# What cannot be done with the least number of players, right after the first deal or before the first roll.
ILLEGAL = {
    "voodoo_prince": ("trump red", "not trump red now: choose one of "),
    "vampire_queen": ("pass", "not pass now: choose one of "),
    "skull_queen": ("r5", "not r5 now: choose one of "),
    "voodoo": ("pass", "not pass now: choose one of roll"),
}


def begun(name: str, seed: int = 3) -> Any:
    kernel = kernel_of(name)
    assert kernel is not None
    state = kernel.State(GAMES[name].players[0], {})
    state.begin(seed)
    return state


@pytest.mark.parametrize("setting", settings(), ids=lambda s: f"{s.game}-{s.players}-{s.options}")
def test_whatever_strangers_hand_in_is_refused_or_goes_on_by_the_rules(setting: Setting) -> None:
    visit(setting, Random(str(setting)), positions=3)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_wrong_with_an_action_is_said_in_the_words_of_the_door(name: str) -> None:
    state, game = begun(name), GAMES[name]
    seat, players = state.to_move()[0], game.players[0]
    action, reason = game.action_named(ILLEGAL[name][0]), ILLEGAL[name][1]
    with pytest.raises(IllegalAction, match=reason):
        state.apply(seat, action)
    with pytest.raises(IllegalAction, match=f"not action {game.actions} now"):
        state.apply(seat, game.actions)
    with pytest.raises(IllegalAction, match="not action -1 now"):
        state.apply(seat, -1)
    with pytest.raises(IllegalAction, match=f"not action {10**30} now"):
        state.apply(seat, 10**30)
    with pytest.raises(SeatUnknown, match=f"there is no seat {players}: choose one of 0 to {players - 1}"):
        state.apply(players, 0)
    with pytest.raises(TypeError):
        state.apply(seat, "roll")
    if name != "skull_queen":  # there all place their pirates at once
        with pytest.raises(NotYourTurn, match=f"cannot play now: it is seat {seat}'s turn"):
            state.apply((seat + 1) % players, action)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_played_before_chance_and_after_the_end(name: str) -> None:
    kernel = kernel_of(name)
    assert kernel is not None
    state = kernel.State(GAMES[name].players[0], {})
    with pytest.raises(ChanceIsDue, match=f"the {state.needs} must come first"):
        state.apply(0, 0)
    with pytest.raises(ChanceIsDue):
        state.step(0.5)
    with pytest.raises(ChanceRefused, match=f"that cannot be the outcome of the {state.needs}"):
        state.resolve((77,))
    state.begin(1)
    with pytest.raises(ChanceRefused, match="no roll or shuffle is due: somebody must act first"):
        state.resolve((0,))
    rng = Random(2)
    while state.step(rng.random()):
        pass
    with pytest.raises(GameIsOver):
        state.apply(0, 0)
    with pytest.raises(GameIsOver):
        state.step(0.5)
    with pytest.raises(GameIsOver):
        Batch(state, 1)


@pytest.mark.parametrize("name", GAMES)
def test_no_game_is_made_for_the_wrong_number_of_players_or_with_unknown_options(name: str) -> None:
    kernel, players = kernel_of(name), GAMES[name].players
    assert kernel is not None
    for wrong in (players[0] - 1, players[-1] + 1, -1, 10**30):
        with pytest.raises(SetupRefused):
            kernel.State(wrong, {})
    for wrong in (players[0] - 1, players[-1] + 1, -1):
        with pytest.raises(SetupRefused):
            kernel.play_at_random(wrong, 100)
    with pytest.raises(SetupRefused):
        kernel.State(players[0], {"luck": 3})


@pytest.mark.parametrize("name", GAMES)
def test_a_state_that_was_never_set_up_is_a_new_game_for_the_fewest(name: str) -> None:
    kernel = kernel_of(name)
    assert kernel is not None
    state = kernel.State.__new__(kernel.State)
    assert len(state.scores) == GAMES[name].players[0]
    state.begin(1)
    assert state.step(0.5)


def test_positions_and_knowledge_of_no_game_are_refused() -> None:
    for make in (lambda: Position(2, {}), lambda: Position.__new__(Position), Searcher):
        with pytest.raises(TypeError):
            make()
    with pytest.raises(TypeError):
        searcher(Knowledge.__new__(Knowledge), 10, 0)
    with pytest.raises(RuntimeError):
        Searcher.__new__(Searcher).run(10)
    assert Searcher.__new__(Searcher).results() == {}


@pytest.mark.parametrize("name", GAMES)
def test_a_kernel_reads_views_of_its_own_game_only(name: str) -> None:
    law: Any = GAMES[name].set_up(GAMES[name].players[0])
    for other in set(GAMES) - {name}:
        kernel = kernel_of(other)
        assert kernel is not None
        with pytest.raises(PositionRefused, match=f"this is not a View of {other}, but"):
            kernel.Knowledge(GAMES[name].view(law, 0))
        with pytest.raises(PositionRefused, match=f"this is not a State of {other}, but"):
            kernel.State.of(law)
    kernel = kernel_of(name)
    assert kernel is not None
    with pytest.raises(ChanceIsDue, match="the roll or shuffle must come first"):
        kernel.Knowledge(GAMES[name].view(law, 0))
    with pytest.raises(TypeError):
        kernel.Knowledge.__new__(kernel.Knowledge)


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_that_is_given_a_wrong_action_plays_none(name: str) -> None:
    batch = Batch(begun(name), 4, 7)
    seats, legal, over, scores = arrays(batch)
    batch.look(seats, legal)
    before = legal.tolist()
    right = [row.index(1) for row in before]
    for wrong in (-1, batch.actions, 2**31 - 1, GAMES[name].action_named(ILLEGAL[name][0])):
        with pytest.raises(IllegalAction, match="game 2 of the batch: not "):
            batch.step(array("i", [*right[:2], wrong, right[3]]), over, scores)
        batch.look(seats, legal)
        assert legal.tolist() == before
    batch.step(array("i", right), over, scores)
    with pytest.raises(ValueError, match="3 chosen actions do not fit this batch: it wants 4"):
        batch.step(array("i", right[:3]), over, scores)
    with pytest.raises(ValueError, match="Buffer dtype mismatch"):
        batch.step(array("b", [0] * 4), over, scores)
    with pytest.raises(SetupRefused, match="a batch cannot have 0 games"):
        Batch(begun(name), 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_search_refuses_what_it_cannot_search(name: str) -> None:
    kernel, game = kernel_of(name), GAMES[name]
    assert kernel is not None
    state = begun(name)
    mover = state.to_move()[0]
    for wrong in (-1, 10**30):
        with pytest.raises(ValueError, match="iterations"):
            cheating_searcher(state, mover, wrong, 0)
    for exploration in (float("nan"), float("inf"), -1.0):
        with pytest.raises(ValueError, match="exploration cannot be"):
            cheating_searcher(state, mover, 10, 0, exploration=exploration)
    for seat in (-1, 99):
        with pytest.raises(SeatUnknown):
            cheating_searcher(state, seat, 10, 0)
    law: Any = game.set_up(game.players[0])
    stranger: Any = game.view(law, 0)
    with pytest.raises(TypeError):
        ismcts(stranger, 10, 0)
    knowledge = kernel.Knowledge(seen(name, spectator=False))
    with pytest.raises(ValueError, match="there cannot be 0 threads"):
        ismcts(knowledge, 10, 0, threads=0)
    for share in (float("nan"), -0.1, 1.1):
        with pytest.raises(ValueError, match="the match cannot count"):
            ismcts(knowledge, 10, 0, match=share)
    with pytest.raises(NotYourTurn, match="nothing to search: a spectator is not to move"):
        ismcts(kernel.Knowledge(seen(name, spectator=True)), 10, 0)


def seen(name: str, *, spectator: bool) -> Any:
    """The view of whoever is to move first, or of a spectator, when the first deal is done."""
    setting = Setting(name, GAMES[name].players[0], {})
    law = next(law for law in setting.laws(Random(1)) if law.needs is None)
    return GAMES[name].view(law, None if spectator else law.to_move()[0])


def test_one_batch_is_not_stepped_by_two_threads_at_once() -> None:
    """Whoever comes second is refused; the steps of the other are whole."""
    batch = Batch(begun("voodoo_prince"), 30_000, 1)
    said: list[str] = []

    def look_often() -> None:
        seats, legal, _, _ = arrays(batch)
        for _ in range(30):
            try:
                batch.look(seats, legal)
            except RuntimeError as error:
                said.append(str(error))

    threads = [Thread(target=look_often) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(said) == {"this batch is being stepped in another thread: give each thread its own"}
