"""Skull Queen for two, with a ghost: docs/rules/skull_queen.md, SQ12 and its rulings."""

from hexdeck.games.skull_queen import GAME
from hexdeck.games.skull_queen.events import (
    CardChosen,
    CardsRevealed,
    GameEnded,
    GhostPlayed,
    PirateMoved,
    PlanksRevealed,
    TrickResolved,
)
from hexdeck.games.skull_queen.names import card_name, card_named
from hexdeck.games.skull_queen.rules import GHOST
from hexdeck.games.skull_queen.trick import Laid
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
    game = Scene(leads="Anna", ghost="b6 r7", Anna="b3 g4 monkey", Bert="r2 g2 mate")

    assert game.to_move == ["Anna", "Bert"]
    assert game.legal("Anna") == ["b3", "monkey"]
    assert game.legal("Bert") == ["r2", "g2", "mate"]


def test_sq12_both_choose_in_any_order_and_reveal_together() -> None:
    game = Scene(leads="Anna", ghost="b6 r7", Anna="b3 g4", Bert="b9 g2")
    other = Scene(leads="Anna", ghost="b6 r7", Anna="b3 g4", Bert="b9 g2")

    game.play("Bert b9")
    assert game.to_move == ["Anna"]
    assert game.legal("Bert") == []
    assert game.state.events == [CardChosen(1, card_named("b9"))]
    assert game.state.trick == {GHOST: card_named("b6")}
    game.play("Anna b3")
    other.play("Anna b3", "Bert b9")

    assert game.moves == ["Anna blue -1", "Bert blue 1"]
    assert game.state == other.state
    assert GAME.view(game.state, 0) == GAME.view(other.state, 0)


def test_sq12_what_is_told_when_both_have_chosen() -> None:
    game = Scene(leads="Anna", ghost="b6 r7", Anna="b3 g4", Bert="b9 g2")

    game.play("Bert b9", "Anna b3")

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
            moves=(PirateMoved(0, 3, -1, 2, 3), PirateMoved(1, 3, 1, 2, 1)),
            gone=(card_named("b3"), card_named("b6"), card_named("b9")),
            centre=(),
            leader=None,
        ),
        GhostPlayed(card_named("r7"), left=0),
    ]


def test_sq12_the_ghost_leads_every_trick() -> None:
    game = Scene(leads="Bert", ghost="b6 r7", Anna="b11 g4", Bert="b9 r2")

    game.play("Anna b11", "Bert b9")

    assert game.state.trick == {GHOST: card_named("r7")}
    assert game.legal("Anna") == ["g4"]
    assert game.legal("Bert") == ["r2"]
    assert GAME.view(game.state, 0).turn == 1  # Bert's card still counts as the first


def test_sq12_nobody_moves_for_the_ghosts_card() -> None:
    game = Scene(leads="Anna", ghost="b11 r7", Anna="b3 g4", Bert="b8 g2")

    game.play("Anna b3", "Bert b8")

    assert game.moves == ["Anna blue -1"]


def test_sq12_the_ghosts_eight_and_five_count() -> None:
    game = Scene(leads="Anna", ghost="b8 r5", Anna="b3 r4", Bert="b9 r6")

    game.play("Anna b3", "Bert b9")
    assert game.moves == ["Anna blue -1", "Bert blue 2"]
    game.play("Anna r4", "Bert r6")
    assert game.moves == ["Anna red -2", "Bert red 1"]


def test_sq12_the_ghosts_single_card_goes_to_the_centre() -> None:
    game = Scene(leads="Anna", ghost="b6 r7", Anna="g3 r4", Bert="g9 r6")

    game.play("Anna g3", "Bert g9")

    assert game.moves == ["Anna green -1", "Bert green 1"]
    assert game.centre == "b6"


def test_ruling_3_a_colourless_ghost_leaves_the_colour_to_the_player_after_the_dealer() -> None:
    game = Scene(leads="Bert", ghost="monkey r7", Anna="g3 r4", Bert="b9 r6")
    assert game.legal("Anna") == ["r4", "g3"]
    assert game.legal("Bert") == ["r6", "b9"]

    game.play("Anna g3", "Bert b9")

    assert game.moves == ["Bert blue 1"]  # the ghost's Monkey is the lowest blue
    assert game.centre == "g3"


def test_ruling_3_or_to_the_other_player_after_both_colourless_cards() -> None:
    game = Scene(leads="Bert", ghost="mate r7", Anna="g3 r4", Bert="monkey r6")

    game.play("Anna g3", "Bert monkey")

    assert game.moves == ["Bert green -1"]  # the 3 is between Monkey and First Mate
    assert game.centre == ""


def test_ruling_3_the_other_players_colourless_card_takes_the_first_ones_colour() -> None:
    game = Scene(leads="Anna", ghost="mate r7", Anna="g3 r4", Bert="monkey r6")

    game.play("Bert monkey", "Anna g3")

    assert game.moves == ["Bert green -1"]


def test_ruling_7_two_players_play_two_rounds() -> None:
    game = Scene(leads="Anna", in_round=2, ghost="b6", Anna="b3", Bert="b9")

    game.play("Anna b3", "Bert b9")

    assert game.state.is_over
    assert game.state.events[-1] == GameEnded((1,))
    assert game.scores == {"Anna": 11, "Bert": 14}
