"""What a trick of Skull Queen does: docs/rules/skull_queen.md, SQ6-SQ10 and their rulings."""

import pytest

from hexdeck.games.skull_queen.law.events import PirateMoved, Played, TrickResolved
from hexdeck.games.skull_queen.law.names import card_named
from hexdeck.games.skull_queen.law.planks import OVERBOARD
from hexdeck.games.skull_queen.law.trick import MATE, MONKEY, Laid
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
    game = Scene(leads="Luke", Luke="b6 r1", Leon="b2 g7 monkey mate", Luca="r4 g2", Nina="b1 g1")

    game.play("Luke b6")

    assert game.legal("Leon") == ["b2", "monkey", "mate"]


def test_sq6_holding_one_does_not_oblige_you_to_play_it() -> None:
    game = Scene(leads="Luke", Luke="b6 r1", Leon="r2 g7 mate", Luca="r4 g2 g3", Nina="b1 g1 g4")

    game.play("Luke b6", "Leon g7")

    assert game.state.trick[1] == card_named("g7")


def test_sq6_they_take_the_trick_colour_as_its_lowest_and_highest() -> None:
    game = Scene(leads="Luke", Luke="b2 r2", Leon="monkey r3", Luca="mate r4")

    game.play("Luke b2", "Leon monkey", "Luca mate")

    assert game.moves == ["Leon blue -1", "Luca blue 1"]
    assert game.centre == ""


def test_sq6_after_a_monkey_led_the_next_coloured_card_sets_the_colour() -> None:
    game = Scene(leads="Luke", Luke="monkey r2", Leon="g3 b9", Luca="g9 r4 b3")

    game.play("Luke monkey")
    assert game.state.events == [Played(0, MONKEY, None)]
    assert game.legal("Leon") == ["g3", "b9"]
    game.play("Leon g3")
    assert game.legal("Luca") == ["g9"]
    game.play("Luca g9")

    assert game.moves == ["Luke green -1", "Luca green 1"]


def test_sq6_monkey_and_mate_in_a_row_leave_the_colour_to_the_third_card() -> None:
    game = Scene(leads="Luke", Luke="mate r2", Leon="monkey b9", Luca="g9 r4", Nina="g7 r5")

    game.play("Luke mate", "Leon monkey")
    assert game.legal("Luca") == ["r4", "g9"]
    game.play("Luca g9", "Nina g7")

    assert game.moves == ["Luke green 1", "Leon green -1"]


def test_sq6_a_mate_played_by_who_cannot_follow_counts_as_the_trick_colour() -> None:
    game = Scene(leads="Luke", Luke="b2 r2", Leon="g3 y3", Luca="mate g4")

    game.play("Luke b2", "Leon g3", "Luca mate")

    assert game.state.events[0] == Played(2, MATE, 3)
    assert game.moves == ["Luke blue -1", "Luca blue 1"]
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
    game = Scene(leads="Luke", planks={"Leon": "back r3 y3 g3 b3"}, Luke="r6 b2", Leon="r3 b3", Luca="r9 b4")

    game.play("Luke r6", "Leon r3", "Luca r9")

    assert game.moves == ["Leon red -1", "Luca red 1"]
    assert game.stands("Luke", "red") == 3
    assert game.stands("Leon", "red") == 5  # down the back side
    assert game.stands("Luca", "red") == 5  # up the front side


def test_sq7_every_colour_with_two_cards_resolves() -> None:
    game = Scene(
        leads="Luke", centre="g10", Luke="r6 b1", Leon="g3 b2", Luca="r2 b3", Nina="g4 b4", Jonas="y9 b6"
    )

    game.play("Luke r6", "Leon g3", "Luca r2", "Nina g4", "Jonas y9")

    assert game.moves == ["Luke red 1", "Luca red -1", "Leon green -1"]  # nobody owns the green 10
    assert game.centre == "y9"


def test_sq7_a_single_card_waits_in_the_centre_for_its_colour() -> None:
    game = Scene(leads="Luke", Luke="r6 g9", Leon="g3 b2", Luca="r2 g10")
    game.play("Luke r6", "Leon g3", "Luca r2")
    assert game.centre == "g3"
    game.play("Luke g9", "Leon b2", "Luca g10")

    assert game.moves == ["Luca green 1"]  # the 3 from the centre is lowest
    assert game.centre == "b2"


def test_sq7_a_lone_trick_colour_goes_to_the_centre_too() -> None:
    game = Scene(leads="Luke", Luke="r6 g9", Leon="g3 b2", Luca="b4 g10")

    game.play("Luke r6", "Leon g3", "Luca b4")

    assert game.moves == []
    assert game.centre == "r6 g3 b4"
    assert game.to_move == ["Luke"]


def test_sq8_the_five_moves_the_lowest_two_down_whoever_played_it() -> None:
    game = Scene(leads="Luke", planks={"Leon": "front r5 y3 g3 b3"}, Luke="r5 b2", Leon="r3 b3", Luca="r9 b4")

    game.play("Luke r5", "Leon r3", "Luca r9")

    assert game.moves == ["Leon red -2", "Luca red 1"]
    assert game.stands("Leon", "red") == 2


def test_sq8_the_eight_and_the_five_can_be_extreme_themselves() -> None:
    game = Scene(leads="Luke", Luke="r5 b2", Leon="r6 b3", Luca="r8 b4")

    game.play("Luke r5", "Leon r6", "Luca r8")

    assert game.moves == ["Luke red -2", "Luca red 2"]


def test_sq8_eight_and_five_count_from_the_centre() -> None:
    game = Scene(leads="Luke", centre="r8 r5", Luke="r4 b1", Leon="r6 b2", Luca="r9 b3", Nina="r7 b4")

    game.play("Luke r4", "Leon r6", "Luca r9", "Nina r7")

    assert game.moves == ["Luke red -2", "Luca red 2"]


def test_sq8_an_eight_of_another_colour_changes_nothing() -> None:
    game = Scene(leads="Luke", Luke="r4 b2", Leon="g8 b3", Luca="r9 b4", Nina="y5 b6")

    game.play("Luke r4", "Leon g8", "Luca r9", "Nina y5")

    assert game.moves == ["Luke red -1", "Luca red 1"]


def test_sq8_monkey_and_mate_move_two_as_well() -> None:
    game = Scene(leads="Luke", Luke="r8 b2", Leon="monkey b3", Luca="r5 b4", Nina="mate b6")

    game.play("Luke r8", "Leon monkey", "Luca r5", "Nina mate")

    assert game.moves == ["Leon red -2", "Nina red 2"]


def test_sq9_a_pirate_moved_past_an_end_falls_and_moves_no_more() -> None:
    game = Scene(
        leads="Luke",
        planks={"Luke": "front r1 y3 g3 b3", "Luca": "front r8 y3 g3 b3"},
        Luke="r2 r11 r3",
        Leon="r6 r7 g2",
        Luca="r9 r4 g3",
    )
    game.play("Luke r2", "Leon r6", "Luca r9")
    assert game.state.last_trick is not None
    assert game.state.last_trick.moves == (
        PirateMoved(0, 0, 0, -1, 4, OVERBOARD),
        PirateMoved(2, 0, 0, 1, 0, OVERBOARD),
    )
    assert (game.stands("Luke", "red"), game.stands("Luca", "red")) == ("overboard", "overboard")
    game.play("Luca r4", "Luke r11", "Leon r7")

    assert game.moves == []
    assert (game.stands("Luke", "red"), game.stands("Luca", "red")) == ("overboard", "overboard")


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
            moves=(PirateMoved(2, 3, 0, 2, 2, 0),),
            gone=tuple(card_named(name) for name in ("b3", "b6", "b8", "b12")),
            centre=(card_named("y4"), card_named("g7")),
            leader=2,
        ),
    ]


def test_sq10_what_left_stays_away_all_round() -> None:
    game = Scene(leads="Luke", Luke="r6 r4 g3", Leon="r9 g4 g6", Luca="r2 g9 g7")
    game.play("Luke r6", "Leon r9", "Luca r2", "Leon g4", "Luca g9", "Luke g3")

    assert {card_named(name) for name in ("r2", "r6", "r9", "g3", "g4", "g9")} <= set(game.state.gone)
    assert len(game.state.gone) == 42 - 3


def test_sq10_the_highest_card_of_any_colour_leads_next() -> None:
    game = Scene(leads="Luke", Luke="r6 b2", Leon="g10 b3", Luca="r9 b4")

    game.play("Luke r6", "Leon g10", "Luca r9")

    assert game.to_move == ["Leon"]  # though the 10 is single


def test_sq10_centre_cards_do_not_count_for_the_lead() -> None:
    game = Scene(leads="Luke", centre="r12 g12", Luke="r6 b2", Leon="r3 b3", Luca="r2 b4", Nina="r4 b6")

    game.play("Luke r6", "Leon r3", "Luca r2", "Nina r4")

    assert game.to_move == ["Luke"]


def test_sq10_among_equals_who_played_last_leads() -> None:
    game = Scene(leads="Leon", Luke="g9 b2", Leon="r9 b3", Luca="r6 b4")

    game.play("Leon r9", "Luca r6", "Luke g9")

    assert game.to_move == ["Luke"]


def test_sq10_the_first_mate_takes_the_lead_and_the_monkey_does_not() -> None:
    game = Scene(leads="Luke", Luke="r11 b2", Leon="mate b3", Luca="monkey b4")

    game.play("Luke r11", "Leon mate", "Luca monkey")

    assert game.to_move == ["Leon"]


def test_ruling_1_a_mate_in_the_centre_has_no_colour_all_round() -> None:
    game = Scene(leads="Luke", centre="mate monkey", Luke="r6 g4", Leon="r9 g3", Luca="b4 g9", Nina="r2 g2")

    game.play("Luke r6", "Leon r9", "Luca b4", "Nina r2")
    assert game.moves == ["Leon red 1", "Nina red -1"]
    assert game.centre == "b4 monkey mate"
    assert game.to_move == ["Leon"]
    game.play("Leon g3", "Luca g9", "Nina g2", "Luke g4")

    assert game.moves == ["Luca green 1", "Nina green -1"]
    assert game.centre == "b4 monkey mate"


def test_ruling_2_two_centre_cards_of_one_colour_resolve_in_the_first_trick() -> None:
    game = Scene(leads="Luke", centre="y4 y9", Luke="r6 g4", Leon="r9 g3", Luca="b4 g9", Nina="r2 g2")

    game.play("Luke r6", "Leon r9", "Luca b4", "Nina r2")

    assert game.moves == ["Leon red 1", "Nina red -1"]
    assert game.centre == "b4"


@pytest.mark.parametrize(("placing", "card"), [("front r5 y3 g3 b3", "r9"), ("front r2 y3 g3 b3", "r3")])
def test_ruling_4_two_steps_from_the_last_space_but_one_fall(placing: str, card: str) -> None:
    game = Scene(leads="Luke", planks={"Luke": placing}, Luke=f"{card} b2", Leon="r5 b3", Luca="r8 b4")

    game.play(f"Luke {card}", "Leon r5", "Luca r8")

    assert game.stands("Luke", "red") == "overboard"


def test_ruling_5_a_played_monkey_always_resolves_and_no_card_is_highest_and_lowest() -> None:
    game = Scene(leads="Luke", Luke="monkey b2", Leon="r6 b3", Luca="g9 b4")

    game.play("Luke monkey", "Leon r6", "Luca g9")

    assert game.moves == ["Luke red -1", "Leon red 1"]
    assert game.centre == "g9"
