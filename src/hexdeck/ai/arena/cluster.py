"""The same chunks as tasks on a Ray cluster; only imported when somebody asks for it."""

import logging
import socket
from collections.abc import Iterator, Sequence
from typing import Any, Final

from hexdeck.ai.arena.chunks import Chunks, Finished, play_chunk
from hexdeck.ai.arena.settings import Settings
from hexdeck.core.errors import SetupRefused

try:
    import ray
except ImportError:
    raise SetupRefused(
        "Ray is not installed: {install}, or leave --ray out", install="pip install 'hexdeck[ray]'"
    ) from None

AHEAD: Final = 2  # chunks in flight for each core, so that none waits for us
TRIES: Final = 3  # a chunk whose worker or node was lost is played again so often
PATIENCE: Final = 5.0  # seconds for a cluster to answer


def play_deals(settings: Settings, deals: Sequence[int], address: str | None) -> Iterator[Finished]:
    """Each deal as its chunk is finished, in any order; no address: RAY_ADDRESS or a cluster of our own."""
    _connect(address)
    try:
        yield from _work(settings, Chunks(deals))
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, SetupRefused):
            raise error.cause from None
        raise
    except ray.exceptions.RayError as error:
        raise SetupRefused(
            "the cluster gave up ({error}): what is finished is kept; try again", error=error
        ) from error
    finally:
        ray.shutdown()


def _connect(address: str | None) -> None:
    if address and address != "auto":
        _check_answers(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise SetupRefused("Ray did not start ({error}): see ray status", error=error) from error


def _check_answers(address: str) -> None:
    """Ray itself would try for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except (OSError, ValueError, OverflowError):
        raise SetupRefused(
            "no Ray cluster answers at “{address}”: write HOST:PORT as ray start --head has shown it",
            address=address,
        ) from None


def _work(settings: Settings, chunks: Chunks) -> Iterator[Finished]:
    task = ray.remote(num_cpus=1, max_retries=TRIES, scheduling_strategy="SPREAD")(_play)
    given = ray.put(settings.as_dict())
    flying: set[Any] = set()
    while chunks or flying:
        hands = max(1, int(ray.cluster_resources().get("CPU", 1)))  # type: ignore[no-untyped-call]
        while chunks and len(flying) < AHEAD * hands:
            flying.add(task.remote(given, chunks.take(AHEAD * hands)))
        landed, _ = ray.wait(list(flying), num_returns=1)
        flying -= set(landed)
        for message in ray.get(landed[0]):
            finished = Finished.from_dict(message, settings)
            chunks.timed(finished.seconds)
            yield finished


def _play(given: dict[str, Any], deals: list[int]) -> list[dict[str, Any]]:
    settings = Settings.from_dict(given)
    node = ray.get_runtime_context().get_node_id()
    return [finished.as_dict(settings) for finished in play_chunk(settings, deals, node)]
