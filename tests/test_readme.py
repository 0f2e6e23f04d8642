"""The README tells the truth: every command in it runs, and so does its Python."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from distributed import LocalCluster

from adjudicator.batch import task
from adjudicator.cli import main
from adjudicator.cli.main import status
from tests.helpers import FIXTURES, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    adjudicator (.+)$", README, re.MULTILINE)
CLEAN, BROKEN = 0, 1
LASTING = ("desk", "trace", "watch")
"""Commands that go on until they are interrupted; tests of their own run them."""


class Terminal(io.StringIO):
    """Somebody who types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def tidied() -> Iterator[None]:
    """A batch done in threads leaves the process that did its games waiting for more."""
    yield
    task.HANDS.close()


@pytest.mark.usefixtures("tidied")
def test_every_command_runs_one_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tmp_path / "two_rivers"
    shutil.copytree(FIXTURES / "vassal" / "two_rivers", game)
    monkeypatch.chdir(game)
    # processes of a batch are tested in tests/batch; threads are started sooner
    monkeypatch.setattr("adjudicator.batch.run.LocalCluster", partial(LocalCluster, processes=False))
    for command in COMMANDS:
        arguments = shlex.split(command)
        if arguments[0] in LASTING:
            continue
        asked = arguments[:2] == ["packs", "rules"]  # whoever is asked for rules leaves them open
        monkeypatch.setattr("sys.stdin", Terminal("-\n" * 60) if asked else io.StringIO())
        assert status(arguments) in (
            (CLEAN, BROKEN) if arguments[0] in ("check", "audit", "summary", "diff", "batch") else (CLEAN,)
        ), command
        written = [arguments[at + 1] for at, word in enumerate(arguments) if word == "-o"]
        assert all((game / name).stat().st_size for name in written), command


def test_the_python_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "two:3.1" in ran.stdout


def test_every_command_there_is_has_its_example() -> None:
    shown = {command.split()[0] for command in COMMANDS}
    named = set(main.COMMANDS)
    assert shown == named


@pytest.mark.parametrize("target", ["demo", "test"])
def test_the_two_make_commands_exist(target: str) -> None:
    assert f"make {target}" in README
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
