"""Figures of a running server in Prometheus' text format, for who asks for them with `--metrics`."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from api.answered import Answered
from api.stream import HUB
from companion import __version__
from companion.service import Service

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds, of the histogram."""
FAULTS = ("store-unavailable", "store-full", "journal-damaged")


class Metrics:
    """Counts what was answered and written. Nothing in it is about a table or a person."""

    kind = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self, service: Service) -> None:
        self._all = CollectorRegistry()
        asked = ("method", "route", "status")
        self._requests = Counter("companion_requests", "Requests answered", asked, registry=self._all)
        self._seconds = Histogram(
            "companion_request_seconds",
            "Until the answer was sent",
            ("route",),
            buckets=BOUNDS,
            registry=self._all,
        )
        written = "Lines written into journals: moves, undos, ..."
        lines = Counter("companion_lines", written, ("kind",), registry=self._all)
        refused = "Calls refused by a fault of the store"
        self._faults = Counter("companion_store_faults", refused, ("code",), registry=self._all)
        for code in FAULTS:
            self._faults.labels(code)
        self._gauge("streams", "Phones and screens that listen").set_function(lambda: len(HUB.all()))
        self._gauge("tables_loaded", "Tables in memory").set_function(lambda: service.tables_loaded)
        Gauge("companion_info", "Which version runs", ("version",), registry=self._all).labels(
            __version__
        ).set(1)
        service.on_line = lambda kind: lines.labels(kind).inc()

    def _gauge(self, name: str, says: str) -> Gauge:
        return Gauge(f"companion_{name}", says, registry=self._all)

    def __call__(self, seen: Answered) -> None:
        """Count it."""
        self._requests.labels(seen.method, seen.route, seen.status).inc()
        self._seconds.labels(seen.route).observe(seen.seconds)
        if seen.refusal in FAULTS and seen.route:
            self._faults.labels(seen.refusal).inc()

    def text(self) -> bytes:
        """All figures as they are now, as Prometheus reads them."""
        return generate_latest(self._all)
