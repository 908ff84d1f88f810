"""Counts for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest


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
        self.steps = Counter("hexdeck_steps", "Steps of games that were stored", registry=self.registry)
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
        self.bot_workers = Gauge(
            "hexdeck_bot_workers", "Processes in which workers think", registry=self.registry
        )
        self.bus_reachable = Gauge(
            "hexdeck_bus_reachable", "Whether other processes hear of changes at once", registry=self.registry
        )
        self.command_seconds = Histogram(
            "hexdeck_command_seconds",
            "From a command to its answer",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
            registry=self.registry,
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
