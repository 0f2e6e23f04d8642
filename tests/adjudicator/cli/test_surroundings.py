"""Interruptions, full disks, closed pipes, poor terminals and odd names: one line, the right code, nothing half-written."""

from __future__ import annotations

import errno
import io
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import writing
from adjudicator.cli.main import status
from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES, HEARS_INTERRUPTS, ROOT

GAME = FIXTURES / "vassal" / "two_rivers"
MIDGAME, TURN, BOX = GAME / "midgame.vsav", GAME / "turn_1.vlog", GAME / "two_rivers.vmod"
CLEAN, USAGE, UNREADABLE, INTERRUPTED, NOBODY_READS = 0, 2, 3, 130, 141


@pytest.mark.parametrize("words", [("--json",), ()])
def test_a_reader_that_has_seen_enough_is_no_error(words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "adjudicator", "inspect", str(TURN), *words]
    with os.fdopen(writing, "w") as closed:
        ran = subprocess.run(command, cwd=ROOT, stdout=closed, stderr=subprocess.PIPE, text=True, check=False)
    assert "Error" not in ran.stderr
    assert ran.returncode == NOBODY_READS


def test_an_interrupted_command_leaves_nothing_behind(tmp_path: Path) -> None:
    """The signal comes when all is written beside and nothing is in its place yet."""
    words = ["module", "build", "two_rivers", "-o", "box.vmod"]
    interrupted = (
        f"{HEARS_INTERRUPTS}import os\nfrom adjudicator.cli.main import run\nfrom adjudicator import writing\n"
        f"writing._settle = lambda *_: os.kill(os.getpid(), signal.SIGINT)\nrun({words})"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", interrupted]
    ran = subprocess.run(command, cwd=tmp_path, env=env, stderr=subprocess.PIPE, text=True, check=False, timeout=300)
    assert (ran.returncode, ran.stderr) == (INTERRUPTED, "adjudicator: interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full to write to")
@pytest.mark.parametrize("words", [("--json",), (), ("--help",)])
def test_a_full_disk_is_said_in_one_line(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "adjudicator", "inspect", str(TURN), *words]
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == USAGE
    assert ran.stderr.splitlines()[-1] == "adjudicator: the output could not be written: No space left on device"


def test_a_full_output_of_a_calling_program_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The output of a program that calls the command within its own process may be no file of the system's."""

    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sys, "stdout", Full())
    assert status(["inspect", str(TURN)]) == USAGE
    assert capsys.readouterr().err.splitlines()[-1].endswith("could not be written: No space left on device")


def test_a_save_for_a_full_disk_leaves_no_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    settle = writing._settle

    def no_room(beside: Path, path: Path) -> None:
        if beside.suffix == ".json":
            raise OSError(errno.ENOSPC, "No space left on device")
        settle(beside, path)

    monkeypatch.setattr(writing, "_settle", no_room)
    ran = run("convert", MIDGAME, tmp_path / "game.tts.json")
    assert (ran.code, "No space left on device" in ran.err) == (USAGE, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_letters_that_the_terminal_lacks_are_spelled_out(encoding: str) -> None:
    command = [sys.executable, "-m", "adjudicator", "log", str(TURN)]
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, env=env, check=False)
    assert (ran.returncode, b"Traceback" in ran.stderr) == (CLEAN, False)


def test_an_output_that_is_closed_swallows_what_is_said() -> None:
    command = f"{shlex.quote(sys.executable)} -m adjudicator inspect {shlex.quote(str(TURN))} >&-"
    ran = subprocess.run(["/bin/sh", "-c", command], cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, "Traceback" in ran.stderr) == (CLEAN, False)


def test_a_name_that_is_no_text_is_a_slip(run: Run) -> None:
    ran = run("inspect", os.fsdecode(b"\xff.vsav"))
    assert (ran.code, "rename the file" in ran.err) == (USAGE, True)


@pytest.mark.parametrize("name", ["-dash.vsav", "näme ü x.vsav"])
def test_odd_names_are_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(MIDGAME, name)
    assert run("convert", "-m", BOX, "--", name, f"{name}.csv").code == CLEAN
    assert Path(f"{name}.csv").stat().st_size


def test_what_a_killed_run_left_goes_with_the_next(tmp_path: Path, run: Run) -> None:
    """The first run is killed when all is written beside; what another machine writes now stays."""
    killed = (
        "import os, signal\nfrom adjudicator.cli.main import run\nfrom adjudicator import writing\n"
        "writing._settle = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "run(['module', 'build', 'two_rivers', '-o', 'box.vmod'])"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, "-c", killed], cwd=tmp_path, env=env, stderr=subprocess.DEVNULL, check=False, timeout=300
    )
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".adjudicator-")
    foreign = tmp_path / ".adjudicator-0123456789ab-1-x.json"
    foreign.touch()
    assert run("convert", MIDGAME, tmp_path / "game.json").code == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == [foreign.name, "game.json"]


@pytest.mark.parametrize(
    "error", [MemoryError(), RuntimeError("can't start new thread"), BlockingIOError(errno.EAGAIN, "no")]
)
def test_exhaustion_is_one_line_and_no_fault(monkeypatch: pytest.MonkeyPatch, run: Run, error: Exception) -> None:
    def exhausted(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("adjudicator.game.files._read", exhausted)
    ran = run("inspect", MIDGAME)
    assert ran.code == UNREADABLE
    assert "memory" in ran.err.splitlines()[-1]
    assert "Traceback" not in ran.err
