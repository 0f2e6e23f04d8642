"""A module that arrives, or goes, changes names, not what was played: only dice that fell otherwise are told of then."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from adjudicator import open_game
from adjudicator.importers.vassal.savegame import open_document
from adjudicator.importers.vassal.wire import obfuscation
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("start.vsav", "turn_1.vlog"):
        shutil.copy(GAME / name, tmp_path)
    return tmp_path


def edited(path: Path, old: str, new: str) -> None:
    """The same file with another text in it."""
    document = open_document(path)
    assert old in document.text
    with zipfile.ZipFile(path) as box:
        rest = {name: box.read(name) for name in box.namelist() if name != "savedGame"}
    told = obfuscation.disguised(document.text.replace(old, new), document.key, document.disguise)
    with zipfile.ZipFile(path, "w") as made:
        for name, body in {**rest, "savedGame": told}.items():
            made.writestr(name, body)


@pytest.mark.parametrize("arrives", [True, False], ids=["arrives", "goes"])
@pytest.mark.parametrize("viewer", ["", "umpire"])
def test_a_module_that_comes_or_goes_accuses_nobody(folder: Path, tmp_path: Path, arrives: bool, viewer: str) -> None:
    if not arrives:
        shutil.copy(GAME / "two_rivers.vmod", folder)
    earlier = tmp_path / "a.json"
    open_game(folder, viewer=viewer).audit().write(earlier)
    if arrives:
        shutil.copy(GAME / "two_rivers.vmod", folder)
    else:
        (folder / "two_rivers.vmod").unlink()
    chain = open_game(folder, viewer=viewer).audit(against=earlier).record.chain
    assert chain.changed_since == ()
    assert any("read by another module" in each for each in chain.remarks)


def test_a_die_that_was_edited_meanwhile_is_found_still(folder: Path, tmp_path: Path) -> None:
    earlier = tmp_path / "a.json"
    open_game(folder, viewer="umpire").audit().write(earlier)
    edited(folder / "turn_1.vlog", "2d6 = 3,5", "2d6 = 6,6")
    shutil.copy(GAME / "two_rivers.vmod", folder)
    chain = open_game(folder, viewer="umpire").audit(against=earlier).record.chain
    assert [each for each in chain.changed_since if "is not what it was" in each]


def test_the_same_module_says_nothing(folder: Path, tmp_path: Path) -> None:
    shutil.copy(GAME / "two_rivers.vmod", folder)
    earlier = tmp_path / "a.json"
    open_game(folder).audit().write(earlier)
    chain = open_game(folder).audit(against=earlier).record.chain
    assert chain.changed_since == () and not any("read by" in each for each in chain.remarks)
