"""Is anything lost if a command is killed? Each command that writes, killed before each of its changes to the disk.

Run as `python -m tests.killed [--seed N] [--most N] [WORDS]`, it takes the lines of `tests.precious`, a batch, and what the desk
does, and prints how many kills there were. `--most` is how many moments of each are tried, spread over all, 0 for all; WORDS
takes the lines that hold them.

A command runs in a fork of this process. The interpreter tells of every file that is opened to be written, moved, removed or
made (`sys.addaudithook`) before it happens; at the chosen one the process ends itself as `kill -9` would. Afterwards no file
that was there is lost, whatever stands under a final name is what was there or what the whole command makes, and the same
command run once more ends as if nothing had been, and leaves none of our unfinished files.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from adjudicator import unfinished, writing
from adjudicator.batch import task
from adjudicator.batch.finding import found
from adjudicator.batch.store import Store
from adjudicator.batch.unit import DONE, Bounds, StepsWanted
from adjudicator.desk import uploads
from adjudicator.desk.shelf import Shelf
from adjudicator.desk.tasks import judge
from adjudicator.game.settings_edit import change_settings
from adjudicator.game_files import ENDINGS
from tests import precious
from tests.batch.made import make_archive

KEPT = ".kept"
OF_A_DATABASE = ".sqlite"
OUR_OWN = ".adjudicator-"
"""How the names of unfinished files begin."""
CHANGES = {
    "os.rename": (0, 1),
    "os.remove": (0,),
    "os.mkdir": (0,),
    "os.rmdir": (0,),
    "os.link": (0, 1),
    "os.symlink": (1,),
    "os.truncate": (0,),
    "os.chmod": (0,),
    "shutil.rmtree": (0,),
}
"""What the interpreter calls changes of the disk, and which of their arguments are paths."""
FAILED = 70
Act = Callable[[Path], int]


@dataclass(frozen=True)
class Deed:
    """Something that writes: what it is called, how it is done in a folder, and what that holds before."""

    name: str
    act: Act
    furnish: Callable[[Path], None]


@dataclass
class Account:
    """What came of a deed: its changes of the disk, how many kills were tried, and what went wrong."""

    name: str
    changes: int = 0
    kills: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass
class _Watch:
    """Counts the changes of the disk under a folder, and ends the process at one of them."""

    folder: str = ""
    last: int = 0
    seen: int = 0
    settled: dict[str, list[str]] = field(default_factory=dict)
    """The digests of all that was moved to a final name, by name."""

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.folder:
            return
        if event == "open":
            path, _, flags = arguments
            wanted = isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
            paths: Sequence[object] = (path,) if wanted else ()
        else:
            paths = [arguments[at] for at in CHANGES.get(event, ())]
        if any(isinstance(each, str | bytes | os.PathLike) and self._inside(each) for each in paths):
            self.count()
            if event == "os.rename" and not self.last:
                self._note(*map(str, arguments[:2]))

    def _note(self, source: str, place: str) -> None:
        folder, self.folder = self.folder, ""
        if Path(source).is_file():
            name = Path(place).relative_to(folder).as_posix() if Path(place).is_absolute() else place
            self.settled.setdefault(name, []).append(hashlib.sha256(Path(source).read_bytes()).hexdigest())
        self.folder = folder

    def count(self) -> None:
        self.seen += 1
        if self.seen == self.last:
            os.kill(os.getpid(), signal.SIGKILL)

    def _inside(self, path: str | bytes | os.PathLike[str]) -> bool:
        return os.path.abspath(os.fsdecode(path)).startswith(self.folder)  # noqa: PTH100 - links stay


_watch = _Watch()
sys.addaudithook(_watch.hear)


def tried(deed: Deed, room: Path, most: int, chance: random.Random) -> Account:
    """A deed killed at some of its changes, all of them if `most` is 0."""
    account, base, folder = Account(deed.name), room / "base", room / "here"
    base.mkdir(parents=True)
    deed.furnish(base)
    shutil.copytree(base, folder, symlinks=True)
    clean, told = _forked(deed, folder)
    account.changes, settled = int(str(told.get("changes", 0))), told.get("settled", {})
    whole = _tree(folder)
    if clean in (FAILED, -signal.SIGKILL):
        account.wrong.append(f"exit {clean} with nobody killing it")
        return account
    moments = list(range(1, account.changes + 1))
    if most and len(moments) > most:
        moments = sorted(chance.sample(moments, most))
    before = _tree(base)
    for moment in moments:
        shutil.rmtree(folder)
        shutil.copytree(base, folder, symlinks=True)
        code, _ = _forked(deed, folder, moment)
        account.kills += 1
        left = _tree(folder)
        found = [f"exit {code}"] if code != -signal.SIGKILL else list(_halves(left, before, whole, settled))
        over = not any(_differences(left, whole))  # then the next run may say that it is done already
        again, _ = _forked(deed, folder)
        found += [f"the next run ends with {again}, not {clean}"] if again != clean and not over else []
        found += list(_differences(_tree(folder), whole))
        account.wrong += [f"killed at {moment} of {account.changes}: {each}" for each in found]
    return account


def _forked(deed: Deed, folder: Path, last: int = 0) -> tuple[int, dict[str, Any]]:
    """Do it in a fork, ended at the change of that number: the exit code, how many changes there were, and what was settled."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = FAILED
        try:
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            unfinished._tidied.clear()
            _watch.folder, _watch.last, _watch.seen, _watch.settled = str(folder), last, 0, {}
            with patch.object(unfinished, "exchanged", _counted(unfinished.exchanged)), _synced():
                code = deed.act(folder)
            _watch.folder = ""
            with os.fdopen(writing, "w") as back:
                json.dump({"changes": _watch.seen, "settled": _watch.settled}, back)
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as told:
        account = json.loads(told.read() or "{}")
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), account


def _counted(act: Callable[..., object]) -> Callable[..., object]:
    """What the interpreter does not tell of."""

    def counted(*given: object) -> object:
        _watch.count()
        return act(*given)

    return counted


def _synced() -> object:
    return patch.object(os, "fsync", _counted(os.fsync))


def _halves(
    now: dict[str, bytes], before: dict[str, bytes], whole: dict[str, bytes], settled: dict[str, list[str]]
) -> Iterator[str]:
    """What is lost, and what stands under a final name and is neither what was there nor what a whole run puts there."""
    moved = {content for name, content in now.items() if OUR_OWN in name}
    for name in before.keys() - now.keys():
        if name in whole and before[name] not in moved:
            yield f"{name} is lost"
    for name, content in now.items():
        if OF_A_DATABASE in name:  # it mends itself when it is opened, as the next run shows
            continue
        known = content == before.get(name) or hashlib.sha256(content).hexdigest() in settled.get(name, ())
        if OUR_OWN not in name and not known and not _alike(content, whole.get(name), name):
            yield f"{name} is half a file"


def _differences(now: dict[str, bytes], whole: dict[str, bytes]) -> Iterator[str]:
    """Where a folder is not as the whole command leaves it."""
    for name in sorted(now.keys() | whole.keys()):
        if name not in now:
            yield f"the next run leaves no {name}"
        elif name not in whole:
            yield f"the next run leaves {name} behind"
        elif not _alike(now[name], whole[name], name):
            yield f"after the next run {name} is another"


def _alike(one: bytes, other: bytes | None, name: str) -> bool:
    """Whether two files hold the same but for the time at which they were made, which is of one length.

    The journal of a map is never believed: one that does not lead to its files costs their undo.
    """
    if other is None or one == other:
        return other is not None
    if zipfile.is_zipfile(BytesIO(one)) and zipfile.is_zipfile(BytesIO(other)):
        return sorted(_entries(one)) == sorted(_entries(other))
    return name.endswith((KEPT, "keep.key", ".parquet", "tracing-undo.jsonl")) or (
        len(one) == len(other) and len(one) > 0
    )


def _entries(data: bytes) -> Iterator[tuple[str, int]]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        bad = archive.testzip()
        yield from ((each.filename, each.file_size) for each in archive.infolist() if bad is None)


def _tree(folder: Path) -> dict[str, bytes]:
    """Every file under a folder with what it holds; of a folder, that it is one.

    What is kept of a game is called by when its settings were written, so it is counted.
    """
    found = {}
    kept: Counter[Path] = Counter()
    for path in sorted(folder.rglob("*")):
        kept[path.parent] += path.suffix == KEPT
        called = path if path.suffix != KEPT else path.with_name(f"{kept[path.parent]}{KEPT}")
        name = called.relative_to(folder).as_posix()
        found[name] = (
            f"link to {path.readlink()}".encode()
            if path.is_symlink()
            else path.read_bytes()
            if path.is_file()
            else b"folder"
        )
    return found


def deeds(shared: Path) -> Iterator[Deed]:
    """All that writes, the quick ones first: the gate, a batch, the desk; then every command, among what `shared` holds."""
    yield Deed("the gate: a folder, a report, a file that nobody named, a file in its place", _gate, _furnish_gate)
    yield Deed("the store of a batch", _batch, lambda folder: make_archive(folder / "archive", 2, {}))
    yield Deed("a file dropped on the desk, a game on the shelf, its settings", _dropped, _furnish_drop)
    yield Deed("a game judged on the desk", _judged, _furnish_drop)
    for line in precious.LINES:
        if not line.refused and line.command != "batch run":
            said = line.said.replace("{out}", line.target)
            yield Deed(said, lambda folder, said=said: _command(said, folder), _room_for(line, shared))


SHARE = 3
"""So many of them take a second or two with all their kills."""


def _command(said: str, folder: Path) -> int:
    return precious._run(said, folder)[0]


def _furnish_gate(folder: Path) -> None:
    (folder / "pack").mkdir()
    (folder / "pack" / "rules.toml").write_text("old", encoding="utf-8")
    for name in ("report.md", "settings.toml", "named.txt"):
        (folder / name).write_text("old", encoding="utf-8")


def _gate(folder: Path) -> int:
    with writing.run():
        with writing.new_folder(folder / "pack", lambda _: True) as made:
            for name in ("rules.toml", "units.toml"):
                writing.write_text(made / name, f"new {name}")
        writing.write_report(folder / "report.md", "new report")
        writing.rewrite_text(folder / "settings.toml", "new settings")
        writing.write_text(writing.free(folder / "named.txt"), "old")  # which is there
        writing.make_folder(folder / "reports" / "of all")
        writing.write_text(writing.free(folder / "reports" / "of all" / "one.txt"), "one")
    return 0


def _batch(folder: Path) -> int:
    """The work of a worker, by hands that have nothing to do."""
    store = Store(str(folder / "store"))
    store.begin()
    answer = {"status": DONE, "reason": "", "seconds": 0.0, "processor_seconds": 0.0, "peak_bytes": 0}
    with patch.object(task.HANDS.__class__, "ask", lambda *_, **__: dict(answer)):
        for unit in found([str(folder / "archive")]):
            game = task.GameTask(unit, StepsWanted(), Bounds(), store.url, "this program")
            with patch.object(task, "program", lambda: "this program"):
                if task.kept_before(game) is None:
                    task.do(game)
    return sum(row["status"] != DONE for row in store.rows())


def _furnish_drop(folder: Path) -> None:
    (folder / "game").mkdir()
    for name in ("two_rivers.vmod", "start.vsav"):
        shutil.copy(precious.VASSAL / name, folder / "game")
    (folder / "arrives").mkdir()
    shutil.copy(precious.VASSAL / "turn_1.vlog", folder / "arrives")


def _dropped(folder: Path) -> int:
    if (folder / "arrives" / "turn_1.vlog").exists():
        uploads.take_over(folder / "arrives" / "turn_1.vlog", folder / "game")
    shelf = Shelf(config=folder / "home")
    shelf.add(folder / "game")
    change_settings(folder / "game", {"side": "French"})
    return len(list(Shelf(config=folder / "home"))) - 1


def _judged(folder: Path) -> int:
    with patch.dict(os.environ, {"ADJUDICATOR_HOME": str(folder / "home")}):
        judge(folder / "game", lambda _: None)
    return 0


def _room_for(line: precious.Line, shared: Path) -> Callable[[Path], None]:
    def furnish(folder: Path) -> None:
        folder.rmdir()
        with patch.object(precious, "names", list):
            precious._furnish(folder, shared)
        old = folder / line.target
        if line.target and old.suffix and old.suffix not in ENDINGS and not old.exists():
            old.write_bytes(b"what was there before")

    return furnish


def main() -> int:
    """Try them and print what came of it."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("words", nargs="*")
    told.add_argument("--seed", type=int, default=0)
    told.add_argument("--most", type=int, default=0)
    told.add_argument("--share", action="store_true", help="only what takes a second or two")
    asked = told.parse_args()
    began, chance, accounts = time.time(), random.Random(asked.seed), []
    with tempfile.TemporaryDirectory() as room:
        shared = Path(room) / "shared"
        chosen = [each for each in deeds(shared) if all(word in each.name for word in asked.words)]
        chosen = chosen[:SHARE] if asked.share else chosen
        if not asked.share:
            precious.prepare(shared)
        for number, deed in enumerate(chosen):
            accounts.append(account := tried(deed, Path(room) / str(number), asked.most, chance))
            shutil.rmtree(Path(room) / str(number))
            told_of = f"{account.name}: {account.kills} kills of {account.changes} changes"
            print(told_of, *account.wrong[:8], sep="\n    ", flush=True)
    kills, wrong = sum(each.kills for each in accounts), sum(len(each.wrong) for each in accounts)
    print(f"{len(accounts)} deeds, {kills} kills, {wrong} faults, {time.time() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
