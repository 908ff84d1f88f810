"""Local processes: same results however many there are, whatever happens to them."""

import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from arena.arenas import children, quick_settings, wait_for
from hexdeck.ai.arena import workers
from hexdeck.ai.arena.chunks import Chunks
from hexdeck.ai.arena.match import Match, play_deal
from hexdeck.core.errors import SetupRefused

DEALS = range(8)


@pytest.fixture(scope="module")
def expected() -> list[Match]:
    settings = quick_settings()
    return [play_deal(settings, deal) for deal in DEALS]


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Iterator[None]:
    before = children(os.getpid())
    yield
    assert children(os.getpid()) <= before


def test_one_or_two_workers_and_any_order_give_the_same(expected: list[Match]) -> None:
    settings = quick_settings()
    alone = [finished.match for finished in workers.play_deals(settings, DEALS, 1)]
    both = [finished.match for finished in workers.play_deals(settings, DEALS[::-1], 2)]
    assert alone == expected
    assert sorted(both, key=lambda match: match.deal) == expected


def test_a_worker_that_is_killed_is_replaced(expected: list[Match]) -> None:
    matches, hands = [], set()
    for finished in workers.play_deals(quick_settings(), DEALS, 2):
        matches.append(finished.match)
        hands.add(finished.by)
        if len(matches) == 1:
            os.kill(int(finished.by), signal.SIGKILL)
    assert sorted(matches, key=lambda match: match.deal) == expected
    assert len(hands) > 1


def test_leaving_early_ends_every_worker() -> None:
    played = workers.play_deals(quick_settings(), range(1000), 2)
    next(played)
    assert len(children(os.getpid())) >= 2
    played.close()  # type: ignore[attr-defined]


def test_a_worker_ends_when_nobody_listens_any_more() -> None:
    worker = workers._Worker(workers._Crew(quick_settings(), Chunks([]))._inbox)
    worker.tell(quick_settings().as_dict())
    worker.tell(list(range(10_000)))
    assert worker.process.stdin
    worker.process.stdin.close()
    wait_for(lambda: worker.process.poll() is not None)
    worker.end()


def test_a_deal_that_ends_every_worker_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    suicide = "import os; os.kill(os.getpid(), 9)"
    monkeypatch.setattr(workers, "COMMAND", (sys.executable, "-c", suicide))
    with pytest.raises(
        SetupRefused, match="deal 0 ended 3 workers, the last with SIGKILL: what is finished is kept"
    ):
        list(workers.play_deals(quick_settings(), DEALS, 1))


def test_other_code_refuses_to_play() -> None:
    changed = replace(quick_settings(), code="0123456789ab")
    with pytest.raises(SetupRefused, match=r"runs other code .* install the same hexdeck everywhere"):
        list(workers.play_deals(changed, DEALS, 2))


def test_a_fault_of_ours_is_told_in_full() -> None:
    with pytest.raises(RuntimeError, match=r"a worker failed at deal 0:\n(.|\n)*no game is called 'chess'"):
        list(workers.play_deals(replace(quick_settings(), game="chess"), DEALS, 1))


def test_a_chunk_takes_about_a_second_and_leaves_some_for_others() -> None:
    chunks = Chunks(range(1000))
    assert chunks.take(2) == [0]
    chunks.timed(0.02)
    assert len(chunks.take(2)) == 50
    chunks.timed(5.98)
    assert len(chunks.take(2)) == 1
    chunks.timed(0)
    chunks.give_back([0, 1])
    assert chunks.take(2) == [0]


def test_near_the_end_everybody_gets_a_share() -> None:
    chunks = Chunks(range(10))
    chunks.timed(0.001)
    assert len(chunks.take(4)) == 2
