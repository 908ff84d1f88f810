"""What is counted of a game for those who played it."""

from random import Random

import pytest

from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot_seats import let_bots_play
from hexdeck.core.chance import SEED_BYTES
from hexdeck.core.game_files import part_of
from hexdeck.core.record import Acted, Player, Record, Step, TakenBack, new_header
from hexdeck.core.registry import GAMES
from hexdeck.core.table import Table
from hexdeck.games.skull_queen.law import events as skull
from hexdeck.games.skull_queen.law.planks import OVERBOARD, Plank
from hexdeck.games.vampire_queen.law import events as vampire
from hexdeck.games.vampire_queen.law.rules import SLAYER_15, SLAYER_20
from hexdeck.games.voodoo.law import events as voodoo
from hexdeck.games.voodoo_prince.law import events as prince
from hexdeck.server.store.feats import feats_of, labels_of, unit_of

FALLS = tuple(skull.PirateMoved(2, 0, 0, 1, 3, end) for end in (4, OVERBOARD, OVERBOARD))
COUNTED = {
    "voodoo_prince": {
        prince.TrickTaken(1, 5, tricks=2, total=2): [("split", 1)],
        prince.TrickTaken(1, 5, tricks=1, total=2): [],
        prince.RoundLeft(2, 4): [("out", 2)],
        prince.LeftOver(0, 4): [("last", 0)],
        prince.Played(0, 4): [],
    },
    "vampire_queen": {
        vampire.TakenUp(3, (1, 2), SLAYER_15): [("taken", 3)],
        vampire.PhaseEnded(1, ((), (1, SLAYER_15, SLAYER_20)), (0, -37), (0, -37)): [
            *(("slayers", 1), ("slayers", 1), ("clean", 0))
        ],
        vampire.Passed(0, forced=True): [],
    },
    "skull_queen": {
        skull.TrickResolved((), FALLS, (), (), 0): [("drowned", 2), ("drowned", 2)],
        skull.RoundEnded(1, (Plank(0, (1, 2, 3, 4)), Plank(0, (1, 2, 3, OVERBOARD))), (3, 4), (3, 4)): [
            ("dry", 0)
        ],
        skull.DealerDrawn(0): [],
    },
    "voodoo": {
        voodoo.CurseCast(1, 7, (0,)): [("cast", 1)],
        voodoo.CallJudged(1, 7, accused=2, broken=True): [("broken", 2), ("called", 1)],
        voodoo.CallJudged(1, 7, accused=2, broken=False): [],
        voodoo.SkullCrossed(0, 3): [("skulls", 0)],
    },
}


@pytest.mark.parametrize("game", GAMES)
def test_every_event_counts_for_the_right_seats(game: str) -> None:
    own = part_of(game, "ai.feats")
    assert own is not None
    for event, counted in COUNTED[game].items():
        assert list(own.feats(event)) == counted, event
    assert {name for counted in COUNTED[game].values() for name, _ in counted} == set(labels_of(game))


def played(game: str) -> Record:
    seed, players = bytes(SEED_BYTES), 3
    header = new_header(GAMES[game], [Player(f"Bot {seat}") for seat in range(players)], seed=seed)
    table = Table(header, seed)
    table.open()
    for _ in let_bots_play(table, {seat: make_bot("random", game, Random(seat)) for seat in range(players)}):
        pass
    return table.record


@pytest.mark.parametrize(
    ("game", "unit", "rounds"),
    [
        *[("voodoo_prince", "round", 5), ("vampire_queen", "phase", 5)],
        *[("skull_queen", "round", 3), ("voodoo", "game", 1)],
    ],
)
def test_rounds_add_up_and_what_was_taken_back_does_not_count(game: str, unit: str, rounds: int) -> None:
    record = played(game)
    feats = feats_of(record)
    assert unit_of(GAMES[game]) == unit
    assert [len(one.rounds) for one in feats] == [rounds] * 3
    assert tuple(sum(one.rounds) for one in feats) == record.result

    hesitant: list[Step] = []
    for step in record.steps:
        hesitant += [step, TakenBack(step.seat), step] if isinstance(step, Acted) else [step]
    record.steps = hesitant
    assert feats_of(record) == feats
