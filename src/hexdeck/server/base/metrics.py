"""Counts for Prometheus."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString


class Count(Collector):
    """A counter that costs next to nothing: every command adds to it."""

    def __init__(self, name: str, about: str, registry: CollectorRegistry) -> None:
        self._name, self._about = name, about
        self.value = 0
        registry.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily(self._name, self._about, self.value)


class Durations(Collector):
    """A histogram that costs next to nothing to fill: every command adds to it."""

    def __init__(self, name: str, about: str, bounds: tuple[float, ...], registry: CollectorRegistry) -> None:
        self._name, self._about = name, about
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        names = [*map(floatToGoString, self._bounds), "+Inf"]
        found = HistogramMetricFamily(self._name, self._about)
        found.add_metric([], [*zip(names, accumulate(self._counts), strict=True)], self._sum)
        yield found


class Queue(Protocol):
    """Count what a queue does."""

    @property
    def waiting(self) -> int: ...

    refused: int

    @property
    def seconds(self) -> Mapping[str, float]:
        """Return the seconds of work, by its kind."""


class Queues(Collector):
    """Read the counts of every queue when they are asked for."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.by_name: dict[str, Queue] = {}
        registry.register(self)

    def collect(self) -> Iterator[Metric]:
        waiting = GaugeMetricFamily("hexdeck_queue_waiting", "Requests that wait", labels=["queue"])
        refused = CounterMetricFamily("hexdeck_queue_refused", "Requests that it refused", labels=["queue"])
        seconds = CounterMetricFamily(
            "hexdeck_queue_seconds", "Seconds of its work, by kind", labels=["queue", "kind"]
        )
        for name, queue in self.by_name.items():
            waiting.add_metric([name], queue.waiting)
            refused.add_metric([name], queue.refused)
            for kind, spent in queue.seconds.items():
                seconds.add_metric([name, kind], spent)
        yield from (waiting, refused, seconds)


class Metrics:
    """A registry of its own for each house."""

    def __init__(self, process: str) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        Gauge(
            "hexdeck_process_info", "1, of the process with this name", ["process"], registry=self.registry
        ).labels(process).set(1)
        self.connections = Gauge(
            "hexdeck_connections", "Clients that listen to a table", registry=self.registry
        )
        self.live_tables = Gauge("hexdeck_live_tables", "Tables in memory", registry=self.registry)
        self.steps = Count("hexdeck_steps", "Steps of games that were stored", self.registry)
        self.games_ended = Counter(
            "hexdeck_games_ended", "Games played to their end", ["game"], registry=self.registry
        )
        self.refusals = Counter(
            "hexdeck_refusals", "Commands refused, by code", ["code"], registry=self.registry
        )
        self.store_failures = Counter(
            "hexdeck_store_failures", "Changes that could not be stored", registry=self.registry
        )
        self.bot_failures = Counter(
            "hexdeck_bot_failures", "Bots that failed and were replaced", registry=self.registry
        )
        self.bot_questions = Gauge(
            "hexdeck_bot_questions_waiting", "Questions to workers without an answer", registry=self.registry
        )
        self.bot_answers = Counter(
            "hexdeck_bot_answers", "Questions that workers have answered", registry=self.registry
        )
        self.bot_claims = Counter(
            "hexdeck_bot_claims",
            "Answers to questions that a worker had dropped and another took over",
            registry=self.registry,
        )
        self.bot_answers_refused = Counter(
            "hexdeck_bot_answers_refused",
            "What came as an answer of a worker and counted for nothing, by reason",
            ["reason"],
            registry=self.registry,
        )
        self.bot_workers = Gauge(
            "hexdeck_bot_workers", "Processes in which workers think", registry=self.registry
        )
        self.bus_reachable = Gauge(
            "hexdeck_bus_reachable", "Whether other processes hear of changes at once", registry=self.registry
        )
        self.queues = Queues(self.registry).by_name
        self.held_back = Count(
            "hexdeck_requests_held_back",
            "Requests that waited for the budget of their address",
            self.registry,
        )
        self.over_budget = Count(
            "hexdeck_requests_over_budget", "Requests refused after that wait", self.registry
        )
        self.stored_too_much = Count(
            "hexdeck_storing_refused", "Requests that would have stored more than a day allows", self.registry
        )
        self.connections_refused = Count(
            "hexdeck_connections_refused", "Connections beyond those one address may open", self.registry
        )
        self.command_seconds = Durations(
            "hexdeck_command_seconds",
            "From a command to its answer",
            (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
            self.registry,
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
