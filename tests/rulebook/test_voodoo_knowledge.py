"""Who knows what of Voodoo [VO15], worlds, events and written names."""

from random import Random

import pytest

from hexdeck.core.chance import Roll, Shuffle
from hexdeck.core.errors import NameUnknown
from hexdeck.games.voodoo import GAME
from hexdeck.games.voodoo.law.diary import Note
from hexdeck.games.voodoo.law.events import (
    ActDone,
    ArtefactUsed,
    Called,
    CallJudged,
    CurseCast,
    CurseEnded,
    CurseHandedOver,
    DiceChanged,
    DieTurned,
    Discarded,
    DollPassed,
    Drew,
    Event,
    GameEnded,
    Kept,
    MarkerMoved,
    Paid,
    PermanentDrawn,
    Rolled,
    Shielded,
    ShieldEnded,
    SkullCrossed,
    StartingCursesDealt,
    Stopped,
    TargetMoved,
    TurnBegan,
)
from hexdeck.games.voodoo.law.names import card_name, card_named
from rulebook.voodoo_scene import Scene

RAVEN, BAT, STAR = 3, 4, 5
STARTING = (
    "gardus_corpux who_lives_in_the_oak winter_sleep mummy_feet scarab_on_duty "
    "camel_at_lunch the_hourglass tiny_drum lights_out long_goodbye"
)


def happened(game: Scene, move: str) -> list[Event]:
    game.play(move)
    return game.state.events


def test_vo15_a_seat_knows_its_own_cards_and_how_many_the_others_have() -> None:
    game = Scene(doll="Leo", Leo="tiny_drum magpie", Ugo="winter_sleep lamp_wolf", Luca="")

    bob = GAME.view(game.state, 1)
    assert [card_name(card) for card in bob.curses.hand] == ["lamp_wolf", "winter_sleep"]
    assert bob.artefacts.hand == ()
    assert bob.curses.hand_sizes == (1, 2, 0)
    assert bob.artefacts.hand_sizes == (1, 0, 0)
    assert (bob.curses.deck, bob.artefacts.deck, bob.permanents) == (33, 12, 10)
    watcher = GAME.view(game.state, None)
    assert (watcher.curses.hand, watcher.artefacts.hand, watcher.actions, watcher.vote) == ((), (), (), None)


def test_vo15_a_card_from_under_the_deck_is_known_in_the_hand_that_draws_it() -> None:
    game = Scene(
        doll="Leo", Leo="salt_circle", Ugo="", Luca="", in_force=("tiny_drum Ugo on Leo",), empty="curses"
    )
    game.state.curses.shuffled([card_named("lamp_wolf")])
    game.prepared("Leo", "bat bat star star star")
    game.play("Leo use salt_circle on tiny_drum")
    cleo = GAME.view(game.state, 2)
    assert (cleo.curses.deck, cleo.curses.fresh, cleo.curses.under) == (2, 1, (card_named("tiny_drum"),))

    game.play("Leo draw curse with bat bat", "Leo draw curse with star star")

    cleo = GAME.view(game.state, 2)
    assert cleo.curses.known == ((card_named("tiny_drum"),), (), ())
    assert cleo.curses.hand_sizes == (2, 0, 0)
    assert (cleo.curses.deck, cleo.curses.fresh, cleo.curses.under) == (0, 0, ())
    game.play("Leo pass")
    game.turn_of("Ugo")
    game.turn_of("Luca")
    game.prepared("Leo", "raven star bat bat bat")
    game.play("Leo cast tiny_drum on Luca")
    cleo = GAME.view(game.state, 2)
    assert cleo.curses.known == ((), (), ())
    assert cleo.curses.shown == ((card_named("tiny_drum"), 1, 1),)  # by Ugo, long before


def test_vo15_who_drew_and_what_was_first_shown_is_remembered() -> None:
    game = Scene(doll="Leo", Leo="tiny_drum", Ugo="", Luca="", on_top="lamp_wolf")
    game.prepared("Leo", "raven star bat bat bat")

    game.play("Leo draw curse with bat bat", "Leo cast tiny_drum on Ugo")

    cleo, ann = GAME.view(game.state, 2), GAME.view(game.state, 0)
    assert cleo.curses.drawers == (0,)
    assert cleo.curses.shown == ((card_named("tiny_drum"), 0, 2),)
    assert cleo.curses.drawn == ()
    assert ann.curses.drawn == (card_named("tiny_drum"), card_named("lamp_wolf"))


def test_vo15_the_diary_remembers_acts_and_moments_but_names_no_lapse() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="mummy_feet", Luca="", in_force=("gardus_corpux Leo on Ugo",))

    game.play("Ugo do gardus_corpux", "Ugo roll", "dice skull skull bat bat bat", "Ugo stop")
    game.play("Ugo cast mummy_feet on Luca", "Ugo pass")

    gardus, feet = card_named("gardus_corpux"), card_named("mummy_feet")
    diary = (
        Note("did", 1, gardus),
        Note("rolled", 1),
        Note("bound", 2, feet),
        Note("moved", 1),
        Note("passed", 1),
    )
    assert GAME.view(game.state, None).diary == GAME.view(game.state, 0).diary == diary
    game.play("Luca do mummy_feet", "Luca roll", "dice bat bat bat bat bat")
    assert GAME.view(game.state, 0).diary == (Note("did", 2, feet), Note("rolled", 2))


def test_vo15_the_diary_remembers_whom_a_curse_came_to_bind() -> None:
    game = Scene(doll="Ugo", Leo="", Ugo="hot_pebble", Luca="", in_force=("tiny_drum Leo on Ugo",))
    game.prepared("Ugo", "bat bat bat bat bat")

    game.play("Ugo use hot_pebble tiny_drum to Luca")

    bound = Note("bound", 2, card_named("tiny_drum"))
    assert GAME.view(game.state, None).diary == (Note("rolled", 1), bound)


def test_vo15_views_are_there_before_the_deal() -> None:
    state = GAME.set_up(4)

    assert GAME.view(state, 0).curses.hand == ()
    assert GAME.view(state, None).phase == "setting_up"


def test_events_hide_cards_that_others_draw() -> None:
    state = GAME.set_up(3)
    state.resolve((0,))
    assert isinstance(state.needs, Shuffle)
    cards = state.needs.cards
    state.resolve(cards)
    assert GAME.events(state, 1) == (StartingCursesDealt((None, cards[1], None)),)
    assert GAME.events(state, None) == (StartingCursesDealt((None, None, None)),)

    game = Scene(doll="Leo", Leo="", Ugo="", Luca="", on_top="lamp_wolf")
    game.prepared("Leo", "raven star bat bat bat")
    game.play("Leo draw curse with bat bat")
    paid = Paid(0, (BAT, BAT))
    assert GAME.events(game.state, 0) == (paid, Drew(0, "curses", card_named("lamp_wolf")))
    assert GAME.events(game.state, 1) == GAME.events(game.state, None) == (paid, Drew(0, "curses", None))


def test_events_tell_a_turn() -> None:
    game = Scene(doll="Leo", Leo="gardus_corpux", Ugo="", Luca="", scores={"Leo": 2}, on_top="tiny_horse")
    gardus, horse = card_named("gardus_corpux"), card_named("tiny_horse")
    game.state.shielded = {1}

    assert happened(game, "Leo roll") == []
    assert happened(game, "dice star bat star bat raven") == [
        Rolled(0, (STAR, BAT, STAR, BAT, RAVEN), (RAVEN, BAT, BAT, STAR, STAR))
    ]
    assert happened(game, "Leo discard star") == [Discarded(0, STAR)]
    assert happened(game, "Leo keep bat star") == [Kept(0, (BAT, STAR), 2)]
    game.play("dice ghost ghost")
    assert happened(game, "Leo stop") == [Stopped(0)]
    assert happened(game, "Leo cast gardus_corpux on Luca") == [Paid(0, (BAT,))]
    assert happened(game, "Leo pay star") == [
        Paid(0, (STAR,)),
        CurseCast(0, gardus, (2,)),
        TargetMoved(2),
        MarkerMoved(0, 1, 3),
        SkullCrossed(0, 3),
        PermanentDrawn(0, horse),
    ]
    assert happened(game, "Leo do tiny_horse") == [ActDone(0, horse)]
    assert happened(game, "Leo pass") == [DollPassed(0, 1), TurnBegan(1, 2, 5), ShieldEnded(1)]
    assert happened(game, "Leo call gardus_corpux on Luca") == [
        Called(0, gardus, 2),
        CallJudged(0, gardus, 2, broken=False),
    ]


def test_events_tell_of_artefacts() -> None:
    game = Scene(
        doll="Leo",
        Leo="hot_pebble salt_circle crooked_spoon greedy_pot iron_horseshoe magpie weathercock",
        Ugo="",
        Luca="",
        in_force=("tiny_drum Ugo on Leo", "lamp_wolf Ugo on Leo"),
        scores={"Leo": 10, "Luca": 10},
    )
    game.prepared("Leo", "bat bat bat bat bat")
    drum, wolf = card_named("tiny_drum"), card_named("lamp_wolf")

    def used(artefact: str) -> ArtefactUsed:
        return ArtefactUsed(0, card_named(artefact))

    assert happened(game, "Leo use hot_pebble tiny_drum to Luca") == [
        used("hot_pebble"),
        CurseHandedOver(drum, 0, 2),
        TargetMoved(2),
    ]
    assert happened(game, "Leo use salt_circle on lamp_wolf") == [used("salt_circle"), CurseEnded(wolf)]
    assert happened(game, "Leo use crooked_spoon bat to star") == [
        used("crooked_spoon"),
        DieTurned(0, BAT, STAR),
    ]
    assert happened(game, "Leo use greedy_pot") == [used("greedy_pot"), DiceChanged(0, 1)]
    assert happened(game, "Leo use iron_horseshoe") == [used("iron_horseshoe"), Shielded(0)]
    assert happened(game, "Leo use weathercock to middle") == [used("weathercock"), TargetMoved(None)]
    assert happened(game, "Leo use magpie from Luca") == [
        used("magpie"),
        MarkerMoved(2, -1, 9),
        MarkerMoved(0, 1, 11),
        GameEnded((0,), (11, 0, 9)),
    ]


def test_what_an_acting_seat_learns_cannot_be_undone() -> None:
    names = [event.__name__ for event in GAME.reveals]

    assert names == ["Drew", "PermanentDrawn", "VotesRevealed", "CallJudged"]


def midgame() -> Scene:
    """Leo has drawn, cast and called; Ugo holds two curses of unknown kind."""
    game = Scene(
        doll="Leo",
        Leo="tiny_drum lamp_wolf magpie",
        Ugo="winter_sleep foghorn stinky_doll",
        Luca="mummy_feet",
        in_force=("the_oyster Luca on Ugo", "rabbit_nose Luca"),
    )
    game.prepared("Leo", "raven star bat bat bat")
    game.play("Leo cast tiny_drum on Ugo", "Leo draw artefact with bat bat")
    return game


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_worlds_look_the_same_to_the_seat_they_are_made_for(seat: int | None) -> None:
    game = midgame()
    seen = GAME.view(game.state, seat)

    for number in range(30):
        world = GAME.worlds(seen, Random(number))

        assert GAME.view(world, seat) == seen
        cards = [*world.curses.deck, *world.in_force, *world.permanents, *world.artefacts.deck]
        hands = [card for stock in (world.curses, world.artefacts) for hand in stock.hands for card in hand]
        assert sorted(cards + hands) == list(range(59))


def test_worlds_differ_and_deal_everybody_a_starting_curse() -> None:
    game = midgame()
    seen = GAME.view(game.state, 0)
    two_ingredients = {card_named(name) for name in STARTING.split()}

    worlds = [GAME.worlds(seen, Random(number)) for number in range(60)]

    assert len({tuple(world.curses.hands[1]) for world in worlds}) > 20
    assert all(two_ingredients & set(world.curses.hands[1]) for world in worlds)
    assert len({tuple(world.permanents) for world in worlds}) > 20


def test_worlds_give_a_shown_card_to_a_draw_before_it_was_shown() -> None:
    game = Scene(
        doll="Leo", Leo="tiny_drum", Ugo="mummy_feet", Luca="winter_sleep", on_top="foghorn lamp_wolf"
    )
    foghorn = card_named("foghorn")
    game.state.more_dice[0] = 1
    game.prepared("Leo", "pumpkin ghost ghost bat bat star")
    game.play("Leo draw curse with bat bat", "Leo cast foghorn on Ugo", "Leo pass")
    game.turn_of("Ugo")
    game.turn_of("Luca")
    game.prepared("Leo", "bat bat bat bat star")
    game.play("Leo draw curse with bat bat", "Leo draw curse with bat bat")

    worlds = [GAME.worlds(GAME.view(game.state, 1), Random(number)) for number in range(20)]

    assert {world.curses.drawn[0].index(foghorn) for world in worlds} == {1}


def test_worlds_keep_what_is_known_in_hands_and_decks() -> None:
    game = Scene(
        doll="Leo",
        Leo="tiny_drum salt_circle",
        Ugo="mummy_feet",
        Luca="winter_sleep",
        in_force=("lamp_wolf Ugo on Leo", "foghorn Ugo on Luca"),
    )
    while game.state.curses.deck:
        game.state.curses.draw(2)
    game.prepared("Leo", "bat bat bat bat bat")
    game.play("Leo use salt_circle on lamp_wolf", "Leo draw curse with bat bat")
    game.state.end_curse(card_named("foghorn"))

    world = GAME.worlds(GAME.view(game.state, 1), Random(1))

    assert card_named("lamp_wolf") in world.curses.hands[0]
    assert len(world.curses.hands[0]) == 2
    assert world.curses.deck == [card_named("foghorn")]


def test_worlds_fill_in_secret_votes_but_keep_ones_own() -> None:
    game = Scene(
        doll="Jonas",
        mode="table",
        Leo="long_goodbye",
        Ugo="tiny_drum",
        Luca="mummy_feet",
        Nina="winter_sleep",
        Jonas="lights_out",
        in_force=("the_oyster Leo on Ugo",),
    )
    game.play("Leo call the_oyster on Ugo", "Ugo deny", "Luca vote broken", "Nina vote kept")
    seen = GAME.view(game.state, 2)

    votes = [GAME.worlds(seen, Random(number)).votes for number in range(40)]

    assert {vote[2] for vote in votes} == {True}
    assert {vote[3] for vote in votes} == {True, False, None}


@pytest.mark.parametrize(
    "name",
    [
        "roll",
        "discard raven",
        "keep nothing",
        "keep pumpkin pumpkin star star star",
        "draw curse with pumpkin skull",
        "draw artefact with star star",
        "cast gardus_corpux on 2",
        "cast hakuna_matata on all",
        "pay bat",
        "use second_stir",
        "use crooked_spoon raven to bat",
        "use salt_circle on tiny_drum",
        "use hot_pebble tiny_drum to 5",
        "use weathercock to middle",
        "use magpie from 2",
        "use gnawing_rat on 0",
        "stinky tiny_drum on 1",
        "do rabbit_nose",
        "call rabbit_nose on 3",
        "vote kept",
        "vote abstain",
    ],
)
def test_names_of_actions_read_back(name: str) -> None:
    assert GAME.action_name(GAME.action_named(name)) == name


def test_every_action_has_a_name_of_its_own() -> None:
    names = [GAME.action_name(action) for action in range(GAME.actions)]

    assert len(set(names)) == GAME.actions
    assert [GAME.action_named(name) for name in names] == list(range(GAME.actions))


def test_unknown_names_are_refused() -> None:
    with pytest.raises(NameUnknown, match="no action is called 'cast frog on 2': write one like roll"):
        GAME.action_named("cast frog on 2")
    with pytest.raises(NameUnknown, match="no card is called 'frog': write its id"):
        card_named("frog")


@pytest.mark.parametrize(
    ("needs", "outcome", "name"),
    [
        (Roll("doll", 1, 4), (2,), "2"),
        (Roll("dice", 3, 6), (4, 0, 0), "bat pumpkin pumpkin"),
        (Shuffle("permanents", (36, 37)), (37, 36), "helpful_elbow high_society"),
    ],
)
def test_names_of_outcomes_read_back(needs: Roll | Shuffle, outcome: tuple[int, ...], name: str) -> None:
    assert GAME.outcome_name(needs, outcome) == name
    assert GAME.outcome_named(needs, name) == outcome


@pytest.mark.parametrize(
    ("needs", "text"),
    [(Roll("doll", 1, 4), "two"), (Roll("dice", 1, 6), "frog"), (Shuffle("curses", (1,)), "frog")],
)
def test_unknown_outcomes_are_refused(needs: Roll | Shuffle, text: str) -> None:
    with pytest.raises(NameUnknown):
        GAME.outcome_named(needs, text)
