"""Bring a mutant to life in a running program: each function keeps its identity and is given the code of the changed
file.

So whatever holds a function, such as a decorator, a table of rules or a closure, calls the mutant, and nothing is
imported anew. What was worked out while the file was imported stays as it was.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from tests.mutants.sites import COMPANION, Mutant, parsed

_Place = tuple[str, int, tuple[Any, ...]]


def come_alive(mutant: Mutant) -> None:
    """Change the functions of this process, for good.

    :raises LookupError: no living function has that code.
    """
    path, tree = str(COMPANION / mutant.file), parsed(mutant.file)
    changed = {
        _place(old): new
        for old, new in _pairs(_compiled(tree, path), _compiled(mutant.in_tree(tree), path))
        if old != new
    }
    living = [each for each in gc.get_objects() if type(each) is FunctionType]
    found = 0
    for function in living:
        if function.__code__.co_filename == path and (new := changed.get(_place(function.__code__))):
            function.__code__ = new
            found += 1
    if not found:
        raise LookupError(mutant.name)


def _compiled(tree: ast.Module, path: str) -> CodeType:
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Each code object with what replaces it. A change keeps all functions of a file in order."""
    yield old, new
    inside = [[each for each in code.co_consts if isinstance(each, CodeType)] for code in (old, new)]
    for one, other in zip(*inside, strict=True):
        yield from _pairs(one, other)


def _place(code: CodeType) -> _Place:
    """Two lambdas on one line differ by their columns."""
    return code.co_qualname, code.co_firstlineno, tuple(code.co_positions())
