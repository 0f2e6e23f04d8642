"""What is installed is all that is needed: the wheel, in an environment with nothing else, outside the checkout.

A stranger's packages called `importers` and `exporters` lie beside it there, and in the folder in which it is run.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.figures import PACKAGES
from tests.helpers import FIXTURES, ROOT

GAME = FIXTURES / "vassal" / "two_rivers"
BROKEN = 1
STRANGERS = ("importers", "exporters")
OF_A_STRANGER = 'raise RuntimeError("another program\'s package was imported")\n'


def run(*command: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """A command without the surroundings of the tests' own Python."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment |= {"PIP_RETRIES": "1", "PIP_DEFAULT_TIMEOUT": "30"}  # where there is no network, that is soon known
    return subprocess.run(command, cwd=cwd, env=environment, check=False, capture_output=True, text=True)


def built(source: Path, out: Path) -> Path:
    """The wheel that pip makes of a checkout or of an archive of sources."""
    made = run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", out, source)
    if made.returncode:
        pytest.skip(f"no wheel can be built without the packages that build it: {made.stderr[-200:]}")
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as users get it."""
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of sources."""
    out = tmp_path_factory.mktemp("sources")
    made = run(sys.executable, "-c", f"import hatchling.build; hatchling.build.build_sdist({str(out)!r})")
    assert made.returncode == 0, made.stderr
    return next(out.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with the wheel in it, and a stranger's packages: the folder of its programs."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=True)
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    made = run(programs / "python", "-m", "pip", "install", "--quiet", wheel)
    if made.returncode:
        pytest.skip(f"the packages that it needs are not to be had: {made.stderr[-200:]}")
    site = run(programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip()
    strangers_in(Path(site))
    return programs


def strangers_in(folder: Path) -> None:
    for name in STRANGERS:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(OF_A_STRANGER, encoding="utf-8")


def test_the_wheel_holds_every_file_of_the_packages_and_no_other_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        there = set(archive.namelist())
    known = subprocess.run(
        ["git", "ls-files", *PACKAGES.values()], cwd=ROOT, check=False, capture_output=True, text=True
    )
    if known.returncode:
        pytest.skip("this is no checkout, so nobody lists its files")
    files = {name for name in known.stdout.splitlines() if not (ROOT / name).is_symlink()}
    assert {re.sub("^(importers|exporters)/", r"adjudicator/\1/", name) for name in files} <= there
    assert {name.split("/")[0] for name in there} == {"adjudicator", wheel.name.rsplit("-", 3)[0] + ".dist-info"}


def test_the_archive_of_sources_holds_each_file_once_and_makes_the_same_wheel(
    wheel: Path, sources: Path, tmp_path: Path
) -> None:
    with tarfile.open(sources) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    assert {"importers/__init__.py", "exporters/__init__.py", "adjudicator/__init__.py", "tests/test_wheel.py"} <= set(
        names
    )
    assert [name for name in names if name.startswith(("adjudicator/importers", "adjudicator/exporters"))] == []
    with zipfile.ZipFile(wheel) as of_tree, zipfile.ZipFile(built(sources, tmp_path)) as of_sources:
        assert sorted(of_tree.namelist()) == sorted(of_sources.namelist())


def test_the_installed_command_judges_a_game_beside_a_strangers_packages(environment: Path, tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    strangers_in(game)
    for name in ("two_rivers.vmod", "start.vsav", "turn_1.vlog"):
        shutil.copy(GAME / name, game)

    def told(*arguments: str) -> subprocess.CompletedProcess[str]:
        return run(environment / "adjudicator", *arguments, cwd=game)

    assert told("init", "--yes").returncode == 0
    audit = told("audit", ".", "-o", "audit.html")
    assert (audit.returncode, "2.4" in audit.stdout) == (BROKEN, True), audit.stderr
    assert (game / "audit.html").stat().st_size > 100_000
    assert told("render", "turn_1.vlog", "-o", "map.png").returncode == 0
    assert told("module", "build", "two_rivers", "--theatre", "valley", "-o", "built.vmod").returncode == 0
    as_module = run(environment / "python", "-m", "adjudicator", "check", "start.vsav", cwd=game)
    assert as_module.returncode == 0, as_module.stderr


def test_the_library_imports_no_package_but_its_own(environment: Path, tmp_path: Path) -> None:
    """Every module of ours is imported, those whose extra is not installed aside."""
    program = """
import importlib, pkgutil, sys
import adjudicator
for found in pkgutil.walk_packages(adjudicator.__path__, "adjudicator."):
    if not found.name.endswith("__main__"):
        try:
            importlib.import_module(found.name)
        except ModuleNotFoundError as error:
            assert error.name.split(".")[0] not in ("adjudicator", "importers", "exporters"), error
print(sorted({"importers", "exporters"} & set(sys.modules)), sum(name.startswith("adjudicator.") for name in sys.modules))
"""
    strangers_in(tmp_path)
    told = run(environment / "python", "-c", program, cwd=tmp_path)
    assert told.stdout.startswith("[] "), told.stderr
    assert int(told.stdout.split()[-1]) > 800
