"""Installs the example of a pack that comes as a Python package."""

from __future__ import annotations

import itertools
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers import FIXTURES

PACKAGE = "adjudicator_three_rivers"
SOURCE = FIXTURES / "packages" / "three_rivers"
COUNT = itertools.count(1)
Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs the example as pip would: its files in a folder on Python's path, and beside them what they are.

    Each time as a package of another name, since what Python has imported stays imported.
    """
    site = tmp_path / "site"
    package = f"{PACKAGE}_{next(COUNT)}"

    def installed(**changed: str) -> Path:
        """`changed` are lines of the manifest by their key."""
        shutil.copytree(SOURCE / PACKAGE, site / package, ignore=shutil.ignore_patterns("__pycache__"))
        manifest = site / package / "pack.toml"
        for key, line in changed.items():
            lines = manifest.read_text(encoding="utf-8").splitlines()
            kept = [old for old in lines if not old.startswith(f"{key} =")]
            manifest.write_text("\n".join([*kept, line, ""]), encoding="utf-8")
        write_metadata(site, package)
        return site / package

    monkeypatch.setenv("ADJUDICATOR_INSTALLED_PACKS", "yes")
    monkeypatch.syspath_prepend(str(site))
    return installed


def write_metadata(site: Path, package: str) -> None:
    """The .dist-info of the example, from its pyproject.toml."""
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{package}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value.replace(PACKAGE, package)}\n" for name, value in named.items())
        for group, named in project["entry-points"].items()
    )
    (info / "entry_points.txt").write_text(points)
    files = [path.relative_to(site).as_posix() for path in sorted((site / package).rglob("*")) if path.is_file()]
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in files))
