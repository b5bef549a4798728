"""Mutants: is some test red for each slight change of the program?

    python -m tests.mutants.run --seed 20 --of 600 --json FILE
    python -m tests.mutants.run --only mechanisms/majority.py    # all of a file

The killing suite is collected once. It runs once under a tracer, in a child process: which test reaches which line,
with how many calls. Then every mutant comes alive in a child of its own, and the tests that reach its line run, the
shortest first, up to `MOST_CALLS`, until one is red. A child that uses more than `MOST_SECONDS` of CPU does not come
to an end: that is red too.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pickle
import resource
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.mutants.living import come_alive
from tests.mutants.sites import COMPANION, Mutant, files, mutants

HERE = Path(__file__).parents[2]
SUITE = (
    "tests/companion",
    "tests/test_evenings.py",
    "tests/test_journals.py",
    "tests/mutants/calculators.py",
    "tests/mutants/money_walks.py",
)
NOT_THESE = ("test_all_36_outcomes_are_equally_likely", "test_installed_games.py")
"""Left out: dice by the million, and tests that install packages."""
MOST_CALLS = 5_000_000
"""Of Python functions in the killing suite of one mutant: some eight seconds of one core of 2026."""
MOST_SECONDS = 40
AT_ONCE = 2
"""Mutants that are alive at a time."""
SEED, OF = 20, 600
KILLED, SURVIVED = "killed", "survived"


@dataclass
class Passed:
    """What a test reached: the lines of each file, and how many functions it called."""

    lines: set[tuple[str, int]] = field(default_factory=set)
    calls: int = 0


@dataclass(frozen=True)
class Fate:
    """What became of a mutant, and the test that was red."""

    mutant: Mutant
    fate: str
    by: str

    def told(self) -> dict[str, Any]:
        """As a line of JSON."""
        line = f"companion/{self.mutant.file}:{self.mutant.line}"
        return {"mutant": self.mutant.name, "at": line, "fate": self.fate, "by": self.by}


def drawn(seed: int, count: int) -> list[Mutant]:
    """So many mutants, drawn by a hash of their names, so that a change of a file exchanges few of them."""
    same = tomllib.loads((HERE / "tests/mutants/survivors.toml").read_text("utf-8"))["equivalent"]
    every = [mutant for file in files() for mutant in mutants(file) if mutant.name not in same]
    return sorted(every, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.name}".encode()).digest())[:count]


class Suite:
    """A pytest plugin: instead of its tests it runs mutants against them."""

    def __init__(
        self, chosen: Sequence[Mutant], tell: Callable[[Fate], None], seen: Path | None = None
    ) -> None:
        """`seen`: the file that keeps which test reaches which line; tests that are in it already are not traced
        again."""
        self.chosen, self.tell, self.seen = chosen, tell, seen
        self.passed: dict[str, Passed] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Without the long ones."""
        items[:] = [item for item in items if not any(name in item.nodeid for name in NOT_THESE)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All mutants, some at a time."""
        items = {item.nodeid: item for item in session.items}
        if self.seen and self.seen.exists():
            self.passed = pickle.loads(self.seen.read_bytes())
        self.passed |= _all_passed([item for item in session.items if item.nodeid not in self.passed])
        self.passed = {name: passed for name, passed in self.passed.items() if name in items}
        if self.seen:
            self.seen.write_bytes(pickle.dumps(self.passed))
        left, alive = list(reversed(self.chosen)), dict[int, tuple[Mutant, Path]]()
        with tempfile.TemporaryDirectory() as folder:
            while left or alive:
                while left and len(alive) < AT_ONCE:
                    mutant, file = left.pop(), Path(folder) / str(len(left))
                    alive[self._begun(mutant, items, file)] = mutant, file
                number, status = os.wait()
                mutant, file = alive.pop(number)
                by = file.read_text() if file.exists() else f"came to no end ({status})"
                self.tell(Fate(mutant, KILLED if by else SURVIVED, by))
        return True

    def _begun(self, mutant: Mutant, items: dict[str, pytest.Item], file: Path) -> int:
        """A child in which the mutant lives; it writes to the file which test was red, nothing if none was."""
        if number := os.fork():
            return number
        try:
            _alone()
            come_alive(mutant)
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
            file.write_text(
                next((item.nodeid for item in self._comes_by(mutant, items) if not _green(item)), "")
            )
        except LookupError:
            file.write_text("")
        except BaseException as error:
            file.write_text(f"{type(error).__name__}: {error}")
        finally:
            os._exit(0)

    def _comes_by(self, mutant: Mutant, items: dict[str, pytest.Item]) -> Iterator[pytest.Item]:
        """The tests that reach the mutant's line, the shortest first."""
        path = str(COMPANION / mutant.file)
        places = {(path, line) for line in range(mutant.line, mutant.end + 1)}
        calls = 0
        for name, passed in sorted(self.passed.items(), key=lambda one: (one[1].calls, one[0])):
            if places & passed.lines:
                calls += passed.calls
                if calls > MOST_CALLS:
                    return
                yield items[name]


def _green(item: pytest.Item) -> bool:
    from _pytest.runner import runtestprotocol

    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _passed(item: pytest.Item) -> Passed:
    """Run a test and see what it reaches."""
    found, here = Passed(), (str(COMPANION / "mechanisms"), str(COMPANION / "games"))

    def line(frame: FrameType, event: str, _: Any) -> Any:
        found.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def called(frame: FrameType, event: str, _: Any) -> Any:
        found.calls += 1
        return line if frame.f_code.co_filename.startswith(here) else None

    sys.settrace(called)
    try:
        green = _green(item)
    finally:
        sys.settrace(None)
    if not green:
        raise AssertionError(f"{item.nodeid} is red without any mutant")
    return found


def _all_passed(items: Sequence[pytest.Item]) -> dict[str, Passed]:
    """Of every test; in children, so that nothing is left behind in this process, such as what a function keeps."""
    found: dict[str, Passed] = {}
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / str(number) for number in range(AT_ONCE)]
        for number, file in enumerate(files):
            if not os.fork():
                try:
                    _alone()
                    file.write_bytes(
                        pickle.dumps({item.nodeid: _passed(item) for item in items[number::AT_ONCE]})
                    )
                except BaseException as error:
                    file.write_bytes(pickle.dumps(repr(error)))
                finally:
                    os._exit(0)
        for _ in files:
            os.wait()
        for file in files:
            part = pickle.loads(file.read_bytes())
            if isinstance(part, str):
                raise AssertionError(part)
            found |= part
    return found


def _alone() -> None:
    """A child prints nothing: what goes wrong in it is what we are looking for."""
    silent = os.open(os.devnull, os.O_RDWR)
    os.dup2(silent, 1)
    os.dup2(silent, 2)


def fates(chosen: Sequence[Mutant], tell: Callable[[Fate], None], seen: Path | None = None) -> None:
    """Let each mutant live, and tell what became of it."""
    words = ["-n", "0", "-p", "no:cacheprovider", "-q", "--capture=no", *(str(HERE / each) for each in SUITE)]
    status = pytest.main(words, [Suite(chosen, tell, seen)])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise AssertionError(f"pytest: {status!r}")


def main() -> None:
    """See above."""
    os.environ.pop("COMPANION_TEST_FULL", None)  # the killing suite stays as it is
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--of", type=int, default=OF, help="how many")
    options.add_argument("--only", help="all of the files whose path begins so, instead")
    options.add_argument("--json", type=Path, required=True, help="a line for each, as it dies or does not")
    options.add_argument(
        "--seen",
        type=Path,
        help="keep there which test comes by which line; next time only new tests are looked at",
    )
    asked = options.parse_args()
    chosen = drawn(asked.seed, asked.of)
    if asked.only:
        chosen = [each for file in files() if file.startswith(asked.only) for each in mutants(file)]
    with asked.json.open("w", buffering=1) as told:
        fates(chosen, lambda fate: print(json.dumps(fate.told(), ensure_ascii=False), file=told), asked.seen)


if __name__ == "__main__":
    main()
