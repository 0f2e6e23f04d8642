"""Whole files spoilt in every way we could think of: each is a value or one error of one line, whatever its format."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.audit.rulings import load_rulings
from adjudicator.errors import AdjudicatorError
from adjudicator.exporters.native import write as write_native
from adjudicator.exporters.vassal.box import build_module
from adjudicator.packs.load import load_pack, load_theatre_for
from tests.helpers import FIXTURES, ROOT
from tests.importers.bearing import RULINGS, is_fit, use
from tests.importers.mutations import cut_entries, spoilt
from tests.importers.tabletops import FILES
from tests.importers.vassal.extensions import INSIDES, extension

COUNT = 10 * int(os.environ.get("ADJUDICATOR_EXAMPLES", "4"))
SEED = os.environ.get("ADJUDICATOR_SEED", "")
"""Other examples than the last time: any word."""
GAMES = ("midgame.vsav", "turn_1.vlog")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A file of every format and kind."""
    folder = tmp_path_factory.mktemp("whole")
    found = {Path(name).name: FIXTURES / name for name in FILES}
    found |= {name: FIXTURES / "vassal" / "two_rivers" / name for name in GAMES}
    pack = load_pack("two_rivers")
    build_module(pack, load_theatre_for(pack, "valley"), folder / "built.vmod", height=24)
    found["built.vmod"] = folder / "built.vmod"
    for name, kind in (("save.json", "midgame.vsav"), ("log.json", "turn_1.vlog"), ("box.json", "built.vmod")):
        read = importers.read(found[kind])
        body = read.log or read.state or read.module
        assert body is not None
        write_native(body, folder / name)
        found[name] = folder / name
    return found


def bears(read: Callable[[], object]) -> bool:
    """Whether reading gives a value; if not, it is one short line that a terminal can show."""
    try:
        read()
    except AdjudicatorError as error:
        assert is_fit(error)
        return False
    return True


NAMES = (*(Path(name).name for name in FILES), *GAMES, "built.vmod", "save.json", "log.json", "box.json")


@pytest.mark.parametrize("name", NAMES)
def test_a_spoilt_file_is_a_value_or_one_error(whole: dict[str, Path], tmp_path: Path, name: str) -> None:
    path, good = tmp_path / name, whole[name].read_bytes()
    results = []
    for bad in spoilt(good, random.Random(f"{SEED}{name}"), COUNT):
        path.write_bytes(bad)
        results.append(bears(lambda: use(path)))
    assert not any(results[:25]), "half a file is no file"
    path.write_bytes(good)
    assert bears(lambda: use(path))


@pytest.mark.parametrize("name", ["midgame.vsav", "turn_1.vlog", "steppe.ztb"])
def test_entries_that_end_too_early_or_are_gone(whole: dict[str, Path], tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for bad in cut_entries(whole[name].read_bytes()):
        path.write_bytes(bad)
        bears(lambda: use(path))


def test_a_spoilt_extension(tmp_path: Path) -> None:
    path = tmp_path / "more.vmdx"
    for bad in spoilt(extension(INSIDES["slots at a path"]), random.Random(f"{SEED}1"), COUNT):
        path.write_bytes(bad)
        bears(lambda: use(path))


def test_a_spoilt_chart_sheet(tmp_path: Path) -> None:
    path = tmp_path / "charts.toml"
    for bad in spoilt(
        (FIXTURES / "charts" / "europa_invented.toml").read_bytes(), random.Random(f"{SEED}2"), COUNT // 2
    ):
        path.write_bytes(bad)
        bears(lambda: load_pack("europa", charts=path))


def test_spoilt_rulings(tmp_path: Path) -> None:
    path = tmp_path / "rulings.toml"
    for bad in spoilt(RULINGS, random.Random(f"{SEED}3"), COUNT * 4):
        path.write_bytes(bad)
        bears(lambda: load_rulings(path))
    path.write_bytes(b"a = " + b"[" * 100_000)
    assert not bears(lambda: load_rulings(path))


@pytest.mark.parametrize("name", ["pack.toml", "rules.toml", "bindings/vassal.toml", "theatres/valley/hexes.txt"])
def test_a_spoilt_pack(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "two_rivers"
    shutil.copytree(ROOT / "adjudicator" / "packs" / "two_rivers", folder)
    for bad in spoilt((folder / name).read_bytes(), random.Random(f"{SEED}{name}"), COUNT // 2):
        (folder / name).write_bytes(bad)
        bears(lambda: load_theatre_for(load_pack(str(folder))))
