"""The laws that every game keeps, at every player count, with every option."""

import os
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexdeck.core.chance import Stream
from hexdeck.core.game import winners
from hexdeck.core.record import Acted, Chanced, Player, Record, new_header
from hexdeck.core.record_reader import read
from hexdeck.core.registry import GAMES
from laws.games import CASES, FACTS, Case, Step, choosers, random_game, random_step, take

every_case = pytest.mark.parametrize("case", CASES)
games = st.integers(0, 10**6)
EXAMPLES = int(
    os.environ.get("HEXDECK_EXAMPLES", "1")
)  # games for each law and case; make lockstep plays more
few = settings(max_examples=EXAMPLES, deadline=None)


@every_case
@few
@given(number=games)
def test_law_1_there_is_always_something_to_do_until_the_game_is_over(case: Case, number: int) -> None:
    actions = 0
    for state, step in random_game(case, number):
        actions += step.seat is not None
        if state.needs is None and not state.is_over:
            assert state.to_move()
            assert all(state.legal_actions(seat) for seat in state.to_move())
        else:
            assert state.to_move() == ()
            assert choosers(state, case.players) == []
    assert actions <= case.facts.LONGEST


@every_case
@few
@given(number=games)
def test_law_2_no_card_is_in_two_places_and_none_is_lost(case: Case, number: int) -> None:
    for state, _step in random_game(case, number):
        if state.needs is None:
            assert sorted(case.facts.places(state)) == sorted(case.facts.whole_deck(state))


@every_case
@few
@given(number=games)
def test_law_3_legal_actions_are_sorted_without_doubles_and_asking_changes_nothing(
    case: Case, number: int
) -> None:
    for state, _step in random_game(case, number):
        before = state.copy()
        for seat in range(case.players):
            legal = state.legal_actions(seat)
            assert legal == sorted(set(legal)) == state.legal_actions(seat)
            assert all(0 <= action < case.game.actions for action in legal)
        assert state == before


@every_case
@few
@given(number=games)
def test_law_4_a_copy_is_equal_and_independent_and_steps_are_deterministic(case: Case, number: int) -> None:
    state = case.start()
    rng, stream = Random(number), Stream(number.to_bytes(32, "big"))
    while not state.is_over:
        step = random_step(case, state, stream, rng)
        kept, twin = state.copy(), state.copy()
        take(state, step)
        assert kept == twin
        assert (twin == state) == (kept == state)
        take(twin, step)
        assert twin == state
        assert twin.events == state.events


@every_case
@few
@given(number=games)
def test_law_5_a_world_looks_the_same_to_the_seat_it_was_made_for(case: Case, number: int) -> None:
    rng = Random(number)
    states = [state.copy() for state, _step in random_game(case, number) if state.needs is None]
    for state in rng.sample(states, min(20, len(states))):
        seat = rng.choice(case.seats())
        seen = case.game.view(state, seat)
        world = case.game.worlds(seen, rng)
        assert case.game.view(world, seat) == seen
        assert sorted(case.facts.places(world)) == sorted(case.facts.whole_deck(world))
        if seat is not None:
            assert world.legal_actions(seat) == state.legal_actions(seat)


@every_case
@settings(max_examples=2 * EXAMPLES, deadline=None)
@given(number=games)
def test_law_5_redealing_what_a_seat_has_not_seen_changes_nothing_it_sees(case: Case, number: int) -> None:
    """Play on to a random moment, redeal, replay from the last deal: the seat sees the very same game."""
    rng = Random(number)
    states, steps = _until_some_moment(case, number, rng)
    seat = rng.choice(case.seats())
    world = case.game.worlds(case.game.view(states[-1], seat), rng)
    deals = case.facts.deals_behind(world)
    first = _first_of_the_last_deals(states, steps, deals)

    other = states[first].copy()
    redealt = _redealt(states, steps, deals, case.facts.choices_behind(world), seat)
    for after, step in zip(states[first + 1 :], redealt[first:], strict=True):
        take(other, step)
        assert case.game.view(other, seat) == case.game.view(after, seat)
        assert case.game.events(other, seat) == case.game.events(after, seat)
    assert other == world


def _redealt(
    states: list[Any], steps: list[Step], deals: dict[str, Any], choices: dict[int, int], seat: int | None
) -> list[Step]:
    """`steps` with other deals, and with other secret choices where those of others are still secret."""
    hidden = {other: choice for other, choice in choices.items() if other != seat}
    last = {step.seat: at for at, step in enumerate(steps) if step.seat in hidden}
    redealt = list(steps)
    for at, step in enumerate(steps):
        if step.seat is None and states[at].needs.what in deals:
            redealt[at] = Step(None, deals[states[at].needs.what])
        elif step.seat in hidden and last[step.seat] == at:
            redealt[at] = Step(step.seat, hidden[step.seat])
    return redealt


def _until_some_moment(case: Case, number: int, rng: Random) -> tuple[list[Any], list[Step]]:
    """States and the steps between them, up to a moment when nobody waits for chance."""
    states, steps = [case.start()], []
    for state, step in random_game(case, number):
        states.append(state.copy())
        steps.append(step)
    moments = [at for at, state in enumerate(states) if state.needs is None and not state.is_over]
    end = rng.choice(moments)
    return states[: end + 1], steps[:end]


def _first_of_the_last_deals(states: list[Any], steps: list[Step], deals: dict[str, Any]) -> int:
    """Where the shuffles behind the present cards begin."""
    at = {
        states[number].needs.what: number
        for number, step in enumerate(steps)
        if step.seat is None and states[number].needs.what in deals
    }
    return min(at.values())


@every_case
@few
@given(number=games)
def test_law_6_every_view_survives_json(case: Case, number: int) -> None:
    rng = Random(number)
    for state, _step in random_game(case, number):
        if rng.random() < 0.1:
            seen = case.game.view(state, rng.choice(case.seats()))
            assert msgspec.json.decode(msgspec.json.encode(seen), type=type(seen)) == seen


@every_case
@few
@given(number=games)
def test_law_6_every_record_replays_to_the_same_state(case: Case, number: int) -> None:
    players = [Player(f"seat {seat}", "random") for seat in range(case.players)]
    seed = number.to_bytes(32, "big")
    record = Record(new_header(case.game, players, case.options, seed=seed), seed=seed)
    state = before = case.start()
    for state, step in random_game(case, number):
        record.steps.append(
            Chanced(before.needs, step.what) if step.seat is None else Acted(step.seat, step.what)
        )
        before = state.copy()
    record.result = tuple(state.scores)

    again = read(record.text())

    assert again.steps == record.steps
    assert again.result == record.result
    assert again.text() == record.text()


@every_case
@few
@given(number=games, by=st.integers(1, 11))
def test_law_7_turning_the_table_turns_the_outcome(case: Case, number: int, by: int) -> None:
    by %= case.players
    state, turned = case.start(), case.start()
    rng, stream = Random(number), Stream(number.to_bytes(32, "big"))
    while not state.is_over:
        step = random_step(case, state, stream, rng)
        take(turned, _turned(case, state, step, by))
        take(state, step)
    assert turned.is_over
    assert turned.scores == state.scores[-by:] + state.scores[:-by]
    assert {(seat + by) % case.players for seat in winners(state.scores)} == set(winners(turned.scores))


def _turned(case: Case, state: Any, step: Step, by: int) -> Step:
    if step.seat is None:
        return Step(None, case.facts.rotated(step.what, state.needs, by, case.players))
    action = case.facts.rotated_action(step.what, by, case.players)
    return Step((step.seat + by) % case.players, action)


@every_case
@few
@given(number=games)
def test_law_simultaneous_choices_may_arrive_in_any_order(case: Case, number: int) -> None:
    rng = Random(number)
    for state, _step in random_game(case, number):
        seats = state.to_move()
        if len(seats) > 1:
            choices = {seat: rng.choice(state.legal_actions(seat)) for seat in seats}
            forwards, backwards = state.copy(), state.copy()
            for seat in seats:
                forwards.apply(seat, choices[seat])
            for seat in reversed(seats):
                backwards.apply(seat, choices[seat])
            assert forwards == backwards


@pytest.mark.parametrize("case", [param for param in CASES if not param.values[0].options])  # type: ignore[union-attr]
def test_law_6_every_action_has_a_name_that_reads_back(case: Case) -> None:
    names = [case.game.action_name(action) for action in range(case.game.actions)]
    assert len(set(names)) == len(names)
    assert [case.game.action_named(name) for name in names] == list(range(case.game.actions))


def per_round(case: Case, number: int, ended: str) -> list[Any]:
    """The events of one kind in a random game."""
    events = [event for state, _step in random_game(case, number) for event in state.events]
    return [event for event in events if type(event).__name__ == ended]


def case_of(game: str, players: int, options: dict[str, int | str] | None = None) -> Case:
    return Case(GAMES[game], FACTS[game], players, options or {})


@few
@given(number=games)
def test_law_8_two_players_of_voodoo_prince_share_seven_points_a_round(number: int) -> None:
    rounds = per_round(case_of("voodoo_prince", 2), number, "RoundEnded")
    assert [sum(ended.points) for ended in rounds] == [7, 7, 7, 7, 7]


@few
@given(number=games, players=st.integers(3, 12))
def test_law_8_minus_points_are_what_is_left_in_the_hands(number: int, players: int) -> None:
    case = case_of("vampire_queen", players, {"phases": 2})
    phases = per_round(case, number, "PhaseEnded")
    assert len(phases) == 2
    for ended in phases:
        assert [sum(hand) for hand in ended.hands] == list(ended.points)
        assert 0 in ended.points
        assert sum(ended.points) >= 35  # both slayers are always in somebody's hand
    lost = [sum(points) for points in zip(*(ended.points for ended in phases), strict=True)]
    assert [-points for points in lost] == list(phases[-1].scores)


@few
@given(number=games, players=st.integers(2, 6))
def test_law_8_four_pirates_score_at_most_eight_each(number: int, players: int) -> None:
    rounds = per_round(case_of("skull_queen", players), number, "RoundEnded")
    assert len(rounds) == players
    assert all(0 <= points <= 32 for ended in rounds for points in ended.points)
    totals = [sum(points) for points in zip(*(ended.points for ended in rounds), strict=True)]
    assert totals == list(rounds[-1].scores)


@few
@given(number=games, players=st.integers(3, 6))
def test_law_8_voodoos_markers_stay_on_the_track_and_one_at_most_reaches_eleven(
    number: int, players: int
) -> None:
    for state, _step in random_game(case_of("voodoo", players), number):
        assert all(0 <= score <= 13 for score in state.scores)
        assert sum(score >= 11 for score in state.scores) == (state.is_over and max(state.scores) >= 11)
