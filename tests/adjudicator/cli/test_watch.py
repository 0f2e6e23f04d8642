"""`watch` as a player runs it: it tells the verdict, then what each file that arrives adds to it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import TextIO

import pytest

from tests.helpers import FIXTURES, HEARS_INTERRUPTS, ROOT

GAME = FIXTURES / "vassal" / "two_rivers"
PATIENCE = 60.0


class Watching:
    """A running watch; `says` waits for its next line."""

    def __init__(self, folder: Path, *options: str) -> None:
        program = f"{HEARS_INTERRUPTS}from adjudicator.cli.main import run\nrun()"
        command = [sys.executable, "-u", "-c", program, "watch", folder, *options]
        told = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(command, env=told, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: Queue[str] = Queue()
        self.remarks: Queue[str] = Queue()
        streams = ((self.process.stdout, self.lines), (self.process.stderr, self.remarks))
        self.listeners = [threading.Thread(target=_hear, args=each, daemon=True) for each in streams]
        for each in self.listeners:
            each.start()

    def __enter__(self) -> Watching:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        for each in self.listeners:
            each.join(PATIENCE)

    def says(self, part: str) -> str:
        """The next line with these words."""
        while True:
            if part in (line := self.lines.get(timeout=PATIENCE)):
                return line

    def remarks_on(self, part: str) -> str:
        """The next remark with these words."""
        while True:
            if part in (line := self.remarks.get(timeout=PATIENCE)):
                return line

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


def _hear(stream: TextIO, heard: Queue[str]) -> None:
    with stream:
        for line in stream:
            heard.put(line)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("two_rivers.vmod", "start.vsav"):
        shutil.copy(GAME / name, tmp_path)
    return tmp_path


@pytest.fixture
def watching(folder: Path) -> Iterator[Watching]:
    with Watching(folder) as watched:
        yield watched


def test_what_arrives_is_judged_and_what_is_new_is_told(folder: Path, watching: Watching) -> None:
    assert "no rule broken of the 4 judged" in watching.says("as it stands")
    watching.remarks_on("watching")
    (folder / "turn_0.vlog").write_bytes(b"no log at all")
    watching.remarks_on("turn_0.vlog")
    (folder / "turn_0.vlog").unlink()
    shutil.copy(GAME / "turn_1.vlog", folder)
    assert "violation" in watching.says("turn_1.vlog:")
    assert watching.says("two:")
    assert watching.stop() == 0


def test_a_program_gets_a_document_for_each_arrival(folder: Path) -> None:
    with Watching(folder, "--json") as watched:
        watched.remarks_on("watching")
        assert watched.stop() == 0
    told = json.loads("".join(watched.lines.get() for _ in range(watched.lines.qsize())))
    assert (told["arrived"], told["new"], told["violations"]) == ([], [], 0)


def test_only_a_folder_can_be_watched(folder: Path) -> None:
    with Watching(folder / "start.vsav") as watched:
        assert "is no folder" in watched.remarks_on("folder")
        assert watched.process.wait(PATIENCE) == 2
