"""What happens in Skull Queen, told line by line."""

import pytest

from hexdeck.games.skull_queen.law.events import (
    CardChosen,
    CardsRevealed,
    DealerDrawn,
    Dealt,
    Event,
    GameEnded,
    GhostPlayed,
    PirateMoved,
    Placed,
    PlanksRevealed,
    Played,
    RoundEnded,
    TrickResolved,
)
from hexdeck.games.skull_queen.law.names import card_named
from hexdeck.games.skull_queen.law.planks import OVERBOARD, Plank
from hexdeck.games.skull_queen.law.trick import Laid
from hexdeck.games.skull_queen.text.screen import GameScreen
from hexdeck.locale import language

RED, YELLOW, GREEN, BLUE = range(4)
GHOST = 2
FRONT = 0
PLANKS = (Plank(0, (2, 2, 2, 2)), Plank(1, (2, 3, 4, 0)))
B3, B6, B9, G7 = (card_named(name) for name in ("b3", "b6", "b9", "g7"))


def told(*events: Event) -> list[str]:
    """The lines of the last of `events` at a table of two."""
    screen = GameScreen(["Luke", "Leon"], language("en"))
    lines = [screen.happened(event) for event in events]
    return [line.plain for line in lines[-1]]


def trick_with(*moves: PirateMoved, leader: int | None = None) -> TrickResolved:
    trick = (Laid(GHOST, B6, BLUE), Laid(0, B3, BLUE), Laid(1, B9, BLUE))
    return TrickResolved(trick, moves, gone=(B3, B6, B9), centre=(), leader=leader)


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (DealerDrawn(1), ["Leon: first to deal"]),
        (Placed(0, PLANKS[0]), ["Luke: pirates placed in secret"]),
        (Placed(1, None), ["Leon: pirates placed in secret"]),
        (
            PlanksRevealed(PLANKS),
            ["All planks are revealed.", "  Luke: front r3 y3 g3 b3", "  Leon: back r3 y5 g8 b1"],
        ),
        (GhostPlayed(B6, 3), ["Ghost: ☾b6"]),
        (CardChosen(0, B3), ["Luke: card chosen in secret"]),
        (CardChosen(1, None), ["Leon: card chosen in secret"]),
        (
            CardsRevealed((Laid(GHOST, B6, BLUE), Laid(0, B3, BLUE))),
            ["Revealed: Ghost ☾b6  Luke ☾b3"],
        ),
        (Played(1, card_named("y8"), YELLOW), ["Leon: ✶y8⇈"]),
        (Played(1, card_named("r5"), RED), ["Leon: ▲r5⇊"]),
        (Played(1, card_named("monkey"), YELLOW), ["Leon: Monkey"]),
        (GameEnded((0,)), []),
    ],
)
def test_every_event_has_its_lines(event: Event, lines: list[str]) -> None:
    assert told(event) == lines


def test_a_deal_shows_the_centre() -> None:
    screen = GameScreen(["Luke", "Leon", "Luca", "Nina"], language("en"))
    lines = screen.happened(Dealt(2, 1, ((), (), (), ()), (B6, G7)))

    assert [line.plain for line in lines] == ["Round 2: the cards are dealt.", "  In the centre: ☾b6  §g7"]


def test_a_deal_for_two_introduces_the_ghost() -> None:
    assert told(Dealt(1, 0, ((), ()), ())) == [
        "Round 1: the cards are dealt.",
        "  A third hand is the ghost’s stack; he has no plank.",
    ]


def test_a_trick_tells_who_was_highest_and_lowest_and_what_it_moved() -> None:
    assert told(
        trick_with(PirateMoved(0, BLUE, FRONT, -1, 2, 3), PirateMoved(1, BLUE, FRONT, 2, 2, 0), leader=1)
    ) == [
        "  Luke: lowest in ☾ blue, pirate down 1, now on 2",
        "  Leon: highest in ☾ blue, pirate up 2, now on 8",
        "  Leon: highest card of the trick",
    ]


def test_a_fall_is_told_at_either_end() -> None:
    up, down = PirateMoved(0, GREEN, FRONT, 1, 0, OVERBOARD), PirateMoved(1, RED, FRONT, -2, 3, OVERBOARD)

    assert told(trick_with(up, down)) == [
        "  Luke: highest in § green, pirate up 1 and overboard",
        "  Leon: lowest in ▲ red, pirate down 2 and overboard",
    ]


def test_a_trick_that_moves_nobody_says_so_and_shows_the_centre() -> None:
    event = TrickResolved((Laid(0, G7, GREEN),), moves=(), gone=(), centre=(B6, G7), leader=None)

    assert told(event) == ["  No pirate moves.", "  In the centre: ☾b6  §g7"]


def test_the_points_of_a_round_are_explained_by_where_the_pirates_stand() -> None:
    fallen = (Plank(FRONT, (2, 2, 2, OVERBOARD)), PLANKS[1])

    assert told(RoundEnded(1, fallen, points=(9, 17), scores=(12, 30))) == [
        "Round 1 is over. Every pirate on a plank scores the number under it.",
        "  Luke: r3 y3 g3 b~ = 9 points",
        "  Leon: r3 y5 g8 b1 = 17 points",
        "After round 1: Luke 12 · Leon 30",
    ]
