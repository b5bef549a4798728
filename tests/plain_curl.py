"""As much of curl as docs/api.md uses, for machines that have none: -s, -N, -X, -H, -d, --max-time, and an address."""

from __future__ import annotations

import argparse
import sys

import requests


def main() -> None:
    """What is answered is printed, as it comes."""
    reader = argparse.ArgumentParser()
    reader.add_argument("-s", "-N", "-sN", action="store_true")
    reader.add_argument("-X", dest="method")
    reader.add_argument("-H", dest="headers", action="append", default=[])
    reader.add_argument("-d", dest="body")
    reader.add_argument("--max-time", type=float, default=60)
    reader.add_argument("address")
    asked = reader.parse_args()
    headers = dict(line.split(": ", 1) for line in asked.headers)
    method = asked.method or ("GET" if asked.body is None else "POST")
    with requests.request(
        method,
        asked.address,
        data=asked.body and asked.body.encode(),
        headers=headers,
        stream=True,
        timeout=asked.max_time,
    ) as answer:
        for bit in answer.iter_content(1 if "stream" in asked.address else None):
            sys.stdout.buffer.write(bit)
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
