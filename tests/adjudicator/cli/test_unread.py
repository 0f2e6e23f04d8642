"""A file of a folder that cannot be read is named and left aside; the rest is judged, and the exit code is 3."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from adjudicator import open_game
from adjudicator.errors import ReadError
from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES

SAMPLE = FIXTURES / "vassal" / "two_rivers"
NAMES = ("two_rivers.vmod", "start.vsav", "turn_1.vlog")
UNREADABLE = 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in NAMES:
        shutil.copy(SAMPLE / name, tmp_path)
    (tmp_path / "a turn.vlog").write_bytes(b"PK\x03\x04 no log")  # the first by name, and by time
    return tmp_path


def found(told: str) -> set[str]:
    return {each["id"] for each in json.loads(told)["findings"]}


def test_the_rest_is_judged(run: Run, folder: Path) -> None:
    done = run("audit", str(folder), "-p", "two_rivers", "--json")
    assert done.code == UNREADABLE
    assert done.err.count("a turn.vlog is left aside: ") == 1
    assert [each["subject"] for each in json.loads(done.out)["notes"] if each["kind"] == "unread"] == ["a turn.vlog"]
    (folder / "a turn.vlog").unlink()
    alone = run("audit", str(folder), "-p", "two_rivers", "--json")
    assert alone.code == 1
    assert found(done.out) == found(alone.out) != set()


def test_every_report_names_it(run: Run, folder: Path, tmp_path: Path) -> None:
    done = run("audit", str(folder), "-p", "two_rivers", "-o", str(folder / "r.html"), "-o", str(folder / "r.md"))
    assert "unread" in done.out and "a turn.vlog" in done.out
    for name in ("r.html", "r.md"):
        assert "could not be read: a turn.vlog" in (folder / name).read_text(encoding="utf-8")
    told = run("summary", str(folder), "-p", "two_rivers")
    assert told.code == UNREADABLE
    assert "Files: start.vsav, turn_1.vlog; a turn.vlog could not be read" in told.out


def test_what_the_settings_leave_out_is_not_asked_for(run: Run, folder: Path) -> None:
    (folder / "adjudicator.toml").write_text('leave_out = ["a turn.vlog"]\n', encoding="utf-8")
    done = run("audit", str(folder), "-p", "two_rivers")
    assert (done.code, "a turn.vlog" in done.out + done.err) == (1, False)
    (folder / "adjudicator.toml").write_text('leave_out = ["a turn.vlog", "start.vsav"]\n', encoding="utf-8")
    assert [path.name for path in open_game(folder).paths] == ["turn_1.vlog"]


def test_a_folder_in_which_nothing_counts_is_an_error(run: Run, folder: Path) -> None:
    names = ["a turn.vlog", "start.vsav", "turn_1.vlog"]
    (folder / "adjudicator.toml").write_text(f"leave_out = {json.dumps(names)}\n", encoding="utf-8")
    done = run("audit", str(folder))
    assert (done.code, "left out" in done.err) == (UNREADABLE, True)


def test_a_file_that_was_named_is_not_left_aside(run: Run, folder: Path) -> None:
    paths = [str(folder / name) for name in ("a turn.vlog", "start.vsav", "turn_1.vlog")]
    assert run("audit", *paths, "-p", "two_rivers").code == UNREADABLE
    assert run("audit", *paths, "-p", "two_rivers").out == ""
    with pytest.raises(ReadError):
        open_game(folder)


def test_files_of_another_game_are_left_aside(run: Run, folder: Path) -> None:
    (folder / "a turn.vlog").unlink()
    shutil.copy(FIXTURES / "vassal" / "smolensk_corridor" / "turn.vlog", folder / "a.vlog")
    game = open_game(folder, pack="two_rivers", lenient=True)
    assert [path.name for path in game.paths] == ["start.vsav", "turn_1.vlog"]
    assert [(note.subject, "another game" in note.text) for note in game.unread] == [("a.vlog", True)]


def test_a_module_or_settings_that_lead_nowhere_are_told(run: Run, folder: Path) -> None:
    (folder / "a turn.vlog").unlink()
    (folder / "other.vmod").symlink_to("gone.vmod")
    (folder / "adjudicator.toml").symlink_to("gone.toml")
    done = run("summary", str(folder), "-p", "two_rivers")
    assert done.code == UNREADABLE
    for name in ("other.vmod", "adjudicator.toml"):
        assert done.err.count(f"{name} is left aside: this is a link that leads nowhere") == 1
