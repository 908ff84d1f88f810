"""Skull Queen at the terminal: what a person reads, can choose and can say."""

from itertools import cycle

import pytest

from hexdeck.games.skull_queen import GAME
from hexdeck.games.skull_queen.law.rules import State
from hexdeck.games.skull_queen.law.view import View
from hexdeck.games.skull_queen.text.screen import GameScreen
from hexdeck.locale import language
from hexdeck.text.paint import FAINT
from laws import skull_queen_facts
from laws.games import Case, random_game
from rulebook.skull_queen_scene import Scene, dealt

SIX = ("You", "Charlotte", "Beatrice", "Françoise", "Wolfgang Amadeus", "Nina")


def screen(game: Scene) -> GameScreen:
    return GameScreen(game.names, language("en"))


def seen_by(game: Scene, name: str) -> View:
    return GAME.view(game.state, game.seat(name))


def table(game: Scene, name: str) -> list[str]:
    return [line.plain for line in screen(game).table(seen_by(game, name))]


def choices(game: Scene, name: str) -> list[str]:
    return [line.plain for line in screen(game).choices(seen_by(game, name))]


def last(game: Scene, name: str) -> list[str]:
    return [line.plain for line in screen(game).last(seen_by(game, name))]


def moment(game: Scene, name: str) -> str:
    return screen(game).moment(seen_by(game, name))


def placing() -> State:
    """Three players; Luke holds red 2 to 11 and yellow 2 to 5, Leon has placed."""
    state = dealt(3)
    state.apply(1, GAME.action_named("back r1 y2 g3 b8"))
    return state


def anna_sees(state: State) -> tuple[GameScreen, View]:
    names = ["Luke", "Leon", "Luca"][: state.players]
    return GameScreen(names, language("en")), GAME.view(state, 0)


def test_pirates_stand_on_planks_that_widen_from_top_to_bottom() -> None:
    game = Scene(
        leads="Luke",
        centre="y4 b3",
        in_round=2,
        scores={"Luke": 1, "Luca": 15},
        planks={"Luke": "front r8 y5 g2 b1", "Leon": "back r8 y8 g8 b8"},
        Luke="b6 g2",
        Leon="r7 g8",
        Luca="b12 monkey",
    )
    game.play("Luke b6")

    assert table(game, "Leon") == [
        "Round 2 of 3 · trick colour ☾ blue",
        "  Luke              ▶ Leon                Luca",
        "8   │r   │          1   │    │          8   │    │",
        "5   │ y  │          2   │    │          5   │    │",
        "3  │      │         3  │      │         3  │ rygb │",
        "2  │   g  │         5  │      │         2  │      │",
        "1 │     b  │        8 │  rygb  │        1 │        │",
        "  ~~~~~~~~~~          ~~~~~~~~~~          ~~~~~~~~~~",
        "  plank: 16           plank: 32           plank: 12",
        "  1 card              2 cards             2 cards",
        "  1 point             0 points            15 points",
        "In the centre: ✶y4  ☾b3",
        "On the table: Luke ☾b6",
    ]


def test_fallen_pirates_are_in_the_water() -> None:
    game = Scene(
        leads="Luke",
        planks={"Luke": "front r3 y3 g3 b1", "Leon": "front r3 y3 g3 b8"},
        Luke="b2 g2",
        Leon="b9 g8",
        Luca="b6 g9",
    )
    game.play("Luke b2", "Leon b9", "Luca b6")

    assert table(game, "Leon")[7] == "  ~~~~~~b~~~          ~~~~~~b~~~          ~~~~~~~~~~"
    assert table(game, "Leon")[8] == "  plank: 9            plank: 9            plank: 12"


def test_six_planks_stand_side_by_side_in_eighty_columns() -> None:
    state = dealt(6)
    for seat in range(6):
        state.apply(seat, GAME.action_named("front r3 y3 g3 b3"))
    lines = GameScreen(SIX, language("en")).table(GAME.view(state, 0))

    assert lines[1].plain == "  You        ▶ Charlotte    Beatrice     Françoise    Wolfgang A   Nina"
    assert lines[2].plain == "8   │    │   8   │    │   8   │    │   8   │    │   8   │    │   8   │    │"
    assert max(line.cell_len for line in lines) == 77


def test_a_new_trick_is_announced() -> None:
    game = Scene(leads="Luke", Luke="b6", Leon="r7", Luca="b12")

    assert table(game, "Luke")[0] == "Round 1 of 3 · Luke: lead of a new trick"
    assert table(game, "Luke")[-1] == "The table is empty."


def test_a_trick_led_by_the_mate_has_no_colour_yet() -> None:
    game = Scene(leads="Luke", Luke="mate g2", Leon="r7 g8", Luca="b12 g4")
    game.play("Luke mate")

    assert table(game, "Leon")[0] == "Round 1 of 3 · no trick colour yet"
    assert table(game, "Leon")[-1] == "On the table: Luke First Mate"
    assert moment(game, "Leon").startswith("The trick has no colour yet")


def test_nothing_is_on_the_table_before_the_first_deal() -> None:
    shown, view = anna_sees(GAME.set_up(2))

    assert [line.plain for line in shown.table(view)] == [
        "No cards have been dealt yet.",
        "  Luke  0 cards    0 points",
        "  Leon  0 cards    0 points",
        "The table is empty.",
    ]
    assert [line.plain for line in shown.choices(view)] == ["Your hand is empty."]


def test_the_end_of_a_round_and_of_the_game() -> None:
    first = Scene(leads="Luke", Luke="b6", Leon="b7", Luca="b12")
    final = Scene(leads="Luke", in_round=3, Luke="b6", Leon="b7", Luca="b12")
    for game in (first, final):
        game.play("Luke b6", "Leon b7", "Luca b12")

    assert table(first, "Luke")[0] == "Round 1 of 3 · the round is over"
    assert table(final, "Luke")[0] == "Round 3 of 3 · the game is over"
    assert moment(final, "Luke").startswith("When all cards are played")


def test_while_all_place_only_who_has_placed_is_shown() -> None:
    shown, view = anna_sees(placing())

    assert [line.plain for line in shown.table(view)] == [
        "Round 1 of 3 · everybody places their pirates in secret",
        "▶ Luke  14 cards   0 points",
        "  Leon  14 cards   0 points",
        "▶ Luca  14 cards   0 points",
        "The table is empty.",
        "Chosen in secret: Leon",
    ]


def test_a_few_placings_are_offered() -> None:
    """Red has four high cards and four low ones, yellow four low ones; green and blue have none."""
    shown, view = anna_sees(placing())

    assert [line.plain for line in shown.choices(view)] == [
        "Your hand: ▲r2  ▲r3  ▲r4  ▲r5⇊  ▲r6  ▲r7  ▲r8⇈  ▲r9  ▲r10  ▲r11  ✶y2  ✶y3  ✶y4",
        "           ✶y5⇊",
        "Spaces from the narrow top down: front 8 5 3 2 1, back 1 2 3 5 8.",
        "1:front r3 y3 g3 b3  all in the middle",
        "2:back r3 y3 g3 b3  all in the middle",
        "3:front r5 y8 g5 b5  with your cards headed for the 5s",
        "4:back r5 y1 g5 b5  with your cards headed for the 5s",
        "5:back r8 y1 g8 b8  with your cards headed for the 8s",
        "Or type a side and the spaces of red, yellow, green, blue: front 3 3 5 2",
    ]
    assert [GAME.action_name(action) for action in shown.offers(view)] == [
        "front r3 y3 g3 b3",
        "back r3 y3 g3 b3",
        "front r5 y8 g5 b5",
        "back r5 y1 g5 b5",
        "back r8 y1 g8 b8",
    ]
    assert shown.moment(view).endswith("such as front 3 3 5 2.")


def test_high_cards_are_headed_for_the_top_of_the_front() -> None:
    """Luca holds green 10 and 11, all of blue, Monkey and First Mate."""
    shown = GameScreen(["Luke", "Leon", "Luca"], language("en"))
    offers = shown.offers(GAME.view(placing(), 2))

    assert GAME.action_name(offers[-1]) == "front r8 y8 g3 b8"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("front 3 3 5 2", "front r3 y3 g5 b2"),
        ("back 1 2 3 3", "back r1 y2 g3 b3"),
        ("front r8 y5 g3 b1", "front r8 y5 g3 b1"),
        ("front 3 y3 5 b2", "front r3 y3 g5 b2"),
        ("front 3 3 5", None),
        ("front 3 3 5 2 1", None),
        ("front 3 3 5 4", None),
        ("front y3 r3 g5 b2", None),
        ("side 3 3 5 2", None),
        ("front", None),
        ("b8", None),
    ],
)
def test_a_placing_can_be_said_in_short(text: str, action: str | None) -> None:
    shown, view = anna_sees(placing())
    said = shown.said(view, text)

    assert (None if said is None else GAME.action_name(said)) == action


def test_whoever_has_placed_sees_the_choice_and_waits() -> None:
    shown = GameScreen(["Luke", "Leon", "Luca"], language("en"))
    view = GAME.view(placing(), 1)

    assert shown.offers(view) == ()
    assert [line.plain for line in shown.choices(view)] == [
        "Your hand: ✶y6  ✶y7  ✶y8⇈  ✶y9  ✶y10  ✶y11  §g2  §g3  §g4  §g5⇊  §g6  §g7  §g8⇈",
        "           §g9",
        "Your choice, still secret: back r1 y2 g3 b8",
    ]


def test_cards_that_may_be_played_are_numbered() -> None:
    game = Scene(leads="Luke", Luke="b6 g2 r3", Leon="b2 b8 r7 monkey", Luca="b12 g4 r2")
    game.play("Luke b6")

    assert choices(game, "Leon") == ["Your hand: ·▲r7  1:☾b2  2:☾b8⇈  3:Monkey"]
    assert choices(game, "Luca") == ["Your hand: ·▲r2  ·§g4  ·☾b12"]
    assert moment(game, "Leon").startswith("Follow ☾ blue if you can, else play anything.")


def test_whoever_leads_is_told_so() -> None:
    game = Scene(leads="Luke", Luke="b6", Leon="r7", Luca="b12")

    assert moment(game, "Luke").startswith("You lead: play any card")


def test_a_spectator_has_no_hand() -> None:
    game = Scene(leads="Luke", Luke="b6", Leon="r7", Luca="b12")

    assert screen(game).choices(GAME.view(game.state, None)) == []


def test_the_last_trick_can_be_looked_at() -> None:
    game = Scene(leads="Luke", Luke="b6 r2", Leon="b8 r3", Luca="b10 r4")
    assert last(game, "Luke") == ["No trick has been taken in this round."]

    game.play("Luke b6", "Leon b8", "Luca b10")

    assert last(game, "Luke") == [
        "Last trick: Luke ☾b6  Leon ☾b8⇈  Luca ☾b10",
        "  Luke: lowest in ☾ blue, pirate down 1, now on 2",
        "  Luca: highest in ☾ blue, pirate up 2, now on 8",
    ]


def test_two_players_are_told_of_the_ghost() -> None:
    game = Scene(leads="Luke", ghost="b6 r7", Luke="b3 g4", Leon="b9 g2")
    game.play("Leon b9")

    assert table(game, "Luke")[0] == "Round 1 of 2 · trick colour ☾ blue"
    assert table(game, "Luke")[-3:] == [
        "The ghost leads every trick and has no plank; 1 card in his stack.",
        "On the table: Ghost ☾b6",
        "Chosen in secret: Leon",
    ]
    assert moment(game, "Luke").startswith("The ghost leads every trick; follow his colour if you can.")
    assert choices(game, "Leon")[-1] == "Your choice, still secret: ☾b9"


def test_nobody_is_asked_out_of_turn() -> None:
    shown, view = anna_sees(placing())

    assert not shown.pauses(view, ())


def test_cards_out_of_reach_are_faint_and_need_no_colour_to_be_told() -> None:
    game = Scene(leads="Luke", Luke="b6 r2", Leon="b8 r3", Luca="b10 r4")
    game.play("Luke b6")
    [hand] = screen(game).choices(seen_by(game, "Leon"))

    assert hand.plain == "Your hand: ·▲r3  1:☾b8⇈"
    assert [hand.plain[span.start : span.end] for span in hand.spans if span.style == FAINT] == ["·▲r3"]


@pytest.mark.parametrize("players", [2, 6])
def test_every_position_of_a_random_game_can_be_shown(players: int) -> None:
    """By whoever is to move and by all others in turn, in 80 columns; every numbered choice is legal."""
    shown = GameScreen(SIX[:players], language("en"))
    case = Case(GAME, skull_queen_facts, players, {})
    for (state, _step), next_one in zip(random_game(case, number=4), cycle(case.seats()), strict=False):
        for seat in {*state.to_move(), next_one}:
            view = GAME.view(state, seat)
            choices, offers = shown.choices(view), shown.offers(view)
            lines = [*shown.table(view), *choices, *shown.last(view)]
            lines += [line for event in GAME.events(state, seat) for line in shown.happened(event)]
            assert [line.plain for line in lines if line.cell_len > 80] == []
            assert shown.moment(view)
            assert set(offers) <= set(view.actions)
            assert bool(offers) == bool(view.actions)
            offered = "\n".join(line.plain for line in choices)
            assert all(f"{number}:" in offered for number in range(1, len(offers) + 1))


@pytest.mark.parametrize(
    ("code", "text", "card"),
    [
        ("en", "first mate", "mate"),
        ("de", "erster maat", "mate"),
        ("fr", "singe", "monkey"),
        ("it", "primo ufficiale", "mate"),
    ],
)
def test_cards_without_a_colour_are_understood_as_they_are_shown(code: str, text: str, card: str) -> None:
    _shown, view = anna_sees(placing())
    said = GameScreen(["Anna", "Ben", "Carl"], language(code)).said(view, text)

    assert said == GAME.action_named(card)
