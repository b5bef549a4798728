"""Examples in docstrings give what they say."""

from __future__ import annotations

import doctest
import importlib

import pytest

from tests.server import ROOT

MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (*ROOT.glob("companion/**/*.py"), *ROOT.glob("api/**/*.py"))
    if "\n    >>> " in path.read_text("utf-8") or "\n        >>> " in path.read_text("utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted
    assert not tried.failed


def test_there_are_some() -> None:
    assert {"companion.words.values", "companion.vocabulary.ledger"} <= set(MODULES)
