"""What the documents promise is tested where they say, and every package has its licence and its reason."""

from __future__ import annotations

import re
import tomllib

import pytest

from notice import locked
from tests.server import ROOT

PROMISES = ("security", "reliability", "privacy")


@pytest.mark.parametrize("name", PROMISES)
def test_every_test_that_is_named_exists(name: str) -> None:
    text = (ROOT / "docs" / f"{name}.md").read_text("utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", text)
    assert len(named) > 3
    for file, test in named:
        source = (ROOT / file).read_text("utf-8")
        assert f"def {test}(" in source if test else "def test_" in source, (file, test)


def test_every_claim_of_the_readme_is_seen_somewhere() -> None:
    """Each row names a test, a folder of them, or evenings; another test checks that the files exist."""
    text = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| ([A-Z][^|]+) \| ([^|]+) \|$", text, re.MULTILINE)
    assert len(rows) > 5
    assert not [claim for claim, seen in rows if "](tests/" not in seen]
    assert len(text.splitlines()) < 60, "one screen"


def test_every_package_has_its_licence() -> None:
    lines = (ROOT / "NOTICE").read_text("utf-8").splitlines()
    listed = dict(line.removeprefix("- ").split(": ", 1) for line in lines if line.startswith("- "))
    assert sorted(listed) == locked(), "python .ci/notice.py"
    assert not [name for name, licence in listed.items() if not licence.strip()]


def test_every_dependency_has_a_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {re.split(r"[>=<~! ]", each)[0] for each in project["dependencies"]}
    rows = re.findall(
        r"^\| ([a-z0-9-]+) \| (.{15,}) \|$", (ROOT / "docs/security.md").read_text("utf-8"), re.MULTILINE
    )
    assert {name for name, _ in rows} - {"package"} == named
