"""What Prometheus reads of durations is what its own library would say."""

from prometheus_client import CollectorRegistry, generate_latest

from hexdeck.server.base.metrics import Durations


def test_durations_are_counted_up_to_and_with_each_bound() -> None:
    registry = CollectorRegistry()
    durations = Durations("seconds", "How long", (0.1, 0.5, 1), registry)
    for seconds in (0.1, 0.25, 0.5, 2.0):
        durations.observe(seconds)

    assert generate_latest(registry).decode().splitlines() == [
        "# HELP seconds How long",
        "# TYPE seconds histogram",
        'seconds_bucket{le="0.1"} 1.0',
        'seconds_bucket{le="0.5"} 3.0',
        'seconds_bucket{le="1.0"} 3.0',
        'seconds_bucket{le="+Inf"} 4.0',
        "seconds_count 4.0",
        "seconds_sum 2.85",
    ]
