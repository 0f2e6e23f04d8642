"""What is installed is all that is needed: the wheel, in an environment with nothing else, outside the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.figures import PACKAGES
from tests.helpers import FIXTURES, ROOT

GAME = FIXTURES / "vassal" / "two_rivers"
BROKEN = 1


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as users get it."""
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", out, ROOT]
    if (made := subprocess.run(build, check=False, capture_output=True, text=True)).returncode:
        pytest.skip(f"no wheel can be built without the packages that build it: {made.stderr[-200:]}")
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, installed from the wheel into an empty environment."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=True)
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    install = [programs / "python", "-m", "pip", "install", "--quiet", wheel]
    if (made := subprocess.run(install, check=False, capture_output=True, text=True)).returncode:
        pytest.skip(f"the packages that it needs are not to be had: {made.stderr[-200:]}")
    return programs / "adjudicator"


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        there = set(archive.namelist())
    folders = PACKAGES.values()
    known = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, check=False, capture_output=True, text=True)
    if known.returncode:
        pytest.skip("this is no checkout, so nobody lists its files")
    files = {name for name in known.stdout.splitlines() if not (ROOT / name).is_symlink()}
    assert {re.sub("^(importers|exporters)/", r"adjudicator/\1/", name) for name in files} <= there
    assert {name.split("/")[0] for name in there} == {"adjudicator", wheel.name.rsplit("-", 3)[0] + ".dist-info"}


def test_the_installed_command_judges_a_game(command: Path, tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    for name in ("two_rivers.vmod", "start.vsav", "turn_1.vlog"):
        shutil.copy(GAME / name, game)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [command, *arguments], cwd=game, env=environment, check=False, capture_output=True, text=True
        )

    assert run("init", "--yes").returncode == 0
    told = run("audit", ".", "-o", "audit.html")
    assert (told.returncode, "2.4" in told.stdout) == (BROKEN, True), told.stderr
    assert (game / "audit.html").stat().st_size > 100_000
    assert run("render", "turn_1.vlog", "-o", "map.png").returncode == 0
    assert run("module", "build", "two_rivers", "--theatre", "valley", "-o", "built.vmod").returncode == 0
