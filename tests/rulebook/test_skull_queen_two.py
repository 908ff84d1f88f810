"""Skull Queen for two, with a ghost: docs/rules/skull_queen.md, SQ12 and its rulings."""

from hexdeck.games.skull_queen import GAME
from hexdeck.games.skull_queen.law.events import (
    CardChosen,
    CardsRevealed,
    GameEnded,
    GhostPlayed,
    PirateMoved,
    PlanksRevealed,
    TrickResolved,
)
from hexdeck.games.skull_queen.law.names import card_name, card_named
from hexdeck.games.skull_queen.law.rules import GHOST
from hexdeck.games.skull_queen.law.trick import Laid
from rulebook.skull_queen_scene import Scene, dealt, place_all


def test_sq12_the_third_hand_is_the_ghosts_stack_and_its_top_card_comes_first() -> None:
    state = dealt(2)
    assert [card_name(card) for card in state.stack[:3]] == ["g10", "g11", "b2"]
    place_all(state, "front r3 y3 g3 b3")

    assert state.trick == {GHOST: card_named("g10")}
    assert len(state.stack) == 13
    assert isinstance(state.events[-2], PlanksRevealed)
    assert state.events[-1] == GhostPlayed(card_named("g10"), left=13)


def test_sq12_both_follow_the_ghosts_colour_if_they_can() -> None:
    game = Scene(leads="Luke", ghost="b6 r7", Luke="b3 g4 monkey", Leon="r2 g2 mate")

    assert game.to_move == ["Luke", "Leon"]
    assert game.legal("Luke") == ["b3", "monkey"]
    assert game.legal("Leon") == ["r2", "g2", "mate"]


def test_sq12_both_choose_in_any_order_and_reveal_together() -> None:
    game = Scene(leads="Luke", ghost="b6 r7", Luke="b3 g4", Leon="b9 g2")
    other = Scene(leads="Luke", ghost="b6 r7", Luke="b3 g4", Leon="b9 g2")

    game.play("Leon b9")
    assert game.to_move == ["Luke"]
    assert game.legal("Leon") == []
    assert game.state.events == [CardChosen(1, card_named("b9"))]
    assert game.state.trick == {GHOST: card_named("b6")}
    game.play("Luke b3")
    other.play("Luke b3", "Leon b9")

    assert game.moves == ["Luke blue -1", "Leon blue 1"]
    assert game.state == other.state
    assert GAME.view(game.state, 0) == GAME.view(other.state, 0)


def test_sq12_what_is_told_when_both_have_chosen() -> None:
    game = Scene(leads="Luke", ghost="b6 r7", Luke="b3 g4", Leon="b9 g2")

    game.play("Leon b9", "Luke b3")

    trick = (
        Laid(GHOST, card_named("b6"), 3),
        Laid(0, card_named("b3"), 3),
        Laid(1, card_named("b9"), 3),
    )
    assert game.state.events == [
        CardChosen(0, card_named("b3")),
        CardsRevealed(trick),
        TrickResolved(
            trick=trick,
            moves=(PirateMoved(0, 3, 0, -1, 2, 3), PirateMoved(1, 3, 0, 1, 2, 1)),
            gone=(card_named("b3"), card_named("b6"), card_named("b9")),
            centre=(),
            leader=None,
        ),
        GhostPlayed(card_named("r7"), left=0),
    ]


def test_sq12_the_ghost_leads_every_trick() -> None:
    game = Scene(leads="Leon", ghost="b6 r7", Luke="b11 g4", Leon="b9 r2")

    game.play("Luke b11", "Leon b9")

    assert game.state.trick == {GHOST: card_named("r7")}
    assert game.legal("Luke") == ["g4"]
    assert game.legal("Leon") == ["r2"]
    assert GAME.view(game.state, 0).turn == 1  # Leon's card still counts as the first


def test_sq12_nobody_moves_for_the_ghosts_card() -> None:
    game = Scene(leads="Luke", ghost="b11 r7", Luke="b3 g4", Leon="b8 g2")

    game.play("Luke b3", "Leon b8")

    assert game.moves == ["Luke blue -1"]


def test_sq12_the_ghosts_eight_and_five_count() -> None:
    game = Scene(leads="Luke", ghost="b8 r5", Luke="b3 r4", Leon="b9 r6")

    game.play("Luke b3", "Leon b9")
    assert game.moves == ["Luke blue -1", "Leon blue 2"]
    game.play("Luke r4", "Leon r6")
    assert game.moves == ["Luke red -2", "Leon red 1"]


def test_sq12_the_ghosts_single_card_goes_to_the_centre() -> None:
    game = Scene(leads="Luke", ghost="b6 r7", Luke="g3 r4", Leon="g9 r6")

    game.play("Luke g3", "Leon g9")

    assert game.moves == ["Luke green -1", "Leon green 1"]
    assert game.centre == "b6"


def test_ruling_3_a_colourless_ghost_leaves_the_colour_to_the_player_after_the_dealer() -> None:
    game = Scene(leads="Leon", ghost="monkey r7", Luke="g3 r4", Leon="b9 r6")
    assert game.legal("Luke") == ["r4", "g3"]
    assert game.legal("Leon") == ["r6", "b9"]

    game.play("Luke g3", "Leon b9")

    assert game.moves == ["Leon blue 1"]  # the ghost's Monkey is the lowest blue
    assert game.centre == "g3"


def test_ruling_3_or_to_the_other_player_after_both_colourless_cards() -> None:
    game = Scene(leads="Leon", ghost="mate r7", Luke="g3 r4", Leon="monkey r6")

    game.play("Luke g3", "Leon monkey")

    assert game.moves == ["Leon green -1"]  # the 3 is between Monkey and First Mate
    assert game.centre == ""


def test_ruling_3_the_other_players_colourless_card_takes_the_first_ones_colour() -> None:
    game = Scene(leads="Luke", ghost="mate r7", Luke="g3 r4", Leon="monkey r6")

    game.play("Leon monkey", "Luke g3")

    assert game.moves == ["Leon green -1"]


def test_ruling_7_two_players_play_two_rounds() -> None:
    game = Scene(leads="Luke", in_round=2, ghost="b6", Luke="b3", Leon="b9")

    game.play("Luke b3", "Leon b9")

    assert game.state.is_over
    assert game.state.events[-1] == GameEnded((1,))
    assert game.scores == {"Luke": 11, "Leon": 14}
