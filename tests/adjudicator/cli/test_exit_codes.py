"""The table of exit codes in the README, cell by cell."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from adjudicator.cli import main
from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES, ROOT

CLEAN, FOUND, USAGE, UNREADABLE = range(4)
CODES = {
    "check start.vsav -p two_rivers": CLEAN,
    "check midgame.vsav -p two_rivers": FOUND,
    "check start.vsav midgame.vsav nowhere.vsav -p two_rivers": UNREADABLE,
    "check start.vsav -p two_rivers --charts nowhere.toml": UNREADABLE,
    "check start.vsav -p two_rivers --as nobody": USAGE,
    "check start.vsav -p two_rivers -o nowhere/report.md": USAGE,
    "audit start.vsav -p two_rivers": CLEAN,
    "audit turn_1.vlog -p two_rivers": FOUND,
    "audit midgame.vsav start.vsav": FOUND,
    "audit start.vsav --rulings nowhere.toml": UNREADABLE,
    "audit start.vsav --from 3 --to 2": USAGE,
    "summary start.vsav -p two_rivers": CLEAN,
    "summary turn_1.vlog -p two_rivers": FOUND,
    "watch start.vsav": USAGE,
    "chain start.vsav turn_1.vlog": CLEAN,
    "chain midgame.vsav turn_1.vlog": FOUND,
    "diff start.vsav start.vsav": CLEAN,
    "diff start.vsav midgame.vsav": FOUND,
    "diff start.vsav midgame.vsav --map Moon -o map.png": USAGE,
    "validate two_rivers.vmod": CLEAN,
    "validate midgame.vsav": UNREADABLE,
    "inspect midgame.vsav": CLEAN,
    "inspect midgame.txt": UNREADABLE,
    "inspect turn_1.vlog --at 999": USAGE,
    "render midgame.vsav --map Moon -o map.png": USAGE,
    "convert midgame.vsav midgame.doc": USAGE,
    "convert midgame.vsav midgame.vsav": USAGE,
    "log midgame.vsav": UNREADABLE,
    "scrub two_rivers.vmod -o clean.vsav": UNREADABLE,
    "dice midgame.vsav": CLEAN,
    "explain two:99": USAGE,
    "packs show chess": USAGE,
    "packs draft two_rivers.vmod --map Moon -o draft": USAGE,
    "module edit two_rivers.vmod --scale 1000 -o large.vmod": USAGE,
    "module edit nowhere.vmod --scale 2 -o large.vmod": UNREADABLE,
}


@pytest.mark.parametrize(("command", "code"), CODES.items())
def test_a_command_leaves_with_what_the_table_says(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, code: int
) -> None:
    game = shutil.copytree(FIXTURES / "vassal" / "two_rivers", tmp_path / "game")
    monkeypatch.chdir(game)
    assert run(*command.split()).code == code


def test_each_command_that_may_find_something_has_its_column() -> None:
    head = next(line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if "| code |" in line)
    assert set(re.findall(r"`([a-z]+)`", head)) == {
        command.split()[0] for command, code in CODES.items() if code == FOUND
    } | {"validate"}


def test_a_module_with_flaws_is_found_out(run: Run) -> None:
    assert run("validate", FIXTURES / "broken" / "vassal_module" / "image_missing.vmod").code == FOUND


def test_a_fault_of_the_program_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(_arguments: object) -> int:
        raise LookupError("nobody foresaw this")

    monkeypatch.setattr(main, "status", fails)
    monkeypatch.setattr(main.gc, "freeze", lambda: None)  # this process goes on
    with pytest.raises(SystemExit) as left:
        main.run(["packs"])
    said = capsys.readouterr().err
    assert left.value.code == main.FAULT
    assert "nobody foresaw this" in said and "not of your files" in said
