"""Who knows what in Vampire Queen, and how it is written down."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from hexdeck.core.cards import Seat
from hexdeck.core.chance import Roll, Shuffle
from hexdeck.core.errors import NameUnknown
from hexdeck.games.vampire_queen import GAME
from hexdeck.games.vampire_queen.law.events import Dealt, Played, SlayersGiven
from hexdeck.games.vampire_queen.law.names import card_name, card_named, outcome_name, outcome_named
from hexdeck.games.vampire_queen.law.rules import DECK, SLAYERS, State
from hexdeck.games.vampire_queen.law.view import unseen
from rulebook.vampire_queen_scene import Scene, cards


def after_a_slayer_round() -> Scene:
    """Jonas has taken up 1, 7, 9, a queen and slayer 15."""
    game = Scene(
        leads="Marie", Marie="slayer 15 3 4", Jonas="7 7 9 9 13", Leon="1 2 2", Nina="7 2 2", Lukas="q 5 6"
    )
    game.play("Marie slayer 15", "Jonas 9", "Leon 1", "Nina 7", "Lukas q")
    return game


def everything(state: State) -> list[int]:
    on_table = [card for played in state.round.values() for card in played]
    return sorted(
        [*(card for hand in state.hands for card in hand), *state.left_over, *state.crypt, *on_table]
    )


def test_vq13_a_seat_sees_its_own_hand_and_what_was_played() -> None:
    game = after_a_slayer_round()
    game.play("Jonas 9", "Leon pass")

    seen = GAME.view(game.state, 3)

    assert seen.hand == (2, 2)
    assert seen.hand_sizes == (2, 8, 2, 2, 2)
    assert seen.round == ((1, (9,)), (2, ()))
    assert seen.last_round == ((0, (15,)), (1, (9,)), (2, (1,)), (3, (7,)), (4, (14,)))
    assert seen.played == ((15,), (9, 9), (1,), (7,), (14,))
    assert seen.taken_up == ((), (1, 7, 9, 14, 15), (), (), ())
    assert seen.passes == (0, 0, 1, 0, 0)
    assert seen.crypt == ()
    assert (seen.turn, seen.to_move) == (3, (3,))
    assert [GAME.action_name(action) for action in seen.actions] == ["pass"]
    assert GAME.view(game.state, 4).actions == ()
    assert (seen.phase, seen.phases, seen.players, seen.is_over) == (1, 5, 5, False)


def test_vq13_everybody_sees_which_slayer_is_barred_for_whom() -> None:
    game = after_a_slayer_round()
    assert (GAME.view(game.state, 0).barred, GAME.view(game.state, None).barred_for) == (15, 1)

    game.play("Jonas 9")
    assert (GAME.view(game.state, 0).barred, GAME.view(game.state, 0).barred_for) == (15, 1)  # all round long
    game.play("Leon pass", "Nina pass", "Lukas pass", "Marie pass")

    assert (GAME.view(game.state, 0).barred, GAME.view(game.state, 0).barred_for) == (None, None)
    assert GAME.view(game.state, 0).crypt == (9,)


def test_vq13_a_spectator_sees_no_hand() -> None:
    game = after_a_slayer_round()

    seen = GAME.view(game.state, None)

    assert (seen.hand, seen.actions) == ((), ())
    assert seen.known == ((), (1, 7, 9, 14, 15), (), (), ())


def test_vq13_before_the_deal_only_the_slayers_are_held() -> None:
    state = GAME.set_up(3)
    assert GAME.view(state, 0).hand == ()
    state.resolve((2,))

    assert [GAME.view(state, seat).hand for seat in range(3)] == [(20,), (), (15,)]
    assert GAME.view(state, 1).hand_sizes == (1, 0, 1)
    assert GAME.view(state, 1).open_hands == ()
    assert GAME.events(state, 1) == (SlayersGiven(2, 0),)
    state.resolve(DECK)
    assert GAME.view(state, 1).known == ((20,), (), (15,))


def test_vq13_cards_taken_up_are_known_until_an_equal_one_is_played() -> None:
    game = after_a_slayer_round()
    assert game.known("Jonas") == "1 7 9 q slayer 15"  # of 1 7 7 7 9 9 13 q and the slayer

    game.play("Jonas 13", "Leon pass", "Nina pass", "Lukas pass", "Marie pass")
    assert game.known("Jonas") == "1 7 9 q slayer 15"  # a 13 was not among them
    game.play("Jonas 7 7 q", "Leon pass", "Nina pass", "Lukas pass", "Marie pass")
    assert game.known("Jonas") == "1 9 slayer 15"  # either 7 may have been the known one
    assert game.hand("Jonas") == "1 7 9 9 slayer 15"
    game.play("Jonas slayer 15", "Leon 2", "Nina 2", "Lukas 5", "Marie 4")
    assert game.known("Jonas") == "1 9"
    assert game.known("Lukas") == "2 2 4 5 slayer 15"


def test_vq13_a_forgetful_player_knows_the_slayers_alone() -> None:
    game = after_a_slayer_round()
    game.play("Jonas 9", "Leon pass")
    seen = GAME.view(game.state, game.seat("Nina"))
    forgotten = replace(seen, known=((), (card_named("slayer 15"),), (), (), ()), passed_on=((),) * 5)
    assert GAME.forgetful(seen) == forgotten != seen


def test_vq13_everybody_knows_what_a_player_chose_not_to_raise() -> None:
    game = Scene(
        leads="Marie",
        Marie="slayer 20 3 3 4 5 7",
        Jonas="slayer 15 6 8 9 q q q",
        Leon="6 9 9 10 12",
    )
    game.play("Marie 4", "Jonas pass", "Leon 6", "Leon 12", "Marie pass", "Jonas pass")
    game.play("Leon 9 9", "Marie pass", "Jonas q q", "Jonas 8", "Leon pass", "Marie pass")
    game.play("Jonas q")  # the others pass without a choice
    game.play("Jonas 6", "Leon pass", "Marie pass")

    for seat in (None, 0, 1, 2):
        seen = GAME.view(game.state, seat)
        assert seen.passed_on == (((1, 6), (1, 8), (1, 12), (2, 9)), ((1, 4), (1, 12)), ((1, 6), (1, 8)))
        assert seen.passes == (5, 2, 3)


def test_vq13_a_set_takes_as_many_known_cards_as_it_holds() -> None:
    game = Scene(leads="Marie", Marie="slayer 20 3 4", Jonas="9 7 1", Leon="7 5", Nina="7 5", Lukas="7 5")
    game.play("Marie slayer 20", "Jonas 9", "Leon 7", "Nina 7", "Lukas 7")
    assert game.known("Jonas") == "7 7 7 9 slayer 20"

    game.play("Jonas 7 7")

    assert game.hand("Jonas") == "1 7 7 9 slayer 20"
    assert game.known("Jonas") == "7 9 slayer 20"


def test_vq13_a_deal_shows_every_seat_its_own_cards() -> None:
    state = GAME.set_up(3)
    state.resolve((0,))
    state.resolve(DECK)

    own, spectator = GAME.events(state, 1), GAME.events(state, None)

    assert own == (Dealt(1, 0, 1, ((), tuple(cards("2 2 2 3 3 3 3 3 3 3 3 4 4")), ())),)
    assert spectator == (Dealt(1, 0, 1, ((), (), ())),)


@pytest.mark.parametrize("seat", [None, 0, 1, 3])
def test_vq13_a_world_agrees_with_all_a_seat_has_seen(seat: Seat | None) -> None:
    game = after_a_slayer_round()
    game.play("Jonas 7 7 q", "Leon pass")
    seen = GAME.view(game.state, seat)

    hands = set()
    for number in range(40):
        world = GAME.worlds(seen, Random(number))
        assert GAME.view(world, seat) == seen
        assert everything(world) == sorted([*DECK, *SLAYERS[:1]])  # 20 is out of this scene
        assert not Counter([1, 9, 15]) - Counter(world.hands[1])
        hands.add(tuple(world.hands[4]))
    assert len(hands) > 20


def test_vq13_what_a_seat_has_not_seen() -> None:
    game = after_a_slayer_round()
    game.play("Jonas 7 7")

    hidden = Counter(unseen(GAME.view(game.state, 3)))

    assert hidden[1] == 7  # Jonas is known to hold one
    assert hidden[2] == 6  # Nina holds two
    assert hidden[7] == 6  # two on the table; the one Nina gave may be among them
    assert hidden[9] == 7
    assert hidden[13] == 8
    assert hidden[14] == 3
    assert hidden[15] == 0


def test_vq13_when_the_game_is_over_only_the_left_over_cards_stay_hidden() -> None:
    game = Scene(leads="Marie", phases=1, Marie="6", Jonas="9 slayer 15", Leon="8 13 slayer 20")
    game.play("Marie 6", "Jonas pass", "Leon 13")

    for seat in (None, 0, 1, 2):
        seen = GAME.view(game.state, seat)
        world = GAME.worlds(seen, Random(3))
        assert seen.is_over
        assert GAME.view(world, seat) == seen
        assert world == game.state


def test_everybody_sees_a_card_played_and_a_copy_goes_its_own_way() -> None:
    game = after_a_slayer_round()
    before = game.state.copy()

    game.play("Jonas 9")

    assert GAME.events(game.state, 4) == GAME.events(game.state, None) == (Played(1, (9,)),)
    assert before != game.state
    assert before.copy() == before
    before.apply(1, GAME.action_named("9"))
    assert before == game.state


def test_names_of_actions_read_back() -> None:
    assert [GAME.action_named(GAME.action_name(action)) for action in range(GAME.actions)] == list(range(527))
    assert GAME.action_name(0) == "1"
    assert GAME.action_name(4) == "1 q q q q"
    assert GAME.action_name(5) == "1 1"
    assert GAME.action_name(40) == "2"
    assert GAME.action_name(519) == "13 13 13 13 13 13 13 13 q q q q"
    assert [GAME.action_name(action) for action in range(520, 527)] == [
        *("q", "q q", "q q q", "q q q q", "slayer 15", "slayer 20", "pass"),
    ]


@pytest.mark.parametrize(
    "name", ["", "14", "0", "7 8", "q 7", "7  7", "7 ", "Q", "slayer", "slayer 16", "q q q q q", "07", "Pass"]
)
def test_unknown_actions_are_refused(name: str) -> None:
    with pytest.raises(NameUnknown, match="no action is called"):
        GAME.action_named(name)


def test_names_of_cards_read_back() -> None:
    assert [card_name(card) for card in (1, 13, 14, 15, 20)] == ["1", "13", "q", "slayer 15", "slayer 20"]
    assert [card_named(name) for name in ("1", "13", "q", "slayer 15", "slayer 20")] == [1, 13, 14, 15, 20]


def test_names_of_outcomes_read_back() -> None:
    deal = Shuffle("deal", (1, 7, 7, 14))
    assert outcome_name(Roll("slayer", 1, 12), (11,)) == "11"
    assert outcome_named(Roll("slayer", 1, 12), "11") == (11,)
    assert outcome_name(deal, (7, 14, 1, 7)) == "7 q 1 7"
    assert outcome_named(deal, "7 q 1 7") == (7, 14, 1, 7)


@pytest.mark.parametrize(
    ("what", "text"),
    [("slayer", "x"), ("slayer", ""), ("slayer", "03"), ("deal", "7 x"), ("deal", "slayer 15")],
)
def test_unknown_outcomes_are_refused(what: str, text: str) -> None:
    with pytest.raises(NameUnknown):
        outcome_named(Roll(what, 1, 5), text)
