"""NOTICE anew: the licences of all that runs with the companion, from the lock file and what is installed."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ELSEWHERE = {"colorama": "BSD-3-Clause", "tomli": "MIT", "win32-setctime": "MIT"}
"""What is installed on other systems alone."""
KNOWN = {
    "contourpy": "BSD-3-Clause", "cycler": "BSD-3-Clause", "kiwisolver": "BSD-3-Clause", "qrcode": "BSD-3-Clause",
    "matplotlib": "PSF-2.0 style (matplotlib licence)",
}  # fmt: skip
"""What has its whole licence where the name of it should stand."""
HEAD = """The companion is under the MIT licence (LICENSE). It runs with these packages, each under its own licence:
"""


def locked() -> list[str]:
    """The names in the lock file."""
    text = (ROOT / "requirements.lock").read_text("utf-8")
    return sorted(set(re.findall(r"^([A-Za-z0-9_.-]+)==", text, re.MULTILINE)))


def licence(name: str) -> str:
    """What a package says of itself; empty: nothing, or it is not installed."""
    if name in KNOWN or name in ELSEWHERE:
        return {**KNOWN, **ELSEWHERE}[name]
    try:
        said = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    kinds = [
        line.rsplit(" :: ", 1)[-1] for line in said.get_all("Classifier", []) if line.startswith("License")
    ]
    whole = next((str(said[name]) for name in ("License-Expression", "License") if name in said), "")
    return whole if whole and "\n" not in whole else ", ".join(kinds)


def notice() -> str:
    """The whole file."""
    return HEAD + "".join(f"\n- {name}: {licence(name)}" for name in locked()) + "\n"


if __name__ == "__main__":
    (ROOT / "NOTICE").write_text(notice(), "utf-8")
