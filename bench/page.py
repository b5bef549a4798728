"""What a phone loads the first time: index.html, what leads on from there, and of the screens, which are fetched
when they are shown, those that somebody sees who scans the QR code: joining, and the seat."""

from __future__ import annotations

import gzip
import http.client
import posixpath
import re

from bench.server import HOST

_LEADS = (
    re.compile(r"""<(?:script|link|img)\b[^>]*?\b(?:src|href)="([^"]+)\""""),
    re.compile(r"""\bfrom\s*["'](\.[^"']+)["']"""),
    re.compile(r"""\bimport\s*["'](\.[^"']+)["']"""),
    re.compile(r"""\bimport\(["'](\./screens/(?:join|seat)\.js)["']\)"""),
    re.compile(r"""@import\s+(?:url\()?["']?([^"')]+)"""),
    re.compile(r"""["'`](/static/[~\w./-]+\.json)["'`]"""),
)
_ENGLISH = "messages/en.json"


def first_load(port: int, *, compressed: bool) -> tuple[int, int]:
    """Bytes over the wire, heads included, and how many files they were."""
    line = http.client.HTTPConnection(HOST, port, timeout=10)
    waiting, seen, size = ["/"], {"/"}, 0
    while waiting:
        path = waiting.pop()
        came, text = _loaded(line, path, compressed)
        size += came
        for pattern in _LEADS:
            for found in pattern.findall(text):
                lead = posixpath.normpath(posixpath.join(posixpath.dirname(path), found))
                if lead not in seen and ":" not in found:
                    seen.add(lead)
                    waiting.append(lead)
        if not waiting and not any(path.endswith(_ENGLISH) for path in seen):
            waiting.append(f"/static/{_ENGLISH}")
            seen.add(f"/static/{_ENGLISH}")
    line.close()
    return size, len(seen)


def _loaded(line: http.client.HTTPConnection, path: str, compressed: bool) -> tuple[int, str]:
    """Bytes of one answer as it came, and its words if it has any."""
    line.request("GET", path, headers={"Accept-Encoding": "gzip, deflate" if compressed else "identity"})
    answer = line.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise OSError(f"{path}: {answer.status}")
    head = sum(len(name) + len(value) + 4 for name, value in answer.getheaders()) + 19
    plain = gzip.decompress(body) if answer.getheader("Content-Encoding") == "gzip" else body
    return len(body) + head, plain.decode(errors="replace")
