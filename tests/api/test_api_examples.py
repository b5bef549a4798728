"""The examples of docs/api.md run as they are, except for the address, and print what the page says."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests import plain_curl
from tests.server import PATIENCE, ROOT, Server, thorough

PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
ADDRESS = "http://localhost:8000"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANYTHING = "…"


def blocks(language: str) -> tuple[str, str]:
    """All examples in a language, one after another, and what they print in the end."""
    ours, code, printed = False, "", ""
    for kind, text in BLOCK.findall(PAGE):
        if kind == "text":
            printed += text if ours else ""
        else:
            ours = kind == language
            code += text if ours else ""
    return code, printed


def same(printed: str, expected: str) -> bool:
    """Are they the same, where a … stands for anything in its line?"""
    pattern = ".*".join(map(re.escape, expected.split(ANYTHING)))
    return re.fullmatch(pattern, printed) is not None


def stand_in(folder: Path) -> Mapping[str, str]:
    """Where `curl` is ours."""
    there = folder / "bin"
    there.mkdir()
    command = there / "curl"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{plain_curl.__file__}" "$@"\n', "utf-8")
    command.chmod(0o755)
    return {"PATH": f"{there}{os.pathsep}{os.environ['PATH']}"}


@thorough
@pytest.mark.parametrize("which", ["curl", "stand-in"])
def test_the_examples_with_curl(server: Server, tmp_path: Path, which: str) -> None:
    """Where curl is missing, ours takes its place, which knows as much of it as the page uses."""
    ours = which == "stand-in" or shutil.which("curl") is None
    code, expected = blocks("sh")
    assert code.count("curl -s") > 8
    ran = subprocess.run(
        ["bash", "-eu", "-o", "pipefail", "-c", code.replace(ADDRESS, f"http://127.0.0.1:{server.port}")],
        cwd=tmp_path,
        env={**os.environ, **(stand_in(tmp_path) if ours else {})},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert same(ran.stdout, expected), ran.stdout


def test_the_examples_in_python(server: Server) -> None:
    code, expected = blocks("python")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code.replace(ADDRESS, f"http://127.0.0.1:{server.port}"), "docs/api.md", "exec"), {})
    assert same(said.getvalue(), expected), said.getvalue()


def test_no_block_is_left_out() -> None:
    assert {kind for kind, _ in BLOCK.findall(PAGE)} == {"sh", "python", "text"}
    assert PAGE.count("```") == 2 * len(BLOCK.findall(PAGE))
