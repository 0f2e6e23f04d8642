"""Is anybody's file lost? Every command in a folder where every likely name is taken by a file that somebody cares about.

Run as `python -m tests.precious`, it prints how many commands met how many names. The commands come from the program itself: a
command without a line here stops it.

Three trials of each line: the target is free; something precious is the target; the target is one of the files that the command
reads, under its own name or by a link. Afterwards every precious file holds what it held, and all that is new was told.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from adjudicator import writing
from adjudicator.cli.main import program, status
from adjudicator.game_files import ENDINGS
from tests.helpers import FIXTURES

VASSAL, CYBERBOARD, ZUNTZU = FIXTURES / "vassal" / "two_rivers", FIXTURES / "cyberboard", FIXTURES / "zuntzu"
TABLE = FIXTURES / "tabletop_simulator" / "table.json"
OUT = "out"
"""The stem of what the user names, where a line says {out}."""
USUAL = (
    ".html",
    ".md",
    ".txt",
    ".json",
    ".csv",
    ".geojson",
    ".png",
    ".svg",
    ".toml",
    ".zip",
    ".tts.json",
    ".jsonl",
    ".tmj",
)
STEMS = (OUT, "OUT", "turn_1", "midgame", "two_rivers", "version_4", "steppe", "table", "audit", "report", "losses")
AFTER = ("~", ".bak", ".tmp", ".new", ".before", ".part", " (2)")
"""What other programs, and an earlier version of this one, append to a name while they write."""
FIXED = (
    "adjudicator.toml", "charts.toml", "units.toml", "order_of_battle.toml", "rules.toml", "index.html", "map.png",
    "turn_1_judged.vlog", "out_midgame.vsav", "out_files", "table_files", "reports", "pages of all players.zip", "mine-1.zip",
    "turn_1.vlog.md", "midgame.vsav.md", "out_files.json", ".out.vsav.swp", "moves.txt", "build.vmod", "store", "bundle", "draft",
)  # fmt: skip
USAGE = 2
ENDED = (0, 1, 3)
"""Exit codes of a command that did its work, whatever it found."""


@dataclass(frozen=True)
class Line:
    """How a command is called: what it reads lies in the folder; `target` is what it is told to write, "" if nothing is named."""

    command: str
    said: str
    target: str = ""
    reads: tuple[str, ...] = ()
    refused: bool = False
    """Whether the command does nothing at all here, since what it would write is there."""


def _line(said: str, target: str = "", reads: str = "", *, refused: bool = False) -> Line:
    words = said.split()
    grouped = words[0] in ("packs", "module", "batch")
    return Line(" ".join(words[: 1 + grouped]), said, target, tuple(reads.split()), refused)


LINES: tuple[Line, ...] = (
    _line("audit turn_1.vlog midgame.vsav -m two_rivers.vmod -o {out}", "out.html", "turn_1.vlog"),
    _line("audit turn_1.vlog -o {out}", "out.md", "turn_1.vlog"),
    _line("audit turn_1.vlog -o {out}", "out.json", "turn_1.vlog"),
    _line("audit turn_1.vlog --pack two_rivers -o {out}", "out.vlog", "turn_1.vlog"),
    _line("audit turn_1.vlog --pack two_rivers -o reports", "", ""),
    _line("audit turn_1.vlog --bundle {out}", "out"),
    _line("audit ."),
    _line("check turn_1.vlog --pack two_rivers -o {out}", "out.md", "turn_1.vlog"),
    _line("check turn_1.vlog midgame.vsav --pack two_rivers -o reports"),
    _line("convert midgame.vsav {out}", "out.vsav", "midgame.vsav two_rivers.vmod"),
    _line("convert turn_1.vlog {out}", "out.vlog", "turn_1.vlog"),
    _line("convert two_rivers.vmod {out}", "out.vmod", "two_rivers.vmod"),
    _line("convert midgame.vsav {out}", "out.json", "midgame.vsav"),
    _line("convert midgame.vsav {out}", "out.tts.json", "midgame.vsav"),
    _line("convert midgame.vsav {out} --report told.json", "out.zts", "midgame.vsav"),
    _line("convert midgame.vsav {out}", "out.ztb", "midgame.vsav"),
    _line("convert midgame.vsav {out}", "out.csv", "midgame.vsav"),
    _line("convert midgame.vsav {out} --as French", "out.vsav", "midgame.vsav"),
    _line("convert version_4.gam {out}", "out.vsav", "version_4.gam version_4.gbx"),
    _line("convert version_4.gam {out}", "two_rivers2.vsav", "version_4.gam"),
    _line("convert steppe.ztb {out}", "out.vmod", "steppe.ztb"),
    _line("convert table.json {out}", "out.vsav", "table.json"),
    _line("diff midgame.vsav turn_1.vlog -o {out}", "out.png", "turn_1.vlog midgame.vsav"),
    _line("render midgame.vsav -o {out}", "out.png", "midgame.vsav"),
    _line("render midgame.vsav -o {out}", "out.svg", "midgame.vsav"),
    _line("render two_rivers.vmod -o {out}", "out.geojson", "two_rivers.vmod"),
    _line("log turn_1.vlog -o {out}", "out.txt", "turn_1.vlog"),
    _line("scrub turn_1.vlog -o {out}", "out.vlog", "turn_1.vlog"),
    _line("watch . -o {out}", "out.html"),
    _line("init . --yes", refused=True),
    _line("init game --yes"),
    _line("module build two_rivers --height 24 -o {out}", "out.vmod"),
    _line("module edit two_rivers.vmod --rename Other --save midgame.vsav -o {out}", "out.vmod", "two_rivers.vmod"),
    _line("packs charts thunder_in_the_east -o {out}", "out.toml"),
    _line("packs draft two_rivers.vmod -o {out} --name draft", "out"),
    _line("packs export two_rivers -o {out}", "out.geojson"),
    _line("packs export two_rivers -o {out}", "out.tmj"),
    _line("packs publish mine --licence MIT"),
    _line("packs publish mine --licence MIT -o {out}", "out.zip", "mine/rules.toml"),
    _line("packs add shared.zip", refused=True),
    _line("packs add shared.zip --replace"),
    _line("packs reference -o reports --schemas schemas"),
    _line("packs bind two_rivers.vmod --pack mine"),
    _line("packs import mine map.csv"),
    _line("packs rules mine --answers answers.toml"),
    _line("packs order mine"),
    _line("packs list"),
    _line("packs show two_rivers"),
    _line("packs coverage two_rivers"),
    _line("packs try two_rivers cases.toml"),
    _line("inspect midgame.vsav"),
    _line("summary turn_1.vlog"),
    _line("chain turn_1.vlog midgame.vsav"),
    _line("dice turn_1.vlog"),
    _line("validate two_rivers.vmod"),
    _line("explain two:3.1"),
    _line("batch run game --store {out} --workers 1 --what inspect", "out"),
    _line("batch report kept_store -o {out}", "out.html"),
)
SERVED = {"desk": "serves pages; what it makes is tried in tests/desk", "trace": "the same page of the desk"}


def commands() -> set[str]:
    """Every command that the program has, with the word of its group."""
    return set(_commands(program(), ()))


def _commands(command: object, words: tuple[str, ...]) -> Iterator[str]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield " ".join(words)
    for name, each in (inner or {}).items():
        yield from _commands(each, (*words, name))


@dataclass
class Trial:
    """One call of a command: what it was, how it ended, what it did to whose files."""

    said: str
    code: int
    names: int
    changed: list[str] = field(default_factory=list)
    untold: list[str] = field(default_factory=list)
    unnoted: list[str] = field(default_factory=list)
    """Files that were opened for reading while the gate did not hear of it."""
    wrong: str = ""

    @property
    def good(self) -> bool:
        return not (self.changed or self.untold or self.unnoted or self.wrong)


def trials(line: Line, room: Path, shared: Path) -> Iterator[Trial]:
    """All trials of a line, each in a folder of its own under `room`, with what `prepare` made in `shared`."""
    wanted = [("free", line.target, "", "")]
    if Path(line.target).suffix in ENDINGS or (line.target and not Path(line.target).suffix):
        wanted.append(("taken", line.target, "", ""))
    wanted += [
        (f"{kind}{number}", _same_as(read, kind, line.target), read, kind)
        for number, read in enumerate(line.reads)
        for kind in ("itself", "link", "hard link")
    ]
    for name, target, read, kind in wanted:
        _furnish(room / name, shared)
        yield _tried(line, room / name, target, taken=name == "taken", read=read, kind=kind)


def _same_as(read: str, kind: str, target: str) -> str:
    """The target that is a file which the command reads: its own name, or one of the ending that the command wants."""
    return read if kind == "itself" and Path(read).suffix == Path(target).suffix else f"other{target.removeprefix(OUT)}"


def _tried(line: Line, folder: Path, target: str, *, taken: bool = False, read: str = "", kind: str = "") -> Trial:
    allowed = set() if taken or read else {target}
    if line.target and not taken and not read:
        _clear(folder / target)
    if taken and not (folder / target).exists():
        (folder / target).write_bytes(b"precious")
    if read and target != read:
        if kind == "hard link":
            os.link(folder / read, folder / target)
        else:
            (folder / target).symlink_to(Path(read).name if "/" not in read else read)
    before = _hashes(folder)
    with _watched(folder) as unnoted:
        code, told = _run(line.said.replace("{out}", target), folder)
    after = _hashes(folder)
    changed = sorted(name for name, digest in before.items() if after.get(name) != digest and name not in allowed)
    new = sorted(after.keys() - before.keys())
    untold = [name for name in new if not _was_told(name, told)]
    trial = Trial(
        f"{line.said} [{target}{', taken' * taken}{f', {kind} of {read}' if read else ''}]", code, len(before)
    )
    trial.changed = [each for each in changed if not _edited(line, each)]
    looked_at = (OUT, "home/", ".", "reports/", "mine-1.zip")  # what lies where something is to be written
    trial.unnoted = sorted(
        name for name in unnoted if name in before and code != USAGE and not name.startswith(looked_at)
    )
    trial.untold = [each for each in untold if not _edited(line, each)]
    wanted = (USAGE,) if taken or read or line.refused else ENDED
    trial.wrong = "" if code in wanted else f"exit {code}: {told.strip().splitlines()[-1:]}"
    return trial


@contextlib.contextmanager
def _watched(folder: Path) -> Iterator[set[str]]:
    """The files of a folder that are opened for reading meanwhile, and not noted as read."""
    unnoted: set[str] = set()
    noted: set[Path] = set()
    opened: set[Path] = set()
    note = writing.Run.note

    def noting(run: writing.Run, path: Path) -> None:
        noted.add(path.resolve())
        note(run, path)

    _watching.append((folder, opened))
    with patch.object(writing.Run, "note", noting):
        yield unnoted
    _watching.clear()
    unnoted |= {path.relative_to(folder).as_posix() for path in {each.resolve() for each in opened} - noted}


_watching: list[tuple[Path, set[Path]]] = []


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    """Hear of every file that is opened."""
    if event == "open" and _watching and isinstance(arguments[0], str) and isinstance(arguments[2], int):
        folder, opened = _watching[0]
        path = Path(os.path.abspath(arguments[0]))  # noqa: PTH100 - links stay
        if not arguments[2] & (os.O_WRONLY | os.O_RDWR) and path.is_relative_to(folder) and path.is_file():
            opened.add(path)


sys.addaudithook(_hear)


def _edited(line: Line, name: str) -> bool:
    """What a command is there to change: the files of the pack that it is told to change."""
    own = line.command in ("packs bind", "packs import", "packs rules") and name.startswith("mine/")
    return own or (line.said.startswith("packs add shared.zip --replace") and name.startswith("home/packs/shared"))


def _was_told(name: str, told: str) -> bool:
    """Whether the name, or that of the folder that was made around it, stands in what the command said."""
    if name.startswith(("home/", ".adjudicator")):
        return True  # the user's own settings, and what is kept of a game: that folder is told by its name
    return any(str(each) in told for each in (Path(name), *list(Path(name).parents)[:-1]))


def _furnish(folder: Path, shared: Path) -> None:
    """The files that commands read, and a precious file under every name that something might want to write to."""
    folder.mkdir(parents=True)
    for each in (*VASSAL.glob("*.v*"), *CYBERBOARD.glob("version_4.*"), *ZUNTZU.glob("*.zt*"), TABLE):
        shutil.copy(each, folder)
    (folder / "game").mkdir()
    shutil.copy(VASSAL / "turn_1.vlog", folder / "game")
    shutil.copytree(shared / "mine", folder / "mine")
    for name in ("shared.zip", "map.csv"):
        shutil.copy(shared / name, folder)
    if (shared / "kept_store").exists():
        shutil.copytree(shared / "kept_store", folder / "kept_store")
    shutil.copy(FIXTURES / "answers" / "small_rivers.toml", folder / "answers.toml")
    shutil.copy(next((FIXTURES / "cases" / "two_rivers").glob("*.toml")), folder / "cases.toml")
    shutil.copytree(shared / "home", folder / "home")
    for place in (folder, folder / "reports"):
        place.mkdir(exist_ok=True)
        for name in names():
            if not (place / name).exists():
                (place / name).write_bytes(f"# somebody's own {name}".encode())


def names() -> list[str]:
    """Every likely name: what commands are told to write, with every ending, and what they might write beside it."""
    stems = [f"{stem}{ending}" for stem in STEMS for ending in (*sorted(ENDINGS), *USUAL)]
    numbered = [f"{OUT} (2){ending}" for ending in (*sorted(ENDINGS), *USUAL)]
    appended = [f"{OUT}{ending}{after}" for ending in (".vsav", ".vmod", ".html", ".json", "") for after in AFTER]
    return sorted({*stems, *numbered, *appended, *FIXED} - {"reports", "store", "mine", "game", "bundle", "draft"})


def _hashes(folder: Path) -> dict[str, str]:
    """Every file of a folder with its digest; of a folder, that it is one; a link counts as the link that it is."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"link to {path.readlink()}"
        else:
            found[name] = "folder" if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def _clear(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)


def _run(said: str, folder: Path) -> tuple[int, str]:
    """Run a command in a folder; its exit code, and what it said on both streams."""
    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    here = Path.cwd()
    os.chdir(folder)
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            patch.dict(os.environ, {"ADJUDICATOR_HOME": str(folder / "home")}),
            patch("adjudicator.game.arrivals.arrivals", lambda _: iter(())),
        ):
            code = status(said.split())
    finally:
        os.chdir(here)
    out.flush()
    return code, out.buffer.getvalue().decode() + err.getvalue()  # type: ignore[attr-defined]


def prepare(shared: Path) -> None:
    """Makes in an empty folder what all trials share: a pack, an archive of one, a map as a table, a home, a batch's store."""
    (shared / "home").mkdir(parents=True)
    shutil.copy(VASSAL / "two_rivers.vmod", shared)
    for said in (
        "packs draft two_rivers.vmod -o shared --name shared",
        "packs publish shared --licence MIT -o shared.zip",
        "packs draft two_rivers.vmod -o mine --name mine",
        "packs export mine -o map.csv",
        "packs add shared.zip",
    ):
        code, told = _run(said, shared)
        if code:
            raise RuntimeError(f"{said}: {told}")
    (shared / "game").mkdir()
    shutil.copy(VASSAL / "turn_1.vlog", shared / "game")
    _run("batch run game --store kept_store --workers 1 --what inspect", shared)


def main(lines: Sequence[Line] = LINES) -> int:
    """Try every line and print what came of it."""
    missing = commands() - {each.command for each in lines} - SERVED.keys()
    if missing:
        print(f"commands that nobody tries: {', '.join(sorted(missing))}")
        return 1
    begun, tried, bad = time.time(), 0, 0
    with tempfile.TemporaryDirectory() as room:
        shared = Path(room) / "shared"
        prepare(shared)
        for number, line in enumerate(lines):
            for trial in trials(line, Path(room) / str(number), shared):
                tried += trial.names
                if not trial.good:
                    bad += 1
                    lists = (trial.changed[:9], trial.untold[:9], trial.unnoted[:9])
                    print(json.dumps([trial.said, trial.code, trial.wrong, *lists]))
            shutil.rmtree(Path(room) / str(number))
    took = time.time() - begun
    print(f"{len(commands())} commands, {len(lines)} lines, {tried} files looked at, {bad} trials bad, {took:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
