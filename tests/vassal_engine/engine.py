"""The real VASSAL, driven from outside: a module opened, commands given, the table read back.

`VASSAL_ENGINE` names a folder that holds either an installed VASSAL (`lib/Vengine.jar`) or compiled classes (`classes`) with
the class path of the libraries in a file `classpath`. A JDK and Xvfb are needed too. The driver is compiled when first used.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from subprocess import PIPE
from typing import Any

DRIVER = Path(__file__).parent / "driver"
VARIABLE = "VASSAL_ENGINE"
PROGRAMS = ("java", "javac", "xvfb-run")
PATIENCE = 400
SCREEN = "1600x1000x24"

Json = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What a command did: its own answer, the table after it, the dialogs answered and what the engine complained of."""

    command: str
    told: Any
    table: Json
    dialogs: list[Json]
    errors: list[str]

    @property
    def pieces(self) -> dict[str, Json]:
        """The counters of the table by their ids."""
        return {piece["id"]: piece for piece in self.table["pieces"]}


@dataclass(frozen=True)
class Engine:
    """An engine that is compiled, with a folder for the driver's classes."""

    folder: Path
    work: Path

    def play(
        self, module: Path, side: str, commands: Sequence[Sequence[object]], *, home: Path | None = None
    ) -> list[Answer]:
        """Open a module as a player of this side and give commands; what VASSAL remembers stays in `home` if there is one."""
        script = "".join("\t".join(map(str, words)) + "\n" for words in commands)
        with _home(home) as place:
            words = ("xvfb-run", "-a", "-s", f"-screen 0 {SCREEN}", *self._java(place), "driver.Driver", module, side)
            done = self._run(words, script)
        return [Answer(**json.loads(line)) for line in done.splitlines() if line.startswith("{")]

    def slice_tiles(self, module: Path, home: Path) -> None:
        """Cut the module's boards into tiles, as VASSAL's module manager does before it opens a module."""
        self._run((*self._java(home), "driver.Tiles", module), "")

    def _java(self, home: Path) -> tuple[object, ...]:
        path = os.pathsep.join(map(str, (self._driver, *self._libraries())))
        opened = ("--add-opens", "java.desktop/sun.awt=ALL-UNNAMED")
        return ("java", "-Xmx2g", f"-DVASSAL.conf={home}", f"-Duser.home={home}", *opened, "-cp", path)

    def _run(self, words: Sequence[object], script: str) -> str:
        started = subprocess.Popen(
            list(map(str, words)),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            text=True,
            cwd=self.work,
            start_new_session=True,
        )
        try:
            told, complaints = started.communicate(script, PATIENCE)
        finally:
            if started.poll() is None:
                os.killpg(started.pid, signal.SIGKILL)
        if started.returncode:
            raise RuntimeError(f"the engine stopped with {started.returncode}: {told[-2000:]} {complaints[-1000:]}")
        return told

    @cached_property
    def _driver(self) -> Path:
        classes = self.work / "driver"
        path = os.pathsep.join(map(str, self._libraries()))
        sources = sorted(map(str, DRIVER.glob("*.java")))
        subprocess.run(["javac", "--release", "17", "-nowarn", "-cp", path, "-d", str(classes), *sources], check=True)
        return classes

    def _libraries(self) -> tuple[str, ...]:
        if (self.folder / "lib" / "Vengine.jar").exists():
            return (str(self.folder / "lib" / "*"),)
        return (str(self.folder / "classes"), (self.folder / "classpath").read_text(encoding="utf-8").strip())


def why_not() -> str:
    """Why there is no engine to ask, in one sentence; "" if there is one."""
    if not os.environ.get(VARIABLE):
        return f"{VARIABLE} names no VASSAL to ask (a folder with lib/Vengine.jar, or with classes and classpath)"
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    return f"{', '.join(missing)} not found, which driving VASSAL needs" if missing else ""


def engine_in(work: Path) -> Engine:
    """The engine that the environment names, working in this folder."""
    return Engine(Path(os.environ[VARIABLE]).resolve(), work)


@contextmanager
def _home(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        yield kept
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)
