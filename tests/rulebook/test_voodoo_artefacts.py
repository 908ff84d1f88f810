"""Every artefact of docs/rules/voodoo.md, and the rulings on them."""

import pytest

from hexdeck.games.voodoo.law.names import card_named
from rulebook.voodoo_scene import Scene

DICE = "pumpkin skull ghost raven bat"


def holding(artefact: str, **more: object) -> Scene:
    """Leo is acting and holds an artefact."""
    hands = {"Leo": artefact, "Ugo": "", "Luca": ""}
    game = Scene(doll="Leo", **(hands | more))  # type: ignore[arg-type]
    game.prepared("Leo", DICE)
    return game


def test_vo5_a_used_artefact_goes_under_its_deck() -> None:
    game = holding("greedy_pot")

    game.play("Leo use greedy_pot")

    assert game.state.artefacts.deck[-1] == card_named("greedy_pot")
    assert game.hand("Leo") == []
    assert game.dice == DICE


@pytest.mark.parametrize(
    "artefact",
    [
        *("greedy_pot", "weathercock", "spare_grimoire", "iron_horseshoe"),
        *("midnight_kettle", "rattling_chest", "gnawing_rat"),
    ],
)
def test_vo5_most_artefacts_are_for_acting(artefact: str) -> None:
    game = Scene(doll="Leo", Leo=artefact, Ugo="", Luca="")

    assert game.legal("Leo", "use") == []
    game.play("Leo roll", f"dice {DICE}")
    assert game.legal("Leo", "use") == []
    game.play("Leo stop")

    assert game.legal("Leo", f"use {artefact}") != []


def test_second_stir_rerolls_without_a_discard_while_preparing() -> None:
    game = Scene(doll="Leo", Leo="second_stir", Ugo="", Luca="")
    game.play("Leo roll", f"dice {DICE}")
    assert game.legal("Leo", "use") == ["use second_stir"]

    game.play("Leo use second_stir", "Leo keep pumpkin skull ghost", "dice star star")

    assert game.dice == "pumpkin skull ghost star star"
    assert game.legal("Leo", "use") == []
    assert "stop" in game.legal("Leo")


def test_second_stir_is_too_late_while_acting() -> None:
    assert holding("second_stir").legal("Leo", "use") == []


def test_crooked_spoon_turns_a_die_while_preparing_and_acting() -> None:
    game = Scene(doll="Leo", Leo="crooked_spoon", Ugo="", Luca="")
    game.play("Leo roll", "dice bat bat bat bat bat")
    uses = [f"use crooked_spoon bat to {face}" for face in ("pumpkin", "skull", "ghost", "raven", "star")]
    assert game.legal("Leo", "use") == uses
    game.play("Leo stop")
    assert game.legal("Leo", "use") == uses

    game.play("Leo use crooked_spoon bat to raven")

    assert game.dice == "raven bat bat bat bat"


def test_greedy_pot_adds_a_die_next_turn_only() -> None:
    game = holding("greedy_pot")

    game.play("Leo use greedy_pot", "Leo pass")
    game.turn_of("Ugo")
    game.turn_of("Luca")
    game.turn_of("Leo", "bat bat bat bat bat star")
    game.turn_of("Ugo")
    game.turn_of("Luca")

    game.turn_of("Leo", "bat bat bat bat bat")


def test_six_dice_can_be_rerolled_by_a_second_stir() -> None:
    game = Scene(doll="Leo", Leo="second_stir", Ugo="", Luca="")
    game.state.more_dice[0] = 1
    game.play("Leo roll", "dice bat bat bat bat bat star", "Leo use second_stir")

    game.play("Leo keep bat bat bat bat bat", "dice bat")

    assert game.dice == "bat bat bat bat bat bat"


def test_salt_circle_ends_a_curse_on_you_and_nobody_scores() -> None:
    game = holding(
        "salt_circle", in_force=("tiny_drum Ugo on Leo", "winter_sleep Ugo on Luca", "rabbit_nose Leo")
    )
    assert game.legal("Leo", "use") == ["use salt_circle on tiny_drum"]

    game.play("Leo use salt_circle on tiny_drum")

    assert game.in_force == ["winter_sleep Ugo on Luca", "rabbit_nose Leo"]
    assert game.scores == {"Leo": 0, "Ugo": 0, "Luca": 0}
    assert game.state.curses.deck[-1] == card_named("tiny_drum")


def test_salt_circle_ends_an_all_opponent_curse_for_all() -> None:
    game = holding("salt_circle", in_force=("hakuna_matata Ugo on all",))

    game.play("Leo use salt_circle on hakuna_matata")

    assert game.in_force == []


def test_hot_pebble_hands_a_curse_to_somebody_who_can_be_chosen() -> None:
    game = holding("hot_pebble", Nina="", Jonas="", target="Nina", in_force=("tiny_drum Ugo on Leo",))
    game.state.shielded = {4}
    assert game.legal("Leo", "use") == ["use hot_pebble tiny_drum to Luca"]

    game.play("Leo use hot_pebble tiny_drum to Luca")

    assert game.in_force == ["tiny_drum Ugo on Luca"]
    assert game.target == "Luca"
    assert game.legal("Ugo", "call") == ["call tiny_drum on Luca"]
    assert game.scores["Ugo"] == 0


def test_hot_pebble_does_not_move_all_opponent_or_permanent_curses() -> None:
    game = holding("hot_pebble", in_force=("hakuna_matata Ugo on all", "rabbit_nose Leo"))

    assert game.legal("Leo", "use") == []


def test_weathercock_moves_target_anywhere_else() -> None:
    game = holding("weathercock", target="Ugo")
    assert game.legal("Leo", "use") == [
        "use weathercock to Leo",
        "use weathercock to Luca",
        "use weathercock to middle",
    ]
    at_home = game.state.copy()

    game.play("Leo use weathercock to Leo")
    assert game.target == "Leo"

    game.state = at_home
    game.play("Leo use weathercock to middle")
    assert game.target is None


def test_weathercock_needs_another_place_than_the_middle_when_target_lies_there() -> None:
    assert holding("weathercock").legal("Leo", "use") == [
        "use weathercock to Leo",
        "use weathercock to Ugo",
        "use weathercock to Luca",
    ]


def test_magpie_takes_a_point_from_a_leader() -> None:
    game = holding("magpie", Nina="", scores={"Ugo": 4, "Luca": 2, "Nina": 4})
    assert game.legal("Leo", "use") == ["use magpie from Ugo", "use magpie from Nina"]

    game.play("Leo use magpie from Nina")

    assert game.scores == {"Leo": 1, "Ugo": 4, "Luca": 2, "Nina": 3}


@pytest.mark.parametrize("scores", [{}, {"Leo": 5, "Ugo": 4}])
def test_magpie_needs_a_leader_who_has_something_and_is_not_you(scores: dict[str, int]) -> None:
    assert holding("magpie", scores=scores).legal("Leo", "use") == []


def test_magpie_can_take_from_a_leader_who_is_level_with_you() -> None:
    game = holding("magpie", scores={"Leo": 2, "Ugo": 2, "Luca": 1})

    assert game.legal("Leo", "use") == ["use magpie from Ugo"]


def test_magpie_can_win() -> None:
    game = holding("magpie", scores={"Leo": 10, "Ugo": 10})

    game.play("Leo use magpie from Ugo")

    assert game.scores == {"Leo": 11, "Ugo": 9, "Luca": 0}
    assert game.state.is_over


def test_spare_grimoire_draws_two_curses() -> None:
    game = holding("spare_grimoire", on_top="lamp_wolf foghorn")

    game.play("Leo use spare_grimoire")

    assert game.hand("Leo") == ["lamp_wolf", "foghorn"]
    assert game.dice == DICE


def test_iron_horseshoe_shields_until_the_next_turn_begins() -> None:
    game = holding("iron_horseshoe", Ugo="mummy_feet ahi_cho_chos")
    game.play("Leo use iron_horseshoe", "Leo pass")
    game.prepared("Ugo", "skull skull bat bat bat")
    assert game.legal("Ugo", "cast") == ["cast mummy_feet on Luca", "cast ahi_cho_chos on all"]
    game.play("Ugo cast ahi_cho_chos on all", "Ugo pass")
    assert game.in_force == ["ahi_cho_chos Ugo on Leo Luca"]
    assert game.state.shielded == {0}

    game.turn_of("Luca")

    assert game.state.shielded == set()


def test_midnight_kettle_rerolls_while_acting() -> None:
    game = holding("midnight_kettle")
    game.play("Leo draw curse with pumpkin skull", "Leo use midnight_kettle")
    assert game.legal("Leo")[0] == "keep nothing"
    assert "keep ghost raven bat" not in game.legal("Leo")

    game.play("Leo keep ghost", "dice ghost star")

    assert game.dice == "ghost ghost star"
    assert game.state.phase == "acting"
    assert not game.state.stopped


def test_midnight_kettle_with_a_single_die_goes_back_to_acting() -> None:
    game = holding("midnight_kettle")
    game.play("Leo draw curse with pumpkin skull", "Leo draw curse with ghost raven")

    game.play("Leo use midnight_kettle", "Leo keep nothing", "dice star")

    assert not game.state.stopped
    assert game.legal("Leo") == ["pass"]


def test_midnight_kettle_needs_a_die() -> None:
    game = holding("midnight_kettle")
    game.state.dice = []

    assert game.legal("Leo") == ["pass"]


def test_rattling_chest_draws_two_artefacts() -> None:
    game = holding("rattling_chest", on_top="magpie weathercock")

    game.play("Leo use rattling_chest")

    assert game.hand("Leo") == ["weathercock", "magpie"]


def test_gnawing_rat_takes_a_die_from_an_opponent() -> None:
    game = holding("gnawing_rat")
    assert game.legal("Leo", "use") == ["use gnawing_rat on Ugo", "use gnawing_rat on Luca"]

    game.play("Leo use gnawing_rat on Ugo", "Leo pass")

    game.turn_of("Ugo", "bat bat bat bat")


def test_ruling_3_from_an_empty_deck_no_draw_is_offered() -> None:
    game = holding("spare_grimoire rattling_chest", empty="curses artefacts")

    assert game.legal("Leo") == ["pass"]


def test_ruling_3_of_two_cards_you_draw_what_is_there() -> None:
    game = holding("spare_grimoire", empty="curses")
    game.state.curses.put_under(card_named("lamp_wolf"))

    game.play("Leo use spare_grimoire")

    assert game.hand("Leo") == ["lamp_wolf"]


def test_ruling_3_the_chest_itself_comes_up_from_a_deck_of_one() -> None:
    game = holding("rattling_chest", empty="artefacts")
    game.state.artefacts.put_under(card_named("magpie"))

    game.play("Leo use rattling_chest")

    assert game.hand("Leo") == ["magpie", "rattling_chest"]
    assert game.state.artefacts.deck == []


def test_ruling_13_an_artefact_is_used_once_a_turn_whoever_draws_it() -> None:
    game = holding("rattling_chest", empty="artefacts")
    game.state.artefacts.put_under(card_named("greedy_pot"))
    game.play("Leo use rattling_chest", "Leo use greedy_pot")
    assert game.state.artefacts.deck != []
    assert game.legal("Leo", "use") == []

    game.play("Leo pass")
    game.turn_of("Ugo")
    game.turn_of("Luca")
    game.prepared("Leo", "bat bat bat bat bat bat")

    assert game.legal("Leo", "use") == ["use rattling_chest"]


def test_ruling_13_the_stinky_doll_is_used_once_a_turn_too() -> None:
    game = Scene(doll="Leo", Leo="", Ugo="stinky_doll mummy_feet gardus_corpux", Luca="")
    game.prepared("Leo", "skull skull bat bat bat")
    game.play("Ugo stinky mummy_feet on Leo")
    game.state.artefacts.deck.insert(0, game.state.artefacts.deck.pop())
    game.state.artefacts.draw(1)

    assert game.hand("Ugo") == ["gardus_corpux", "stinky_doll"]
    assert game.legal("Ugo", "stinky") == []


@pytest.mark.parametrize(
    ("more", "dice"), [(3, "bat bat bat bat bat bat"), (1, "bat bat bat bat bat bat"), (-2, "bat bat bat")]
)
def test_ruling_14_dice_won_and_lost_add_up_to_six_at_the_most(more: int, dice: str) -> None:
    game = Scene(doll="Leo", Leo="", Ugo="", Luca="")
    game.state.more_dice[0] = more

    game.prepared("Leo", dice)

    assert game.dice == dice


@pytest.mark.parametrize("more", [-4, -7])
def test_ruling_14_one_die_is_always_rolled(more: int) -> None:
    game = Scene(doll="Leo", Leo="", Ugo="", Luca="")
    game.state.more_dice[0] = more

    game.play("Leo roll", "dice bat")

    assert game.state.phase == "acting"
    assert game.state.more_dice == [0, 0, 0]


def test_ruling_16_acts_and_calls_do_not_end_the_moment_of_the_stinky_doll() -> None:
    game = Scene(
        doll="Leo",
        Leo="",
        Ugo="stinky_doll mummy_feet",
        Luca="",
        in_force=("gardus_corpux Luca on Leo", "tiny_drum Leo on Luca"),
    )
    game.prepared("Leo", "skull skull bat bat bat")

    game.play("Leo do gardus_corpux", "Leo call tiny_drum on Luca", "Luca call gardus_corpux on Leo")

    assert game.legal("Ugo", "stinky") == ["stinky mummy_feet on Leo", "stinky mummy_feet on Luca"]


def test_ruling_19_permanent_curses_cannot_be_ended_by_salt() -> None:
    assert holding("salt_circle", in_force=("rabbit_nose Leo",)).legal("Leo", "use") == []
