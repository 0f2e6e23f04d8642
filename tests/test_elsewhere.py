"""The command on other people's machines: their code page, language, time zone and file names change nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.helpers import FIXTURES, ROOT

GAME = FIXTURES / "vassal" / "two_rivers"
CLEAN, BROKEN = 0, 1
STRICT = ("-W", "error::EncodingWarning")
"""No file is opened in whatever encoding the machine happens to prefer."""
COMMANDS = (
    ("audit", "."),
    ("diff", "start.vsav", "turn_1.vlog"),
    ("log", "turn_1.vlog"),
    ("packs", "coverage", "thunder_in_the_east"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game's folder with a name as people give them."""
    found = tmp_path / "Größere Spiele (2)" / "Zwei Flüsse"
    found.mkdir(parents=True)
    for path in GAME.glob("*.v*"):
        shutil.copy(path, found)
    return found


def ran(folder: Path, command: Sequence[str], **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command in another environment."""
    told = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNDEFAULTENCODING": "1", **environment}
    return subprocess.run(
        [sys.executable, *STRICT, "-m", "adjudicator", *command], cwd=folder, env=told, check=False, capture_output=True
    )


@pytest.mark.parametrize("page", ["cp1252", "ascii"])
def test_a_screen_that_lacks_signs_gets_the_rest(folder: Path, page: str) -> None:
    for command in COMMANDS:
        told = ran(folder, command, PYTHONIOENCODING=page, PYTHONUTF8="0", LC_ALL="C", PYTHONCOERCECLOCALE="0")
        assert told.returncode in (CLEAN, BROKEN), (command, told.stderr)
        assert told.stdout.decode(page).isprintable() or "\n" in told.stdout.decode(page)


def test_files_are_written_alike_everywhere(folder: Path) -> None:
    """The report, the log and the settings have the same bytes under another language and time zone."""
    written = []
    for environment in ({"TZ": "UTC"}, {"TZ": "Pacific/Auckland", "LANG": "de_DE", "PYTHONUTF8": "0"}):
        for command in (
            ["init", "--yes", "--replace"],
            ["audit", ".", "-o", "é.html"],
            ["log", "turn_1.vlog", "-o", "é.md"],
        ):
            assert ran(folder, command, **environment).returncode in (CLEAN, BROKEN)
        written.append([(folder / name).read_bytes() for name in ("adjudicator.toml", "é.html", "é.md")])
    assert written[0] == written[1]
    assert all(b"\r" not in content for content in written[0][::2])
