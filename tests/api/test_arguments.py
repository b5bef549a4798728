"""What the command line says of itself is true."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from companion.arguments import EXAMPLES, SHELLS
from companion.cli import _parser, main

TOLD = [
    (command, line.strip())
    for command, text in EXAMPLES.items()
    for line in text.splitlines()
    if line.startswith("  ")
]


@pytest.mark.parametrize(("command", "line"), TOLD, ids=[line[:60] for _, line in TOLD])
def test_an_example_is_understood(command: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = line.replace("GAME", "prairie-railroads").replace("RAILROAD", "MP")
    words = shlex.split(re.split(r"\s{2,}|\s>\s", line)[0])
    assert words[:2] == ["companion", command]
    options, rest = _parser().parse_known_args(words[1:])
    assert not rest
    if command in ("roll", "settle"):
        assert options.carry_out(options) == 0
        assert capsys.readouterr().out


@pytest.mark.parametrize("command", sorted(EXAMPLES))
def test_help_ends_with_the_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert EXAMPLES[command] in capsys.readouterr().out


def test_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["nonsense"])
    assert ended.value.code == 2
    assert main(["export", "--database", f"sqlite:///{tmp_path}/none.sqlite", "ABCDEFGH"]) == 1
    assert capsys.readouterr().err.endswith(f"companion: there is no database {tmp_path}/none.sqlite\n")


@pytest.mark.parametrize("shell", SHELLS)
def test_completion(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    said = capsys.readouterr().out
    assert "--public-url" in said
    if shell == "bash":
        read = subprocess.run(["bash", "-n"], input=said, text=True, capture_output=True, check=False)
        assert (read.returncode, read.stderr) == (0, "")
