"""Who knows what in Skull Queen, and its written names: docs/rules/skull_queen.md, SQ13."""

from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest

from hexdeck.core.chance import Roll, Shuffle
from hexdeck.core.errors import NameUnknown
from hexdeck.games.skull_queen import GAME
from hexdeck.games.skull_queen.law.events import (
    CardChosen,
    CardsRevealed,
    Dealt,
    GhostPlayed,
    Placed,
    PlanksRevealed,
    Played,
)
from hexdeck.games.skull_queen.law.names import card_name, card_named, outcome_name, outcome_named
from hexdeck.games.skull_queen.law.planks import Plank
from hexdeck.games.skull_queen.law.rules import State
from hexdeck.games.skull_queen.law.trick import MONKEY, Laid
from rulebook.skull_queen_scene import Scene, dealt, place_all


def test_sq13_a_forgetful_player_knows_not_who_cannot_follow() -> None:
    game = Scene(leads="Luke", centre="y4", Luke="b6 r1", Leon="g7 r2", Luca="b12 g4", Nina="b8 r4")
    game.play("Luke b6", "Leon g7")
    seen = GAME.view(game.state, 2)
    assert GAME.forgetful(seen) == replace(seen, voids=((), (), (), ()))


def test_sq13_a_seat_sees_its_own_hand_and_all_that_was_played() -> None:
    game = Scene(leads="Luke", centre="y4", Luke="b6 r1", Leon="g7 r2", Luca="b12 g4", Nina="b8 r4")
    game.play("Luke b6", "Leon g7")

    seen = GAME.view(game.state, 2)

    assert seen.hand == (card_named("g4"), card_named("b12"))
    assert seen.hand_sizes == (1, 1, 2, 2)
    assert seen.trick == (Laid(0, card_named("b6"), 3), Laid(1, card_named("g7"), 2))
    assert seen.trick_color == 3
    assert seen.centre == (card_named("y4"),)
    assert seen.played == ((card_named("b6"),), (card_named("g7"),), (), ())
    assert seen.voids == ((), (3,), (), ())
    assert seen.planks == (Plank(0, (2, 2, 2, 2)),) * 4
    assert (seen.to_move, seen.actions) == ((2,), (card_named("b12"),))
    assert (seen.low, seen.top, seen.round, seen.dealer, seen.turn) == (1, 12, 1, 3, 2)
    assert (seen.chosen, seen.choice, seen.stack_size) == ((), None, 0)
    assert GAME.view(game.state, 3).actions == ()


def test_sq13_everybody_sees_what_the_trick_would_do_as_it_lies() -> None:
    game = Scene(leads="Luke", centre="y4 b5", Luke="b6 r1", Leon="g7 r2", Luca="b12 g4", Nina="b8 r4")
    seen = GAME.view(game.state, None)
    assert (seen.winning, seen.outlook) == (None, ())

    game.play("Luke b6", "Leon g7")

    seen = GAME.view(game.state, None)
    assert seen.winning == card_named("g7")
    assert seen.outlook == ((0, 3, 1, 1),)  # Luke has the highest blue; the lowest lies in the centre
    assert seen.outlooks == ()


def test_sq13_whoever_is_to_play_sees_what_each_card_would_move() -> None:
    game = Scene(
        leads="Luke",
        centre="y4",
        planks={"Luca": "front r3 y3 g3 b8"},
        Luke="b6 r1",
        Leon="g7",
        Luca="b8 g4 mate",
    )
    game.play("Luke b6", "Leon g7")

    seen = GAME.view(game.state, 2)

    assert [card_name(card) for card in seen.actions] == ["b8", "mate"]
    assert seen.outlooks == (((0, 3, -1, 3), (2, 3, 2, -1)), ((0, 3, -1, 3), (2, 3, 1, -1)))
    assert GAME.view(game.state, 1).outlooks == ()


def test_sq13_nobody_plays_to_a_trick_while_pirates_are_placed() -> None:
    seen = GAME.view(dealt(3), 0)
    assert len(seen.actions) > 1
    assert (seen.winning, seen.outlook, seen.outlooks) == (None, (), ())


def test_sq13_a_spectator_sees_no_hand_and_no_choice() -> None:
    state = dealt(3)
    state.apply(1, GAME.action_named("front r3 y3 g3 b3"))

    seen = GAME.view(state, None)

    assert (seen.hand, seen.actions, seen.choice) == ((), (), None)
    assert (seen.chosen, seen.to_move) == ((1,), (0, 2))
    assert GAME.view(GAME.set_up(3), 0).hand == ()  # before the first deal


def test_sq13_a_deal_shows_every_seat_its_own_cards_and_the_centre() -> None:
    state = dealt(4, dealer=3)
    centre = (card_named("monkey"), card_named("mate"))

    assert GAME.events(state, 1) == (Dealt(1, 3, ((), tuple(state.hands[1]), (), ()), centre),)
    assert GAME.events(state, None) == (Dealt(1, 3, ((), (), (), ()), centre),)


def test_sq13_nobody_sees_a_placing_before_all_are_in() -> None:
    state = dealt(3)
    placing = GAME.action_named("back r8 y1 g1 b1")
    state.apply(1, placing)

    assert GAME.events(state, 1) == (Placed(1, Plank(1, (4, 0, 0, 0))),)
    assert GAME.events(state, 0) == GAME.events(state, None) == (Placed(1, None),)
    assert GAME.view(state, 1).choice == placing
    assert (GAME.view(state, 0).choice, GAME.view(state, 0).chosen) == (None, (1,))
    assert GAME.view(state, 0).planks == ()
    state.apply(0, placing)
    state.apply(2, placing)
    assert GAME.events(state, None) == (Placed(2, None), PlanksRevealed((Plank(1, (4, 0, 0, 0)),) * 3))
    assert (GAME.view(state, 1).chosen, GAME.view(state, 1).choice) == ((), None)


def test_sq13_nobody_sees_the_other_ones_card_before_both_have_chosen() -> None:
    game = Scene(leads="Luke", ghost="b6 r7", Luke="b3 g4", Leon="g9 g2")
    before = GAME.view(game.state, 0)
    game.play("Leon g9")

    assert GAME.events(game.state, 0) == (CardChosen(1, None),)
    assert GAME.events(game.state, 1) == (CardChosen(1, card_named("g9")),)
    seen = GAME.view(game.state, 0)
    assert (seen.chosen, seen.choice, seen.to_move) == ((1,), None, (0,))
    assert (seen.hand_sizes, seen.voids, seen.played) == (before.hand_sizes, before.voids, before.played)
    assert seen.stack_size == 1
    assert GAME.view(game.state, 1).choice == card_named("g9")
    game.play("Luke b3")
    assert GAME.view(game.state, 0).voids == ((), (3,))


def test_sq13_who_chooses_last_learns_something_and_cannot_take_it_back() -> None:
    game = Scene(leads="Luke", ghost="b6 r7", Luke="b3 g4", Leon="b9 g2")
    assert {type(event) for event in game.state.events} & set(GAME.reveals) == {PlanksRevealed, GhostPlayed}
    game.play("Luke b3")
    assert not {type(event) for event in game.state.events} & set(GAME.reveals)
    game.play("Leon b9")
    assert {type(event) for event in game.state.events} & set(GAME.reveals) == {CardsRevealed, GhostPlayed}


def test_sq13_monkey_and_mate_show_no_void() -> None:
    game = Scene(leads="Luke", Luke="b6 r2", Leon="monkey g3", Luca="mate g4")

    game.play("Luke b6", "Leon monkey", "Luca mate")

    assert game.state.voids == [set(), set(), set()]


def test_sq13_a_card_played_while_the_trick_had_no_colour_shows_no_void() -> None:
    game = Scene(leads="Luke", Luke="monkey r2", Leon="b6 g3", Luca="g4 r4")
    game.play("Luke monkey", "Leon b6")
    assert game.state.voids == [set(), set(), set()]
    game.play("Luca g4")

    assert game.state.voids == [set(), set(), {3}]


def test_sq13_two_players_show_no_void_under_a_colourless_ghost() -> None:
    game = Scene(leads="Luke", ghost="monkey r7", Luke="b3 g4", Leon="g9 g2")

    game.play("Luke b3", "Leon g9")

    assert game.state.voids == [set(), set()]


def test_sq13_everybody_sees_a_card_played() -> None:
    game = Scene(leads="Luke", Luke="b6 r2", Leon="b4 g3", Luca="b9 g4")

    game.play("Luke b6")

    assert GAME.events(game.state, 1) == GAME.events(game.state, None) == (Played(0, card_named("b6"), 3),)


def test_sq13_a_new_round_forgets_the_old_one() -> None:
    game = Scene(leads="Luke", Luke="b6", Leon="g7", Luca="monkey")
    game.play("Luke b6", "Leon g7", "Luca monkey")
    game.state.resolve(game.state.deck())

    seen = GAME.view(game.state, 1)

    assert (seen.planks, seen.centre, seen.gone, seen.last_trick) == ((), (), (), None)
    assert (seen.played, seen.voids, seen.trick) == (((),) * 3, ((),) * 3, ())
    assert seen.points == ((14, 12, 11),)


def test_ruling_8_the_last_trick_may_be_looked_at() -> None:
    game = Scene(leads="Luke", Luke="monkey r2", Leon="b6 g3", Luca="b9 r4")
    game.play("Luke monkey", "Leon b6", "Luca b9")

    seen = GAME.view(game.state, None)

    assert seen.last_trick == game.state.last_trick
    assert seen.last_trick is not None
    assert seen.last_trick.trick[0] == Laid(0, MONKEY, 3)
    assert card_named("b9") in seen.gone


def assert_worlds_agree(state: State) -> None:
    for seat in (None, *range(state.players)):
        seen = GAME.view(state, seat)
        world = GAME.worlds(seen, Random(1))
        assert GAME.view(world, seat) == seen
        assert sorted(world.choices) == sorted(state.choices)


@pytest.mark.parametrize("players", [2, 4])
def test_sq13_a_world_agrees_with_all_a_seat_has_seen(players: int) -> None:
    state = GAME.set_up(players)
    state.resolve((0,))
    state.resolve(state.deck()[::-1])  # four players: red 1 and 2 in the centre, gone after a trick
    rng = Random(players)
    while not state.needs:
        assert_worlds_agree(state)
        seat = rng.choice(state.to_move())
        state.apply(seat, rng.choice(state.legal_actions(seat)))


def test_sq13_a_world_keeps_voids_and_deals_the_rest_anew() -> None:
    state = dealt(3)  # seat 0 holds red and y2 to y5, seat 2 green from the 10, blue, Monkey and Mate
    place_all(state, "front r3 y3 g3 b3")
    for name in ("y6", "b2", "y2"):
        state.apply(state.turn, card_named(name))
    seen = GAME.view(state, 0)

    hands = set()
    for number in range(40):
        world = GAME.worlds(seen, Random(number))
        assert all(card_name(card)[0] != "y" for card in world.hands[2])  # has shown no yellow
        hands.add(tuple(world.hands[1]))
    assert len(hands) > 20


def test_sq13_worlds_differ_in_hidden_choices_and_in_the_ghosts_stack() -> None:
    state = dealt(2)
    state.apply(1, GAME.action_named("front r3 y3 g3 b3"))
    seen = GAME.view(state, 0)

    worlds = [GAME.worlds(seen, Random(number)) for number in range(40)]

    assert len({world.choices[1] for world in worlds}) > 20
    assert len({tuple(world.stack) for world in worlds}) == 40
    assert any(world.stack != sorted(world.stack) for world in worlds)


def test_sq13_a_world_keeps_the_seats_own_choice() -> None:
    state = dealt(3)
    placing = GAME.action_named("back r8 y1 g1 b1")
    state.apply(2, placing)

    assert GAME.worlds(GAME.view(state, 2), Random(0)).choices == {2: placing}


@pytest.mark.parametrize("players", [2, 3])
def test_a_copy_is_equal_and_goes_its_own_way(players: int) -> None:
    state = dealt(players)
    place_all(state, "front r3 y3 g3 b3")
    state.apply(state.to_move()[0], state.legal_actions(state.to_move()[0])[0])  # in the middle of a trick
    copied, kept = state.copy(), deepcopy(state)
    assert copied == state

    while not state.needs:
        seat = state.to_move()[0]
        state.apply(seat, state.legal_actions(seat)[0])

    assert copied == kept


def test_names_of_actions_read_back() -> None:
    assert GAME.actions == 1300
    assert all(GAME.action_named(GAME.action_name(action)) == action for action in range(GAME.actions))
    assert len({GAME.action_name(action) for action in range(GAME.actions)}) == 1300
    assert [GAME.action_name(action) for action in (0, 43, 48, 49)] == ["r1", "b8", "monkey", "mate"]
    assert GAME.action_name(50) == "front r8 y8 g8 b8"
    assert GAME.action_name(50 + 25 + 2 * 5 + 4) == "front r8 y5 g3 b1"
    assert GAME.action_name(50 + 625) == "back r1 y1 g1 b1"
    assert GAME.action_name(1299) == "back r8 y8 g8 b8"


@pytest.mark.parametrize(
    "name", ["", "b13", "p3", "b0", "B5", "front", "front r8 y8 g8", "front r4 y8 g8 b8"]
)
def test_unknown_actions_are_refused(name: str) -> None:
    with pytest.raises(NameUnknown, match="no action is called"):
        GAME.action_named(name)


def test_names_of_outcomes_read_back() -> None:
    deal = Shuffle("deal", (0, 43, 48, 49))
    assert outcome_name(Roll("dealer", 1, 4), (3,)) == "3"
    assert outcome_named(Roll("dealer", 1, 4), "3") == (3,)
    assert outcome_name(deal, (49, 0, 43, 48)) == "mate r1 b8 monkey"
    assert outcome_named(deal, "mate r1 b8 monkey") == (49, 0, 43, 48)


@pytest.mark.parametrize(("what", "text"), [("dealer", "x"), ("dealer", "03"), ("deal", "r1 q9")])
def test_unknown_outcomes_are_refused(what: str, text: str) -> None:
    with pytest.raises(NameUnknown):
        outcome_named(Roll(what, 1, 5), text)
