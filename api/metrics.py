"""Figures of a running server in Prometheus' text format (version 0.0.4), for who asks for them with `--metrics`."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate

from api.answered import Answered
from api.stream import HUB
from companion import __version__
from companion.service import Service

METRICS = "metrics"
"""Under which name the app has them, if anybody asked for them."""
KIND = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds, of the histogram."""
FAULTS = ("store-unavailable", "store-full", "journal-damaged")
Samples = Iterable[tuple[str, float]]


class Metrics:
    """Counts what was answered and written. Nothing in it is about a table or a person."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        """By method, route and status."""
        self._took: dict[str, list[int]] = {}
        """By route: how many took at most so long and longer than the bound before; the last took longer than all."""
        self._seconds: dict[str, float] = {}
        self._lines: Counter[str] = Counter()
        self._faults: Counter[str] = Counter(dict.fromkeys(FAULTS, 0))
        service.on_line = self._written

    def __call__(self, seen: Answered) -> None:
        """Count it."""
        with self._lock:
            self._requests[seen.method, seen.route, seen.status] += 1
            took = self._took.setdefault(seen.route, [0] * (len(BOUNDS) + 1))
            took[bisect_left(BOUNDS, seen.seconds)] += 1
            self._seconds[seen.route] = self._seconds.get(seen.route, 0.0) + seen.seconds
            if seen.refusal in FAULTS and seen.route:
                self._faults[seen.refusal] += 1

    def _written(self, kind: str) -> None:
        with self._lock:
            self._lines[kind] += 1

    def text(self) -> str:
        """All of them as they are now."""
        with self._lock:
            return "".join(f"{line}\n" for line in self._lines_of_text())

    def _lines_of_text(self) -> Iterator[str]:
        requests = [
            (_labels(method=method, route=route, status=str(status)), number)
            for (method, route, status), number in sorted(self._requests.items())
        ]
        yield from _metric("requests_total", "counter", "Requests answered", requests)
        yield from _metric("request_seconds", "histogram", "Until the answer was sent", self._histogram())
        lines = [(_labels(kind=kind), number) for kind, number in sorted(self._lines.items())]
        yield from _metric("lines_total", "counter", "Lines written into journals: moves, undos, ...", lines)
        faults = [(_labels(code=code), number) for code, number in sorted(self._faults.items())]
        yield from _metric("store_faults_total", "counter", "Calls refused by a fault of the store", faults)
        yield from _metric("streams", "gauge", "Phones and screens that listen", [("", len(HUB.all()))])
        yield from _metric("tables_loaded", "gauge", "Tables in memory", [("", self._service.tables_loaded)])
        yield from _metric("info", "gauge", "Which version runs", [(_labels(version=__version__), 1)])

    def _histogram(self) -> Iterator[tuple[str, float]]:
        for route, took in sorted(self._took.items()):
            for bound, number in zip((*map(str, BOUNDS), "+Inf"), accumulate(took), strict=True):
                yield f"_bucket{_labels(route=route, le=bound)}", number
            yield f"_sum{_labels(route=route)}", self._seconds[route]
            yield f"_count{_labels(route=route)}", sum(took)


def _metric(name: str, kind: str, says: str, samples: Samples) -> Iterator[str]:
    yield f"# HELP companion_{name} {says}"
    yield f"# TYPE companion_{name} {kind}"
    for rest, number in samples:
        yield f"companion_{name}{rest} {number}"


def _labels(**labels: str) -> str:
    """All of them are the program's own words: a route, a status, a code."""
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}"
