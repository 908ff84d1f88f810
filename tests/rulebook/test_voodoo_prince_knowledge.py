"""Who knows what in Voodoo Prince [VP12], and the names of everything."""

from dataclasses import replace
from random import Random

import pytest

from hexdeck.core.chance import Roll, Shuffle
from hexdeck.core.errors import NameUnknown
from hexdeck.games.voodoo_prince import GAME
from hexdeck.games.voodoo_prince.law.events import (
    Dealt,
    Played,
    TrumpNamed,
)
from hexdeck.games.voodoo_prince.law.names import card_name, card_named, outcome_name, outcome_named
from hexdeck.games.voodoo_prince.law.rules import new
from rulebook.voodoo_prince_scene import OPTIONS, Scene, dealt


def test_vp9_the_player_left_over_deals_names_any_trump_and_leads() -> None:
    game = Scene(
        trump="blue",
        leads="Leon",
        tricks={"Leon": 3, "Nina": 1},
        out="Marie",
        Marie="",
        Leon="r9 g1",
        Nina="r2 g2",
    )
    game.play("Leon r9", "Nina r2")
    game.state.resolve(game.state.deck())

    assert game.state.round == 2
    assert game.state.to_move() == (2,)
    assert game.legal("Nina") == ["trump red", "trump yellow", "trump green", "trump blue", "trump purple"]
    game.play("Nina trump green")
    assert game.state.events == [TrumpNamed(2, 2)]
    assert game.turn == "Nina"
    assert "g4" in game.legal("Nina")
    assert game.tricks == {"Marie": 0, "Leon": 0, "Nina": 0}
    assert game.state.playing == [0, 1, 2]


def test_vp12_a_seat_sees_its_own_hand_and_what_was_played() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="r4 g1", Lukas="r3 g2", Leon="g12 g3", Nina="b2 g4")
    game.play("Marie r4", "Lukas r3", "Leon g12")

    seen = GAME.view(game.state, 1)

    assert seen.hand == (card_named("g2"),)
    assert seen.hand_sizes == (1, 1, 1, 2)
    assert seen.trick == ((0, card_named("r4")), (1, card_named("r3")), (2, card_named("g12")))
    assert seen.played == ((card_named("r4"),), (card_named("r3"),), (card_named("g12"),), ())
    assert seen.voids == ((), (), (0,), ())
    assert seen.actions == ()
    assert GAME.view(game.state, 3).actions == (card_named("g4"), card_named("b2"))


def test_vp12_everybody_sees_which_card_would_take_the_trick_as_it_lies() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="r4 g1", Lukas="r12 g2", Leon="r0 g3", Nina="b2 g4")
    seen = [GAME.view(game.state, None).winning]
    for move in ("Marie r4", "Lukas r12", "Leon r0", "Nina b2"):
        game.play(move)
        seen.append(GAME.view(game.state, None).winning)

    assert seen == [
        None,
        card_named("r4"),
        card_named("r12"),
        card_named("r0"),
        None,
    ]  # then Nina has taken it


def test_vp12_a_forgetful_player_knows_not_who_cannot_follow() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="r4 g1", Lukas="r3 g2", Leon="g12 g3", Nina="b2 g4")
    game.play("Marie r4", "Lukas r3", "Leon g12")
    seen = GAME.view(game.state, 1)
    assert GAME.forgetful(seen) == replace(seen, voids=((), (), (), ()))


def test_vp12_a_spectator_sees_no_hand() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="r4 g1", Lukas="r3 g2", Leon="g12 g3", Nina="b2 g4")

    seen = GAME.view(game.state, None)

    assert (seen.hand, seen.actions) == ((), ())
    assert seen.to_move == (0,)
    assert GAME.view(new(4, OPTIONS), 0).hand == ()  # before the first deal


def test_vp12_a_leaver_still_sees_what_they_put_aside() -> None:
    game = Scene(
        trump="blue", leads="Leon", tricks={"Leon": 3, "Nina": 1}, Marie="r1 g9", Leon="r9 g1", Nina="r2 g2"
    )
    game.play("Leon r9", "Nina r2", "Marie r1")

    assert GAME.view(game.state, 1).hand == (card_named("g1"),)
    assert GAME.view(game.state, 0).last_trick == (
        *((1, card_named("r9")), (2, card_named("r2")), (0, card_named("r1"))),
    )


def test_vp12_a_deal_shows_every_seat_its_own_cards() -> None:
    state = dealt(3)

    own, spectator = GAME.events(state, 1), GAME.events(state, None)

    assert own == (Dealt(1, ((), tuple(state.hands[1]), ())),)
    assert spectator == (Dealt(1, ((), (), ())),)


def test_vp12_a_world_agrees_with_all_a_seat_has_seen() -> None:
    game = Scene(trump="blue", leads="Marie", Marie="r4 g1", Lukas="r3 g2", Leon="g12 g3", Nina="b2 g4")
    game.play("Marie r4", "Lukas r3", "Leon g12")
    seen = GAME.view(game.state, 1)

    hands = set()
    for number in range(40):
        world = GAME.worlds(seen, Random(number))
        assert GAME.view(world, 1) == seen
        assert all(card_name(card)[0] != "r" for card in world.hands[2])  # Leon has shown no red
        hands.add(tuple(world.hands[3]))
    assert len(hands) > 20
    assert GAME.view(GAME.worlds(GAME.view(game.state, None), Random(0)), None) == GAME.view(game.state, None)


def test_ruling_7_after_the_last_round_nobody_names_trump() -> None:
    game = Scene(
        trump="blue",
        leads="Carsten",
        in_round=1,
        rounds=1,
        tricks={"Carsten": 6},
        Carsten="r9 g1",
        Ulrich="r2 g2",
    )

    game.play("Carsten r9", "Ulrich r2")

    assert game.state.is_over
    assert game.state.needs is None
    assert game.legal("Ulrich") == []


def test_names_of_actions_read_back() -> None:
    assert [GAME.action_named(GAME.action_name(action)) for action in range(GAME.actions)] == list(range(85))
    assert GAME.action_name(0) == "r0"
    assert GAME.action_name(79) == "p15"
    assert GAME.action_name(83) == "trump blue"


@pytest.mark.parametrize("name", ["", "b16", "x3", "b05", "B5", "trump", "trump pink", "b5 ", "b-1"])
def test_unknown_actions_are_refused(name: str) -> None:
    with pytest.raises(NameUnknown, match="no action is called"):
        GAME.action_named(name)


def test_names_of_outcomes_read_back() -> None:
    deal = Shuffle("deal", (0, 21, 79))
    assert outcome_name(Roll("dealer", 1, 4), (3,)) == "3"
    assert outcome_named(Roll("dealer", 1, 4), "3") == (3,)
    assert outcome_name(Roll("trump", 1, 5), (4,)) == "purple"
    assert outcome_named(Roll("trump", 1, 5), "purple") == (4,)
    assert outcome_name(deal, (79, 0, 21)) == "p15 r0 y5"
    assert outcome_named(deal, "p15 r0 y5") == (79, 0, 21)


@pytest.mark.parametrize(
    ("what", "text"), [("dealer", "x"), ("dealer", "03"), ("trump", "pink"), ("deal", "r0 q9")]
)
def test_unknown_outcomes_are_refused(what: str, text: str) -> None:
    with pytest.raises(NameUnknown):
        outcome_named(Roll(what, 1, 5), text)


def test_everybody_sees_a_card_played_and_a_copy_goes_its_own_way() -> None:
    game = Scene(trump="blue", leads="Carsten", Carsten="r7 g1", Ulrich="r2 g2")
    before = game.state.copy()

    game.play("Carsten r7")

    assert GAME.events(game.state, 1) == GAME.events(game.state, None) == (Played(0, card_named("r7")),)
    assert before != game.state
    assert before.copy() == before
    before.apply(0, card_named("r7"))
    assert before == game.state
