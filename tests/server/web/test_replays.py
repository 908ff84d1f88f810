"""What a replay tells for jumping about in it: who chose, what begins, what is worth to be seen again."""

from random import Random

import msgspec
import pytest

from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot_seats import let_bots_play
from hexdeck.core.chance import SEED_BYTES
from hexdeck.core.record import Acted, Advised, Chanced, Player, Record, TakenBack, new_header
from hexdeck.core.registry import GAMES
from hexdeck.core.table import Table
from hexdeck.server.store.feats import labels_of
from hexdeck.server.web.api.answers import Replayed, ReplayedMoment
from hexdeck.server.web.api.replays import replay_in_pieces

UNITS = {"voodoo_prince": "round", "vampire_queen": "phase", "skull_queen": "round", "voodoo": "turn"}
BEGINS = {"voodoo_prince": "Dealt", "vampire_queen": "Dealt", "skull_queen": "Dealt", "voodoo": "TurnBegan"}
ENDS = {"voodoo_prince": "RoundEnded", "vampire_queen": "PhaseEnded", "skull_queen": "RoundEnded"}
REMEMBERED = {
    "voodoo_prince": {"TrickTaken": "split", "RoundLeft": "out", "LeftOver": "last"},
    "vampire_queen": {"TakenUp": "taken"},
    "skull_queen": {"TrickResolved": "drowned"},
    "voodoo": {"CurseCast": "cast", "CallJudged": "broken", "SkullCrossed": "skulls"},
}


def played(game: str, players: int = 3) -> Record:
    seed = bytes(SEED_BYTES)
    header = new_header(GAMES[game], [Player(f"Bot {seat}") for seat in range(players)], seed=seed)
    table = Table(header, seed)
    table.open()
    bots = {seat: make_bot("heuristic", game, Random(seat)) for seat in range(players)}
    for _ in let_bots_play(table, bots):
        pass
    return table.record


def told(record: Record) -> Replayed:
    return msgspec.json.decode(b"".join(replay_in_pieces(record)), type=Replayed)


@pytest.mark.parametrize("game", GAMES)
def test_a_step_tells_whose_choice_it_was(game: str) -> None:
    record = played(game)
    seats = [step.seat for step in told(record).steps]
    assert seats == [step.seat if isinstance(step, Acted) else None for step in record.steps]
    assert {0, 1, 2, None} == set(seats)


@pytest.mark.parametrize("game", GAMES)
def test_every_round_phase_or_turn_has_its_beginning(game: str) -> None:
    replay = told(played(game))
    assert replay.unit == UNITS[game]
    begun = []
    for step in replay.steps:
        numbers = [event[UNITS[game]] for event in step.events[-1] if event["type"] == BEGINS[game]]
        assert numbers == ([] if step.begins is None else [step.begins])
        begun += numbers
    assert begun == list(range(1, len(begun) + 1))
    assert len(begun) > 1


@pytest.mark.parametrize("game", GAMES)
def test_moments_are_what_people_remember(game: str) -> None:
    replay = told(played(game))
    for step in replay.steps:
        kinds = {event["type"] for event in step.events[-1]}
        names = {moment.name for moment in step.moments}
        assert (ENDS.get(game) in kinds) == ("end_of_round" in names)
        assert names <= {*labels_of(game), "end_of_round", "end_of_game"}
        for kind, name in REMEMBERED[game].items():
            assert kind in kinds or name not in names
    every = {moment.name for step in replay.steps for moment in step.moments}
    assert every >= set(REMEMBERED[game].values()) - {"broken"}  # bots seldom break a curse
    ends = [step for step in replay.steps if ReplayedMoment("end_of_game", None) in step.moments]
    assert ends == [replay.steps[-1]]


def test_what_was_taken_back_begins_nothing_and_is_no_moment() -> None:
    record = played("voodoo")
    begins = next(
        at for at, step in enumerate(told(record).steps) if step.begins == 2 and step.seat is not None
    )
    passing = record.steps[begins]
    assert isinstance(passing, Acted)
    record.steps[begins + 1 : begins + 1] = [TakenBack(passing.seat), Advised(passing.seat), passing]

    steps = told(record).steps

    assert [step.begins for step in steps[begins : begins + 4]] == [None, None, None, 2]
    assert [step.seat for step in steps[begins : begins + 4]] == [passing.seat, None, None, passing.seat]
    assert not any(step.moments for step in steps[begins : begins + 3])


def test_lasting_positions_are_those_of_lasting_steps() -> None:
    record = played("skull_queen", players=2)
    first = next(at for at, step in enumerate(record.steps) if isinstance(step, Acted))
    acted = record.steps[first]
    assert isinstance(acted, Acted)
    record.steps[first + 1 : first + 1] = [TakenBack(acted.seat), acted]
    lasting = record.lasting()
    assert [record.steps[at - 1] for at in record.lasting_positions()] == lasting
    assert all(isinstance(step, Chanced | Acted) for step in lasting)
    assert first + 1 not in record.lasting_positions()


def test_every_moment_is_in_the_protocol(pytestconfig: pytest.Config) -> None:
    documented = (pytestconfig.rootpath / "docs" / "protocol.md").read_text(encoding="utf-8")
    names = {"end_of_round", "end_of_game"}.union(*map(labels_of, GAMES))
    assert {name for name in names if f"`{name}`" not in documented} == set()
