"""What a trick of Skull Queen does: docs/rules/skull_queen.md, SQ6-SQ10 and their rulings."""

import pytest

from hexdeck.games.skull_queen.events import PirateMoved, Played, TrickResolved
from hexdeck.games.skull_queen.names import card_named
from hexdeck.games.skull_queen.planks import OVERBOARD
from hexdeck.games.skull_queen.trick import MATE, MONKEY, Laid
from rulebook.skull_queen_scene import Scene


def example() -> Scene:
    """The printed trick."""
    game = Scene(
        leads="Antonia",
        centre="y4 b3",
        Antonia="b6 r1",
        Beatrice="g7 r2",
        Charlotte="b12 r3",
        Dorothea="b8 r4",
    )
    game.play("Antonia b6", "Beatrice g7", "Charlotte b12", "Dorothea b8")
    return game


def test_sq6_monkey_and_mate_may_be_played_by_who_could_follow() -> None:
    game = Scene(leads="Anna", Anna="b6 r1", Bert="b2 g7 monkey mate", Cleo="r4 g2", Dora="b1 g1")

    game.play("Anna b6")

    assert game.legal("Bert") == ["b2", "monkey", "mate"]


def test_sq6_holding_one_does_not_oblige_you_to_play_it() -> None:
    game = Scene(leads="Anna", Anna="b6 r1", Bert="r2 g7 mate", Cleo="r4 g2 g3", Dora="b1 g1 g4")

    game.play("Anna b6", "Bert g7")

    assert game.state.trick[1] == card_named("g7")


def test_sq6_they_take_the_trick_colour_as_its_lowest_and_highest() -> None:
    game = Scene(leads="Anna", Anna="b2 r2", Bert="monkey r3", Cleo="mate r4")

    game.play("Anna b2", "Bert monkey", "Cleo mate")

    assert game.moves == ["Bert blue -1", "Cleo blue 1"]
    assert game.centre == ""


def test_sq6_after_a_monkey_led_the_next_coloured_card_sets_the_colour() -> None:
    game = Scene(leads="Anna", Anna="monkey r2", Bert="g3 b9", Cleo="g9 r4 b3")

    game.play("Anna monkey")
    assert game.state.events == [Played(0, MONKEY, None)]
    assert game.legal("Bert") == ["g3", "b9"]
    game.play("Bert g3")
    assert game.legal("Cleo") == ["g9"]
    game.play("Cleo g9")

    assert game.moves == ["Anna green -1", "Cleo green 1"]


def test_sq6_monkey_and_mate_in_a_row_leave_the_colour_to_the_third_card() -> None:
    game = Scene(leads="Anna", Anna="mate r2", Bert="monkey b9", Cleo="g9 r4", Dora="g7 r5")

    game.play("Anna mate", "Bert monkey")
    assert game.legal("Cleo") == ["r4", "g9"]
    game.play("Cleo g9", "Dora g7")

    assert game.moves == ["Anna green 1", "Bert green -1"]


def test_sq6_a_mate_played_by_who_cannot_follow_counts_as_the_trick_colour() -> None:
    game = Scene(leads="Anna", Anna="b2 r2", Bert="g3 y3", Cleo="mate g4")

    game.play("Anna b2", "Bert g3", "Cleo mate")

    assert game.state.events[0] == Played(2, MATE, 3)
    assert game.moves == ["Anna blue -1", "Cleo blue 1"]
    assert game.centre == "g3"


def test_sq7_e1_the_printed_trick() -> None:
    game = example()

    assert game.moves == ["Charlotte blue 2"]
    assert game.centre == "y4 g7"
    assert game.to_move == ["Charlotte"]


def test_sq7_e2_the_pirate_in_the_middle_now_stands_on_the_eight() -> None:
    game = example()

    assert game.stands("Charlotte", "blue") == 8
    assert game.stands("Charlotte", "red") == 3
    assert [game.stands(name, "blue") for name in ("Antonia", "Beatrice", "Dorothea")] == [3, 3, 3]


def test_sq7_the_highest_moves_one_up_and_the_lowest_one_down() -> None:
    game = Scene(leads="Anna", planks={"Bert": "back r3 y3 g3 b3"}, Anna="r6 b2", Bert="r3 b3", Cleo="r9 b4")

    game.play("Anna r6", "Bert r3", "Cleo r9")

    assert game.moves == ["Bert red -1", "Cleo red 1"]
    assert game.stands("Anna", "red") == 3
    assert game.stands("Bert", "red") == 5  # down the back side
    assert game.stands("Cleo", "red") == 5  # up the front side


def test_sq7_every_colour_with_two_cards_resolves() -> None:
    game = Scene(
        leads="Anna", centre="g10", Anna="r6 b1", Bert="g3 b2", Cleo="r2 b3", Dora="g4 b4", Emil="y9 b6"
    )

    game.play("Anna r6", "Bert g3", "Cleo r2", "Dora g4", "Emil y9")

    assert game.moves == ["Anna red 1", "Cleo red -1", "Bert green -1"]  # nobody owns the green 10
    assert game.centre == "y9"


def test_sq7_a_single_card_waits_in_the_centre_for_its_colour() -> None:
    game = Scene(leads="Anna", Anna="r6 g9", Bert="g3 b2", Cleo="r2 g10")
    game.play("Anna r6", "Bert g3", "Cleo r2")
    assert game.centre == "g3"
    game.play("Anna g9", "Bert b2", "Cleo g10")

    assert game.moves == ["Cleo green 1"]  # the 3 from the centre is lowest
    assert game.centre == "b2"


def test_sq7_a_lone_trick_colour_goes_to_the_centre_too() -> None:
    game = Scene(leads="Anna", Anna="r6 g9", Bert="g3 b2", Cleo="b4 g10")

    game.play("Anna r6", "Bert g3", "Cleo b4")

    assert game.moves == []
    assert game.centre == "r6 g3 b4"
    assert game.to_move == ["Anna"]


def test_sq8_the_five_moves_the_lowest_two_down_whoever_played_it() -> None:
    game = Scene(leads="Anna", planks={"Bert": "front r5 y3 g3 b3"}, Anna="r5 b2", Bert="r3 b3", Cleo="r9 b4")

    game.play("Anna r5", "Bert r3", "Cleo r9")

    assert game.moves == ["Bert red -2", "Cleo red 1"]
    assert game.stands("Bert", "red") == 2


def test_sq8_the_eight_and_the_five_can_be_extreme_themselves() -> None:
    game = Scene(leads="Anna", Anna="r5 b2", Bert="r6 b3", Cleo="r8 b4")

    game.play("Anna r5", "Bert r6", "Cleo r8")

    assert game.moves == ["Anna red -2", "Cleo red 2"]


def test_sq8_eight_and_five_count_from_the_centre() -> None:
    game = Scene(leads="Anna", centre="r8 r5", Anna="r4 b1", Bert="r6 b2", Cleo="r9 b3", Dora="r7 b4")

    game.play("Anna r4", "Bert r6", "Cleo r9", "Dora r7")

    assert game.moves == ["Anna red -2", "Cleo red 2"]


def test_sq8_an_eight_of_another_colour_changes_nothing() -> None:
    game = Scene(leads="Anna", Anna="r4 b2", Bert="g8 b3", Cleo="r9 b4", Dora="y5 b6")

    game.play("Anna r4", "Bert g8", "Cleo r9", "Dora y5")

    assert game.moves == ["Anna red -1", "Cleo red 1"]


def test_sq8_monkey_and_mate_move_two_as_well() -> None:
    game = Scene(leads="Anna", Anna="r8 b2", Bert="monkey b3", Cleo="r5 b4", Dora="mate b6")

    game.play("Anna r8", "Bert monkey", "Cleo r5", "Dora mate")

    assert game.moves == ["Bert red -2", "Dora red 2"]


def test_sq9_a_pirate_moved_past_an_end_falls_and_moves_no_more() -> None:
    game = Scene(
        leads="Anna",
        planks={"Anna": "front r1 y3 g3 b3", "Cleo": "front r8 y3 g3 b3"},
        Anna="r2 r11 r3",
        Bert="r6 r7 g2",
        Cleo="r9 r4 g3",
    )
    game.play("Anna r2", "Bert r6", "Cleo r9")
    assert game.state.last_trick is not None
    assert game.state.last_trick.moves == (
        PirateMoved(0, 0, -1, 4, OVERBOARD),
        PirateMoved(2, 0, 1, 0, OVERBOARD),
    )
    assert (game.stands("Anna", "red"), game.stands("Cleo", "red")) == ("overboard", "overboard")
    game.play("Cleo r4", "Anna r11", "Bert r7")

    assert game.moves == []
    assert (game.stands("Anna", "red"), game.stands("Cleo", "red")) == ("overboard", "overboard")


def test_sq10_resolved_colours_leave() -> None:
    game = example()

    assert game.state.trick == {}
    assert {card_named(name) for name in ("b3", "b6", "b8", "b12")} <= set(game.state.gone)
    assert card_named("g7") not in game.state.gone
    assert game.state.events == [
        Played(3, card_named("b8"), 3),
        TrickResolved(
            trick=(
                Laid(0, card_named("b6"), 3),
                Laid(1, card_named("g7"), 2),
                Laid(2, card_named("b12"), 3),
                Laid(3, card_named("b8"), 3),
            ),
            moves=(PirateMoved(2, 3, 2, 2, 0),),
            gone=tuple(card_named(name) for name in ("b3", "b6", "b8", "b12")),
            centre=(card_named("y4"), card_named("g7")),
            leader=2,
        ),
    ]


def test_sq10_what_left_stays_away_all_round() -> None:
    game = Scene(leads="Anna", Anna="r6 r4 g3", Bert="r9 g4 g6", Cleo="r2 g9 g7")
    game.play("Anna r6", "Bert r9", "Cleo r2", "Bert g4", "Cleo g9", "Anna g3")

    assert {card_named(name) for name in ("r2", "r6", "r9", "g3", "g4", "g9")} <= set(game.state.gone)
    assert len(game.state.gone) == 42 - 3


def test_sq10_the_highest_card_of_any_colour_leads_next() -> None:
    game = Scene(leads="Anna", Anna="r6 b2", Bert="g10 b3", Cleo="r9 b4")

    game.play("Anna r6", "Bert g10", "Cleo r9")

    assert game.to_move == ["Bert"]  # though the 10 is single


def test_sq10_centre_cards_do_not_count_for_the_lead() -> None:
    game = Scene(leads="Anna", centre="r12 g12", Anna="r6 b2", Bert="r3 b3", Cleo="r2 b4", Dora="r4 b6")

    game.play("Anna r6", "Bert r3", "Cleo r2", "Dora r4")

    assert game.to_move == ["Anna"]


def test_sq10_among_equals_who_played_last_leads() -> None:
    game = Scene(leads="Bert", Anna="g9 b2", Bert="r9 b3", Cleo="r6 b4")

    game.play("Bert r9", "Cleo r6", "Anna g9")

    assert game.to_move == ["Anna"]


def test_sq10_the_first_mate_takes_the_lead_and_the_monkey_does_not() -> None:
    game = Scene(leads="Anna", Anna="r11 b2", Bert="mate b3", Cleo="monkey b4")

    game.play("Anna r11", "Bert mate", "Cleo monkey")

    assert game.to_move == ["Bert"]


def test_ruling_1_a_mate_in_the_centre_has_no_colour_all_round() -> None:
    game = Scene(leads="Anna", centre="mate monkey", Anna="r6 g4", Bert="r9 g3", Cleo="b4 g9", Dora="r2 g2")

    game.play("Anna r6", "Bert r9", "Cleo b4", "Dora r2")
    assert game.moves == ["Bert red 1", "Dora red -1"]
    assert game.centre == "b4 monkey mate"
    assert game.to_move == ["Bert"]
    game.play("Bert g3", "Cleo g9", "Dora g2", "Anna g4")

    assert game.moves == ["Cleo green 1", "Dora green -1"]
    assert game.centre == "b4 monkey mate"


def test_ruling_2_two_centre_cards_of_one_colour_resolve_in_the_first_trick() -> None:
    game = Scene(leads="Anna", centre="y4 y9", Anna="r6 g4", Bert="r9 g3", Cleo="b4 g9", Dora="r2 g2")

    game.play("Anna r6", "Bert r9", "Cleo b4", "Dora r2")

    assert game.moves == ["Bert red 1", "Dora red -1"]
    assert game.centre == "b4"


@pytest.mark.parametrize(("placing", "card"), [("front r5 y3 g3 b3", "r9"), ("front r2 y3 g3 b3", "r3")])
def test_ruling_4_two_steps_from_the_last_space_but_one_fall(placing: str, card: str) -> None:
    game = Scene(leads="Anna", planks={"Anna": placing}, Anna=f"{card} b2", Bert="r5 b3", Cleo="r8 b4")

    game.play(f"Anna {card}", "Bert r5", "Cleo r8")

    assert game.stands("Anna", "red") == "overboard"


def test_ruling_5_a_played_monkey_always_resolves_and_no_card_is_highest_and_lowest() -> None:
    game = Scene(leads="Anna", Anna="monkey b2", Bert="r6 b3", Cleo="g9 b4")

    game.play("Anna monkey", "Bert r6", "Cleo g9")

    assert game.moves == ["Anna red -1", "Bert red 1"]
    assert game.centre == "g9"
