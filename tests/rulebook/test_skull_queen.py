"""Skull Queen's cards, planks, rounds and points: docs/rules/skull_queen.md, SQ1-SQ5 and SQ11."""

import pytest

from hexdeck.core.chance import Roll, Shuffle
from hexdeck.games.skull_queen import GAME
from hexdeck.games.skull_queen.law.events import DealerDrawn, GameEnded, RoundEnded
from hexdeck.games.skull_queen.law.names import card_name, card_named
from hexdeck.games.skull_queen.law.planks import Plank
from hexdeck.games.skull_queen.law.trick import MATE, MONKEY, color_of, value_of
from rulebook.skull_queen_scene import Scene, dealt, place_all


@pytest.mark.parametrize(
    ("players", "deck", "hand", "stack", "centre", "low", "top"),
    [
        (2, 42, 14, 14, 0, 2, 11),
        (3, 42, 14, 0, 0, 2, 11),
        (4, 50, 12, 0, 2, 1, 12),
        (5, 50, 10, 0, 0, 1, 12),
        (6, 50, 8, 0, 2, 1, 12),
    ],
)
def test_sq1_the_table_of_cards(
    players: int, deck: int, hand: int, stack: int, centre: int, low: int, top: int
) -> None:
    state = dealt(players)

    assert len(state.deck()) == len(set(state.deck())) == deck
    assert [len(cards) for cards in state.hands] == [hand] * players
    assert (len(state.stack), len(state.centre)) == (stack, centre)
    coloured = {card_name(card) for card in state.deck()} - {"monkey", "mate"}
    assert coloured == {f"{letter}{value}" for letter in "rygb" for value in range(low, top + 1)}
    assert len(state.deck()) - len(coloured) == 2


def test_sq1_the_monkey_is_a_nought_and_the_first_mate_a_thirteen_without_colour() -> None:
    assert (value_of(MONKEY), color_of(MONKEY)) == (0, None)
    assert (value_of(MATE), color_of(MATE)) == (13, None)
    assert (value_of(card_named("y1")), color_of(card_named("y1"))) == (1, 1)
    assert (value_of(card_named("b12")), color_of(card_named("b12"))) == (12, 3)


def test_sq1_the_deck_goes_out_in_slices_seat_by_seat_and_the_rest_to_the_centre() -> None:
    state = dealt(4)

    assert [card_name(card) for card in state.hands[1]] == [f"y{value}" for value in range(1, 13)]
    assert [card_name(card) for card in state.centre] == ["monkey", "mate"]


@pytest.mark.parametrize(
    ("side", "numbers"), [("front", ("8", "5", "3", "2", "1")), ("back", ("1", "2", "3", "5", "8"))]
)
def test_sq2_the_spaces_of_both_sides_from_the_narrow_top(side: str, numbers: tuple[str, ...]) -> None:
    for steps, number in enumerate(numbers):
        state = dealt(3)
        place_all(state, f"{side} r{number} y3 g3 b3")
        assert state.planks[0].pirates == (steps, 2, 2, 2)
        assert state.planks[0].points() == int(number) + 9


def test_sq3_the_first_dealer_is_drawn_at_random() -> None:
    state = GAME.set_up(3)
    needs = [state.needs]
    assert state.to_move() == ()
    assert state.legal_actions(0) == []

    state.resolve((2,))

    assert state.events == [DealerDrawn(2)]
    assert [*needs, state.needs] == [Roll("dealer", 1, 3), Shuffle("deal", state.deck())]
    state.resolve(state.deck())
    assert (state.dealer, state.turn) == (2, 0)


def test_sq3_the_deal_passes_clockwise() -> None:
    game = Scene(leads="Luke", in_round=1, Luke="r2", Leon="r3", Luca="r4")
    game.play("Luke r2", "Leon r3", "Luca r4")

    assert game.state.needs == Shuffle("deal", game.state.deck())
    assert game.to_move == []
    assert game.state.dealer == 0  # after Luca, Luke
    game.state.resolve(game.state.deck())
    assert game.state.round == 2
    place_all(game.state, "front r3 y3 g3 b3")
    assert game.to_move == ["Leon"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_sq3_there_are_as_many_rounds_as_players(players: int) -> None:
    state = GAME.set_up(players)
    state.resolve((0,))
    rounds = 0
    while state.needs:
        state.resolve(state.deck())
        rounds += 1
        while state.to_move():
            seat = state.to_move()[0]
            state.apply(seat, state.legal_actions(seat)[0])

    assert rounds == players
    assert state.is_over
    assert state.scores == [sum(points) for points in zip(*state.points, strict=True)]


def test_sq4_a_side_and_any_space_for_each_pirate_can_be_chosen_by_all_at_once() -> None:
    state = dealt(4)

    assert state.to_move() == (0, 1, 2, 3)
    assert all(len(set(state.legal_actions(seat))) == 1250 for seat in range(4))
    assert GAME.action_name(state.legal_actions(2)[0]) == "front r8 y8 g8 b8"  # all on one space
    state.apply(2, GAME.action_named("back r1 y5 g8 b8"))
    assert state.to_move() == (0, 1, 3)
    assert state.legal_actions(2) == []
    state.apply(3, GAME.action_named("front r1 y2 g3 b5"))
    state.apply(1, GAME.action_named("front r8 y8 g8 b8"))
    assert state.planks == []
    state.apply(0, GAME.action_named("front r3 y3 g3 b3"))

    assert state.planks == [
        Plank(0, (2, 2, 2, 2)),
        Plank(0, (0, 0, 0, 0)),
        Plank(1, (0, 3, 4, 4)),
        Plank(0, (4, 3, 2, 1)),
    ]
    assert state.to_move() == (1,)


def test_sq4_the_order_of_arrival_does_not_matter() -> None:
    one, other = dealt(3), dealt(3)
    placings = [GAME.action_named(f"front r{number} y3 g3 b3") for number in (1, 2, 5)]

    for seat in (0, 1, 2):
        one.apply(seat, placings[seat])
    for seat in (2, 0, 1):
        other.apply(seat, placings[seat])

    assert one == other
    assert GAME.view(one, 1) == GAME.view(other, 1)


def test_sq5_the_player_after_the_dealer_leads_any_card_and_play_goes_clockwise() -> None:
    game = Scene(leads="Luca", Luke="r2 b2", Leon="r3 b3", Luca="r4 b4")

    assert game.to_move == ["Luca"]
    assert game.legal("Luca") == ["r4", "b4"]
    assert game.legal("Luke") == []
    game.play("Luca r4")
    assert game.to_move == ["Luke"]
    game.play("Luke r2")
    assert game.to_move == ["Leon"]


def test_sq5_whoever_holds_the_trick_colour_must_play_it() -> None:
    game = Scene(leads="Luke", Luke="b6 r1", Leon="b2 b11 g7", Luca="r4 g2", Nina="b1 g1")

    game.play("Luke b6")

    assert game.legal("Leon") == ["b2", "b11"]


def test_sq5_whoever_holds_none_may_play_anything() -> None:
    game = Scene(leads="Luke", Luke="b6 r1", Leon="r5 g7 monkey", Luca="r4 g2 g3", Nina="b1 g1 g4")

    game.play("Luke b6")

    assert game.legal("Leon") == ["r5", "g7", "monkey"]


def test_sq5_cards_in_the_centre_do_not_change_what_may_be_played() -> None:
    game = Scene(leads="Luke", centre="g9 r7", Luke="b6 g1", Leon="b2 g7", Luca="r4 g2", Nina="b1 g4")

    assert game.legal("Luke") == ["g1", "b6"]
    game.play("Luke b6")
    assert game.legal("Leon") == ["b2"]


def test_sq11_e3_pirates_score_their_spaces_when_the_hands_are_empty() -> None:
    game = Scene(
        leads="Antonia",
        planks={
            "Antonia": "front r8 y5 g2 b8",
            "Beatrice": "front r1 y1 g1 b1",
            "Charlotte": "back r8 y8 g8 b5",
        },
        scores={"Antonia": 7},
        Antonia="b9",
        Beatrice="b6",
        Charlotte="b4",
    )

    game.play("Antonia b9", "Beatrice b6", "Charlotte b4")

    assert game.stands("Antonia", "blue") == "overboard"
    assert game.scores == {"Antonia": 22, "Beatrice": 4, "Charlotte": 32}
    assert game.state.points == [(15, 4, 32)]
    planks = tuple(game.state.planks)
    assert game.state.events[-1] == RoundEnded(1, planks, (15, 4, 32), (22, 4, 32))
    assert game.state.last_trick is not None  # to look at until the next deal


def test_sq11_after_the_last_round_the_most_points_win() -> None:
    game = Scene(
        leads="Luke",
        in_round=3,
        scores={"Luke": 30, "Leon": 9, "Luca": 20},
        Luke="b9",
        Leon="b6",
        Luca="b4",
    )

    game.play("Luke b9", "Leon b6", "Luca b4")

    assert game.state.is_over
    assert game.scores == {"Luke": 44, "Leon": 21, "Luca": 31}
    planks = tuple(game.state.planks)
    assert game.state.events[-2:] == [RoundEnded(3, planks, (14, 12, 11), (44, 21, 31)), GameEnded((0,))]
    assert game.to_move == []
    assert game.legal("Luke") == []


def test_ruling_6_equal_players_share_the_win() -> None:
    game = Scene(leads="Luke", in_round=3, scores={"Leon": 2, "Luca": 3}, Luke="b9", Leon="b6", Luca="b4")

    game.play("Luke b9", "Leon b6", "Luca b4")

    assert game.scores == {"Luke": 14, "Leon": 14, "Luca": 14}
    assert game.state.events[-1] == GameEnded((0, 1, 2))
