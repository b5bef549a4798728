"""What can be changed slightly in a file, one mutant a change: a sign, a comparison, an `and`, a number by one,
`any`, `min`, the order of what is sorted. Sentences, refusals and descriptions of types are left as they are.

A mutant's name says where it is and what it changes, and stays the same when lines move:
`mechanisms/majority.py leaders: > → >= 1` is the first `>` of the function `leaders`.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COMPANION = Path(__file__).parents[2] / "companion"
SIGNS: dict[type[ast.AST], tuple[Any, str]] = {
    ast.Add: (ast.Sub, "+ → -"),
    ast.Sub: (ast.Add, "- → +"),
    ast.Mult: (ast.Add, "* → +"),
    ast.FloorDiv: (ast.Mult, "// → *"),
    ast.Div: (ast.Mult, "/ → *"),
    ast.Mod: (ast.FloorDiv, "% → //"),
    ast.BitAnd: (ast.BitOr, "& → |"),
    ast.And: (ast.Or, "and → or"),
    ast.Or: (ast.And, "or → and"),
    ast.Eq: (ast.NotEq, "== → !="),
    ast.NotEq: (ast.Eq, "!= → =="),
    ast.Lt: (ast.LtE, "< → <="),
    ast.LtE: (ast.Lt, "<= → <"),
    ast.Gt: (ast.GtE, "> → >="),
    ast.GtE: (ast.Gt, ">= → >"),
    ast.In: (ast.NotIn, "in → not in"),
    ast.NotIn: (ast.In, "not in → in"),
    ast.Is: (ast.IsNot, "is → is not"),
    ast.IsNot: (ast.Is, "is not → is"),
}
OTHERS = {"any": "all", "all": "any", "min": "max", "max": "min"}
LEFT_OUT = {
    "__init__.py",
    "box_file.py",
    "columns.py",
    "form.py",
    "help_file.py",
    "laying_out.py",
    "moves.py",
}
LEFT_OUT |= {"showing.py", "view.py"}
"""Files that read what is printed, describe moves, or lay out what is shown."""
SENTENCES = {"say", "counted", "joined", "refusal"}
"""Calls that make sentences."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. `file`: below `companion`; `line`, `end`: where the changed expression stands; `change`: makes it in
    the file's tree, whose node number `node` it is."""

    file: str
    function: str
    what: str
    line: int
    end: int
    node: int
    change: Callable[[ast.AST], None]

    @property
    def name(self) -> str:
        """See above."""
        return f"{self.file} {self.function}: {self.what}"

    def in_tree(self, tree: ast.Module) -> ast.Module:
        """The whole file with this change, made from the given tree without it."""
        tree = copy.deepcopy(tree)
        self.change(next(node for number, node in enumerate(ast.walk(tree)) if number == self.node))
        return tree


def parsed(file: str) -> ast.Module:
    """A file of the companion as it is."""
    return ast.parse((COMPANION / file).read_text("utf-8"))


def files() -> list[str]:
    """The files that reckon, below `companion`."""
    found = [path for part in ("mechanisms", "games") for path in sorted((COMPANION / part).rglob("*.py"))]
    return [str(path.relative_to(COMPANION)) for path in found if path.name not in LEFT_OUT]


def mutants(file: str, tree: ast.Module | None = None) -> list[Mutant]:
    """All mutants of a file. `tree`: what stands in it, if it is not the companion's own."""
    tree = tree or parsed(file)
    numbers = {id(node): number for number, node in enumerate(ast.walk(tree))}
    found, counted = [], Counter[tuple[str, str]]()
    for function, node in _in_functions(tree, "", reckons=False):
        for what, change in _changes(node):
            counted[function, what] += 1
            name = f"{what} {counted[function, what]}"
            line, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
            found.append(Mutant(file, function, name, line, end, numbers[id(node)], change))
    return found


def _in_functions(node: ast.AST, function: str, *, reckons: bool) -> Iterator[tuple[str, ast.AST]]:
    """What is worked out when a function is called, with its name."""
    for part in _parts(node):
        name, inside = function, reckons
        if isinstance(part, ast.FunctionDef | ast.ClassDef):
            name = f"{function}.{part.name}".lstrip(".")
        if isinstance(part, ast.FunctionDef | ast.Lambda):
            inside = True
        if inside:
            yield name, part
        yield from _in_functions(part, name, reckons=inside)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """What a node consists of, but types, defaults, refusals and sentences."""
    match node:
        case ast.FunctionDef():
            yield from node.body
        case ast.Lambda():
            yield node.body
        case ast.AnnAssign():
            yield from (each for each in (node.target, node.value) if each)
        case ast.Raise() | ast.JoinedStr():
            return
        case ast.Call(func=ast.Name(id=name)) if name in SENTENCES:
            return
        case ast.Call(func=ast.Name(id="isinstance" | "cast"), args=[one, *_]):
            yield one
        case _:
            yield from ast.iter_child_nodes(node)


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[ast.AST], None]]]:
    match node:
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp() if type(node.op) in SIGNS:
            if not _of_words(node):
                yield SIGNS[type(node.op)][1], _other_sign
        case ast.Compare():
            for n, op in enumerate(node.ops):
                yield SIGNS[type(op)][1], _other_comparison(n)
        case ast.UnaryOp(op=ast.Not()):
            yield "not x → x", _without_not
        case ast.Constant() if type(node.value) is int:
            yield f"{node.value} → {node.value + 1}", _by(1)
            yield f"{node.value} → {node.value - 1}", _by(-1)
        case ast.Call(func=ast.Name(id=name)) if name in OTHERS:
            yield f"{name} → {OTHERS[name]}", _other_call
        case ast.Call(func=ast.Name(id="sorted")):
            yield "sorted → backwards", _backwards


def _of_words(node: ast.BinOp | ast.AugAssign | ast.BoolOp) -> bool:
    """Are texts or lists concatenated? Then no other operator would make sense."""
    if isinstance(node, ast.BoolOp):
        return False
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    return any(
        isinstance(side, ast.JoinedStr | ast.Tuple | ast.List)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        or (isinstance(side, ast.BinOp) and _of_words(side))
        for side in sides
    )


def _other_sign(node: ast.AST) -> None:
    assert isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp)
    node.op = SIGNS[type(node.op)][0]()


def _other_comparison(number: int) -> Callable[[ast.AST], None]:
    def change(node: ast.AST) -> None:
        assert isinstance(node, ast.Compare)
        node.ops[number] = SIGNS[type(node.ops[number])][0]()

    return change


def _without_not(node: ast.AST) -> None:
    assert isinstance(node, ast.UnaryOp)
    node.op = ast.Not()
    node.operand = ast.copy_location(ast.UnaryOp(ast.Not(), node.operand), node)


def _by(step: int) -> Callable[[ast.AST], None]:
    def change(node: ast.AST) -> None:
        assert isinstance(node, ast.Constant)
        assert isinstance(node.value, int)
        node.value += step

    return change


def _other_call(node: ast.AST) -> None:
    assert isinstance(node, ast.Call)
    assert isinstance(node.func, ast.Name)
    node.func.id = OTHERS[node.func.id]


def _backwards(node: ast.AST) -> None:
    assert isinstance(node, ast.Call)
    turned = [each for each in node.keywords if each.arg == "reverse"]
    if turned:
        node.keywords.remove(turned[0])
    else:
        node.keywords.append(ast.keyword("reverse", ast.copy_location(ast.Constant(True), node)))
