"""Nobody's file is lost: every command among precious files of every likely name, and what the gate refuses."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from adjudicator import importers, writing
from adjudicator.errors import UsageError, WriteError
from adjudicator.game.opening import open_game
from adjudicator.game_files import ENDINGS, is_game
from tests import precious
from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES

VASSAL, CYBERBOARD = FIXTURES / "vassal" / "two_rivers", FIXTURES / "cyberboard"
USAGE = 2


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What all trials share; each process of a run makes its own."""
    folder = tmp_path_factory.mktemp("precious")
    precious.prepare(folder)
    return folder


def test_every_command_is_tried() -> None:
    tried = {line.command for line in precious.LINES}
    assert precious.commands() == tried | precious.SERVED.keys()


@pytest.mark.parametrize("line", precious.LINES, ids=lambda line: f"{line.said} {line.target}")
def test_no_precious_file_is_changed_and_all_that_is_new_is_told(
    line: precious.Line, tmp_path: Path, shared: Path
) -> None:
    for trial in precious.trials(line, tmp_path, shared):
        assert (trial.wrong, trial.changed, trial.untold, trial.unnoted) == ("", [], [], []), trial.said


def test_a_module_beside_a_save_takes_a_free_name(run: Run, tmp_path: Path) -> None:
    """The file of a module that was there stays, and the other name is told to people and to programs."""
    for each in CYBERBOARD.glob("version_4.g*"):
        shutil.copy(each, tmp_path)
    (tmp_path / "save.vmod").write_bytes(b"mine")
    ran = run("convert", tmp_path / "version_4.gam", tmp_path / "save.vsav", "--json")
    assert (ran.code, (tmp_path / "save.vmod").read_bytes()) == (0, b"mine")
    other = tmp_path / "save (2).vmod"
    assert ran.json["written"] == [str(other), str(tmp_path / "save.vsav")]
    assert other.is_file() and f"wrote {other}\n" in ran.err


def test_the_same_module_is_not_added_again(run: Run, tmp_path: Path) -> None:
    for each in CYBERBOARD.glob("version_4.g*"):
        shutil.copy(each, tmp_path)
    for _ in range(2):
        assert run("convert", tmp_path / "version_4.gam", tmp_path / "save.vsav").code == 0
    assert sorted(each.name for each in tmp_path.glob("save*")) == ["save.vmod", "save.vsav"]


@pytest.mark.parametrize("name", ["kept.vsav", "kept.vlog", "kept.vmod", "kept.ztb", "kept.tts.json", "kept.txt"])
def test_a_game_file_is_written_over_with_force_only(run: Run, tmp_path: Path, name: str) -> None:
    source = {".json": FIXTURES / "tabletop_simulator" / "table.json", ".txt": VASSAL / "two_rivers.vmod"}
    target = tmp_path / name
    shutil.copy(source.get(target.suffix, VASSAL / "start.vsav"), target)
    before = target.read_bytes()
    words = {".vlog": ["convert", VASSAL / "turn_1.vlog"], ".txt": ["log", VASSAL / "turn_1.vlog", "-o"]}
    words |= {".vmod": ["convert", VASSAL / "two_rivers.vmod"]}
    command = words.get(target.suffix, ["convert", VASSAL / "midgame.vsav"])
    ran = run(*command, target)
    assert (ran.code, target.read_bytes() == before) == (USAGE, True)
    assert "never written over" in ran.err and "--force" in ran.err
    assert run(*command, target, "--force").code == 0
    assert target.read_bytes() != before
    assert run(*command, target).code == 0  # what we wrote carries our mark


def test_a_file_that_was_read_is_written_over_with_force_only(tmp_path: Path) -> None:
    save = Path(shutil.copy(VASSAL / "midgame.vsav", tmp_path))
    document = tmp_path / "game.json"
    open_game(save, module=VASSAL / "two_rivers.vmod").write(document)
    before = document.read_bytes()
    game = open_game(document)
    with pytest.raises(UsageError, match="was read"):
        game.write(document)
    (tmp_path / "link.json").symlink_to(document)
    with pytest.raises(UsageError, match="was read"):
        game.write(tmp_path / "link.json")
    assert document.read_bytes() == before
    assert game.write(document, force=True).written == (document,)


def test_what_is_no_ordinary_file_or_is_protected_stays(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(UsageError, match="no ordinary file"), writing.forced(True):
        writing.write_text(tmp_path / "pipe.txt", "x")
    kept = tmp_path / "kept.txt"
    kept.write_text("kept")
    kept.chmod(0o444)
    with pytest.raises(UsageError, match="write-protected"):
        writing.write_text(kept, "x")
    with pytest.raises(UsageError, match="write-protected"):
        writing.rewrite_text(kept, "x")
    assert kept.read_text() == "kept"


def test_a_file_that_another_program_holds_open_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, where nothing takes the place of an open file."""

    def held(_path: Path, _target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "report.txt").write_text("old")
    monkeypatch.setattr(Path, "replace", held)
    with pytest.raises(WriteError, match="open in another program"):
        writing.write_text(tmp_path / "report.txt", "new")
    assert [each.name for each in tmp_path.iterdir()] == ["report.txt"]


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "report.txt").write_text("old")
    (tmp_path / "report.txt").symlink_to(tmp_path / "there" / "report.txt")
    writing.write_text(tmp_path / "report.txt", "new")
    assert (tmp_path / "report.txt").is_symlink() and (tmp_path / "there" / "report.txt").read_text() == "new"


def test_names_that_nobody_named_are_never_taken_twice(tmp_path: Path) -> None:
    (tmp_path / "A.TXT").write_text("mine")
    for text in ("one", "two", "one"):
        writing.write_text(writing.free(tmp_path / "a.txt"), text)
    found = {each.name: each.read_text() for each in tmp_path.iterdir()}
    assert found == {"A.TXT": "mine", "a (2).txt": "one", "a (3).txt": "two", "a (4).txt": "one"}


def test_what_belongs_together_is_taken_back_together(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("old")
    with pytest.raises(WriteError), writing.collected() as written, writing.together():
        writing.make_folder(tmp_path / "made")
        writing.write_text(tmp_path / "made" / "new.txt", "new")
        raise WriteError("no more room")
    assert ([each.name for each in tmp_path.iterdir()], written) == (["old.txt"], [])


@pytest.mark.parametrize("swaps", [True, False], ids=["exchanged", "moved aside"])
def test_a_folder_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, swaps: bool) -> None:
    """Killed at any of its renames, the folder is the old or the new one as soon as the program runs again."""
    pack = tmp_path / "pack"
    if not swaps:
        monkeypatch.setattr(writing, "exchanged", lambda *_: False)
    for killed_at in range(1, 6):
        shutil.rmtree(pack, ignore_errors=True)
        pack.mkdir()
        (pack / "old").touch()
        child = os.fork()
        if child == 0:
            _die_at_rename(killed_at)
            with writing.new_folder(pack, lambda _: True) as beside:
                (beside / "new").touch()
            os._exit(0)
        os.waitpid(child, 0)
        monkeypatch.setattr("adjudicator.unfinished._tidied", set())
        writing.write_text(tmp_path / "next.txt", "the next run")
        assert [each.name for each in pack.iterdir()] in (["old"], ["new"])
        assert sorted(each.name for each in tmp_path.iterdir()) == ["next.txt", "pack"]


def _die_at_rename(number: int) -> None:
    left = [number]
    rename = Path.rename

    def dying(path: Path, target: Path) -> Path:
        left[0] -= 1
        if not left[0]:
            os._exit(9)
        return rename(path, target)

    Path.rename = dying  # type: ignore[method-assign, assignment]


def test_endings_of_games_are_those_that_are_read() -> None:
    read = {ending for each in importers.FORMATS for ending in each.extensions} - {".json"}
    assert read == ENDINGS


@pytest.mark.parametrize(
    "path",
    [*VASSAL.glob("*.v*"), *CYBERBOARD.glob("*.g*"), *(FIXTURES / "zuntzu").glob("*.zt*")],
    ids=lambda path: path.name,
)
def test_a_game_is_known_under_any_name(path: Path, tmp_path: Path) -> None:
    assert is_game(Path(shutil.copy(path, tmp_path / "picture.png")))
